/** `nonet check` of own code, at its place in both files. */
import {symlinkSync} from 'node:fs'
import {basename, dirname, join, resolve} from 'node:path'
import {describe, expect, it} from 'vitest'
import {deprecatedFindings} from '../../src/code/check/deprecated-findings.ts'
import {applyFixes} from '../../src/document/finding.ts'
import {nonetHere} from '../kit/cli.ts'
import {authorFolder} from '../kit/own-code.ts'
import {contracts} from '../kit/own-effects.ts'
import {partsDocument, partsFiles} from '../kit/parts.ts'

const document = `# Rooms

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Floor plan | /floors | code FloorPlan | everyone |

### Floor plan

| Data | Shows |
|---|---|
| rooms | list of Room sort name limit 50 columns name |
| rooms.desks | list limit 5 columns name |
| free | count of Room |

| Action | Does |
|---|---|
| open | create Room |

## 3. Entities

### Room
- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |
| desks | list of Desk by room | |

### Desk

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |
| room | Room | |

## 6. Roles

| Role | Joins by |
|---|---|
| Anonymous | |

| Role | May | On |
|---|---|---|
| Anonymous | create, read | Room, Desk |
`

const screen = (body: string, imports = '') => `import {ActionForm, type ScreenProps} from 'nonet/screen'
${imports}
export default function FloorPlan({data, actions}: ScreenProps<'Floor plan'>) {
  return ${body}
}
`

const whole =
  '<p>{data.rooms.rows.map(({name, desks}) => name + desks.rows.length)}{data.free}<ActionForm action={actions.open} /></p>'

/** Findings as \`place code message\`, and the exit code. */
async function found(files: Readonly<Record<string, string>>, {types = false, of = document} = {}) {
  const folder = authorFolder({'app.md': of, ...files})
  if (types) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const {code, out, err} = await nonetHere(['check', '.', '--json'], {cwd: folder})
  expect(err).toBe('')
  const {findings}: {findings: Record<string, string | number | {file: string; line: number}[]>[]} = JSON.parse(out)
  const told = findings
    .filter(each => /^N25|N336|N725/.test(String(each['code'])))
    .map(each => ({
      at: `${each['file']}:${each['line']}`,
      code: each['code'],
      message: String(each['message']),
      also: Array.isArray(each['also']) ? each['also'].map(({file, line}) => `${file}:${line}`) : [],
    }))
  return {code, told}
}

describe('own code', () => {
  it('that is missing is a warning at its screen', async () => {
    const {code, told} = await found({})
    expect(code).toBe(0)
    expect(told).toEqual([
      {at: 'app.md:7', code: 'N252', message: expect.stringContaining('screens/FloorPlan.tsx'), also: []},
    ])
  })

  it('without mistakes has no findings', async () => {
    expect(await found({'screens/FloorPlan.tsx': screen(whole)}, {types: true})).toEqual({code: 0, told: []})
  })

  it('without a default export, that cannot be parsed, or imports what it may not, is an error at its line', async () => {
    const files = (text: string) => ({'screens/FloorPlan.tsx': text})
    const at = (line: number, message: string, also: readonly string[] = []) => ({
      code: 1,
      told: [{at: `screens/FloorPlan.tsx:${line}`, code: 'N253', message: expect.stringContaining(message), also}],
    })
    expect(await found(files('export const FloorPlan = 1'))).toEqual(at(1, 'no default export', ['app.md:7']))
    expect(await found(files(screen(`${whole}}`)))).toEqual(at(5, ''))
    const imports = "import {readFileSync} from 'node:fs'\nreadFileSync('/')"
    expect(await found(files(screen(whole, imports)))).toEqual(at(2, 'node:fs, which is a part of Node.js'))
    const styled = {...files(screen(whole)), 'screens/FloorPlan.css': 'p { color: red }\nbody { color: red }'}
    expect((await found(styled)).told).toEqual([
      {at: 'screens/FloorPlan.css:2', code: 'N253', message: expect.stringContaining('body'), also: []},
    ])
  })

  it('that does not use what its document declares is a warning at the row, also across its files', async () => {
    const files = {
      'screens/FloorPlan.tsx': screen('<Rooms rooms={data.rooms} />', "import {Rooms} from './parts/rooms'"),
      'screens/parts/rooms.tsx': `import type {RowOf} from 'nonet/screen'
export const Rooms = ({rooms}: {rooms: {rows: readonly RowOf<'Floor plan', 'rooms'>[]}}) => rooms.rows.map(each => each.desks.rows.length)`,
    }
    const {code, told} = await found(files)
    expect(code).toBe(0)
    expect(told.map(({at, message, also}) => [at, message.split(':')[0], also])).toEqual([
      ['app.md:15', '"Floor plan" does not use data `free`', ['screens/FloorPlan.tsx:1']],
      ['app.md:19', '"Floor plan" does not use the action `open`', ['screens/FloorPlan.tsx:1']],
    ])
  })

  it('with an error of TypeScript is told at its line, and what its screen cannot give it at the screen', async () => {
    const wrong = await found({'screens/FloorPlan.tsx': screen(whole.replace('name +', 'seats +'))}, {types: true})
    expect(wrong).toEqual({
      code: 1,
      told: [
        {at: 'screens/FloorPlan.tsx:4', code: 'N253', message: expect.stringContaining('seats'), also: ['app.md:7']},
        expect.objectContaining({at: 'screens/FloorPlan.tsx:4', message: expect.stringContaining("'name'")}),
      ].slice(0, wrong.told.length),
    })
    const other = screen(whole).replace("ScreenProps<'Floor plan'>", "ScreenProps<'Floor plan'> & {floor: number}")
    expect(await found({'screens/FloorPlan.tsx': other}, {types: true})).toEqual({
      code: 1,
      told: [
        {at: 'app.md:7', code: 'N253', message: expect.stringContaining('floor'), also: ['screens/FloorPlan.tsx:1']},
      ],
    })
  })

  it('of effects and functions is held against its row, with what it sees, returns and may change', async () => {
    const of = contracts.replace(
      '### Customer\n',
      '### Functions\n\n| Function | Takes | Gives |\n|---|---|---|\n| half | value: number | number |\n\n### Customer\n',
    )
    const files = (send: string, half = '({value}) => value / 2') => ({
      'functions/half.ts': `import type {Fn} from 'nonet/code'\nconst half: Fn<'half'> = ${half}\nexport default half\n`,
      'effects/sendContract.ts': `import {type Effect, GiveUp} from 'nonet/code'
const send: Effect<'send contract'> = async ({record, key, secrets, app, fetch, signal}) => {
  ${send}
}
export default send
`,
      'effects/otherWork.js': 'export default () => {}\n',
    })
    const returns = 'return {sent_as: record.title + key + secrets.SIGNING_KEY, sent_pages: null}'
    const sound = `
      const email: string | null = record.customer.email
      const [note] = await app.list('Note', {where: {contract: record.id}, sort: 'text'})
      if (note === undefined || email === null) throw new GiveUp('nothing')
      const customer = await app.find('Customer', record.id)
      if (customer?.name === null) await app.perform('Contract', record.id, 'send')
      await app.update('Contract', {id: record.id, version: 1}, {amount: 3})
      await fetch('https://example.com', {signal})
      ${returns}`
    expect(await found(files(sound), {types: true, of})).toEqual({code: 0, told: []})
    const wrong = (text: string, half?: string) =>
      found(files(text, half), {types: true, of}).then(({told}) => told.map(({at, message}) => `${at} ${message}`))
    expect(await wrong(`record.customer.email.length; ${returns}`)).toEqual([
      expect.stringMatching(/^effects\/sendContract.ts:3 .*null/),
    ])
    expect(await wrong(`secrets.OTHER; ${returns}`)).toEqual([expect.stringContaining("'OTHER' does not exist")])
    expect(await wrong(`await app.list('User'); ${returns}`)).toEqual([expect.stringContaining('"User"')])
    expect(await wrong('return {sent_as: null}')).toEqual([expect.stringContaining('sent_pages')])
    expect(await wrong(returns, '({weight}) => weight')).toEqual([
      expect.stringMatching(/^functions\/half.ts:2 .*weight/),
    ])
  })

  it('of an effect that is missing is an error at its row', async () => {
    const {code, told} = await found({}, {of: contracts})
    expect(code).toBe(1)
    expect(told.map(({message}) => message)).toEqual([
      'The effect `send contract` has no code: there is no file effects/sendContract.ts.',
      'The effect `other work` has no code: there is no file effects/otherWork.ts.',
    ])
  })

  it('is checked wherever the command is started', async () => {
    const wrong = screen(whole.replace('name +', 'seats +'))
    const folder = authorFolder({'app.md': document, 'screens/FloorPlan.tsx': wrong})
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    const {code, out} = await nonetHere(['check', basename(folder)], {cwd: dirname(folder)})
    expect([code, out]).toEqual([1, expect.stringMatching(/FloorPlan\.tsx:4:\d+ error N253/)])
  })

  it('that cannot be checked is a failure', async () => {
    const folder = authorFolder({
      'app.md': document,
      'screens/FloorPlan.tsx': screen(whole),
      'node_modules/typescript/package.json': JSON.stringify({version: '5.9.3', bin: {tsc: 'tsc.cjs'}}),
      'node_modules/typescript/tsc.cjs': "console.log('error TS5058: nothing is there.'); process.exitCode = 1",
    })
    const {code, err} = await nonetHere(['check', '.'], {cwd: folder})
    expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('nothing is there')])
    expect(code).not.toBe(0)
  })

  it('is read by a compiler that learns nothing of the environment, and may only read', async () => {
    const compiler = (version: string) => ({
      'screens/FloorPlan.tsx': screen(whole),
      'node_modules/typescript/package.json': JSON.stringify({version, bin: {tsc: 'tsc.cjs'}}),
      'node_modules/typescript/tsc.cjs': `
        const tried = work => { try { work(); return 'done' } catch (error) { return error.code } }
        const wrote = tried(() => require('node:fs').writeFileSync('written', ''))
        const began = tried(() => require('node:child_process').execFileSync(process.execPath, ['-v']))
        const known = JSON.stringify(Object.keys(process.env))
        console.log('screens/FloorPlan.tsx(1,1): error TS1: ' + [known, wrote, began].join(' '))
        process.exitCode = 1`,
    })
    const said = async (version: string) => (await found(compiler(version))).told[0]?.message
    expect(await said('5.9.3')).toContain('[] ERR_ACCESS_DENIED ERR_ACCESS_DENIED')
    // It starts a native program, which Node cannot confine.
    expect(await said('7.0.2')).toContain('[] ERR_ACCESS_DENIED done')
  })
})

describe('lists of own code', () => {
  const withRooms = (shows: string) =>
    document
      .replace('list of Room sort name limit 50 columns name', shows)
      .replace(
        '| desks | list of Desk by room | |\n',
        '| desks | list of Desk by room | |\n| crowd | = count(desks) | |\n',
      )
  const told = async (shows: string) => {
    const result = await found({'screens/FloorPlan.tsx': screen(whole)}, {of: withRooms(shows)})
    expect(result.code).toBe(0)
    return result.told.map(({at, code, message}) => `${at} ${code} ${message}`)
  }

  it('have a bound', async () => {
    expect(await told('list of Room sort name columns name')).toEqual([
      'app.md:13 N256 `rooms` has no bound: each page reads up to 200 records of Room.',
    ])
    expect(await told('list of Room sort name pages of 20 columns name')).toEqual([])
    expect(await told('list of Room limit 20 columns name')).toEqual([])
  })

  it('are in an order that an index has, or are narrowed by one', async () => {
    expect(await told('list of Room sort crowd limit 20 columns name')).toEqual([
      'app.md:13 N256 `rooms` is sorted by `crowd`, for which there is no index: all records of Room are read for each page.',
    ])
    expect(await told('list of Room where name = "Attic" sort crowd limit 20 columns name')).toEqual([])
  })

  it('inside others have a bound, too', async () => {
    const nested = document.replace('| rooms.desks | list limit 5', '| rooms.desks | list')
    const {told} = await found({'screens/FloorPlan.tsx': screen(whole)}, {of: nested})
    expect(told).toMatchObject([{code: 'N256', message: expect.stringContaining('`rooms.desks` has no bound')}])
  })
})

describe('names that will go', () => {
  const types = `
  /** A link. */
  function Link(): void
  /** @deprecated Renamed to Link. */
  function OldLink(): void
  /** @deprecated Use \`can\`, which also takes a record. */
  function may(): void
`
  const code = `import {can, OldLink} from 'nonet/screen'
import {
  type Other,
  OldLink as Away,
} from "nonet/screen"
import {may} from 'nonet/screen'
import {OldLink as Mine} from './links'
`
  const files = {read: () => code, labelOf: (path: string) => path}
  const told = deprecatedFindings({paths: ['a.tsx'], types}, files)

  it('are told at their import, with what to write', () => {
    expect(told.map(({line, column, hint}) => `${line}:${column} ${hint}`)).toEqual([
      '1:14 Import `Link`, which is its new name.',
      '4:3 Import `Link`, which is its new name.',
      '6:9 Use `can`, which also takes a record.',
    ])
    expect(deprecatedFindings({paths: ['a.tsx'], types: 'function OldLink(): void'}, files)).toEqual([])
  })

  it('are fixed where they only have another one', () => {
    expect(applyFixes(code, told).text.split('\n').slice(0, 6)).toEqual([
      "import {can, Link as OldLink} from 'nonet/screen'",
      'import {',
      '  type Other,',
      '  Link as Away,',
      '} from "nonet/screen"',
      "import {may} from 'nonet/screen'",
    ])
  })
})

it('layouts and error pages are held against what they get', async () => {
  const site = document.replace('## 2. Screens\n', '## 2. Screens\n\n- layout: Public\n- missing page: Missing\n')
  const page = (props: string) => `export default function Missing({status}: {${props}}) { return <p>{status}</p> }\n`
  const code = {
    'screens/FloorPlan.tsx': screen(whole),
    'screens/Missing.tsx': page('status: number'),
    'layouts/Public.tsx':
      "import type {LayoutProps} from 'nonet/screen'\nexport default ({children}: LayoutProps) => <div>{children}</div>\n",
  }
  expect(await found(code, {types: true, of: site})).toEqual({code: 0, told: []})
  const wrong = {
    ...code,
    'screens/Missing.tsx': page('status: string'),
    'layouts/Public.tsx': 'export default (props: {title: string}) => <p>{props.title}</p>\n',
  }
  const {code: exit, told} = await found(wrong, {types: true, of: site})
  expect(exit).toBe(1)
  expect(told.map(({at, message, also}) => [at, message.split(':')[0], also])).toEqual([
    ['app.md:5', 'layouts/Public.tsx does not fit "Public"', ['layouts/Public.tsx:1']],
    ['app.md:6', 'screens/Missing.tsx does not fit "Missing"', ['screens/Missing.tsx:1']],
  ])
})
describe('parts of built-in screens', () => {
  const files = {...partsFiles}

  it('are found with their files, exports and types', async () => {
    expect(await found(files, {types: true, of: partsDocument})).toEqual({code: 0, told: []})
  })

  it('that are missing, or without their input, are named at their places', async () => {
    const {'cards/Total.tsx': _, ...others} = files
    const {told} = await found(
      {
        ...others,
        'fields/ColourPicker.tsx': 'export default () => <b />\n',
        'cards/SizeMap.tsx': 'export const a = 1\n',
      },
      {of: partsDocument},
    )
    expect(told.map(({at, code, message}) => `${at} ${code} ${message}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^app\.md:18 N252 `Total` has no code: there is no file cards\/Total\.tsx\. In its place/,
        ),
        expect.stringMatching(/^cards\/SizeMap\.tsx:1 N253 cards\/SizeMap\.tsx has no default export\./),
        expect.stringMatching(/^fields\/ColourPicker\.tsx:1 N254 fields\/ColourPicker\.tsx does not use `input`/),
      ]),
    )
  })

  it('that do not fit what they are for are an error of types', async () => {
    const wrong = {
      'fields/SizeToggle.tsx': `import type {FieldEditorProps} from 'nonet/screen'
export default function SizeToggle({input, change}: FieldEditorProps<'Room.size'>) {
  return <button type="button" onClick={() => change('huge')}><input {...input} /></button>
}
`,
      'cards/Total.tsx': `import type {CardProps} from 'nonet/screen'
export default function Total({data}: CardProps<'Rooms by size'>) {
  return <p>{data.groups.length}</p>
}
`,
    }
    const {told} = await found({...files, ...wrong}, {types: true, of: partsDocument})
    expect(told.map(({at, code, message}) => `${at} ${code} ${message}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^fields\/SizeToggle\.tsx:3 N253 TS2345: Argument of type '"huge"'/),
        expect.stringMatching(/^app\.md:18 N253 cards\/Total\.tsx does not fit "All rooms"/),
      ]),
    )
  })
})
