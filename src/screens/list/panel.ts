/** The record opened next to a list: the content and actions of its own page, at an address of the list. */

import {type Actor, personOf} from '../../engine/actor.ts'
import {isNo} from '../../engine/core-build.ts'
import {recordPlace} from '../../engine/display/record-address.ts'
import type {ListDefinition} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/read-context.ts'
import type {Form, PageReply, Reply, Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {EditableColumn} from '../../engine/write/actions/available-actions.ts'
import {editSummaries} from '../../features/approvals/summary.ts'
import {type ListData, openedKey} from '../../features/collections/data.ts'
import {type CompiledRecord, compiledRecord} from '../../features/records/compiled-record.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import type {Screen} from '../../points/screens/model.ts'
import {isFor} from '../../points/screens/run.ts'
import {type OpenRecord, openRecord} from '../record/server.ts'

export interface ListPanel {
  readonly screen: Screen
  readonly open: OpenRecord
  readonly compiled: CompiledRecord
}

/** One per screen of such a record: roles may have different ones. */
export function compilePanels(entity: Entity, context: RecordContext): readonly ListPanel[] {
  const screens = context.screens.filter(
    ({shows, address, details}) =>
      shows.kind === 'record' && shows.entity === entity.name && address.kind === 'record' && !details.display,
  )
  return screens.map(declared => {
    const screen: Screen = {...declared, address: {kind: 'record', key: 'id'}}
    const compiled = compiledRecord({screen, context, entity, summaries: editSummaries(screen, context, entity)})
    const open = openRecord({screen, context, entity}, visit => {
      const id = visit.query.get(openedKey) ?? ''
      const parameters = {...visit.parameters, id}
      const at = {...compiled, visit: {...visit, parameters}, here: openedAt(visit, id), away: openedAt(visit, null)}
      return declared.address.kind === 'record' && declared.address.key !== 'id'
        ? {...at, linkedBy: declared.address.key}
        : at
    })
    return {screen, open, compiled}
  })
}

export function panelFor(panels: readonly ListPanel[], actor: Actor): ListPanel | null {
  return panels.find(({screen}) => isFor(screen.for, personOf(actor))) ?? null
}

/** Controls that fit into a cell: no multi-line or multi-value controls, and no files. */
const cellControls: ReadonlySet<string> = new Set([
  'line',
  'number',
  'choice',
  'record',
  'date',
  'time',
  'date and time',
  'yes/no',
])

export const fitsInCell = ({type}: Field): boolean => cellControls.has(type.control.control)

/** The fields edited in a cell: the two dates of a span are edited as one. */
export function fieldsOfCell({spans}: Entity, name: string): readonly string[] {
  const span = spans.get(name)
  return span ? [span.from, span.to] : [name]
}

/** The columns with fields that this person may ever change, as in the form of the record. */
export function editableColumns(
  {visibility}: ReadContext,
  {entity, columns}: ListDefinition,
  panel: ListPanel | null,
): readonly EditableColumn[] {
  if (!panel) return []
  const editable = new Map(panel.compiled.editable.map(field => [field.name, field]))
  const isEditable = (name: string) => {
    const field = editable.get(name)
    return field !== undefined && fitsInCell(field) && !isNo(visibility.seesField(entity, name, 'update'))
  }
  return columns.flatMap(([key = '', ...more]) => {
    const fields = more.length === 0 ? fieldsOfCell(panel.compiled.entity, key) : []
    return fields.length > 0 && fields.every(isEditable) ? [{key, fields}] : []
  })
}

/** Query parameters that select a form of the opened record. */
const modes: ReadonlySet<string> = new Set([
  openedKey,
  'edit',
  'delete',
  'action',
  'add',
  'remove',
  'change',
  'mentions',
  'record',
])

/** The same list with another record opened, or none. */
function openedAt({path, query}: Visit, id: string | null): string {
  const kept = query.has(openedKey) ? [...query].filter(([name]) => !modes.has(name)) : [...query]
  const written = new URLSearchParams(id === null ? kept : [...kept, [openedKey, id]])
  const text = written.toString().replaceAll('%2C', ',')
  return text === '' ? path : `${path}?${text}`
}

/** Requests about selected records concern the list, whatever record is opened. */
export function isOfPanel(visit: Visit, form: Form): boolean {
  return visit.query.has(openedKey) && !form.fields.some(({name}) => name === '_record')
}

interface BesideList {
  readonly entity: Entity
  readonly context: RecordContext
  /** The list without the record. */
  readonly list: () => Promise<PageReply>
}

/** Combines the response of the record's page with the list; lookups and previews are returned unchanged. */
export async function besideList(reply: Reply, visit: Visit, {entity, context, list}: BesideList): Promise<Reply> {
  if (reply.kind !== 'page' || (reply.screen !== 'record' && reply.screen !== 'form')) return reply
  if (visit.query.has('_lookup')) return reply
  const whole = await list()
  if (whole.screen !== 'list') return whole
  const id = visit.query.get(openedKey) ?? ''
  const content =
    reply.screen === 'record' ? {screen: reply.screen, data: reply.data} : {screen: reply.screen, data: reply.data}
  const panel = {
    ...content,
    ...neighbours(whole.data, visit, id),
    id,
    href: await recordPlace({context, entity, visit}, id),
    close: openedAt(visit, null),
  }
  return {...whole, status: reply.status, title: reply.title, data: {...whole.data, panel}}
}

function neighbours({records}: ListData, visit: Visit, id: string): {previous: string | null; next: string | null} {
  const at = records.findIndex(record => record.id === id)
  const href = (index: number) => {
    const record = at < 0 ? undefined : records[index]
    return record ? openedAt(visit, record.id) : null
  }
  return {previous: at > 0 ? href(at - 1) : null, next: href(at + 1)}
}
