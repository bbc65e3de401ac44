/** One record by itself: its fields, what can be done with it, what leads to it, and its history. */
import type {Entity} from '../../points/entities/model.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {RecordData, ShownCell} from '../../ui/records.ts'
import type {Outcome} from '../change.ts'
import {readHistory} from '../history.ts'
import type {Path} from '../list/request.ts'
import {type Action, type Form, type PageReply, Refused, type Reply, type Visit} from '../reply.ts'
import {previewAction} from './form-hints.ts'
import {type FormReply, lookedUp} from './form-lookup.ts'
import {problemsFor} from './problems.ts'
import {actionNames, actionPage, actionsData, performSent} from './record-actions.ts'
import {deletePage, deleteSent} from './record-delete.ts'
import {editPage, previewEdit, updateSent} from './record-edit.ts'
import {fileCells} from './record-files.ts'
import {changeableFields, isMayDelete, type Mode, modeOf, type OnRecord, type Tried} from './record-form.ts'
import {historyData} from './record-history.ts'
import {screenOf} from './record-links.ts'
import {pathData} from './record-path.ts'
import {findRecord, type RecordVisit, readRecord} from './record-place.ts'
import {addAction, addData, addPage, addSent, relatedData, relatedTo} from './record-related.ts'
import {versionIn} from './sent.ts'
import {fieldAt, shownField} from './shown-field.ts'
import {talkOf} from './talk.ts'
import {dayText} from './when.ts'
import {type RecordWorld, withRecords} from './world.ts'

export const compileRecord = withRecords((screen, world) => {
  const entity = world.specification.entities.entities.get('entity' in screen.shows ? screen.shows.entity : '')
  if (!entity) throw new Error(`there is no entity for the record ${screen.name}`)
  const at = (visit: Visit): RecordVisit => ({screen, world, entity, visit})
  return {load: visit => showPage(at(visit), null), actions: actionsOf(screen, world, entity)}
})

/** What the engine itself can do, and what the document says. */
function actionsOf(screen: Screen, world: RecordWorld, entity: Entity): ReadonlyMap<string, Action> {
  const at = (visit: Visit): RecordVisit => ({screen, world, entity, visit})
  const own: [string, Action][] = [
    ['update', (visit, form) => update(at(visit), form)],
    ['delete', (visit, form) => remove(at(visit), form)],
    [previewAction, (visit, form) => preview(at(visit), form)],
    ...screen.details.related.map(({entity: name, by}): [string, Action] => [
      addAction(name),
      (visit, form) => add(at(visit), {entity: name, by}, form),
    ]),
  ]
  const declared = actionNames(world.engine, entity.name)
  return new Map([
    ...own,
    ...declared.map((name): [string, Action] => [name, (visit, form) => act(at(visit), name, form)]),
  ])
}

async function showPage(at: RecordVisit, tried: Tried | null): Promise<PageReply> {
  const mode = modeOf(at.visit)
  return at.world.engine.read(at.visit.actor, async (reader): Promise<PageReply> => {
    const record = await findRecord(reader, at)
    if (!record) throw new Refused('NOT_FOUND')
    const on: OnRecord = {...at, reader, record, tried}
    const form = await formPage(on, mode)
    if (form) return lookedUp(reader, form, at.visit)
    const data = await recordData(on)
    return {kind: 'page', status: tried?.status ?? 200, title: data.heading, screen: 'record', data}
  })
}

/** Wherever it was sent from: what was being edited is shown as a form, with both versions where there are two. */
async function formPage(on: OnRecord, mode: Mode | null): Promise<FormReply | null> {
  const {tried} = on
  if (mode?.mode === 'edit' || tried?.action === 'update') return editPage(on)
  if (mode?.mode === 'delete' || tried?.action === 'delete') return deletePage(on)
  if (mode?.mode === 'action') return actionPage(on, mode.name)
  return mode?.mode === 'add' ? addPage(on, mode.name) : null
}

async function recordData(on: OnRecord): Promise<RecordData> {
  const {reader, screen, world, entity, visit, tried, record} = on
  const paths = screen.details.fields.length > 0 ? screen.details.fields : shownFields(entity)
  const machine = world.specification.states.machines.get(entity.name)
  const read = await readRecord(reader, on, machine ? [...paths, [machine.field]] : paths)
  if (!read) throw new Refused('NOT_FOUND')
  const {row} = read
  const files = await fileCells(reader, {entity, id: row.id}, paths)
  const actions = await actionsData(on)
  const related = screen.details.related.map(each => relatedTo(on, each))
  const talks = related.flatMap(each => {
    const talk = talkOf(each.entity, each.by.name)
    return talk ? [{...each, talk}] : []
  })
  const isTalk = (name: string) => talks.some(({entity: {name: talked}}) => talked === name)
  const tables = await Promise.all(related.filter(each => !isTalk(each.entity.name)).map(each => relatedData(on, each)))
  const talk = talks[0] ? await addData(on, talks[0]) : null
  const history = await readHistory(reader, {entity: entity.name, id: row.id})
  const state = machine ? row.cells[paths.length]?.value : null
  const declared = world.specification.actions.actions.get(entity.name) ?? new Map()
  const back = screenOf(world.screens, 'list', {entity: entity.name, actor: visit.actor})
  const hasForm = actions.some(({open}) => open) || tables.some(({add: form}) => form?.open) || talk?.open
  return {
    heading: record.name,
    version: record.version,
    actions,
    edit: (await changeableFields(on)).length > 0 ? `${visit.path}?edit` : null,
    remove: (await isMayDelete(on)) ? `${visit.path}?delete` : null,
    problems: tried && !hasForm ? tried.problems : [],
    back: back && {label: back.name, href: back.route.path},
    path: machine && typeof state === 'string' ? pathData({machine, actions: declared, state, history}) : [],
    fields: paths.flatMap(path => shownField(world.specification, entity.name, path) ?? []),
    cells: paths.map((path, index) => files.get(path.join('.')) ?? spelledOut(on, path, row.cells[index])),
    related: tables,
    history: await historyData(on, history, talks),
    talk,
  }
}

/** A day by itself is said in full, with the day of the week. */
function spelledOut({reader, entity}: OnRecord, path: Path, cell: ShownCell = {text: '', value: null}): ShownCell {
  const found = fieldAt(reader.entities, entity.name, path)
  const isDay = found?.field.type.type.kind === 'date' && typeof cell.value === 'string'
  return isDay ? {...cell, text: dayText(String(cell.value), reader.moment)} : cell
}

function shownFields(entity: Entity): Path[] {
  return [...entity.fields.values()].filter(field => field.type.keeps.kind !== 'other side').map(field => [field.name])
}

async function act(at: RecordVisit, action: string, form: Form): Promise<Reply> {
  const {world, entity, visit} = at
  const record = await world.engine.read(visit.actor, reader => findRecord(reader, at))
  if (!record) throw new Refused('NOT_FOUND')
  const outcome = await performSent(world.engine, visit, {entity, id: record.id, action, form})
  return answer(at, {action, form, outcome})
}

async function preview(at: RecordVisit, form: Form): Promise<Reply> {
  return at.world.engine.read(at.visit.actor, async reader => {
    const record = await findRecord(reader, at)
    if (!record) throw new Refused('NOT_FOUND')
    return previewEdit({...at, reader, record, tried: null}, form)
  })
}

async function update(at: RecordVisit, form: Form): Promise<Reply> {
  return answer(at, {action: 'update', form, outcome: await updateSent(at, form)})
}

async function remove(at: RecordVisit, form: Form): Promise<Reply> {
  const {world, entity, visit} = at
  const outcome = await deleteSent(at, form)
  const list = screenOf(world.screens, 'list', {entity: entity.name, actor: visit.actor})
  return answer(at, {action: 'delete', form, outcome, to: list?.route.path ?? '/'})
}

async function add(at: RecordVisit, related: {entity: string; by: string}, form: Form): Promise<Reply> {
  const outcome = await addSent(at, relatedTo(at, related), form)
  return answer(at, {action: addAction(related.entity), form, outcome, about: related.entity})
}

interface Answered {
  readonly action: string
  readonly form: Form
  readonly outcome: Outcome
  /** Where it leads when it has happened: back to the record where nothing is said. */
  readonly to?: string
  /** Whose fields the problems are about. */
  readonly about?: string
}

async function answer(at: RecordVisit, {action, form, outcome, to, about}: Answered): Promise<Reply> {
  const {world, entity, visit} = at
  if (outcome.ok) return {kind: 'redirect', to: to ?? visit.path}
  if (outcome.code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  const meant = world.specification.entities.entities.get(about ?? '') ?? entity
  const {problems, status} = problemsFor(world.specification, meant, outcome)
  const stale = outcome.code === 'CONFLICT' ? versionIn(form) : null
  return showPage(at, {action, form, problems, status, stale})
}
