/** The fixtures are valid and their demonstration data loads completely, on any day. */

import {readdirSync, readFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import {describe, expect, test} from 'vitest'
import {documentGrants, documentRules, loadDemo, operator, runSystemActions} from '../../src/screens/testing.ts'
import {documentOf} from '../kit/documents.ts'
import {creating, done, engineOf} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {shown} from '../kit/time-off.ts'
import {readCsv} from './demo-files.ts'

const days = {sqlite: ['2026-11-15', '2027-01-01', '2028-02-29'], postgres: ['2026-11-15']}
const places = stores.flatMap(({name, make}) => days[name].map(today => ({database: name, today, make})))

async function loaded(name: string, address: string, today: string) {
  const folder = new URL(`../documents/${name}/`, import.meta.url)
  const document = readFileSync(new URL('app.md', folder), 'utf8')
  const rules = documentRules(documentOf(document).specification)
  const {engine, clock} = await engineOf({document, address, grants: documentGrants, rules})
  clock.now = Date.parse(`${today}T10:00:00Z`)
  const demo = fileURLToPath(new URL('demo', folder))
  const files = readdirSync(demo).filter(file => file !== 'History.csv')
  const rows = files.flatMap(file => readCsv(readFileSync(`${demo}/${file}`, 'utf8')))
  return {engine, report: await loadDemo(engine, demo, engine.moment()), rows: rows.length}
}

describe.each(['helpdesk', 'stock'])('%s', name => {
  test.each(places)(
    'has demonstration data that satisfies the rules, loaded on $today into $database',
    async ({make, today}) => {
      const {engine, report, rows} = await loaded(name, await make(), today)
      expect([report.problems, report.records]).toEqual([[], rows])
      expect((await runSystemActions(engine)).refused).toEqual([])
    },
    60_000,
  )
})

test.each(stores)('stock adds up after loading, on $name', async ({make}) => {
  const {engine} = await loaded('stock', await make(), '2026-11-15')
  // Any record will do: the sums are over all records.
  const at = done(await engine.change(operator, [creating('Supplier', {name: 'Someone', email: 'a@example.com'})]))
  expect(await shown(engine, at, 'sum(Product[name = "Ball bearing 608"].on_hand)')).toBe('120')
  // 6 × 11.50 + 120 × 6.60
  expect(await shown(engine, at, 'sum(Order[number = 5001].total)')).toBe('861')
  expect(await shown(engine, at, 'sum(Order[status = "received"].open_pieces)')).toBe('0')
  expect(await shown(engine, at, 'sum(Product[sku = "BRG-608"].on_order)')).toBe('100')
})
