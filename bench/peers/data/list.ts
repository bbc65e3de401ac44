/** The list of all requests: filters, search, a page of 25 from a cursor on, newest first, and a bounded count. */
import {all, first, type Row} from './database.ts'
import {dayText, workingDays} from './days.ts'
import {mayRead, type Viewer} from './viewer.ts'
import {stateText} from './words.ts'

export interface Option {
  readonly value: string
  readonly label: string
}

export interface Listed {
  readonly rows: readonly ListedRequest[]
  readonly count: string
  readonly next: string | null
  readonly kinds: readonly Option[]
  readonly teams: readonly Option[]
  readonly people: readonly Option[]
  readonly asked: Asked
}

export interface ListedRequest {
  readonly id: string
  readonly number: number
  readonly personId: string
  readonly person: string
  readonly team: string
  readonly kind: string
  readonly firstDay: string
  readonly firstText: string
  readonly lastDay: string
  readonly lastText: string
  readonly days: string
  readonly status: string
  readonly statusText: string
}

export interface Asked {
  readonly q: string
  readonly status: string
  readonly kind: string
  readonly team: string
  readonly person: string
  readonly from: string
  readonly to: string
  readonly after: string
}

export function askedIn(query: URLSearchParams): Asked {
  const get = (key: string) => query.get(key) ?? ''
  return {
    q: get('q'),
    status: get('status'),
    kind: get('kind'),
    team: get('person.team'),
    person: get('person'),
    from: get('first_day.from'),
    to: get('first_day.to'),
    after: get('after'),
  }
}

const size = 25
const mostCounted = 1000

interface Condition {
  readonly sql: string
  readonly values: readonly string[]
}

function conditionsOf(viewer: Viewer, asked: Asked): Condition {
  const parts: Condition[] = [mayRead(viewer)]
  const add = (sql: string, ...values: string[]) => values[0] !== '' && parts.push({sql, values})
  add('r.status = ?', asked.status)
  add('r.kind = ?', asked.kind)
  add('p.team = ?', asked.team)
  add('r.person = ?', asked.person)
  add('r.first_day >= ?', asked.from)
  add('r.first_day <= ?', asked.to)
  if (asked.q !== '') parts.push({sql: `(p.name like ? or r.note like ?)`, values: [`%${asked.q}%`, `%${asked.q}%`]})
  return {sql: parts.map(part => part.sql).join(' and '), values: parts.flatMap(part => part.values)}
}

export function listRequests(viewer: Viewer, asked: Asked): Listed {
  const where = conditionsOf(viewer, asked)
  const found = pageOf(where, asked.after)
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  const holidays = holidaysIn(rows)
  return {
    rows: rows.map(row => listed(row, holidays)),
    count: countOf(where),
    next: found.length > size && last ? cursorOf(last) : null,
    kinds: options('select id, name from kind order by name'),
    teams: options('select id, name from team order by name'),
    people: options('select id, name from user order by name limit 200'),
    asked,
  }
}

export interface CalledRequest {
  readonly id: string
  readonly number: number
  readonly person: {readonly id: string; readonly name: string}
  readonly team: string | null
  readonly kind: string
  readonly first_day: string
  readonly last_day: string
  readonly days: number
  readonly status: string
}

/** The same page for a program: values without texts, options and count. */
export function callRequests(viewer: Viewer, asked: Asked): {requests: CalledRequest[]; next: string | null} {
  const found = pageOf(conditionsOf(viewer, asked), asked.after)
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  const holidays = holidaysIn(rows)
  const requests = rows.map(row => {
    const {id, number, personId, person, team, kind, firstDay, lastDay, days, status} = listed(row, holidays)
    return {
      ...{id, number, person: {id: personId, name: person}, team: team === '' ? null : team, kind},
      ...{first_day: firstDay, last_day: lastDay, days: Number(days), status},
    }
  })
  return {requests, next: found.length > size && last ? cursorOf(last) : null}
}

function pageOf({sql, values}: Condition, after: string): Row[] {
  const [day = '', id = ''] = after === '' ? [] : Buffer.from(after, 'base64url').toString().split(' ')
  const place = after === '' ? '' : 'and (r.first_day, r.id) < (?, ?)'
  return all(
    `select r.id, r.number, r.person, p.name as person_name, p.place, t.name as team, k.name as kind, r.first_day, r.first_half,
       r.last_day, r.last_half, r.status
     from request as r join user as p on p.id = r.person left join team as t on t.id = p.team join kind as k on k.id = r.kind
     where ${sql} ${place} order by r.first_day desc, r.id desc limit ${size + 1}`,
    ...values,
    ...(after === '' ? [] : [day, id]),
  )
}

function cursorOf(row: Row): string {
  return Buffer.from(`${row.first_day} ${row.id}`).toString('base64url')
}

function countOf({sql, values}: Condition): string {
  const row = first(
    `select count(*) as n from (select 1 from request as r join user as p on p.id = r.person where ${sql} limit ${mostCounted + 1})`,
    ...values,
  )
  const count = Number(row?.n)
  return count > mostCounted ? '1,000+' : count.toLocaleString('en')
}

function options(sql: string): Option[] {
  return all(sql).map(row => ({value: String(row.id), label: String(row.name)}))
}

/** Public holidays by place, between the first and the last day of the page. */
function holidaysIn(rows: readonly Row[]): ReadonlyMap<string, ReadonlySet<string>> {
  const days = rows.flatMap(row => [String(row.first_day), String(row.last_day)]).sort()
  const found = all('select place, day from holiday where day between ? and ?', days[0] ?? '', days.at(-1) ?? '')
  const places = new Map<string, Set<string>>()
  for (const row of found) {
    const place = String(row.place)
    places.set(place, (places.get(place) ?? new Set()).add(String(row.day)))
  }
  return places
}

function listed(row: Row, holidays: ReadonlyMap<string, ReadonlySet<string>>): ListedRequest {
  const [firstDay, lastDay, status] = [String(row.first_day), String(row.last_day), String(row.status)]
  const span = {firstDay, firstHalf: row.first_half === 1, lastDay, lastHalf: row.last_half === 1}
  return {
    id: String(row.id),
    number: Number(row.number),
    personId: String(row.person),
    person: String(row.person_name),
    team: row.team === null ? '' : String(row.team),
    kind: String(row.kind),
    firstDay,
    firstText: dayText(firstDay),
    lastDay,
    lastText: dayText(lastDay),
    days: String(workingDays(span, holidays.get(String(row.place)) ?? new Set())),
    status,
    statusText: stateText(status),
  }
}
