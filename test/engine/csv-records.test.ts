/**
 * Records exported to CSV files and imported again: nothing is lost, nothing is half done, and nothing forbidden is
 * exported.
 */

import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {type ExportRequest, writeExportFile} from '../../src/engine/csv/export.ts'
import type {ImportReport} from '../../src/engine/csv/import.ts'
import {
  type Actor,
  type Engine,
  exportCsv,
  type Grants,
  type Input,
  importCsv,
  openFolder,
  operator,
} from '../../src/screens/testing.ts'
import {condition, creating, done, engineOf, grant, person} from '../kit/engine.ts'
import {fieldValues} from '../kit/field-values.ts'
import {makeFolder, stores} from '../kit/store-databases.ts'

const types = fieldValues.map(({type}) => type).filter(type => !/^(User|many Tag|file|files|image|serial)$/.test(type))

const document = `# Everything

## 3. Entities

### Tag
- named by: name

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 1..20 | yes | yes |

### Pair
- named by: name

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 1..20 | yes | yes |
| other | Pair | | |

### Step
- named by: number

| Field | Type | Required |
|---|---|---|
| number | serial | |
| next | Step | |

### Thing
- named by: number

| Field | Type | Required | Default | Unique | Label |
|---|---|---|---|---|---|
| number | serial from 100 | | | | |
| title | text 1..60 | yes | "untitled" | | What it is |
${types.map((type, index) => `| v${index} | ${type} | | | | |`).join('\n')}
| start | date | | today() | | |
| owner | User | | me | | |
| tags | many Tag | | | | |
| parent | Thing | | | | |
| double | = number * 2 | | | | |

## 4. States

### Thing
- starts: draft

| Action | From | To | Who |
|---|---|---|---|
| send | draft | sent | owner |
`

async function exported(engine: Engine, request: ExportRequest, actor: Actor = operator): Promise<string> {
  return engine.read(actor, async reader => {
    let text = ''
    for await (const piece of exportCsv(reader, request)) text += piece
    return text
  })
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}

function imported(engine: Engine, entity: string, text: string, more: {dryRun?: boolean; actor?: Actor} = {}) {
  const {actor = operator, ...rest} = more
  return importCsv(engine, actor, {entity, open: () => bytesOf(text), ...rest})
}

const shown = ({problems}: ImportReport) => problems.map(({line, column, code}) => `${line} ${column}: ${code}`)

const lines = (text: string) => text.split('\r\n').slice(0, -1)

describe.each(stores)('CSV on $name', ({make}) => {
  const fresh = async (grants?: (specification: Engine['specification']) => Grants) =>
    engineOf({document, address: await make(document), ...(grants ? {grants} : {})})

  const people = 'name,email,roles\nAda,ada@example.com,\nBo,bo@example.com,\n'

  async function filled(engine: Engine): Promise<void> {
    expect(await imported(engine, 'User', people)).toMatchObject({ok: true, count: 2})
    expect(await imported(engine, 'Tag', 'name\n"a;b"\n=c\n\\d\n')).toMatchObject({ok: true, count: 3})
  }

  test('a round trip loses nothing, for any values', async () => {
    const [from, to] = [await fresh(), await fresh()]
    await filled(from.engine)
    const arbitrary = types.map(type => fieldValues.find(each => each.type === type)?.values ?? fc.constant(null))
    const samples = fc.sample(fc.tuple(...arbitrary), {numRuns: 25, seed: 7})
    let parent: string | null = null
    for (const [index, values] of samples.entries()) {
      const fields = new Map<string, Input>(values.map((value, at) => [`v${at}`, {value: index === 3 ? null : value}]))
      fields.set('title', {value: `=${index}`})
      fields.set('owner', {json: index % 3 === 0 ? null : 'ada@example.com'})
      fields.set('tags', {json: ['a;b', '=c', '\\d'].slice(0, index % 4)})
      fields.set('parent', {json: index % 2 === 0 ? null : parent})
      fields.set('status', {json: index % 2 === 0 ? 'draft' : 'sent'})
      if (index === 5) fields.set('start', {value: null})
      from.clock.now += 1000
      parent = done(await from.engine.change(operator, [{kind: 'create', entity: 'Thing', fields}])).id
    }
    to.clock.now += 86_400_000
    for (const entity of ['User', 'Tag', 'Thing']) {
      const text = await exported(from.engine, {entity})
      expect(await imported(to.engine, entity, text)).toMatchObject({ok: true, problems: []})
      expect(await exported(to.engine, {entity})).toBe(text)
    }
    const header = lines(await exported(from.engine, {entity: 'Thing'}))[0]
    expect(header).toMatch(
      /^id,created,created_by,updated,updated_by,number,title,v0,.*,start,owner,tags,parent,status$/,
    )
  })

  test('accepts names and labels, records by name, number or id, semicolons and empty cells', async () => {
    const {engine} = await fresh()
    await filled(engine)
    const text =
      '\ufeffNumber;What it is;owner;TAGS;Parent;start\n;First;Ada;\\\\d;;\n7;;bo@example.com;"a\\;b; =c";100;2026-01-02\n'
    expect(await imported(engine, 'Thing', text)).toMatchObject({ok: true, count: 2, problems: []})
    const fields = ['number', 'title', 'owner', 'tags', 'parent', 'start'].flatMap(
      name => engine.specification.entities.entities.get('Thing')?.fields.get(name) ?? [],
    )
    expect(lines(await exported(engine, {entity: 'Thing', fields, header: 'labels'}))).toEqual([
      'Number,What it is,Owner,Tags,Parent,Start',
      '100,First,ada@example.com,\\\\d,,',
      '7,untitled,bo@example.com,"a\\;b; =c",100,2026-01-02',
    ])
  })

  test('accepts records that refer to later ones, and circles', async () => {
    const {engine} = await fresh()
    const text = 'number,next\n1,3\n2,\n3,\n4,5\n5,4\n6,6\n7,4\n'
    expect(await imported(engine, 'Step', text, {dryRun: true})).toMatchObject({ok: true, count: 7, problems: []})
    expect(await imported(engine, 'Step', text)).toMatchObject({ok: true, count: 7, problems: []})
    const found = lines(await exported(engine, {entity: 'Step'})).map(line => line.split(',').slice(5).join())
    expect(found.toSorted()).toEqual(['1,3', '2,', '3,', '4,5', '5,4', '6,6', '7,4', 'number,next'])
    expect(shown(await imported(engine, 'Step', 'number,next\n10,11\n11,10\n12,99\n'))).toEqual([
      '4 next: CSV_NO_SUCH_RECORD',
    ])
    expect(lines(await exported(engine, {entity: 'Step'}))).toHaveLength(8)
  })

  test('is all or nothing, and reports every problem with its line and column', async () => {
    const {engine} = await fresh()
    await filled(engine)
    const text =
      'What it is,number,start,owner,v3\nfine,1,2026-01-01,Ada,1\n"two\nlines",2,soon,Zoe,\nx,1,,,y\nshort,3\nlast,9,2026-02-30,bo@example.com,\n'
    const report = await imported(engine, 'Thing', text)
    expect(report.ok).toBe(false)
    expect(shown(await imported(engine, 'Thing', text, {dryRun: true})).toSorted()).toEqual(shown(report).toSorted())
    expect(shown(report)).toEqual([
      '3 What it is: ONE_LINE',
      '3 start: NOT_A_DATE',
      '3 owner: CSV_NO_SUCH_RECORD',
      '5 v3: NOT_A_NUMBER',
      '5 number: NOT_UNIQUE',
      '6 null: CSV_CELLS',
      '7 start: NOT_A_DATE',
    ])
    expect(report.problems.find(({code}) => code === 'CSV_CELLS')?.message).toBe(
      'This row has 2 cells, but the first row has 5.',
    )
    expect(lines(await exported(engine, {entity: 'Thing'}))).toHaveLength(1)
  })

  test('L23: names the wrong value, the unknown column, and the missing record', async () => {
    const {engine} = await fresh()
    await filled(engine)
    const said = ({problems}: ImportReport) => problems.map(({column, value, message}) => ({column, value, message}))
    const long = 'x'.repeat(200)
    const text = `title,start,owner,tags,parent\nfine,soon,Nowhere,a\\;b; pink,12\nfine,,${long},,\n`
    expect(said(await imported(engine, 'Thing', text))).toEqual([
      {column: 'start', value: 'soon', message: 'Enter a date, for example 31/12/2026.'},
      {column: 'owner', value: 'Nowhere', message: 'No user called “Nowhere”.'},
      {column: 'tags', value: 'a\\;b; pink', message: 'No tag called “pink”.'},
      {column: 'parent', value: '12', message: 'No thing called “12”.'},
      {column: 'owner', value: `${long.slice(0, 80)}…`, message: `No user called “${long.slice(0, 80)}…”.`},
    ])
    expect(said(await imported(engine, 'Thing', 'title,Col-our\nx,y\n'))).toEqual([
      {column: 'Col-our', value: null, message: 'Unknown column “Col-our”.'},
    ])
    const short = `${long.slice(0, 80)}…`
    expect(said(await imported(engine, 'Thing', `title,${long}\nx,y\n`))).toEqual([
      {column: short, value: null, message: `Unknown column “${short}”.`},
    ])
  })

  test('recognises a column by its letters, as a spreadsheet of another language may spell it', async () => {
    const {engine} = await fresh()
    const text = 'Name;E-Mail;Roles\nAda;ada@example.com;\n'
    expect(await imported(engine, 'User', text)).toMatchObject({ok: true, count: 1})
  })

  test('P44: lists problems in the order of the lines', async () => {
    const {engine} = await fresh()
    // A record of the file may still come, so that the first problem is known last.
    const text = `name,other\nA,Missing\n${'B'.repeat(30)},\n`
    for (const dryRun of [true, false]) {
      const {problems} = await imported(engine, 'Pair', text, {dryRun})
      expect(problems.map(({line}) => line)).toEqual([2, 3])
    }
  })

  test('a value that cannot be read is not one that another row has', async () => {
    const days = `# Days\n\n## 3. Entities\n\n### Day\n- named by: name\n- unique: place, day\n\n| Field | Type | Required |\n|---|---|---|\n| name | text 1..20 | yes |\n| place | text 1..20 | yes |\n| day | date | yes |\n`
    const {engine} = await engineOf({document: days, address: await make(days)})
    const text = 'name,place,day\nA,Paris,2027-13-01\nB,Paris,2027-02-30\nC,Paris,2027-01-01\nD,Paris,2027-01-01\n'
    const report = await imported(engine, 'Day', text, {dryRun: true})
    expect(shown(report)).toEqual(['2 day: NOT_A_DATE', '3 day: NOT_A_DATE', '5 day: NOT_UNIQUE'])
  })

  test('counts all problems and lists the first hundred', async () => {
    const {engine} = await fresh()
    const report = await imported(engine, 'Thing', `start\n${'soon\n'.repeat(250)}`)
    expect(report).toMatchObject({ok: false, count: 0, total: 250})
    expect(report.problems).toHaveLength(100)
  })

  test.each([
    ['an unknown column', 'title,colour\nx,y\n', ['1 colour: CSV_UNKNOWN_COLUMN']],
    ['a computed column', 'title,double\nx,2\n', ['1 double: NOT_TO_FILL_IN']],
    ['a column that is there twice', 'title,What it is\nx,y\n', ['1 What it is: CSV_TWICE']],
    ['an empty file', '', ['1 null: CSV_NO_HEADER']],
    ['a broken file', 'title\nx\n"y\n', ['3 null: CSV_QUOTES']],
    ['an invalid id', 'id,title\nnext,y\n', ['2 id: NO_SUCH_RECORD']],
  ])('rejects %s', async (_, text, problems) => {
    const {engine} = await fresh()
    const report = await imported(engine, 'Thing', text)
    expect(report.ok).toBe(false)
    expect(shown(report)).toEqual(problems)
    expect(shown(await imported(engine, 'Thing', text, {dryRun: true}))).toEqual(problems)
    expect(lines(await exported(engine, {entity: 'Thing'}))).toHaveLength(1)
  })

  test('rejects importing the same records twice', async () => {
    const {engine} = await fresh()
    expect(await imported(engine, 'Thing', 'title\nx\ny\n')).toMatchObject({ok: true})
    const text = await exported(engine, {entity: 'Thing'})
    for (const dryRun of [true, false])
      expect(shown(await imported(engine, 'Thing', text, {dryRun}))).toEqual(['2 id: NOT_UNIQUE', '3 id: NOT_UNIQUE'])
  })

  test('only validates if requested', async () => {
    const {engine} = await fresh()
    expect(await imported(engine, 'Thing', 'title\nx\ny\n', {dryRun: true})).toMatchObject({ok: true, count: 2})
    expect(lines(await exported(engine, {entity: 'Thing'}))).toHaveLength(1)
    expect(shown(await imported(engine, 'Thing', 'start\nnever\n', {dryRun: true}))).toEqual(['2 start: NOT_A_DATE'])
  })

  test('lets people import records they may create, and no engine-managed fields', async () => {
    const {engine} = await fresh(
      () => (actor, act, entity) =>
        actor.kind === 'person' && (act === 'create' || act === 'read') && entity === 'Thing'
          ? [grant(null, ['title', 'v0'])]
          : [],
    )
    await filled(engine)
    const ada = person(
      done(await engine.change(operator, [creating('User', {name: 'Cy', email: 'cy@example.com'})])).id,
    )
    expect(await imported(engine, 'Thing', 'title,v0\nx,1\n', {actor: ada})).toMatchObject({ok: true, count: 1})
    for (const dryRun of [true, false]) {
      const of = async (entity: string, text: string) =>
        shown(await imported(engine, entity, text, {actor: ada, dryRun}))
      expect(await of('Thing', 'title,start\nx,2026-01-01\n')).toEqual(['2 start: FORBIDDEN'])
      expect(await of('Thing', 'title,created\nx,2026-01-01T00:00:00Z\n')).toEqual(['2 created: NOT_TO_FILL_IN'])
      expect(await of('Tag', 'name\nx\n')).toEqual(['2 null: FORBIDDEN'])
    }
  })

  test('exports only data that may be read and exported, record by record and field by field', async () => {
    const {engine} = await fresh(specification => (actor, act, entity) => {
      if (actor.kind !== 'person') return []
      const mine = condition(specification, 'Thing', 'owner = me')
      const odd = condition(specification, 'Thing', 'start != null')
      if (entity === 'Tag') return act === 'read' ? [grant(condition(specification, 'Tag', 'name != "=c"'))] : []
      if (entity === 'User') return act === 'read' ? [grant(null, ['name'])] : []
      if (entity !== 'Thing') return []
      if (act === 'read') return [grant(mine, null), grant(null, ['number', 'start', 'owner'])]
      return act === 'export' ? [grant(odd, ['number', 'title', 'start', 'owner', 'tags'])] : []
    })
    await filled(engine)
    const text =
      'number,title,owner,tags,start,v0\n1,mine,Ada,"a\\;b;=c",2026-01-01,secret\n2,others,Bo,"a\\;b",2026-01-02,secret\n3,mine too,Ada,,,secret\n'
    expect(await imported(engine, 'Thing', text)).toMatchObject({ok: true, problems: []})
    const [, id = ''] = /^([^,]*)/.exec(lines(await exported(engine, {entity: 'User'}))[1] ?? '') ?? []
    const [, bo = ''] = /^([^,]*)/.exec(lines(await exported(engine, {entity: 'User'}))[2] ?? '') ?? []
    const found = lines(await exported(engine, {entity: 'Thing'}, person(id)))
    expect(found.map(line => line.replace(/^[^,]*,/, ''))).toEqual([
      'number,title,start,owner,tags',
      `1,mine,2026-01-01,${id},"a\\;b"`,
      `2,,2026-01-02,${bo},`,
    ])
    expect(found[0]).toMatch(/^id,/)
    expect(await exported(engine, {entity: 'Tag'}, person(id))).toBe('')
  })

  test('is imported from an upload and exported to a screen, with a byte order mark for spreadsheets', async () => {
    const {engine} = await fresh()
    const files = await openFolder(await makeFolder())
    const put = await files.put(bytesOf('number,next\n1,2\n2,1\n3,\n'), 1000)
    const open = () => put.bytes()
    const ada = person(
      done(await engine.change(operator, [creating('User', {name: 'Cy', email: 'cy@example.com'})])).id,
    )
    const refused = await importCsv(engine, operator, {entity: 'Step', open, most: 2})
    expect(shown(refused)).toEqual(['4 null: CSV_ROWS'])
    expect(await importCsv(engine, operator, {entity: 'Step', open, most: 3})).toMatchObject({ok: true, count: 3})
    const {size, bytes} = await writeExportFile(engine, {actor: ada}, reader => exportCsv(reader, {entity: 'Step'}))
    const received = new Uint8Array(await new Response(bytes).arrayBuffer())
    expect(received).toHaveLength(size)
    expect([...received.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(received)).toBe(await exported(engine, {entity: 'Step'}))
  })

  test('lets people import circles, too', async () => {
    const {engine} = await fresh()
    const ada = person(
      done(await engine.change(operator, [creating('User', {name: 'Cy', email: 'cy@example.com'})])).id,
    )
    expect(await imported(engine, 'Pair', 'name,other\na,b\nb,a\n', {actor: ada})).toMatchObject({
      ok: true,
      count: 2,
      problems: [],
    })
  })

  test('exports many records in batches', async () => {
    const {engine} = await fresh()
    const text = `number,title\n${Array.from({length: 1203}, (_, index) => `${index + 1},t${index}`).join('\n')}\n`
    expect(await imported(engine, 'Thing', text)).toMatchObject({ok: true, count: 1203})
    const numbers = lines(await exported(engine, {entity: 'Thing'}))
      .slice(1)
      .map(line => Number(line.split(',')[5]))
    expect(numbers).toEqual(Array.from({length: 1203}, (_, index) => index + 1))
  })
})
