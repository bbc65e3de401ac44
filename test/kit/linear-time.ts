/**
 * Every parser of external input, with input designed to be slow. `growthOf` measures how its time grows with the
 * input: processor time, the best of several runs, to exclude other processes.
 */

import {csvRows} from '../../src/engine/csv/csv-format.ts'
import {type as typeText} from '../../src/feel/index.ts'
import {checkWhole, openFolder} from '../../src/screens/testing.ts'
import type {App} from '../../src/server/app.ts'
import {sameOrigin} from './http.ts'
import {peopleFixture} from './people.ts'
import {makeFolder, sqlite} from './store-databases.ts'

export interface Parser {
  readonly name: string
  /** The length of its smallest input; the largest is `growth` times as long. */
  readonly size: number
  /** Repeated until the input has the required length. */
  readonly units: readonly string[]
  read(input: string): unknown
}

/** Includes input beyond the limits of a parser: rejecting it must be fast too. */
export function parsersOf(app: App, size: number): readonly Parser[] {
  const header = (name: string, path = '/sign-in') => ({
    name: `header ${name}`,
    size: size / 4,
    read: async (value: string) => drop(await app.request(path, {headers: {[name]: value.trim()}})),
  })
  return [
    {
      name: 'CSV',
      size,
      units: ['"', '""', '"\n', '"\r', '","', ',', '\n', '\r', "'", '"a;\n', 'x'],
      read: input => rowsIn(input),
    },
    {
      name: 'form in the body',
      size,
      units: ['a', 'a=1&', '&', '=', '%', '%41', '+', 'a[', '_action=', 'title=%E4&'],
      read: async input => drop(await posted(app, input, 'application/x-www-form-urlencoded')),
    },
    {
      name: 'form in parts',
      size,
      units: [
        '--b\r\n',
        '\r\n--b',
        '\r\n-',
        '\r',
        '-',
        'content-disposition: form-data; name="a"\r\n',
        '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n',
        '--b\r\ncontent-disposition: form-data; name="a"; filename="x"\r\ncontent-type: text/plain\r\n\r\n1\r\n',
      ],
      read: async input => drop(await posted(app, `--b\r\n${input}`, 'multipart/form-data; boundary=b')),
    },
    {
      name: 'kind of a form',
      size: size / 4,
      units: ['multipart/form-data; ', 'boundary=', '; boundary="', 'a/', ';', '"\\', "filename*=utf-8''%"],
      read: async input => drop(await posted(app, '--b--', `multipart/form-data;${input.trim()}`)),
    },
    {
      name: 'address',
      size: size / 4,
      units: ['/', '%2e', '/..', 'a', '?', '&a', '#', '..', '%', '//', '/x.'],
      read: async input => drop(await app.request('/', {}, {target: `/${input}`})),
    },
    {
      name: 'query of a list',
      size: size / 4,
      units: ['a=1&', 'sort=name&', 'name,-name,', 'tag=a,b&', 'q=%20&', 'made=1..2&', 'made=..', 'after=WyI', 'q=a'],
      read: async input => drop(await app.request('/', {}, {target: `/things?${input}`})),
    },
    {
      name: 'cursor',
      size: size / 4,
      units: ['W', 'WyIi', '-', '_', 'ImEi'],
      read: async input => drop(await app.request('/', {}, {target: `/things?after=${input}`})),
    },
    {...header('accept'), units: ['a/b,', ';q=', ' ', ',', '*/*;q=0.1,']},
    {...header('accept-encoding'), units: ['gzip,', 'gzip;q=0,', ';q=', ' ', ',']},
    {...header('accept-language'), units: ['de,', 'de;q=0.1,', '-', ',']},
    {...header('cookie'), units: ['a=b;', '=', ';', ' ', 'session=']},
    {...header('if-none-match'), units: ['"a",', 'W/', '"', ',']},
    {...header('if-modified-since'), units: ['Mon, ', ' ', '0']},
    {...header('range', '/_files/x/y'), units: ['bytes=', '0-0,', '-', ',']},
    {...header('user-agent'), units: ['Chrome/', 'Mozilla/5.0 (', 'Safari ', '(', '1.']},
    {...header('referer'), units: ['http://', '/', '//', '?a', '%2f']},
    {...header('origin'), units: ['http://', '/', '.', ':', 'a']},
    {...header('x-forwarded-for'), units: ['1.2.3.4,', ',', ' ', ':']},
    {...header('forwarded'), units: ['for=1;', 'for="', ',', ';']},
    {
      name: 'document',
      size: size / 4,
      units: [
        'a',
        '|',
        '| a ',
        '|---',
        '`',
        '*a ',
        '_a_',
        '[',
        '![',
        '](',
        '[a](',
        '<',
        '<!--',
        '<!-- a -->\n',
        '&',
        '\\',
        '> ',
        '- ',
        '- a: b\n',
        '# a\n',
        '## 3. a\n\n',
        '### A\n\n',
        '\n',
        '\n| a | b |\n|---|---|\n| c | d |\n\n',
        '| c | d |\n',
        '```\n',
        '    a\n',
        '{A}',
        '- accept: N431 because so.\n',
        '[a]: b\n',
      ],
      read: input => documentIn(`# A\n\n## 2. Screens\n\n${input}`),
    },
    {
      name: 'expression',
      size: Math.min(size / 32, 2500),
      units: [
        '(',
        '[',
        '1+',
        'a ',
        'a 1 ',
        'a.',
        'not(',
        '"',
        '"a"+',
        '{a:',
        'if a then ',
        'a and ',
        '-',
        '1 in ',
        '@"',
        '/*',
        '1.',
        'é',
        'for a in ',
        '<',
        '?',
      ],
      read: input => typeText(input, {entities: new Map()}),
    },
  ]
}

const drop = async (response: Response): Promise<void> => {
  await response.arrayBuffer()
}

async function rowsIn(text: string): Promise<void> {
  const bytes = async function* () {
    yield new TextEncoder().encode(text)
  }
  try {
    for await (const _ of csvRows(bytes()));
  } catch {}
}

function documentIn(text: string): void {
  checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}])
}

function posted(app: App, body: string, type: string): Promise<Response> {
  const headers = {...sameOrigin, 'content-type': type}
  return app.request('/things/new', {method: 'POST', body, headers})
}

/** Shorter runs are too imprecise to measure growth. */
const tooShort = 50

/** Milliseconds for an input and for four times as much, until they are short or were measured often enough. */
async function timesOf({size, read}: Parser, unit: string, tries: number): Promise<{small: number; large: number}> {
  const input = (factor: number) => unit.repeat(Math.ceil((size * factor) / unit.length))
  const [short, long] = [input(1), input(4)]
  const times = {small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY}
  for (let run = 0; run < tries && !isLinear(times); run += 1) {
    times.small = Math.min(times.small, await timeOf(() => read(short)))
    times.large = Math.min(times.large, await timeOf(() => read(long)))
  }
  return times
}

/** Linear: four times the input takes four times as long. Quadratic: sixteen times. */
function isLinear({small, large}: {small: number; large: number}): boolean {
  return large < tooShort || large < 10 * small
}

/** The input with superlinear time, with the milliseconds; null if there is none. */
export async function slowInput(parser: Parser, tries = 5): Promise<string | null> {
  for (const unit of parser.units) {
    let times = await timesOf(parser, unit, tries)
    // Other work of the process, such as garbage collection, may affect one measurement, but not all.
    for (let again = 1; again <= 3 && !isLinear(times); again += 1) times = await timesOf(parser, unit, tries * 2)
    if (!isLinear(times))
      return `${JSON.stringify(unit)}: ${Math.round(times.small)} ms, then ${Math.round(times.large)}`
  }
  return null
}

/** Of this thread: others of the process may be collecting garbage of earlier tests all the while. */
async function timeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const {user, system} = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

const thing = `## 3. Entities\n\n### Thing\n\n${table(
  ['Field', 'Type'],
  [
    ['name', 'text 1..40'],
    ['n', 'number'],
  ],
)}\n`
const keeper = `## 6. Roles\n\n${table(['Role', 'Joins by'], [['Keeper', 'sign-up']])}\n`

/** Documents with many of one thing, by the number of things. */
export const largeDocuments: Readonly<Record<string, (count: number) => string>> = {
  entities: count =>
    `## 3. Entities\n\n${each(
      count,
      n =>
        `### E${n}\n\n${table(
          ['Field', 'Type'],
          [
            ['name', 'text 1..40'],
            ['other', `E${(n + 1) % count}`],
          ],
        )}\n`,
    )}`,
  fields: count =>
    `## 3. Entities\n\n### Thing\n\n${table(
      ['Field', 'Type'],
      numbers(count).map(n => [`f${n}`, 'text 1..40']),
    )}`,
  screens: count =>
    `## 2. Screens\n\n${table(
      ['Screen', 'Route', 'Shows', 'For'],
      numbers(count).map(n => [`S${n}`, `/s${n}`, 'list of Thing', 'Keeper']),
    )}\n\n${thing}\n${keeper}`,
  roles: count =>
    `${thing}\n## 6. Roles\n\n${table(
      ['Role', 'Joins by'],
      numbers(count).map(n => [`Role${n}`, 'sign-up']),
    )}\n`,
  grants: count =>
    `${thing}\n${keeper}\n${table(
      ['Role', 'May', 'On', 'Where'],
      numbers(count).map(n => ['Keeper', 'read', 'Thing', `n = ${n}`]),
    )}`,
  'rows of an action': count =>
    `${thing}\n## 4. States\n\n### Thing\n\n- starts: s0\n\n${table(
      ['Action', 'From', 'To', 'Who', 'When'],
      numbers(count).map(n => ['go', 's0', 's1', 'Keeper', `n = ${n}`]),
    )}\n\n${keeper}`,
  rules: count =>
    `${thing}\n## 5. Rules\n\n${table(
      ['Rule', 'On', 'Must hold', 'Error'],
      numbers(count).map(n => [`r${n}`, 'Thing', `n > ${n}`, `BAD${n}`]),
    )}\n\n## 8. Errors\n\n${table(
      ['Code', 'Status', 'Message'],
      numbers(count).map(n => [`BAD${n}`, '422', 'No.']),
    )}\n`,
  constants: count =>
    `${thing}\n## 9. Limits\n\n${table(
      ['Name', 'Value'],
      numbers(count).map(n => [`C_${n}`, String(n)]),
    )}\n`,
}

const numbers = (count: number): number[] => Array.from({length: count}, (_, n) => n)
const each = (count: number, text: (n: number) => string): string => numbers(count).map(text).join('\n')

/** Checks such a document; `unit` is not used. */
export function checkOf(what: string, count: number): Parser {
  const write = largeDocuments[what] ?? (() => '')
  return {name: what, size: count, units: ['x'], read: input => documentIn(`# Many\n\n${write(input.length)}`)}
}

/** A list with every kind of filter, and a public form. */
export const openDesk = `# Things

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Things | /things | list of Thing | everyone |
| New thing | /things/new | form for Thing | everyone |

### Things

- columns: name, tag, made
- filters: name, tag, made, how_many, keeper
- search: name, text

## 3. Entities

### Thing

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |
| text | long text | |
| tag | one of red, green, blue | |
| tags | any of red, green, blue | |
| made | date and time | |
| how_many | number | |
| price | money | |
| mail | email | |
| site | url | |
| phone | phone | |
| lasts | duration | |
| keeper | User | |
| picture | image | |

## 6. Roles

| Role | Joins by |
|---|---|
| Keeper | sign-up |

| Role | May | On |
|---|---|---|
| everyone | create, read | Thing |
| everyone | read | User |
`

export async function deskApp(): Promise<App> {
  const address = await sqlite.make()
  const files = await openFolder(await makeFolder())
  return (await peopleFixture({address, document: openDesk, records: true, trustProxy: true, files})).app
}
