/**
 * The data of a record: its fields, actions, related records and history, each section read so that it may fail
 * alone.
 */

import type {RecordData, RelatedData, ShownCell} from '../../../contract/record.ts'
import type {Field} from '../../../points/entities/model.ts'
import type {ListRow, Path} from '../../list/request.ts'
import {Refused, type Visit} from '../../reply.ts'
import {isRich, richText} from '../../rich-text.ts'
import {type HistoryEntry, readHistory} from '../../write/history.ts'
import {fieldAt} from '../field-display.ts'
import {dateText} from '../span/dates.ts'
import {actionsData} from './actions.ts'
import type {Lead} from './compiled-record.ts'
import {deletionIntro} from './delete.ts'
import {fileCells} from './files.ts'
import {changeableFields, isMayDelete, type OnRecord} from './forms.ts'
import {historyData} from './history.ts'
import {editLink, placeOf, recordLink} from './record-address.ts'
import {addData, headingOf, type RelatedTo, relatedData, relatedTo, type Talk, talkOf} from './related.ts'
import {pathData} from './state-path.ts'

// Parts of a page that may fail alone. A database refuses everything after a statement that failed, so the page is
// read again without the part, which says in its place that it could not be read.

export class Parts {
  /** The reference of each that failed, for whoever looks into the log. */
  readonly failed: ReadonlyMap<string, string>
  /** What is being read just now. */
  reading: string | null = null

  constructor(failed: ReadonlyMap<string, string>) {
    this.failed = failed
  }

  async read<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.reading = name
    const result = await work()
    this.reading = null
    return result
  }
}

export async function withoutFailing<T>({failed}: Visit, work: (parts: Parts) => Promise<T>): Promise<T> {
  const references = new Map<string, string>()
  for (;;) {
    const parts = new Parts(references)
    try {
      return await work(parts)
    } catch (cause) {
      // A part that has failed already is not read again, so this ends.
      if (cause instanceof Refused || parts.reading === null || references.has(parts.reading)) throw cause
      references.set(parts.reading, failed(cause))
    }
  }
}

// One record by itself: its fields, what can be done with it, what leads to it, and its history.

export async function recordData(on: OnRecord, parts: Parts): Promise<RecordData> {
  const {world, entity, visit, tried, record} = on
  const shown = await shownData(on)
  const actions = await actionsData(on)
  const around = await aroundData(on, parts)
  const past = await pastData(on, around.talks, parts)
  const can = actions.map(({name}) => name)
  const back = placeOf(world.screens, {entity: entity.name, actor: visit.actor, can})
  const forms = [...actions, ...around.related.map(({add}) => add), past.addComment]
  return {
    heading: record.name,
    version: record.version,
    actions,
    edit: (await changeableFields(on)).length > 0 ? editHref(on) : null,
    remove: (await isMayDelete(on)) ? `${visit.path}?delete` : null,
    deleteWarning: deletionIntro(on.world.words, on.entity),
    problems: tried && !forms.some(form => form?.open) ? tried.problems : [],
    back: back && {label: back.name, href: back.route.path},
    ...numberOf(on),
    path: pathOf(on, shown.state, past.entries),
    fields: shown.fields,
    cells: shown.cells,
    related: around.related,
    history: past.history,
    historyFailed: parts.failed.get(historyPart) ?? null,
    addComment: past.addComment,
  }
}

/** The form of the document that edits such records, where it goes by the same key; else the one of this page. */
function editHref({screen, world, entity, visit, record}: OnRecord): string {
  const form = editLink(world.screens, entity.name, visit.actor)
  if (form?.key === 'id') return form.href(record.id)
  const same = screen.address.kind === 'record' && form?.key === screen.address.key
  return form && same ? form.href(visit.parameters[form.key] ?? '') : `${visit.path}?edit`
}

function numberOf({screen, entity, visit}: OnRecord): Pick<RecordData, 'number'> {
  const name = screen.address.kind === 'record' ? screen.address.key : ''
  const number = visit.parameters[name] ?? ''
  const keeps = entity.fields.get(name)?.type.keeps
  return keeps?.kind === 'column' && keeps.counter !== null ? {number} : {}
}

interface Shown extends Pick<RecordData, 'fields' | 'cells'> {
  /** Where it stands; null where it has no states, or none that may be read. */
  readonly state: string | null
}

async function shownData(on: OnRecord): Promise<Shown> {
  const {reader, entity, record} = on
  const {paths, fields, machine, leads} = on.shown
  const files = await fileCells(reader, {entity, id: record.id}, paths)
  const cellAt = (path: Path, cell: ListRow['cells'][number] | undefined) =>
    files.get(path.join('.')) ?? spelledOut(on, path, cell)
  const state = machine ? record.cells[paths.length]?.value : null
  return {
    fields,
    cells: paths.map((path, index) => led(on, cellAt(path, record.cells[index]), leads[index])),
    state: typeof state === 'string' ? state : null,
  }
}

/** A record that has a page for this person leads there. */
function led({record, world, visit}: OnRecord, cell: ShownCell, lead: Lead | null | undefined): ShownCell {
  const link = lead && cell.text !== '' ? recordLink(world.screens, lead.entity, visit.actor) : null
  const key = link && lead && (link.key === 'id' ? cell.value : record.cells[lead.keys.get(link.key) ?? -1]?.value)
  const there = typeof key === 'string' || typeof key === 'number' ? String(key) : ''
  return link && there !== '' ? {...cell, href: link.href(there)} : cell
}

/** A day by itself is said in full, with the day of the week; a “no” that nobody chose is not said at all. */
function spelledOut({reader, entity}: OnRecord, path: Path, cell: ShownCell = {text: '', value: null}): ShownCell {
  const field = fieldAt(reader.entities, entity.name, path)?.field
  if (cell.value === false && field && isUsuallyNo(field)) return {...cell, text: ''}
  if (field && isRich(field.type) && typeof cell.value === 'string')
    return {text: cell.text, value: null, rich: richText(cell.value)}
  const isDay = field?.type.type.kind === 'date' && typeof cell.value === 'string'
  return isDay ? {...cell, text: dateText(String(cell.value), reader.moment)} : cell
}

function isUsuallyNo({default: usual}: Field): boolean {
  return usual?.core?.op === 'value' && usual.core.value === false
}

type Talks = readonly (RelatedTo & {readonly talk: Talk})[]

interface Around {
  readonly related: readonly RelatedData[]
  readonly talks: Talks
}

/** What leads to the record: a conversation stands with its history, everything else in tables. */
async function aroundData(on: OnRecord, parts: Parts): Promise<Around> {
  const related: RelatedData[] = []
  const talks: (RelatedTo & {readonly talk: Talk})[] = []
  for (const each of on.screen.details.related.map(one => relatedTo(on, one))) {
    const talk = talkOf(each.entity, each.by.name)
    if (talk) talks.push({...each, talk})
    else if (maySee(on, each)) related.push(await relatedPart(on, each, parts))
  }
  return {related, talks}
}

/** For whoever may read none of them, nothing is not what is there. */
function maySee({world, visit}: OnRecord, {entity}: RelatedTo): boolean {
  return (['read', 'create'] as const).some(act => world.engine.mayEver(visit.actor, act, entity.name))
}

async function relatedPart(on: OnRecord, each: RelatedTo, parts: Parts): Promise<RelatedData> {
  const name = `${each.entity.name} by ${each.by.name}`
  const failed = parts.failed.get(name)
  if (failed === undefined) return parts.read(name, () => relatedData(on, each))
  return {heading: headingOf(on, each), columns: [], records: [], add: null, failed}
}

const historyPart = 'history'

interface Past extends Pick<RecordData, 'history' | 'addComment'> {
  readonly entries: readonly HistoryEntry[]
}

/** What happened to the record, and what people say about it. */
async function pastData(on: OnRecord, talks: Talks, parts: Parts): Promise<Past> {
  if (parts.failed.has(historyPart)) return {entries: [], history: [], addComment: null}
  return parts.read(historyPart, async () => {
    const talk = talks[0] ? await addData(on, talks[0]) : null
    const entries = await readHistory(on.reader, {entity: on.entity.name, id: on.record.id})
    return {entries, history: await historyData(on, entries, talks), addComment: talk}
  })
}

function pathOf({world, entity}: OnRecord, state: string | null, history: readonly HistoryEntry[]): RecordData['path'] {
  const states = world.display.states.get(entity.name)
  return !states || state === null ? [] : pathData({states, state, history})
}
