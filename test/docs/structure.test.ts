/** The architecture as imports show it: no cycles, dependencies in one direction, folders of a readable size. */
import {globSync, readFileSync} from 'node:fs'
import {basename, dirname, join, normalize} from 'node:path'
import {describe, expect, it} from 'vitest'

const all = globSync(['{src,test,scripts,bench}/**/*.{ts,tsx}', '*.ts'], {exclude: ['bench/peers/**']}).map(file =>
  file.replaceAll('\\', '/'),
)
const files = all.filter(file => file.startsWith('src/'))
const known = new Set(all)
const imports = new Map(all.map(file => [file, importsOf(file)]))

function importsOf(file: string): string[] {
  const statements = /(?:^|\n)(?:import|export)\b(?:[^'"]*?from)? '(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/g
  const targets = [...readFileSync(file, 'utf8').matchAll(statements)].map(match => match[1] ?? match[2] ?? '')
  return targets.map(target => normalize(join(dirname(file), target)).replaceAll('\\', '/')).filter(t => known.has(t))
}

/** Comment lines. */
function commentsOf(file: string): {line: number; text: string}[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((text, index) => (/^\s*(?:\/\*|\*|\/\/)/.test(text) ? [{line: index + 1, text}] : []))
}

const folderOf = (file: string): string => file.split('/')[1] ?? ''

/** The folders of `src` that a folder may import. */
const layers: Readonly<Record<string, readonly string[]>> = {
  document: [],
  messages: [],
  feel: ['document'],
  contract: ['feel'],
  points: ['document', 'feel', 'messages'],
  analysis: ['document', 'feel', 'points'],
  store: ['document', 'feel', 'points'],
  engine: ['analysis', 'contract', 'document', 'feel', 'messages', 'points', 'store'],
  frontend: ['contract', 'feel', 'messages'],
  accounts: ['contract', 'engine', 'feel', 'mail', 'messages', 'points', 'store'],
  server: ['accounts', 'contract', 'engine', 'frontend', 'points', 'store'],
}

/** The maximum number of files in one folder. */
const largest = 31

/**
 * SQL of ours that no type checks for permissions. It is written in few places; a new one is a decision, and belongs
 * into the random tests of permissions.
 */
const writesSql =
  /^src\/(?:store|feel\/sql|accounts|engine\/(?:calls|csv|demo|files|jobs|notifications|query|search|write))\//
const writesSqlToo = [
  'src/cli/open-engine.ts',
  'src/engine/menu.ts',
  'src/engine/screens/first-run.ts',
  'src/engine/screens/form/choice-cards.ts',
  'src/engine/screens/form/fixes.ts',
  'src/engine/screens/form/next-steps.ts',
  'src/engine/screens/form/preview.ts',
  'src/engine/screens/inbox/next-decision.ts',
  'src/engine/screens/list/view-options.ts',
  'src/engine/screens/record/files.ts',
  'src/engine/screens/record/record-address.ts',
  'src/engine/settings.ts',
  'src/mail/calendar-entry.ts',
]

describe('the structure of src', () => {
  it.each(Object.entries(layers))('%s imports only the layers below it', (folder, allowed) => {
    const wrong = files
      .filter(file => folderOf(file) === folder)
      .flatMap(file => (imports.get(file) ?? []).map(target => `${file} → ${target}`))
      .filter(arrow => {
        const target = folderOf(arrow.split(' → ')[1] ?? '')
        return target !== folder && !allowed.includes(target)
      })
    expect(wrong).toEqual([])
  })

  it('has no import cycles, types included, nor have tests, scripts and benchmarks', () => {
    expect(all.length).toBeGreaterThan(files.length + 300)
    expect(all.flatMap(file => cycleFrom(file) ?? [])).toEqual([])
  })

  it('names only files that exist in its comments', () => {
    const names = new Set(all.map(file => basename(file)))
    const missing = files.flatMap(file =>
      commentsOf(file).flatMap(({line, text}) =>
        [...text.matchAll(/[\w/-]+\.tsx?\b/g)]
          .filter(([name]) => !names.has(basename(name)))
          .map(([name]) => `${file}:${line} names ${name}`),
      ),
    )
    expect(missing).toEqual([])
  })

  it('gives each type a unique name', () => {
    const declared = files.flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm)].map(
        ([, name = '']) => ({name, file}),
      ),
    )
    const repeated = [...Map.groupBy(declared, ({name}) => name)]
      .filter(([, places]) => places.length > 1)
      .map(([name, places]) => `${name}: ${places.map(({file}) => file).join(', ')}`)
    expect(repeated).toEqual([])
  })

  it('queries the DOM only in the router and in hooks', () => {
    // The script that follows the document while it is edited renders nothing.
    const components = files.filter(file => /^src\/frontend\/(?!router\/|hooks\/|dev\.ts)/.test(file))
    const queries = components.flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((text, index) =>
          /\b(?:querySelector|getElement|addEventListener)/.test(text) ? [`${file}:${index + 1}`] : [],
        ),
    )
    expect(components.length).toBeGreaterThan(100)
    expect(queries).toEqual([])
  })

  it('writes SQL in few places', () => {
    const writing = files.filter(file => /from 'kysely'|\bqueryRows\b/.test(readFileSync(file, 'utf8')))
    expect(writing.length).toBeGreaterThan(writesSqlToo.length + 30)
    expect(writing.filter(file => !writesSql.test(file)).sort()).toEqual(writesSqlToo)
  })

  it('has folders of a readable size', () => {
    const sizes = [...Map.groupBy(files, file => dirname(file))].map(([folder, inside]) => [folder, inside.length])
    expect(sizes.filter(([, size]) => Number(size) > largest)).toEqual([])
  })
})

/** The shortest import cycle through a file, as text. */
function cycleFrom(start: string): string | null {
  const came = new Map<string, string>()
  const queue = [start]
  for (const file of queue)
    for (const target of imports.get(file) ?? []) {
      if (target === start) return [...wayTo(file, came), start].join(' → ')
      if (came.has(target)) continue
      came.set(target, file)
      queue.push(target)
    }
  return null
}

function wayTo(file: string, came: ReadonlyMap<string, string>): string[] {
  const before = came.get(file)
  return before === undefined ? [file] : [...wayTo(before, came), file]
}
