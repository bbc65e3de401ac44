import {existsSync} from 'node:fs'
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import type {Specification} from '../../src/points/specification.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import {schemaTable} from '../../src/store/schema.ts'
import type {Store} from '../../src/store/store.ts'
import {opened, stores} from '../kit/store-databases.ts'
import {addRecord, documentOfFiles, entitiesOf, entity, nextNumber, recordsOf} from '../kit/store-document.ts'
import {shapeOf} from '../kit/store-shape.ts'

describe.each(stores)('a plan on $name', ({make}) => {
  const begin = async (specification: Specification): Promise<Store> => {
    const store = await opened(await make())
    expect(await prepare(store, specification)).toMatchObject({kind: 'ready', changed: true})
    return store
  }
  const ready = async (store: Store, specification: Specification): Promise<void> => {
    expect(await prepare(store, specification)).toMatchObject({kind: 'ready'})
  }
  const stopped = async (store: Store, specification: Specification) => {
    const prepared = await prepare(store, specification)
    if (prepared.kind !== 'stopped') throw new Error('It was not stopped.')
    return prepared
  }

  test('creates an empty database, and does nothing the second time', async () => {
    const document = entitiesOf(entity('Ticket', ['subject | text 3..120 | yes', 'due | date']))
    const store = await begin(document)
    expect(await prepare(store, document)).toMatchObject({kind: 'ready', changed: false})
    const id = await addRecord(store, document, 'Ticket', {subject: 'Printer', due: '2026-02-28'})
    expect(await recordsOf(store, document, 'Ticket')).toEqual({[id]: {subject: 'Printer', due: '2026-02-28'}})
  })

  test('compares nothing if the known document is still applied, and everything otherwise', async () => {
    const document = entitiesOf(entity('Ticket', ['subject | text']))
    const other = entitiesOf(entity('Ticket', ['subject | text', 'due | date']))
    const store = await begin(document)
    const first = await prepare(store, document)
    if (first.kind !== 'ready') throw new Error(first.text)
    const {print, schema} = first
    expect(await prepare(store, document, {fits: print})).toEqual(first)
    // A document that does not fit shows that nothing was compared.
    expect(await prepare(store, other, {fits: print})).toEqual(first)
    expect(await prepare(store, other, {fits: '0'.repeat(64)})).toMatchObject({kind: 'ready', changed: true})
    expect(await prepare(store, document, {fits: print})).toMatchObject({kind: 'ready', changed: true, schema})
  })

  test('a database of an earlier version gets the new columns of the engine’s own tables, and keeps its rows', async () => {
    const document = entitiesOf(entity('Ticket', ['subject | text']))
    const store = await begin(document)
    const id = '018f0000-0000-7000-8000-000000000001'
    await store.transaction(async db => {
      await sql`alter table nonet_notification drop column held`.execute(db)
      const {rows} = await sql<{schema: string}>`select schema from nonet_document`.execute(db)
      const schema = JSON.parse(rows[0]?.schema ?? '') as {tables: {columns: {name: string}[]}[]}
      for (const table of schema.tables) table.columns = table.columns.filter(({name}) => name !== 'held')
      await sql`update nonet_document set schema = ${JSON.stringify(schema)}`.execute(db)
      await sql`insert into nonet_notification (id, person, event, at, entity, record, action)
        values (${id}, ${id}, ${id}, ${'2026-01-01T00:00:00.000Z'}, 'Ticket', ${id}, 'close')`.execute(db)
    })
    expect(await prepare(store, document)).toMatchObject({kind: 'ready', changed: true})
    const {rows} = await store.read(db => sql`select action, held from nonet_notification`.execute(db))
    expect(rows).toEqual([{action: 'close', held: null}])
  })

  test('a rename keeps every value', async () => {
    const before = entitiesOf(entity('Ticket', ['subject | text', 'due | date']))
    const store = await begin(before)
    const id = await addRecord(store, before, 'Ticket', {subject: 'Printer', due: '2026-02-28'})
    const after = entitiesOf(entity('Case (was Ticket)', ['title (was subject) | text', 'due | date']))
    await ready(store, after)
    expect(await recordsOf(store, after, 'Case')).toEqual({[id]: {title: 'Printer', due: '2026-02-28'}})
    await ready(store, before)
    expect(await recordsOf(store, before, 'Ticket')).toEqual({[id]: {subject: 'Printer', due: '2026-02-28'}})
  })

  test('a field that may have been renamed is asked about before its values are lost', async () => {
    const before = entitiesOf(entity('Ticket', ['subject | text', 'note | text', 'due | date']))
    const store = await begin(before)
    await addRecord(store, before, 'Ticket', {subject: 'A', note: 'keep me', due: '2026-02-28'})
    const after = entitiesOf(entity('Ticket', ['subject | text', 'remark | text', 'place | text 1..5']))
    const {text} = await stopped(store, after)
    expect(text).toContain(
      'If it is called remark now, write `remark (was note)` in the document: then its values stay.',
    )
    expect(text).not.toContain('(was due)')
  })

  test('removing a field with values stops until exactly this plan is accepted', async () => {
    const before = entitiesOf(entity('Ticket', ['subject | text', 'note | text']))
    const store = await begin(before)
    const id = await addRecord(store, before, 'Ticket', {subject: 'A', note: 'keep me'})
    const after = entitiesOf(entity('Ticket', ['subject | text']))
    const first = await stopped(store, after)
    expect(first.text).toContain('! Ticket.note is removed. 1 value is lost.')
    expect(first.text).not.toContain('(was note)')
    expect(first.text).toContain(`--accept ${first.planId}`)
    await addRecord(store, before, 'Ticket', {subject: 'B', note: 'me too'})
    const second = await prepare(store, after, {accept: first.planId})
    expect(second).toMatchObject({kind: 'stopped', text: expect.stringContaining('2 values are lost')})
    if (second.kind !== 'stopped') return
    expect(Object.keys(await recordsOf(store, before, 'Ticket'))).toHaveLength(2)
    const done = await prepare(store, after, {accept: second.planId})
    expect(done).toMatchObject({kind: 'ready'})
    if (done.kind === 'ready' && store.database === 'sqlite') expect(existsSync(done.backup ?? '')).toBe(true)
    expect((await recordsOf(store, after, 'Ticket'))[id]).toEqual({subject: 'A'})
  })

  test('two concurrent starts apply it once', async () => {
    const address = await make()
    const document = entitiesOf(entity('Ticket', ['subject | text']))
    const all = await Promise.all(Array.from({length: 4}, () => opened(address)))
    const done = await Promise.all(all.map(store => prepare(store, document)))
    expect(done.filter(each => each.kind === 'ready' && each.changed)).toHaveLength(1)
    expect(done.every(each => each.kind === 'ready')).toBe(true)
    const [store] = all
    const {rows} = (await store?.read(db => sql`select number from nonet_document`.execute(db))) ?? {rows: []}
    expect(rows).toHaveLength(1)
  })

  test('a document split into a folder changes nothing', async () => {
    const [one, two] = [entity('Ticket', ['subject | text']), entity('Team', ['name | text'])]
    const heading = '# Test\n\n## 3. Entities\n\n'
    const store = await begin(documentOfFiles({'app.md': heading + one + two}))
    const folder = documentOfFiles({'a/1.md': heading + two, 'a/2.md': heading + one})
    expect(await prepare(store, folder)).toMatchObject({kind: 'ready', changed: false})
  })

  test('a number continues after its table and field were renamed, and a new one starts after the existing records', async () => {
    const before = entitiesOf(entity('Ticket', ['number | serial from 10', 'subject | text']))
    const store = await begin(before)
    const number = async (specification: Specification, table: string) => {
      const prepared = await prepare(store, specification)
      if (prepared.kind !== 'ready') throw new Error(prepared.text)
      const counter = schemaTable(prepared.schema, table).counters[0] ?? {name: ''}
      return await nextNumber(store, counter)
    }
    await addRecord(store, before, 'Ticket', {number: await number(before, 'ticket'), subject: 'a'})
    await addRecord(store, before, 'Ticket', {number: await number(before, 'ticket'), subject: 'b'})
    const renamed = entitiesOf(entity('Case (was Ticket)', ['code (was number) | serial from 10', 'subject | text']))
    expect(await number(renamed, 'case')).toBe(12)
    const raised = entitiesOf(entity('Case', ['code | serial from 50', 'subject | text', 'rank | serial']))
    expect(await number(raised, 'case')).toBe(50)
    const records = Object.values(await recordsOf(store, raised, 'Case'))
    expect(records).toEqual([
      {code: 10, subject: 'a', rank: 1},
      {code: 11, subject: 'b', rank: 2},
    ])
  })

  test('a removed choice is replaced only when accepted', async () => {
    const before = entitiesOf(
      entity('Ticket', ['state | one of low, mid, high | yes | low', 'tags | any of red, blue']),
    )
    const store = await begin(before)
    const id = await addRecord(store, before, 'Ticket', {state: 'mid', tags: ['red', 'blue']})
    const after = entitiesOf(entity('Ticket', ['state | one of low, top (was high) | yes | low', 'tags | any of blue']))
    const {text, planId} = await stopped(store, after)
    expect(text).toContain('! Ticket.state loses the choice mid. 1 record has it and becomes low.')
    expect(text).toContain('! Ticket.tags loses the choice red. 1 record has it and loses it.')
    expect(text).toContain('In Ticket.state, high is called top now.')
    expect(await prepare(store, after, {accept: planId})).toMatchObject({kind: 'ready'})
    expect(await recordsOf(store, after, 'Ticket')).toEqual({[id]: {state: 'low', tags: ['blue']}})
  })

  test('a required choice without a default cannot lose a used value', async () => {
    const before = entitiesOf(entity('Ticket', ['state | one of low, mid | yes']))
    const store = await begin(before)
    await addRecord(store, before, 'Ticket', {state: 'mid'})
    const after = entitiesOf(entity('Ticket', ['state | one of low, high | yes']))
    const {text, planId} = await stopped(store, after)
    expect(text).toContain('x Ticket.state may not be empty. 1 record would have no choice left.')
    expect(await prepare(store, after, {accept: planId})).toMatchObject({kind: 'stopped'})
  })

  test('words that swap places do so once, however often the document is started', async () => {
    const before = entitiesOf(entity('Ticket', ['state | one of a, b']))
    const store = await begin(before)
    const id = await addRecord(store, before, 'Ticket', {state: 'a'})
    const after = entitiesOf(entity('Ticket', ['state | one of c (was a), b']))
    await ready(store, after)
    await ready(store, after)
    await ready(store, entitiesOf(entity('Ticket', ['state | one of c (was a), b, a2'])))
    expect(await recordsOf(store, after, 'Ticket')).toEqual({[id]: {state: 'c'}})
  })

  test('a value that would be lost by the conversion rejects the plan', async () => {
    const before = entitiesOf(
      entity('Ticket', ['size | text', 'share | decimal 2', 'who | User', 'at | date and time']),
    )
    const store = await begin(before)
    const first = await addRecord(store, before, 'Ticket', {size: '12', share: 1.5})
    const after = entitiesOf(
      entity('Ticket', ['size | number', 'share | decimal 1', 'who | User', 'at | date and time']),
    )
    await ready(store, after)
    expect((await recordsOf(store, after, 'Ticket'))[first]).toMatchObject({size: 12, share: 1.5})
    await ready(store, before)
    const second = await addRecord(store, before, 'Ticket', {size: 'twelve', share: 1.25})
    const {text, planId} = await stopped(store, after)
    expect(text).toContain(`"twelve" in record ${second}`)
    expect(text).toContain('x Ticket.share: `decimal 2` becomes `decimal 1`. 1 value does not fit.')
    expect(await prepare(store, after, {accept: planId})).toMatchObject({kind: 'stopped'})
    expect((await recordsOf(store, before, 'Ticket'))[second]).toMatchObject({size: 'twelve', share: 1.25})
  })

  test('a new required field needs a default that is the same for everyone, or no records', async () => {
    const before = entitiesOf(entity('Ticket', ['subject | text']))
    const store = await begin(before)
    const ticketWith = (field: string) => entitiesOf(entity('Ticket', ['subject | text', field]))
    await ready(store, ticketWith('due | date | yes'))
    await ready(store, before)
    const id = await addRecord(store, before, 'Ticket', {subject: 'a'})
    expect((await stopped(store, ticketWith('due | date | yes'))).text).toContain(
      'It is required, and 1 record has no value for it.',
    )
    expect((await stopped(store, ticketWith('who | User | yes | me'))).text).toContain('`me`')
    await ready(store, ticketWith('year | number | yes | today().year'))
    expect((await recordsOf(store, ticketWith('year | number'), 'Ticket'))[id]?.year).toBe(new Date().getUTCFullYear())
  })

  test('an entity with records is removed only when accepted, with everything that refers to it', async () => {
    const team = entity('Team', ['name | text', 'people | many User'])
    const before = entitiesOf(team, entity('Ticket', ['subject | text', 'team | Team']))
    const store = await begin(before)
    const id = await addRecord(store, before, 'Team', {name: 'A'})
    const ticket = await addRecord(store, before, 'Ticket', {subject: 's', team: id})
    const after = entitiesOf(entity('Ticket', ['subject | text']))
    const {text, planId} = await stopped(store, after)
    expect(text).toContain('! Team is removed. 1 record is lost.')
    expect(text).toContain('! Ticket.team is removed. 1 value is lost.')
    expect(await prepare(store, after, {accept: planId})).toMatchObject({kind: 'ready'})
    expect(await recordsOf(store, after, 'Ticket')).toEqual({[ticket]: {subject: 's'}})
  })

  test('states and roles keep their records when they are renamed', async () => {
    const document = (state: string, role: string) =>
      documentOfFiles({
        'app.md': `# Test\n\n## 3. Entities\n\n${entity('Ticket', ['subject | text'])}

## 4. States

### Ticket

- starts: new

| Action | From | To | Who |
|---|---|---|---|
| take | new | ${state} | ${role.replace(/ .*/, '')} |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| ${role} | helps | sign-up |
`,
      })
    const before = document('open', 'Helper')
    const store = await begin(before)
    const ticket = await addRecord(store, before, 'Ticket', {subject: 'a', status: 'open'})
    const person = {name: 'Ada', email: 'ada@example.org', active: true}
    const user = await addRecord(store, before, 'User', {...person, roles: ['Helper']})
    const after = document('taken (was open)', 'Agent (was Helper)')
    await ready(store, after)
    expect(await recordsOf(store, after, 'Ticket')).toEqual({[ticket]: {subject: 'a', status: 'taken'}})
    expect(await recordsOf(store, after, 'User')).toEqual({[user]: {...person, roles: ['Agent']}})
  })

  test('references and links follow an entity that is renamed, also those to itself', async () => {
    const before = entitiesOf(
      entity('Ticket', ['subject | text', 'parent | Ticket', 'tags | many Tag']),
      entity('Tag', ['name | text']),
      entity('Comment', ['ticket | Ticket | yes', 'text | text'], ['part of: Ticket']),
    )
    const store = await begin(before)
    const tag = await addRecord(store, before, 'Tag', {name: 'red'})
    const first = await addRecord(store, before, 'Ticket', {subject: 'a', tags: [tag]})
    const second = await addRecord(store, before, 'Ticket', {subject: 'b', parent: first})
    const comment = await addRecord(store, before, 'Comment', {ticket: second, text: 'c'})
    const after = entitiesOf(
      entity('Case (was Ticket)', ['subject | text', 'parent | Case', 'labels (was tags) | many Label']),
      entity('Label (was Tag)', ['name | text']),
      entity('Comment', ['about (was ticket) | Case | yes', 'text | text'], ['part of: Case']),
    )
    expect(await prepare(store, after)).toMatchObject({kind: 'ready', changed: true})
    expect(await recordsOf(store, after, 'Case')).toEqual({
      [first]: {subject: 'a', parent: null, labels: [tag]},
      [second]: {subject: 'b', parent: first, labels: []},
    })
    expect(await recordsOf(store, after, 'Comment')).toEqual({[comment]: {about: second, text: 'c'}})
    const fresh = await begin(after)
    expect(await shapeOf(store)).toEqual(await shapeOf(fresh))
    const remove = sql`delete from "case" where id = ${second}`
    await store.transaction(db => remove.execute(db))
    expect(await recordsOf(store, after, 'Comment')).toEqual({})
  })
})
