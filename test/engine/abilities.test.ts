/** What people may do with records, asked in each form: by roles, on one record, on many, and with the reason. */
import {describe, expect, it} from 'vitest'
import {entityOf} from '../../src/engine/query/read-context.ts'
import {abilities} from '../../src/engine/records/abilities.ts'
import type {Value} from '../../src/feel/value.ts'
import {documentGrants, nobody, operator} from '../../src/screens/testing.ts'
import {creating, deleting, done, engineOf, person, refusals, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act} from '../kit/time-off.ts'

const document = `# Desk

## 3. Entities

### Ticket

| Field | Type | Default |
|---|---|---|
| subject | text | |
| owner | User | me |
| secret | text | |

## 4. States

### Ticket

- starts: open
- final: closed

| Action | From | To | Who | When | Asks | Error |
|---|---|---|---|---|---|---|
| take | open | taken | Agent | subject != "locked" | | LOCKED |
| close | taken | closed | owner | | | |

## 6. Roles

| Role | Joins by |
|---|---|
| Agent | invitation |
| Guest | sign-up |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Agent | read | Ticket | | all except secret |
| Agent | create | Ticket | | |
| Agent | update | Ticket | owner = me | subject |
| Agent | update | Ticket | | secret |
| Agent | delete | Ticket | owner = me | |
| Guest | read | Ticket | owner = me | subject |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| LOCKED | 409 | {subject} cannot be taken. |
`

describe.each(stores)('abilities on $name', ({make}) => {
  const desk = async () => {
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const user = async (name: string, role: string) => {
      const record = creating('User', {name, email: `${name}@example.com`, roles: [role]})
      return person(done(await engine.change(operator, [record])).id, role)
    }
    const [ann, bob, guest] = [await user('ann', 'Agent'), await user('bob', 'Agent'), await user('gus', 'Guest')]
    const ticket = async (who: typeof ann, subject: string) =>
      done(await engine.change(who, [creating('Ticket', {subject, secret: 'x'})]))
    return {engine, ann, bob, guest, hers: await ticket(ann, 'Printer'), his: await ticket(bob, 'locked')}
  }

  it('follow from the roles alone, where no record is known', async () => {
    const {engine, ann, guest} = await desk()
    const [agent, other, none] = [ann, guest, nobody].map(actor => engine.abilities(actor, 'Ticket'))
    expect(['create', 'update', 'delete', 'export'].map(act => agent?.ever(act as 'create'))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(['subject', 'owner', 'secret'].map(name => agent?.ever('update', name))).toEqual([true, false, true])
    expect([agent?.always('update', 'subject'), agent?.always('update', 'secret')]).toEqual([false, true])
    expect([agent?.always('delete'), agent?.wholly('create'), agent?.wholly('read')]).toEqual([false, true, false])
    expect([other?.ever('read', 'subject'), other?.ever('read', 'owner'), other?.ever('create')]).toEqual([
      true,
      false,
      false,
    ])
    expect(none?.ever('read')).toBe(false)
    expect(engine.abilities(operator, 'Ticket').wholly('delete')).toBe(true)
  })

  it('cover fields of a stored record, and of one that is not written', async () => {
    const {engine, ann, hers, his} = await desk()
    await engine.read(ann, async reader => {
      const may = abilities(reader, 'Ticket')
      const covered = async (id: string) => {
        const {any, all, covers} = await may.on(id, 'update')
        return [any, all, covers('subject'), covers('secret'), covers('owner')]
      }
      expect(await covered(hers.id)).toEqual([true, false, true, true, false])
      expect(await covered(his.id)).toEqual([true, false, false, true, false])
      const unwritten = (owner: string) => ({
        entity: entityOf(reader, 'Ticket'),
        id: reader.newId(),
        record: new Map<string, Value>([['owner', {entity: 'User', id: owner}]]),
        before: null,
      })
      const me = ann.kind === 'person' ? ann.id : ''
      expect((await may.on(unwritten(me), 'delete')).any).toBe(true)
      expect((await may.on(unwritten(reader.newId()), 'delete')).any).toBe(false)
    })
  })

  it('say for many records which of several things may be done, as each change decides', async () => {
    const {engine, ann, hers, his} = await desk()
    const asked = [
      {action: 'take'},
      {act: 'delete'},
      {act: 'edit', fields: ['subject']},
      {act: 'edit', fields: ['secret']},
    ] as const
    const can = await engine.read(ann, reader => abilities(reader, 'Ticket').canEach([hers.id, his.id], asked))
    const [take, remove, subject] = asked
    expect(can.get(hers.id)).toEqual([take, remove, subject])
    expect(can.get(his.id)).toEqual([])
    expect(refusals(await engine.change(ann, [updating('Ticket', his, {subject: 'Mine'})]))).toEqual([
      'subject: FORBIDDEN',
    ])
    expect(refusals(await engine.change(ann, [deleting('Ticket', his)]))).toEqual(['FORBIDDEN'])
    expect(refusals(await act(engine, ann, his, 'take'))).toEqual(['LOCKED'])
    done(await act(engine, ann, hers, 'take'))
  })

  it('offer actions of records that the person sees', async () => {
    const {engine, ann, guest, hers, his} = await desk()
    const names = async (who: typeof ann) => {
      const all = await engine.read(who, reader => abilities(reader, 'Ticket').actions([hers.id, his.id]))
      return [hers, his].map(({id}) => (all.get(id) ?? []).map(({name}) => name))
    }
    expect(await names(ann)).toEqual([['take'], []])
    done(await act(engine, ann, hers, 'take'))
    expect(await names(ann)).toEqual([['close'], []])
    expect(await names(guest)).toEqual([[], []])
  })

  it('say why not: the code of the document, the state if it is seen, and nothing of hidden records', async () => {
    const {engine, ann, guest, hers, his} = await desk()
    const why = (who: typeof ann, name: string, ...ids: readonly {id: string; version?: number}[]) =>
      engine.read(who, async reader =>
        (await abilities(reader, 'Ticket').why(name, ids)).map(({at, code, values}) => [at, code, values]),
      )
    expect(await why(ann, 'take', hers, his)).toEqual([[1, 'LOCKED', {subject: 'locked'}]])
    expect(await why(ann, 'close', hers)).toEqual([[0, 'NOT_NOW', {state: 'open'}]])
    expect(await why(ann, 'delete', hers, his)).toEqual([[1, 'FORBIDDEN', {}]])
    expect(await why(ann, 'delete', {...hers, version: 9}, {id: crypto.randomUUID()})).toEqual([
      [0, 'CONFLICT', {}],
      [1, 'NOT_FOUND', {}],
    ])
    expect(await why(guest, 'take', hers)).toEqual([[0, 'NOT_FOUND', {}]])
    expect(await why(ann, 'fly', hers)).toEqual([[0, 'UNKNOWN_ACTION', {}]])
  })
})
