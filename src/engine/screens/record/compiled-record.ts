/**
 * The parts of a record screen that depend on the document only: the fields it shows, and the fields people may edit.
 */
import type {RecordData} from '../../../contract/record.ts'
import {fieldsAt, isEditable, shownFields} from '../../../points/entities/lookup.ts'
import type {Entity, Field} from '../../../points/entities/model.ts'
import type {Screen} from '../../../points/screens/model.ts'
import type {Machine} from '../../../points/states/model.ts'
import {screenProse} from '../../prose.ts'
import type {Path} from '../../query/list-query.ts'
import {fieldAt} from '../field-display.ts'
import {editableFields} from '../form/fields.ts'
import type {FormSummary} from '../form/preview.ts'
import type {RecordContext} from '../screen-context.ts'

interface RecordScreen {
  readonly screen: Screen
  readonly context: RecordContext
  readonly entity: Entity
}

export interface CompiledRecord extends RecordScreen {
  /** The text under the heading of the screen. */
  readonly above: () => {readonly html?: string}
  readonly shown: ShownPaths
  /** The fields of its form, if a person may change them. */
  readonly editable: readonly Field[]
  /** The summaries of the forms for new records, each for people who may open that form. */
  readonly summaries: readonly FormSummary[]
}

export function compiledRecord(on: RecordScreen & Pick<CompiledRecord, 'summaries'>): CompiledRecord {
  const above = screenProse(on.screen, on.context.specification)
  return {...on, above, shown: shownPaths(on), editable: editableOn(on)}
}

export interface Lead {
  /** The entity of the record. */
  readonly entity: string
  /** The positions of the fields used in the addresses of its pages. */
  readonly keys: ReadonlyMap<string, number>
}

interface ShownPaths {
  readonly paths: readonly Path[]
  /** The paths to read: those shown, and the state for the path of states. */
  readonly asked: readonly Path[]
  readonly fields: RecordData['fields']
  readonly machine: Machine | undefined
  /** For each path, the record with pages that it leads to. */
  readonly leads: readonly (Lead | null)[]
  /** The index of the path that determines the colour of a display. */
  readonly colour: number | null
}

function shownPaths({screen, context, entity}: RecordScreen): ShownPaths {
  const paths = screen.details.fields.length > 0 ? screen.details.fields : pathsOf(entity)
  const machine = context.specification.states.machines.get(entity.name)
  const fields = paths.flatMap(path => context.display.field(entity.name, path) ?? [])
  // Files are read separately, with their sizes.
  const read = paths.map(path => (isFilePath(entity, path) ? [] : path))
  const asked = machine ? [...read, [machine.field]] : read
  const leads = paths.map(path => leadOf({context, entity}, path, asked))
  const by = screen.details.display?.colour
  const colour = by ? asked.push(by) - 1 : null
  return {paths, asked, fields, machine, leads, colour}
}

/** Also reads the keys of the other record. */
function leadOf({context, entity}: Pick<RecordScreen, 'context' | 'entity'>, path: Path, asked: Path[]): Lead | null {
  const type = fieldAt(context.specification.entities, entity.name, path)?.field.type.type
  if (type?.kind !== 'reference') return null
  const known = recordKeys(context.screens, type.entity)
  if (known.length === 0) return null
  const others = known.filter(key => key !== 'id')
  const keys = new Map(others.map(key => [key, asked.push([...path, key]) - 1]))
  return {entity: type.entity, keys}
}

function isFilePath(entity: Entity, [name = '', ...more]: Path): boolean {
  return more.length === 0 && entity.fields.get(name)?.type.control.control === 'file'
}

function pathsOf(entity: Entity): Path[] {
  return shownFields(entity)
    .filter(field => field.type.storage.kind !== 'other side')
    .map(field => [field.name])
}

/** The fields used in the addresses of its pages, for all roles. */
function recordKeys(screens: readonly Screen[], entity: string): string[] {
  const pages = screens.filter(({shows}) => shows.kind === 'record' && shows.entity === entity)
  const segments = pages.flatMap(({route}) => route.segments)
  return [...new Set(segments.flatMap(segment => (segment.kind === 'parameter' ? [segment.name] : [])))]
}

/**
 * The fields of the form that creates such records, then the other fields of this screen that actions neither ask for
 * nor set; if the document names none, all fields that no action sets.
 */
function editableOn({screen, context, entity}: RecordScreen): readonly Field[] {
  const form = context.screens.find(
    ({shows, details}) => shows.kind === 'form' && shows.entity === entity.name && details.fields.length > 0,
  )
  const fieldsOf = (paths: Screen['details']['fields']) =>
    paths.flatMap(path => (path.length === 1 ? fieldsAt(entity, path[0] ?? '') : [])).filter(isEditable)
  const actions = context.specification.actions.actions.get(entity.name)
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

type ActionsOf = RecordContext['specification']['actions']['actions'] extends ReadonlyMap<string, infer A> ? A : never

function setByActions(actions: ActionsOf | undefined): ReadonlySet<string> {
  const rows = [...(actions?.values() ?? [])].flatMap(action => action.rows)
  return new Set(rows.flatMap(row => row.effects.flatMap(effect => (effect.kind === 'set' ? [effect.field] : []))))
}

function askedByActions(actions: ActionsOf | undefined): string[] {
  const rows = [...(actions?.values() ?? [])].flatMap(action => action.rows)
  return rows.flatMap(row => row.asks.filter(({own}) => !own).map(({field}) => field.name))
}
