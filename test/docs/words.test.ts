/** The texts that reach people are plain English, and every language has all of them. */

import {globSync, readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {accounts as germanAccounts} from '../../src/messages/de/accounts.ts'
import {messages as germanPages} from '../../src/messages/de/all.ts'
import {germanErrors} from '../../src/messages/de/errors.ts'
import {german as germanMails} from '../../src/messages/de/mail.ts'
import {accounts as englishAccounts} from '../../src/messages/en/accounts.ts'
import {messages as englishPages} from '../../src/messages/en/all.ts'
import {english as englishMails} from '../../src/messages/en/mail.ts'
import {ownErrors} from '../../src/points/errors/own.ts'

const root = new URL('../../', import.meta.url).pathname

/** Words and phrases that no text of ours uses, each with an example of what to write instead. */
const ruledOut: readonly {readonly words: RegExp; readonly instead: string}[] = [
  {words: /\bwho(?:so)?ever\b/i, instead: 'name the person: the author, the recipient'},
  {words: /\bsomebody\b/i, instead: 'someone, or name the person'},
  {words: /\bstands?\b(?!-)/i, instead: 'is, or is shown'},
  {words: /\bmeanwhile\b/i, instead: 'say what happened'},
  {words: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix'},
  {words: /\b(?:anew|afresh)\b/i, instead: 'again'},
  {words: /\bby (?:itself|themselves)\b/i, instead: 'automatically, or alone'},
  {words: /\bgo(?:es)? together\b/i, instead: 'match'},
  {words: /\blies? ahead\b/i, instead: 'upcoming'},
  {words: /(?<!\bthere) is none\b/i, instead: 'is not a …'},
  {words: /\blook among\b/i, instead: 'check'},
  {words: /\bnothing fits\b/i, instead: 'no results'},
  {words: /(?<!\bthere )\bis no (?:file|folder|form|number|date|text)\b/i, instead: 'is not a …'},
  {words: /\bplease fill (?:this|it) in\b/i, instead: 'name the field: Enter the title.'},
]

function oddWords(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    ruledOut.flatMap(({words, instead}) => {
      const found = words.exec(line)
      return found ? [`${file}:${index + 1}: “${found[0]}” (${instead}): ${line.trim().slice(0, 120)}`] : []
    }),
  )
}

/** Comments become empty lines, so that only what the program can say is left. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, part =>
    part.startsWith('/') ? part.replace(/[^\n]/g, '') : part,
  )
}

describe('what people read', () => {
  const sources = globSync('src/**/*.{ts,tsx}', {cwd: root}).filter(file => !file.startsWith('src/messages/de/'))
  const documents = globSync(['apps/*/app.md', 'test/documents/*/*.md'], {cwd: root})

  it('finds an odd word', () => {
    expect(oddWords('a.ts', "one\nconst a = 'Tell whoever asked.'")).toEqual([
      expect.stringContaining('a.ts:2: “whoever”'),
    ])
    expect(oddWords('a.ts', withoutComments("/** Whoever\n asks. */\n// somebody\nf('https://mend.example')"))).toEqual(
      [expect.stringContaining('a.ts:4: “mend”')],
    )
  })

  it('is plain English in messages, errors, findings and the command line', () => {
    expect(sources.length).toBeGreaterThan(300)
    expect(sources.flatMap(file => oddWords(file, withoutComments(readFileSync(`${root}${file}`, 'utf8'))))).toEqual([])
  })

  it('is plain English in comments and in the documentation', () => {
    const pages = globSync(['docs/*.md', '*.md'], {cwd: root})
    expect(pages.length).toBeGreaterThan(8)
    expect([...sources, ...pages].flatMap(file => oddWords(file, readFileSync(`${root}${file}`, 'utf8')))).toEqual([])
  })

  it('is plain English in the documents', () => {
    expect(documents.length).toBeGreaterThanOrEqual(4)
    expect(documents.flatMap(file => oddWords(file, readFileSync(`${root}${file}`, 'utf8')))).toEqual([])
  })
})

/** Every text by its path: fixed ones as they are, those with values filled with the names of their parameters. */
function texts(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof value === 'string') return new Map([[path, value]])
  if (typeof value === 'function') return new Map([[path, shapeOf(value)]])
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(Object.entries(value).flatMap(([key, each]) => [...texts(each, path === '' ? key : `${path}.${key}`)]))
}

/** The values that a text with values uses: it is called with marks in their places. */
// biome-ignore lint/complexity/noBannedTypes: any message with values
function shapeOf(message: Function): string {
  const tries = [[mark('a'), mark('b'), mark('c')], ...[0, 1, 2].map(count => [count, `«b»`, `«c»`])]
  const used = tries.flatMap(values => {
    try {
      return [...JSON.stringify(Reflect.apply(message, null, values)).matchAll(/«([\w.]+)»/g)].map(([, name]) => name)
    } catch {
      return []
    }
  })
  return [...new Set(used)]
    .sort()
    .map(name => `{${name}}`)
    .join(' ')
}

/** A value whose text is `«name»`, and whose properties are `«name.property»`. */
function mark(name: string): unknown {
  const text = `«${name}»`
  return new Proxy(
    {},
    {
      get(_, key) {
        if (
          key === Symbol.toPrimitive ||
          key === 'toString' ||
          key === 'toJSON' ||
          key === 'toLowerCase' ||
          key === 'join'
        )
          return () => text
        return typeof key === 'string' && key !== 'then' ? mark(`${name}.${key}`) : undefined
      },
    },
  )
}

describe.each([
  ['pages', englishPages, germanPages],
  ['account screens', englishAccounts, germanAccounts],
  ['mails', englishMails, germanMails],
  ['errors', Object.fromEntries(Object.entries(ownErrors).map(([code, {message}]) => [code, message])), germanErrors],
])('the German texts of %s', (_, english, german) => {
  const there = texts(english)
  const here = texts(german)
  const placeholders = (text: string) => [...text.matchAll(/\{[\w.]+\}/g)].map(String).sort()

  it('are there for every English one, and no others', () => {
    expect([...here.keys()].sort()).toEqual([...there.keys()].sort())
    expect([...here].filter(([path, text]) => text === '' && there.get(path) !== '')).toEqual([])
  })

  it('use the same values', () => {
    const different = [...there].flatMap(([path, text]) => {
      const wanted = placeholders(text)
      const found = placeholders(here.get(path) ?? '')
      return wanted.join() === found.join() ? [] : [`${path}: ${wanted.join()} and ${found.join()}`]
    })
    expect(different).toEqual([])
  })
})
