/** Rules of point 5: when they are checked, which data they see, and that they hold under concurrent writes. */

import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {fillMessage} from '../../src/engine/display/error-message.ts'
import {type Engine, operator} from '../../src/screens/testing.ts'
import {condition, creating, deleting, done, engineOf, grant, person, refusals, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, rulesOfDocument, shown} from '../kit/time-off.ts'

const document = `# Desk

## 3. Entities

### Ticket
- named by: subject

| Field | Type | Required | Default |
|---|---|---|---|
| subject | text 1..120 | yes | |
| requester | User | yes | me |
| due | date and time | | |
| priority | one of low, normal, urgent | yes | normal |
| weight | number | | |
| secret | text | | |
| notes | list of Note by ticket | | |
| heavy | = weight > 10 | | |

### Note

| Field | Type | Required |
|---|---|---|
| ticket | Ticket | yes |
| text | text | yes |

### Account

| Field | Type | Required | Default |
|---|---|---|---|
| owner | text | yes | |
| balance | = sum(Booking[account = this].amount) | | |

### Booking

| Field | Type | Required |
|---|---|---|
| account | Account | yes |
| amount | decimal 2 | yes |

## 4. States

### Ticket

- starts: open
- final: closed

| Action | From | To | Who | Asks | Then |
|---|---|---|---|---|---|
| close | open | closed | Member | reason: text | create Note(ticket: this, text: reason) |
| drop | open | closed | Member | | |

## 5. Rules

| Rule | On | When | Must hold | Error |
|---|---|---|---|---|
| due in the future | Ticket.due | due != old.due | due = null or due > now() | DUE_IN_PAST |
| not too many at once | Ticket create | | count(Ticket[requester = me and status != "closed"]) <= MAX_OPEN | TOO_MANY_OPEN |
| urgent needs a reason | Ticket.subject | priority = "urgent" | string length(subject) >= 10 | SAY_WHY |
| known weight | Ticket | priority = "urgent" | weight < 100 | TOO_HEAVY |
| never lighter | Ticket | old.weight != null | weight >= old.weight | LIGHTER |
| say something | Ticket close | | string length(reason) > 3 and count(notes) = 1 and status = "closed" | SAY_WHY |
| nothing below zero | Booking | | account.balance >= 0 | OVERDRAWN |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| DUE_IN_PAST | 422 | The due time is already over. |
| TOO_MANY_OPEN | 422 | {requester} already has {MAX_OPEN} open tickets; wait {PAUSE}. |
| SAY_WHY | 422 | Say why {subject} is {priority}. |
| TOO_HEAVY | 422 | {weight} is too much for {secret}. |
| LIGHTER | 422 | {weight} is lighter. |
| OVERDRAWN | 409 | There is not enough. |

## 9. Limits

| Name | Value |
|---|---|
| MAX_OPEN | 20 |
| PAUSE | 14 days |
`

function told({specification}: Engine, outcome: Awaited<ReturnType<Engine['change']>>): string[] {
  return outcome.ok ? [] : outcome.problems.map(each => fillMessage(specification.errors, each).message)
}

describe.each(stores)('rules on $name', ({make}) => {
  const desk = async (grants?: Parameters<typeof engineOf>[0]['grants']) => {
    const address = await make()
    const made = await engineOf({document, address, rules: rulesOfDocument, ...(grants ? {grants} : {})})
    const {id} = done(await made.engine.change(operator, [creating('User', {name: 'Ada', email: 'ada@example.com'})]))
    return {...made, address, ada: person(id, 'Member')}
  }

  it('are checked on every write, and all broken ones are reported at once, at their fields', async () => {
    const {engine, ada} = await desk()
    const urgent = {subject: 'Printer', priority: 'urgent', due: '2026-03-10T08:59:00Z', weight: 100}
    const outcome = await engine.change(ada, [creating('Ticket', urgent)])
    expect(refusals(outcome)).toEqual(['due: DUE_IN_PAST', 'subject: SAY_WHY', 'TOO_HEAVY'])
    const ticket = done(await engine.change(ada, [creating('Ticket', {subject: 'Printer'})]))
    expect(refusals(await engine.change(ada, [updating('Ticket', ticket, {priority: 'urgent'})]))).toEqual([
      'subject: SAY_WHY',
      'TOO_HEAVY',
    ])
  })

  it('see the record before the change', async () => {
    const {engine, ada, clock} = await desk()
    const due = {subject: 'Printer', due: '2026-03-10T10:00:00Z', weight: 5}
    const ticket = done(await engine.change(ada, [creating('Ticket', due)]))
    clock.now += 2 * 60 * 60 * 1000
    const later = done(await engine.change(ada, [updating('Ticket', ticket, {subject: 'The printer'})]))
    expect(refusals(await engine.change(ada, [updating('Ticket', later, {due: '2026-03-10T10:30:00Z'})]))).toEqual([
      'due: DUE_IN_PAST',
    ])
    const lighter = await engine.change(ada, [updating('Ticket', later, {weight: 4})])
    expect(refusals(lighter)).toEqual(['LIGHTER'])
    expect(refusals(await engine.change(ada, [updating('Ticket', later, {weight: null})]))).toEqual(['LIGHTER'])
    done(await engine.change(ada, [updating('Ticket', later, {weight: 6})]))
  })

  it('reject if their result is unknown, and do not apply if their condition is unknown', async () => {
    const {engine, ada} = await desk()
    const urgent = {subject: 'A printer on fire', priority: 'urgent'}
    expect(refusals(await engine.change(ada, [creating('Ticket', urgent)]))).toEqual(['TOO_HEAVY'])
    done(await engine.change(ada, [creating('Ticket', {...urgent, weight: 99})]))
  })

  it('of an action see its inputs and result, and do not affect other actions', async () => {
    const {engine, ada} = await desk()
    const made = async () => done(await engine.change(ada, [creating('Ticket', {subject: 'Printer'})]))
    const [one, two] = [await made(), await made()]
    expect(refusals(await act(engine, ada, one, 'close', {reason: 'no'}))).toEqual(['SAY_WHY'])
    done(await act(engine, ada, one, 'close', {reason: 'It is fixed.'}))
    done(await act(engine, ada, two, 'drop'))
  })

  it('hold over sums of other records, exactly', async () => {
    const {engine, ada} = await desk()
    const account = done(await engine.change(ada, [creating('Account', {owner: 'Ada'})]))
    const booking = (amount: number) => creating('Booking', {account: account.id, amount})
    done(await engine.change(ada, [booking(10.5)]))
    expect(refusals(await engine.change(ada, [booking(-10.51)]))).toEqual(['OVERDRAWN'])
    const last = done(await engine.change(ada, [booking(-10.5)]))
    expect(await shown(engine, account, 'balance')).toBe('0')
    done(await engine.change(ada, [deleting('Booking', last)]))
  })

  it('fill their messages from the record and the constants, with visible values only', async () => {
    const {engine, ada} = await desk(specification => (actor, act, entity) => {
      if (actor.kind !== 'person') return []
      const own = condition(specification, 'User', 'this = me')
      if (entity === 'User') return [grant(own)]
      if (entity !== 'Ticket' || act !== 'read') return [grant(null)]
      return [grant(null, ['subject', 'requester', 'weight', 'priority'])]
    })
    const heavy = {subject: 'A printer on fire', priority: 'urgent', weight: 12345, secret: 'the dragon'}
    expect(told(engine, await engine.change(ada, [creating('Ticket', heavy)]))).toEqual(['12,345 is too much for ….'])
    const many = Array.from({length: 21}, (_, index) => creating('Ticket', {subject: `T${index}`}))
    const [first] = told(engine, await engine.change(ada, many))
    expect(first).toBe('Ada already has 20 open tickets; wait 14 days.')
  })

  it('let exactly twenty of fifty parallel creates through if twenty is the maximum', async () => {
    const {engine, address, ada} = await desk()
    const other = await engineOf({document, address, rules: rulesOfDocument})
    const engines = [engine, other.engine]
    let waiting = Array.from({length: 50}, (_, index) => index)
    const codes: string[] = []
    // An attempt that is told to wait is repeated, as a person would.
    while (waiting.length > 0) {
      const outcomes = await Promise.all(
        waiting.map(async index => {
          const outcome = await engines[index % 2]?.change(ada, [creating('Ticket', {subject: `T${index}`})])
          return {index, code: outcome?.ok ? 'made' : (outcome?.code ?? '')}
        }),
      )
      codes.push(...outcomes.map(({code}) => code).filter(code => code !== 'BUSY'))
      waiting = outcomes.filter(({code}) => code === 'BUSY').map(({index}) => index)
    }
    const {rows} = await engine.read(operator, ({db}) => sql`select id from ticket`.execute(db))
    expect(rows).toHaveLength(20)
    expect(codes.filter(code => code === 'made')).toHaveLength(20)
    expect(codes.filter(code => code === 'TOO_MANY_OPEN')).toHaveLength(30)
  }, 60_000)

  it('never let a balance fall below zero under parallel bookings', async () => {
    const {engine, ada} = await desk()
    const account = done(await engine.change(ada, [creating('Account', {owner: 'Ada'})]))
    const booking = (amount: number) => creating('Booking', {account: account.id, amount})
    done(await engine.change(ada, [booking(10)]))
    const outcomes = await Promise.all(Array.from({length: 20}, () => engine.change(ada, [booking(-3)])))
    const made = outcomes.filter(({ok}) => ok).length
    expect(made).toBeLessThanOrEqual(3)
    expect(await shown(engine, account, 'balance')).toBe(String(10 - 3 * made))
    for (const outcome of outcomes) if (!outcome.ok) expect(['OVERDRAWN', 'BUSY']).toContain(outcome.code)
  }, 60_000)
})
