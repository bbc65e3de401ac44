/** Permissions and filters can use an index: the plans of both databases name it. */
import {sql} from 'kysely'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {type SqlContext, toPredicate} from '../../src/feel/sql/to-sql.ts'
import {databases, type OpenDatabase} from '../kit/databases.ts'
import {sampleWorld} from './sql-meaning.ts'
import {coreOf, createTables} from './sql-schema.ts'
import {contextOf, fill, idOf} from './sql-world.ts'

const indexed = [
  'owner',
  'maker',
  'parent',
  'level',
  'mood',
  'title',
  'price',
  'few',
  'day',
  'due',
  'made',
  'done',
  'span',
]
const me = {entity: 'Person', id: idOf('Person', 1)}
const meKnown = {...me, fields: new Map([['manager', {entity: 'Person', id: idOf('Person', 2)}]])}

/** The expression, and the indexes that must be used. */
const cases: readonly {text: string; uses: readonly string[]; me?: SqlContext['me']}[] = [
  {text: 'owner = me', uses: ['item_owner']},
  {text: 'maker = me and flag', uses: ['item_maker']},
  {text: 'me = maker', uses: ['item_maker']},
  {text: 'owner = me or maker = me', uses: ['item_owner', 'item_maker']},
  {text: 'owner = null', uses: ['item_owner']},
  {text: 'owner = person', uses: ['item_owner']},
  {text: 'owner = me.manager', uses: ['item_owner'], me: meKnown},
  {text: `id = "${idOf('Item', 3)}"`, uses: ['item_pkey']},
  {text: 'level = "high"', uses: ['item_level']},
  {text: 'level in ("high", "urgent")', uses: ['item_level']},
  {text: 'level = "high" or level = "low"', uses: ['item_level']},
  {text: 'level >= "high"', uses: ['item_level']},
  {text: 'not(level < "high") and mood = "low"', uses: ['item_mood']},
  {text: 'mood in ("low", "normal") and owner = me', uses: ['item_owner']},
  {text: 'title = "a"', uses: ['item_title']},
  {text: 'title >= "b" and title < "c"', uses: ['item_title']},
  {text: 'few = 3', uses: ['item_few']},
  {text: 'few > 2.5', uses: ['item_few']},
  {text: 'price = 10.5', uses: ['item_price']},
  {text: 'price < 1.255', uses: ['item_price']},
  {text: 'price between 1 and RATE * 100', uses: ['item_price']},
  {text: 'due <= today() + duration("P7D")', uses: ['item_due']},
  {text: 'due in [today()..today() + duration("P1M")]', uses: ['item_due']},
  {text: 'day.year = today().year', uses: ['item_day']},
  {text: 'made > now() - duration("P1D")', uses: ['item_made']},
  {text: 'done = date and time("2026-03-29T01:00:00Z")', uses: ['item_done']},
  {text: 'span >= WINDOW', uses: ['item_span']},
  {text: 'owner.manager = me', uses: ['item_owner', 'person_manager']},
  {text: 'owner.manager.manager = me', uses: ['item_owner', 'person_manager']},
  {text: 'parent.owner = me', uses: ['item_parent', 'item_owner']},
  {text: 'owner in Item[maker = me].maker', uses: ['item_owner', 'item_maker']},
  {text: 'owner.manager in Item[maker = me].maker', uses: ['item_owner', 'person_manager', 'item_maker']},
  {text: 'count(parts[flag]) > 0', uses: ['item_parent']},
  {text: 'owner = me and working days(day, day + duration("P3D"), Item.due) > 2', uses: ['item_owner', 'item_due']},
  {
    text: 'owner = me and working days(day, day + duration("P3D"), Item.due, needs) > 2',
    uses: ['item_owner', 'item_due'],
  },
]

describe.each(databases)('a plan of $name', ({name, open}) => {
  let database: OpenDatabase | undefined
  const world = sampleWorld(3)

  beforeAll(async () => {
    database = await open()
    await database.run(createTables(name))
    for (const column of indexed) await database.run(`create index item_${column} on item (${column})`)
    await database.run('create index person_manager on person (manager)')
    if (name === 'sqlite') await database.run('create index item_pkey on item (id)')
    await fill(database, world)
  })
  afterAll(() => database?.close())

  async function planOf(text: string, actor: SqlContext['me'] = me): Promise<string> {
    if (database === undefined) throw new Error('The database is open.')
    const predicate = toPredicate(coreOf(text), {...contextOf(world, name), me: actor})
    const query = sql`select r.id from item as r where ${predicate}`
    const explain = name === 'sqlite' ? sql`explain query plan ${query}` : sql`explain (costs off) ${query}`
    return await database.db.transaction().execute(async transaction => {
      if (name === 'postgres') await sql`set local enable_seqscan = off`.execute(transaction)
      const rows = await sql<Record<string, unknown>>`${explain}`.execute(transaction)
      return rows.rows.map(row => String(row['QUERY PLAN'] ?? row.detail)).join('\n')
    })
  }

  /** A full index scan does not count. */
  const used = (plan: string, index: string): boolean =>
    name === 'sqlite'
      ? new RegExp(`SEARCH .* USING .*INDEX ${index} |SEARCH .* USING .*INDEX sqlite_autoindex_item_1 `).test(plan)
      : new RegExp(`${index}[^\\n]*\\n\\s+Index Cond`).test(plan)

  test.each(cases)('for $text uses $uses', async ({text, uses, me: actor}) => {
    const plan = await planOf(text, actor)
    for (const index of uses) expect(used(plan, index), `${index} in\n${plan}`).toBe(true)
    // Only expressions that check the parts of each item scan all items.
    if (!text.includes('parts')) expect(plan).not.toMatch(/SCAN r|Seq Scan on item r/)
  })

  test('finds the items of a list by what they refer to', async () => {
    for (const text of [
      'count(Item[maker.manager = this.maker.manager and level = "high" and few = null]) > 1',
      'some i in Item satisfies i.maker.manager = this.maker.manager and i.level in ("high", "low")',
    ]) {
      const plan = await planOf(text)
      expect(used(plan, 'person_manager'), plan).toBe(true)
      if (name === 'sqlite') {
        expect(used(plan, 'item_maker'), plan).toBe(true)
        expect(plan).not.toMatch(/item_level|item_few/)
      }
      // Compared with people that were looked up once, whichever index PostgreSQL finds the items by.
      if (name === 'postgres') expect(plan).toMatch(/maker = ANY \(/)
    }
    // One day is more selective.
    const plan = await planOf('count(Item[maker.manager = this.maker.manager and day = this.due]) > 1')
    expect(used(plan, 'item_day'), plan).toBe(true)
  })

  test('without a usable index scans all records', async () => {
    expect(used(await planOf('string length(title) > 3'), 'item_title')).toBe(false)
  })
})
