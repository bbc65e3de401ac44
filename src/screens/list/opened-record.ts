/** The record opened next to a list: the content and actions of its own page, at an address of the list. */

import {declaredScreens} from '../../engine/base/screens-that.ts'
import {recordPlace} from '../../engine/links/record-address.ts'
import type {Form, PageReply, Reply, Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {plainPanels} from '../../features/approvals/form-panels.ts'
import {type ListData, openedKey} from '../../features/collections/data.ts'
import type {ListPanel} from '../../features/collections/list-panels.ts'
import {type CompiledRecord, compiledRecord} from '../../features/records/compiled-record.ts'
import type {Entity} from '../../points/entities/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {display} from '../../points/screens/bullets/colours.ts'
import type {Screen} from '../../points/screens/model.ts'

/** One per screen of such a record: roles may have different ones. */
export function compilePanels(entity: Entity, context: RecordContext): readonly ListPanel[] {
  const pages = declaredScreens(context.screens, 'showOne', entity.name)
  return pages.flatMap(screen => {
    if (screen.address.kind !== 'record' || bulletOf(screen, display)) return []
    const open = context.openBeside(screen, visit => {
      const id = visit.query.get(openedKey) ?? ''
      return {id, here: openedAt(visit, id), away: openedAt(visit, null)}
    })
    return open ? [{screen, open, compiled: recordOfCells(screen, context, entity)}] : []
  })
}

/** The record of a row, whose cells are edited in place. */
function recordOfCells(declared: Screen, context: RecordContext, entity: Entity): CompiledRecord {
  const screen: Screen = {...declared, address: {kind: 'record', key: 'id'}}
  return compiledRecord({screen, context, entity, panels: plainPanels(screen, context)})
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
export async function withRecordPanel(reply: Reply, visit: Visit, {entity, context, list}: BesideList): Promise<Reply> {
  if (reply.kind !== 'page' || (reply.screen !== 'record' && reply.screen !== 'form')) return reply
  if (visit.query.has('_lookup')) return reply
  const whole = await list()
  if (whole.screen !== 'list') return whole
  const id = visit.query.get(openedKey) ?? ''
  // Both are the same: in each, the type of the data follows from the name.
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
