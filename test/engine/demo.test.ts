/** Demonstration data: loaded once, relative to the day, with circular references and a history. */

import {mkdir, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {loadDemoData} from '../../src/cli/open-engine.ts'
import {freshCell} from '../../src/engine/demo/demo-files.ts'
import {CalendarDate} from '../../src/feel/calendar.ts'
import {fieldOf} from '../../src/points/entities/lookup.ts'
import {
  type CheckRules,
  type Engine,
  exportCsv,
  listNotifications,
  loadDemo,
  openFolder,
  operator,
  readHistory,
  requestTimeAt,
} from '../../src/screens/testing.ts'
import {engineOf} from '../kit/engine.ts'
import {makeFolder, sqlite, stores} from '../kit/store-databases.ts'
import {entitiesOf, entity as entityText} from '../kit/store-document.ts'

const document = `# Teams

## 3. Entities

### Team
- named by: name

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 1..20 | yes | yes |
| lead | User | | |

### User

| Field | Type |
|---|---|
| team | Team |
| manager | User |

### Wish
- named by: number

| Field | Type | Required |
|---|---|---|
| number | serial from 1 | |
| person | User | yes |
| first_day | date | yes |
| decided_at | date and time | |
| tags | any of red, green | |
| note | text 0..80 | |

### Word

| Field | Type | Required |
|---|---|---|
| wish | Wish | yes |
| text | text 1..80 | yes |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Employee | works here | invitation |
| HR | cares | invitation |

## 9. Limits

| Name | Value |
|---|---|
| TIME_ZONE | "Europe/Paris" |
`

const files = {
  'Team.csv': 'name,lead\nOne,ada@example.com\nTwo,bo@example.com\n',
  'User.csv':
    'name,email,roles,team,manager\nBo,bo@example.com,Employee,Two,ada@example.com\nAda,ada@example.com,Employee; HR,One,\nCy,cy@example.com,Employee,One,bo@example.com\n',
  'Wish.csv':
    'number,person,first_day,decided_at,tags,note,created,created_by\n7,bo@example.com,tuesday-3,tuesday-4 14:05,red; green,since {year-1},monday-4 09:00,bo@example.com\n8,cy@example.com,today+2,,,forbidden today,today-1 10:00,cy@example.com\n9,cy@example.com,{year}-05-01,,red,,today-1 10:00,cy@example.com\n',
  'Word.csv': 'wish,text\n7,fine\n8,about what is left out\n',
  'History.csv':
    'entity,record,at,by,action,field,before,after\nWish,7,monday-4 09:00,bo@example.com,create,first_day,,wednesday-3\nWish,7,monday-4 09:00,bo@example.com,create,person,,bo@example.com\nWish,7,tuesday-4 14:05,,decide,first_day,wednesday-3,tuesday-3\nWish,8,today-1 10:00,cy@example.com,create,person,,cy@example.com\n',
}

async function written(some: Readonly<Record<string, string>> = files): Promise<string> {
  const folder = join(await makeFolder(), 'demo')
  await mkdir(folder)
  for (const [name, text] of Object.entries(some)) await writeFile(join(folder, name), text)
  return folder
}

/** Rejects one wish after it was written, as rules do. */
const rules: CheckRules = async (writing, {entity, id}) => {
  if (entity !== 'Wish') return []
  const {rows} = await writing.db.executeQuery<{note: unknown}>(
    writing.db.selectFrom('wish').select('note').where('id', '=', id).compile(),
  )
  return rows[0]?.note === 'forbidden today' ? [{field: 'note', code: 'NOT_TODAY', values: {}}] : []
}

async function rowsOf(engine: Engine, entity: string, names: readonly string[]): Promise<string[]> {
  const declared = engine.specification.entities.entities.get(entity)
  const fields = names.flatMap(name => (declared && fieldOf(declared, name)) ?? [])
  return engine.read(operator, async reader => {
    let text = ''
    for await (const piece of exportCsv(reader, {entity, fields})) text += piece
    return text.split('\r\n').slice(1, -1).toSorted()
  })
}

async function idOf(engine: Engine, entity: string, where: string): Promise<string> {
  return engine.read(operator, async reader => {
    let text = ''
    for await (const piece of exportCsv(reader, {entity})) text += piece
    return (
      text
        .split('\r\n')
        .find(line => line.includes(where))
        ?.split(',')[0] ?? ''
    )
  })
}

const ofPerson = (ids: Readonly<Record<string, string>>) => (id: string | null) =>
  id === null ? null : (Object.entries(ids).find(([, each]) => each === id)?.[0] ?? id)

describe.each(stores)('demonstration data on $name', ({make}) => {
  const fresh = async () => engineOf({document, address: await make(document), rules})
  const moment = (engine: Engine, at: string) => requestTimeAt(Date.parse(at), engine.specification.limits.settings)

  test('loads in any order and in circles, with dates relative to the day', async () => {
    const {engine} = await fresh()
    // In Paris it is already Wednesday.
    const report = await loadDemo(engine, await written(), moment(engine, '2026-03-10T23:30:00Z'))
    expect(report).toMatchObject({loaded: true, records: 8, events: 2, leftOut: 2})
    expect(await rowsOf(engine, 'Team', ['name', 'lead'])).toEqual(['One,ada@example.com', 'Two,bo@example.com'])
    expect(await rowsOf(engine, 'User', ['name', 'roles', 'team', 'manager'])).toEqual([
      'Ada,"Employee, HR",One,',
      'Bo,Employee,Two,ada@example.com',
      'Cy,Employee,One,bo@example.com',
    ])
    expect(await rowsOf(engine, 'Wish', ['number', 'first_day', 'decided_at', 'tags', 'note'])).toEqual([
      '7,2026-02-17,2026-02-10T14:05:00+01:00,"red, green",since 2025',
      '9,2026-05-01,,red,',
    ])
  })

  test('keeps the files that its cells name', async () => {
    const withPicture = document.replace(
      '| text | text 1..80 | yes |',
      '| text | text 1..80 | yes |\n| picture | image | |',
    )
    const {engine} = await engineOf({document: withPicture, address: await make(withPicture), rules})
    const named = (picture: string) => ({...files, 'Word.csv': `wish,text,picture\n7,fine,${picture}\n7,plain,\n`})
    const folder = await written({...named('fine.gif'), 'fine.gif': 'GIF89a'})
    const store = await openFolder(await makeFolder())
    const {leftOut} = await loadDemo(engine, folder, moment(engine, '2026-03-10T12:00:00Z'), store)
    expect(leftOut).toBe(1)
    const {rows} = await engine.store.readOne(db =>
      sql`select f.name, f.media_type, w.text from word as w left join nonet_file as f on f.id = w.picture order by w.text`.execute(
        db,
      ),
    )
    expect(rows).toEqual([
      {name: 'fine.gif', media_type: 'image/gif', text: 'fine'},
      {name: null, media_type: null, text: 'plain'},
    ])
    const kept: string[] = []
    for await (const content of store.contents(Date.now() + 60_000)) kept.push(content)
    expect(kept).toHaveLength(1)
    const {engine: other} = await engineOf({document: withPicture, address: await make(withPicture), rules})
    const missing = loadDemo(other, await written(named('lost.gif')), moment(other, '2026-03-10T12:00:00Z'), store)
    await expect(missing).rejects.toThrow('lost.gif: there is no such file.')
  })

  test('leaves out and reports rows that the rules reject today, and rows that refer to them', async () => {
    const {engine} = await fresh()
    const {problems} = await loadDemo(engine, await written(), moment(engine, '2026-03-10T12:00:00Z'))
    expect(problems.map(({line, column, code}) => `${column}:${line} ${code}`)).toEqual([
      'Wish.csv note:3 NOT_TODAY',
      'Word.csv wish:3 CSV_NO_SUCH_RECORD',
    ])
    expect(await rowsOf(engine, 'Word', ['wish', 'text'])).toEqual(['7,fine'])
  })

  test('uses the first alternative of a row that the rules accept, also in its history', async () => {
    const {engine} = await fresh()
    const wishes = `number,person,first_day,note\n7,bo@example.com,{monday+0|tuesday+0|friday+0},{forbidden today|forbidden today|fine}\n`
    const history = `${files['History.csv'].split('\n')[0]}\nWish,7,monday-4 09:00,bo@example.com,create,first_day,,{monday+0|tuesday+0|friday+0}\n`
    const folder = await written({...files, 'Wish.csv': wishes, 'Word.csv': 'wish,text\n', 'History.csv': history})
    const report = await loadDemo(engine, folder, moment(engine, '2026-03-10T12:00:00Z'))
    expect(report).toMatchObject({records: 6, events: 1, leftOut: 0, problems: []})
    expect(await rowsOf(engine, 'Wish', ['number', 'first_day', 'note'])).toEqual(['7,2026-03-13,fine'])
    const seven = await idOf(engine, 'Wish', ',7,')
    const [made] = await engine.read(operator, reader => readHistory(reader, {entity: 'Wish', id: seven}))
    expect(made?.changes).toEqual([{field: 'first_day', before: null, after: '2026-03-13'}])
  })

  test('writes the history of records from History.csv, and of others from their creation', async () => {
    const {engine} = await fresh()
    await loadDemo(engine, await written(), moment(engine, '2026-03-10T12:00:00Z'))
    const [seven, nine] = [await idOf(engine, 'Wish', ',7,'), await idOf(engine, 'Wish', ',9,')]
    const histories = await engine.read(operator, async reader => [
      await readHistory(reader, {entity: 'Wish', id: seven}),
      await readHistory(reader, {entity: 'Wish', id: nine}),
    ])
    const name = ofPerson({bo: await idOf(engine, 'User', 'Bo,bo@'), cy: await idOf(engine, 'User', 'Cy,cy@')})
    const shown = histories.map(entries =>
      entries.map(({at, by, action, version, changes}) => ({
        at,
        by: name(by.id),
        kind: by.kind,
        action,
        version,
        changes: changes.length,
      })),
    )
    expect(shown).toEqual([
      [
        {at: '2026-02-10T13:05:00.000Z', by: null, kind: 'engine', action: 'decide', version: 2, changes: 1},
        {at: '2026-02-09T08:00:00.000Z', by: 'bo', kind: 'person', action: 'create', version: 1, changes: 2},
      ],
      [{at: '2026-03-09T09:00:00.000Z', by: 'cy', kind: 'person', action: 'create', version: 1, changes: 4}],
    ])
    expect(histories[0]?.[0]?.changes).toEqual([{field: 'first_day', before: '2026-02-18', after: '2026-02-17'}])
    const versions = await rowsOf(engine, 'Wish', ['version'])
    expect(versions).toEqual(['1', '2'])
  })

  test('creates recent notifications, and marks the origin of other records', async () => {
    const acting = `${document}\n## 4. States\n\n### Wish\n\n| Action | Who | Then |\n|---|---|---|\n| decide | HR | notify person; notify person.manager |\n`
    const {engine} = await engineOf({document: acting, address: await make(acting), rules})
    const decided = ['today-40 12:00', 'today-1 12:00'].map(at => `Wish,9,${at},ada@example.com,decide,note,,x\n`)
    const folder = await written({...files, 'History.csv': files['History.csv'] + decided.join('')})
    await loadDemo(engine, folder, moment(engine, '2026-03-10T12:00:00Z'))
    const [cy, bo] = [await idOf(engine, 'User', 'Cy,cy@'), await idOf(engine, 'User', 'Bo,bo@')]
    const told = (who: string) =>
      engine.read(operator, async reader =>
        (await listNotifications(reader, who, {skip: 0, most: 9})).map(({at, action, seen}) => [at, action, seen]),
      )
    const both = [
      ['2026-03-09T11:00:00.000Z', 'decide', false],
      ['2026-01-29T11:00:00.000Z', 'decide', true],
    ]
    expect([await told(cy), await told(bo)]).toEqual([both, both])
    const team = await idOf(engine, 'Team', 'One,ada')
    const [made] = await engine.read(operator, reader => readHistory(reader, {entity: 'Team', id: team}))
    expect(made?.by.kind).toBe('demo')
  })

  test('uses the sentence of the row that led to the state', async () => {
    const acting = `${document}
## 4. States

### Wish

- starts: waiting
- final: granted, passed_on

| Action | From | To | Who | Then | Says |
|---|---|---|---|---|---|
| decide | waiting | granted | HR | notify person "Granted: {number}." | granted {number} |
| decide | waiting | passed_on | HR | notify person | passed on {number} |
`
    const {engine} = await engineOf({document: acting, address: await make(acting), rules})
    const decided = ['granted', 'passed_on'].map(
      (state, index) => `Wish,9,today-${index + 1} 12:00,ada@example.com,decide,status,waiting,${state}\n`,
    )
    const folder = await written({...files, 'History.csv': files['History.csv'] + decided.join('')})
    await loadDemo(engine, folder, moment(engine, '2026-03-10T12:00:00Z'))
    const cy = await idOf(engine, 'User', 'Cy,cy@')
    const told = await engine.read(operator, reader => listNotifications(reader, cy, {skip: 0, most: 9}))
    expect(told.map(({text, says}) => [text, says])).toEqual([
      ['Granted: {number}.', 'granted {number}'],
      [null, 'passed on {number}'],
    ])
  })

  test('loads once, and never into an existing database', async () => {
    const {engine} = await fresh()
    const at = moment(engine, '2026-03-10T12:00:00Z')
    const folder = await written()
    expect(await loadDemo(engine, folder, at)).toMatchObject({loaded: true})
    const before = await rowsOf(engine, 'Wish', ['number', 'first_day'])
    expect(await loadDemo(engine, folder, at)).toEqual({
      loaded: false,
      records: 0,
      events: 0,
      leftOut: 0,
      problems: [],
      total: 0,
    })
    expect(await rowsOf(engine, 'Wish', ['number', 'first_day'])).toEqual(before)
  })

  test.each([
    ['a file of no entity', {'Wishes.csv': 'number\n1\n'}, /Wishes\.csv: the document has no entity/],
    ['a column of no field', {'Team.csv': 'name,colour\nx,y\n'}, /Team\.csv:1: Unknown column “colour”\.$/],
    ['a broken file', {'Team.csv': 'name\n"x\n'}, /Team\.csv:2: A quotation mark/],
    ['a row too short', {'Team.csv': 'name,lead\nx\n'}, /Team\.csv:2: a row has as many cells/],
    [
      'history of no field',
      {'History.csv': `${files['History.csv'].split('\n')[0]}\nWish,7,today,,create,colour,,red\n`},
      /History\.csv:2: there is no Wish\.colour/,
    ],
  ])('reports the place of %s', async (_, some, message) => {
    const {engine} = await fresh()
    await expect(loadDemo(engine, await written(some), moment(engine, '2026-03-10T12:00:00Z'))).rejects.toThrow(message)
  })
})

describe('a relative cell', () => {
  const {entities} = entitiesOf(entityText('Ticket', ['day | date', 'at | date and time', 'note | text']))
  const fields = entities.entities.get('Ticket')?.fields
  const fresh = (name: string, text: string, {today = new CalendarDate(2026, 3, 11), alternative = 0} = {}) => {
    const field = fields?.get(name)
    return field && freshCell(text, field, {today, alternative})
  }
  test.each([
    ['day', 'today', '2026-03-11'],
    ['day', 'today-11', '2026-02-28'],
    ['day', 'today+30', '2026-04-10'],
    ['day', 'workday+1', '2026-03-12'],
    ['day', 'workday+3', '2026-03-16'],
    ['day', 'workday-8', '2026-02-27'],
    ['at', 'workday-3 14:05', '2026-03-06 14:05'],
    ['day', 'monday+0', '2026-03-09'],
    ['day', 'sunday+0', '2026-03-15'],
    ['day', 'Tuesday-3', '2026-02-17'],
    ['day', 'friday', '2026-03-13'],
    ['day', 'month', '2026-03-01'],
    ['day', 'month-1', '2026-02-01'],
    ['day', 'month end-1', '2026-02-28'],
    ['day', 'month end+9', '2026-12-31'],
    ['day', 'month-3', '2025-12-01'],
    ['at', 'month end-1 16:20', '2026-02-28 16:20'],
    ['day', '{year+1}-01-01', '2027-01-01'],
    ['day', '2026-01-05', '2026-01-05'],
    ['day', 'someday', 'someday'],
    ['at', 'tuesday-3 14:05', '2026-02-17 14:05'],
    ['at', 'today', '2026-03-11 00:00'],
    ['at', '{year-1}-12-31 23:59', '2025-12-31 23:59'],
    ['note', 'today', 'today'],
    ['note', 'Plan {year}/{year+1}', 'Plan 2026/2027'],
  ])('in %s: %s is %s', (name, text, meant) => {
    expect(fresh(name, text)).toBe(meant)
  })

  test.each([
    ['day', '{tuesday+0|{year}-12-31}', ['2026-03-10', '2026-12-31', '2026-12-31']],
    ['at', '{today|today+1} 08:30', ['2026-03-11 08:30', '2026-03-12 08:30', '2026-03-12 08:30']],
    ['note', 'ends in {May|June|July}', ['ends in May', 'ends in June', 'ends in July']],
    ['note', 'a|b and {c}', ['a|b and {c}', 'a|b and {c}', 'a|b and {c}']],
  ])('in %s: %s has alternatives', (name, text, meant) => {
    expect([0, 1, 2].map(alternative => fresh(name, text, {alternative}))).toEqual(meant)
  })

  test('handles the week of a Sunday and of a Monday', () => {
    expect(fresh('day', 'tuesday+0', {today: new CalendarDate(2026, 3, 15)})).toBe('2026-03-10')
    expect(fresh('day', 'tuesday+0', {today: new CalendarDate(2026, 3, 16)})).toBe('2026-03-17')
    expect(fresh('day', 'tuesday-1', {today: new CalendarDate(1969, 12, 31)})).toBe('1969-12-23')
  })
})

describe('the report about demonstration data', () => {
  test('L22: names the rows that were left out, with the value and the reason', async () => {
    const {engine} = await engineOf({document, address: await sqlite.make(), rules})
    const folder = await written({...files, 'Word.csv': 'wish,text\n7,fine\n12,about nothing\n'})
    const said: string[] = []
    await loadDemoData(engine, {path: join(folder, '..'), demo: true}, {err: text => said.push(text)})
    expect(said).toEqual([
      [
        'Loaded 8 demo records; 2 rows were left out:',
        '  demo/Wish.csv:3: note: “forbidden today” NOT_TODAY NOT_TODAY',
        '  demo/Word.csv:3: wish: “12” CSV_NO_SUCH_RECORD No wish called “12”.\n',
      ].join('\n'),
    ])
  })
})
