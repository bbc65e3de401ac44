/** The meaning of route parameters: the record shown or edited, the records listed, and whose record it is. */

import {describe, expect, test} from 'vitest'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {CalendarData} from '../../src/features/planning/calendar-data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import type {BoardData} from '../../src/screens/board/data.ts'
import {checkWhole, documentGrants, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const orders = `# Orders

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Orders | / | list of Order | signed in |
| Order | /orders/:number | record of Order | signed in |
| New order | /orders/new | form for Order | signed in |
| Edit order | /orders/:number/edit | form for Order | signed in |
| Orders of a kind | /kinds/:id/orders | list of Order | signed in |
| Days of a kind | /kinds/:id/days | calendar of Order by due | signed in |
| Board of a kind | /kinds/:id/board | board of Order by status | signed in |
| Tagged | /tags/:name/orders | list of Order | signed in |
| Kind | /sorts/:id | record of Kind | signed in |
| By sort | /sorts/:id/all | list of Order | signed in |
| By state | /by/:status | list of Order | signed in |
| By kind | /of/:kind | list of Order | signed in |
| Me | /me | record of User | signed in |
| Settings | /settings | record of User | signed in |
| Open order | /open/:number | record of Order | signed in |

### Edit order

- fields: title
- actions: close

### Me

- where: this = me

### Open order

- where: status = "open"

## 3. Entities and their fields

### Kind

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text | yes |

### Tag

- named by: name

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text | yes | yes |

### Order

- named by: title

| Field | Type | Required |
|---|---|---|
| number | serial from 1 | |
| title | text | yes |
| note | text | |
| kind | Kind | |
| tags | many Tag | |
| due | date | |

## 4. States and transitions

### Order

- starts: open
- final: closed

| Action | From | To | Who |
|---|---|---|---|
| close | open | closed | Clerk |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Clerk | invitation |
| Reader | invitation |
| Stranger | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Clerk | all | Order, Kind, Tag | | |
| Reader | read | Order | | number, title |
| Reader | read | Kind, Tag | | |
| Stranger | read | Kind | name = "large" | |
| Stranger | read | Order | | |
| signed in | read | User | | |
`

describe.each(storesOfStories)('L7: on $name', ({make}) => {
  const world = async () => {
    const {engine} = await engineOf({document: orders, address: await make(orders), grants: documentGrants})
    const add = async (entity: string, fields: Record<string, string | string[]>) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const [small, large] = [await add('Kind', {name: 'small'}), await add('Kind', {name: 'large'})]
    const red = await add('Tag', {name: 'red & blue'})
    await add('Order', {title: 'Pens', kind: small.id, tags: [red.id], due: '2026-03-11', note: 'kept'})
    await add('Order', {title: 'Desks', kind: large.id, due: '2026-03-12'})
    const user = await add('User', {name: 'Cleo', email: 'cleo@example.org', roles: ['Clerk']})
    const as = (role: string) => person(user.id, role)
    return {pages: pagesOf(engine), small, large, user, as}
  }
  const titles = ({records}: ListData) => records.map(({cells}) => cells.map(({text}) => text).join(' '))

  test('a form at the address of a record edits it, and its action runs after saving', async () => {
    const {pages, as} = await world()
    const form = await pages.get<FormScreenData>(as('Clerk'), '/orders/1/edit')
    expect(form).toMatchObject({status: 200, screen: 'form', title: 'Edit order: Pens'})
    expect(form.data.fields).toMatchObject([{name: 'title', values: ['Pens']}])
    expect(form.data).toMatchObject({cancel: '/orders/1', back: {label: 'Pens', href: '/orders/1'}})
    expect(form.data.actions.map(({name}) => name)).toEqual(['close', 'update'])
    const version = String(form.data.version)
    const saved = await pages.post(as('Clerk'), '/orders/1/edit', {
      _action: 'update',
      _version: version,
      title: 'Pencils',
    })
    expect(saved.redirect).toBe('/orders/1')
    const stale = await pages.post<FormScreenData>(as('Clerk'), '/orders/1/edit', {
      _action: 'update',
      _version: version,
      title: 'Crayons',
    })
    expect(stale.data.conflict?.fields).toMatchObject([{name: 'title', theirs: 'Pencils'}])
    const again = await pages.get<FormScreenData>(as('Clerk'), '/orders/1/edit')
    const closed = await pages.post(as('Clerk'), '/orders/1/edit', {
      _action: 'close',
      _version: String(again.data.version),
      title: 'Crayons',
    })
    expect(closed.redirect).toBe('/orders/1')
    const record = await pages.get<RecordData>(as('Clerk'), '/orders/1')
    const shown = Object.fromEntries(record.data.fields.map(({key}, at) => [key, record.data.cells[at]?.text]))
    expect(shown).toMatchObject({title: 'Crayons', note: 'kept', status: 'Closed'})
    expect(record.data.edit).toBe('/orders/1/edit')
    expect((await pages.get<ListData>(as('Clerk'), '/')).data.count).toEqual({exact: 2})
    expect((await pages.get(as('Clerk'), '/orders/99/edit')).status).toBe(404)
    expect((await pages.get(as('Reader'), '/orders/2/edit')).status).toBe(403)
    expect((await pages.get<FormScreenData>(as('Clerk'), '/orders/new')).data.fields.length).toBeGreaterThan(1)
  })

  test('a list, calendar or board at the address of another record has the records that refer to it', async () => {
    const {pages, as, small, large} = await world()
    const list = await pages.get<ListData>(as('Clerk'), `/kinds/${small.id}/orders`)
    expect(list).toMatchObject({status: 200, title: 'Orders of a kind: small'})
    expect(titles(list.data)).toEqual([expect.stringContaining('Pens')])
    expect(list.data.count).toEqual({exact: 1})
    expect(list.data.back).toEqual({label: 'small', href: `/sorts/${small.id}`})
    const others = [`/tags/${encodeURIComponent('red & blue')}/orders`, `/sorts/${small.id}/all`, `/of/${small.id}`]
    for (const path of others) expect(titles((await pages.get<ListData>(as('Clerk'), path)).data), path).toHaveLength(1)
    const days = await pages.get<CalendarData>(as('Clerk'), `/kinds/${large.id}/days`)
    expect(days.data.items.map(({text}) => text)).toEqual(['Desks'])
    const board = await pages.get<BoardData>(as('Clerk'), `/kinds/${large.id}/board`)
    expect(board.data.columns.flatMap(({cards}) => cards.map(({name}) => name))).toEqual(['Desks'])
    expect(titles((await pages.get<ListData>(as('Clerk'), '/by/open')).data)).toHaveLength(2)
    expect((await pages.get(as('Clerk'), '/by/nothing')).status).toBe(404)
    expect((await pages.get(as('Clerk'), '/kinds/nobody/orders')).status).toBe(404)
  })

  test('an address reveals nothing that a person may not read', async () => {
    const {pages, as, small, large} = await world()
    // The kind may be read, but not the kind of an order.
    const hidden = await pages.get<ListData>(as('Reader'), `/kinds/${small.id}/orders`)
    expect(titles(hidden.data)).toEqual([])
    expect((await pages.get(as('Reader'), '/by/open')).status).toBe(404)
    // Orders may be read, but not this kind.
    expect((await pages.get(as('Stranger'), `/kinds/${small.id}/orders`)).status).toBe(404)
    expect((await pages.get(as('Stranger'), `/of/${small.id}`)).status).toBe(404)
    expect(titles((await pages.get<ListData>(as('Stranger'), `/kinds/${large.id}/orders`)).data)).toHaveLength(1)
  })

  test('the record of a person without a parameter is their own, and a condition of a record applies', async () => {
    const {pages, as} = await world()
    for (const path of ['/me', '/settings']) {
      const own = await pages.get<RecordData>(as('Clerk'), path)
      expect(own, path).toMatchObject({status: 200, data: {heading: 'Cleo'}})
    }
    expect((await pages.get({kind: 'nobody'}, '/me')).status).toBe(404)
    expect((await pages.get(as('Clerk'), '/open/1')).status).toBe(200)
    const {data} = await pages.get<RecordData>(as('Clerk'), '/orders/1')
    await pages.post(as('Clerk'), '/orders/1', {_action: 'close', _version: String(data.version)})
    expect((await pages.get(as('Clerk'), '/open/1')).status).toBe(404)
  })
})

describe('L7: the check rejects a parameter without a meaning', () => {
  const check = (row: string) => {
    const screen = row === '' ? '' : `${row}\n`
    const text = orders.replace(
      '| Me | /me | record of User | signed in |',
      `${screen}| Me | /me | record of User | signed in |`,
    )
    const {findings} = checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}])
    return findings
      .filter(({severity}) => severity === 'error')
      .map(({code, message, hint}) => `${code} ${message} ${hint}`)
  }

  test.each([
    [
      '| A | /a | record of Order | signed in |',
      /^N225 .*does not say which Order it shows. Write `\/a\/:id` or `\/a\/:number`\.$/,
    ],
    ['| A | /a/:title | form for Order | signed in |', /^N215 .*does not identify one Order.*:id, :number\.$/],
    [
      '| A | /a/:id/:number | record of Order | signed in |',
      /^N215 `:number` is one parameter too many.*`\/a\/:id`\.$/,
    ],
    ['| A | /a/:id | page | signed in |', /^N215 `:id` has no meaning on a page\. Write `\/a`\.$/],
    [
      '| A | /a/:number | list of Order | signed in |',
      /^N215 .*does not say which records.*:title.*, or write `\/a`\.$/,
    ],
    ['| A | /tags/:id/kinds | list of Kind | signed in |', /^N215 .*no field of Kind leads to Tag/],
  ])('%s', (screen, message) => {
    const found = check(screen)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(message)
  })

  test('a parameter with one meaning is accepted', () => {
    expect(check('')).toEqual([])
  })
})
