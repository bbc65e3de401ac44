/** Raw point 7: the calls that the application answers, and those that it makes. */
import type {Finding} from '../../document/finding.ts'
import type {RawPoint, RawTable} from '../../document/raw.ts'
import {type Cells, kindOf, readRows, type TableKind, unknownTable} from '../../document/table.ts'
import type {CallsContext} from './context.ts'
import type {Calls} from './model.ts'
import {type CallColumn, readCall} from './read-call.ts'
import {detailKeys} from './read-details.ts'
import {type EventColumn, eventKeys, isCaused, readEvent} from './read-event.ts'
import {readErrors, readSettings, settingKeys} from './read-settings.ts'
import {sectionsOf} from './sections.ts'
import {checkShape} from './shapes.ts'

export const callsTable: TableKind<CallColumn> = {
  called: 'calls',
  required: ['Call', 'Method', 'Path', 'Does', 'For'],
  optional: [],
}

export const eventsTable: TableKind<EventColumn> = {
  called: 'events',
  required: ['Event', 'Method', 'URL', 'Sends'],
  optional: ['Sets'],
}

export const callKeys = [...settingKeys, ...detailKeys, ...eventKeys] as const

/** Names of outgoing calls, which actions name before the calls themselves can be read. */
export function eventNames(point: RawPoint): ReadonlySet<string> {
  const events = tablesOf(point).filter(table => kindOf<TableKind<string>>(table, bothTables) === eventsTable)
  const rows = events.flatMap(table => readRows(table, eventsTable, []))
  return new Set(rows.map(({cells}) => cells.Event.text).filter(name => name !== ''))
}

const bothTables = [callsTable, eventsTable] as const

const tablesOf = ({sections}: RawPoint): RawTable[] =>
  sections.flatMap(({blocks}) => blocks).filter(block => block.kind === 'table')

export function readCalls(point: RawPoint, context: CallsContext, findings: Finding[]): Calls {
  const rows: Cells<CallColumn>[] = []
  const written: Cells<EventColumn>[] = []
  for (const table of tablesOf(point)) {
    const kind = kindOf<TableKind<string>>(table, bothTables)
    if (kind === null) findings.push(unknownTable(table, bothTables))
    if (kind === callsTable) rows.push(...readRows(table, callsTable, findings).map(({cells}) => cells))
    if (kind === eventsTable) written.push(...readRows(table, eventsTable, findings).map(({cells}) => cells))
  }
  const names = [...rows.map(({Call: {text}}) => text), ...written.map(({Event: {text}}) => text)]
  const sections = sectionsOf(point, names, findings)
  const shapes = {...context, shapes: sections.shapes, findings}
  for (const shape of sections.shapes.values()) checkShape(shape, shapes)
  const calls = rows.flatMap(cells => {
    const call = readCall(cells, sections.details.get(cells.Call.text), shapes)
    return call ? [call] : []
  })
  const settings = readSettings(point, context, findings)
  const events = written.flatMap(cells => {
    const event = readEvent(cells, sections.details.get(cells.Event.text), {...shapes, hosts: settings.hosts})
    return event ? [event] : []
  })
  return {
    calls,
    settings,
    errors: sections.errors ? readErrors(sections.errors, context, findings) : null,
    events,
    uncaused: written.flatMap(({Event: name}) => (isCaused(name.text, context.actions) ? [] : [name])),
  }
}
