/** The company as files, one per entity, and the history of its requests. */
import {allowanceRows} from './allowances.ts'
import {closures, holidayRows, type Kind, kindNamed, kinds, placeRows} from './calendar.ts'
import {
  contractOf,
  contracts,
  deputies,
  managerOf,
  named,
  patterns,
  people,
  policies,
  rolesOf,
  seniority,
  teams,
} from './company.ts'
import {recordOf} from './course.ts'
import {csv, type Row} from './csv.ts'
import {later, resolve, week, write, writeMoment} from './days.ts'
import {accountRows, overtimeColumns, overtimeRows} from './overtime.ts'
import {type Chance, chance} from './random.ts'
import {absenceRows, reportRows, sickRateRows} from './reports.ts'
import type {Request} from './request.ts'
import {requests} from './requests.ts'
import {remarks} from './talking.ts'

const yesNo = (value: boolean): string => (value ? 'yes' : 'no')
const hr = named('Anna Moreau').email

interface Numbered extends Request {
  readonly number: string
}

/** Maps file names to their texts, the same in every run. */
export function files(): ReadonlyMap<string, string> {
  const luck = chance(9)
  const numbered = inOrder(requests(luck)).map((request, index) => ({...request, number: String(1001 + index)}))
  return new Map([
    file('Place', ['name'], placeRows),
    file('Holiday', ['place', 'day', 'name'], holidayRows),
    file(
      'Kind',
      [
        ...[
          'name',
          'unit',
          'needs_approval',
          'uses_allowance',
          'earned',
          'expires_after',
          'notice',
          'interrupts',
          'certificate_after',
          'active',
        ],
        ...['colour', 'icon'],
      ],
      kinds.map(kindRow),
    ),
    file('Team', ['name', 'lead', 'most_away'], teams.map(teamRow)),
    file('Closure', ['first_day', 'last_day', 'team', 'reason', 'created', 'created_by'], closures.map(closureRow)),
    file('Deputy', ['person', 'deputy', 'first_day', 'last_day', 'created', 'created_by'], deputies.map(deputyRow)),
    file(
      'User',
      ['name', 'email', 'roles', 'active', 'team', 'manager', 'place', 'joined', 'contract'],
      people.map(userRow),
    ),
    file(
      'Contract',
      ['name'],
      contracts.map(name => ({name})),
    ),
    file('Policy', ['name', 'kind', 'place', 'days', 'carry_over', 'carry_until'], policies),
    file('Seniority', ['policy', 'after_years', 'extra'], seniority),
    file('Pattern', ['person', 'since', 'weekdays', 'hours'], patterns.map(patternRow)),
    file('Allowance', ['person', 'kind', 'year', 'fixed', 'days', 'carried_over', 'created'], allowanceRows()),
    file('Request', requestColumns, numbered.map(requestRow)),
    file('Overtime', overtimeColumns, overtimeRows),
    file('TimeAccount', ['person', 'kind'], accountRows),
    file('Remark', ['request', 'author', 'text', 'created', 'created_by'], remarkRows(numbered, luck)),
    file('Report', ['number', 'first_day', 'last_day', 'created', 'created_by'], reportRows),
    file('Absence', ['report', 'person', 'created', 'created_by'], absenceRows),
    file('SickRate', ['report', 'team', 'created', 'created_by'], sickRateRows),
    file('History', historyColumns, numbered.flatMap(historyRows)),
  ])
}

const requestColumns = [
  ...['number', 'person', 'kind', 'first_day', 'first_half', 'last_day', 'last_half', 'note', 'cover'],
  ...['certificate_on', 'status', 'answer', 'decided_by', 'decided_at', 'asked_at', 'created', 'created_by'],
]
const historyColumns = ['entity', 'record', 'at', 'by', 'action', 'field', 'before', 'after']

const file = (entity: string, columns: readonly string[], rows: readonly Row[]): [string, string] => [
  `${entity}.csv`,
  csv(columns, rows),
]

/** By the day of creation, as seen at the end of a year. */
function inOrder(all: readonly Request[]): Request[] {
  const today = Date.UTC(2026, 11, 31) / 86_400_000
  const asked = ({events: [created]}: Request) => (created === undefined ? 0 : resolve(created.at, today))
  const time = ({events: [created]}: Request) => created?.at.time ?? ''
  return [...all].sort((one, other) => asked(one) - asked(other) || time(one).localeCompare(time(other)))
}

function kindRow(kind: Kind): Row {
  const {name, approval, allowance, earned, hours, notice, certificate, active, colour, icon} = kind
  return {
    ...{name, unit: hours ? 'hours' : 'days', needs_approval: yesNo(approval), uses_allowance: yesNo(allowance)},
    ...{earned: yesNo(earned !== undefined), expires_after: String(earned ?? '')},
    ...{
      notice: String(notice),
      interrupts: yesNo(name === 'Sick leave'),
      certificate_after: String(certificate ?? ''),
      active: yesNo(active),
      colour,
      icon,
    },
  }
}

function teamRow({name, lead, most_away}: (typeof teams)[number]): Row {
  return {name, lead: named(lead).email, most_away: String(most_away)}
}

function closureRow({weeks, first, last, team, reason, created}: (typeof closures)[number]): Row {
  const [first_day, last_day] = [write(week(weeks, first)), write(week(weeks, last))]
  return {first_day, last_day, team, reason, created, created_by: hr}
}

function deputyRow({person, deputy, first, last}: (typeof deputies)[number]): Row {
  const [first_day, last_day, {email}] = [write(week(first, 0)), write(week(last, 4)), named(person)]
  const created = 'today-6 16:40'
  return {person: email, deputy: named(deputy).email, first_day, last_day, created, created_by: email}
}

function patternRow({person, since, weekdays, hours}: (typeof patterns)[number]): Row {
  return {person: named(person).email, since, weekdays: weekdays.join('; '), hours: String(hours)}
}

function userRow(person: (typeof people)[number]): Row {
  const {name, email, team, place, joined} = person
  return {
    name,
    email,
    team,
    place,
    joined,
    contract: contractOf(person),
    active: 'yes',
    roles: rolesOf(person),
    manager: managerOf(person)?.email ?? '',
  }
}

function requestRow({number, person, kind, first, events}: Numbered): Row {
  const created = events[0]?.at
  const asked = events.findLast(({action}) => action === 'submit' || action === 'ask to cancel')?.at
  const certificate = kindNamed(kind).certificate
  // Certificates older than two weeks were handed in on their day.
  const received = certificate !== undefined && (first.from === 'year' || first.day < -14)
  return {
    ...{
      number,
      first_half: 'no',
      last_half: 'no',
      certificate_on: received ? write(later(first, certificate)) : '',
      created: created ? writeMoment(created) : '',
      created_by: person.email,
      asked_at: asked ? writeMoment(asked) : '',
    },
    ...Object.fromEntries(recordOf(events)),
  }
}

function remarkRows(numbered: readonly Numbered[], luck: Chance): Row[] {
  const numbers = new Map<Request, string>(numbered.map(request => [request, request.number]))
  return remarks(numbered, luck).map(({request, author: {email}, text, at}) => ({
    ...{request: numbers.get(request) ?? '', author: email, text, created: writeMoment(at), created_by: email},
  }))
}

function historyRows({number, events}: Numbered): Row[] {
  return events.flatMap(({action, by, at, changes}, index) => {
    const before = recordOf(events.slice(0, index))
    const event = {entity: 'Request', record: number, at: writeMoment(at), by: by?.email ?? '', action}
    return changes.map(([field, after]) => ({...event, field, before: before.get(field) ?? '', after}))
  })
}
