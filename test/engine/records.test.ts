/** Records as typed objects: whatever the method, they have what the person may see, and nothing else. */
import {describe, expect, it} from 'vitest'
import {emptyQuery, plainList} from '../../src/engine/query/list-query.ts'
import {entityOf} from '../../src/engine/query/read-context.ts'
import {
  cell,
  cellAt,
  commonName,
  each,
  recordName,
  stateCell,
  text,
  value,
} from '../../src/engine/records/properties.ts'
import {records} from '../../src/engine/records/records.ts'
import type {Value} from '../../src/feel/value.ts'
import {documentGrants, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Rooms

## 3. Entities

### House

| Field | Type |
|---|---|
| title | text |

### Room
- named by: title

| Field | Type | Unique |
|---|---|---|
| title | text | yes |
| size | number | |
| house | House | |
| twice | = size * 2 | |

## 4. States

### Room

- starts: free

| Action | From | To | Who |
|---|---|---|---|
| close | free | closed | Clerk |

## 6. Roles

| Role | Joins by |
|---|---|
| Clerk | invitation |
| Guest | sign-up |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Clerk | all | Room, House | | |
| Guest | read | Room | size < 10 | title, status |
`

describe.each(stores)('records on $name', ({make}) => {
  const house = async () => {
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const made = async (entity: string, fields: Parameters<typeof creating>[1]) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const {id} = await made('House', {title: 'Mill'})
    const attic = await made('Room', {title: 'Attic', size: 4, house: id})
    const barn = await made('Room', {title: 'Barn', size: 40, house: id})
    const user = async (role: string) =>
      person((await made('User', {name: role, email: `${role}@example.com`, roles: [role]})).id, role)
    const entity = engine.specification.entities.entities.get('Room')
    if (!entity) throw new Error('no entity')
    const rooms = records(entity, {
      name: recordName,
      called: commonName,
      size: value(['size']),
      house: text(['house', 'title']),
      twice: cell(['twice']),
      state: stateCell,
      none: text(null),
      pair: each([text(['title']), text(['size'])]),
      at: cellAt([['size'], ['title']]),
    })
    return {engine, rooms, attic, barn, clerk: await user('Clerk'), guest: await user('Guest')}
  }

  it('have each property of the shape, from a page, by id, by ids and by key', async () => {
    const {engine, rooms, attic, barn, clerk} = await house()
    await engine.read(clerk, async reader => {
      const list = plainList({entity: 'Room', sort: [{path: ['title'], descending: true}], size: 10})
      const {rows} = await rooms.page(reader, {list})
      expect(rows.map(({id, name, size}) => [id, name, size])).toEqual([
        [barn.id, 'Barn', 40],
        [attic.id, 'Attic', 4],
      ])
      const [, {at, ...first}] = rows as [unknown, (typeof rows)[number]]
      expect(first).toMatchObject({
        ...{version: 1, name: 'Attic', called: 'Attic', size: 4, house: 'Mill', none: '', pair: ['Attic', '4']},
        ...{twice: {value: 8}, state: {value: 'free', text: 'Free'}},
      })
      expect([at(['title']).text, at(['size']).value, at(['house']).text, at(null).text]).toEqual(['Attic', 4, '', ''])
      expect((await rooms.first(reader, {...list, size: 1})).map(({name}) => name)).toEqual(['Barn'])
      expect(await rooms.byId(reader, attic.id)).toMatchObject({id: attic.id, version: 1, house: 'Mill'})
      expect([...(await rooms.byIds(reader, [barn.id, attic.id])).values()].map(({name}) => name).sort()).toEqual([
        'Attic',
        'Barn',
      ])
      expect((await rooms.firstPage(reader, {list: {...list, size: 1}})).more).toBe(true)
    })
  })

  it('leave out hidden records and hidden fields, in every method', async () => {
    const {engine, rooms, attic, barn, guest} = await house()
    await engine.read(guest, async reader => {
      const hidden = {name: 'Attic', size: null, house: '', twice: {value: null, text: ''}, pair: ['Attic', '']}
      const {rows, count} = await rooms.page(reader, {list: plainList({entity: 'Room', size: 10}), asked: emptyQuery})
      expect([rows.length, count]).toMatchObject([1, {exact: 1}])
      expect(rows[0]).toMatchObject({...hidden, state: {value: 'free'}})
      expect(await rooms.byId(reader, barn.id)).toBeNull()
      expect(await rooms.byId(reader, attic.id)).toMatchObject(hidden)
      expect([...(await rooms.byIds(reader, [barn.id, attic.id])).keys()]).toEqual([attic.id])
      expect(await rooms.first(reader, plainList({entity: 'Room', size: 5}))).toHaveLength(1)
    })
  })

  it('are read of a record that is not written, with computed fields', async () => {
    const {engine, rooms, attic, clerk} = await house()
    await engine.read(clerk, async reader => {
      const at = {entity: entityOf(reader, 'Room'), id: attic.id, before: null}
      const unwritten = (title: string, size: number) =>
        new Map<string, Value>([
          ['title', title],
          ['size', size],
        ])
      expect(await rooms.unwritten(reader, {...at, record: unwritten('Loft', 5)})).toMatchObject({
        name: 'Loft',
        twice: {value: 10},
        house: '',
      })
      const both = [unwritten('A', 1), unwritten('B', 2)]
      const sizes = await rooms.eachUnwritten(reader, {...at, record: unwritten('A', 1)}, both)
      expect(sizes.map(({name, twice}) => [name, twice.value])).toEqual([
        ['A', 2],
        ['B', 4],
      ])
    })
  })
})
