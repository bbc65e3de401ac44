/**
 * The figures of the demonstration, as the planner shows them once it is loaded, recalculated here from people, working
 * patterns, policies, public holidays and requests by other code.
 */
import {fileURLToPath} from 'node:url'
import {expect, test} from 'vitest'
import {listPage} from '../../src/engine/lists/list.ts'
import {emptyQuery} from '../../src/engine/query/list-query.ts'
import {documentGrants, documentRules, loadDemo, operator, runSystemActions} from '../../src/screens/testing.ts'
import {documentOf} from '../kit/documents.ts'
import {engineOf} from '../kit/engine.ts'
import {sqlite} from '../kit/store-databases.ts'
import {timeOff} from '../kit/time-off.ts'
import {type Company, companyOn, isDropped, type Request} from './demo-company.ts'
import {numberOf, type Row, weekdayOf} from './demo-files.ts'

const columns = [
  'person',
  'kind',
  'year',
  'days',
  'carried_over',
  'moved',
  'forfeited',
  'used',
  'taken',
  'planned',
  'left',
]
type Figures = Readonly<Record<string, number>>

/** What the planner shows, by `email year`. */
async function shownOn(today: string): Promise<Map<string, Figures>> {
  const rules = documentRules(documentOf(timeOff).specification)
  const {engine, clock} = await engineOf({
    document: timeOff,
    address: await sqlite.make(),
    grants: documentGrants,
    rules,
  })
  clock.now = Date.parse(`${today}T10:00:00Z`)
  const report = await loadDemo(
    engine,
    fileURLToPath(new URL('../../apps/time-off/demo', import.meta.url)),
    engine.moment(),
  )
  expect(report.problems).toEqual([])
  for (let sweep = 0; sweep < 3; sweep += 1) await runSystemActions(engine)
  const paths = [['person', 'email'], ['kind'], ...columns.slice(2).map(name => [name])]
  const {rows} = await engine.read(operator, reader =>
    listPage(reader, reader.visibility, {
      screen: {
        entity: 'Allowance',
        where: null,
        columns: paths,
        sort: [],
        size: 500,
        groupBy: null,
        filters: [],
        search: [],
      },
      asked: emptyQuery,
      most: 500,
      narrowed: [],
    }),
  )
  const all = rows.filter(({cells}) => cells[1]?.text === 'Holiday')
  return new Map(
    all.map(({cells}) => [
      `${cells[0]?.text} ${cells[2]?.value}`,
      Object.fromEntries(columns.slice(3).map((name, index) => [name, Number(cells[index + 3]?.value)])),
    ]),
  )
}

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const week = names.slice(0, 5)

/** The calculation of one person's years. */
class Expected {
  readonly #company: Company
  readonly #person: Row
  readonly #patterns: readonly Row[]
  readonly #off: ReadonlySet<number>
  readonly #year: number

  constructor(company: Company, person: Row) {
    this.#company = company
    this.#person = person
    this.#patterns = company
      .rows('Pattern')
      .filter(row => row.person === person.email)
      .toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''))
    this.#off = new Set(
      company.rows('Holiday').flatMap(row => (row.place === person.place ? [numberOf(row.day ?? '')] : [])),
    )
    this.#year = Number(company.today.slice(0, 4))
  }

  #weekdays(day: number): readonly string[] {
    const own = this.#patterns.findLast(({since = ''}) => numberOf(since) <= day)
    return own ? (own.weekdays ?? '').split('; ') : week
  }

  /** By policy, years at the company, the working pattern on the first of each month, and the month of joining. */
  days(year: number): number {
    const {joined = '', place = ''} = this.#person
    const [policy] = this.#company
      .rows('Policy')
      .filter(row => row.place === place || row.place === '')
      .toSorted((a, b) => (b.place ?? '').length - (a.place ?? '').length)
    const start = `${year}-01-01`
    const completed = year - Number(joined.slice(0, 4)) - (joined.slice(5) <= start.slice(5) ? 0 : 1)
    const extra = this.#company
      .rows('Seniority')
      .filter(row => row.policy === policy?.name && Number(row.after_years) <= completed)
      .reduce((sum, row) => sum + Number(row.extra), 0)
    let parts = 0
    for (let month = 1; month <= 12; month += 1) {
      const first = `${year}-${String(month).padStart(2, '0')}-01`
      if (first.slice(0, 7) < joined.slice(0, 7)) continue
      parts += this.#weekdays(numberOf(first < joined ? joined : first)).length
    }
    return Math.round(((Number(policy?.days) + extra) * parts * 2) / (12 * 5)) / 2
  }

  /** The part of a day that a request takes. */
  #part({first, last, row}: Request, day: number): number {
    if (day < numberOf(first) || day > numberOf(last) || this.#off.has(day)) return 0
    if (!this.#weekdays(day).includes(names[weekdayOf(day) - 1] ?? '')) return 0
    const half =
      (row.first_half === 'yes' && day === numberOf(first)) || (row.last_half === 'yes' && day === numberOf(last))
    return half ? 0.5 : 1
  }

  /** Days of holiday in a year until a day, less those on which the person was sick. */
  used(year: number, until = Number.POSITIVE_INFINITY): number {
    const own = this.#company.requests.filter(one => one.person === this.#person.email && !isDropped(one))
    const leave = own.filter(one => one.kind === 'Holiday' && one.status !== 'draft')
    const ill = own.filter(one => one.kind === 'Sick leave' && one.status !== 'draft')
    let sum = 0
    for (let day = numberOf(`${year}-01-01`); day < numberOf(`${year + 1}-01-01`) && day <= until; day += 1) {
      const taken = leave.reduce((total, one) => total + this.#part(one, day), 0)
      const sick = ill.reduce((total, one) => total + this.#part(one, day), 0)
      sum += Math.max(0, taken - sick)
    }
    return sum
  }

  figures(): ReadonlyMap<number, Figures> {
    const [before, now] = [this.#year - 1, this.#year]
    const written = (year: number) =>
      this.#company.rows('Allowance').find(row => row.person === this.#person.email && Number(row.year) === year)
    const known = new Map<number, Figures>()
    const last = written(before)
    let moved = 0
    if (last) {
      const [days, carried_over, used] = [this.days(before), Number(last.carried_over), this.used(before)]
      const left = days + carried_over - used
      moved = Math.max(0, Math.min(5, left))
      known.set(before, {days, carried_over, moved, forfeited: left - moved, used, taken: used, planned: 0, left: 0})
    }
    const [days, used, taken] = [this.days(now), this.used(now), this.used(now, numberOf(this.#company.today))]
    const left = days + moved - used
    known.set(now, {days, carried_over: moved, moved: 0, forfeited: 0, used, taken, planned: used - taken, left})
    return known
  }
}

test.each(['2026-11-18', '2027-01-01', '2028-03-01'])(
  'P8: loaded on %s, every allowance is what the rules of the document say',
  async today => {
    const company = companyOn(today)
    const shown = await shownOn(today)
    for (const person of company.rows('User'))
      for (const [year, figures] of new Expected(company, person).figures())
        expect(shown.get(`${person.email} ${year}`), `${person.email} ${year}`).toEqual(figures)
    expect(shown.size).toBeGreaterThan(70)
  },
  600_000,
)
