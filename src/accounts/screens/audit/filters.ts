/** The filters of the audit log: as in its address, and as controls. */
import {auditKinds, auditOutcomes} from '../../../engine/audit/audit-entry.ts'
import type {AuditFilter} from '../../../engine/audit/audit-query.ts'
import {beginningOf, readDay} from '../../../engine/display/dates.ts'
import type {Engine} from '../../../engine/engine.ts'
import type {FilterData} from '../../../features/collections/data.ts'
import {toMillis} from '../../../feel/calendar.ts'
import {queryRows} from '../../../store/sql.ts'
import type {AuditMessages} from './entry-text.ts'

/** What the address says, without what it cannot say. */
interface ChosenFilters {
  readonly person: string
  readonly kind: string
  readonly outcome: string
  readonly from: string
  readonly to: string
}

export function chosenFilters(query: URLSearchParams): ChosenFilters {
  const oneOf = (name: string, known: readonly string[]) => known.find(each => each === query.get(name)) ?? ''
  const day = (name: string) => (readDay(query.get(name)) === null ? '' : (query.get(name) ?? ''))
  return {
    person: (query.get('person') ?? '').trim(),
    kind: oneOf('kind', auditKinds),
    outcome: oneOf('outcome', auditOutcomes),
    from: day('at.from'),
    to: day('at.to'),
  }
}

export async function filterOf(engine: Engine, {person, kind, outcome, from, to}: ChosenFilters): Promise<AuditFilter> {
  const {TIME_ZONE} = engine.specification.limits.settings
  const begins = (text: string, later = 0) => {
    const day = readDay(text)
    const begin = day === null ? null : beginningOf(day + later, TIME_ZONE)
    return begin && toMillis(begin)
  }
  return {
    people: person === '' ? null : await peopleNamed(engine, person),
    kind: kind || null,
    outcome: outcome || null,
    from: begins(from),
    to: begins(to, 1),
  }
}

const mostPeople = 200

/** People whose name or address contains this text; an id names a person who was removed. */
async function peopleNamed({store}: Engine, typed: string): Promise<string[]> {
  const text = typed.toLowerCase()
  const rows = await store.readOne(db => queryRows(db)`select id, name, email from "user"`)
  const found = rows.filter(parts => parts.some(part => String(part).toLowerCase().includes(text)))
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
  return [...(isId ? [text] : []), ...found.map(([id]) => String(id))].slice(0, mostPeople)
}

export function filterControls(chosen: ChosenFilters, words: AuditMessages): FilterData[] {
  const {person, kind, outcome, from, to} = chosen
  const options = (values: readonly string[], labels: Readonly<Record<string, string>>) =>
    values.map(value => ({value, label: labels[value] ?? value}))
  return [
    {key: 'person', label: words.person, control: 'text', value: person, options: []},
    {key: 'kind', label: words.event, control: 'select', value: kind, options: options(auditKinds, words.kinds)},
    {
      ...{key: 'outcome', label: words.outcome, control: 'select', value: outcome},
      options: options(auditOutcomes, words.outcomes),
    },
    {
      ...{key: 'at', label: words.when, control: 'dates', value: from || to, options: []},
      ...{low: from, high: to},
    },
  ]
}
