/** Raw point 7: incoming and outgoing calls. Their tables are checked, but calls are not served or sent yet. */
import {type Finding, finding} from '../../document/finding.ts'
import type {RawPoint, RawTable} from '../../document/raw.ts'
import {kindOf, readRows, type TableKind, unknownTable} from '../../document/table.ts'

type CallColumn = 'Call' | 'Method' | 'Path' | 'Does' | 'For'
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

export interface Calls {
  /** Names of outgoing calls, for the effect `call`. */
  readonly events: ReadonlySet<string>
}

export function readCalls(point: RawPoint, findings: Finding[]): Calls {
  const events = new Set<string>()
  for (const table of point.sections.flatMap(({blocks}) => blocks).filter(block => block.kind === 'table')) {
    const kind = kindOf<TableKind<string>>(table, [callsTable, eventsTable])
    if (kind === null) findings.push(unknownTable(table, [callsTable, eventsTable]))
    else findings.push(notYet(table, kind))
    if (kind === callsTable) readRows(table, callsTable, findings)
    if (kind === eventsTable)
      for (const {cells} of readRows(table, eventsTable, findings))
        if (cells.Event.text !== '') events.add(cells.Event.text)
  }
  return {events}
}

function notYet({header}: RawTable, kind: TableKind<string>): Finding {
  return finding('N701', header, {
    message: kind === callsTable ? 'These calls are not served yet.' : 'These calls are not sent yet.',
    hint: 'Remove the table, or accept this warning until a later version supports it.',
  })
}
