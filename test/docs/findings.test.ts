/**
 * `docs/findings.md` and the catalogue of findings agree: every code has an entry with its severity, an example that
 * produces it and a correction that does not. The top of the page explains how examples are marked.
 */

import {readFileSync} from 'node:fs'
import MarkdownIt from 'markdown-it'
import {describe, expect, test} from 'vitest'
import {deprecatedFindings} from '../../src/code/check/deprecated-findings.ts'
import {sourceFindings} from '../../src/code/check/source-findings.ts'
import {catalogue, type Finding, type FindingCode} from '../../src/document/finding.ts'
import {type ExpressionProblem, type Typing, type} from '../../src/feel/index.ts'
import {evaluateLoose} from '../../src/feel/loose.ts'
import {SqlCheck, sqlProblems} from '../../src/feel/sql/problems.ts'
import {sqlTables} from '../../src/points/entities/table-names.ts'
import type {Specification} from '../../src/points/specification.ts'
import {withMissing} from '../../src/points/translations.ts'
import {checkDocument, checkWhole} from '../../src/screens/testing.ts'
import {publicType} from '../../src/server/public-files.ts'
import {documentOf} from '../kit/documents.ts'

interface Example {
  readonly marked: string
  readonly text: string
}

interface Entry {
  readonly code: string
  readonly title: string
  readonly point: string | null
  prose: string
  readonly examples: Example[]
}

const page = readFileSync(new URL('../../docs/findings.md', import.meta.url), 'utf8')
const {entries, desk} = readPage(page)

function readPage(markdown: string) {
  const tokens = new MarkdownIt().parse(markdown, {})
  const found: Entry[] = []
  const before: Example[] = []
  let point: string | null = null
  let entry: Entry | null = null
  for (const [index, token] of tokens.entries()) {
    const written = tokens[index + 1]?.content ?? ''
    if (token.type === 'heading_open') {
      if (token.tag === 'h2') point = /^Point (\d)/.exec(written)?.[1] ?? null
      const [code = '', ...title] = written.split(' ')
      entry = token.tag === 'h3' ? {code, title: title.join(' '), point, prose: '', examples: []} : null
      if (entry) found.push(entry)
    }
    if (token.type === 'paragraph_open' && entry) entry.prose += `${written.replaceAll('\n', ' ')}\n`
    if (token.type === 'fence') (entry?.examples ?? before).push({marked: token.info, text: token.content})
  }
  return {entries: found, desk: before[0]?.text ?? ''}
}

interface Told {
  readonly code: FindingCode
  /** In the example, from 0. */
  readonly line: number
}

function tell(example: Example, point: string | null): readonly Told[] {
  const run = marks[example.marked]
  if (!run) throw new Error(`Unknown mark of a block: "${example.marked}".`)
  return run(example.text, point)
}

const marks: Readonly<Record<string, (text: string, point: string | null) => readonly Told[]>> = {
  markdown: besideDesk,
  'markdown whole': text => onlyIn('app.md', check({'app.md': text}).findings),
  'markdown own': (text, point) => {
    const {specification} = documentOf(`# Desk\n\n## ${point}. Point\n\n${text}`, 'example.md')
    return onlyIn(
      'example.md',
      ownFindings(specification, {
        'screens/Ready.tsx': 'export default () => null',
        'screens/Tickets.tsx': 'export default ({data}) => data.tickets.rows.length',
        'functions/ready.ts': 'export default () => null',
        'effects/ready.ts': 'export default () => null',
      }),
      4,
    )
  },
  tsx: text => {
    const found = ownFindings(documentOf(withQueue).specification, {'screens/Queue.tsx': text})
    return onlyIn(
      'Queue.tsx',
      found.filter(({file}) => file === 'Queue.tsx'),
    )
  },
  feel: text => toldOf(problemsOf(typed(text))),
  'feel sql': text => toldOf(sqlProblemsOf(typed(text))),
  'feel alone': text => toldOf(problemsOf(evaluateLoose(text.trim(), new Map(), Date.UTC(2026, 4, 1)))),
}

/** A screen whose code is an example: findings about its rows are told at its file, too. */
const withQueue = `# Desk

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Queue | /queue | code Queue | everyone |

### Queue

| Data | Shows |
|---|---|
| tickets | list of Ticket limit 50 columns subject |

## 3. Entities

### Ticket

| Field | Type |
|---|---|
| subject | text |
`

function ownFindings(specification: Specification, files: Readonly<Record<string, string>>): Finding[] {
  const found = sourceFindings(specification, {
    read: path => files[path] ?? null,
    labelOf: path => path.replace('screens/', ''),
  })
  return found.flatMap(each => [each, ...(each.also ?? []).map(place => ({...each, ...place}))])
}

function check(files: Readonly<Record<string, string>>) {
  return checkWhole(Object.entries(files).map(([file, text]) => ({file, bytes: new TextEncoder().encode(text)})))
}

function besideDesk(text: string, point: string | null): readonly Told[] {
  const heading = point === null || text.startsWith('## ') ? '' : `## ${point}. Point\n\n`
  const {findings} = check({'desk.md': desk, 'example.md': heading + text})
  return onlyIn('example.md', findings, heading === '' ? 0 : 2)
}

/**
 * An error elsewhere would mean that the example is not self-contained; `before`: lines that the page does not show.
 */
function onlyIn(file: string, findings: readonly Finding[], before = 0): readonly Told[] {
  expect(findings.filter(found => found.file !== file && found.severity === 'error')).toEqual([])
  return findings.filter(found => found.file === file).map(({code, line}) => ({code, line: line - 1 - before}))
}

const {specification} = check({'desk.md': desk})

function typed(text: string, {scope} = specification, entity = 'Ticket'): Typing {
  return type(text.trim(), {...scope, entity, old: true})
}

function problemsOf(
  judged: {ok: true} | {ok: false; problems: readonly ExpressionProblem[]},
): readonly ExpressionProblem[] {
  return judged.ok ? [] : judged.problems
}

function sqlProblemsOf(typing: Typing, {entities} = specification): readonly ExpressionProblem[] {
  return typing.ok ? sqlProblems(typing.core, new SqlCheck(sqlTables(entities))) : typing.problems
}

function toldOf(problems: readonly ExpressionProblem[]): readonly Told[] {
  return problems.map(({code}) => ({code, line: 0}))
}

/** Examples that are not worth showing; the page says so. */
const built: Readonly<Record<string, {wrong: () => readonly Told[]; fixed: () => readonly Told[]}>> = {
  N002: {wrong: () => bytes([0xe9]), fixed: () => bytes([0xc3, 0xa9])},
  N003: {wrong: () => prose(5 * 1024 * 1024), fixed: () => prose(1024 * 1024)},
  N040: {wrong: () => translated(row => row.replace(/[^|]+\|$/, ' |')), fixed: () => translated(row => row)},
  N041: {wrong: () => translated(row => `${row}\n| No such text | x |`), fixed: () => translated(row => row)},
  N042: {wrong: () => translated(row => `${row}\n${row}`), fixed: () => translated(row => row)},
  N043: {wrong: () => translated(row => row.replace(/\|$/, '{x} |')), fixed: () => translated(row => row)},
  N051: {wrong: () => nested(201), fixed: () => nested(20)},
  N094: {wrong: () => chained(45), fixed: () => chained(5)},
  N257: {wrong: () => imported('OldLink'), fixed: () => imported('Link')},
  N258: {wrong: () => inPublic('queue.html'), fixed: () => inPublic('queue.pdf')},
  N322: {wrong: () => chained(15, 2), fixed: () => chained(5, 2)},
}

/** Own code that imports this name, of which one will go. */
function imported(name: string): readonly Told[] {
  const types = '/** @deprecated Renamed to Link. */\n  function OldLink(): void'
  const code = {read: () => `import {${name}} from 'nonet/screen'`, labelOf: (path: string) => path}
  return onlyIn('a.tsx', deprecatedFindings({paths: ['a.tsx'], types}, code))
}

const inPublic = (name: string): readonly Told[] => ('why' in publicType([name]) ? [{code: 'N258', line: 0}] : [])

/** A complete translation of the desk, with its first row changed. */
function translated(change: (row: string) => string): readonly Told[] {
  const rows = withMissing(specification, {source: '', language: 'de'}).replaceAll(/^\| (.*) \| \|$/gm, '| $1 | $1 |')
  const [first = ''] = /^\| (?!Text \|).*$/m.exec(rows) ?? []
  const {findings} = check({'desk.md': desk, 'desk.de.md': rows.replace(first, () => change(first))})
  return onlyIn('desk.de.md', findings)
}

function bytes(written: readonly number[]): readonly Told[] {
  const title = new TextEncoder().encode('# Caf')
  const {findings} = checkWhole([{file: 'app.md', bytes: new Uint8Array([...title, ...written])}])
  return onlyIn('app.md', findings)
}

function prose(length: number): readonly Told[] {
  return onlyIn('app.md', check({'app.md': `# Desk\n\n${'Ask. '.repeat(length / 5)}`}).findings)
}

function nested(depth: number): readonly Told[] {
  return toldOf(problemsOf(typed(`${'('.repeat(depth)}votes${')'.repeat(depth)} > 3`)))
}

/** Computed fields, each derived from the one before, once or several times. */
function chained(length: number, uses = 1): readonly Told[] {
  const sum = (at: number) => Array.from({length: uses}, () => `c${at}`).join(' + ')
  const rows = Array.from({length}, (_, at) => `| c${at + 1} | = ${sum(at)} + 1 |`).join('\n')
  const head = '# Desk\n\n## 3. Entities\n\n### Chain\n\n| Field | Type |\n|---|---|\n| c0 | number |\n'
  const bytes = new TextEncoder().encode(`${head}${rows}\n`)
  const {specification: chain, findings, sound} = checkDocument([{file: 'app.md', bytes}])
  const problems = sound ? sqlProblemsOf(typed(`c${length} > 3`, chain, 'Chain'), chain) : []
  return [...onlyIn('app.md', findings), ...toldOf(problems)]
}

const errorsOf = (told: readonly Told[]) => told.filter(({code}) => catalogue[code] === 'error').map(({code}) => code)

/** The correction replaces the line that the finding names; an expression is one line. */
function fix(wrong: Example, fixed: Example, told: readonly Told[]): Example {
  const kept = wrong.text.split('\n').slice(0, Math.max(0, told[0]?.line ?? 0))
  return {marked: wrong.marked, text: [...kept, fixed.text].join('\n')}
}

describe('docs/findings.md', () => {
  test('explains every finding of the catalogue with its severity, in the order of their codes', () => {
    const explained = entries.map(({code, prose}) => `${code} ${/^\*\*(\w+)\.\*\* /.exec(prose)?.[1]?.toLowerCase()}`)
    expect(explained).toEqual(
      Object.entries(catalogue)
        .map(([code, severity]) => `${code} ${severity}`)
        .toSorted(),
    )
  })

  test('gives every finding a name and more than its severity', () => {
    expect(entries.filter(({title, prose}) => title === '' || !/\*\* .+\./.test(prose))).toEqual([])
  })

  test('uses a document without findings', () => {
    expect(check({'desk.md': desk}).findings).toEqual([])
  })

  test('shows an example and its correction, or explains why not', () => {
    const shown = entries.filter(({examples, prose}) => examples.length === 2 && prose.endsWith('\nFixed:\n'))
    const hidden = entries.filter(({prose}) => /cannot be shown|too \w+ to be shown/.test(prose))
    expect(hidden.map(({code}) => code)).toEqual(Object.keys(built))
    expect(entries.filter(entry => ![...shown, ...hidden].includes(entry))).toEqual([])
  })

  test.each(entries.filter(({examples}) => examples.length > 0))('$code $title', ({code, point, examples}) => {
    const [wrong, fixed] = examples
    if (!wrong || !fixed) throw new Error('An example has a correction.')
    const told = tell(wrong, point).filter(each => each.code === code || catalogue[each.code] === 'error')
    expect(new Set(told.map(each => each.code))).toEqual(new Set([code]))
    const after = tell(fix(wrong, fixed, told), point)
    expect(errorsOf(after)).toEqual([])
    expect(after.map(each => each.code)).not.toContain(code)
    expect(fixed.marked).toBe(wrong.marked)
  })

  test.each(Object.entries(built))('%s, which the page does not show', (code, {wrong, fixed}) => {
    expect(wrong().map(each => each.code)).toEqual([code])
    expect(fixed()).toEqual([])
  })
})
