/** The record screen: selects the form that the address names, and handles everything sent to the page. */

import type {Actor} from '../../engine/base/actor.ts'
import {screenThat} from '../../engine/base/screens-that.ts'
import type {ServerKind} from '../../engine/kind.ts'
import {
  addressWith,
  cameFrom,
  type FoundRecord,
  findId,
  recordAt,
  recordPlace,
  recordsAt,
} from '../../engine/links/record-address.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  Refused,
  type Reply,
  type ShownAgain,
  type Visit,
  withoutProblems,
} from '../../engine/reply.ts'
import {type BesideScreen, type RecordContext, withRecords} from '../../engine/screen-context.ts'
import type {Outcome} from '../../engine/transaction/change.ts'
import {writeAll} from '../../engine/write/write.ts'
import {type CompiledReasons, compileReasons, recordReasons} from '../../features/approvals/decision-data.ts'
import {editPanels} from '../../features/approvals/form-panels.ts'
import {holdsFiles} from '../../features/forms/fields.ts'
import {versionIn} from '../../features/forms/form-input.ts'
import type {FormReply} from '../../features/forms/form-page.ts'
import {partListsOf} from '../../features/forms/line-items.ts'
import {previewAction} from '../../features/forms/preview.ts'
import {actionPage} from '../../features/records/action-page.ts'
import {declaredAction, previewIn, typedText, withComparisons} from '../../features/records/action-preview.ts'
import {actionNames, actionsWithFiles, inputForm, performSent, sentAction} from '../../features/records/actions.ts'
import {changeAction, changePage, changeSent, mentionsPage} from '../../features/records/comments.ts'
import {compiledRecord, type RecordVisit} from '../../features/records/compiled-record.ts'
import {deletePage, deleteSent, removeAction, removePage, removeSent} from '../../features/records/delete.ts'
import {editPage, previewEdit, updateSent} from '../../features/records/edit.ts'
import {type PageSections, withSections} from '../../features/records/page-sections.ts'
import {displayData, recordData} from '../../features/records/record-data.ts'
import {type Mode, modeOf, type OnRecord, refusedAttempt, type Tried} from '../../features/records/record-forms.ts'
import {addAction, addPage, addSent} from '../../features/records/related.ts'
import {isFile} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {display} from '../../points/screens/bullets/colours.ts'
import {type Related, related as relatedBullet} from '../../points/screens/bullets/related.ts'
import {actions, fields as fieldsBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'

export const compileRecord = withRecords((declared, context) => {
  const entity = context.specification.entities.entities.get(entityShown(declared))
  if (!entity) throw new Error(`there is no entity for the record ${declared.name}`)
  const screen = withPartsBelow(declared, context.specification, entity)
  const at = visitsOf(screen, context, entity)
  return bulletOf(screen, display) ? openDisplay(screen, at) : openRecord({screen, context, entity}, at)
})

/** Line items and comments that the document names among the fields are shown as those of `with` are. */
function withPartsBelow(screen: Screen, {entities}: Specification, {fields}: Entity): Screen {
  const {details} = screen
  const listed = bulletOf(screen, fieldsBullet).map(([name = '', ...more]) => {
    const storage = more.length === 0 ? fields.get(name)?.type.storage : undefined
    return storage?.kind === 'other side' && entities.entities.get(storage.entity)?.partOf?.field === storage.by
      ? storage
      : null
  })
  const isShown = (list: Related) =>
    bulletOf(screen, relatedBullet).some(({entity, by}) => entity === list.entity && by === list.by)
  const added = listed.flatMap(list =>
    list && !isShown(list) ? [{entity: list.entity, by: list.by, amongFields: true as const}] : [],
  )
  if (listed.every(list => list === null)) return screen
  return {
    ...screen,
    details: {
      ...details,
      fields: bulletOf(screen, fieldsBullet).filter((_, index) => listed[index] === null),
      related: [...added, ...bulletOf(screen, relatedBullet)],
    },
  }
}

/** A display offers no actions and no forms. */
function openDisplay({name}: Screen, at: (visit: Visit) => RecordVisit): OpenScreen {
  return {
    onDevices: {name},
    load: visit =>
      withSections(visit, parts =>
        at(visit).context.engine.read(visit.actor, async reader => {
          const record = await recordsAt(reader, at(visit), at(visit).shown.records)
          if (!record) throw new Refused('NOT_FOUND')
          const data = await displayData({...at(visit), reader, record, tried: null}, parts)
          return {kind: 'page', status: 200, title: data.heading, screen: 'display', unattended: true, data} as const
        }),
      ),
    actions: new Map<string, ActionHandler>(),
  }
}

/** The content and the actions of the page, at an address of another screen. */
export const openBeside: NonNullable<ServerKind['openBeside']> = (declared, {engine, ...context}, place) => {
  const entity = context.specification.entities.entities.get(entityShown(declared))
  if (!entity || !engine) return null
  const screen: Screen = {...declared, address: {kind: 'record', key: 'id'}}
  const on = {screen, context: {...context, engine}, entity}
  const compiled = compiledRecord({...on, panels: editPanels(screen, on.context, entity)})
  const {address} = declared
  const linked = address.kind === 'record' && address.key !== 'id' ? {linkedBy: address.key} : {}
  return openRecord(on, visit => {
    const {id, here, away} = place(visit)
    return {...compiled, ...linked, visit: {...visit, parameters: {...visit.parameters, id}}, here, away}
  })
}

/** `at`: the record of a visit, and its address. */
function openRecord(
  {screen, context, entity}: Pick<RecordVisit, 'screen' | 'context' | 'entity'>,
  at: (visit: Visit) => RecordVisit,
): BesideScreen {
  return {
    load: visit => showPage(at(visit), null),
    actions: actionsOf(at, {screen, context, entity}),
    again: (visit, form, shown) => showRecord(at(visit), record => typedBefore(form, record, shown)),
    takesFiles: actor => new Set(takingFiles(screen, context, entity, actor)),
  }
}

/** A form at the address of a record edits it; its actions are performed after saving, in the same step. */
export const compileEditing = withRecords((screen, context) => {
  const entity = context.specification.entities.entities.get(entityShown(screen))
  if (!entity) throw new Error(`there is no entity for the form ${screen.name}`)
  const at = visitsOf(screen, context, entity)
  const saving = ['update', ...bulletOf(screen, actions)]
  return {
    load: visit => showPage(at(visit), null),
    actions: new Map<string, ActionHandler>([
      ...saving.map((name): [string, ActionHandler] => [name, (visit, form) => update(at(visit), form, name)]),
      [previewAction, (visit, form) => preview(at(visit), form)],
    ]),
    again: (visit, form, shown) => showRecord(at(visit), record => typedBefore(form, record, shown)),
    takesFiles: actor => new Set(savesFiles(context, entity, actor) ? saving : []),
  }
})

/** A record on its own page, with the data that helps to decide about it. */
interface RecordPage extends RecordVisit {
  readonly reasons?: CompiledReasons | null
}

function visitsOf(screen: Screen, context: RecordContext, entity: Entity): (visit: Visit) => RecordPage {
  const compiled = compiledRecord({screen, context, entity, panels: editPanels(screen, context, entity)})
  const reasons = compileReasons(screen, {entity, context})
  return visit => ({...compiled, reasons, visit})
}

/** The engine's own actions and those of the document. */
function actionsOf(
  at: (visit: Visit) => RecordVisit,
  {screen, context, entity}: Pick<RecordVisit, 'screen' | 'context' | 'entity'>,
): ReadonlyMap<string, ActionHandler> {
  const sending =
    (action: string, send: SendRelated, about: string): ActionHandler =>
    async (visit, form) =>
      answer(at(visit), {action, form, outcome: await send(at(visit), form, about), about})
  const ofRelated = bulletOf(screen, relatedBullet).flatMap(({entity: name}) =>
    [
      [addAction(name), addSent] as const,
      [changeAction(name), changeSent] as const,
      [removeAction(name), removeSent] as const,
    ].map(([action, send]): [string, ActionHandler] => [action, sending(action, send, name)]),
  )
  return new Map<string, ActionHandler>([
    ['update', (visit, form) => update(at(visit), form)],
    ['delete', (visit, form) => remove(at(visit), form)],
    [previewAction, (visit, form) => preview(at(visit), form)],
    ...ofRelated,
    ...actionNames(context.engine, entity.name).map((name): [string, ActionHandler] => [
      name,
      (visit, form) => actOnRecord(at(visit), name, form),
    ]),
  ])
}

/** Adds, changes or removes a record of this entity that belongs to the one of the page. */
type SendRelated = (at: RecordVisit, form: Form, entity: string) => Promise<Outcome>

/** Whether saving the record may send files: its own, or those of its line items. */
function savesFiles({engine, specification}: RecordContext, entity: Entity, actor: Actor): boolean {
  const parts = partListsOf(specification, entity).filter(list => list.fields.some(isFile))
  const mayChange = (name: string) =>
    (['create', 'update'] as const).some(act => engine.abilities(actor, name).ever(act))
  return (
    (holdsFiles(entity) && engine.abilities(actor, entity.name).ever('update')) ||
    parts.some(list => mayChange(list.entity.name))
  )
}

/** The actions of the page that accept files. */
function takingFiles(screen: Screen, context: RecordContext, entity: Entity, actor: Actor): string[] {
  const {engine, specification} = context
  const {entities} = specification.entities
  const related = bulletOf(screen, relatedBullet).filter(({entity: name}) => {
    const target = entities.get(name)
    return target && holdsFiles(target) && engine.abilities(actor, name).ever('create')
  })
  return [
    ...(savesFiles(context, entity, actor) ? ['update'] : []),
    ...related.map(({entity: name}) => addAction(name)),
    ...actionsWithFiles(engine, entity.name, actor),
  ]
}

/** Includes the version it was typed for, so that changes by others are not overwritten by accident. */
function typedBefore(form: Form, {version}: FoundRecord, shown: ShownAgain = withoutProblems): Tried {
  const seen = versionIn(form)
  const stale = Number.isInteger(seen) && seen !== version ? seen : null
  return {action: form.text('_action') ?? '', form, ...shown, stale}
}

function showPage(at: RecordPage, tried: Tried | null): Promise<PageReply> {
  return showRecord(at, () => tried)
}

async function showRecord(at: RecordPage, triedOn: (record: FoundRecord) => Tried | null): Promise<PageReply> {
  const {page, id} = await withSections(at.visit, parts =>
    at.context.engine.read(at.visit.actor, reader => pageOf({...at, reader}, triedOn, parts)),
  )
  const {toRecord} = at.visit.additions ?? {}
  if (page.screen !== 'record' || !toRecord) return page
  return {...page, data: {...page.data, ...(await toRecord(page.data, id))}}
}

type RecordReading = RecordPage & Pick<OnRecord, 'reader'>

async function pageOf(
  at: RecordReading,
  triedOn: (record: FoundRecord) => Tried | null,
  parts: PageSections,
): Promise<{readonly page: PageReply; readonly id: string}> {
  const {reader} = at
  const mode = modeOf(at)
  const shown = mode === null ? await recordsAt(reader, at, at.shown.records) : null
  const record = mode === null ? shown : await recordAt(reader, at)
  if (!record) throw new Refused('NOT_FOUND')
  const tried = triedOn(record)
  const {id} = record
  const form = await formOn({...at, record, tried}, mode)
  if (form) return {page: form, id}
  if (!shown) throw new Refused('NOT_FOUND')
  const on = {...at, record: shown, tried}
  at.visit.opened?.(id)
  const {data: found, beside: reasons} = await recordData(on, parts, async offered =>
    at.reasons ? recordReasons(on, at.reasons, offered) : null,
  )
  const data = {...at.above(), ...found, ...(reasons ? {reasons} : {})}
  const status = tried?.status ?? 200
  return {page: {kind: 'page', status, title: data.heading, screen: 'record', remembered: true, data}, id}
}

/** A rejected edit is shown as a form wherever it was sent from, with both versions after a conflict. */
async function formOn(on: OnRecord, mode: Mode | null): Promise<FormReply | null> {
  const {tried} = on
  if (mode?.mode === 'edit' || tried?.action === 'update') return editPage(on)
  if (mode?.mode === 'delete' || tried?.action === 'delete') return deletePage(on)
  if (mode?.mode === 'remove') return removePage(on, mode)
  if (mode?.mode === 'change') return changePage(on, mode)
  if (mode?.mode === 'mentions') return mentionsPage(on, mode.name)
  if (mode?.mode === 'action') return actionPage(on, mode.name)
  return mode?.mode === 'add' ? addPage(on, mode.name) : null
}

async function actOnRecord(at: RecordVisit, action: string, form: Form): Promise<Reply> {
  const {context, entity, visit} = at
  const locate = async (reader: ReadContext) => {
    const id = await findId(reader, at)
    if (id === null) throw new Refused('NOT_FOUND')
    return id
  }
  const declared = declaredAction(at, action)
  if (declared?.form?.previews && form.text('_seen') !== typedText(form)) {
    const {request} = sentAction({entity, action, form})
    let id = ''
    const found = await context.engine.dryRun(
      visit.actor,
      async writing => {
        id = await locate(writing)
        return writeAll(writing, [{...request, id}])
      },
      (writing, acted) => previewIn(at, writing, {id, action: declared, acted, form}),
    )
    if (!found.ok) return answer(at, {action, form, outcome: found})
    const preview = await context.engine.read(visit.actor, reader =>
      withComparisons(reader, found.value, {context, action: declared}),
    )
    const tried = {action, form, problems: [], status: 422, stale: null, preview}
    return showAction(at, action, tried)
  }
  const to = cameFrom(visit) ?? addressWith(at, '')
  const outcome = await performSent(context.engine, visit, {entity, locate, action, form, to})
  return answer(at, {action, form, outcome, to})
}

/** The page of the action, wherever it was sent from. */
async function showAction(at: RecordVisit, name: string, tried: Tried): Promise<PageReply> {
  return at.context.engine.read(at.visit.actor, async reader => {
    const record = await recordAt(reader, at)
    if (!record) throw new Refused('NOT_FOUND')
    return actionPage({...at, reader, record, tried}, name)
  })
}

async function preview(at: RecordVisit, form: Form): Promise<Reply> {
  return at.context.engine.read(at.visit.actor, async reader => {
    const record = await recordAt(reader, at)
    if (!record) throw new Refused('NOT_FOUND')
    const on = {...at, reader, record, tried: null}
    const action = at.visit.query.get('action')
    return previewEdit(on, form, action === null ? null : await inputForm(on, action))
  })
}

/** `name`: the action to perform after saving. */
async function update(at: RecordVisit, form: Form, name = 'update'): Promise<Reply> {
  const outcome = await updateSent(at, form, name === 'update' ? null : name)
  const isForm = at.screen.kind.can.edit
  const to = isForm && outcome.ok ? ((await recordPlace(at, outcome.records[0]?.id ?? '')) ?? '/') : undefined
  return answer(at, {action: name, form, outcome, ...(to === undefined ? {} : {to})})
}

async function remove(at: RecordVisit, form: Form): Promise<Reply> {
  const {context, entity, visit} = at
  const list = screenThat(context.screens, 'browse', {entity: entity.name, actor: visit.actor})
  const to = at.away ?? list?.route.path ?? '/'
  const outcome = await deleteSent(at, form, to)
  return answer(at, {action: 'delete', form, outcome, to})
}

interface Answered {
  readonly action: string
  readonly form: Form
  readonly outcome: Outcome
  /** The address after success; by default the record. */
  readonly to?: string
  /** The entity whose fields the problems refer to. */
  readonly about?: string
}

async function answer(at: RecordVisit, {action, form, outcome, to, about}: Answered): Promise<Reply> {
  const {context, entity} = at
  if (outcome.ok) return {kind: 'redirect', to: to ?? addressWith(at, '')}
  const meant = context.specification.entities.entities.get(about ?? '') ?? entity
  return showPage(at, refusedAttempt(context, meant, {action, form, outcome}))
}
