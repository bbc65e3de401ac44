/**
 * Documents that are made to crash or stall the check: findings in seconds, as many as a person may want to read. A
 * document that takes longer is quadratic in its length, or worse.
 */

import {expect, it} from 'vitest'
import {checkWhole} from '../../src/screens/testing.ts'

const ticket = (rows: string, rest = '') =>
  `# App\n\n## 3. Entities\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| subject | text 1..60 |\n${rows}\n${rest}`
const many = (count: number, text: (index: number) => string) => Array.from({length: count}, (_, i) => text(i)).join('')
const fenced = (heading: string, json: string) => `### ${heading}\n\n\`\`\`json\n${json}\n\`\`\`\n\n`
const grants = `## 6. Roles

| Role | Joins by |
|---|---|
| Member | sign-up |

| Role | May | On |
|---|---|---|
| Member | read | Ticket |

`
const call = (json: string, shapes = '') =>
  `${grants}## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Get | GET | /api/x/:id | one Ticket | everyone |

${fenced('Get', json)}${shapes}`
const shapes = (count: number, each: (next: string) => string) =>
  ticket(
    '| again | Ticket |\n',
    call(
      '{"a": "{this as S0}"}',
      many(count, i => fenced(`Shape S${i} of Ticket`, i === count - 1 ? '{"s": "{subject}"}' : each(`S${i + 1}`))),
    ),
  )
const twice = (next: string) => `{"a": "{this as ${next}}", "b": "{again as ${next}}"}`

const screens = '## 2. Screens\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n'

/** Each condition joins or excludes most of the fields, so that trying their values would take forever. */
function manyConditions(count: number): string {
  const each = (text: (index: number) => string, by: string) => Array.from({length: count}, (_, i) => text(i)).join(by)
  const pair = (i: number) => each(k => `(b${k} and not(b${(k + i + 1) % count}))`, ' or ')
  const triple = (i: number) => each(k => `(b${k} or not(b${(k * 7 + i) % count}) or b${(k * 3 + i) % count})`, ' and ')
  const actions = many(count, i => `| go${i} | s${i} | s${i + 1} | Member | ${pair(i)} |\n`)
  const rules = many(60, i => `| r${i} | Ticket | ${triple(i)} | E${i} |\n`)
  const may = many(60, i => `| Member | update | Ticket | ${pair(i)} |\n`)
  return ticket(
    many(count, i => `| b${i} | yes/no |\n`),
    `## 4. States\n\n### Ticket\n\n| Action | From | To | Who | When |\n|---|---|---|---|---|\n${actions}
## 5. Rules\n\n| Rule | On | Must hold | Error |\n|---|---|---|---|\n${rules}
## 6. Roles\n\n| Role | Joins by |\n|---|---|\n| Member | sign-up |\n
| Role | May | On | Where |\n|---|---|---|---|\n${may}`,
  )
}

/** Of a size that takes seconds to check. */
type Sized = (full: number) => number

/** The document, and a finding that it must have; null if it is only large. */
type Hostile = readonly [name: string, document: () => string, code: string | null]

const named = (count: number): string => count.toLocaleString('en')

const documents = (of: Sized): readonly Hostile[] => [
  ['shapes of which each uses the next twice', () => shapes(30, twice), 'N710'],
  ['a chain of thousands of shapes', () => shapes(2000, next => `{"a": "{this as ${next}}"}`), 'N710'],
  ['JSON nested 3,000 deep', () => ticket('', call(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`)), 'N710'],
  ['JSON nested 200,000 deep', () => ticket('', call(`${'['.repeat(200_000)}1${']'.repeat(200_000)}`)), 'N710'],
  [
    'JSON of 50,000 unknown names',
    () => ticket('', call(`{${many(50_000, i => `"k${i}": "{no${i}}",`)}"z": 1}`)),
    'N710',
  ],
  ['a choice of 5,000 words', () => ticket(`| c | one of ${many(5000, i => `w${i}, `)}z |`), 'N302'],
  ['a choice of 100,000 words', () => ticket(`| c | any of ${many(100_000, i => `w${i}, `)}z |`), 'N302'],
  ['deep parentheses', () => ticket(`| c | = ${'('.repeat(900)}1${')'.repeat(900)} |`), 'N051'],
  ['deep lists', () => ticket(`| c | = count(${'['.repeat(900)}1${']'.repeat(900)}) |`), 'N051'],
  ['a long sum', () => ticket(`| c | = 1${' + 1'.repeat(2000)} |`), 'N050'],
  [
    `${named(of(10_000))} entities`,
    () =>
      `# App\n\n## 3. E\n\n${many(of(10_000), i => `### E${i}\n\n| Field | Type |\n|---|---|\n| name | text |\n\n`)}`,
    null,
  ],
  [
    `${named(of(10_000))} unknown entities`,
    () =>
      `# App\n\n## 3. E\n\n${many(of(10_000), i => `### E${i}\n\n| Field | Type |\n|---|---|\n| name | Nosuch${i} |\n\n`)}`,
    'N308',
  ],
  [
    `${named(of(3000))} unknown entities with names like those of others`,
    () =>
      `# App\n\n## 3. E\n\n${many(of(3000), i => `### E${i}\n\n| Field | Type |\n|---|---|\n| name | F${i} |\n\n`)}`,
    'N308',
  ],
  ['10,000 unknown types', () => ticket(many(10_000, i => `| f${i} | txet${i} |\n`)), 'N301'],
  ['one line of 5 MB', () => `# App\n\n${'a'.repeat(4_900_000)}\n`, null],
  [`one cell of ${named(of(2_000_000))} words`, () => ticket(`| x | ${'a '.repeat(of(2_000_000))} |`), 'N301'],
  ['one row of 900,000 cells', () => ticket('|'.repeat(900_000)), 'N011'],
  ['a million cells', () => `# App\n\n${screens}${'| a | b | c | d |\n'.repeat(250_000)}`, 'N003'],
  ['lists nested 1,000 deep', () => `# App\n\n${many(1000, i => `${' '.repeat(2 * i)}- a\n`)}`, 'N004'],
  ['quotations nested 20,000 deep', () => `# App\n\n${'>'.repeat(20_000)} a\n`, 'N004'],
  [
    'a number of 100,000 digits',
    () =>
      ticket(
        `| n | number 0..${'9'.repeat(100_000)} |`,
        `## 9. Limits\n\n| Name | Value |\n|---|---|\n| BIG | ${'9'.repeat(1_000_000)} |\n`,
      ),
    'N903',
  ],
  [
    `${named(of(3000))} computed fields in a circle`,
    () => ticket(many(of(3000), i => `| c${i} | = c${(i + 1) % of(3000)} + 1 |\n`)),
    'N322',
  ],
  [
    'computed fields of which each reads the next twice',
    () => ticket(many(60, i => `| c${i} | = ${i === 59 ? '1' : `c${i + 1} + c${i + 1}`} |\n`)),
    'N322',
  ],
  [
    `${named(of(3000))} entities that require each other in a circle`,
    () =>
      `# App\n\n## 3. E\n\n${many(of(3000), i => `### E${i}\n\n| Field | Type | Required |\n|---|---|---|\n| x | E${(i + 1) % of(3000)} | yes |\n\n`)}`,
    'N321',
  ],
  [
    '20,000 columns that do not exist',
    () =>
      ticket(
        '',
        `${screens}| S | /s | list of Ticket | everyone |\n\n### S\n\n- columns: ${many(20_000, i => `x${i}, `)}subject\n`,
      ),
    'N212',
  ],
  [
    `${named(of(3000))} grants`,
    () =>
      ticket(
        '',
        `## 6. Roles\n\n| Role | Joins by |\n|---|---|\n${many(of(1000), i => `| R${i} | invitation |\n`)}\n| Role | May | On | Where |\n|---|---|---|---|\n${many(of(3000), i => `| R${i % of(1000)} | read | Ticket | subject = "a${i}" |\n`)}`,
      ),
    null,
  ],
  ['conditions, rules and actions over 40 yes/no fields, for the prover', () => manyConditions(40), 'N404'],
  [
    '4,000 actions between 2,000 states',
    () =>
      ticket(
        '',
        `## 4. S\n\n### Ticket\n\n| Action | From | To | Who |\n|---|---|---|---|\n${many(4000, i => `| a${i} | s${i % 2000} | s${(i * 17 + 1) % 2000} | Member |\n`)}\n${grants}`,
      ),
    'N404',
  ],
  [
    `${named(60 * of(20))} actions of the system with long paths, for each record of another entity`,
    () =>
      `# App\n\n## 3. E\n\n${many(60, i => `### E${i}\n\n| Field | Type |\n|---|---|\n| n | number |\n| r | E${(i + 1) % 60} |\n\n`)}## 4. S\n\n${many(60, i => `### E${i}\n\n| Action | Who | When | Then |\n|---|---|---|---|\n${many(of(20), k => `| a${k} | system | ${'r.'.repeat(25)}n = ${k} | for each x in E${(i * 7 + k) % 60}[n = ${k}]: change x(n: n + 1) |\n`)}\n`)}`,
    'N094',
  ],
]

interface Scale {
  /** Of the sizes that take long. */
  readonly part: number
  /** Of the processor: by the clock, a busy machine takes many times as long. */
  readonly mostSeconds: number
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

export function hostileDocumentsAreChecked({part, mostSeconds}: Scale): void {
  it.each(documents(full => Math.ceil(full * part)))('X18: %s', {timeout: 240_000}, (_, document, code) => {
    const bytes = bytesOf(document())
    const before = process.threadCpuUsage()
    const {findings} = checkWhole([{file: 'app.md', bytes}])
    const {user, system} = process.threadCpuUsage(before)
    expect((user + system) / 1_000_000).toBeLessThan(mostSeconds)
    if (code !== null) expect(findings.map(found => found.code)).toContain(code)
    expect(findings.length).toBeLessThanOrEqual(1000)
    expect(Math.max(0, ...findings.map(({message, hint}) => message.length + hint.length))).toBeLessThan(5000)
  })

  it('X18: translations of thousands of texts that are gone', {timeout: 240_000}, () => {
    const german = `# App\n\n## 3. E\n\n| English | Deutsch |\n|---|---|\n${many(20_000, i => `| Text ${i} | Satz ${i} |\n`)}`
    const files = [
      {file: 'app.md', bytes: bytesOf(ticket(''))},
      {file: 'app.de.md', bytes: bytesOf(german)},
    ]
    expect(checkWhole(files).findings.length).toBeLessThanOrEqual(1000)
  })
}
