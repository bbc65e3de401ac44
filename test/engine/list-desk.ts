/** A help desk with as many tickets as wanted, made by the database itself: for plans of statements and for the bench. */

import {sql} from 'kysely'
import type {ListDefinition, Path} from '../../src/engine/query/list-query.ts'
import {requiredIndexes} from '../../src/engine/required-indexes.ts'
import type {Grant, Grants} from '../../src/engine/testing.ts'
import type {Core} from '../../src/feel/core.ts'
import {type} from '../../src/feel/index.ts'
import {checkDocument, type Specification} from '../../src/points/specification.ts'
import type {DatabaseName, Db} from '../../src/store/sql.ts'

const document = `# Lists

## 3. Entities

### Team

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text | yes |

### User

| Field | Type | Required |
|---|---|---|
| team | Team | |
| manager | User | |

### Ticket

- named by: subject

| Field | Type | Required |
|---|---|---|
| subject | text | yes |
| status | one of new, open, waiting, resolved, closed | yes |
| priority | one of low, normal, high | yes |
| requester | User | yes |
| assignee | User | |
| starts | date | yes |
| due | date | |
| price | decimal 2 | |
`

function specificationOf(text: string): Specification {
  const {specification, findings, sound} = checkDocument([{file: 'bench.md', bytes: new TextEncoder().encode(text)}])
  if (!sound) throw new Error(JSON.stringify(findings))
  return specification
}

export const desk = specificationOf(document)
const {entities, scope} = desk

function condition(text: string): Core {
  const typed = type(text, {...scope, entity: 'Ticket'})
  if (!typed.ok) throw new Error(JSON.stringify(typed.problems))
  return typed.core
}

const paths = (text: string): Path[] => (text === '' ? [] : text.split(' ').map(each => each.split('.')))

export const all: ListDefinition = {
  entity: 'Ticket',
  where: null,
  columns: paths('subject status priority requester requester.team assignee starts due price'),
  sort: [{path: ['starts'], descending: true}],
  filters: paths('status priority assignee requester requester.team starts'),
  search: paths('subject requester.name'),
  groupBy: null,
  size: 10,
}
export const queue: ListDefinition = {
  ...all,
  where: condition('status != "closed"'),
  sort: [
    {path: ['priority'], descending: true},
    {path: ['due'], descending: false},
  ],
}

/** In the order of other records' names. */
export const people: ListDefinition = {
  ...all,
  sort: [
    {path: ['requester'], descending: false},
    {path: ['starts'], descending: true},
  ],
}

const mine = condition('requester = me or assignee = me or (status in ("open", "waiting") and requester.manager = me)')
const everything: Grant[] = [{where: null, fields: null}]
export const lead: Grants = () => everything
export const agent: Grants = (_, __, entity) => (entity === 'Ticket' ? [{where: mine, fields: null}] : everything)

/** Of the form of our ids; the first number tells the kinds apart. */
export function idOf(kind: number, n: number): string {
  return `0000000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
}

/** About a hundred records for each of them. */
const peopleFor = (rows: number): number => (rows > 500_000 ? 9973 : rows > 20_000 ? 997 : 97)

export async function fill(db: Db, database: DatabaseName, rows: number): Promise<void> {
  const lite = database === 'sqlite'
  const id = (kind: number, n: string) =>
    lite
      ? `'0000000${kind}-0000-7000-8000-' || printf('%012x', ${n})`
      : `('0000000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  const numbers = (most: number) =>
    lite
      ? `(with recursive g(n) as (select 0 union all select n + 1 from g where n < ${most - 1}) select n from g) as g`
      : `generate_series(0, ${most - 1}) as g(n)`
  const instant = lite ? `'2026-01-01T00:00:00.000Z'` : `timestamptz '2026-01-01T00:00:00Z'`
  const day = (days: string) =>
    lite ? `date('2024-01-01', (${days}) || ' days')` : `date '2024-01-01' + (${days})::integer`
  const users = peopleFor(rows)
  const padded = lite ? `printf('%07d', n)` : `lpad(n::text, 7, '0')`
  const own = 'id, created, updated, version'
  const owned = (kind: number) => `${id(kind, 'n')}, ${instant}, ${instant}, 1`
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`insert into team (${own}, name) select ${owned(1)}, 'Team ' || n from ${numbers(10)}`)
  await run(`insert into "user" (${own}, name, email, roles, active, team, manager)
    select ${owned(2)}, 'Name' || n || ' Family' || (n % 50), 'u' || n || '@example.com', '[]', ${lite ? 1 : true},
      ${id(1, 'n % 10')}, case when n < 10 then null else ${id(2, 'n / 10')} end from ${numbers(users)}`)
  // Counted through primes, so that the columns have nothing to do with each other.
  await run(`insert into ticket (${own}, subject, status, priority, requester, assignee, starts, due, price)
    select ${owned(3)}, 'Topic' || (n % 997) || ' Case' || ${padded},
      case (n * 7) % 20 when 0 then 'new' when 1 then 'open' when 2 then 'open' when 3 then 'waiting' when 4 then 'resolved' else 'closed' end,
      case (n / 20) % 4 when 0 then 'high' when 1 then 'low' else 'normal' end,
      ${id(2, `(cast(n as bigint) * 7919) % ${users}`)},
      case when n % 5 = 0 then null else ${id(2, `(cast(n as bigint) * 104729) % ${users}`)} end,
      ${day('(cast(n as bigint) * 31) % 1097')},
      case when n % 3 = 0 then null else ${day('(cast(n as bigint) * 17) % 1201')} end,
      case when n % 7 = 0 then null else ${lite ? '(n * 13) % 99991' : '((cast(n as bigint) * 13) % 99991) / 100.0'} end
    from ${numbers(rows)}`)
  await run(`insert into nonet_search (record, entity, field, word)
    select ${id(3, 'n')}, 'Ticket', 'subject', 'topic' || (n % 997) from ${numbers(rows)}`)
  await run(`insert into nonet_search (record, entity, field, word)
    select ${id(3, 'n')}, 'Ticket', 'subject', 'case' || ${padded} from ${numbers(rows)}`)
  await run(`insert into nonet_search (record, entity, field, word)
    select ${id(2, 'n')}, 'User', 'name', 'name' || n from ${numbers(users)}`)
}

export const wishes = requiredIndexes({
  entities,
  lists: [all, queue, people],
  conditions: [{entity: 'Ticket', where: mine}],
})
