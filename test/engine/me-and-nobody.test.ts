/**
 * `me` without a person: nobody does not own records without an owner, in permissions, screens, guards and rules, on
 * both databases.
 */

import {describe, expect, it} from 'vitest'
import {listPage} from '../../src/engine/lists/list.ts'
import {emptyQuery, plainList} from '../../src/engine/query/list-query.ts'
import {type Actor, documentGrants, nobody, operator} from '../../src/screens/testing.ts'
import {condition, creating, done, engineOf, person, refusals} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, rulesOfDocument} from '../kit/time-off.ts'

const document = (where: string) => `# Notes

## 3. Entities

### Note
- named by: title

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| owner | User | |
| readers | many User | |
| open | yes/no | |

## 4. States

### Note
- starts: new

| Action | From | To | Who | When |
|---|---|---|---|---|
| take | any | same | everyone | owner = me |
| leave | any | same | everyone | owner != me |
| look | any | same | everyone | |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| mine | Note look | not(owner = me) | MINE |

## 6. Roles

| Role | Joins by |
|---|---|
| Writer | sign-up |

| Role | May | On | Where |
|---|---|---|---|
| everyone | read | Note | ${where} |
| Writer | all | Note, User | |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| MINE | 422 | This is yours. |
`

describe.each(stores)('on $name', ({make}) => {
  async function opened(where: string) {
    const made = await engineOf({
      document: document(where),
      address: await make(),
      grants: documentGrants,
      rules: rulesOfDocument,
    })
    const {engine} = made
    const ada = done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'ada@x.org'})])).id
    const ids = []
    for (const [title, owner] of [
      ['hers', ada],
      ['nobodys', null],
    ] as const)
      ids.push(done(await engine.change(operator, [creating('Note', {title, owner, open: owner === null})])).id)
    return {...made, ada, ids}
  }

  type Opened = Awaited<ReturnType<typeof opened>>

  const titles = ({engine}: Opened, actor: Actor, where: string | null = null) =>
    engine.read(actor, async reader => {
      const of = where === null ? null : condition(engine.specification, 'Note', where)
      const screen = plainList({entity: 'Note', where: of, columns: [['title']], size: 10})
      const {rows} = await listPage(reader, reader.visibility, {screen, asked: emptyQuery})
      return rows.map(({cells}) => cells[0]?.text ?? '')
    })

  it.each([
    'owner = me',
    'not(owner != me)',
    'owner != me',
    'not(owner = me)',
    'owner in (me)',
    'me in (owner)',
    'owner.name = me.name',
    'lower case(owner.name) = lower case(me.name)',
    'list contains(readers, me)',
    'not(list contains(readers, me))',
    'not(list contains(me.roles, "Writer"))',
    'some note in Note satisfies note.owner = me',
  ])('L2: a visitor reads nothing if %s', async where => {
    const world = await opened(where)
    expect(await titles(world, nobody)).toEqual([])
    // The condition itself is right: it works for signed-in people.
    expect((await titles(world, person(world.ada))).length).toBeLessThanOrEqual(2)
  })

  it('L2: a condition with more than `me` still holds for visitors by its other part', async () => {
    const world = await opened('open = true or owner = me')
    expect(await titles(world, nobody)).toEqual(['nobodys'])
    expect(await titles(world, person(world.ada))).toEqual(expect.arrayContaining(['hers', 'nobodys']))
    expect(await titles(world, nobody, 'owner = me')).toEqual([])
    expect(await titles(world, nobody, 'me = null')).toEqual(['nobodys'])
  })

  it('L2: a guard and a rule with `me` let no visitor act', async () => {
    const {engine, ids} = await opened('open = true')
    const [, id = ''] = ids
    for (const action of ['take', 'leave'])
      expect(refusals(await act(engine, nobody, {entity: 'Note', id, version: 1}, action))).toEqual(['NOT_NOW'])
  })

  it('L2: a rule with `me` does not hold without a person, and is reported', async () => {
    const {engine, ids} = await opened('open = true')
    const [, id = ''] = ids
    expect(refusals(await act(engine, nobody, {entity: 'Note', id, version: 1}, 'look'))).toEqual(['MINE'])
  })
})
