/** The page of a list over HTTP: view options, saved views, export and import, and bulk actions. */

import {describe, expect, test} from 'vitest'
import type {ListData} from '../../../src/features/collections/data.ts'
import type {FormScreenData as FormPage} from '../../../src/features/forms/data.ts'
import type {ImportData} from '../../../src/features/import/data.ts'
import type {Json} from '../../../src/feel/core.ts'
import {type Actor, documentGrants, operator} from '../../../src/screens/testing.ts'
import {instantAt, millisOf, queryRows} from '../../../src/store/sql.ts'
import {creating, done, engineOf} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {sqlite, storesOfStories} from '../../kit/store-databases.ts'

const document = `# Orders

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Orders | /orders | list of Order | Clerk, Chief |
| New order | /orders/new | form for Order | Clerk, Chief |
| Order | /orders/:number | record of Order | Clerk, Chief |
| By customer | /by-customer | list of Order | Chief |

### Orders

- columns: number, customer, status
- filters: status
- sort: number

### By customer

- columns: number, status
- filters: created, total
- group by: customer
- actions: finish

## 3. Entities

### Order

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| customer | text 1..40 | yes | |
| total | decimal 2 | | |
| secret | text | | |
| reason | text | | |
| owner | User | | me |

## 4. States

### Order
- starts: open
- final: done, lost

| Action | From | To | Who | When | Asks |
|---|---|---|---|---|---|
| finish | open | done | Clerk, Chief | total > 0 | |
| lose | open | lost | Chief | | reason |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Clerk | sells | invitation |
| Chief | leads | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Clerk | create, read, update | Order | owner = me | all except secret |
| Chief | create, read, update, delete | Order | | |
| Chief | export | Order | customer != "=HIDDEN" | all except secret |
`

async function shop(address: string, text = document) {
  const {engine} = await engineOf({document: text, address, grants: documentGrants})
  const add = async (entity: string, fields: Record<string, Json>) =>
    done(await engine.change(operator, [creating(entity, fields)])).id
  const ada = await add('User', {email: 'ada@example.com', name: 'Ada', roles: ['Clerk']})
  const eve = await add('User', {email: 'eve@example.com', name: 'Eve', roles: ['Chief']})
  const orders = [
    {customer: 'Acme', total: '10.5', secret: 'x1', owner: ada},
    {customer: '=HIDDEN', total: '1', owner: eve},
    {customer: 'Bolt', total: '0', secret: 'x2', owner: eve},
    {customer: '=cmd', total: '20', owner: eve},
  ]
  for (const order of orders) await add('Order', order)
  const who = (id: string, name: string, role: string): Actor => ({kind: 'person', id, name, roles: [role]})
  return {engine, pages: pagesOf(engine), ada: who(ada, 'Ada', 'Clerk'), eve: who(eve, 'Eve', 'Chief')}
}

const texts = ({records}: ListData, column: number) => records.map(({cells}) => cells[column]?.text)
const picked = ({records}: ListData, ...at: number[]) =>
  at.map(index => `${records[index]?.id}:${records[index]?.version}`)

function several(action: string, records: readonly string[]): URLSearchParams {
  return new URLSearchParams([['_action', action], ...records.map(record => ['_record', record])])
}

function formOf(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(pairs)
}

const {make} = sqlite

describe('the view of a list', () => {
  test('is chosen in the address, among the visible columns', async () => {
    const {pages, ada, eve} = await shop(await make(document))
    const {data} = await pages.get<ListData>(eve, '/orders?columns=total,secret&size=50&rows=close&status=open')
    expect(data.columns.map(({key}) => key)).toEqual(['total', 'secret'])
    expect(data.viewOptions).toMatchObject({size: 50, compact: true})
    expect(data.columns[0]?.sort?.href).toBe('/orders?columns=total,secret&size=50&rows=close&status=open&sort=total')
    expect(data.viewOptions.keep).toEqual([{name: 'status', value: 'open'}])
    const clerk = (await pages.get<ListData>(ada, '/orders?columns=secret,total&size=7')).data
    expect(clerk.columns.map(({key}) => key)).toEqual(['total'])
    expect(clerk.viewOptions.columns.map(({key}) => key)).not.toContain('secret')
    expect(clerk.viewOptions.size).toBe(25)
  })

  test('offers what people fill in, and what is computed or set by the engine if a screen shows it; of equal labels the first', async () => {
    const fields = ['| large | = total > 5 | | |', '| helper | = total > 9 | | |']
    const computed = document.replace('| reason | text |', `${fields.join('\n')}\n| reason | text |`)
    const offered = async (text: string) => {
      const {pages, eve} = await shop(await make(document), text)
      const {data} = await pages.get<ListData>(eve, '/orders')
      return data.viewOptions.columns.map(({key}) => key)
    }
    // The page of an order shows all fields.
    expect(await offered(computed)).toEqual(expect.arrayContaining(['large', 'helper', 'reason']))
    const chosen = computed.replace('### By customer', '### Order\n\n- fields: number, large\n\n### By customer')
    expect(await offered(chosen)).toEqual(expect.arrayContaining(['large', 'reason', 'secret']))
    expect(await offered(chosen)).not.toContain('helper')
    const bySystem = chosen
      .replace('| Required | Default |\n|---|', '| Required | Default | Set by |\n|---|---|')
      .replace('| secret | text | | |', '| secret | text | | | engine |')
    expect(await offered(bySystem)).not.toContain('secret')
    expect(await offered(bySystem.replace('- fields: number', '- fields: secret, number'))).toContain('secret')
    const named = chosen
      .replace(
        '| Field | Type | Required | Default |\n|---|',
        '| Field | Type | Required | Default | Label |\n|---|---|',
      )
      .replace('| reason | text | | |', '| reason | text | | | Secret |')
    expect(await offered(named)).toContain('secret')
    expect(await offered(named)).not.toContain('reason')
  })

  test('is filtered by days for times, and by both ends of a range', async () => {
    const {pages, eve} = await shop(await make(document))
    const narrowed = async (query: string) => (await pages.get<ListData>(eve, `/by-customer?${query}`)).data
    const today = await narrowed('created.from=2026-03-10&created.to=2026-03-10&total.from=0.5&total.to=1')
    expect(today.filters).toMatchObject([
      {key: 'created', control: 'dates', low: '2026-03-10', high: '2026-03-10'},
      {key: 'total', control: 'range', low: '0.5', high: '1'},
    ])
    expect(today.count).toEqual({exact: 1})
    expect(today.filteredBy).toBeUndefined()
    // Without results, the filters are named.
    const later = await narrowed('created=2026-03-11..&total=5..7')
    expect([later.count, later.filteredBy]).toEqual([{exact: 0}, ['Created: from 11 Mar 2026', 'Total: from 5 to 7']])
    const open = (await pages.get<ListData>(eve, '/orders?status=open,done&q=zebra')).data
    expect(open.filteredBy).toEqual(['Status: Open, Done', '“zebra”'])
    const [, exact] = (await narrowed('total=20')).filters
    expect(exact).toMatchObject({low: '20', high: '20'})
  })

  test('keeps its order when the search changes, and shows several values of a filter as one choice', async () => {
    const {pages, eve} = await shop(await make(document))
    const {data} = await pages.get<ListData>(eve, '/orders?status=open,done&sort=-customer&size=50')
    expect(data.keep).toEqual([
      {name: 'size', value: '50'},
      {name: 'sort', value: '-customer'},
    ])
    const [status] = data.filters
    expect(status).toMatchObject({value: 'open,done'})
    expect(status?.options[0]).toEqual({value: 'open,done', label: 'Open, Done'})
    expect(status?.options.slice(1).map(({value}) => value)).toEqual(['open', 'done', 'lost'])
    const alone = (await pages.get<ListData>(eve, '/orders?status=open')).data
    expect(alone.filters[0]?.options.map(({value}) => value)).toEqual(['open', 'done', 'lost'])
    expect(alone.keep).toEqual([])
  })

  test('is saved under a name by each person', async () => {
    const {engine, pages, ada, eve} = await shop(await make(document))
    const address = '/orders?columns=number,total&status=open'
    const kept = await pages.post(eve, address, {_action: 'save view', name: '  Open ones '})
    expect(kept.redirect).toBe(address)
    const [[at] = []] = await engine.store.read(db => queryRows(db)`select at from nonet_view`)
    expect(instantAt(millisOf(at))).toBe('2026-03-10T09:00:00.000Z')
    const {data} = await pages.get<ListData>(eve, address)
    expect(data.views).toMatchObject([{name: 'Open ones', href: address, current: true}])
    expect((await pages.get<ListData>(ada, '/orders')).data.views).toEqual([])
    expect((await pages.post(eve, address, {_action: 'save view', name: ' '})).status).toBe(422)
    expect((await pages.post(eve, address, {_action: 'save view', name: '\0'})).status).toBe(422)
    expect((await pages.post(eve, address, {_action: 'forget view', view: 'x'})).status).toBe(400)
    const view = data.views[0]?.id ?? ''
    await pages.post(ada, '/orders', {_action: 'forget view', view})
    expect((await pages.get<ListData>(eve, '/orders')).data.views).toHaveLength(1)
    await pages.post(eve, '/orders', {_action: 'forget view', view})
    expect((await pages.get<ListData>(eve, '/orders')).data.views).toEqual([])
  })

  test('is grouped if the document says so', async () => {
    const {pages, eve} = await shop(await make(document))
    const {data} = await pages.get<ListData>(eve, '/by-customer')
    expect(data.groups?.map(({text}) => text)).toEqual(['=HIDDEN', '=cmd', 'Acme', 'Bolt'])
    expect(data.records.map(({group}) => group)).toEqual([0, 1, 2, 3])
    // The screen names the bulk actions.
    expect(data.bulk.map(({name}) => name)).toEqual(['finish'])
  })
})

describe('a list as a file', () => {
  test('contains the shown data that may be exported, and nothing that a spreadsheet would execute', async () => {
    const {pages, ada, eve} = await shop(await make(document))
    const {data} = await pages.get<ListData>(eve, '/orders?columns=customer,total,secret&sort=-total')
    const csv = await pages.html(eve, data.exportHref ?? '')
    expect(csv.replace('\uFEFF', '')).toBe("Customer,Total\r\n'=cmd,20\r\nAcme,10.5\r\nBolt,0\r\n")
    expect((await pages.get<ListData>(ada, '/orders')).data.exportHref).toBeNull()
    expect(await pages.html(ada, '/orders?_export=csv')).not.toContain('Acme')
  })

  test('contains names of other records, and other fields of them only where those may be exported', async () => {
    const text = document
      .replace('- columns: number, customer, status', '- columns: customer, owner, owner.name, owner.email')
      .replace('| Chief | export |', '| Chief | read | User | | |\n| Chief | export |')
    const {pages, eve} = await shop(await make(text), text)
    const file = async () => (await pages.html(eve, '/orders?_export=csv')).replace('\uFEFF', '')
    expect(await file()).toBe("Customer,Owner,Name\r\nAcme,Ada,Ada\r\nBolt,Eve,Eve\r\n'=cmd,Eve,Eve\r\n")
    const own = text.replace('| Chief | export |', '| Chief | export | User | this = me | email |\n| Chief | export |')
    const also = await shop(await make(own), own)
    const lines = (await also.pages.html(also.eve, '/orders?_export=csv')).replace('\uFEFF', '').split('\r\n')
    expect(lines.slice(0, 3)).toEqual(['Customer,Owner,Name,Email', 'Acme,Ada,Ada,', 'Bolt,Eve,Eve,eve@example.com'])
  })

  test('is validated before the import, and imported as a whole or not at all', async () => {
    const {pages, ada} = await shop(await make(document))
    const sent = (action: string, csv: string) => pages.post<ImportData>(ada, '/orders?_import', {_action: action, csv})
    const bad = await sent('check import', 'customer,total\nNew one,3\n,x\n')
    expect(bad.status).toBe(422)
    expect(bad.data.report).toMatchObject({ok: false, total: 2})
    expect(bad.data.report?.problems.map(({line, column}) => `${line} ${column}`).toSorted()).toEqual([
      '3 customer',
      '3 total',
    ])
    // D14: the first rows as they would be stored, and why others are refused.
    expect(bad.data.first).toMatchObject({
      columns: ['Customer', 'Total'],
      rows: [
        {line: 2, cells: ['New one', '3'], isExisting: false, refused: ''},
        {line: 3, cells: ['', 'x'], refused: expect.stringMatching(/\w/)},
      ],
    })
    expect((await sent('import records', 'customer,total\nNew one,3\n,x\n')).status).toBe(422)
    const good = await sent('check import', 'customer,total\nNew one,3\nTwo,4\n')
    expect(good.data).toMatchObject({report: {ok: true, count: 2}, text: 'customer,total\nNew one,3\nTwo,4\n'})
    expect(texts((await pages.get<ListData>(ada, '/orders')).data, 1)).toEqual(['Acme'])
    expect((await sent('import records', good.data.text)).redirect).toBe('/orders')
    expect(texts((await pages.get<ListData>(ada, '/orders')).data, 1)).toEqual(['Acme', 'New one', 'Two'])
    expect((await sent('check import', 'customer,secret\nA,b\n')).status).toBe(422)
    expect((await sent('check import', '')).status).toBe(422)
  })
})

describe.each(storesOfStories)('several records on $name', ({make: fresh}) => {
  test('are changed all or none', async () => {
    const {pages, eve} = await shop(await fresh())
    const {data} = await pages.get<ListData>(eve, '/orders')
    expect(data.bulk.map(({name, asks}) => `${name} ${asks}`)).toEqual(['finish false', 'lose true', 'delete true'])
    const refused = await pages.post<ListData>(eve, '/orders', several('finish', picked(data, 0, 2)))
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.data.problems).toHaveLength(1)
    expect(texts((await pages.get<ListData>(eve, '/orders')).data, 2)).toEqual(['Open', 'Open', 'Open', 'Open'])
    const acted = await pages.post(eve, '/orders?status=open', several('finish', picked(data, 0, 1)))
    expect(acted.redirect).toBe('/orders?status=open')
    expect(texts((await pages.get<ListData>(eve, '/orders')).data, 2)).toEqual(['Done', 'Done', 'Open', 'Open'])
  })

  test('D1: are deleted only after a page has named them', async () => {
    const {pages, eve} = await shop(await fresh())
    const {data} = await pages.get<ListData>(eve, '/orders')
    const first = await pages.post(eve, '/orders?status=open', several('delete', picked(data, 0, 2)))
    const query = new URLSearchParams([['_bulk', 'delete'], ...picked(data, 0, 2).map(each => ['_record', each])])
    expect(first.redirect).toBe(`/orders?status=open&${query}`)
    expect((await pages.get<ListData>(eve, '/orders')).data.records).toHaveLength(4)
    const page = await pages.get<FormPage>(eve, first.redirect ?? '')
    expect(page.data).toMatchObject({heading: 'Delete 2 orders?', cancel: '/orders?status=open'})
    expect(page.data.about.map(({name}) => name)).toEqual(['Acme', 'Bolt'])
    expect(page.data.actions).toEqual([{name: 'delete', label: 'Delete 2 orders', tone: 'danger'}])
    const gone = await pages.post(eve, first.redirect ?? '', formOf([['_action', 'delete']]))
    expect(gone.redirect).toBe('/orders?status=open')
    expect(texts((await pages.get<ListData>(eve, '/orders')).data, 1)).toEqual(['=HIDDEN', '=cmd'])
  })

  test('D1: that changed after the selection are named, and nothing is deleted', async () => {
    const {pages, eve} = await shop(await fresh())
    const {data} = await pages.get<ListData>(eve, '/orders')
    const query = new URLSearchParams([['_bulk', 'delete'], ...picked(data, 0, 1).map(each => ['_record', each])])
    await pages.post(eve, '/orders', several('finish', picked(data, 0)))
    const stale = await pages.post<FormPage>(eve, `/orders?${query}`, formOf([['_action', 'delete']]))
    expect(stale.status).toBe(409)
    expect(stale.data.actions).toEqual([])
    expect(stale.data.problems.map(({message}) => message)).toEqual([
      expect.stringMatching(/^1 of 2 orders \(Acme\): /),
    ])
    expect((await pages.get<ListData>(eve, '/orders')).data.records).toHaveLength(4)
  })

  test('D23: list the actions that apply to each of them, and only actions for at least one are offered', async () => {
    const {pages, eve} = await shop(await fresh())
    const {data} = await pages.get<ListData>(eve, '/orders')
    const all = ['finish', 'lose', 'delete']
    expect(data.records.map(({actions}) => actions)).toEqual([all, all, ['lose', 'delete'], all])
    await pages.post(eve, '/orders', several('finish', picked(data, 0)))
    const done = (await pages.get<ListData>(eve, '/orders?status=done')).data
    expect(done.records.map(({actions}) => actions)).toEqual([['delete']])
    expect(done.bulk.map(({name}) => name)).toEqual(['delete'])
  })

  test('D23: that an action does not apply to are named with the reason, in the list and on the confirmation page', async () => {
    const {pages, eve} = await shop(await fresh())
    const {data} = await pages.get<ListData>(eve, '/orders')
    await pages.post(eve, '/orders', several('finish', picked(data, 0, 1)))
    const now = (await pages.get<ListData>(eve, '/orders')).data
    const refused = await pages.post<ListData>(eve, '/orders', several('finish', picked(now, 0, 1, 2)))
    expect(refused.status).toBe(409)
    expect(refused.data.problems.map(({message}) => message)).toEqual([
      '2 of 3 orders are “Done”: Acme; =HIDDEN.',
      '1 of 3 orders (Bolt): You can’t do this right now. Something may have changed since you opened the page.',
    ])
    const query = new URLSearchParams([['_bulk', 'lose'], ...picked(now, 0, 2).map(each => ['_record', each])])
    const page = await pages.get<FormPage>(eve, `/orders?${query}`)
    expect(page.status).toBe(409)
    expect(page.data.problems.map(({message}) => message)).toEqual(['1 of 2 orders is “Done”: Acme.'])
    expect(page.data.actions).toEqual([])
  })

  test('that may not be seen or changed are rejected with all others', async () => {
    const {pages, ada, eve} = await shop(await fresh())
    const all = (await pages.get<ListData>(eve, '/orders')).data
    const own = (await pages.get<ListData>(ada, '/orders')).data
    expect(own.bulk.map(({name}) => name)).toEqual(['finish'])
    const foreign = [...picked(own, 0), ...picked(all, 3)]
    expect((await pages.post(ada, '/orders', several('finish', foreign))).status).toBe(404)
    const removing = '/orders?_bulk=delete'
    expect((await pages.post(ada, removing, several('delete', picked(own, 0)))).status).toBe(403)
    for (const odd of ["x' or 1=1:1", `${'0'.repeat(8)}:1`, ':'])
      expect((await pages.post(ada, '/orders', several('finish', [odd]))).status).toBe(400)
    expect((await pages.post(ada, '/orders', several('finish', []))).status).toBe(422)
    expect(texts((await pages.get<ListData>(eve, '/orders')).data, 2)).toEqual(['Open', 'Open', 'Open', 'Open'])
  })

  test('are at most as many as fit into the address of the confirmation, which the list says', async () => {
    const {engine, pages, eve} = await shop(await fresh())
    const more = Array.from({length: 96}, (_, n) => creating('Order', {customer: `C${n}`, total: '1'}))
    expect((await engine.change(operator, more)).ok).toBe(true)
    const {data} = await pages.get<ListData>(eve, '/orders?size=100')
    const all = picked(data, ...data.records.keys())
    expect(all).toHaveLength(100)
    const refused = await pages.post<ListData>(eve, '/orders?size=100', several('delete', all))
    expect(refused.status).toBe(422)
    const [, most = ''] = /^At most (\d+) records/.exec(refused.data.problems[0]?.message ?? '') ?? []
    const asked = await pages.post<FormPage>(eve, '/orders?size=100', several('delete', all.slice(0, Number(most))))
    expect(asked.page?.data).toMatchObject({heading: `Delete ${most} orders?`})
    // A dialog confirms without such an address.
    const confirmed = several('delete', all)
    confirmed.set('_bulk', 'delete')
    expect((await pages.post(eve, '/orders?size=100', confirmed)).status).toBe(303)
  })

  test('have a page for the inputs of the action', async () => {
    const {pages, eve} = await shop(await fresh())
    const {data} = await pages.get<ListData>(eve, '/orders')
    const query = new URLSearchParams([['_bulk', 'lose'], ...picked(data, 0, 2).map(each => ['_record', each])])
    const form = await pages.get<FormPage>(eve, `/orders?${query}`)
    expect(form.data).toMatchObject({heading: 'Lose 2 orders?', intro: ''})
    expect(form.data.fields.map(({name}) => name)).toEqual(['reason'])
    const empty = await pages.post<FormPage>(eve, `/orders?${query}`, formOf([['_action', 'lose']]))
    expect(empty.status).toBe(422)
    expect(empty.data.problems.map(({field}) => field)).toEqual(['reason'])
    const sent = formOf([
      ['_action', 'lose'],
      ['reason', 'too dear'],
    ])
    expect((await pages.post(eve, `/orders?${query}`, sent)).redirect).toBe('/orders')
    expect(texts((await pages.get<ListData>(eve, '/orders')).data, 2)).toEqual(['Lost', 'Open', 'Lost', 'Open'])
  })

  test('are led to that page, with the filters of the list, if the inputs are missing', async () => {
    const explained = document.replace('| lose |', '| explain | open | open | Chief | | reason |\n| lose |')
    const {pages, eve} = await shop(await make(explained), explained)
    const {data} = await pages.get<ListData>(eve, '/orders?status=open')
    expect(data.bulk).toContainEqual(expect.objectContaining({name: 'explain', tone: 'plain', asks: true}))
    const [record = ''] = picked(data, 0)
    const {redirect} = await pages.post(eve, '/orders?status=open', several('explain', [record]))
    expect(redirect).toBe(
      `/orders?${new URLSearchParams([
        ['status', 'open'],
        ['_bulk', 'explain'],
        ['_record', record],
      ])}`,
    )
    const sent = formOf([
      ['_action', 'explain'],
      ['reason', 'too dear'],
    ])
    expect((await pages.post(eve, redirect ?? '', sent)).redirect).toBe('/orders?status=open')
  })
})

const diary = `# Diary

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Entries | / | list of Entry | everyone |

### Entries

- columns: name, day
- sort: name

## 3. Entities

### Entry

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..60 | yes |
| day | date | |

## 6. Roles

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| everyone | read | Entry | | |
`

describe.each(storesOfStories)('a column of dates on $name', ({make}) => {
  test('has the year in all of them where one of them is in another year', async () => {
    const {engine} = await engineOf({document: diary, address: await make(diary), grants: documentGrants})
    const pages = pagesOf(engine)
    const add = (name: string, day: string | null) => engine.change(operator, [creating('Entry', {name, day})])
    const shown = async () => texts((await pages.get<ListData>({kind: 'nobody'}, '/')).data, 1)
    const {year} = engine.moment().local.date
    await add('A', `${year}-03-02`)
    await add('B', null)
    expect(await shown()).toEqual([expect.stringMatching(/^\w+ 2 Mar$/), ''])
    await add('C', `${year - 3}-09-01`)
    expect(await shown()).toEqual([`2 Mar ${year}`, '', `1 Sept ${year - 3}`])
  })
})
