/** A record on paper: what is read in another year says its year. */
import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import type {RecordData} from '../../../src/features/records/data.ts'
import {documentGrants, nobody, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'

const document = `# Invoices

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Invoice | /invoices/:number | record of Invoice | everyone |

### Invoice
- fields: number, due, sent, code

## 3. Entities

### Invoice

| Field | Type | Required |
|---|---|---|
| number | serial | |
| due | date | yes |
| sent | date and time | |
| code | text | |

## 6. Roles

| Role | May | On |
|---|---|---|
| everyone | read | Invoice |
`

describe.each(storesOfStories)('a record on paper, on $name', ({make}) => {
  test('D14: has dates with their year, also in the present one', async () => {
    const {engine, clock} = await engineOf({document, address: await make(document), grants: documentGrants})
    clock.now = Date.parse('2026-05-04T06:00:00Z')
    const fields = {due: '2026-05-20', sent: '2026-05-04T10:00:00Z', code: '2026-05-20'}
    done(await engine.change(operator, [creating('Invoice', fields)]))
    const {data} = await pagesOf(engine).get<RecordData>(nobody, '/invoices/1')
    const said = new Map(data.fields.map(({label}, index) => [label, data.cells[index]]))
    expect([said.get('Due')?.text, said.get('Due')?.paper]).toEqual(['Wed 20 May', '20 May 2026'])
    expect(said.get('Sent')?.paper).toMatch(/^4 May 2026, /)
    expect(said.get('Code')?.paper).toBeUndefined()
  })
})

test('D14: a page on paper has its title, and neither steps nor history', () => {
  const css = readFileSync(new URL('../../../src/web/styles/print.css', import.meta.url), 'utf8')
  const [, hidden = ''] = /\.side,([\s\S]*?)\{\s*display: none/.exec(css) ?? []
  const names = hidden.split(',').map(name => name.trim())
  expect(names).toEqual(expect.arrayContaining(['.path', '.card:has(.trail)', '.top > .end', '.crumbs']))
  expect(names).not.toContain('.top')
})
