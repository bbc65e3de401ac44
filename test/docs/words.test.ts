/** The texts that reach people are plain English, and every language has all of them. */

import {globSync, readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {german} from '../../src/messages/de/index.ts'
import {english} from '../../src/messages/en/index.ts'
import {messagesFor} from '../../src/screens/messages.ts'
import {oddWords} from '../kit/words.ts'

const root = new URL('../../', import.meta.url).pathname

/** Replaces comments by empty lines, so that only texts of the program remain. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, part =>
    part.startsWith('/') ? part.replace(/[^\n]/g, '') : part,
  )
}

describe('what people read', () => {
  const sources = globSync('src/**/*.{ts,tsx}', {cwd: root}).filter(file => !/\.de\.ts$|\/messages\/de\//.test(file))
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
    const pages = globSync(['docs/*.md', 'docs/decisions/*.md', '*.md'], {cwd: root})
    expect(pages.length).toBeGreaterThan(8)
    expect([...sources, ...pages].flatMap(file => oddWords(file, readFileSync(`${root}${file}`, 'utf8')))).toEqual([])
  })

  it('is plain English in the demonstration data', () => {
    const files = globSync('apps/*/demo/*.csv', {cwd: root})
    expect(files.length).toBeGreaterThan(10)
    expect(files.flatMap(file => oddWords(file, readFileSync(`${root}${file}`, 'utf8')))).toEqual([])
  })

  it('is plain English in tests, scripts and benchmarks, with the documents and data they use', () => {
    const files = globSync(['{test,bench,scripts}/**/*.{ts,tsx,js,mjs,css,md,csv}'], {cwd: root}).filter(
      // The lists of odd words contain them.
      file => !/node_modules|^test\/(?:docs|kit)\/words/.test(file),
    )
    expect(files.length).toBeGreaterThan(500)
    expect(files.flatMap(file => oddWords(file, readFileSync(`${root}${file}`, 'utf8')))).toEqual([])
  })

  it('is plain English in the documents', () => {
    expect(documents.length).toBeGreaterThanOrEqual(4)
    expect(documents.flatMap(file => oddWords(file, readFileSync(`${root}${file}`, 'utf8')))).toEqual([])
  })
})

/** Every text by its path: fixed ones unchanged, those with values filled with the names of their parameters. */
function texts(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof value === 'string') return new Map([[path, value]])
  if (typeof value === 'function') return new Map([[path, shapeOf(value)]])
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(Object.entries(value).flatMap(([key, each]) => [...texts(each, path === '' ? key : `${path}.${key}`)]))
}

/** The values that a message uses: it is called with marks instead of values. */
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
          key === 'replace' ||
          key === 'join'
        )
          return () => text
        return typeof key === 'string' && key !== 'then' ? mark(`${name}.${key}`) : undefined
      },
    },
  )
}

/** “this request” in English; German would need the gender of the noun, and uses “dieser Eintrag”. */
const withoutNoun = new Set([
  'records.closed',
  'forms.decides',
  'notice.whyWaiting',
  'notice.whyOwn',
  'changes.movedSpan',
  'approvals.atOnce',
  'forms.reachesLimit',
  'records.added',
  'records.created',
  'records.updated',
  'records.restored',
])

/** Words that German texts do not contain. */
const notGerman: readonly {readonly words: RegExp; readonly instead: string}[] = [
  {words: /["“](?=\p{L})|”/u, instead: 'quotation marks are „…“'},
  {words: /\b(?:du|dein|deine|dir|dich|ihr habt)\b/, instead: 'Sie'},
  {
    words: /\b(?:Emails?|E-mail|User|Login|canceln|downloaden|updaten)\b/,
    instead: 'E-Mail, Person, Anmeldung, abbrechen, …',
  },
  {words: /\p{L}{3}…/u, instead: 'a space before the ellipsis'},
]

const parts: readonly (readonly [string, object, object])[] = [
  ['pages', messagesFor('en'), messagesFor('de')],
  ['events', english.events, german.events],
  ['mails', english.mails, german.mails],
  ['errors', english.errors, german.errors],
  ['errors of calls', english.errorsOfCalls, german.errorsOfCalls],
]

describe.each(parts)('the German texts of %s', (_, english, german) => {
  const there = texts(english)
  const here = texts(german)
  // `{a_field}` is a field with an English article.
  const placeholders = (text: string) =>
    [...text.replace('{a_field}', '{field}').matchAll(/\{[\w.]+\}/g)].map(String).sort()

  it('match the English ones exactly', () => {
    expect([...here.keys()].sort()).toEqual([...there.keys()].sort())
    const missing = [...here].filter(([path, text]) => text === '' && there.get(path) !== '' && !withoutNoun.has(path))
    expect(missing).toEqual([])
  })

  it('follow the style of German products', () => {
    const odd = [...here].flatMap(([path, text]) =>
      notGerman.flatMap(({words, instead}) => (words.test(text) ? [`${path}: ${text} (${instead})`] : [])),
    )
    expect(odd).toEqual([])
  })

  it('use the same values', () => {
    const different = [...there].flatMap(([path, text]) => {
      const wanted = placeholders(text)
      const found = placeholders(here.get(path) ?? '')
      return wanted.join() === found.join() || withoutNoun.has(path)
        ? []
        : [`${path}: ${wanted.join()} and ${found.join()}`]
    })
    expect(different).toEqual([])
  })
})
