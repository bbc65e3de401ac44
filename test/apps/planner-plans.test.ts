/**
 * Pages of a large company: no statement of a page reads a large table from its beginning to its end.
 */
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {growCompany} from '../../bench/company.ts'
import {documentIndexes} from '../../src/engine/required-indexes.ts'
import {kinds} from '../../src/screens/kinds.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import type {Store} from '../../src/store/store.ts'
import {done} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {opened, stores} from '../kit/store-databases.ts'
import {company} from '../kit/time-off.ts'

const people = 2000
const requests = 20_000
/** Rows of a large table. A table of people is smaller: to read it once can be the best plan. */
const large = 5000

/**
 * Everyone's pages, and those that only human resources has. The start page, the figures and the calendar of human
 * resources are about a large part of all requests, and read them.
 */
const everyone = ['/mine', '/requests/new', '/to-decide', '/away', '/calendar', '/overtime', '/deputies', '/closed']
const pages: Readonly<Record<'ada' | 'max' | 'hana', readonly string[]>> = {
  ada: ['/', ...everyone],
  max: ['/', ...everyone, '/team-requests', '/team-allowances'],
  hana: ['/requests', '/requests/1001', '/balances', '/people', '/away', '/to-decide'],
}

describe.each(stores.filter(({name}) => name === 'postgres'))('pages of a large company on $name', ({make}) => {
  test('read no large table from its beginning to its end', async () => {
    const address = await make()
    const at = await company(address)
    const {ada, bo, cem, max} = at.people
    for (const who of [ada, bo, cem, max]) {
      await at.allowance(who, 20)
      for (const month of ['02', '04', '06', '07'])
        await at.make('Request', {
          ...{person: who.id, kind: at.kinds.holiday, status: month === '02' ? 'taken' : 'approved'},
          ...{first_day: `2026-${month}-06`, last_day: `2026-${month}-08`},
        })
    }
    const asked = done(await at.draft(ada, {first_day: '2026-09-15', last_day: '2026-09-16'}))
    done(await at.act(ada, asked, 'submit'))
    // Without any, the database takes an empty table for a large one.
    await at.make('Deputy', {person: max.id, deputy: ada.id, first_day: '2026-05-01', last_day: '2026-05-10'})
    const statistics = await opened(address)
    const {specification} = at.engine
    const ready = await prepare(statistics, specification, {wishes: () => documentIndexes(specification, kinds)})
    expect(ready.kind).toBe('ready')
    await growCompany(address, {people, requests})
    const over: string[] = []
    for (const [who, paths] of Object.entries(pages)) {
      const actor = at.people[who as keyof typeof pages]
      for (const path of paths) {
        const before = await readWhole(statistics, at.engine.store)
        expect((await pagesOf(at.engine).get(actor, path)).status, path).toBe(200)
        const after = await readWhole(statistics, at.engine.store)
        for (const [table, rows] of after)
          if (rows - (before.get(table) ?? 0) >= large)
            over.push(`${who} ${path}: ${rows - (before.get(table) ?? 0)} rows of ${table}`)
      }
    }
    expect(over).toEqual([])
  })
})

/** How many rows of each table were read by scans of the whole table. The connection of the last page reports it first. */
async function readWhole(statistics: Store, used: Store): Promise<ReadonlyMap<string, number>> {
  await used.read(db => sql`select pg_stat_force_next_flush()`.execute(db))
  const {rows} = await statistics.read(db =>
    sql<{table: string; read: unknown}>`
      select relname as table, seq_tup_read as read from pg_stat_user_tables
        where schemaname = 'public' and n_live_tup >= ${large}`.execute(db),
  )
  return new Map(rows.map(({table, read}) => [table, Number(read)]))
}
