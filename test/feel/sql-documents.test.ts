/**
 * The expressions of the two example documents that a database evaluates (filters, permissions, computed fields, rules
 * over other records, system guards) give the same results on both databases as in the evaluator.
 */
import {type RawBuilder, sql} from 'kysely'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {DateTime, toMillis} from '../../src/feel/calendar.ts'
import type {Core} from '../../src/feel/core.ts'
import {formatNum} from '../../src/feel/decimal.ts'
import {formatValue, readDate, readDateTime} from '../../src/feel/format.ts'
import {compile, type Environment, encode, type Scope, type, type Value} from '../../src/feel/index.ts'
import {SqlCheck, sqlProblems} from '../../src/feel/sql/problems.ts'
import type {FieldTable, Representation, Tables} from '../../src/feel/sql/tables.ts'
import {type SqlContext, toPredicate, toValue} from '../../src/feel/sql/to-sql.ts'
import {isNum, isReference} from '../../src/feel/value.ts'
import {type DatabaseName, databases, type OpenDatabase} from '../kit/databases.ts'
import {helpdesk, timeOff} from './scopes.ts'
import {environmentAt, memoryWorld, NOW, type Rows, ref} from './world.ts'

interface Document {
  readonly name: string
  readonly scope: Scope
  /** `Entity.field` → its expression. */
  readonly computed: Readonly<Record<string, string>>
  /** `Entity.field` → the entity and field that point back. */
  readonly lists: Readonly<Record<string, {readonly entity: string; readonly by: string}>>
  readonly rows: Rows
  readonly expressions: Readonly<Record<string, readonly string[]>>
}

const uuid = (n: number): string => `0190a5e0-0000-7000-8000-${String(n).padStart(12, '0')}`
const user = (n: number) => ref('User', uuid(n))
const days = (...texts: readonly [string, string]) => ({first_day: readDate(texts[0]), last_day: readDate(texts[1])})
const [ann, bob, max] = [user(1), user(2), user(3)]
const [sea, lyon, rest, sick] = [
  ref('Team', uuid(10)),
  ref('Place', uuid(11)),
  ref('Kind', uuid(12)),
  ref('Kind', uuid(13)),
]
const whole = {first_half: false, last_half: false}

const timeOffDocument: Document = {
  name: 'time off',
  scope: timeOff,
  computed: {
    'Request.days':
      'working days(first_day, last_day, Holiday[place = this.person.place].day) - (if first_half then 0.5 else 0) - (if last_half then 0.5 else 0)',
    'Request.team_away':
      'count(Request[person.team = this.person.team and person != this.person and status = "approved" and first_day <= this.last_day and last_day >= this.first_day])',
    'Allowance.used':
      'sum(Request[person = this.person and kind = this.kind and first_day.year = this.year and status in ("submitted", "pre-approved", "approved", "taken", "cancel_asked")].days)',
    'Allowance.left': 'days + carried_over - used',
  },
  lists: {
    'Request.remarks': {entity: 'Remark', by: 'request'},
    'User.requests': {entity: 'Request', by: 'person'},
    'Team.members': {entity: 'User', by: 'team'},
  },
  rows: {
    User: {
      [ann.id]: {name: 'Ann', active: true, team: sea, manager: max, place: lyon, joined: readDate('2026-03-15')},
      [bob.id]: {name: 'Bob', active: true, team: sea, manager: max, place: lyon, joined: readDate('2020-01-01')},
      [max.id]: {name: 'Max', active: true, team: null, manager: null, place: null, joined: null},
    },
    Team: {[sea.id]: {name: 'Sea', lead: max, most_away: 1}},
    Place: {[lyon.id]: {name: 'Lyon'}},
    Holiday: {
      [uuid(20)]: {place: lyon, day: readDate('2026-05-08'), name: 'Victory'},
      [uuid(21)]: {place: lyon, day: readDate('2026-05-14'), name: 'Ascension'},
    },
    Kind: {
      [rest.id]: {name: 'Holiday', needs_approval: true, uses_allowance: true, notice: 14, active: true},
      [sick.id]: {name: 'Sickness', needs_approval: false, uses_allowance: false, notice: 0, active: true},
    },
    Request: {
      [uuid(30)]: {
        number: 1001,
        person: ann,
        kind: rest,
        ...days('2026-05-04', '2026-05-15'),
        ...whole,
        first_half: true,
        status: 'submitted',
      },
      [uuid(31)]: {
        number: 1002,
        person: bob,
        kind: rest,
        ...days('2026-05-07', '2026-05-07'),
        ...whole,
        status: 'approved',
        decided_by: max,
        cover: ann,
      },
      [uuid(32)]: {
        number: 1003,
        person: ann,
        kind: sick,
        ...days('2026-04-20', '2026-04-21'),
        ...whole,
        last_half: true,
        status: 'approved',
        cover: ann,
      },
      [uuid(33)]: {
        number: 1004,
        person: max,
        kind: rest,
        ...days('2026-05-01', '2026-04-01'),
        ...whole,
        status: 'draft',
      },
    },
    Remark: {[uuid(40)]: {request: ref('Request', uuid(30)), author: ann, text: 'please'}},
    Allowance: {
      [uuid(50)]: {person: ann, kind: rest, year: 2026, days: 25, carried_over: 2},
      [uuid(51)]: {person: ann, kind: rest, year: 2025, days: 25, carried_over: 0},
    },
    Closure: {[uuid(60)]: {...days('2026-05-13', '2026-05-13'), team: null, reason: 'stocktaking'}},
  },
  expressions: {
    Request: [
      'person = me and last_day >= today() and status in ("submitted", "pre-approved", "approved")',
      'person.manager = me and status = "submitted"',
      'status = "approved" and first_day <= today() + duration("P7D") and last_day >= today() and person != me',
      'person.manager = me and status in ("submitted", "cancel_asked")',
      'status in ("approved", "taken")',
      'status in ("approved", "taken", "submitted", "pre-approved")',
      'status = "approved" and first_day <= today() and last_day >= today()',
      'status in ("submitted", "pre-approved", "cancel_asked")',
      'status in ("approved", "taken") and first_day.year = today().year',
      'month(first_day)',
      'week(created)',
      'days',
      'team_away',
      'not(kind.needs_approval)',
      'kind.needs_approval and person.manager != null',
      'person != me and days <= LONG_LEAVE_DAYS',
      'person != me and days > LONG_LEAVE_DAYS',
      'person != me and decided_by != me',
      'first_day >= today()',
      'last_day < today()',
      'last_day >= first_day',
      'days > 0',
      'first_day.year = last_day.year',
      'status not in ("rejected", "cancelled")',
      'count(Request[person = this.person and id != this.id and status not in ("rejected", "cancelled") and first_day <= this.last_day and last_day >= this.first_day and not(last_day = this.first_day and last_half and this.first_half) and not(first_day = this.last_day and first_half and this.last_half)]) = 0',
      'first_day >= today() + duration("P1D") * kind.notice',
      'sum(Allowance[person = this.person and kind = this.kind and year = this.first_day.year].left) >= 0',
      'count(Closure[(team = null or team = this.person.team) and first_day <= this.last_day and last_day >= this.first_day]) = 0',
      'person.team != null',
      'team_away < person.team.most_away',
      'cover = null or cover != person',
      'person = me or person.manager = me',
      'status in ("approved", "taken") and person.team = me.team',
      'person = me and status = "draft"',
    ],
    Allowance: [
      'person = me and year = today().year',
      'used',
      'left',
      'days + carried_over - used',
      'person = me or person.manager = me',
    ],
    Remark: ['request.person = me or request.person.manager = me'],
    User: [
      'active and count(Allowance[person = this and year = today().year]) = 0 and count(Kind[uses_allowance and active]) > 0',
      'manager = null or manager != this',
      'if joined != null and joined.year = today().year then round half up(DAYS_PER_YEAR * (13 - joined.month) / 12 * 2, 0) / 2 else DAYS_PER_YEAR',
      'min(MAX_CARRY_OVER, sum(Allowance[person = this and year = today().year - 1].left))',
      'count(requests[status = "approved"]) > 0',
    ],
    Team: ['count(members) > 1'],
    Kind: ['uses_allowance and active'],
  },
}

const [t1, t2, t3] = [uuid(70), uuid(71), uuid(72)]
const at = (text: string) => readDateTime(text)

const helpdeskDocument: Document = {
  name: 'helpdesk',
  scope: helpdesk,
  computed: {'Ticket.overdue': 'due != null and due < now() and status not in ("resolved", "closed")'},
  lists: {'Ticket.comments': {entity: 'Comment', by: 'ticket'}},
  rows: {
    User: {
      [ann.id]: {name: 'Ann', active: true, team: sea},
      [bob.id]: {name: 'Bob', active: true, team: null},
    },
    Team: {[sea.id]: {name: 'Sea', lead: bob}},
    Ticket: {
      [t1]: {
        number: 1,
        subject: 'Printer',
        body: 'It burns'.repeat(6),
        priority: 'urgent',
        requester: ann,
        due: at('2026-04-30T10:00:00Z'),
        status: 'open',
        updated: at('2026-04-30T09:00:00Z'),
      },
      [t2]: {
        number: 2,
        subject: 'Mouse',
        body: 'No',
        priority: 'low',
        requester: bob,
        assignee: ann,
        due: at('2026-05-30T10:00:00Z'),
        status: 'closed',
      },
      [t3]: {
        number: 3,
        subject: 'Desk',
        body: 'Wobbles',
        priority: 'normal',
        requester: ann,
        assignee: bob,
        resolved_at: at('2026-04-20T12:00:00Z'),
        status: 'resolved',
      },
    },
    Comment: {[uuid(80)]: {ticket: ref('Ticket', t1), author: bob, text: 'Which one?'}},
  },
  expressions: {
    Ticket: [
      'requester = me',
      'status != "closed"',
      'status = "waiting"',
      'week(created)',
      'overdue',
      'assignee = null',
      'assignee = me',
      'assignee != null',
      'now() <= resolved_at + REOPEN_WINDOW',
      'due = null or due > now()',
      'count(Ticket[requester = me and status != "closed"]) <= MAX_OPEN_TICKETS',
      'priority = "urgent"',
      'string length(body) >= 40',
      'priority >= "normal"',
      'count(comments[author != this.requester]) > 0',
    ],
    Comment: ['ticket.requester = me'],
  },
}

const places: Readonly<Record<string, number>> = {'Allowance.days': 1, 'Allowance.carried_over': 1}

function holds(path: string, kind: string): Representation {
  if (path.endsWith('.id') || kind === 'reference') return {as: 'id'}
  if (kind === 'number') return {as: 'number', places: places[path] ?? 0}
  if (kind === 'boolean' || kind === 'date' || kind === 'date and time') return {as: kind}
  return kind === 'list' ? {as: 'words'} : {as: 'text'}
}

function core(document: Document, entity: string, text: string): Core {
  const typed = type(text, {...document.scope, entity})
  if (!typed.ok) throw new Error(`${text}: ${JSON.stringify(typed.problems)}`)
  return typed.core
}

function fieldTable(document: Document, entity: string, field: string, kind: string): FieldTable {
  const path = `${entity}.${field}`
  const list = document.lists[path]
  if (list !== undefined) return {kind: 'list', entity: list.entity, by: list.by}
  const text = document.computed[path]
  if (text !== undefined) return {kind: 'computed', core: core(document, entity, text)}
  return {kind: 'column', column: field, holds: holds(path, kind), required: false}
}

function tablesOf(document: Document): Tables {
  return new Map(
    [...document.scope.entities].map(([entity, fields]) => {
      const kept = [...fields].map(([field, {type}]): [string, FieldTable] => [
        field,
        fieldTable(document, entity, field, type.kind),
      ])
      return [entity, {table: entity.toLowerCase(), id: 'id', fields: new Map(kept)}]
    }),
  )
}

const postgresTypes: Readonly<Record<Representation['as'], string>> = {
  boolean: 'boolean',
  number: 'numeric',
  text: 'text collate "C"',
  date: 'date',
  time: 'time(0)',
  'date and time': 'timestamptz(3)',
  'days duration': 'bigint',
  'months duration': 'bigint',
  id: 'uuid',
  words: 'jsonb',
}

function columnType(name: DatabaseName, representation: Representation): string {
  if (name === 'sqlite') return ['number', 'boolean'].includes(representation.as) ? 'integer' : 'text'
  return representation.as === 'number' && representation.places === 0 ? 'bigint' : postgresTypes[representation.as]
}

async function keep(open: OpenDatabase, document: Document, tables: Tables): Promise<void> {
  for (const [entity, {table, fields}] of tables) {
    const columns = [...fields].flatMap(([, field]) => (field.kind === 'column' ? [field] : []))
    const typed = columns.map(({column, holds}) => `"${column}" ${columnType(open.name, holds)}`)
    await open.run(`create table "${table}" (${typed.join(', ')})`)
    for (const [id, row] of Object.entries(document.rows[entity] ?? {})) {
      const values = columns.map(({column, holds}) => [column, kept(row[column] ?? null, holds, open.name)])
      await open.db
        .insertInto(table)
        .values({...Object.fromEntries(values), id})
        .execute()
    }
  }
}

function kept(value: Value, representation: Representation, name: DatabaseName): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (value instanceof DateTime) return new Date(toMillis(value)).toISOString()
  if (isReference(value)) return value.id
  if (!isNum(value)) return formatValue(value)
  const scale = name === 'sqlite' && representation.as === 'number' ? 10 ** representation.places : 1
  return BigInt(formatNum(value)) * BigInt(scale)
}

function environmentOf(document: Document): Environment {
  const given = environmentAt(NOW, {me: ann})
  const computed = new Map(
    Object.entries(document.computed).map(([path, text]) => [
      path,
      compile(core(document, path.split('.')[0] ?? '', text)),
    ]),
  )
  const world = memoryWorld(document.rows, {computed, relations: new Map(Object.entries(document.lists))}, given)
  return {...given, world}
}

async function answers(
  open: OpenDatabase,
  from: string,
  what: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await sql<{id: string; answer: unknown}>`
    select id, ${what} as answer from ${sql.table(from)} as r order by id`.execute(open.db)
  return new Map(rows.rows.map(({id, answer}) => [id, answer]))
}

for (const document of [timeOffDocument, helpdeskDocument]) {
  const tables = tablesOf(document)
  const check = new SqlCheck(tables)
  const cases = Object.entries(document.expressions).flatMap(([entity, texts]) => texts.map(text => ({entity, text})))

  test.each(cases)(`${document.name}: $entity: $text can be SQL`, ({entity, text}) => {
    expect(sqlProblems(core(document, entity, text), check)).toEqual([])
  })

  describe.each(databases)(`${document.name} on $name`, ({name, open}) => {
    let database: OpenDatabase | undefined
    const context: SqlContext = {
      ...environmentAt(NOW),
      zone: 'Europe/Paris',
      database: name,
      tables,
      this: {alias: 'r'},
      me: {entity: 'User', id: ann.id},
      old: {alias: 'r'},
    }
    beforeAll(async () => {
      database = await open()
      await keep(database, document, tables)
    })
    afterAll(() => database?.close())

    test.each(cases)('$entity: $text', async ({entity, text}) => {
      if (database === undefined) throw new Error('The database is open.')
      const expression = core(document, entity, text)
      const run = compile(expression)
      const environment = environmentOf(document)
      const value = toValue(expression, context)
      const found = await answers(database, entity.toLowerCase(), value.sql)
      const ids = Object.keys(document.rows[entity] ?? {})
      const meant = new Map(ids.map(id => [id, run({...environment, this: ref(entity, id)})]))
      expect(new Map([...found].map(([id, raw]) => [id, encode(value.read(raw))]))).toEqual(
        new Map([...meant].map(([id, answer]) => [id, encode(answer)])),
      )
      if (expression.type.kind !== 'boolean') return
      const held = await sql<{id: string}>`select id from ${sql.table(entity.toLowerCase())} as r
        where ${toPredicate(expression, context)} order by id`.execute(database.db)
      expect(held.rows.map(({id}) => id)).toEqual(ids.filter(id => meant.get(id) === true))
    })
  })
}
