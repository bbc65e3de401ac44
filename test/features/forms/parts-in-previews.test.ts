/** The rows of parts in a form are part of the record as it would be: figures, computed fields, rules and permissions. */
import {describe, expect, it} from 'vitest'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import type {Json} from '../../../src/feel/core.ts'
import {type Actor, documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {stores} from '../../kit/store-databases.ts'

const document = `# Orders

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Orders | / | list of Order | signed in |
| Order | /orders/:number | record of Order | signed in |
| New order | /orders/new | form for Order | signed in |
| Plain order | /orders/plain | form for Order | signed in |
| Change order | /orders/:number/change | form for Order | signed in |

### Order
- fields: title, rate, total, lines

### New order
- fields: title, rate, lines
- figures: total
- checks: yes

### Plain order
- fields: title, rate, lines

### Change order
- fields: title, rate, lines
- figures: total
- checks: yes

## 3. Entities

### Order
- named by: title

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| number | serial | | | |
| title | text | yes | | |
| rate | number | yes | 1 | |
| owner | User | yes | me | engine |
| lines | list of Line by order | | | |
| total | = sum(lines.amount) | | | |

### Line
- part of: Order

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| order | Order | yes | |
| name | text 1..50 | yes | |
| price | money 0..1000 | yes | |
| hidden | yes/no | yes | no |
| amount | = price * order.rate | | |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not too much | Order | sum(lines.amount) <= 1500 | TOO_MUCH |
| few lines | Order | count(lines) <= 3 | MANY |

## 6. Roles

| Role | Joins by |
|---|---|
| Clerk | invitation |
| Guest | invitation |

| Role | May | On | Where |
|---|---|---|---|
| Clerk | create, read, update | Order | owner = me |
| Clerk | create, update, delete | Line | order.owner = me and not(hidden) |
| Clerk | read | Line | order.owner = me and not(hidden) |
| Guest | create, read, update | Order | |
| Guest | read | Line | not(hidden) |
| signed in | read | User | |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| TOO_MUCH | 422 | Together {total} is more than 1500. |
| MANY | 422 | At most three lines. |
`

const idOf = (who: Actor) => (who.kind === 'person' ? who.id : '')

const plain = (text: string | undefined) => (text ?? '').replaceAll(/[\u2009\u202f\u00a0]/g, ' ')

describe.each(stores)('the preview of a form with parts, on $name', ({make}) => {
  const opened = async () => {
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const member = async (name: string, role: string): Promise<Actor> => {
      const fields = {email: `${name}@example.com`, name, roles: [role]}
      return person(done(await engine.change(operator, [creating('User', fields)])).id, role)
    }
    const [clerk, guest] = [await member('Kim', 'Clerk'), await member('Gil', 'Guest')]
    const pages = pagesOf(engine)
    const sent = async (who: Actor, path: string, fields: Readonly<Record<string, string>>) => {
      const {data, status} = await pages.post<FormScreenData>(who, path, {_action: '_preview', ...fields})
      const {summary, facts, problems} = data.hints ?? {}
      return {
        status,
        total: plain(summary?.figures[0]?.text),
        facts: facts?.map(({label, text}) => `${label} ${plain(text)}`),
        checks: summary?.checks.map(({text, outcome}) => `${outcome} ${plain(text)}`),
        problems: problems?.map(({message}) => plain(message)),
      }
    }
    return {engine, pages, clerk, guest, sent}
  }
  const row = (index: number, id: string, fields: Readonly<Record<string, string>>) => ({
    [`_part.lines.${index}`]: id,
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`lines.${index}.${name}`, value])),
  })

  it('D1: adds up the rows that are typed, and checks the rules about them', async () => {
    const {clerk, sent} = await opened()
    const order = {title: 'Paint', rate: '2', ...row(0, '', {name: 'Red', price: '200.50', hidden: 'no'})}
    expect(await sent(clerk, '/orders/new', order)).toMatchObject({
      total: '€401.00',
      checks: expect.arrayContaining([expect.stringMatching(/^holds/)]),
      problems: [],
    })
    // A row counts once it is filled in.
    const half = {...order, ...row(1, '', {name: 'Blue', price: '', hidden: 'no'})}
    expect((await sent(clerk, '/orders/new', half)).total).toBe('€401.00')
    const much = {...order, ...row(1, '', {name: 'Blue', price: '600', hidden: 'no'})}
    expect(await sent(clerk, '/orders/new', much)).toMatchObject({
      total: '€1,601.00',
      checks: expect.arrayContaining([expect.stringMatching(/^blocks/)]),
      problems: ['Together €1,601.00 is more than 1500.'],
    })
    expect(await sent(clerk, '/orders/plain', much)).toMatchObject({
      facts: ['Total €1,601.00'],
      problems: ['Together €1,601.00 is more than 1500.'],
    })
  })

  it('D1: is on the page that comes back after a refusal, and behind Check', async () => {
    const {pages, clerk} = await opened()
    const fields = {title: '', rate: '2', ...row(0, '', {name: 'Red', price: '800', hidden: 'no'})}
    for (const _action of ['create', '_check']) {
      const {data} = await pages.post<FormScreenData>(clerk, '/orders/new', {_action, ...fields})
      expect(plain(data.hints?.summary?.figures[0]?.text)).toBe('€1,600.00')
      expect(data.hints?.summary?.checks.map(({outcome}) => outcome)).toContain('blocks')
    }
  })

  it('D1: counts changed and removed rows of a stored record, and its hidden ones', async () => {
    const {pages, clerk, sent} = await opened()
    const lines = {...row(0, '', {name: 'Red', price: '100'}), ...row(1, '', {name: 'Blue', price: '200'})}
    await pages.post(clerk, '/orders/new', {_action: 'create', title: 'Paint', rate: '1', ...lines})
    const list = (await pages.get<FormScreenData>(clerk, '/orders/1/change')).data
    expect(plain(list.hints?.summary?.figures[0]?.text)).toBe('€300.00')
    const [red, blue] = (list.lineItems[0]?.rows ?? []).map(({id, version}) => `${id} ${version}`)
    const now = {title: 'Paint', rate: '1', _version: String(list.version)}
    const changed = {
      ...now,
      rate: '3',
      ...row(0, red ?? '', {name: 'Red', price: '150', hidden: 'no'}),
      ...row(1, blue ?? '', {name: 'Blue', price: '200', hidden: 'no'}),
      '_drop.lines.1': 'yes',
      ...row(2, '', {name: 'Green', price: '10', hidden: 'no'}),
    }
    for (const path of ['/orders/1/change', '/orders/1?edit']) {
      const seen = await sent(clerk, path, changed)
      expect(seen.total).toBe('€480.00')
    }
    const refused = await pages.post<FormScreenData>(clerk, '/orders/1/change', {
      ...changed,
      _action: 'update',
      title: '',
    })
    expect(plain(refused.data.hints?.summary?.figures[0]?.text)).toBe('€480.00')
  })

  it('D1: keeps hidden rows in the total, and tells nothing about rows that the person may not change', async () => {
    const {engine, pages, clerk, guest, sent} = await opened()
    const order = done(await engine.change(operator, [creating('Order', {title: 'Paint', owner: idOf(clerk)})]))
    const line = (fields: Readonly<Record<string, Json>>) =>
      engine.change(operator, [creating('Line', {order: order.id, ...fields})])
    const red = done(await line({name: 'Red', price: 100}))
    const secret = done(await line({name: 'Secret', price: 40, hidden: true}))
    const form = {title: 'Paint', rate: '1', _version: '1'}
    const read = (index: number, {id}: {readonly id: string}, price: string) =>
      row(index, `${id} 1`, {name: 'Line', price, hidden: 'no'})
    expect((await sent(clerk, '/orders/1/change', {...form, ...read(0, red, '110')})).total).toBe('€150.00')
    const hints = async (who: Actor, fields: Readonly<Record<string, string>>) => {
      const {data} = await pages.post<FormScreenData>(who, '/orders/1/change', {_action: '_preview', ...fields})
      return data.hints
    }
    const nothing = {facts: [], after: null, problems: []}
    expect(await hints(clerk, {...form, ...read(0, secret, '2')})).toEqual(nothing)
    expect(await hints(clerk, {...form, ...read(0, secret, '2'), '_drop.lines.0': 'yes'})).toEqual(nothing)
    // A row may be made hidden by no one who could not change it then.
    expect(await hints(clerk, {...form, ...read(0, red, '2'), 'lines.0.hidden': 'yes'})).toEqual(nothing)
    expect(await hints(guest, {...form, ...read(0, red, '2')})).toEqual(nothing)
    expect(await hints(guest, {...form, ...row(0, '', {name: 'New', price: '2'})})).toEqual(nothing)
  })
})
