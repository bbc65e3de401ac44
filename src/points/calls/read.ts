/** Raw point 7: the calls that the application answers. Outgoing calls are checked for their columns, but are not sent yet. */
import {type Finding, finding} from '../../document/finding.ts'
import type {RawPoint, RawTable} from '../../document/raw.ts'
import {type Cells, kindOf, readRows, type TableKind, unknownTable} from '../../document/table.ts'
import type {CallsContext} from './context.ts'
import type {Calls} from './model.ts'
import {type CallColumn, readCall} from './read-call.ts'
import {detailKeys} from './read-details.ts'
import {readErrors, readSettings, settingKeys} from './read-settings.ts'
import {sectionsOf} from './sections.ts'
import {checkShape} from './shapes.ts'

export const callsTable: TableKind<CallColumn> = {
  called: 'calls',
  required: ['Call', 'Method', 'Path', 'Does', 'For'],
  optional: [],
}

type EventColumn = 'Event' | 'Method' | 'URL' | 'Sends'
export const eventsTable: TableKind<EventColumn> = {
  called: 'events',
  required: ['Event', 'Method', 'URL', 'Sends'],
  optional: [],
}

export const callKeys = [...settingKeys, ...detailKeys] as const

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
  for (const table of tablesOf(point)) {
    const kind = kindOf<TableKind<string>>(table, bothTables)
    if (kind === null) findings.push(unknownTable(table, bothTables))
    if (kind === callsTable) rows.push(...readRows(table, callsTable, findings).map(({cells}) => cells))
    if (kind === eventsTable) {
      readRows(table, eventsTable, findings)
      findings.push(notSent(table))
    }
  }
  const names = rows.map(({Call: {text}}) => text)
  const sections = sectionsOf(point, names, findings)
  const shapes = {...context, shapes: sections.shapes, findings}
  for (const shape of sections.shapes.values()) checkShape(shape, shapes)
  const calls = rows.flatMap(cells => {
    const call = readCall(cells, sections.details.get(cells.Call.text), shapes)
    return call ? [call] : []
  })
  return {
    calls,
    settings: readSettings(point, findings),
    errors: sections.errors ? readErrors(sections.errors, context, findings) : null,
    events: eventNames(point),
  }
}

function notSent({header}: RawTable): Finding {
  return finding('N701', header, {
    message: 'These calls are not sent yet.',
    hint: 'Remove the table, or accept this warning until a later version supports it.',
  })
}
