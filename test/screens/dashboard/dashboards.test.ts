/** Dashboards over HTTP: figures of records the viewer may read, charts along time, and the records behind each. */

import {describe, expect, test} from 'vitest'
import type {ListData} from '../../../src/features/collections/data.ts'
import type {Json} from '../../../src/feel/core.ts'
import type {CardBody, DashboardData} from '../../../src/screens/dashboard/data.ts'
import {type Actor, documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'

const document = `# Orders

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Figures | / | dashboard | Clerk, Chief |
| Orders | /orders | list of Order | Chief |
| Order | /orders/:number | record of Order | Clerk, Chief |

### Figures

How it goes.

| Card | Shows | As |
|---|---|---|
| Open orders | count of Order where status = "open" | number |
| Worth | sum of Order.total | number |
| By state | count of Order by status | bars |
| By month | sum of Order.total by month(ordered) | bars |
| By week | count of Order by week(ordered) | line |
| By customer | sum of Order.total by customer | donut |
| Unpaid | sum of Order.unpaid where status = "open" | number |
| Largest | list of Order sort -total limit 2 columns number, customer, total | table |

## 3. Entities

### Customer
- named by: name

| Field | Type |
|---|---|
| name | text 1..40 |

### Order

| Field | Type | Default |
|---|---|---|
| number | serial | |
| customer | Customer | |
| total | money | |
| ordered | date | |
| status | one of open, paid, lost | "open" |
| owner | User | |
| unpaid | = if status = "open" then total else 0 | |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Clerk | sells | invitation |
| Chief | leads | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Clerk | read | Order | owner = me | all except customer |
| Chief | all | Order, Customer | | |
`

async function shop(address: string, text = document) {
  const {engine} = await engineOf({document: text, address, grants: documentGrants})
  const add = async (entity: string, fields: Record<string, Json>) =>
    done(await engine.change(operator, [creating(entity, fields)])).id
  const acme = await add('Customer', {name: 'Acme'})
  const bolt = await add('Customer', {name: 'Bolt'})
  const ada = await add('User', {email: 'ada@example.com', name: 'Ada', roles: ['Clerk']})
  const eve = await add('User', {email: 'eve@example.com', name: 'Eve', roles: ['Chief']})
  const orders = [
    {customer: acme, total: '100.50', ordered: '2025-11-03', status: 'open', owner: ada},
    {customer: acme, total: '20', ordered: '2026-01-31', status: 'paid', owner: ada},
    {customer: bolt, total: '300', ordered: '2026-01-05', status: 'open', owner: eve},
    {total: '7', ordered: '2026-03-09', status: 'lost', owner: eve},
  ]
  for (const order of orders) await add('Order', order)
  const who = (id: string, name: string, role: string): Actor => ({kind: 'person', id, name, roles: [role]})
  return {pages: pagesOf(engine), ada: who(ada, 'Ada', 'Clerk'), eve: who(eve, 'Eve', 'Chief')}
}

function bodyOf<As extends CardBody['as']>({cards}: DashboardData, name: string, as: As) {
  const body = cards.find(card => card.name === name)?.body
  if (body?.as !== as) throw new Error(`${name} is ${JSON.stringify(body)}`)
  return body as Extract<CardBody, {as: As}>
}

describe.each(storesOfStories)('a dashboard on $name', ({make}) => {
  test('counts, sums and lists records the viewer may read', async () => {
    const {pages, ada, eve} = await shop(await make(document))
    const chief = (await pages.get<DashboardData>(eve, '/')).data
    expect(chief.heading).toBe('Good morning, Eve')
    expect(chief.html).toContain('How it goes.')
    expect(bodyOf(chief, 'Open orders', 'number')).toMatchObject({text: '2', unit: 'orders'})
    expect(bodyOf(chief, 'Worth', 'number').text).toContain('427.50')
    const clerk = (await pages.get<DashboardData>(ada, '/')).data
    expect(bodyOf(clerk, 'Open orders', 'number')).toMatchObject({text: '1', unit: 'order'})
    expect(bodyOf(clerk, 'Worth', 'number').text).toContain('120.50')
    const bars = bodyOf(chief, 'By state', 'bars').groups.map(({label, value, share}) => ({label, value, share}))
    expect(bars).toEqual([
      {label: 'Open', value: 2, share: 100},
      {label: 'Paid', value: 1, share: 50},
      {label: 'Lost', value: 1, share: 50},
    ])
    const rows = bodyOf(chief, 'Largest', 'table')
    expect(rows.records.map(({cells}) => cells[1]?.text)).toEqual(['Bolt', 'Acme'])
    expect(rows.more).toEqual({count: '4'})
    expect(rows.records[0]?.href).toMatch(/^\/orders\/\d+$/)
  })

  test('names the unit of a sum, and a year once', async () => {
    const hours = document
      .replace('| Field | Type | Default |\n|---|---|---|', '| Field | Type | Default | Label |\n|---|---|---|---|')
      .replace('| total | money | |', '| total | decimal 2 | | Spent (hours) |')
      .replace('sum of Order.total by month', 'sum of Order.total where ordered >= date("2026-01-01") by month')
    const {pages, eve} = await shop(await make(hours), hours)
    const {data} = await pages.get<DashboardData>(eve, '/')
    const {unit, period} = bodyOf(data, 'By month', 'columns')
    expect([unit, period]).toEqual(['hours', 'January – March 2026'])
  })

  test('draws time without gaps', async () => {
    const {pages, eve} = await shop(await make(document))
    const {data} = await pages.get<DashboardData>(eve, '/')
    const months = bodyOf(data, 'By month', 'columns')
    expect(months.groups.map(({label, value}) => `${label} ${value}`)).toEqual([
      'November 2025 100.5',
      'December 2025 0',
      'January 2026 320',
      'February 2026 0',
      'March 2026 7',
    ])
    expect(months.drawing.marks).toHaveLength(5)
    expect(months.drawing.marks.map(({now}) => now)).toEqual([false, false, false, false, true])
    const weeks = bodyOf(data, 'By week', 'line')
    expect(weeks.groups).toHaveLength(19)
    expect(weeks.groups[0]?.label).toBe('Week beginning 3 November 2025')
    expect(weeks.period).toBe('weeks beginning 3 November 2025 – 9 March 2026')
    expect(weeks.drawing.path).toMatch(/^M/)
    expect(months.period).toBe('November 2025 – March 2026')
    // Read alone, a value says what it counts.
    expect(new Set(weeks.groups.map(({text}) => text.replaceAll('\u00a0', ' ')))).toEqual(
      new Set(['0 orders', '1 order']),
    )
  })

  test('picture: shares of records have the colours of these records', async () => {
    const coloured = document
      .replace('- named by: name', '- named by: name\n- colour: hue')
      .replace(
        '| Field | Type |\n|---|---|\n| name | text 1..40 |',
        '| Field | Type | Default |\n|---|---|---|\n| name | text 1..40 | |\n| hue | colour | "green" |',
      )
    const {pages, eve} = await shop(await make(coloured), coloured)
    const {groups} = bodyOf((await pages.get<DashboardData>(eve, '/')).data, 'By customer', 'donut')
    expect(groups.map(({label, colour}) => `${label} ${colour}`)).toEqual([
      'Bolt green',
      'Acme green',
      'None undefined',
    ])
  })

  test('links to exactly the records behind each figure', async () => {
    const {pages, eve} = await shop(await make(document))
    const {data} = await pages.get<DashboardData>(eve, '/')
    for (const {href, body} of data.cards) {
      const all = await pages.get<ListData>(eve, href)
      expect(all.screen).toBe('list')
      if (!('groups' in body)) continue
      const counts: number[] = []
      for (const group of body.groups) {
        const {records} = (await pages.get<ListData>(eve, group.href ?? '')).data
        counts.push(records.length)
        if (group.value === 0) expect(records).toEqual([])
      }
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.data.records.length)
    }
    const acme = bodyOf(data, 'By customer', 'donut').groups.find(({label}) => label === 'Acme')
    expect(acme?.percent).toBe('28%')
    const behind = (await pages.get<ListData>(eve, acme?.href ?? '')).data
    expect(behind.records).toHaveLength(2)
    expect(behind.back).toEqual({label: 'Figures', href: '/'})
  })

  test('D17: shows the summed field and the group in the records behind a figure', async () => {
    const {pages, ada, eve} = await shop(await make(document))
    const keys = async (who: Actor, card: string) =>
      (await pages.get<ListData>(who, `/?card=${card}`)).data.columns.map(({key}) => key)
    const usual = ['number', 'customer', 'total', 'ordered', 'status', 'owner']
    for (const who of [ada, eve]) expect(await keys(who, 'unpaid')).toEqual([...usual, 'unpaid'])
    expect(await keys(eve, 'by-state')).toEqual(usual)
    expect(await keys(eve, 'largest')).toEqual(['number', 'customer', 'total'])
  })

  test('reveals nothing through hidden groups, and rejects unknown cards and groups', async () => {
    const {pages, ada, eve} = await shop(await make(document))
    const {data} = await pages.get<DashboardData>(ada, '/')
    expect(JSON.stringify(data)).not.toMatch(/Acme|Bolt/)
    const chief = (await pages.get<DashboardData>(eve, '/')).data
    const secret = bodyOf(chief, 'By customer', 'donut').groups[0]?.href ?? ''
    expect((await pages.get(ada, secret)).status).toBe(404)
    for (const odd of [
      '/?card=none',
      '/?card=by-state&is=stolen',
      '/?card=by-month&is=yesterday',
      '/?card=largest&is=1',
    ])
      expect((await pages.get(eve, odd)).status).toBe(404)
  })
})
