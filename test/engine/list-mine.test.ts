/**
 * A person's own values compared with those of others: a person without a team does not match records without a team.
 */

import {describe, expect, test} from 'vitest'
import {listPage} from '../../src/engine/lists/list.ts'
import {emptyQuery, plainList} from '../../src/engine/query/list-query.ts'
import {operator} from '../../src/screens/testing.ts'
import {condition, creating, done, engineOf, grant, person} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Desk

## 3. Entities

### Team

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 1..20 | yes | yes |

### User

| Field | Type |
|---|---|
| team | Team |

### Ticket

- named by: subject

| Field | Type | Required |
|---|---|---|
| subject | text 1..20 | yes |
| requester | User | yes |
| helper | User | |
`

describe.each(stores)('on $name', ({make}) => {
  test.each([
    ['requester.team = me.team', ['of ann, of bob', 'of ann, of bob', '', '']],
    ['me.team = requester.team', ['of ann, of bob', 'of ann, of bob', '', '']],
    ['helper.team = me.team', ['of ann', 'of ann', '', '']],
    ['requester.team != me.team', ['of cid, of dee', 'of cid, of dee', '', '']],
    ['not(requester.team = me.team)', ['of cid, of dee', 'of cid, of dee', '', '']],
    ['requester.team in (me.team)', ['of ann, of bob', 'of ann, of bob', '', '']],
    ['me.team = null and requester.team = null', ['', '', 'of cid, of dee', 'of cid, of dee']],
  ])('%s', async (where, expected) => {
    const {engine} = await engineOf({
      document,
      address: await make(),
      grants: specification => (_actor, _act, entity) => [
        grant(entity === 'Ticket' ? condition(specification, 'Ticket', where) : null),
      ],
    })
    await engine.change(operator, [creating('Team', {name: 'One'})])
    const ids: string[] = []
    for (const [name, team] of [
      ['ann', 'One'],
      ['bob', 'One'],
      ['cid', null],
      ['dee', null],
    ] as const)
      ids.push(done(await engine.change(operator, [creating('User', {name, email: `${name}@x.org`, team})])).id)
    const [ann = '', bob = '', cid = '', dee = ''] = ids
    const helped = [
      [ann, 'of ann', bob],
      [bob, 'of bob', null],
      [cid, 'of cid', dee],
      [dee, 'of dee', null],
    ] as const
    for (const [requester, subject, helper] of helped)
      done(await engine.change(operator, [creating('Ticket', {subject, requester, helper})]))
    const seen = ids.map(id =>
      engine.read(person(id), async reader => {
        const screen = plainList({entity: 'Ticket', where: null, columns: [['subject']], size: 10})
        const {rows} = await listPage(reader, reader.visibility, {screen, asked: emptyQuery})
        return rows
          .map(({cells}) => cells[0]?.text)
          .sort()
          .join(', ')
      }),
    )
    expect(await Promise.all(seen)).toEqual(expected)
  })
})
