/** One request by its number: its fields, its remarks, its history, and whether the viewer may reject it. */
import {all, first, type Row} from './database.ts'
import {dayText, workingDays} from './days.ts'
import {mayRead, type Viewer} from './viewer.ts'
import {stateText} from './words.ts'

export interface RequestPage {
  readonly id: string
  readonly number: number
  readonly version: number
  readonly heading: string
  readonly facts: readonly Fact[]
  readonly remarks: readonly {readonly id: string; readonly author: string; readonly text: string}[]
  readonly history: readonly {
    readonly id: string
    readonly who: string
    readonly what: string
    readonly at: string
    readonly when: string
  }[]
  readonly mayReject: boolean
}

export interface Fact {
  readonly label: string
  readonly text: string
  readonly state?: string
  readonly person?: string
}

export function findRequest(viewer: Viewer, number: number): RequestPage | null {
  const {sql, values} = mayRead(viewer)
  const row = first(
    `select r.*, p.name as person_name, p.place, p.manager, k.name as kind_name, c.name as cover_name
     from request as r join user as p on p.id = r.person join kind as k on k.id = r.kind left join user as c on c.id = r.cover
     where r.number = ? and ${sql}`,
    number,
    ...values,
  )
  if (!row) return null
  const id = String(row.id)
  return {
    id,
    number,
    version: Number(row.version),
    heading: `${row.person_name}, ${dayText(String(row.first_day))} to ${dayText(String(row.last_day))}`,
    facts: factsOf(row),
    remarks: remarksOf(id),
    history: historyOf(id),
    mayReject: mayReject(viewer, row),
  }
}

export function mayReject(viewer: Viewer, row: Row): boolean {
  const open = row.status === 'submitted' || row.status === 'pre-approved'
  const decides = viewer.roles.includes('HR') || row.manager === viewer.id
  return open && decides && row.person !== viewer.id
}

function factsOf(row: Row): Fact[] {
  const [firstDay, lastDay, status] = [String(row.first_day), String(row.last_day), String(row.status)]
  const found = all('select day from holiday where place = ? and day between ? and ?', text(row.place), firstDay, lastDay)
  const span = {firstDay, firstHalf: row.first_half === 1, lastDay, lastHalf: row.last_half === 1}
  const files = all(
    'select f.id, f.name from request__proof as l join nonet_file as f on f.id = l.target where l.owner = ? order by f.id',
    String(row.id),
  )
  const facts: Fact[] = [
    {label: 'Person', text: text(row.person_name), person: String(row.person)},
    {label: 'Kind', text: text(row.kind_name)},
    {label: 'First day', text: dayText(firstDay)},
    {label: 'First half', text: span.firstHalf ? 'Yes' : ''},
    {label: 'Last day', text: dayText(lastDay)},
    {label: 'Last half', text: span.lastHalf ? 'Yes' : ''},
    {label: 'Days', text: String(workingDays(span, new Set(found.map(({day}) => String(day)))))},
    {label: 'Status', text: stateText(status), state: status},
    {label: 'Cover', text: text(row.cover_name)},
    {label: 'Note', text: text(row.note)},
    {label: 'Proof', text: files.map(({name}) => String(name)).join(', ')},
    {label: 'Answer', text: text(row.answer)},
  ]
  return facts.filter(fact => fact.text !== '')
}

const text = (value: unknown): string => (value === null ? '' : String(value))

function remarksOf(id: string): RequestPage['remarks'] {
  return all(
    'select m.id, a.name as author, m.text from remark as m join user as a on a.id = m.author where m.request = ? order by m.id limit 51',
    id,
  ).map(row => ({id: String(row.id), author: String(row.author), text: String(row.text)}))
}

function historyOf(id: string): RequestPage['history'] {
  return all(
    `select h.id, u.name as who, h.action, h.at from nonet_history as h left join user as u on u.id = h.person
     where h.entity = 'Request' and h.record = ? order by h.id desc limit 50`,
    id,
  ).map(row => ({
    id: String(row.id),
    who: text(row.who),
    what: String(row.action).replaceAll('_', ' '),
    at: String(row.at),
    when: dayText(String(row.at).slice(0, 10)),
  }))
}
