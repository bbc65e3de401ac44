/** The forms on a record's page, each with an address of its own: edit, delete, an action, adding a related record. */
import type {FormScreenData} from '../../../contract/form.ts'
import type {Field} from '../../../points/entities/model.ts'
import type {Screen} from '../../../points/screens/model.ts'
import {coveredBy} from '../../may.ts'
import type {ReadContext} from '../../read-context.ts'
import type {Form} from '../../reply.ts'
import {editableFields, type FormReply, isEditable} from '../form/fields.ts'
import type {FoundRecord, RecordVisit} from './record-address.ts'

/** Which form the address asks for; null for the record itself. */
export type Mode =
  | {readonly mode: 'edit' | 'delete'}
  | {readonly mode: 'action'; readonly name: string}
  | {readonly mode: 'add'; readonly name: string}
  | {readonly mode: 'remove'; readonly name: string; readonly id: string}

export function modeOf({screen, visit: {query}}: RecordVisit): Mode | null {
  if (screen.shows.kind === 'form' || query.has('edit')) return {mode: 'edit'}
  if (query.has('delete')) return {mode: 'delete'}
  const action = query.get('action')
  if (action !== null) return {mode: 'action', name: action}
  const remove = query.get('remove')
  if (remove !== null) return {mode: 'remove', name: remove, id: query.get('record') ?? ''}
  const add = query.get('add')
  return add === null ? null : {mode: 'add', name: add}
}

/** What was sent and refused, or never arrived, to show it again. */
export interface Tried {
  readonly action: string
  readonly form: Form
  readonly problems: FormScreenData['problems']
  readonly status: number
  /** The version that it was made for, where somebody else was faster. */
  readonly stale: number | null
}

export interface OnRecord extends RecordVisit {
  readonly reader: ReadContext
  readonly record: FoundRecord
  readonly tried: Tried | null
}

export const emptyForm: Omit<FormScreenData, 'heading' | 'cancel' | 'actions'> = {
  intro: '',
  back: null,
  about: [],
  version: null,
  fields: [],
  lineItems: [],
  problems: [],
  conflict: null,
  hints: null,
}

/** What every form of a record has in common. */
export function recordForm(
  at: OnRecord,
  data: Pick<FormScreenData, 'heading' | 'actions'> & Partial<FormScreenData>,
): FormReply {
  const {record, visit, tried} = at
  const form: FormScreenData = {
    ...emptyForm,
    back: {label: record.name, href: visit.path},
    version: record.version,
    problems: tried?.problems ?? [],
    cancel: visit.path,
    ...data,
  }
  return {kind: 'page', status: tried?.status ?? 200, title: form.heading, screen: 'form', data: form}
}

/** The fields that this person may both see and change, of this very record. */
export async function changeableFields(at: OnRecord): Promise<Field[]> {
  const {reader, entity, record} = at
  const here = {entity: entity.name, id: record.id}
  const update = await coveredBy(reader, 'update', here)
  if (!update.any) return []
  const read = await coveredBy(reader, 'read', here)
  return wantedFields(at).filter(({name}) => update.covers(name) && read.covers(name))
}

/**
 * Those of the form that makes such records, then what else this screen shows and actions neither ask for nor set;
 * where the document names none, all but what actions set.
 */
function wantedFields(at: RecordVisit): readonly Field[] {
  const wanted = wantedKnown.get(at.screen) ?? fieldsWanted(at)
  wantedKnown.set(at.screen, wanted)
  return wanted
}

/** The same for every record. */
const wantedKnown = new WeakMap<Screen, readonly Field[]>()

function fieldsWanted({screen, world, entity}: RecordVisit): readonly Field[] {
  const form = world.screens.find(
    ({shows, details}) => shows.kind === 'form' && shows.entity === entity.name && details.fields.length > 0,
  )
  const fieldsOf = (paths: Screen['details']['fields']) =>
    paths.flatMap(path => (path.length === 1 ? (entity.fields.get(path[0] ?? '') ?? []) : [])).filter(isEditable)
  const actions = world.specification.actions.actions.get(entity.name)
  const shown = fieldsOf(screen.details.fields)
  if (screen.shows.kind === 'form' && shown.length > 0) return shown
  if (form) {
    const decided = new Set([...setByActions(actions), ...askedByActions(actions)])
    return [...new Set([...fieldsOf(form.details.fields), ...shown.filter(({name}) => !decided.has(name))])]
  }
  if (shown.length > 0) return shown
  const set = setByActions(actions)
  return editableFields(entity).filter(({name}) => !set.has(name))
}

type ActionsOf =
  RecordVisit['world']['specification']['actions']['actions'] extends ReadonlyMap<string, infer A> ? A : never

function setByActions(actions: ActionsOf | undefined): ReadonlySet<string> {
  const rows = [...(actions?.values() ?? [])].flatMap(action => action.rows)
  return new Set(rows.flatMap(row => row.effects.flatMap(effect => (effect.kind === 'set' ? [effect.field] : []))))
}

function askedByActions(actions: ActionsOf | undefined): string[] {
  const rows = [...(actions?.values() ?? [])].flatMap(action => action.rows)
  return rows.flatMap(row => row.asks.filter(({own}) => !own).map(({field}) => field.name))
}

export function isMayDelete(at: Pick<OnRecord, 'reader' | 'entity' | 'record'>): Promise<boolean> {
  return coveredBy(at.reader, 'delete', {entity: at.entity.name, id: at.record.id}).then(({any}) => any)
}
