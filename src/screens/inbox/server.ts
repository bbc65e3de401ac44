/**
 * The inbox: waiting records, one of them opened next to the list, and the decisions about it. The address contains the
 * record.
 */

import {atOnce} from '../../engine/base/at-once.ts'
import {screenProse} from '../../engine/base/prose.ts'
import {entityNouns} from '../../engine/display/record-names.ts'
import {emptyText} from '../../engine/links/first-run.ts'
import {recordAt} from '../../engine/links/record-address.ts'
import {countRecords} from '../../engine/lists/list.ts'
import {readListQuery, writeListQuery} from '../../engine/lists/list-address.ts'
import {CompiledList, type Narrowing} from '../../engine/lists/list-plan.ts'
import type {CheckData} from '../../engine/page/common.ts'
import {emptyQuery, type ListDefinition, type ListQuery} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  Refused,
  type Reply,
  type Visit,
  withoutProblems,
} from '../../engine/reply.ts'
import {type RecordContext, withRecords} from '../../engine/screen-context.ts'
import {
  type CompiledDecision,
  compileDecision,
  type OpenedRecords,
  openedRecords,
} from '../../features/approvals/compiled-decision.ts'
import type {DecisionData} from '../../features/approvals/data.ts'
import {waitingChecks} from '../../features/approvals/decision-checks.ts'
import {type DecisionPlace, decisionData} from '../../features/approvals/decision-data.ts'
import {plainPanels} from '../../features/approvals/form-panels.ts'
import {decidedList, decisionTime, waitingTime} from '../../features/approvals/lists.ts'
import {aboutOf, filterBar, titleOf} from '../../features/collections/filters.ts'
import {listDefinition} from '../../features/collections/list-definition.ts'
import {compileStrip} from '../../features/planning/strip.ts'
import {actionPage} from '../../features/records/action-page.ts'
import {actionNames, actionsWithFiles, performSent} from '../../features/records/actions.ts'
import {type CompiledRecord, compiledRecord, type RecordVisit} from '../../features/records/compiled-record.ts'
import {refusedAttempt, type Tried} from '../../features/records/record-forms.ts'
import type {Screen, ScreenOf} from '../../points/screens/model.ts'
import type {InboxData} from './data.ts'
import {type LineColumns, type LineRecords, lineColumns, lineData} from './lines.ts'

/** The query parameter for the opened record. */
const openedKey = 'record'
/** The query parameter for the tab, unless it is the first. */
const tabKey = 'tab'
const decidedTab = 'decided'

interface CompiledInbox {
  readonly screen: ScreenOf<'inbox'>
  readonly context: RecordContext
  readonly shown: ListDefinition
  readonly list: CompiledList
  /** Decided records, on their own tab. */
  readonly decided: CompiledList | null
  readonly record: CompiledRecord
  readonly decision: CompiledDecision
  readonly opened: OpenedRecords
  readonly lines: LineColumns
  readonly above: () => {readonly html?: string}
}

export const compileInbox = withRecords((screen: ScreenOf<'inbox'>, context) => {
  const inbox = compiledInbox(screen, context)
  const {entity} = inbox.record
  const acting: ActionHandler = (visit, form) => actInInbox(inbox, visit, form)
  return {
    load: visit => load(inbox, visit, null),
    actions: new Map(actionNames(context.engine, entity.name).map(name => [name, acting])),
    again: (visit, form, shown = withoutProblems) =>
      load(inbox, visit, {action: form.text('_action') ?? '', form, ...shown, stale: null}),
    takesFiles: actor => new Set(actionsWithFiles(context.engine, entity.name, actor)),
  } satisfies OpenScreen
})

function compiledInbox(screen: ScreenOf<'inbox'>, context: RecordContext): CompiledInbox {
  const shown = listDefinition(screen, context.specification)
  const entity = context.specification.entities.entities.get(shown.entity)
  if (!entity) throw new Error(`there is no entity for the inbox ${screen.name}`)
  // A record that no longer waits can still be opened: another person may have decided.
  const opened: Screen = {
    ...screen,
    shows: {kind: 'record', entity: entity.name},
    address: {kind: 'record', key: 'id'},
    details: {...screen.details, where: null},
  }
  const decision = compileDecision(screen, {entity, context}, compileStrip(screen, context))
  const record = compiledRecord({screen: opened, context, entity, panels: plainPanels(opened, context)})
  const decided = screen.details.decided
  const decidedAt = decisionTime(screen, context.specification)
  const askedAt = waitingTime(screen, context.specification)
  return {
    screen,
    context,
    shown,
    list: new CompiledList(shown),
    decided: decided && new CompiledList(decidedList(shown, decided, decidedAt)),
    record,
    decision,
    opened: openedRecords(record, decision),
    lines: lineColumns(shown, {entity, decision, decidedAt, askedAt, context}),
    above: screenProse(screen, context.specification),
  }
}

// Reading.

async function load(inbox: CompiledInbox, visit: Visit, tried: Tried | null): Promise<PageReply> {
  return inbox.context.engine.read(visit.actor, async reader => {
    const form = await formOfAction(reader, inbox, {visit, tried})
    if (form) return form
    const data = await inboxData(reader, inbox, {visit, tried})
    return {kind: 'page', status: tried?.status ?? 200, title: data.heading, screen: 'inbox', data}
  })
}

interface InboxVisit {
  readonly visit: Visit
  readonly tried: Tried | null
}

/** The form of an action on its own page. */
async function formOfAction(reader: ReadContext, inbox: CompiledInbox, {visit, tried}: InboxVisit) {
  const action = visit.query.get('action')
  const id = visit.query.get(openedKey)
  if (action === null || id === null) return null
  const at = recordVisit(inbox, visit, id)
  const record = await recordAt(reader, at)
  if (!record) throw new Refused('NOT_FOUND')
  return actionPage({...at, reader, record, tried}, action)
}

function recordVisit(inbox: CompiledInbox, visit: Visit, id: string): RecordVisit {
  return {...inbox.record, visit: {...visit, parameters: {...visit.parameters, id}}, here: openedAddress(visit, id)}
}

/** The same inbox with another record opened, or none. */
function openedAddress({path, query}: Visit, id: string | null, asked?: ListQuery): string {
  const written = new URLSearchParams(asked ? writeListQuery(asked) : [...query].filter(([name]) => !ownKeys.has(name)))
  const tab = query.get(tabKey)
  if (tab !== null) written.set(tabKey, tab)
  if (id !== null) written.set(openedKey, id)
  const text = written.toString().replaceAll('%2C', ',')
  return text === '' ? path : `${path}?${text}`
}

const ownKeys: ReadonlySet<string> = new Set([openedKey, 'action'])

function isDecided({decided}: CompiledInbox, {query}: Visit): boolean {
  return decided !== null && query.get(tabKey) === decidedTab
}

function shownList(inbox: CompiledInbox, visit: Visit): CompiledList {
  return (isDecided(inbox, visit) && inbox.decided) || inbox.list
}

interface Waiting {
  readonly result: WaitingPage
  readonly asked: ListQuery
  readonly narrowed: readonly Narrowing[]
  readonly title: string
}

type WaitingPage = Awaited<ReturnType<LineRecords['page']>>

async function waitingIn(reader: ReadContext, inbox: CompiledInbox, visit: Visit): Promise<Waiting> {
  const {screen, shown, lines} = inbox
  const {visibility} = reader
  const about = await aboutOf(reader, screen, visit)
  const {asked} = readListQuery(visit.query, {screen: shown, visibility, locale: localeOf(reader.moment)})
  const result = await lines.records.page(reader, {list: shownList(inbox, visit), asked, narrowed: about.narrowed})
  return {result, asked, narrowed: about.narrowed, title: titleOf(screen, about)}
}

async function inboxData(reader: ReadContext, inbox: CompiledInbox, {visit, tried}: InboxVisit): Promise<InboxData> {
  const {screen, shown, context, decision} = inbox
  const waiting = await waitingIn(reader, inbox, visit)
  const {result, asked} = waiting
  const named = visit.query.get(openedKey)
  const sent = tried?.form.text('_record') ?? null
  const id = named ?? sent ?? result.rows[0]?.id ?? null
  const [selected, checks, filters, tabs] = await atOnce([
    id === null
      ? null
      : decisionData(reader, decision, {
          at: recordVisit(inbox, visit, id),
          opened: inbox.opened,
          tried,
          place: placeIn(result, id, visit),
        }),
    isDecided(inbox, visit)
      ? new Map<string, CheckData>()
      : waitingChecks(reader, decision, {
          ...inbox.record,
          records: result.rows.map(({id, at}) => ({id, cell: at})),
        }),
    filterBar(reader, shown, {asked, visit, context}),
    tabsData(reader, inbox, {visit, waiting}),
  ])
  if (named !== null && !selected) throw new Refused('NOT_FOUND')
  if (named !== null) visit.opened?.(named)
  const page = (side: 'after' | 'before', cursor: string | null) =>
    cursor === null ? null : openedAddress(visit, null, {...asked, place: {side, cursor}})
  const nouns = entityNouns(context.specification, shown.entity)
  const ofFields = new Set(selected?.actions.flatMap(({inputs}) => inputs.map(({name}) => name)))
  return {
    heading: waiting.title,
    ...inbox.above(),
    filterBar: filters,
    tabs,
    records: result.rows.map(row => ({
      ...lineData({...inbox, entity: inbox.record.entity}, row, {
        moment: reader.moment,
        href: openedAddress(visit, row.id),
        isDecided: isDecided(inbox, visit),
      }),
      check: checks.get(row.id) ?? null,
    })),
    count: result.count,
    entityName: nouns,
    page: {next: page('after', result.next), previous: page('before', result.previous)},
    empty:
      result.rows.length > 0
        ? ''
        : isDecided(inbox, visit)
          ? context.words.inbox.noneDecided
          : await emptyText(reader, screen, context.words.lists.noneYet(nouns.several)),
    back: openedAddress(visit, null),
    // Figures and checks no longer matter once it is decided.
    selected:
      selected && (isDecided(inbox, visit) || isOver(selected)) ? {...selected, figures: [], checks: []} : selected,
    opened: named !== null,
    problems:
      tried?.problems.map(each => (each.field === null || ofFields.has(each.field) ? each : {...each, field: null})) ??
      [],
  }
}

/** Someone else has decided. */
const isOver = ({position, actions}: DecisionData): boolean => position === null && actions.length === 0

/** The tab of waiting records shows their number, even while the other tab is open. */
async function tabsData(
  reader: ReadContext,
  inbox: CompiledInbox,
  {visit, waiting}: {visit: Visit; waiting: Waiting},
): Promise<InboxData['tabs']> {
  const {context, list: compiled} = inbox
  if (!inbox.decided) return []
  const isSecond = isDecided(inbox, visit)
  const count = isSecond
    ? await countRecords(reader, reader.visibility, {screen: compiled, asked: emptyQuery, narrowed: waiting.narrowed})
    : waiting.result.count
  const number = new Intl.NumberFormat(reader.moment.language)
  const {waiting: label, decided} = context.words.inbox
  const some = 'exact' in count ? number.format(count.exact) : `${number.format(count.moreThan)}+`
  return [
    {label, href: visit.path, isCurrent: !isSecond, count: some === '0' ? '' : some},
    {label: decided, href: `${visit.path}?${tabKey}=${decidedTab}`, isCurrent: isSecond, count: ''},
  ]
}

function placeIn({rows}: WaitingPage, id: string, visit: Visit): DecisionPlace {
  const at = rows.findIndex(row => row.id === id)
  const href = (index: number) => {
    const row = rows[index]
    return row ? openedAddress(visit, row.id) : null
  }
  // After one that no longer waits, the first one does.
  return {position: at < 0 ? null : at + 1, previous: at > 0 ? href(at - 1) : null, next: href(at + 1)}
}

// Deciding.

async function actInInbox(inbox: CompiledInbox, visit: Visit, form: Form): Promise<Reply> {
  const {context, record} = inbox
  const {entity} = record
  const action = form.text('_action') ?? ''
  const id = form.text('_record') ?? visit.query.get(openedKey)
  if (id === null) throw new Refused('BAD_INPUT')
  const to = await context.engine.read(visit.actor, async reader => {
    const found = await recordAt(reader, recordVisit(inbox, visit, id))
    if (!found) throw new Refused('NOT_FOUND')
    // If the first record was decided without being opened, the next one is now the first.
    if (!visit.query.has(openedKey)) return openedAddress(visit, null)
    const {result} = await waitingIn(reader, inbox, visit)
    return nextAddress(result, id, visit)
  })
  const sent = askedOnly(inbox, action, form)
  const outcome = await performSent(context.engine, visit, {entity, locate: async () => id, action, form: sent, to})
  if (outcome.ok) return {kind: 'redirect', to}
  return load(inbox, visit, refusedAttempt(context, entity, {action, form, outcome}))
}

/** The record after it, or the one before it; the inbox if it was the last. */
function nextAddress({rows}: WaitingPage, id: string, visit: Visit): string {
  const at = rows.findIndex(row => row.id === id)
  const next = at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1])
  return openedAddress(visit, next?.id ?? null)
}

/** The actions of the panel share one form: each gets only its own inputs. */
function askedOnly({context, record}: CompiledInbox, action: string, form: Form): Form {
  const rows = context.specification.actions.actions.get(record.entity.name)?.get(action)?.rows ?? []
  const asked = new Set(rows.flatMap(row => row.asks.map(({field}) => field.name)))
  return {...form, fields: form.fields.filter(({name}) => name.startsWith('_') || asked.has(name))}
}
