/** What the system does once is due again whenever its condition becomes true again, and what a change makes due through other records is due at once. */
import {describe, expect, it} from 'vitest'
import {entityOf} from '../../src/engine/query/read-context.ts'
import {readStored} from '../../src/engine/query/stored.ts'
import {type Actor, documentGrants, operator, runSystemActions} from '../../src/screens/testing.ts'
import {creating, deleting, done, engineOf, person, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Stock

## 3. Entities

### Place

| Field | Type | Required | Default |
|---|---|---|---|
| open | yes/no | yes | no |

### Thing

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| flag | yes/no | yes | no | |
| place | Place | | | |
| counter | number | yes | 0 | engine |
| openings | number | yes | 0 | engine |

### Invoice

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| total | number | yes | | |
| payments | list of Payment by invoice | | | |
| paid | = sum(payments.amount) | | | |
| reopened | number | yes | 0 | engine |

### Payment

| Field | Type | Required |
|---|---|---|
| invoice | Invoice | yes |
| amount | number | yes |

## 4. States

### Thing

| Action | Who | When | Then |
|---|---|---|---|
| count up | system | flag | set counter = counter + 1 |
| open up | system | place.open | set openings = openings + 1 |

### Invoice
- starts: issued

| Action | From | To | Who | When | Then |
|---|---|---|---|---|---|
| settle | issued | settled | system | paid >= total | |
| reopen | settled | issued | system | paid < total | set reopened = reopened + 1 |

## 6. Roles

| Role | Joins by |
|---|---|
| Keeper | invitation |

| Role | May | On |
|---|---|---|
| Keeper | all | Place, Thing, Invoice, Payment |
`

describe.each(stores)('an action of the system, on $name', ({make}) => {
  const opened = async () => {
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const fields = {email: 'kim@example.com', name: 'Kim', roles: ['Keeper']}
    const keeper = person(done(await engine.change(operator, [creating('User', fields)])).id, 'Keeper')
    const value = (entity: string, id: string, field: string) =>
      engine.read(operator, async reader => {
        const stored = await readStored(reader, entityOf(reader, entity), id, reader.visibility.records(entity))
        return stored?.get(field)
      })
    return {engine, keeper, value}
  }

  it.each(['a person', 'an operator'])(
    'D6: is due each time its condition becomes true by %s, whatever the job saw',
    async who => {
      const {engine, keeper, value} = await opened()
      const actor: Actor = who === 'a person' ? keeper : operator
      const {id} = done(await engine.change(actor, [creating('Thing', {})]))
      const set = async (flag: boolean) => {
        const version = Number(await value('Thing', id, 'version'))
        done(await engine.change(actor, [updating('Thing', {id, version}, {flag})]))
        // Operators leave the actions to the job.
        if (flag) await runSystemActions(engine)
      }
      for (let time = 0; time < 5; time++) {
        await set(true)
        await set(true)
        await set(false)
      }
      expect(await value('Thing', id, 'counter')).toBe(5)
    },
  )

  it('D6: is due again also where its condition follows a reference', async () => {
    const {engine, keeper, value} = await opened()
    const place = done(await engine.change(keeper, [creating('Place', {})]))
    const {id} = done(await engine.change(keeper, [creating('Thing', {place: place.id})]))
    for (const [version, open] of [true, false, true, false, true].entries())
      done(await engine.change(keeper, [updating('Place', {id: place.id, version: version + 1}, {open})]))
    expect(await value('Thing', id, 'openings')).toBe(3)
  })

  it('D13: is due at once on the record that a changed, new or deleted record refers to', async () => {
    const {engine, keeper, value} = await opened()
    const {id} = done(await engine.change(keeper, [creating('Invoice', {total: 100})]))
    const status = () => value('Invoice', id, 'status')
    expect(await status()).toBe('issued')
    const pay = async (amount: number) =>
      done(await engine.change(keeper, [creating('Payment', {invoice: id, amount})]))
    await pay(40)
    expect(await status()).toBe('issued')
    const last = await pay(60)
    expect(await status()).toBe('settled')
    done(await engine.change(keeper, [updating('Payment', last, {amount: 50})]))
    expect([await status(), await value('Invoice', id, 'reopened')]).toEqual(['issued', 1])
    done(await engine.change(keeper, [updating('Payment', {id: last.id, version: 2}, {amount: 60})]))
    expect(await status()).toBe('settled')
    done(await engine.change(keeper, [deleting('Payment', {id: last.id, version: 3})]))
    expect([await status(), await value('Invoice', id, 'reopened')]).toEqual(['issued', 2])
  })
})
