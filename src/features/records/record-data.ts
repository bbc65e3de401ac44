/**
 * The data of a record page: fields, actions, path of states, related records and history. A section that fails does
 * not affect the others.
 */

import {personOf} from '../../engine/base/actor.ts'
import {atOnce} from '../../engine/base/at-once.ts'
import {isRich, richText, safeHref} from '../../engine/base/rich-text.ts'
import {declaredScreens} from '../../engine/base/screens-that.ts'
import {hueClass, type StateDisplay} from '../../engine/base/state-display.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {addressWith, parentPage} from '../../engine/links/record-address.ts'
import {subscriptionTo} from '../../engine/links/subscribe.ts'
import {expressionShape} from '../../engine/lists/list-plan.ts'
import type {ShownCell, ShownField} from '../../engine/page/cells.ts'
import type {LinkData} from '../../engine/page/common.ts'
import {openedFrom} from '../../engine/page/frame.ts'
import type {Cell, ListCondition, Path} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import {holdsFor} from '../../engine/query/row-questions.ts'
import {value} from '../../engine/records/properties.ts'
import {editLink} from '../../engine/records/record-links.ts'
import {records} from '../../engine/records/records.ts'
import {type HistoryEntry, readHistory} from '../../engine/transaction/history.ts'
import {readDate, readDateTime} from '../../feel/format.ts'
import {isSerial, ownerOf} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {showDate, showInstant} from '../../points/entities/values/calendar-text.ts'
import {hues} from '../../points/icons-and-colours.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {display, display as displayBullet} from '../../points/screens/bullets/colours.ts'
import {kindAt, fieldPath as screenPath} from '../../points/screens/field-paths.ts'
import {isForViewer} from '../../points/screens/run.ts'
import type {Machine} from '../../points/states/model.ts'
import type {DeletionData} from '../forms/data.ts'
import {fileCells} from '../forms/files.ts'
import {actionsData, offeredOn} from './actions.ts'
import {statesAhead} from './approval-preview.ts'
import {expects as expectsBullet} from './bullets.ts'
import type {CompiledRelated} from './compiled-record.ts'
import type {AddData, DisplayData, RecordData, RelatedData, StepData} from './data.ts'
import {deletionData, deletionHeading} from './delete.ts'
import {historyData} from './history.ts'
import type {PageSections} from './page-sections.ts'
import {changeableFields, lockedFields, mayDelete, type OnRecord, type OnShownRecord} from './record-forms.ts'
import {addData, formFor, mayAdd, relatedData, relatedOnDisplay} from './related.ts'

// The path of states: past, current, and expected.

interface StateHistory {
  readonly states: StateDisplay
  readonly state: string
  /** The visible entries, newest first. */
  readonly history: readonly HistoryEntry[]
}

async function pathData(on: OnRecord, {states, state, history}: StateHistory): Promise<StepData[]> {
  const {machine, tones} = states
  const been = statesBefore(machine, state, history)
  const usual = states.ahead(state).filter(each => !been.includes(each))
  const {reader, entity, record, context} = on
  const ahead = await statesAhead(reader, {entity, id: record.id, state, ahead: usual, context})
  const step = (at: StepData['at']) => (name: string) => ({label: states.label(name), at, tone: tones[name] ?? 'idle'})
  return [...been.map(step('done')), step('now')(state), ...ahead.map(step('ahead'))]
}

/** If a state was entered again, the states between are left out. */
function statesBefore({field, starts}: Machine, state: string, history: readonly HistoryEntry[]): string[] {
  const entered = history
    .toReversed()
    .flatMap(({changes}) =>
      changes.flatMap(change => (change.field === field && typeof change.after === 'string' ? [change.after] : [])),
    )
  const way: string[] = []
  for (const each of [...(starts === null ? [] : [starts]), ...entered, state]) {
    const earlier = way.indexOf(each)
    if (earlier >= 0) way.splice(earlier + 1)
    else way.push(each)
  }
  return way.slice(0, -1)
}

declare module '../../engine/reply.ts' {
  interface PageAdditions {
    readonly toRecord?: (data: RecordData, id: string) => Promise<RecordData>
  }
}

/** `beside`: what else the page reads, once the possible actions are known. */
export async function recordData<T>(
  on: OnShownRecord,
  parts: PageSections,
  beside: (offered: readonly string[]) => Promise<T>,
): Promise<{readonly data: RecordData; readonly beside: T}> {
  const {entity, tried, record} = on
  const offering = offeredOn(on)
  const offered = offering.then(actions => actions.map(({name}) => name))
  const [shown, actions, deletion, edit, related, past, back, found] = await atOnce([
    shownData(on),
    offering.then(actions => actionsData(on, actions)),
    deletionOf(on, parts),
    changeableFields(on).then(changeable => (changeable.length > 0 ? editHref(on) : null)),
    relatedSections(on, parts),
    pastData(on, parts),
    offered.then(can => placeBack(on, can)),
    offered.then(beside),
  ])
  const isChangedByAction = actions.some(({inputs}) => inputs.some(({name}) => entity.fields.has(name)))
  const [note, links] = await atOnce([
    edit === null && !isChangedByAction ? closedNote(on, shown.state) : null,
    linksOf(on, edit !== null),
  ])
  const forms = [...actions, ...related.map(({add}) => add), ...past.addComments]
  const data: RecordData = {
    heading: record.name,
    version: record.version,
    actions,
    edit,
    remove: deletion ? addressWith(on, 'delete') : null,
    ...(links.length > 0 ? {links} : {}),
    ...(note === null ? {} : {note}),
    deletion,
    problems: tried && !forms.some(form => form?.open) ? tried.problems : [],
    back: back && {label: back.name, href: back.route.path},
    ...numberOf(on),
    path: past.path,
    fields: shown.fields,
    cells: shown.cells,
    related,
    history: past.history,
    historyFailed: parts.failed.get(historyPart) ?? null,
    addComments: past.addComments,
  }
  return {data, beside: found}
}

/** The page on which the record is listed. */
function placeBack(
  {context, entity, visit, reader, record}: OnRecord,
  can: readonly string[],
): ReturnType<typeof parentPage> {
  const isIn = async (condition: ListCondition) => {
    const {visibility} = reader
    const [held] = await holdsFor(
      reader,
      {entity: entity.name, id: record.id},
      [visibility.condition(condition.core)],
      {owner: visibility, name: expressionShape(condition)},
    )
    return held === true
  }
  return parentPage(context.screens, {entity: entity.name, actor: visit.actor, can, isIn})
}

const warningPart = 'what uses the record'

/**
 * Null if the person may not delete it. Without a warning if the records that use it cannot be counted: deleting counts
 * them again.
 */
async function deletionOf(on: OnRecord, parts: PageSections): Promise<DeletionData | null> {
  if (!(await mayDelete(on))) return null
  if (parts.failed.has(warningPart)) return {heading: deletionHeading(on), warning: '', isPossible: true}
  return parts.read(warningPart, () => deletionData(on))
}

/** Tells the owner of a record in a final state why it cannot be changed; null if they never could. */
async function closedNote(on: OnRecord, state: string | null): Promise<string | null> {
  const {entity, reader, record, context} = on
  const states = context.display.states.get(entity.name)
  const owner = ownerOf(entity)
  const me = personOf(reader.actor)
  if (!states || !owner || !me || state === null || !states.machine.final.includes(state)) return null
  const owned = await records(entity, {owner: value([owner.name])}).byId(reader, record.id)
  if (owned?.owner !== me.id || (await lockedFields(on, [])).length === 0) return null
  return context.words.records.closed(inSentence(entity.label, reader.moment.language))
}

/**
 * Links to forms for related records, with this record filled in, to the calendars and timelines about it, and to its
 * displays, for people who may change it.
 */
async function linksOf(on: OnRecord, mayEdit: boolean): Promise<LinkData[]> {
  const {context, entity, visit, record} = on
  const forms: LinkData[] = []
  for (const related of on.related) {
    const form = formFor(on, related)
    if (form && (await mayAdd(on, related)))
      forms.push({label: form.label, href: openedFrom(form.href({[related.by.name]: record.id}), visit.url)})
  }
  const pages = mayEdit ? declaredScreens(context.screens, 'showOne', entity.name) : []
  const displays = pages.filter(({details}) => bulletOf({details}, displayBullet) !== null)
  return [
    ...forms,
    ...plansOf(on),
    ...displays.flatMap(({name, route, address, for: audience}) => {
      if (address.kind !== 'record') return []
      const key = address.key === 'id' ? record.id : visit.parameters[address.key]
      if (key === undefined || !isForViewer(audience, personOf(visit.actor))) return []
      const href = route.path.replace(`:${address.key}`, encodeURIComponent(key))
      return [
        {label: name, href},
        {label: context.words.feeds.deviceLink, href: subscriptionTo(href)},
      ]
    }),
  ]
}

/** Calendars and timelines of one record, such as the bookings of a room: with times, they open with their day. */
function plansOf({context, entity, visit, record}: OnRecord): LinkData[] {
  const {entities} = context.specification
  return context.screens.flatMap(({name, shows, route, address, for: audience}) => {
    if (!('from' in shows) || address.kind !== 'some') return []
    const [filter, ...more] = address.filters
    if (!filter || more.length > 0 || filter.of?.entity !== entity.name) return []
    const key = filter.of.key === 'id' ? record.id : visit.parameters[filter.of.key]
    if (key === undefined || !isForViewer(audience, personOf(visit.actor))) return []
    const path = route.path.replace(`:${filter.parameter}`, encodeURIComponent(key))
    const timed = kindAt(entities, shows.entity, screenPath(shows.from)) === 'date and time'
    return [{label: name, href: timed ? `${path}?view=day` : path}]
  })
}

/** The document's form that edits such records, if it uses the same key; otherwise the form of this page. */
function editHref(on: OnRecord): string {
  const {screen, context, entity, visit, record} = on
  const form = editLink(context.screens, entity.name, visit.actor)
  // A record opened next to a list is also edited there.
  if (on.here !== undefined) return addressWith(on, 'edit')
  if (form?.key === 'id') return form.href(record.id)
  const same = screen.address.kind === 'record' && form?.key === screen.address.key
  return form && same ? form.href(visit.parameters[form.key] ?? '') : addressWith(on, 'edit')
}

function numberOf({screen, entity, visit}: OnRecord): Pick<RecordData, 'number'> {
  const name = screen.address.kind === 'record' ? screen.address.key : ''
  const number = visit.parameters[name] ?? ''
  const field = entity.fields.get(name)
  return field && isSerial(field) ? {number} : {}
}

interface ReadFieldCells extends Pick<RecordData, 'fields' | 'cells'> {
  /** Its state; null if it has none or the person may not read it. */
  readonly state: string | null
}

export async function shownData(on: OnShownRecord): Promise<ReadFieldCells> {
  const {reader, entity, record} = on
  const {paths, fields} = on.shown
  const files = await fileCells(reader, {entity, id: record.id}, paths)
  const cellAt = (path: Path, cell: Cell | undefined) => files.get(path.join('.')) ?? spelledOut(on, path, cell)
  const state = record.state.value
  const cells = paths.map((path, index) => {
    const plain = cellAt(path, record.cells[index])
    const href = record.hrefs[index]
    const cell = href && plain.text !== '' ? {...plain, href} : plain
    const paper = fields[index]?.display === 'time' ? onPaper(reader, record.cells[index]?.value) : null
    return paper === null || paper === cell.text ? cell : {...cell, paper}
  })
  return {...withMissing(on, fields, cells), state: typeof state === 'string' ? state : null}
}

/** A date or a time with its year, also in the present one: paper is read in other years too. */
function onPaper({moment}: OnRecord['reader'], value: unknown): string | null {
  if (typeof value !== 'string') return null
  const locale = {...localeOf(moment), year: 0}
  const [day, instant] = [readDate(value), value.includes('T') ? readDateTime(value) : null]
  return day ? showDate(day, locale) : instant ? showInstant(instant, locale) : null
}

/** Expected fields that are empty are shown as missing. */
function withMissing(
  {screen, shown, context}: OnRecord,
  fields: readonly ShownField[],
  cells: readonly ShownCell[],
): Pick<RecordData, 'fields' | 'cells'> {
  const expects = bulletOf(screen, expectsBullet)
  if (expects.length === 0) return {fields, cells}
  const expected = new Set(expects.map(path => path.join('.')))
  const isMissing = (index: number) =>
    expected.has(shown.paths[index]?.join('.') ?? '') && cells[index]?.text === '' && !cells[index]?.links?.length
  return {
    fields: fields.map((field, index) => (isMissing(index) ? {...field, ...missingField} : field)),
    cells: cells.map((cell, index) =>
      isMissing(index) ? {text: context.words.records.missing, value: 'missing'} : cell,
    ),
  }
}

const missingField = {display: 'state', tones: {missing: 'wait'}} as const

/** Rich text is shown in full, an email address as a link; a “no” that is only the default is not shown. */
function spelledOut({reader, entity}: OnRecord, path: Path, cell: ShownCell = {text: '', value: null}): ShownCell {
  const field = fieldAtPath(reader.entities, entity.name, path)?.field
  if (cell.value === false && field && isUsuallyNo(field)) return {...cell, text: ''}
  if (field && isRich(field.type) && typeof cell.value === 'string')
    return {text: cell.text, value: null, rich: richText(cell.value)}
  const href = typeof cell.value === 'string' ? (field?.type.toHref(cell.value) ?? null) : null
  const safe = href === null ? null : safeHref(href)
  return safe === null ? cell : {...cell, href: safe}
}

function isUsuallyNo({default: usual}: Field): boolean {
  return usual?.core?.op === 'value' && usual.core.value === false
}

/** Records that refer to this one, in tables; comments are shown with the history. */
async function relatedSections(on: OnRecord, parts: PageSections): Promise<RelatedData[]> {
  const shown = on.related.filter(each => !each.comment && maySee(on, each))
  return atOnce(shown.map(each => relatedPart(on, each, parts)))
}

/** For people who may read none of them, an empty list would be misleading. */
function maySee({context, visit}: OnRecord, {entity}: CompiledRelated): boolean {
  return (['read', 'create'] as const).some(act => context.engine.abilities(visit.actor, entity.name).ever(act))
}

async function relatedPart(on: OnRecord, each: CompiledRelated, parts: PageSections): Promise<RelatedData> {
  const name = `${each.entity.name} by ${each.by.name}`
  const failed = parts.failed.get(name)
  if (failed === undefined) return parts.read(name, () => relatedData(on, each))
  return {heading: each.heading, empty: '', columns: [], records: [], add: null, failed}
}

const historyPart = 'history'

type Past = Pick<RecordData, 'history' | 'addComments' | 'path'>

/** Changes of the record, comments on it, and the path of its states. */
async function pastData(on: OnShownRecord, parts: PageSections): Promise<Past> {
  if (parts.failed.has(historyPart)) return {history: [], addComments: [], path: await statePath(on, [])}
  return parts.read(historyPart, async () => {
    const comments = on.related.filter(each => each.comment !== null && maySee(on, each))
    const [adds, [history, path]] = await atOnce([
      atOnce(comments.map(each => commentForm(on, each))),
      readHistory(on.reader, {entity: on.entity.name, id: on.record.id}).then(entries =>
        atOnce([historyData(on, entries, comments), statePath(on, entries)]),
      ),
    ])
    const [first, ...others] = adds.filter(add => add !== null)
    const inText = (text: string) => inSentence(text, on.reader.moment.language)
    const addComments = first ? [first, ...others.map(add => ({...add, several: inText(add.several)}))] : []
    return {history, addComments, path}
  })
}

/** “Comment”, not “Add”: what is added has no list of its own here. */
async function commentForm(on: OnRecord, comment: CompiledRelated): Promise<AddData | null> {
  const add = await addData(on, comment)
  return add && {...add, button: on.context.words.records.comment(comment.entity.label)}
}

async function statePath(on: OnShownRecord, history: readonly HistoryEntry[]): Promise<RecordData['path']> {
  const states = on.context.display.states.get(on.entity.name)
  const state = on.record.state.value
  return !states || typeof state !== 'string' ? [] : pathData(on, {states, state, history})
}

/* The data of a display: the fields a record shows on a screen on the wall, and its colour. */

export async function displayData(on: OnShownRecord, parts: PageSections): Promise<DisplayData> {
  const {fields, cells} = await shownData(on)
  const related: RelatedData[] = []
  for (const each of on.related) {
    if (!maySee(on, each)) continue
    const name = `${each.entity.name} by ${each.by.name}`
    const failed = parts.failed.get(name)
    related.push(
      failed === undefined
        ? await parts.read(name, () => relatedOnDisplay(on, each))
        : {heading: each.heading, empty: '', columns: [], records: [], add: null, failed},
    )
  }
  return {heading: on.record.name, tone: toneOf(on), fields, cells: cells.map(unlinked), related}
}

function unlinked({href, ...cell}: ShownCell): ShownCell {
  return cell
}

/** The panel has no colour if the field is empty or hidden from the viewer. */
function toneOf({screen, context, entity, record}: OnShownRecord): string {
  const path = bulletOf(screen, display)?.colour
  const field = path && context.display.field(entity.name, path)
  return !field || record.colour.text === '' ? '' : toneBy(field, record.colour)
}

function toneBy(field: ShownField, {value, mark}: ShownCell): string {
  const word = String(value)
  if (field.display === 'yes/no') return hueClass(value === true ? 'red' : 'green')
  if (field.display === 'state') return field.tones?.[word] ?? ''
  // The values of a field of type colour are colours.
  const colour = mark?.colour ?? field.marks?.[word]?.colour ?? hues.find(hue => hue === word)
  return colour === undefined ? '' : hueClass(colour)
}
