/** The list screen: shows a list, exports and imports it, runs bulk actions, and saves views. */
import type {FormScreenData} from '../../../contract/form.ts'
import {openedKey} from '../../../contract/list.ts'
import {toMillis} from '../../../feel/calendar.ts'
import type {Screen} from '../../../points/screens/model.ts'
import {personOf} from '../../actor.ts'
import {writeExportFile} from '../../csv/export.ts'
import {screenProse} from '../../prose.ts'
import {CompiledList} from '../../query/list-plan.ts'
import {emptyQuery} from '../../query/list-query.ts'
import {namesOf} from '../../query/names.ts'
import type {ReadContext} from '../../read-context.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  plainlyAgain,
  Refused,
  type Reply,
  type ShownAgain,
  type Visit,
} from '../../reply.ts'
import {formFields} from '../form/fields.ts'
import {typedIn} from '../form/form-input.ts'
import {previewAction} from '../form/preview.ts'
import {importPage, importSent} from '../import/import-screen.ts'
import {actionNames, actionsWithFiles, stopsAt} from '../record/actions.ts'
import {deletionIntro} from '../record/delete.ts'
import {emptyForm} from '../record/forms.ts'
import type {OpenRecord} from '../record/record-screen.ts'
import {entityNouns} from '../record-names.ts'
import {PerRoles, type RecordContext, withRecords} from '../screen-context.ts'
import {bulkActions, bulkProblems, misfits, performBulk, type Selected, selectedIn} from './bulk.ts'
import {aboutOf, titleOf} from './filters.ts'
import {askedOf, type ListPlace, listCsv, loadList, mayExport, queryOf, type TriedOnList} from './list-data.ts'
import {listScreen} from './list-definition.ts'
import {compileListFeed} from './list-feed.ts'
import {besideList, compilePanels, isOfPanel, panelFor} from './panel.ts'
import {forgetView, saveView} from './view-options.ts'

// The form before a bulk action: its records are in the address and listed by name, with the inputs of the action. If
// the action does not fit all of them, the page names those and has nothing to send.

interface BulkRequest {
  readonly action: string
  readonly tried: (TriedOnList & {readonly form: Form}) | null
}

function bulkForm(place: ListPlace, visit: Visit, {action, tried}: BulkRequest): Promise<Reply> {
  const selected = selectedIn(tried?.form ?? null, visit)
  const {named, entity, context} = place
  if (selected.length === 0) throw new Refused('BAD_INPUT')
  return context.engine.read(visit.actor, async reader => {
    const wanted = await bulkStepOf(reader, place, {action, selected})
    const problems = await misfits(reader, {entity, action, selected})
    const [first] = problems
    const outcome = {ok: false, code: first?.code ?? '', problems} as const
    const unfit = first ? await bulkProblems(reader, {entity, selected, outcome}, context) : null
    const fields = wanted.asks.map(({field, optional}) => ({...field, required: !optional}))
    const values = tried
      ? typedIn(
          fields.map(({name}) => name),
          tried.form,
        )
      : new Map<string, readonly string[]>()
    const back = listAddress(visit)
    const data: FormScreenData = {
      ...emptyForm,
      ...headOf(place, wanted, selected.length),
      back: {label: named.name, href: back},
      about: await selectionText(reader, place, selected),
      fields: unfit ? [] : await formFields(reader, fields, {values, address: visit.url}),
      problems: unfit?.problems ?? tried?.problems ?? [],
      actions: unfit ? [] : [{name: action, label: wanted.label, tone: wanted.stops ? 'stop' : 'lead'}],
      cancel: back,
    }
    return {kind: 'page', status: tried?.status ?? unfit?.status ?? 200, title: data.heading, screen: 'form', data}
  })
}

interface BulkStep {
  readonly name: string
  readonly label: string
  readonly asks: Awaited<ReturnType<typeof bulkActions>>[number]['asks']
  readonly stops: boolean
}

async function bulkStepOf(
  reader: ReadContext,
  {entity, context}: ListPlace,
  {action, selected}: {action: string; selected: readonly Selected[]},
): Promise<BulkStep> {
  const {specification, words} = context
  if (action === 'delete') return {name: action, label: words.forms.delete, asks: [], stops: true}
  const declared = specification.actions.actions.get(entity.name)?.get(action)
  if (!declared) throw new Refused('UNKNOWN_ACTION')
  const ids = selected.map(({id}) => id)
  const offered = (await bulkActions(reader, entity.name, ids)).find(({name}) => name === action)
  const stops = stopsAt(context, entity.name, action)
  return {name: action, label: declared.label, asks: offered?.asks ?? [], stops}
}

function headOf(
  {entity, context}: ListPlace,
  {name, label}: BulkStep,
  count: number,
): Pick<FormScreenData, 'heading' | 'intro'> {
  const {lists} = context.words
  const several = lists.onSeveral(
    count,
    entityNouns(context.specification, entity.name)[count === 1 ? 'one' : 'several'],
  )
  return name === 'delete'
    ? {heading: lists.deletingSeveral(several), intro: deletionIntro(context.words, entity)}
    : {heading: label, intro: several}
}

/** In the order in which they were chosen; what may not be seen is not named. */
async function selectionText(
  reader: ReadContext,
  {entity}: ListPlace,
  selected: readonly Selected[],
): Promise<FormScreenData['about']> {
  const ids = selected.map(({id}) => id)
  const names = await namesOf(reader, reader.visibility, {entity: entity.name, ids})
  return ids.flatMap(id => {
    const name = names.get(id)
    return name === undefined ? [] : [{id, name}]
  })
}

/** The list as it was asked for. */
function listAddress({path, query}: Visit): string {
  const kept = new URLSearchParams([...query].filter(([name]) => name !== '_bulk' && name !== '_record'))
  return kept.size === 0 ? path : `${path}?${kept}`
}

/** The address that confirms an action on these records. */
function askingAddress({path, query}: Visit, action: string, selected: readonly Selected[]): string {
  const kept = [...query].filter(([name]) => name !== '_bulk' && name !== '_record')
  const records = selected.map(({id, version}) => ['_record', `${id}:${version}`])
  return `${path}?${new URLSearchParams([...kept, ['_bulk', action], ...records])}`
}

// The screen.

export const compileList = withRecords((screen, context) => {
  const page = pageOf(screen, context)
  const at = (visit: Visit) => (screen.address.kind === 'some' ? pageAbout(page, screen, visit) : page)
  const {panels} = page.named
  const acting: ActionHandler = async (visit, form) =>
    isOfPanel(visit, form) ? actBeside(await at(visit), visit, form) : act(await at(visit), visit, form)
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
      ['import records', async (visit, form) => importSent(await at(visit), visit, {form, dryRun: false})],
    ]),
    again: async (visit, form, shown) => askedAgain(await at(visit), visit, {form, ...(shown ?? plainlyAgain)}),
    takesFiles: actor => {
      const imports = context.engine.mayEver(actor, 'create', page.entity.name)
        ? ['check import', 'import records']
        : []
      const ofRecord = panelFor(panels, actor)?.open.takesFiles?.(actor) ?? []
      return new Set([...imports, ...ofRecord, ...actionsWithFiles(context.engine, page.entity.name, actor)])
    },
  } satisfies OpenScreen
})

function pageOf(screen: Screen, context: RecordContext): ListPlace {
  const shown = listScreen(screen, context.specification)
  const entity = context.specification.entities.entities.get(shown.entity)
  if (!entity) throw new Error(`a sound document has the entity ${shown.entity}`)
  return {
    named: {
      name: screen.name,
      screen,
      empty: screen.details.empty,
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

/** The same list of those records that the address is about. */
async function pageAbout(page: ListPlace, screen: Screen, visit: Visit): Promise<ListPlace> {
  const {named, context} = page
  const about = await context.engine.read(visit.actor, reader => aboutOf(reader, screen, {visit, context}))
  return {...page, named: {...named, name: titleOf(screen, about), narrowed: about.narrowed, back: about.back}}
}

function look(page: ListPlace, visit: Visit): Promise<Reply> {
  const {named, context} = page
  if (visit.query.get('_export') === 'csv') return exported(page, visit)
  if (visit.query.has('_import')) return importPage(page, visit, null)
  const bulk = visit.query.get('_bulk')
  if (bulk !== null) return bulkForm(page, visit, {action: bulk, tried: null})
  if (visit.query.has(openedKey)) return beside(page, visit, ({load}) => load(visit))
  return loadList(named, context, {visit})
}

/** A record opened beside the list, by its own screen. */
async function beside(
  {named, entity, context}: ListPlace,
  visit: Visit,
  answer: (open: OpenRecord) => Reply | Promise<Reply>,
): Promise<Reply> {
  const panel = panelFor(named.panels, visit.actor)
  if (!panel) throw new Refused('NOT_FOUND')
  const list = () => loadList(named, context, {visit})
  return besideList(await answer(panel.open), visit, {entity, context, list})
}

async function actBeside(page: ListPlace, visit: Visit, form: Form): Promise<Reply> {
  const name = form.text('_action') ?? ''
  const action = panelFor(page.named.panels, visit.actor)?.open.actions.get(name)
  if (!action) throw new Refused('UNKNOWN_ACTION')
  // A preview answers with the form alone.
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
  if (!(await engine.read(visit.actor, async reader => mayExport(reader, entity.name)))) throw new Refused('FORBIDDEN')
  const {size, bytes} = await writeExportFile(engine, visit.actor, reader => {
    const {choices, asked} = askedOf(reader, named, {visit, context})
    return listCsv(reader, choices.shown, {asked: {...asked, place: null}, narrowed: named.narrowed, display})
  })
  return {kind: 'download', name: `${named.name}.csv`, type: 'text/csv; charset=utf-8', size, bytes}
}

/** On all of the chosen records, or on none. What ends or deletes them is confirmed first, however it was sent. */
async function act(page: ListPlace, visit: Visit, form: Form): Promise<Reply> {
  const {context, entity, named} = page
  const action = form.text('_action') ?? ''
  const selected = selectedIn(form, visit)
  if (selected.length === 0) {
    const problems = [{field: null, message: context.words.lists.selectFirst}]
    return loadList(named, context, {visit, tried: {problems, status: 422}})
  }
  const asked = visit.query.get('_bulk') === action
  const stops = action === 'delete' || stopsAt(context, entity.name, action)
  if (stops && !asked) return {kind: 'redirect', to: askingAddress(visit, action, selected)}
  const to = listAddress(visit)
  const outcome = await performBulk(context, visit, {form, entity, action, selected, to})
  if (outcome.ok) return {kind: 'redirect', to}
  const tried = await context.engine.read(visit.actor, reader =>
    bulkProblems(reader, {entity, selected, outcome}, context),
  )
  return asked ? bulkForm(page, visit, {action, tried: {...tried, form}}) : loadList(named, context, {visit, tried})
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
  const kept = await engine.store.transaction(db =>
    saveView(db, {person: person.id, screen: visit.path}, {name: form.text('name') ?? '', query, now}),
  )
  if (kept) return {kind: 'redirect', to: query === '' ? visit.path : `${visit.path}?${query}`}
  const problems = [{field: null, message: context.words.lists.viewNotKept}]
  return loadList(named, context, {visit, tried: {problems, status: 422}})
}

async function dropView({context}: ListPlace, visit: Visit, form: Form): Promise<Reply> {
  const person = personOf(visit.actor)
  if (!person) throw new Refused('FORBIDDEN')
  const id = form.text('view') ?? ''
  await context.engine.store.transaction(db => forgetView(db, {person: person.id, screen: visit.path}, id))
  return {kind: 'redirect', to: visit.url}
}
