/** Every expression of the two example documents can be typed and evaluated, with the expected meaning. */
import {describe, expect, test} from 'vitest'
import {readDate, readDateTime} from '../../src/feel/format.ts'
import {
  compile,
  type Evaluate,
  encode,
  type Json,
  type Scope,
  type Type,
  type,
  type Value,
} from '../../src/feel/index.ts'
import {booleanType, dateType, numberType} from '../../src/feel/type.ts'
import {helpdesk, timeOff, to} from './scopes.ts'
import {environmentAt, memoryWorld, NOW, type Rows, ref, type Shape} from './world.ts'

const d = (text: string) => readDate(text)
const at = (text: string) => readDateTime(text)

interface Case {
  readonly entity?: string
  readonly text: string
  readonly id?: string
  readonly expected: Json
  readonly wanted?: Type
}

function core(scope: Scope, {entity, text, wanted}: Pick<Case, 'entity' | 'text' | 'wanted'>) {
  const typed = type(text, entity === undefined ? scope : {...scope, entity}, wanted)
  if (!typed.ok) throw new Error(`${text}: ${JSON.stringify(typed.problems)}`)
  return typed
}

const computed = (scope: Scope, entity: string, text: string): Evaluate => compile(core(scope, {entity, text}).core)

const daysText =
  'working days(first_day, last_day, Holiday[place = this.person.place].day) - (if first_half then 0.5 else 0) - (if last_half then 0.5 else 0)'
const awayText =
  'count(Request[person.team = this.person.team and person != this.person and status = "approved" and first_day <= this.last_day and last_day >= this.first_day])'
const usedText =
  'sum(Request[person = this.person and kind = this.kind and first_day.year = this.year and status in ("submitted", "pre-approved", "approved", "taken", "cancel_asked")].days)'

const timeOffShape: Shape = {
  computed: new Map([
    ['Request.days', computed(timeOff, 'Request', daysText)],
    ['Request.team_away', computed(timeOff, 'Request', awayText)],
    ['Allowance.used', computed(timeOff, 'Allowance', usedText)],
    ['Allowance.left', computed(timeOff, 'Allowance', 'days + carried_over - used')],
  ]),
  relations: new Map([
    ['Request.remarks', {entity: 'Remark', by: 'request'}],
    ['User.requests', {entity: 'Request', by: 'person'}],
    ['Team.members', {entity: 'User', by: 'team'}],
  ]),
}

const half = {first_half: false, last_half: false}

const timeOffRows: Rows = {
  User: {
    ann: {
      name: 'Ann',
      active: true,
      team: ref('Team', 'sea'),
      manager: ref('User', 'max'),
      place: ref('Place', 'lyon'),
      joined: d('2026-03-15'),
    },
    bob: {
      name: 'Bob',
      active: true,
      team: ref('Team', 'sea'),
      manager: ref('User', 'max'),
      place: ref('Place', 'lyon'),
      joined: d('2020-01-01'),
    },
    max: {name: 'Max', active: true, team: null, manager: null, place: null, joined: null},
  },
  Team: {sea: {name: 'Sea', lead: ref('User', 'max'), most_away: 1}},
  Place: {lyon: {name: 'Lyon'}},
  Holiday: {
    h1: {place: ref('Place', 'lyon'), day: d('2026-05-08'), name: 'Victory'},
    h2: {place: ref('Place', 'lyon'), day: d('2026-05-14'), name: 'Ascension'},
  },
  Kind: {
    rest: {name: 'Holiday', needs_approval: true, uses_allowance: true, notice: 14, active: true},
    sick: {name: 'Sickness', needs_approval: false, uses_allowance: false, notice: 0, active: true},
  },
  Request: {
    r1: {
      number: 1001,
      person: ref('User', 'ann'),
      kind: ref('Kind', 'rest'),
      first_day: d('2026-05-04'),
      last_day: d('2026-05-15'),
      ...half,
      first_half: true,
      status: 'submitted',
      decided_by: null,
      cover: null,
    },
    r2: {
      number: 1002,
      person: ref('User', 'bob'),
      kind: ref('Kind', 'rest'),
      first_day: d('2026-05-07'),
      last_day: d('2026-05-07'),
      ...half,
      status: 'approved',
      decided_by: ref('User', 'max'),
      cover: ref('User', 'ann'),
    },
    r3: {
      number: 1003,
      person: ref('User', 'ann'),
      kind: ref('Kind', 'rest'),
      first_day: d('2026-05-15'),
      last_day: d('2026-05-15'),
      ...half,
      status: 'rejected',
      decided_by: null,
      cover: ref('User', 'ann'),
    },
  },
  Remark: {m1: {request: ref('Request', 'r1'), author: ref('User', 'ann'), text: 'please'}},
  Allowance: {
    a1: {person: ref('User', 'ann'), kind: ref('Kind', 'rest'), year: 2026, days: 25, carried_over: 2},
    a2: {person: ref('User', 'ann'), kind: ref('Kind', 'rest'), year: 2025, days: 25, carried_over: 0},
  },
  Closure: {c1: {first_day: d('2026-05-13'), last_day: d('2026-05-13'), team: null, reason: 'stocktaking'}},
}

const timeOffCases: readonly Case[] = [
  // screens and cards
  {entity: 'Allowance', id: 'a1', text: 'person = me and year = today().year', expected: true},
  {
    entity: 'Request',
    id: 'r1',
    text: 'person = me and last_day >= today() and status in ("submitted", "pre-approved", "approved")',
    expected: true,
  },
  {entity: 'Request', id: 'r1', text: 'person.manager = me and status = "submitted"', expected: false},
  {
    entity: 'Request',
    id: 'r2',
    text: 'status = "approved" and first_day <= today() + duration("P7D") and last_day >= today() and person != me',
    expected: true,
  },
  {
    entity: 'Request',
    id: 'r1',
    text: 'person.manager = me and status in ("submitted", "cancel_asked")',
    expected: false,
  },
  {entity: 'Request', id: 'r2', text: 'status in ("approved", "taken")', expected: true},
  {entity: 'Request', id: 'r2', text: 'status in ("approved", "taken", "submitted", "pre-approved")', expected: true},
  {
    entity: 'Request',
    id: 'r2',
    text: 'status = "approved" and first_day <= today() and last_day >= today()',
    expected: false,
  },
  {entity: 'Request', id: 'r1', text: 'status in ("submitted", "pre-approved", "cancel_asked")', expected: true},
  {
    entity: 'Request',
    id: 'r2',
    text: 'status in ("approved", "taken") and first_day.year = today().year',
    expected: true,
  },
  {entity: 'Request', id: 'r1', text: 'month(first_day)', expected: '2026-05-01', wanted: dateType},
  {entity: 'Request', id: 'r1', text: 'week(created)', expected: null, wanted: dateType},
  // computed fields and defaults
  {entity: 'Request', id: 'r1', text: daysText, expected: 7.5, wanted: numberType},
  {entity: 'Request', id: 'r1', text: awayText, expected: 1, wanted: numberType},
  {entity: 'Allowance', id: 'a1', text: usedText, expected: 7.5},
  {entity: 'Allowance', id: 'a2', text: usedText, expected: 0},
  {entity: 'Allowance', id: 'a1', text: 'days + carried_over - used', expected: 19.5},
  {text: 'me', expected: 'ann', wanted: to('User')},
  {text: 'today()', expected: '2026-05-01', wanted: dateType},
  {text: 'today().year', expected: 2026, wanted: numberType},
  {text: 'DAYS_PER_YEAR', expected: 25, wanted: numberType},
  // guards
  {entity: 'Request', id: 'r1', text: 'not(kind.needs_approval)', expected: false},
  {entity: 'Request', id: 'r1', text: 'kind.needs_approval and person.manager != null', expected: true},
  {entity: 'Request', id: 'r2', text: 'person != me and days <= LONG_LEAVE_DAYS', expected: true},
  {entity: 'Request', id: 'r2', text: 'person != me and days > LONG_LEAVE_DAYS', expected: false},
  {entity: 'Request', id: 'r2', text: 'person != me and decided_by != me', expected: true},
  {entity: 'Request', id: 'r2', text: 'person != me', expected: true},
  {entity: 'Request', id: 'r1', text: 'first_day >= today()', expected: true},
  {entity: 'Request', id: 'r1', text: 'last_day < today()', expected: false},
  {
    entity: 'User',
    id: 'ann',
    text: 'active and count(Allowance[person = this and year = today().year]) = 0 and count(Kind[uses_allowance and active]) > 0',
    expected: false,
  },
  {
    entity: 'User',
    id: 'bob',
    text: 'active and count(Allowance[person = this and year = today().year]) = 0 and count(Kind[uses_allowance and active]) > 0',
    expected: true,
  },
  // effects
  {entity: 'User', text: 'Kind[uses_allowance and active]', id: 'ann', expected: ['rest']},
  {
    entity: 'User',
    id: 'ann',
    text: 'if joined != null and joined.year = today().year then round half up(DAYS_PER_YEAR * (13 - joined.month) / 12 * 2, 0) / 2 else DAYS_PER_YEAR',
    expected: 21,
    wanted: numberType,
  },
  {
    entity: 'User',
    id: 'max',
    text: 'if joined != null and joined.year = today().year then round half up(DAYS_PER_YEAR * (13 - joined.month) / 12 * 2, 0) / 2 else DAYS_PER_YEAR',
    expected: 25,
  },
  {
    entity: 'User',
    id: 'ann',
    text: 'min(MAX_CARRY_OVER, sum(Allowance[person = this and kind = k and year = today().year - 1].left))',
    expected: 5,
    wanted: numberType,
  },
  {
    entity: 'User',
    id: 'bob',
    text: 'min(MAX_CARRY_OVER, sum(Allowance[person = this and kind = k and year = today().year - 1].left))',
    expected: 0,
  },
  {entity: 'Request', id: 'r1', text: 'now()', expected: '2026-05-01T12:00:00Z'},
  // rules
  {entity: 'Request', id: 'r1', text: 'last_day >= first_day', expected: true},
  {entity: 'Request', id: 'r1', text: 'days > 0', expected: true},
  {entity: 'Request', id: 'r1', text: 'first_day.year = last_day.year', expected: true},
  {entity: 'Request', id: 'r1', text: 'status not in ("rejected", "cancelled")', expected: true},
  {entity: 'Request', id: 'r3', text: 'status not in ("rejected", "cancelled")', expected: false},
  {
    entity: 'Request',
    id: 'r3',
    text: 'count(Request[person = this.person and id != this.id and status not in ("rejected", "cancelled") and first_day <= this.last_day and last_day >= this.first_day and not(last_day = this.first_day and last_half and this.first_half) and not(first_day = this.last_day and first_half and this.last_half)]) = 0',
    expected: false,
  },
  {entity: 'Request', id: 'r1', text: 'kind.needs_approval', expected: true},
  {entity: 'Request', id: 'r1', text: 'first_day >= today() + duration("P1D") * kind.notice', expected: false},
  {
    entity: 'Request',
    id: 'r1',
    text: 'sum(Allowance[person = this.person and kind = this.kind and year = this.first_day.year].left) >= 0',
    expected: true,
  },
  {
    entity: 'Request',
    id: 'r1',
    text: 'count(Closure[(team = null or team = this.person.team) and first_day <= this.last_day and last_day >= this.first_day]) = 0',
    expected: false,
  },
  {entity: 'Request', id: 'r1', text: 'person.team != null', expected: true},
  {entity: 'Request', id: 'r1', text: 'team_away < person.team.most_away', expected: false},
  {entity: 'Request', id: 'r3', text: 'cover = null or cover != person', expected: false},
  {entity: 'Request', id: 'r1', text: 'cover = null or cover != person', expected: true},
  {entity: 'User', id: 'max', text: 'manager = null or manager != this', expected: true},
  // permissions
  {entity: 'Request', id: 'r1', text: 'person = me or person.manager = me', expected: true},
  {entity: 'Request', id: 'r2', text: 'status in ("approved", "taken") and person.team = me.team', expected: true},
  {entity: 'Request', id: 'r1', text: 'person = me and status = "draft"', expected: false},
  {entity: 'Remark', id: 'm1', text: 'request.person = me or request.person.manager = me', expected: true},
]

const helpdeskRows: Rows = {
  User: {ann: {name: 'Ann', team: null}, bob: {name: 'Bob', team: null}},
  Ticket: {
    t1: {
      number: 1,
      subject: 'Printer',
      body: 'It smokes.',
      priority: 'urgent',
      requester: ref('User', 'ann'),
      assignee: null,
      due: at('2026-05-01T11:00:00Z'),
      resolved_at: null,
      status: 'open',
    },
    t2: {
      number: 2,
      subject: 'Mail',
      body: 'x'.repeat(40),
      priority: 'low',
      requester: ref('User', 'bob'),
      assignee: ref('User', 'ann'),
      due: null,
      resolved_at: at('2026-04-20T00:00:00Z'),
      status: 'resolved',
    },
  },
  Comment: {c1: {ticket: ref('Ticket', 't1'), author: ref('User', 'bob'), text: 'Off?'}},
  Team: {},
}

const overdueText = 'due != null and due < now() and status not in ("resolved", "closed")'
const helpdeskShape: Shape = {
  computed: new Map([['Ticket.overdue', computed(helpdesk, 'Ticket', overdueText)]]),
  relations: new Map([['Ticket.comments', {entity: 'Comment', by: 'ticket'}]]),
}

const helpdeskCases: readonly Case[] = [
  {entity: 'Ticket', id: 't1', text: 'requester = me', expected: true},
  {entity: 'Ticket', id: 't1', text: 'status != "closed"', expected: true},
  {entity: 'Ticket', id: 't1', text: 'status = "waiting"', expected: false},
  {entity: 'Ticket', id: 't1', text: overdueText, expected: true},
  {entity: 'Ticket', id: 't2', text: overdueText, expected: false},
  {entity: 'Ticket', id: 't1', text: 'assignee = null', expected: true},
  {entity: 'Ticket', id: 't2', text: 'assignee = me', expected: true},
  {entity: 'Ticket', id: 't1', text: 'assignee != null', expected: false},
  {entity: 'Ticket', id: 't2', text: 'now() <= resolved_at + REOPEN_WINDOW', expected: true},
  {entity: 'Ticket', id: 't1', text: 'now() <= resolved_at + REOPEN_WINDOW', expected: null},
  {entity: 'Ticket', id: 't1', text: 'due != old.due', expected: false},
  {entity: 'Ticket', id: 't1', text: 'due = null or due > now()', expected: false},
  {
    entity: 'Ticket',
    id: 't1',
    text: 'count(Ticket[requester = me and status != "closed"]) <= MAX_OPEN_TICKETS',
    expected: true,
  },
  {entity: 'Ticket', id: 't1', text: 'priority = "urgent"', expected: true},
  {entity: 'Ticket', id: 't1', text: 'string length(body) >= 40', expected: false},
  {entity: 'Ticket', id: 't2', text: 'string length(body) >= 40', expected: true},
  {entity: 'Comment', id: 'c1', text: 'ticket.requester = me', expected: true},
  {entity: 'Ticket', id: 't1', text: 'comment', expected: 'Thanks'},
  {entity: 'Ticket', id: 't1', text: 'this', expected: 't1'},
  {entity: 'Ticket', id: 't1', text: 'week(created)', expected: null},
  {entity: 'Ticket', id: 't1', text: 'null', expected: null, wanted: {kind: 'date and time'}},
]

const inputs = new Map<string, Value>([
  ['k', ref('Kind', 'rest')],
  ['comment', 'Thanks'],
])
const inputTypes = new Map<string, Type>([
  ['k', to('Kind')],
  ['comment', {kind: 'text'}],
])

function answer(scope: Scope, rows: Rows, shape: Shape) {
  return ({entity, id, text, wanted}: Case): Json => {
    const record = entity === undefined || id === undefined ? null : ref(entity, id)
    const environment = environmentAt(NOW, {this: record, old: record, me: ref('User', 'ann'), inputs})
    const world = memoryWorld(rows, shape, environment)
    const typed = core({...scope, inputs: inputTypes}, {text, ...(entity && {entity}), ...(wanted && {wanted})})
    // Through JSON, as for the browser.
    return encode(compile(JSON.parse(JSON.stringify(typed.core)))({...environment, world}))
  }
}

describe('time-off', () => {
  const run = answer(timeOff, timeOffRows, timeOffShape)
  test.each(timeOffCases)('$entity: $text', each => {
    expect(run(each)).toEqual(each.expected)
  })
})

describe('helpdesk', () => {
  const run = answer(helpdesk, helpdeskRows, helpdeskShape)
  test.each(helpdeskCases)('$entity: $text', each => {
    expect(run(each)).toEqual(each.expected)
  })
})

test('typing reports what an expression reads', () => {
  const {reads} = core(
    {...timeOff, inputs: inputTypes},
    {
      entity: 'User',
      text: 'min(MAX_CARRY_OVER, sum(Allowance[person = this and kind = k and year = today().year - 1].left)) > 0 and me = old and count(requests) = 0',
    },
  )
  expect({...reads}).toEqual({
    fields: new Set(['Allowance.person', 'Allowance.kind', 'Allowance.year', 'Allowance.left']),
    relations: new Set(['User.requests']),
    entities: new Set(['Allowance']),
    constants: new Set(['MAX_CARRY_OVER']),
    inputs: new Set(['k']),
    me: true,
    old: true,
    now: true,
  })
})

test('a condition of the documents is a boolean', () => {
  expect(core(timeOff, {entity: 'Request', text: 'person = me', wanted: booleanType}).type).toEqual({kind: 'boolean'})
})
