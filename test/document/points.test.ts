import {describe, expect, it} from 'vitest'
import {hueOf} from '../../src/points/icons-and-colours.ts'
import {readConstant} from '../../src/points/limits/value.ts'
import {findScreen} from '../../src/points/screens/run.ts'
import {documentOf, handbook, ninePoints} from '../kit/documents.ts'

function found(body: string): string[] {
  return documentOf(`# T\n${body}`).findings.map(({code, line, column, hint}) => `${code} ${line}:${column} ${hint}`)
}

const roles = '\n## 6. R\n\n| Role |\n|---|\n| Staff |\n| Guest |\n| Chief |\n'
const screens = (rows: string, rest = '') =>
  `## 2. S\n| Screen | Route | Shows | For |\n|---|---|---|---|\n${rows}\n\n${rest}`

describe('point 1', () => {
  it('gives the title, the description and the audiences', () => {
    expect(documentOf(handbook).specification.purpose).toMatchObject({
      title: 'Handbook',
      description: 'Tells new people <b>how</b> things work & where they are.',
      audiences: [{who: 'New people', wants: 'to find their way'}],
    })
  })

  it('rejects an unknown table', () => {
    expect(found('## 1. A\n| x | y |\n|---|---|\n| 1 | 2 |\n')).toEqual([
      'N016 3:1 Tables here have the columns `| Audience | Wants |` (audiences).',
    ])
  })
})

describe('point 2', () => {
  it.each([
    ['an unknown kind of screen', '| A | /a | pge | everyone |', 'N201 5:12 Write `page`.'],
    ['a list of nothing', '| A | /a | list Ticket | everyone |', 'N201 5:12 Write `list of Ticket`.'],
    ['a route without a slash', '| A | a b | page | everyone |', 'N202 5:7 Write `/a-b`.'],
    ['a route with a slash at its end', '| A | /a/ | page | everyone |', 'N202 5:7 Write `/a`.'],
    ['a route of the engine', '| A | /_nonet/x | page | everyone |', 'N202 5:7 Choose another first word.'],
    ['a route with capitals', '| A | /About | page | everyone |', 'N202 5:7 Write `/about`.'],
    ['a route with a parameter twice', '| A | /:a/:a | page | everyone |', 'N202 5:7 Name each parameter once.'],
    [
      'nobody',
      '| A | /a | page | |',
      'N205 5:19 Name roles of point 6, or write `everyone` (also without signing in) or `signed in`.',
    ],
    ['a role in lower case', '| A | /a | page | evryone |', 'N205 5:19 Did you mean `everyone`?'],
    ['no name', '| | /a | page | everyone |', 'N209 5:3 Write one: it is the title and the entry in the menu.'],
  ])('finds %s', (_name, row, expected) => {
    expect(found(screens(row))).toEqual([expected])
  })

  it('finds conflicting screens', () => {
    const rows = '| A | /a | page | everyone |\n| B | /a | page | Staff |\n| A | /c | page | everyone |'
    const words = '### A\nx\n\n### B\ny\n'
    expect(found(screens(rows, words) + roles)).toEqual([
      'N203 6:7 Choose another route, or different roles.',
      'N204 7:3 Rename one of them.',
    ])
  })

  it('lets screens of disjoint roles share a route', () => {
    expect(
      found(screens('| A | /a | page | Staff |\n| B | /a | page | Guest, Chief |', '### A\nx\n\n### B\ny\n') + roles),
    ).toEqual([])
  })

  it('finds descriptions of nothing, empty bullets, and pages without text', () => {
    const rows = '| Rules | /a | page | everyone |\n| Empty | /b | page | everyone |'
    expect(
      found(
        screens(rows, '### Ruels\n\nx\n\n### Rules\n\n- manu: no\n- menu: never\n- menu: no\n\nWords {NOT_THERE}.\n'),
      ),
    ).toEqual([
      'N206 6:3 Write its text under `### Empty`.',
      'N020 8:5 Did you mean `Rules`?',
      'N018 14:3 Did you mean `menu`?',
      'N207 15:9 Write `- menu: no`.',
      'N019 16:3 Keep one of the two lines.',
      'N021 18:8 Add it to the constants of point 9.',
    ])
  })

  it('finds unknown, missing and repeated columns', () => {
    expect(found('## 2. S\n| Screen | Rout | Shows | For | For |\n|---|---|---|---|---|\n')).toEqual([
      'N014 3:12 Did you mean `Route`?',
      'N017 3:33 Remove one of them.',
    ])
  })

  it('gives each person their own screen of a shared route, and prefers words to parameters', () => {
    const rows =
      '| New | /t/new | page | everyone |\n| One | /t/:id | page | everyone |\n| Mine | / | page | Guest |\n| Queue | / | page | Staff |'
    const {specification} = documentOf(`# T\n${screens(rows)}`)
    const at = (path: string, roles: string[] | null) => {
      const match = findScreen(specification.screens, path, roles && {roles})
      return match && `${match.screen.name} ${JSON.stringify(match.parameters)}`
    }
    expect(at('/t/new', null)).toBe('New {}')
    expect(at('/t/7', null)).toBe('One {"id":"7"}')
    expect(at('/', ['Guest'])).toBe('Mine {}')
    expect(at('/', ['Staff', 'Guest'])).toBe('Mine {}')
    expect(at('/', ['Staff'])).toBe('Queue {}')
    expect(at('/', null)).toBeNull()
    expect(at('/t', null)).toBeNull()
    expect(at('/t/7/8', null)).toBeNull()
  })
})

describe('point 8', () => {
  const errors = (row: string) => found(`## 8. E\n| Code | Status | Message |\n|---|---|---|\n${row}\n`)
  it.each([
    ['a code in lower case', '| not_found | 404 | x |', /^N801 5:3/],
    ['a status that is no refusal', '| A | 200 | x |', /^N803 5:7/],
    ['a status that is not a number', '| A | often | x |', /^N803 5:7/],
    ['a message that is missing', '| A | 422 | |', /^N804 5:3/],
    [
      'another status for a code of ours',
      '| NOT_FOUND | 200 | x |',
      /^N805 5:15 Give an error of your own another code\. .* write `404`\.$/,
    ],
    ['a code twice', '| A | 422 | x |\n| A | 422 | y |', /^N802 6:3/],
  ])('finds %s', (_name, row, expected) => {
    expect(errors(row)).toEqual([expect.stringMatching(expected)])
  })
})

describe('point 9', () => {
  it.each([
    ['20', {kind: 'number', number: '20'}],
    ['-19.99', {kind: 'number', number: '-19.99'}],
    ['7 days', {kind: 'duration', seconds: 604_800}],
    ['1 hour', {kind: 'duration', seconds: 3600}],
    ['2 years', {kind: 'months', months: 24}],
    ['10 MB', {kind: 'size', bytes: 10_485_760}],
    ['100 per minute', {kind: 'rate', count: 100, seconds: 60}],
    ['"Europe/Paris"', {kind: 'text', text: 'Europe/Paris'}],
    ['Monday, Tuesday', {kind: 'words', words: ['Monday', 'Tuesday']}],
    ['Monday', {kind: 'words', words: ['Monday']}],
    ['teal', null],
    ['1,5', null],
    ['7 fortnights', null],
    ['', null],
  ])('reads %j', (text, value) => {
    expect(readConstant(text)).toEqual(value)
  })

  const limits = (row: string) => found(`## 9. L\n| Name | Value |\n|---|---|\n${row}\n`)
  it.each([
    ['a name in lower case', '| page size | 20 |', 'N901 5:3 Write `PAGE_SIZE`.'],
    [
      'several domains without quotation marks',
      '| SIGN_UP_DOMAINS | example.com, example.de |',
      'N903 5:21 Texts need double quotes. Write `"example.com, example.de"`.',
    ],
    ['a text without quotation marks', '| ACCENT | teal |', 'N903 5:12 Texts need double quotes. Write `"teal"`.'],
    [
      'no value',
      '| A | |',
      'N903 5:7 Values look like `20`, `19.99`, `7 days`, `10 MB`, `100 per minute`, `"a text"` or `Monday, Tuesday`.',
    ],
    ['an unknown time zone', '| TIME_ZONE | "Europe/Pariss" |', 'N904 5:15 Did you mean `"Europe/Paris"`?'],
    ['a page size that is too large', '| PAGE_SIZE | 1000 |', 'N904 5:15 The default is `25`.'],
    ['a session that is too long', '| SESSION_LENGTH | 400 days |', 'N904 5:20 The default is `14 days`.'],
    ['a file that is too large', '| MAX_UPLOAD | 20 GB |', 'N904 5:16 The default is `10 MB`.'],
    ['an unknown language', '| LANGUAGE | "klingon" |', 'N904 5:14 The default is `"en"`.'],
    ['an empty name', '| PRODUCT_NAME | " " |', 'N904 5:18 The default is `""`.'],
    ['a logo that was not uploaded', '| LOGO | "logo.svg" |', 'N904 5:10 The default is `""`.'],
    ['an unknown accent', '| ACCENT | "tael" |', 'N904 5:12 Did you mean `"teal"`?'],
    [
      'a working week with an unknown day',
      '| WORKING_WEEK | Monday, Funday |',
      'N904 5:18 The default is `Monday, Tuesday, Wednesday, Thursday, Friday`.',
    ],
    ['a name twice', '| A | 1 |\n| A | 2 |', 'N902 6:3 Keep one of the two rows.'],
  ])('finds %s', (_name, row, expected) => {
    expect(limits(row)).toEqual([expected])
  })

  it('turns a colour into its hue', () => {
    expect([hueOf('teal'), hueOf('#00f'), hueOf('#FF0000'), hueOf('#0f0'), hueOf('blurple'), hueOf('#12345')]).toEqual([
      172,
      264,
      29,
      142,
      null,
      null,
    ])
  })

  it('has a default for every setting', () => {
    expect(documentOf(ninePoints).specification.limits.settings).toMatchObject({
      PAGE_SIZE: 25,
      PRODUCT_NAME: '',
      LOGO: '',
      TIME_ZONE: 'UTC',
      LANGUAGE: 'en',
      ACCENT: 'teal',
      MAX_UPLOAD: 10_485_760,
      UPLOADS_PER_PERSON: 1_073_741_824,
      UPLOADS_IN_ALL: 21_474_836_480,
    })
  })
})

describe('a document with nine open points', () => {
  it('seed: has no findings and reports all points as open', () => {
    const {findings, sound, specification} = documentOf(ninePoints)
    expect(findings).toEqual([])
    expect(sound).toBe(true)
    expect(specification.open).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it.each([
    'The purpose and the audience are not shown.',
    'It is not described yet.',
    'Nothing is said.',
    'Zweck und Zielgruppe sind nicht angegeben.',
    '*Open.*',
    'To be decided.',
    'Noch offen',
  ])('seed: has no purpose: %s', sentence => {
    const {specification} = documentOf(`# T\n\n## 1. Purpose\n\n${sentence}\n\n- shows its specification: everyone\n`)
    expect(specification.open).toContain(1)
    expect(specification.purpose).toMatchObject({description: '', prose: ''})
  })

  it.each([
    'The product is for people whose photos are not shown.',
    'The purpose and the audience are not shown. Orders are.',
    'Nothing is shown to strangers.',
    'Nothing is forgotten.',
    'Open to everyone.',
  ])('seed: has a purpose: %s', sentence => {
    const {specification} = documentOf(`# T\n\n## 1. Purpose\n\n${sentence}\n`)
    expect(specification.open).not.toContain(1)
    expect(specification.purpose.description).toBe(sentence)
  })

  it('that are missing altogether is valid too', () => {
    expect(documentOf('# T\n')).toMatchObject({findings: [], sound: true})
  })
})
