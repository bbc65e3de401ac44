/** The order of a list by a field that only some records show. */
import {describe, expect, test} from 'vitest'
import {listPage} from '../../src/engine/lists/list.ts'
import {sortedBy, sortKeys} from '../../src/engine/lists/sort-keys.ts'
import {emptyQuery, type ListDefinition} from '../../src/engine/query/list-query.ts'
import {sqlTables} from '../../src/points/entities/table-names.ts'
import {operator} from '../../src/screens/testing.ts'
import {condition, creating, done, engineOf, grant, person} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Desk

## 3. Entities

### Ticket

| Field | Type | Required |
|---|---|---|
| subject | text 1..20 | yes |
| due | date | yes |
| requester | User | yes |
| helper | User | |
`

const written = (text: string) => ({text, file: 'app.md', line: 1, column: 1, pieces: []})

describe.each(stores)('on $name', ({make}) => {
  test('a list of records that all show the field is sorted by its column', async () => {
    const {engine} = await engineOf({
      document,
      address: await make(),
      grants: specification => (_actor, _act, entity) =>
        entity === 'Ticket'
          ? [
              grant(condition(specification, 'Ticket', 'requester = me or helper = me')),
              grant(condition(specification, 'Ticket', 'due != null'), ['subject', 'requester']),
            ]
          : [grant(null)],
    })
    const {id: ann} = done(await engine.change(operator, [creating('User', {name: 'ann', email: 'ann@example.com'})]))
    const {id: bob} = done(await engine.change(operator, [creating('User', {name: 'bob', email: 'bob@example.com'})]))
    for (const [subject, due, requester] of [
      ['late', '2026-03-03', ann],
      ['early', '2026-01-01', ann],
      ['hidden', '2026-02-02', bob],
    ] as const)
      await engine.change(operator, [creating('Ticket', {subject, due, requester})])
    const actor = person(ann)
    const screen = (where: string | null): ListDefinition => ({
      entity: 'Ticket',
      condition: where === null ? null : {core: condition(engine.specification, 'Ticket', where), text: written(where)},
      where: null,
      columns: [['subject'], ['due']],
      sort: [{path: ['due'], descending: false}],
      filters: [],
      search: [],
      groupBy: null,
      size: 10,
    })
    const read = (where: string | null) =>
      engine.read(actor, async reader => {
        const tables = sqlTables(engine.specification.entities)
        const request = {screen: screen(where), asked: emptyQuery}
        const [first] = sortKeys(reader.visibility, tables, sortedBy(reader.visibility, request))
        const {rows} = await listPage(reader, reader.visibility, request)
        return {isPlain: first?.plain !== null, rows: rows.map(({cells}) => cells.map(({text}) => text).join(' '))}
      })
    expect(await read('requester = me')).toMatchObject({isPlain: true, rows: ['early Thu 1 Jan', 'late Tue 3 Mar']})
    expect(await read('helper = me or requester = me')).toMatchObject({isPlain: true})
    // Others sort last, without telling their date.
    expect(await read('requester != null')).toMatchObject({
      isPlain: false,
      rows: ['early Thu 1 Jan', 'late Tue 3 Mar', 'hidden '],
    })
    expect(await read(null)).toMatchObject({isPlain: false, rows: ['early Thu 1 Jan', 'late Tue 3 Mar', 'hidden ']})
  })
})
