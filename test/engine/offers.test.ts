/** `Kind[active]`: the records a reference may refer to, in forms and in every other input. */

import {describe, expect, it} from 'vitest'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {Json} from '../../src/feel/core.ts'
import {type Actor, checkWhole, documentGrants, importCsv, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, refusals, updating} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {stores} from '../kit/store-databases.ts'
import {act} from '../kit/time-off.ts'

const document = `# Desk

## 3. Entities

### Kind
- named by: name

| Field | Type | Required | Default |
|---|---|---|---|
| name | text 2..40 | yes | |
| active | yes/no | yes | yes |

### Tag
- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 2..40 | yes |
| rank | number | yes |

### Ticket

| Field | Type | Required |
|---|---|---|
| subject | text 3..120 | yes |
| kind | Kind[active] | yes |
| tags | many Tag[rank > LEAST] | |
| lines | list of Line by ticket | |

### Line
- part of: Ticket

| Field | Type | Required |
|---|---|---|
| ticket | Ticket | yes |
| kind | Kind[active] | yes |

## 4. States

### Ticket
- starts: open
- final: closed

| Action | From | To | Who | Asks | Then |
|---|---|---|---|---|---|
| move | open | open | Member | kind | |
| copy | open | same | Member | to: Kind[active] | create Ticket(subject: subject, kind: to) |
| close | open | closed | Member | | |

## 6. Roles

| Role | Joins by |
|---|---|
| Member | sign-up |

| Role | May | On |
|---|---|---|
| Member | all | Kind, Tag, Ticket, Line |

## 9. Limits

| Name | Value |
|---|---|
| LEAST | 1 |
`

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function desk(address: string, written = document) {
  const {engine} = await engineOf({document: written, address, grants: documentGrants})
  const make = async (entity: string, fields: Record<string, Json>) =>
    done(await engine.change(operator, [creating(entity, fields)]))
  const {id} = await make('User', {email: 'ada@example.com', name: 'Ada', roles: ['Member']})
  const ada: Actor = {kind: 'person', id, name: 'Ada', roles: ['Member']}
  const [repair, lend] = [await make('Kind', {name: 'Repair'}), await make('Kind', {name: 'Lend'})]
  const [low, high] = [await make('Tag', {name: 'Low', rank: 1}), await make('Tag', {name: 'High', rank: 2})]
  const ticket = await make('Ticket', {subject: 'A kettle', kind: lend.id})
  done(await engine.change(ada, [updating('Kind', lend, {active: false})]))
  return {engine, ada, make, pages: pagesOf(engine), repair: repair.id, lend: lend.id, low, high, ticket}
}

describe.each(stores)('records that are offered on $name', ({make: fresh}) => {
  it('D13: are the only ones that a new record takes, from people, files and operators', async () => {
    const {engine, ada, repair, lend, low, high} = await desk(await fresh())
    const asked = (fields: Record<string, Json>) => creating('Ticket', {subject: 'A lamp', ...fields})
    expect(refusals(await engine.change(ada, [asked({kind: lend})]))).toEqual(['kind: NOT_OFFERED'])
    expect(refusals(await engine.change(operator, [asked({kind: lend})]))).toEqual(['kind: NOT_OFFERED'])
    expect(refusals(await engine.change(ada, [asked({kind: repair, tags: [high.id, low.id]})]))).toEqual([
      'tags: NOT_OFFERED',
    ])
    done(await engine.change(ada, [asked({kind: repair, tags: [high.id]})]))
    const csv = 'subject,kind\nA chair,Repair\nA table,Lend\n'
    const report = await importCsv(engine, ada, {entity: 'Ticket', open: () => bytesOf(csv)})
    expect(report.problems.map(({line, message}) => `${line} ${message}`)).toEqual([
      '3 “Lend” isn’t available here. Choose another one.',
    ])
  })

  it('may depend on the acting person; demo data and operators have none to compare with', async () => {
    const mine = document.replace('many Tag[rank > LEAST]', 'many Tag[name = me.name]')
    const {engine, ada, make, repair, low} = await desk(await fresh(mine), mine)
    const own = await make('Tag', {name: 'Ada', rank: 3})
    const tagged = (tag: {id: string}) => creating('Ticket', {subject: 'A lamp', kind: repair, tags: [tag.id]})
    expect(refusals(await engine.change(ada, [tagged(low)]))).toEqual(['tags: NOT_OFFERED'])
    done(await engine.change(ada, [tagged(own)]))
    done(await engine.change(operator, [tagged(low)]))
  })

  it('D13: are required when a reference changes, so that an earlier choice may stay', async () => {
    const {engine, ada, repair, lend, ticket} = await desk(await fresh())
    const renamed = done(await engine.change(ada, [updating('Ticket', ticket, {subject: 'A tea kettle', kind: lend})]))
    const moved = done(await engine.change(ada, [updating('Ticket', renamed, {kind: repair})]))
    expect(refusals(await engine.change(ada, [updating('Ticket', moved, {kind: lend})]))).toEqual(['kind: NOT_OFFERED'])
  })

  it('D13: apply to inputs of actions, fields, and line items', async () => {
    const {engine, ada, repair, lend, ticket} = await desk(await fresh())
    const moved = done(await act(engine, ada, ticket, 'move', {kind: repair}))
    expect(refusals(await act(engine, ada, moved, 'move', {kind: lend}))).toEqual(['kind: NOT_OFFERED'])
    expect(refusals(await act(engine, ada, moved, 'copy', {to: lend}))).toEqual(['to: NOT_OFFERED'])
    done(await act(engine, ada, moved, 'copy', {to: repair}))
    const line = (kind: string) => creating('Line', {ticket: ticket.id, kind})
    expect(refusals(await engine.change(ada, [line(lend)]))).toEqual(['kind: NOT_OFFERED'])
  })

  it('D13: are offered in forms, with the current value of a field', async () => {
    const {ada, pages, ticket} = await desk(await fresh())
    const offered = async (path: string, field: string) =>
      (await pages.get<FormScreenData>(ada, path)).data.fields
        .find(({name}) => name === field)
        ?.options?.map(({label}) => label)
    expect(await offered('/tickets/new', 'kind')).toEqual(['Repair'])
    expect(await offered('/tickets/new', 'tags')).toEqual(['High'])
    expect(await offered(`/tickets/${ticket.id}?edit`, 'kind')).toEqual(['Repair', 'Lend'])
    expect(await offered('/tickets/new?_lookup=kind&q=e', 'kind')).toEqual(['Repair'])
  })

  it('D30: a required choice without any of them says so', async () => {
    const {engine, ada, pages, repair} = await desk(await fresh())
    const help = async () => {
      const {data} = await pages.get<FormScreenData>(ada, '/tickets/new')
      return data.fields.find(({name}) => name === 'kind')?.help
    }
    expect(await help()).toBe('')
    done(await engine.change(ada, [updating('Kind', {id: repair, version: 1}, {active: false})]))
    expect(await help()).toBe('No kinds yet.')
  })
})

const orders = `# Orders

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| New order | /orders/new | form for Order | Member, Lead |
| New order for someone | /orders/others | form for Order | Lead |

### New order
- fields: cart, helper, stores

### New order for someone
- fields: person, cart, helper, stores

## 3. Entities

### Cart
- named by: name

| Field | Type | Required | Default |
|---|---|---|---|
| name | text 2..40 | yes | |
| person | User | yes | me |
| open | yes/no | yes | yes |

### Store
- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 2..40 | yes |

### Order

| Field | Type | Required | Default |
|---|---|---|---|
| cart | Cart | yes | |
| person | User | yes | me |
| helper | User | | |
| stores | many Store | | |

## 5. Rules

| Rule | On | When | Must hold | Error |
|---|---|---|---|---|
| helped by someone else | Order.helper | | helper = null or helper != person | HELP_SELF |
| once for each cart | Order create | | count(Order[cart = this.cart]) = 1 | ORDERED |

## 6. Roles

| Role | Joins by |
|---|---|
| Member | sign-up |
| Lead | invitation |

| Role | May | On | Where |
|---|---|---|---|
| Member, Lead | read | Cart, Store, Order, User | |
| Member | create | Order | person = me and (cart.person = me and cart.open or count(stores) > 5 and cart.name = "Shared") |
| Lead | create | Order | |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| HELP_SELF | 422 | Choose someone else. |
| ORDERED | 422 | This cart was ordered. |
`

describe.each(stores)('records that a new record can have on $name', ({make: fresh}) => {
  it('are those that permissions and rules allow, as far as they depend on them alone', async () => {
    const {engine} = await engineOf({document: orders, address: await fresh(), grants: documentGrants})
    const make = async (entity: string, fields: Record<string, Json>) =>
      done(await engine.change(operator, [creating(entity, fields)])).id
    const member = async (name: string, role: string): Promise<Actor & {id: string}> => {
      const id = await make('User', {email: `${name}@example.com`, name, roles: [role]})
      return {kind: 'person', id, name, roles: [role]}
    }
    const [ada, bo, cy] = [await member('Ada', 'Member'), await member('Bo', 'Member'), await member('Cy', 'Lead')]
    await make('Cart', {name: 'Mine', person: ada.id})
    const sent = await make('Cart', {name: 'Sent', person: ada.id, open: false})
    await make('Cart', {name: 'Other', person: bo.id})
    await make('Cart', {name: 'Shared', person: bo.id})
    await make('Store', {name: 'North'})
    const pages = pagesOf(engine)
    const offered = async (who: Actor, path: string, field: string) =>
      (await pages.get<FormScreenData>(who, path)).data.fields
        .find(({name}) => name === field)
        ?.options?.map(({label}) => label)
    // A rule that counts the new order among the others is left to the moment of saving.
    expect(await offered(ada, '/orders/new', 'cart')).toEqual(['Mine', 'Shared'])
    expect(await offered(bo, '/orders/new', 'cart')).toEqual(['Other', 'Shared'])
    expect(await offered(ada, '/orders/new?_lookup=cart&q=e', 'cart')).toEqual(['Mine', 'Shared'])
    // A value in the address stays, and is judged when the form is sent.
    expect(await offered(ada, `/orders/new?cart=${sent}`, 'cart')).toEqual(['Mine', 'Shared', 'Sent'])
    expect(await offered(cy, '/orders/new', 'cart')).toEqual(['Mine', 'Other', 'Sent', 'Shared'])
    expect(await offered(ada, '/orders/new', 'helper')).toEqual(['Bo', 'Cy'])
    expect(await offered(ada, '/orders/new', 'stores')).toEqual(['North'])
    // The person is filled in there, so anyone may be the helper.
    expect(await offered(cy, '/orders/others', 'helper')).toEqual(['Ada', 'Bo', 'Cy'])
  })
})

it('D13: are defined by a condition on their own fields only', () => {
  const found = (by: string) => {
    const text = document.replace('| kind | Kind[active] | yes |\n| tags', `| kind | ${by} | yes |\n| tags`)
    const {findings} = checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}])
    return findings.filter(({severity}) => severity === 'error').map(({code, column}) => `${code} ${column}`)
  }
  expect(found('Kind[active]')).toEqual([])
  expect(found('Kind[not(active) and name != "x"]')).toEqual([])
  expect(found('Kind[name]')).toEqual(['N323 15'])
  expect(found('Kind[active = this.subject]')).toEqual(['N323 24'])
  expect(found('Kind[]')).toEqual(['N301 10'])
  expect(found('Kind[subject = "x"]')).toEqual(['N055 15'])
  expect(found('Sort[active]')).toContain('N308 10')
})
