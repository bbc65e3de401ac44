/** An unwritten record is evaluated like a stored one, by statements that serve any values. */
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {bindRow, type HypotheticalRecord, holdsOn} from '../../src/engine/query/hypothetical-record.ts'
import {entityOf} from '../../src/engine/query/read-context.ts'
import {cellsAt, cellsIn, itemsAt} from '../../src/engine/query/record-values.ts'
import {holdsFor} from '../../src/engine/query/row-questions.ts'
import {heldColumns} from '../../src/engine/query/select.ts'
import {PlanKind, type Statement} from '../../src/engine/query/statement.ts'
import {readStored} from '../../src/engine/query/stored.ts'
import type {Json} from '../../src/feel/core.ts'
import type {Value} from '../../src/feel/value.ts'
import type {Specification} from '../../src/points/specification.ts'
import {operator} from '../../src/screens/testing.ts'
import {condition, creating, done, engineOf} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Shop

## 3. Entities

### Tag

| Field | Type |
|---|---|
| name | text |

### Item

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| amount | decimal 2 | |
| size | number | |
| day | date | yes |
| hour | time | |
| at | date and time | |
| open | yes/no | |
| colour | one of red, green | |
| extras | any of lamp, bell, lock | |
| tag | Tag | |
| place | text | |
| n | number | |
| tags | many Tag | |
| twice | = amount * 2 | |
`

const conditions = [
  'title = "Bell “ringing” \\"loud\\""',
  'amount = 12.5',
  'twice > 24 and twice < 26',
  'size = 9007199254740991',
  'day = date("2026-05-04")',
  'day + duration("P1D") = date("2026-05-05")',
  'hour = time("09:30:00")',
  'at < date and time("2026-05-04T12:00:00Z")',
  'open',
  'place = "Rome" and n = 3',
  'colour = "green"',
  'list contains(extras, "lock")',
  'count(extras) = 2',
  'tag.name = "blue"',
  'count(tags) = 2',
  'some t in tags satisfies t.name = "blue"',
  'tag in tags',
  'count(Item[tag = this.tag]) > 0',
  'old = null',
]

const changedKind = new PlanKind<Statement>('changed')

/** Where there is a record before. */
const changing = (specification: Specification): Specification => ({
  ...specification,
  scope: {...specification.scope, old: true},
})

const full: Readonly<Record<string, Json>> = {
  title: 'Bell “ringing” "loud"',
  amount: 12.5,
  size: 9_007_199_254_740_991,
  day: '2026-05-04',
  hour: '09:30',
  at: '2026-05-04T10:00:00Z',
  open: true,
  place: 'Rome',
  n: 3,
  colour: 'green',
  extras: ['lock', 'bell'],
}

describe.each(stores)('records that would be, on $name', ({make}) => {
  async function shop() {
    const {engine} = await engineOf({document, address: await make(document)})
    const {specification} = engine
    const made = async (entity: string, fields: Readonly<Record<string, Json>>) =>
      done(await engine.change(operator, [creating(entity, fields)])).id
    const [blue, red] = [await made('Tag', {name: 'blue'}), await made('Tag', {name: 'red'})]
    const items = [
      await made('Item', {...full, tag: blue, tags: [blue, red]}),
      await made('Item', {title: 'Lamp', day: '2026-05-05', tag: red, tags: [red]}),
      await made('Item', {title: 'None', day: '2026-05-05'}),
    ]
    return {engine, specification, items}
  }

  test('have the values of written ones, of each type, and links to several records', async () => {
    const {engine, specification, items} = await shop()
    const cores = conditions.map(text => condition(changing(specification), 'Item', text))
    await engine.read(operator, async reader => {
      const entity = entityOf(reader, 'Item')
      for (const id of items) {
        const record = await readStored(reader, entity, id, reader.visibility.records('Item'))
        const at: HypotheticalRecord = {entity, id: reader.newId(), record: record ?? new Map(), before: null}
        const written = await holdsFor(reader, {entity: 'Item', id}, cores.slice(0, -1))
        expect(await holdsOn(reader, at, cores, {owner: cores, name: ''})).toEqual([...written, true])
        if (id === items[0]) expect(written).toEqual(written.map(() => true))
      }
    })
  })

  test('are compared with the record before, and may lack what is required', async () => {
    const {engine, specification, items} = await shop()
    const [first = ''] = items
    const cores = ['old.title != title', 'old.tag = tag', 'day != date("2026-05-04")', 'title = null'].map(text =>
      condition(changing(specification), 'Item', text),
    )
    await engine.read(operator, async reader => {
      const entity = entityOf(reader, 'Item')
      const before = await readStored(reader, entity, first, reader.visibility.records('Item'))
      const held = (record: HypotheticalRecord['record']) =>
        holdsOn(reader, {entity, id: first, record, before}, cores, {owner: cores, name: ''})
      const stored = before ?? new Map()
      expect(await held(stored)).toEqual([false, true, false, false])
      expect(await held(new Map([...stored, ['title', 'Other'], ['tag', null]]))).toEqual([true, false, false, false])
      expect(await held(new Map([...stored, ['title', null], ['day', null]]))).toEqual([true, true, true, true])
    })
  })

  test('as written are compared with the record before and its links, by one statement for any inputs', async () => {
    const {engine, specification, items} = await shop()
    const [first = '', second = ''] = items
    const scope = {...specification.scope, old: true, inputs: new Map([['note', {kind: 'text'} as const]])}
    const texts = ['count(old.tags) = 2', 'count(tags) = 1', 'old.title != title', 'note = "new"', 'note = null']
    const cores = texts.map(text => condition({...specification, scope}, 'Item', text))
    let compiled = 0
    await engine.read(operator, async reader => {
      const entity = entityOf(reader, 'Item')
      const before = await readStored(reader, entity, first, reader.visibility.records('Item'))
      const held = async (inputs: ReadonlyMap<string, Value>) => {
        const {plan, values} = bindRow(
          reader,
          cores,
          {entity, id: second, record: null, before},
          {
            kind: changedKind,
            inputs,
            make({from, context}, write) {
              compiled += 1
              return write(sql`select ${heldColumns(cores, context)} ${from}`)
            },
          },
        )
        const [row = []] = await plan.run(reader, values)
        return row.map(Number)
      }
      expect(await held(new Map([['note', 'new']]))).toEqual([1, 1, 1, 1, 0])
      expect(await held(new Map([['note', 'other']]))).toEqual([1, 1, 1, 0, 0])
      expect(compiled).toBe(1)
      expect(await held(new Map([['note', null]]))).toEqual([1, 1, 1, 0, 1])
      expect(await held(new Map([['note', 'new']]))).toEqual([1, 1, 1, 1, 0])
      expect(compiled).toBe(2)
    })
  })

  test('may be of an entity with the name of a type of the database', async () => {
    const names = ['Line', 'Path', 'Box', 'Point', 'Circle', 'Interval', 'Text', 'Date', 'Name']
    const table = '| Field | Type |\n|---|---|\n| size | number |'
    const entities = names.map(name => `### ${name}\n\n${table}\n`)
    const plan = `# Plan\n\n## 3. Entities\n\n${entities.join('\n')}`
    const {engine} = await engineOf({document: plan, address: await make(plan)})
    await engine.read(operator, async reader => {
      for (const name of names) {
        const entity = entityOf(reader, name)
        const at: HypotheticalRecord = {entity, id: reader.newId(), record: new Map([['size', 3]]), before: null}
        const cores = ['size = 3', 'size = 4'].map(text => condition(engine.specification, name, text))
        expect(await holdsOn(reader, at, cores, {owner: cores, name: ''}), name).toEqual([true, false])
      }
    })
  })

  test('are shown in their order, and so are the items of a list', async () => {
    const {engine, specification, items} = await shop()
    await engine.read(operator, async reader => {
      const entity = entityOf(reader, 'Item')
      const [record = new Map()] = await Promise.all(
        items.map(id => readStored(reader, entity, id, reader.visibility.records('Item'))),
      ).then(all => all.flatMap(each => each ?? []))
      const at: HypotheticalRecord = {entity, id: reader.newId(), record, before: null}
      const paths = [['title'], ['twice'], ['tag'], ['extras']]
      const texts = [...(await cellsAt(reader, at, {paths})).values()].map(({text}) => text)
      expect(texts).toEqual([full['title'], '25', 'blue', 'Bell, Lock'])
      const records = Array.from({length: 30}, (_, index) => new Map([...record, ['amount', index]]))
      const cells = await cellsIn(reader, at, {paths, records})
      expect(cells.map(each => each[paths.findIndex(([name]) => name === 'twice')]?.text)).toEqual(
        records.map((_, index) => String(index * 2)),
      )
      const list = condition(specification, 'Item', 'tags.name')
      expect(await itemsAt(reader, at, list, {owner: list, name: ''})).toEqual(['blue', 'red'])
    })
  })
})
