/**
 * No screen of a document reads a whole table to find its records: every statement of every list, for every role, in
 * its own order and in every other selectable order, and with every filter. Tables are empty here, so that the plans
 * show what indexes allow rather than what the planner prefers.
 */

import {readFileSync} from 'node:fs'
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {readListQuery} from '../../src/engine/lists/list-address.ts'
import {boundList} from '../../src/engine/lists/list-plan.ts'
import {referenceOrder} from '../../src/engine/lists/reference-order.ts'
import {sortedBy, sortKeys} from '../../src/engine/lists/sort-keys.ts'
import {Permissions} from '../../src/engine/permissions/visibility.ts'
import type {ListDefinition} from '../../src/engine/query/list-query.ts'
import {Loaders} from '../../src/engine/query/loaders.ts'
import {localeOf} from '../../src/engine/query/lookup.ts'
import {Statements} from '../../src/engine/query/statement.ts'
import {documentIndexes} from '../../src/engine/required-indexes.ts'
import {listDefinition} from '../../src/features/collections/list-definition.ts'
import {fieldOf} from '../../src/points/entities/lookup.ts'
import {sqlTables} from '../../src/points/entities/table-names.ts'
import {mayOpen} from '../../src/points/screens/run.ts'
import type {Specification} from '../../src/points/specification.ts'
import {kinds} from '../../src/screens/kinds.ts'
import {type Actor, documentGrants, requestTimeAt} from '../../src/screens/testing.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import type {DatabaseName, Db} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'
import {documentOf} from './documents.ts'
import {opened, stores} from './store-databases.ts'
import {watched} from './watched.ts'

const documents = {
  'time-off': 'apps/time-off/app.md',
  rooms: 'apps/rooms/app.md',
  helpdesk: 'test/documents/helpdesk/app.md',
  stock: 'test/documents/stock/app.md',
}

/**
 * The only list that reads all records, and why no index can prevent it: `incomplete` is computed from other records.
 * The list has as many records as the company has people. It must be found, so that it goes with its cause.
 */
const readsAll: Readonly<Partial<Record<keyof typeof documents, Record<DatabaseName, readonly string[]>>>> = {
  'time-off': {sqlite: ['People incomplete=yes as HR'], postgres: []},
}

const personId = '01890000-0000-7000-8000-000000000007'
const another = '01890000-0000-7000-8000-000000000008'

const documentNames = Object.keys(documents) as (keyof typeof documents)[]

interface Case {
  readonly name: string
  readonly screen: ListDefinition
  readonly role: string
  readonly query: string
}

function casesOf(specification: Specification, asOpened: boolean): Case[] {
  const queries = (screen: ListDefinition) => [
    '',
    ...screen.columns.map(path => `sort=${path.join('.')}`),
    ...screen.filters.flatMap(path => filterBy(specification, screen, path)),
  ]
  return specification.screens.screens
    .filter(({shows}) => shows.kind === 'list')
    .flatMap(said => {
      const screen = listDefinition(said, specification)
      const roles = [...specification.roles.roles.keys()].filter(role => mayOpen(said, {roles: [role]}))
      const asked = asOpened ? [''] : [...new Set(queries(screen))]
      return roles.flatMap(role => asked.map(query => ({name: said.name, screen, role, query})))
    })
}

/** A value that a person could choose. */
function filterBy({entities}: Specification, screen: ListDefinition, path: readonly string[]): string[] {
  let entity = screen.entity
  for (const name of path.slice(0, -1)) {
    const declared = entities.entities.get(entity)
    const type = declared && fieldOf(declared, name)?.type.type
    entity = type?.kind === 'reference' ? type.entity : ''
  }
  const declared = entities.entities.get(entity)
  const use = declared && fieldOf(declared, path.at(-1) ?? '')?.type
  const chosen = {choice: use?.valueSet.words?.[0], 'yes/no': 'yes', record: another, range: undefined, none: undefined}
  const value = use && chosen[use.filter.filter as keyof typeof chosen]
  return value === undefined ? [] : [`${path.join('.')}=${encodeURIComponent(String(value))}`]
}

/** `asOpened`: the documents whose screens are only opened; for the others, every order and filter is tested. */
export function screensReadByIndexes(asOpened: readonly (keyof typeof documents)[] = []): void {
  describe.each(stores)('the list screens on $name', ({make}) => {
    test.each(documentNames)('of %s find their records by indexes', async name => {
      const file = documents[name]
      const isOpened = asOpened.includes(name)
      const {specification} = documentOf(readFileSync(file, 'utf8'), file)
      const store = await opened(await make())
      expect((await prepare(store, specification, {wishes: () => documentIndexes(specification, kinds)})).kind).toBe(
        'ready',
      )
      const cases = casesOf(specification, isOpened)
      expect(cases.length).toBeGreaterThan(5)
      const [scans, unled]: [string[], string[]] = [[], []]
      await store.read(async db => {
        if (store.database === 'postgres') await sql`set local enable_seqscan = off`.execute(db)
        const tables = sqlTables(specification.entities)
        const permissions = new Permissions(specification.entities, documentGrants(specification))
        for (const each of cases) {
          const found = await plansOf(store, db, {specification, tables, permissions, each})
          scans.push(
            ...found.scans.map(line => `${each.name} ${each.query.replace(another, '…')} as ${each.role}: ${line}`),
          )
          if (!found.led && each.query === '') unled.push(`${each.name} as ${each.role}`)
        }
      })
      const known = isOpened ? [] : (readsAll[name]?.[store.database] ?? [])
      const listOf = (scan: string) => known.find(each => scan.startsWith(`${each}: `))
      expect(scans.filter(scan => listOf(scan) === undefined)).toEqual([])
      expect(new Set(scans.map(listOf))).toEqual(new Set(known))
      expect(unled).toEqual([])
    })
  })
}

interface Asked {
  readonly specification: Specification
  readonly tables: ReturnType<typeof sqlTables>
  readonly permissions: Permissions
  readonly each: Case
}

async function plansOf(
  store: Store,
  db: Db,
  {specification, tables, permissions, each}: Asked,
): Promise<{scans: string[]; led: boolean}> {
  const {screen, role, query} = each
  const actor: Actor = {kind: 'person', id: personId, name: 'Ada', roles: [role]}
  const visibility = permissions.of(actor)
  const moment = requestTimeAt(Date.parse('2026-06-01T12:00:00Z'), specification.limits.settings)
  const {asked} = readListQuery(new URLSearchParams(query), {screen, visibility, locale: localeOf(moment)})
  const {run, ran} = watched(db)
  const reading = {
    db: run,
    database: store.database,
    tables,
    moment,
    actor,
    statements: new Statements(),
    loaders: new Loaders({keeps: true}),
  }
  const {plan, values} = boundList(reading, visibility, {screen, asked, stop: 1000, most: 200})
  const keys = sortKeys(visibility, tables, sortedBy(visibility, {screen, asked}))
  // By an index of the records themselves, or by one of the records that they are sorted by.
  const led = keys.every(({plain}) => plain !== null) || referenceOrder(keys, tables) !== null
  for (const statement of [...(plan.open ? [] : [plan.count(), plan.page(true)]), ...(led ? [plan.page(false)] : [])])
    await statement.run(reading, values)
  const scans: string[] = []
  for (const statement of ran) {
    const how = store.database === 'sqlite' ? 'explain query plan' : 'explain (costs off)'
    const {rows} = await db.executeQuery<Record<string, unknown>>({...statement, sql: `${how} ${statement.sql}`})
    scans.push(...scansIn(rows.map(row => String(row['detail'] ?? row['QUERY PLAN']).trim())))
  }
  return {scans, led}
}

/** A scan of an index is bounded by its order; a scan without one reads the whole table. */
function scansIn(plan: readonly string[]): string[] {
  const made = new Set(plan.flatMap(line => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(line)?.[1] ?? []))
  return [...new Set(plan)].filter(line => {
    if (/Seq Scan on/.test(line)) return true
    const scanned = /^SCAN (\w+)$/.exec(line)?.[1]
    return scanned !== undefined && !made.has(scanned)
  })
}
