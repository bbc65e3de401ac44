/** The list screen: shows, exports and imports a list, runs bulk actions, and saves views. */

import {personOf} from '../../engine/base/actor.ts'
import {screenProse} from '../../engine/base/prose.ts'
import {writeExportFile} from '../../engine/csv/export.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {entityNouns, namingPaths} from '../../engine/display/record-names.ts'
import {CompiledList} from '../../engine/lists/list-plan.ts'
import {asksForExport} from '../../engine/page/address.ts'
import {emptyQuery, type Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {cell, commonName, nameWithout, text} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  Refused,
  type Reply,
  type ShownAgain,
  type Visit,
  withoutProblems,
} from '../../engine/reply.ts'
import {type BesideScreen, PerRoles, type RecordContext, withRecords} from '../../engine/screen-context.ts'
import {mostUndone} from '../../engine/transaction/journal.ts'
import {requireProof} from '../../engine/transaction/proof.ts'
import {
  actionsOfButton,
  bulkActions,
  bulkProblems,
  misfits,
  performBulk,
  type Selected,
  selectedIn,
} from '../../features/collections/bulk.ts'
import {allKey, cellKey, mostAtOnce, openedKey, suggestKey} from '../../features/collections/data.ts'
import {aboutOf, titleOf} from '../../features/collections/filters.ts'
import {type ListPlace, loadList, queryOf, type TriedOnList} from '../../features/collections/list-data.ts'
import {listDefinition} from '../../features/collections/list-definition.ts'
import {compileListFeed, listCsv} from '../../features/collections/list-exports.ts'
import {panelFor} from '../../features/collections/list-panels.ts'
import {askedOf, matchingRecords} from '../../features/collections/list-reading.ts'
import {suggestedFilters} from '../../features/collections/suggestions.ts'
import {forgetView, saveView} from '../../features/collections/view-options.ts'
import type {AboutRecord, FormScreenData} from '../../features/forms/data.ts'
import {inputFields, recordFields} from '../../features/forms/fields.ts'
import {formPage, lookupAt, type SentForm} from '../../features/forms/form-page.ts'
import {previewAction} from '../../features/forms/preview.ts'
import {holidaysSent, importPage, importSent} from '../../features/import/server.ts'
import {actionNames, actionsWithFiles, stopsAt} from '../../features/records/actions.ts'
import {deletionIntro} from '../../features/records/delete.ts'
import {toMillis} from '../../feel/calendar.ts'
import {leadsToPerson} from '../../points/entities/lookup.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {readId} from '../../points/entities/values/id.ts'
import {longestAddress} from '../../points/limits/settings.ts'
import type {Screen, ScreenOf} from '../../points/screens/model.ts'
import {cellForm, saveCell} from './cell-editing.ts'
import {compilePanels, isOfPanel, withRecordPanel} from './opened-record.ts'

// The form before a bulk action: its records are in the address and listed by name, with the inputs of the action. If
// the action does not apply to all of them, the page names those and cannot be submitted.

interface BulkRequest {
  readonly action: string
  readonly tried: SentForm | null
}

function bulkForm(place: ListPlace, visit: Visit, {action, tried}: BulkRequest): Promise<Reply> {
  const {named, entity, context} = place
  return context.engine.read(visit.actor, async reader => {
    const {selected, more} = await selectionOf(reader, place, {form: tried?.form ?? null, visit})
    if (selected.length === 0) throw new Refused('BAD_INPUT')
    const wanted = await bulkStepOf(reader, place, {action, selected})
    const problems = await misfits(reader, {entity, action, selected, actions: wanted.actions})
    const [first] = problems
    const outcome = {ok: false, code: first?.code ?? '', problems} as const
    const unfit = more
      ? tooMany(context)
      : first
        ? await bulkProblems(reader, {entity, selected, outcome}, context)
        : null
    const inputs = {entity: entity.name, fields: inputFields(wanted.asks)}
    const filling = {sent: tried?.form ?? null, ...lookupAt(visit, visit.url)}
    const back = listAddress(visit)
    const {onCount} = context.words.lists
    const label =
      selected.length > 1
        ? onCount(wanted.label, selected.length, entityNouns(context.specification, entity.name).several)
        : wanted.label
    return formPage(
      visit,
      {
        ...headOf(place, wanted, selected.length),
        back: {label: named.name, href: back},
        ...(await aboutSelected(reader, place, selected)),
        fields: unfit ? [] : await recordFields(reader, inputs, filling),
        actions: unfit ? [] : [{name: action, label, tone: wanted.stops ? 'danger' : 'primary'}],
        cancel: back,
      },
      unfit ? {...unfit, status: tried?.status ?? unfit.status} : tried,
    )
  })
}

interface SelectedRecords {
  readonly selected: readonly Selected[]
  /** All records of the list were selected, and there are more than can be changed at once. */
  readonly more: boolean
}

/** The selected records, or all records of the list. */
async function selectionOf(
  reader: ReadContext,
  {named, context}: ListPlace,
  {form, visit}: {form: Form | null; visit: Visit},
): Promise<SelectedRecords> {
  if (!asksForAll(form, visit)) return {selected: selectedIn(form, visit), more: false}
  const {rows, more} = await matchingRecords(reader, named, {visit, context, summed: null})
  return {selected: rows.map(({id, version}) => ({id, version})), more}
}

const asksForAll = (form: Form | null, {query}: Visit): boolean => query.has(allKey) || form?.text(allKey) != null

function tooMany({words, specification}: RecordContext, limit = mostAtOnce): TriedOnList {
  const most = new Intl.NumberFormat(specification.limits.settings.LANGUAGE).format(limit)
  return {problems: [{field: null, message: words.lists.tooMany(most)}], status: 422}
}

interface BulkStep {
  readonly name: string
  readonly label: string
  readonly asks: Awaited<ReturnType<typeof bulkActions>>[number]['asks']
  readonly stops: boolean
  /** The actions of its button. */
  readonly actions: readonly string[]
}

async function bulkStepOf(
  reader: ReadContext,
  {entity, context, named}: ListPlace,
  {action, selected}: {action: string; selected: readonly Selected[]},
): Promise<BulkStep> {
  const {specification, words} = context
  if (action === 'delete') return {name: action, label: words.forms.delete, asks: [], stops: true, actions: [action]}
  const declared = specification.actions.actions.get(entity.name)?.get(action)
  if (!declared) throw new Refused('UNKNOWN_ACTION')
  const ids = selected.map(({id}) => id)
  const actions = actionsOfButton(reader, {entity, action, named: named.actions, context})
  const offered = (await bulkActions(reader, entity.name, ids)).find(({name}) => actions.includes(name))
  const stops = stopsAt(context, entity.name, action)
  return {name: action, label: declared.label, asks: offered?.asks ?? [], stops, actions}
}

function headOf(
  {entity, context}: ListPlace,
  {name, label}: BulkStep,
  count: number,
): Pick<FormScreenData, 'heading' | 'intro'> {
  const {lists} = context.words
  const nouns = entityNouns(context.specification, entity.name)
  const several = lists.onSeveral(count, nouns[count === 1 ? 'one' : 'several'])
  const lasts = count > mostUndone ? lists.cannotBeUndone : ''
  if (name !== 'delete') return {heading: lists.asking(label, several), intro: lasts}
  return {
    heading: lists.deletingSeveral(several),
    intro: [lasts, deletionIntro(context, entity)].filter(Boolean).join(' '),
  }
}

/** The others are counted. */
const mostNamed = 5

/** In the order of selection: the name and date. Hidden records are not named. */
async function aboutSelected(
  reader: ReadContext,
  {entity, named}: ListPlace,
  selected: readonly Selected[],
): Promise<Pick<FormScreenData, 'about' | 'aboutMore'>> {
  const ids = selected.slice(0, mostNamed).map(({id}) => id)
  const naming = namingPaths(entity)
  const kindOf = (path: Path) => fieldAtPath(reader.entities, entity.name, path)?.field
  const isOfPerson = (path: Path) => {
    const field = kindOf(path)
    return field !== undefined && leadsToPerson(field)
  }
  const isDay = (path: Path) => kindOf(path)?.span !== undefined || kindOf(path)?.type.type.kind === 'date'
  const person = naming.find(isOfPerson)
  const dated = naming.some(isDay) ? undefined : named.shown.columns.find(isDay)
  const listed = {name: commonName, rest: nameWithout, person: cell(person ?? null), dated: text(dated ?? null)}
  const found = await records(entity, listed).byIds(reader, ids)
  const about = ids.flatMap((id): AboutRecord[] => {
    const row = found.get(id)
    if (!row) return []
    const rest = person && row.person.text !== '' ? row.rest([person]) : ''
    const who = rest === '' ? null : row.person
    const when = who ? rest : row.dated
    return [
      {
        id,
        name: who ? who.text : row.name,
        ...(when === '' ? {} : {when}),
        ...(who ? {person: String(who.value)} : {}),
      },
    ]
  })
  const more = selected.length - ids.length
  return {about, ...(more > 0 ? {aboutMore: more} : {})}
}

/** The address of the list without the bulk action. */
function listAddress({path, query, url}: Visit): string {
  if (![...query.keys()].some(name => ofBulk.has(name))) return url
  const kept = new URLSearchParams([...query].filter(([name]) => !ofBulk.has(name)))
  return kept.size === 0 ? path : `${path}?${kept}`
}

/** The address that confirms an action on these records. */
function askingAddress(visit: Visit, action: string, selection: readonly Selected[] | 'all'): string {
  const kept = [...visit.query].filter(([name]) => !ofBulk.has(name))
  const records =
    selection === 'all' ? [[allKey, 'yes']] : selection.map(({id, version}) => ['_record', `${id}:${version}`])
  return `${visit.path}?${new URLSearchParams([...kept, ['_bulk', action], ...records])}`
}

/** Query parameters about selected records; a form sent as a query has `_once` too. */
const ofBulk: ReadonlySet<string> = new Set(['_bulk', '_record', '_once', allKey])

export const compileList = withRecords((screen: ScreenOf<'list'>, context) => {
  const page = pageOf(screen, context)
  const at = (visit: Visit) => (screen.address.kind === 'some' ? pageAbout(page, screen, visit) : page)
  const {panels} = page.named
  const acting: ActionHandler = async (visit, form) =>
    isOfPanel(visit, form) ? actBeside(await at(visit), visit, form) : actOnList(await at(visit), visit, form)
  const names = [...actionNames(context.engine, page.entity.name), 'delete']
  const beside = panels.flatMap(({open}) => [...open.actions.keys()])
  return {
    load: async visit => look(await at(visit), visit),
    ...compileListFeed(screen, page.named.shown, context),
    actions: new Map<string, ActionHandler>([
      ...[...names, ...beside].map(name => [name, acting] as const),
      ['save view', async (visit, form) => keepView(await at(visit), visit, form)],
      ['forget view', (visit, form) => dropView(page, visit, form)],
      ['check import', async (visit, form) => importSent(await at(visit), visit, {form, dryRun: true})],
      ['check holidays', async (visit, form) => holidaysSent(await at(visit), visit, form)],
      ['import records', async (visit, form) => importSent(await at(visit), visit, {form, dryRun: false})],
    ]),
    again: async (visit, form, shown) => askedAgain(await at(visit), visit, {form, ...(shown ?? withoutProblems)}),
    takesFiles: actor => {
      const imports = context.engine.abilities(actor, page.entity.name).ever('create')
        ? ['check import', 'import records']
        : []
      const ofRecord = panelFor(panels, actor)?.open.takesFiles?.(actor) ?? []
      return new Set([...imports, ...ofRecord, ...actionsWithFiles(context.engine, page.entity.name, actor)])
    },
  } satisfies OpenScreen
})

function pageOf(screen: ScreenOf<'list'>, context: RecordContext): ListPlace {
  const shown = listDefinition(screen, context.specification)
  const entity = context.specification.entities.entities.get(shown.entity)
  if (!entity) throw new Error(`a valid document has the entity ${shown.entity}`)
  return {
    named: {
      name: screen.name,
      screen,
      empty: screen.details.empty,
      firstRun: screen.details.firstRun,
      shown,
      list: new CompiledList(shown),
      narrowed: [],
      offered: new PerRoles(),
      offers: new PerRoles(),
      keep: [],
      back: null,
      whole: true,
      actions: screen.details.actions,
      panels: compilePanels(entity, context),
      above: screenProse(screen, context.specification),
    },
    entity,
    context,
  }
}

/** The list restricted to the records that the address selects. */
async function pageAbout(page: ListPlace, screen: Screen, visit: Visit): Promise<ListPlace> {
  const {named, context} = page
  const about = await context.engine.read(visit.actor, reader => aboutOf(reader, screen, visit))
  return {...page, named: {...named, name: titleOf(screen, about), narrowed: about.narrowed, back: about.back}}
}

function look(page: ListPlace, visit: Visit): Promise<Reply> {
  const {named, context} = page
  if (asksForExport(visit.query)) return exported(page, visit)
  if (visit.query.has('_import')) return importPage(page, visit, null)
  const bulk = visit.query.get('_bulk')
  if (bulk !== null) return bulkForm(page, visit, {action: bulk, tried: null})
  if (visit.query.has(suggestKey)) return withSuggestions(page, visit)
  if (visit.query.has(cellKey)) return cellForm(page, visit)
  if (visit.query.has(openedKey)) return beside(page, visit, ({load}) => load(visit))
  return loadList(named, context, {visit})
}

async function withSuggestions({named, context}: ListPlace, visit: Visit): Promise<Reply> {
  const page = await loadList(named, context, {visit})
  if (page.screen !== 'list') return page
  const suggested = await context.engine.read(visit.actor, reader => suggestedFilters(reader, {...named, visit}))
  return {...page, data: {...page.data, suggested}}
}

/** A record opened next to the list, rendered by its own screen. */
async function beside(
  {named, entity, context}: ListPlace,
  visit: Visit,
  answer: (open: BesideScreen) => Reply | Promise<Reply>,
): Promise<Reply> {
  const panel = panelFor(named.panels, visit.actor)
  if (!panel) throw new Refused('NOT_FOUND')
  const list = () => loadList(named, context, {visit})
  return withRecordPanel(await answer(panel.open), visit, {entity, context, list})
}

async function actBeside(page: ListPlace, visit: Visit, form: Form): Promise<Reply> {
  const name = form.text('_action') ?? ''
  const action = panelFor(page.named.panels, visit.actor)?.open.actions.get(name)
  if (!action) throw new Refused('UNKNOWN_ACTION')
  // A preview responds with the form only.
  return name === previewAction ? action(visit, form) : beside(page, visit, () => action(visit, form))
}

/** Only the inputs of a bulk action are shown again. */
function askedAgain(page: ListPlace, visit: Visit, tried: ShownAgain & {readonly form: Form}): Promise<Reply> {
  const action = visit.query.get('_bulk')
  if (action !== null) return bulkForm(page, visit, {action, tried})
  const {form, ...shown} = tried
  if (isOfPanel(visit, form)) return beside(page, visit, open => open.again?.(visit, form, shown) ?? open.load(visit))
  const {named, context} = page
  return tried.problems.length === 0 ? look(page, visit) : loadList(named, context, {visit, tried})
}

async function exported({named, context, entity}: ListPlace, visit: Visit): Promise<Reply> {
  const {display, engine} = context
  if (!engine.abilities(visit.actor, entity.name).ever('export')) throw new Refused('FORBIDDEN')
  if (entity.name === userEntity) await engine.read(visit.actor, reader => requireProof(reader, 'exports'))
  const {size, bytes} = await writeExportFile(engine, visit, reader => {
    const {choices, asked} = askedOf(reader, named, {visit, context})
    return listCsv(reader, choices.shown, {asked: {...asked, place: null}, narrowed: named.narrowed, display})
  })
  return {kind: 'download', name: `${named.name}.csv`, type: 'text/csv; charset=utf-8', size, bytes}
}

/**
 * Performs an action on all selected records or none. Actions that end or delete records, actions on all records of the
 * list, and actions without their inputs have a page of their own first, however they were sent. A dialog confirms by sending `_bulk`; the confirmation page
 * has it in its address.
 */
async function actOnList(page: ListPlace, visit: Visit, form: Form): Promise<Reply> {
  const {context, entity, named} = page
  const action = form.text('_action') ?? ''
  if (action === 'update') return saveCell(page, visit, {form, selected: selectedIn(form, visit)})
  const all = asksForAll(form, visit)
  const {selected, more, actions} = await context.engine.read(visit.actor, async reader => ({
    ...(await selectionOf(reader, page, {form, visit})),
    actions: actionsOfButton(reader, {entity, action, named: named.actions, context}),
  }))
  const again = (tried: TriedOnList) => loadList(named, context, {visit, tried})
  if (selected.length === 0) {
    const problems = [{field: null, message: context.words.lists.selectFirst}]
    return again({problems, status: 422})
  }
  if (more) return again(tooMany(context))
  const onPage = visit.query.get('_bulk') === action
  const asked = onPage || form.text('_bulk') === action
  const stops = action === 'delete' || stopsAt(context, entity.name, action)
  const asksFirst = stops || all || lacksInput(page, actions, form)
  if (asksFirst && !asked) {
    const asking = askingAddress(visit, action, all ? 'all' : selected)
    if (asking.length <= longestAddress) return {kind: 'redirect', to: asking}
    const fits = selected.findLastIndex(
      (_, at) => askingAddress(visit, action, selected.slice(0, at + 1)).length <= longestAddress,
    )
    return again(tooMany(context, fits + 1))
  }
  const to = listAddress(visit)
  const outcome = await performBulk(context, visit, {form, entity, action, selected, actions, to})
  if (outcome.ok) return {kind: 'redirect', to}
  const tried = await context.engine.read(visit.actor, reader =>
    bulkProblems(reader, {entity, selected, outcome}, context),
  )
  return onPage ? bulkForm(page, visit, {action, tried: {...tried, form}}) : again(tried)
}

/** Input is required that was not sent: the buttons of the list have none. */
function lacksInput({context, entity}: ListPlace, actions: readonly string[], form: Form): boolean {
  const declared = context.specification.actions.actions.get(entity.name)
  const asked = actions.flatMap(name => declared?.get(name)?.rows.flatMap(({asks}) => asks) ?? [])
  return asked.some(({field, optional}) => !optional && !form.fields.some(({name}) => name === field.name))
}

async function keepView({named, context}: ListPlace, visit: Visit, form: Form): Promise<Reply> {
  const person = personOf(visit.actor)
  if (!person) throw new Refused('FORBIDDEN')
  const {engine} = context
  const query = await engine.read(visit.actor, async reader => {
    const {choices, asked} = askedOf(reader, named, {visit, context})
    return queryOf({named, choices}, {...emptyQuery, ...asked, place: null})
  })
  const now = toMillis(engine.moment().now)
  const kept = await engine.unit(({db}) =>
    saveView(db, {person: person.id, screen: visit.path}, {name: form.text('name') ?? '', query, now}),
  )
  if (kept) return {kind: 'redirect', to: query === '' ? visit.path : `${visit.path}?${query}`}
  const problems = [{field: null, message: context.words.lists.viewNotKept}]
  return loadList(named, context, {visit, tried: {problems, status: 422}})
}

async function dropView({context}: ListPlace, visit: Visit, form: Form): Promise<Reply> {
  const person = personOf(visit.actor)
  if (!person) throw new Refused('FORBIDDEN')
  const id = readId(form.text('view') ?? '')
  if (id === null) throw new Refused('BAD_INPUT')
  await context.engine.unit(({db}) => forgetView(db, {person: person.id, screen: visit.path}, id))
  return {kind: 'redirect', to: visit.url}
}
