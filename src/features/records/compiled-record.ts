/**
 * The parts of a record screen that depend on the document only: the fields it shows, the fields people may edit, and
 * the records related to it.
 */

import {screenProse} from '../../engine/base/prose.ts'
import {declaredScreens} from '../../engine/base/screens-that.ts'
import type {RecordAddress} from '../../engine/links/record-address.ts'
import type {Path, Sorting} from '../../engine/query/list-query.ts'
import {cell, each, hrefAt, recordName, stateCell} from '../../engine/records/properties.ts'
import {type RecordIn, type RecordProperty, type Records, records} from '../../engine/records/records.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Core} from '../../feel/core.ts'
import {
  type CommentFields,
  commentFieldsOf,
  fieldsAt,
  isActingPerson,
  isEditable,
  shownFields,
} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {display} from '../../points/screens/bullets/colours.ts'
import type {Related} from '../../points/screens/bullets/related.ts'
import {
  related as relatedBullet,
  relatedColumns,
  relatedSort,
  relatedWhere,
} from '../../points/screens/bullets/related.ts'
import {columns as columnsOfList, fields as fieldsBullet, sort, where} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {FieldPath} from '../../points/screens/paths.ts'
import {editableFields} from '../forms/fields.ts'
import {inOrder} from '../forms/parts.ts'
import type {FormPanel} from '../forms/record-form.ts'
import type {RecordData, RelatedData} from './data.ts'

interface RecordScreen {
  readonly screen: Screen
  readonly context: RecordContext
  readonly entity: Entity
}

export interface CompiledRecord extends RecordScreen {
  /** The text under the heading of the screen. */
  readonly above: () => {readonly html?: string}
  readonly shown: FieldsOnPage
  /** The fields of its form, if a person may change them. */
  readonly editable: readonly Field[]
  readonly panels: FormPanels
  readonly related: readonly CompiledRelated[]
}

/** What is shown beside the forms of a record. */
export interface FormPanels {
  /** Of the forms for new records, each for people who may open that form. */
  readonly summaries: readonly PanelOfForm[]
  /** For people who may open none of these. */
  readonly plain: FormPanel
}

interface PanelOfForm extends FormPanel {
  /** For each action that asks for dates: other rules block. */
  readonly ofActions: ReadonlyMap<string, FormPanel>
}

/** One visit to the page of a record. */
export interface RecordVisit extends CompiledRecord, RecordAddress {
  /** The address after deletion, if it is not the list of such records. */
  readonly away?: string
}

export function compiledRecord(on: RecordScreen & Pick<CompiledRecord, 'panels'>): CompiledRecord {
  const above = screenProse(on.screen, on.context.specification)
  return {...on, above, shown: fieldsOnPage(on), editable: editableOn(on), related: relatedOn(on)}
}

interface FieldsOnPage {
  readonly paths: readonly Path[]
  readonly fields: RecordData['fields']
  readonly shape: ShownShape
  readonly records: Records<ShownShape>
}

type ShownShape = ReturnType<typeof shownShape>

/** A record as its page shows it. */
export type RecordOnPage = RecordIn<Records<ShownShape>>

function fieldsOnPage(on: RecordScreen): FieldsOnPage {
  const {screen, context, entity} = on
  const paths = bulletOf(screen, fieldsBullet).length > 0 ? bulletOf(screen, fieldsBullet) : pathsOf(entity)
  const fields = paths.flatMap(path => context.display.field(entity.name, path) ?? [])
  const shape = shownShape(on, paths)
  return {paths, fields, shape, records: records(entity, shape)}
}

function shownShape({screen, entity}: RecordScreen, paths: readonly Path[]) {
  // Files are read separately, with their sizes.
  const read = paths.map(path => (isFilePath(entity, path) ? null : path))
  return {
    name: recordName,
    cells: each(read.map(cell)),
    /** The pages of the records that the fields refer to. */
    hrefs: each(read.map(path => (path ? hrefAt(path) : nowhere))),
    state: stateCell,
    /** The field that determines the colour of a display. */
    colour: cell(bulletOf(screen, display)?.colour ?? null),
  }
}

const nowhere: RecordProperty<null> = () => () => null

function isFilePath(entity: Entity, [name = '', ...more]: Path): boolean {
  return more.length === 0 && entity.fields.get(name)?.type.control.control === 'file'
}

function pathsOf(entity: Entity): Path[] {
  return shownFields(entity)
    .filter(field => field.type.storage.kind !== 'other side')
    .map(field => [field.name])
}

/**
 * The fields of the form that creates such records, then the other fields of this screen that actions neither ask for
 * nor set; if the document names none, all fields that no action sets.
 */
function editableOn({screen, context, entity}: RecordScreen): readonly Field[] {
  const forms = declaredScreens(context.screens, 'create', entity.name)
  const form = forms.find(({details}) => bulletOf({details}, fieldsBullet).length > 0)
  const fieldsOf = (paths: readonly FieldPath[]) =>
    paths.flatMap(path => (path.length === 1 ? fieldsAt(entity, path[0] ?? '') : [])).filter(isEditable)
  const actions = context.specification.actions.actions.get(entity.name)
  const shown = fieldsOf(bulletOf(screen, fieldsBullet))
  if (screen.kind.can.edit && bulletOf(screen, fieldsBullet).length > 0) return shown
  if (form) {
    const decided = new Set([...setByActions(actions), ...askedByActions(actions)])
    return [...new Set([...fieldsOf(bulletOf(form, fieldsBullet)), ...shown.filter(({name}) => !decided.has(name))])]
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

/** Records whose field refers to the record of the screen. */
export interface CompiledRelated {
  readonly entity: Entity
  readonly by: Field
  readonly heading: string
  /** Their fields, if they are comments: those are shown with the history. */
  readonly comment: CommentFields | null
  readonly columns: readonly Path[]
  readonly columnFields: RelatedData['columns']
  readonly sort: readonly Sorting[]
  /** The document gives the order. */
  readonly isSorted: boolean
  /** A further condition. */
  readonly where: Core | null
  /** The fields of the small form that adds one. */
  readonly asked: readonly Field[]
}

/** The bullets `with where`, `with sort` and `with columns` do not concern parts among the fields. */
function relatedDetails(screen: Screen, {amongFields}: Related) {
  return amongFields
    ? {where: null, sort: [], columns: []}
    : {
        where: bulletOf(screen, relatedWhere)?.core ?? null,
        sort: bulletOf(screen, relatedSort),
        columns: bulletOf(screen, relatedColumns),
      }
}

function relatedOn(on: RecordScreen): CompiledRelated[] {
  const {context, screen} = on
  return bulletOf(screen, relatedBullet).map(each => {
    const {entity: name, by: field} = each

    const entity = context.specification.entities.entities.get(name)
    const by = entity?.fields.get(field)
    if (!entity || !by) throw new Error(`there is no ${name} by ${field}`)
    const {columns, sort} = columnsOf(on, entity, {by, related: each})
    const comment = commentFieldsOf(entity, field)
    return {
      entity,
      by,
      heading: headingOf(on, entity, by),
      comment,
      columns,
      columnFields: columns.flatMap(path => context.display.field(name, path) ?? []),
      sort,
      isSorted: relatedDetails(screen, each).sort.length > 0,
      where: relatedDetails(screen, each).where,
      asked: comment ? [comment.text] : editableFields(entity).filter(each => each !== by && !isActingPerson(each)),
    }
  })
}

/**
 * The label of the field that lists them (`list of Booking by room`), or else the plural; if the same entity refers
 * here by several fields, the heading names the field.
 */
function headingOf({screen, entity: own}: RecordScreen, entity: Entity, by: Field): string {
  const lists = [...own.fields.values()].find(
    ({type: {storage}}) => storage.kind === 'other side' && storage.entity === entity.name && storage.by === by.name,
  )
  if (lists) return lists.label
  const isAlone = bulletOf(screen, relatedBullet).filter(each => each.entity === entity.name).length < 2
  return isAlone ? entity.plural : `${entity.plural} · ${by.label}`
}

/**
 * The columns that the screen names; otherwise those of their list in the document, without those that are the same in
 * every row, or all fields.
 */
function columnsOf(
  {screen, context}: RecordScreen,
  entity: Entity,
  {by, related}: {readonly by: Field; readonly related: Related},
): Pick<CompiledRelated, 'columns' | 'sort'> {
  const {sort: told, columns: named} = relatedDetails(screen, related)
  const isNew = ([first]: Path) => first !== by.name
  // Line items are shown in the order of their owner.
  if (entity.partOf?.field === by.name)
    return {columns: named.length > 0 ? named : pathsOf(entity).filter(isNew), sort: told.length > 0 ? told : inOrder}
  const list = listOf(context.screens, entity.name)
  const columns = bulletOf(list, columnsOfList)
  const order = told.length > 0 ? told : bulletOf(list, sort).filter(({path}) => isNew(path))
  const usual = (columns.length > 0 ? columns : pathsOf(entity)).filter(isNew)
  return {columns: named.length > 0 ? named : usual, sort: order}
}

/** The document's list of an entity, regardless of permission; a list of all records is preferred to a filtered one. */
function listOf(screens: readonly Screen[], entity: string): Screen | null {
  const lists = declaredScreens(screens, 'browse', entity)
  return lists.find(({details}) => bulletOf({details}, where) === null) ?? lists[0] ?? null
}
