/**
 * The situations of time-off-balances.md: days of requests, days of a year and balances, compared with the planner's
 * results. All are in one database, each with its own people and leave type.
 */
import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {Json} from '../../src/feel/core.ts'
import {type ChangeRequest, operator, runSystemActions} from '../../src/screens/testing.ts'
import {creating, done, updating} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {stores} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

type Row = Readonly<Record<string, string>>

const text = readFileSync(new URL('./time-off-balances.md', import.meta.url), 'utf8')

/** The rows of the table under a heading, by the names of its columns. */
function table(heading: string): readonly Row[] {
  const [, section = ''] = text.split(`## ${heading}\n`)
  const [head = [], , ...rows] = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
  return rows.map(cells => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

const parts = (cell = '', separator = ';'): string[] =>
  cell
    .split(separator)
    .map(each => each.trim())
    .filter(each => each !== '')

const weekdays: Readonly<Record<string, string>> = {
  ...{Mon: 'Monday', Tue: 'Tuesday', Wed: 'Wednesday', Thu: 'Thursday', Fri: 'Friday', Sat: 'Saturday', Sun: 'Sunday'},
}

type Fields = Readonly<Record<string, Json>>

/** `28, +2 after 5, full months, carry 5 until 3`. */
function policyOf(cell: string): {fields: Fields; steps: readonly Fields[]} {
  const [days = '25', ...terms] = parts(cell, ',')
  const fields: Record<string, Json> = {days: Number(days)}
  const steps: Fields[] = []
  for (const term of terms) {
    const step = /^\+([\d.]+) after (\d+)$/.exec(term)
    const carry = /^carry ([\d.]+)(?: until (\d+))?$/.exec(term)
    if (step) steps.push({extra: Number(step[1]), after_years: Number(step[2])})
    else if (carry) Object.assign(fields, {carry_over: Number(carry[1]), carry_until: carry[2] ?? null})
    else if (term === 'monthly') fields.accrual = term
    else if (term === 'full months' || term === 'by day') fields.proration = term === 'by day' ? 'days' : 'full_months'
    else fields.rounding = term.replace(' ', '_')
  }
  return {fields, steps}
}

/** `sick 2027-05-10pm..2027-05-14am`. */
function requestOf(cell: string): Fields & {readonly sick: boolean} {
  const [, hours] = /^([\d.]+)h /.exec(cell) ?? []
  const [first = '', last = first] = cell.replace(/^(?:sick|[\d.]+h) /, '').split('..')
  return {
    sick: cell.startsWith('sick '),
    hours: hours === undefined ? null : Number(hours),
    ...{first_day: first.slice(0, 10), first_half: first.endsWith('pm')},
    ...{last_day: last.slice(0, 10), last_half: last.endsWith('am')},
  }
}

async function makeAll({engine}: Company, changes: readonly ChangeRequest[]): Promise<readonly string[]> {
  if (changes.length === 0) return []
  const outcome = await engine.change(operator, changes)
  done(outcome)
  return outcome.ok ? outcome.records.map(({id}) => id) : []
}

interface Situation {
  readonly row: Row
  readonly person: string
  readonly kind: string
  readonly requests: readonly string[]
  readonly allowance: string
  readonly account: string
}

/** All data of the rows, in a few writes. */
async function situationsOf(at: Company, rows: readonly Row[], unit: 'days' | 'hours'): Promise<readonly Situation[]> {
  const named = (what: string) => (_: Row, index: number) => ({name: `${what} ${index}`})
  const places = await makeAll(
    at,
    rows.map(named('Place')).map(each => creating('Place', each)),
  )
  const holidays = rows.flatMap((row, index) =>
    parts(row.Holidays, ' ').map(day => creating('Holiday', {place: places[index] ?? '', day, name: 'Day off'})),
  )
  await makeAll(at, holidays)
  const earned = ({Overtime, Expires}: Row): Fields =>
    Overtime === undefined ? {} : {uses_allowance: false, earned: true, expires_after: Expires ? Number(Expires) : null}
  const kinds = await makeAll(
    at,
    rows.map((row, index) => creating('Kind', {name: `Leave ${index}`, unit, ...earned(row)})),
  )
  const [illness = ''] = await makeAll(at, [
    creating('Kind', {name: 'Illness', needs_approval: false, uses_allowance: false, interrupts: true}),
  ])
  const people = await makeAll(
    at,
    rows.map((row, index) =>
      creating('User', {
        ...{name: `Person ${index}`, email: `person${index}@example.com`, active: false, place: places[index] ?? ''},
        ...{joined: row.Start || null, left_on: row.End || null},
      }),
    ),
  )
  const patterns = rows.flatMap((row, index) =>
    parts(row.Works).map(each => {
      const [works = '', since = ''] = each.split(' from ')
      const [days = '', hours = '8'] = works.replace(' h', '').split(' of ')
      const worked = days.split(' ').map(day => weekdays[day] ?? day)
      return creating('Pattern', {person: people[index] ?? '', since, weekdays: worked, hours: Number(hours)})
    }),
  )
  await makeAll(at, patterns)
  const withPolicy = [...rows.entries()].filter(([, row]) => row.Policy !== '' && row.Policy !== undefined)
  const policies = await makeAll(
    at,
    withPolicy.map(([index, {Policy = ''}]) =>
      creating('Policy', {name: `Policy ${index}`, kind: kinds[index] ?? '', ...policyOf(Policy).fields}),
    ),
  )
  const steps = withPolicy.flatMap(([, {Policy = ''}], index) =>
    policyOf(Policy).steps.map(step => creating('Seniority', {policy: policies[index] ?? '', ...step})),
  )
  await makeAll(at, steps)
  const dated = rows.filter(row => row.Year !== undefined)
  const allowances = await makeAll(
    at,
    dated.map((row, index) =>
      creating('Allowance', {
        ...{person: people[index] ?? '', kind: kinds[index] ?? '', year: Number(row.Year)},
        ...{fixed: false, carried_over: Number(row.Carried ?? 0)},
      }),
    ),
  )
  const corrections = rows.flatMap((row, index) =>
    parts(row.Corrections, ' ').map(days =>
      creating('Correction', {
        allowance: allowances[index] ?? '',
        days: Number(days),
        reason: 'Agreed',
        author: people[index] ?? '',
      }),
    ),
  )
  await makeAll(at, corrections)
  const overtime = rows.flatMap((row, index) =>
    parts(row.Overtime).map(each => {
      const [hours = '', day = ''] = each.split(' on ')
      const worked = {person: people[index] ?? '', kind: kinds[index] ?? '', day, hours: Number(hours)}
      return creating('Overtime', {...worked, note: 'Agreed', status: 'approved'})
    }),
  )
  await makeAll(at, overtime)
  const lieu = [...rows.entries()].filter(([, row]) => row.Overtime !== undefined)
  const accounts = await makeAll(
    at,
    lieu.map(([index]) => creating('TimeAccount', {person: people[index] ?? '', kind: kinds[index] ?? ''})),
  )
  const asked = rows.flatMap((row, index) =>
    parts(row.Requests ?? row.Request).map(cell => {
      const {sick, ...fields} = requestOf(cell)
      const kind = sick ? illness : (kinds[index] ?? '')
      return {index, change: creating('Request', {person: people[index] ?? '', kind, status: 'approved', ...fields})}
    }),
  )
  const requests = await makeAll(
    at,
    asked.map(({change}) => change),
  )
  return rows.map((row, index) => ({
    ...{row, person: people[index] ?? '', kind: kinds[index] ?? '', allowance: allowances[index] ?? ''},
    account: accounts[index] ?? '',
    requests: requests.filter((_, place) => asked[place]?.index === index),
  }))
}

const noon = (day: string): number => Date.parse(`${day}T11:00:00Z`)
const named = ({'#': number, Situation: what}: Row): string => `${number} ${what}`

/** PostgreSQL computes the same; part of the table verifies it. */
describe.each(stores)('situations of the time-off planner, on $name', ({name, make}) => {
  const opened = async (heading: string, today = '2026-12-01') => {
    const at = await company(await make(timeOff))
    at.clock.now = noon(today)
    // No years are opened for people who have left.
    const leaving = Object.values(at.people).map(({id}) => updating('User', {id, version: 1}, {active: false}))
    await makeAll(at, leaving)
    const rows = table(heading).filter((_, index) => name === 'sqlite' || index % 8 === 0)
    return {at, situations: await situationsOf(at, rows, /hours/i.test(heading) ? 'hours' : 'days')}
  }

  it('counts the days of a request by the working pattern of each day', async () => {
    const {at, situations} = await opened('Days of a request')
    const found: string[] = []
    for (const {row, requests} of situations) {
      const days = await at.shown({entity: 'Request', id: requests[0] ?? ''}, 'days')
      found.push(`${named(row)}: ${days}`)
    }
    expect(found).toEqual(situations.map(({row}) => `${named(row)}: ${row.Days}`))
  })

  it('gives everyone the days of their policy, time at the company and working pattern', async () => {
    const {at, situations} = await opened('Days of a year')
    expect((await runSystemActions(at.engine)).refused).toEqual([])
    const found: string[] = []
    for (const {row, allowance} of situations)
      found.push(`${named(row)}: ${await at.shown({entity: 'Allowance', id: allowance}, 'days')}`)
    expect(found).toEqual(situations.map(({row}) => `${named(row)}: ${row.Days}`))
  })

  it('counts the hours of a request by the working pattern of each day', async () => {
    const {at, situations} = await opened('Hours of a request')
    const found: string[] = []
    for (const {row, requests} of situations) {
      const all = await at.shown({entity: 'Request', id: requests[0] ?? ''}, 'string(hours_off) + ", " + string(days)')
      found.push(`${named(row)}: ${all}`)
    }
    expect(found).toEqual(situations.map(({row}) => `${named(row)}: ${row.Hours}, ${row.Days}`))
  })

  it.each(['Balances', 'Balances in hours'])(
    'calculates earned, lost, used, remaining and carried-over days: %s',
    async heading => {
      const {at, situations} = await opened(heading)
      expect((await runSystemActions(at.engine)).refused).toEqual([])
      const fields = ['accrued', 'lapsed', 'used', 'left', 'carries']
      const columns = ['Earned', 'Lost', 'Used', 'Left', 'Carries']
      const found: string[] = []
      for (const {row, allowance} of situations) {
        at.clock.now = noon(row.Today ?? '')
        const all = fields.map(field => `string(${field})`).join(' + ", " + ')
        found.push(`${named(row)}: ${await at.shown({entity: 'Allowance', id: allowance}, all)}`)
      }
      expect(found).toEqual(situations.map(({row}) => `${named(row)}: ${columns.map(each => row[each]).join(', ')}`))
    },
  )

  it('shows on the form the balance on the first day of a request', async () => {
    const {at, situations} = await opened('Left on the first day')
    expect((await runSystemActions(at.engine)).refused).toEqual([])
    at.clock.now = noon('2027-01-15')
    const pages = pagesOf(at.engine)
    const found: string[] = []
    for (const {row, person: id, kind} of situations) {
      const day = row['First day'] ?? ''
      const path = `/requests/new?kind=${kind}&first_day=${day}&last_day=${day}`
      const {data} = await pages.get<FormScreenData>({...at.people.ada, id}, path)
      found.push(`${named(row)}: ${data.hints?.notes?.kind?.[kind]}`)
    }
    expect(found).toEqual(situations.map(({row}) => `${named(row)}: ${row.Left} left`))
  })

  it.each(['Time off in lieu', 'Time off in lieu, in hours'])(
    'calculates earned overtime, and its paid, lost and taken hours: %s',
    async heading => {
      const {at, situations} = await opened(heading, '2028-12-01')
      const fields = ['earned', 'deducted', 'lapsed', 'used', 'left']
      const columns = ['Earned', 'Paid', 'Lost', 'Used', 'Left']
      const found: string[] = []
      for (const {row, account} of situations) {
        at.clock.now = noon(row.Today ?? '')
        const all = fields.map(field => `string(${field})`).join(' + ", " + ')
        found.push(`${named(row)}: ${await at.shown({entity: 'TimeAccount', id: account}, all)}`)
      }
      expect(found).toEqual(situations.map(({row}) => `${named(row)}: ${columns.map(each => row[each]).join(', ')}`))
    },
  )
})

it('there are more than 220 situations, each with its calculation', () => {
  const rows = [...text.matchAll(/^## (.+)$/gm)].flatMap(([, heading = '']) => table(heading))
  expect(rows.length).toBeGreaterThan(220)
  expect(rows.filter(row => !row.How).map(named)).toEqual([])
})
