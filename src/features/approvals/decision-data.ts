/**
 * One record of an inbox with the data that helps to decide: figures, the strip, checks and earlier records. The page of
 * the record shows the same data while a decision is possible.
 */

import {personOf} from '../../engine/base/actor.ts'
import {atOnce} from '../../engine/base/at-once.ts'
import {EntityReads} from '../../engine/base/entity-reads.ts'
import {dayOf, type RequestTime, todayOf} from '../../engine/base/request-time.ts'
import {stateBadge} from '../../engine/base/state-display.ts'
import {dateOf, daysText, dayText, readDay} from '../../engine/display/dates.ts'
import {
  figuresNote,
  fillMessage,
  mentionedFields,
  messageValues,
  notedFigures,
  ruleNote,
} from '../../engine/display/error-message.ts'
import {fieldAt} from '../../engine/display/field-display.ts'
import {namingPaths} from '../../engine/display/record-names.ts'
import {recordsAt} from '../../engine/links/record-address.ts'
import type {CheckData, FigureData} from '../../engine/page/common.ts'
import {type Cell, emptyQuery, type Path, plainList} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {OfferedAction} from '../../engine/records/abilities.ts'
import {cell, cellAt, cells, nameWithout, recordHref, stateCell, text} from '../../engine/records/properties.ts'
import {type RecordIn, type RecordProperty, type Records, records} from '../../engine/records/records.ts'
import {ruleOutcomes} from '../../engine/transaction/rules.ts'
import {toMillis} from '../../feel/calendar.ts'
import {type Core, partsOf} from '../../feel/core.ts'
import {leadsToPerson, ownerOf, stateFieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {capitalised, inSentence} from '../../points/entities/names.ts'
import {showDayCount} from '../../points/entities/values/spans.ts'
import {coresOf, type Rule} from '../../points/rules/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions as actionsBullet, columns as columnsBullet} from '../../points/screens/bullets/shared.ts'
import {pathOf} from '../../points/screens/field-paths.ts'
import type {Screen} from '../../points/screens/model.ts'
import {isFor} from '../../points/screens/run.ts'
import type {Action} from '../../points/states/model.ts'
import {waitsForInput} from '../forms/preview.ts'
import {type CompiledStrip, compileStrip, numberIn, type StripResult, stripData} from '../planning/strip.ts'
import type {StripData} from '../planning/timeline-data.ts'
import {actionsData, offeredOn} from '../records/actions.ts'
import type {CompiledRecord, RecordVisit} from '../records/compiled-record.ts'
import {shownData} from '../records/record-data.ts'
import type {OnRecord, OnShownRecord, Tried} from '../records/record-forms.ts'
import type {InboxFigure} from './bullets.ts'
import {
  checks as checksBullet,
  decision as decisionBullet,
  earlier as earlierBullet,
  figures as figuresBullet,
  pathsOfFigure,
} from './bullets.ts'
import type {DecisionAction, DecisionData, EarlierRecord, ReasonsData} from './data.ts'
import {newestFirst} from './lists.ts'
import {type CompiledOnward, compileOnward, nextDeciders} from './next-decision.ts'

/** Derived from the document. */
export interface CompiledDecision {
  readonly screen: Screen
  readonly strip: CompiledStrip | null
  readonly rules: readonly Rule[]
  /** The actions after which others decide. */
  readonly onward: CompiledOnward
  /** The person that the record is about. */
  readonly person: Path | null
  /** What is read from the record, besides its fields. */
  readonly at: RecordProperty<CellAtPath>
  readonly records: Records<{readonly at: RecordProperty<CellAtPath>}>
}

type CellAtPath = (path: Path | null) => Cell

export function compileDecision(
  screen: Screen,
  {entity, context}: Pick<RecordVisit, 'entity' | 'context'>,
  strip: CompiledStrip | null,
): CompiledDecision {
  const figures = bulletOf(screen, figuresBullet)
  const earlier = bulletOf(screen, earlierBullet)
  const {entities} = context.specification
  const isOfPerson = (path: Path) => {
    const found = fieldAt(entities, entity.name, path)
    return found !== null && leadsToPerson(found.field)
  }
  const owner = ownerOf(entity)
  const possible = [earlier, strip?.per, ...namingPaths(entity), owner && [owner.name]]
  const person = possible.find(path => path && isOfPerson(path)) ?? null
  const at = cellAt([
    ...figures.flatMap(pathsOfFigure),
    ...(strip ? Object.values(strip.paths).filter(path => path.length > 0) : []),
    earlier,
    person,
  ])
  const rules = rulesOfRecord(screen, context, entity)
  const onward = compileOnward(screen, entity, context)
  return {screen, strip, rules, onward, person, at, records: records(entity, {at})}
}

export type OpenedRecords = ReturnType<typeof openedRecords>

/** The record that is opened to decide about it. */
export const openedRecords = ({entity, shown}: CompiledRecord, {at}: CompiledDecision) =>
  records(entity, {...shown.shape, href: recordHref, at})

/** Rules about creating a record were checked when it was created. */
function rulesOfRecord(screen: Screen, {specification, engine}: RecordVisit['context'], entity: Entity): Rule[] {
  const checks = bulletOf(screen, checksBullet)
  if (checks === null) return []
  const declared = specification.actions.actions.get(entity.name)
  const reads = engine.reads.get(entity.name) ?? new EntityReads(entity, [])
  const actions =
    bulletOf(screen, actionsBullet).length === 0 ? [...(declared?.keys() ?? [])] : bulletOf(screen, actionsBullet)
  const isOpen = (rule: Rule) => {
    const decided = rule.on?.kind === 'action' ? [rule.on.action] : actions
    return waitsForInput(
      reads,
      rule,
      decided.map(name => declared?.get(name)),
    )
  }
  return specification.rules.rules.filter(rule => {
    if (rule.entity !== entity.name || rule.on?.kind === 'create' || isOpen(rule)) return false
    if (checks !== 'all') return rule.on !== null && checks.includes(rule.on.action)
    return (
      rule.on === null ||
      bulletOf(screen, actionsBullet).length === 0 ||
      bulletOf(screen, actionsBullet).includes(rule.on.action)
    )
  })
}

/** Its position in the inbox. */
export type DecisionPlace = Pick<DecisionData, 'position' | 'previous' | 'next'>

export interface DecisionReading {
  readonly at: RecordVisit
  readonly opened: OpenedRecords
  readonly tried: Tried | null
  readonly place: DecisionPlace
}

/** Null if the person may not see such a record. */
export async function decisionData(
  reader: ReadContext,
  compiled: CompiledDecision,
  {at, opened, tried, place}: DecisionReading,
): Promise<DecisionData | null> {
  const record = await recordsAt(reader, at, opened)
  if (!record) return null
  const on: OnShownRecord = {...at, reader, record, tried}
  const offering = offeredOn(on)
  const [actions, {fields, cells}, reasons] = await atOnce([
    decisionActions(on, compiled, offering),
    shownData(on),
    offering.then(all => {
      const offered = all.map(({name}) => name).filter(name => isOfInbox(compiled, name))
      return reasonsData(on, compiled, {cell: record.at, offered})
    }),
  ])
  const person = compiled.person && record.at(compiled.person)
  return {
    id: record.id,
    version: record.version,
    name: record.name,
    person: person && person.value !== null ? {id: String(person.value), name: person.text} : null,
    href: record.href,
    ...place,
    fields,
    cells,
    actions,
    ...reasons,
  }
}

interface ReasonsReading {
  readonly cell: (path: Path) => Cell
  /** The actions that the person may perform now. */
  readonly offered: readonly string[]
}

async function reasonsData(
  on: OnShownRecord,
  compiled: CompiledDecision,
  {cell, offered}: ReasonsReading,
): Promise<ReasonsData> {
  const {reader, record, visit, context} = on
  const [strip, checks, onward, earlier] = await atOnce([
    compiled.strip && stripData(reader, compiled.strip, {record: {...record, cell}, visit, context}),
    decisionChecks(on, compiled.rules, offered),
    onwardCheck(on, compiled, offered),
    earlierData(on, compiled, cell),
  ])
  return {
    figures: bulletOf(compiled.screen, figuresBullet).flatMap(figure =>
      figureData(figure, cell, {...on, moment: on.reader.moment}),
    ),
    strip: strip && withoutFullest(strip),
    checks: [...checks, ...decisionLimit(strip, on), ...onward],
    ...earlier,
  }
}

/** The inbox that the page of a record names, its actions, and the states in which one of them is possible. */
export interface CompiledReasons {
  readonly decision: CompiledDecision
  readonly actions: ReadonlySet<string>
  readonly states: ReadonlySet<string>
}

export function compileReasons(screen: Screen, on: Pick<RecordVisit, 'entity' | 'context'>): CompiledReasons | null {
  const {context, entity} = on
  const inbox = context.screens.find(({route}) => route.path === bulletOf(screen, decisionBullet))
  if (!inbox) return null
  const actions = bulletOf(inbox, actionsBullet)
  const declared = context.specification.actions.actions.get(entity.name) ?? new Map<string, Action>()
  const ofInbox = [...declared.values()].filter(({name}) => actions.length === 0 || actions.includes(name))
  const rows = ofInbox.flatMap(action => action.rows)
  return {
    decision: compileDecision(inbox, on, compileStrip(inbox, context)),
    actions: new Set(ofInbox.map(({name}) => name)),
    states: new Set(rows.flatMap(({from}) => from ?? [])),
  }
}

/** Null if nothing is to be decided, or the person does not decide. */
export async function recordReasons(
  on: OnShownRecord,
  {decision, actions, states}: CompiledReasons,
  offered: readonly string[],
): Promise<ReasonsData | null> {
  const {reader, visit, record} = on
  const state = record.state.value
  if (typeof state !== 'string' || !states.has(state) || !offered.some(name => actions.has(name))) return null
  if (!isFor(decision.screen.for, personOf(visit.actor))) return null
  const read = await recordsAt(reader, on, decision.records)
  return read && reasonsData(on, decision, {cell: read.at, offered})
}

// Actions, each with its own keyboard shortcut: the same in every language.

async function decisionActions(
  on: OnRecord,
  compiled: CompiledDecision,
  offering: Promise<readonly OfferedAction[]>,
): Promise<DecisionAction[]> {
  const [offered, refused] = await atOnce([
    offering.then(actions => actionsData(on, actions)),
    refusedActions(on, compiled.rules),
  ])
  const shown = offered.filter(({name}) => isOfInbox(compiled, name))
  const known = on.context.specification.actions.actions.get(on.entity.name)
  const taken = new Set(reserved)
  return shown.map(action => {
    const label = known?.get(action.name)?.originalLabel ?? action.label
    const hotkey = [...label.toLowerCase()].find(letter => /[a-z]/.test(letter) && !taken.has(letter)) ?? null
    if (hotkey !== null) taken.add(hotkey)
    const {chosen, chosenKeys} = on.context.words.approvals
    const isRefused = refused.has(action.name)
    return {...action, hotkey, chosen: chosen(action.label), chosenKeys, ...(isRefused ? {refused: true} : {})}
  })
}

/** Without `actions`, an inbox has all of them. */
function isOfInbox({screen}: CompiledDecision, action: string): boolean {
  const actions = bulletOf(screen, actionsBullet)
  return actions.length === 0 || actions.includes(action)
}

/** The actions that a rule about them refuses on the record as it is. */
async function refusedActions({reader, entity, record}: OnRecord, rules: readonly Rule[]): Promise<Set<string>> {
  const ofActions = rules.flatMap(rule => (rule.on?.kind === 'action' ? [{rule, action: rule.on.action}] : []))
  const asked = {entity: entity.name, ids: [record.id], rules: ofActions.map(({rule}) => rule)}
  const outcomes = (await ruleOutcomes(reader, asked)).get(record.id) ?? []
  return new Set(ofActions.flatMap(({action}, index) => (outcomes[index] === 'broken' ? [action] : [])))
}

/** Keys with another meaning on the page. */
const reserved = ['j', 'k', 'n', 'x', 'z', 'f']

// Figures.

export function figureData(
  {value, after, of, on, today}: InboxFigure,
  cell: (path: Path) => Cell,
  {context, entity, moment}: Pick<OnRecord, 'context' | 'entity'> & Pick<ReadContext, 'moment'>,
): FigureData[] {
  const now = cell(value)
  const label = context.display.field(entity.name, value)?.label ?? ''
  if (now.text === '') return []
  const when = on && cell(on).value
  const day = typeof when === 'string' ? readDay(when) : null
  const known = today && cell(today).text
  const note =
    day !== null && known !== now.text
      ? context.words.forms.availableOn(now.text, shortDay(day, moment), known || null)
      : null
  const numbers = [now, after ? cell(after) : now, of ? cell(of) : null].map(each => each && numberIn(each))
  return [
    {
      key: value.join('.'),
      label,
      text: now.text,
      after: (after && cell(after).text) || null,
      of: (of && cell(of).text) || null,
      meter: meterOf(numbers),
      ...(note === null ? {} : {note}),
    },
  ]
}

function shortDay(day: number, moment: RequestTime): string {
  const isThisYear = dateOf(day).year === dateOf(dayOf(moment)).year
  return dayText(day, moment.language, {day: 'numeric', month: 'short', ...(isThisYear ? {} : {year: 'numeric'})})
}

function meterOf([now, then, whole]: readonly (number | null | undefined)[]): FigureData['meter'] {
  if (typeof now !== 'number' || typeof then !== 'number' || typeof whole !== 'number' || whole <= 0) return null
  const percent = (part: number) => Math.round(1000 * Math.min(1, Math.max(0, part / whole))) / 10
  const stays = percent(Math.min(now, then))
  return {stays, changes: Math.round(10 * (percent(Math.max(now, then)) - stays)) / 10}
}

// Checks: rules of point 5, evaluated on the current record.

async function decisionChecks(on: OnRecord, rules: readonly Rule[], offered: readonly string[]): Promise<CheckData[]> {
  const {reader, entity, record} = on
  const depends = ({on: event}: Rule) => event === null || (event.kind === 'action' && offered.includes(event.action))
  // Rules that depend on the date of an earlier action were decided on that date.
  const shown = rules.filter(rule => depends(rule) || !readsClock(rule))
  const found = await ruleOutcomes(reader, {entity: entity.name, ids: [record.id], rules: shown})
  const outcomes = found.get(record.id) ?? []
  const notes = await ruleNotes(
    {...on, id: record.id},
    shown.filter((_, index) => outcomes[index] === 'holds'),
  )
  const checks: CheckData[] = []
  for (const [index, rule] of shown.entries()) {
    const outcome = outcomes[index]
    const text = notes.get(rule) ?? ''
    const note = text === '' ? {} : {note: text}
    if (outcome === 'holds') checks.push({text: capitalised(rule.name), outcome: 'holds', ...note})
    else if (outcome === 'broken')
      checks.push({
        text: await refusalText({...on, id: record.id}, rule),
        outcome: depends(rule) ? 'blocks' : 'warns',
      })
  }
  return uniqueChecks(checks)
}

/** Who decides after the viewer. */
async function onwardCheck(
  on: OnShownRecord,
  {onward}: CompiledDecision,
  offered: readonly string[],
): Promise<CheckData[]> {
  const {reader, entity, record, context} = on
  const state = record.state.value
  const possible = onward.filter(({name}) => offered.includes(name))
  if (typeof state !== 'string' || possible.length === 0) return []
  const next = await nextDeciders(reader, possible, {entity, context, records: [{id: record.id, state}]})
  return [...next.values()].map(name => ({text: context.words.approvals.thenDecides(name), outcome: 'follows'}))
}

/** A waiting record of the list, with its values. */
export interface CheckedLine {
  readonly id: string
  readonly cell: (path: Path) => Cell
}

/**
 * What each waiting record should be noticed for: the first rule that prevents a decision, the limit that it reaches, or
 * that others decide after the viewer.
 */
export async function waitingChecks(
  reader: ReadContext,
  {screen, rules, strip, onward}: CompiledDecision,
  {entity, context, records}: Pick<RecordVisit, 'entity' | 'context'> & {records: readonly CheckedLine[]},
): Promise<ReadonlyMap<string, CheckData>> {
  const actions = bulletOf(screen, actionsBullet)
  const figures = bulletOf(screen, figuresBullet)
  const declared = context.specification.actions.actions.get(entity.name)
  const state = stateFieldOf(entity)?.name
  const shown = rules.filter(rule => isActed(rule, actions) || !readsClock(rule))
  const outcomes = await ruleOutcomes(reader, {entity: entity.name, ids: records.map(({id}) => id), rules: shown})
  const checks = new Map<string, CheckData>()
  for (const {id, cell} of records) {
    const broken = shown.filter((_, index) => outcomes.get(id)?.[index] === 'broken')
    const current = state === undefined ? null : cell([state]).value
    const isPossible = ({on}: Rule) =>
      on?.kind !== 'action' || declared?.get(on.action)?.rows.some(({from}) => from?.includes(String(current))) === true
    const blocking = broken.find(rule => isActed(rule, actions) && isPossible(rule))
    const first = blocking ?? broken.find(rule => !isActed(rule, actions))
    if (blocking) checks.set(id, {text: await refusalText({reader, entity, id}, blocking), outcome: 'blocks'})
    else if (first) {
      const note = await warningNote({reader, entity, id}, first)
      checks.set(id, {text: note || (await refusalText({reader, entity, id}, first)), outcome: 'warns'})
    }
    const others = strip?.strip.limit ? figures.find(figure => isSamePath(figure.of, strip.paths.limit)) : null
    const count = others && numberIn(cell(others.value))
    const limit = others?.of ? numberIn(cell(others.of)) : null
    if (first || !others || !count || limit === null || count + 1 < limit) continue
    const label = context.display.field(entity.name, others.value)?.label ?? ''
    checks.set(id, {text: context.words.approvals.countOf(label, count, limit), outcome: 'warns'})
  }
  const others = records.flatMap(({id, cell}) => {
    const current = state === undefined ? null : cell([state]).value
    return typeof current === 'string' && !checks.has(id) ? [{id, state: current}] : []
  })
  for (const [id, name] of await nextDeciders(reader, onward, {entity, context, records: others}))
    checks.set(id, {text: context.words.approvals.thenDecides(name), outcome: 'follows'})
  return checks
}

/** The paths that `waitingChecks` reads. */
export const waitingPaths = ({screen, strip}: CompiledDecision): readonly (Path | null)[] =>
  bulletOf(screen, figuresBullet)
    .filter(({of}) => strip?.strip.limit && isSamePath(of, strip.paths.limit))
    .flatMap(({value, of}) => [value, of])

/** A decision of the inbox depends on it. */
const isActed = ({on}: Rule, actions: readonly string[]): boolean =>
  on === null || (on.kind === 'action' && (actions.length === 0 || actions.includes(on.action)))

const isSamePath = (one: Path | null, other: Path): boolean => one?.join('.') === other.join('.')

type RecordOfRule = Pick<OnRecord, 'reader' | 'entity'> & {readonly id: string}

/** The texts below rules that hold. */
async function ruleNotes(on: RecordOfRule, rules: readonly Rule[]): Promise<Map<Rule, string>> {
  const {reader} = on
  const textAt = await textsAt(
    on,
    rules.flatMap(rule => notedFigures(reader, rule).map(({path}) => path)),
  )
  return new Map(rules.map(rule => [rule, ruleNote(reader, rule, textAt)]))
}

/** The values behind a rule: those of the fields that its message mentions. */
async function warningNote(on: RecordOfRule, {error}: Rule): Promise<string> {
  const fields = mentionedFields(on.reader, on.entity.name, error)
  const textAt = await textsAt(
    on,
    fields.map(({path}) => path),
  )
  return figuresNote(fields.map(({path, label}) => ({label, text: textAt(path)})))
}

async function textsAt({reader, entity, id}: RecordOfRule, wanted: readonly Path[]): Promise<(path: Path) => string> {
  if (wanted.length === 0) return () => ''
  const found = (await records(entity, {at: cellAt(wanted)}).byIds(reader, [id])).get(id)
  return path => found?.at(path).text ?? ''
}

/** The number of records on the fullest of its days, and the limit. The strip warns if the limit is reached. */
function decisionLimit(strip: StripResult | null, {reader, context, entity}: OnRecord): CheckData[] {
  if (!strip || strip.limit === null || strip.fullest === null || strip.warning !== null) return []
  const {count, open, days} = strip.fullest
  const text = context.words.approvals.atOnce(
    count,
    daysText(days, reader.moment.language, {day: 'numeric', month: 'short'}),
    {open, limit: strip.limit, kind: inSentence(entity.label, reader.moment.language), as: strip.presentAs},
  )
  return [{text, outcome: 'holds'}]
}

function withoutFullest({fullest: _, ...strip}: StripResult): StripData {
  return strip
}

/** Several rules may share a name. */
function uniqueChecks(checks: readonly CheckData[]): CheckData[] {
  return [...new Map(checks.map(check => [`${check.outcome} ${check.text}`, check])).values()]
}

async function refusalText(
  {reader, entity, id}: Pick<OnRecord, 'reader' | 'entity'> & {readonly id: string},
  {error}: Rule,
): Promise<string> {
  const values = await messageValues(reader, {entity: entity.name, id}, error)
  return fillMessage(reader.specification.errors, {code: error, values}).message
}

const readsClock = (rule: Rule): boolean => coresOf(rule).some(asksTime)

function asksTime(core: Core): boolean {
  return (core.op === 'call' && (core.name === 'today' || core.name === 'now')) || partsOf(core).some(asksTime)
}

// Other records of the same person, or those the document selects.

const mostRead = 24
const mostEarlier = 5

async function earlierData(
  on: OnRecord,
  {screen, strip}: CompiledDecision,
  cellOf: (path: Path) => Cell,
): Promise<Pick<DecisionData, 'earlier' | 'coming'>> {
  const {reader, entity, record, context} = on
  const earlier = bulletOf(screen, earlierBullet)
  const shared = earlier && cellOf(earlier).value
  if (!earlier || typeof shared !== 'string') return {earlier: [], coming: []}
  const state = stateFieldOf(entity)
  const columns = bulletOf(screen, columnsBullet)
  const isNumber = (path: Path) => context.display.field(entity.name, path)?.display === 'number'
  const number = columns.find(isNumber) ?? null
  const span = strip && [...entity.spans.values()].find(each => each.from === strip.strip.from)
  // What it is called may leave out when it is.
  const isSaid = span && namingPaths(entity).some(([name = '']) => [span.name, span.from].includes(name))
  const others = records(entity, {
    href: recordHref,
    name: nameWithout,
    from: cell(strip ? pathOf(strip.strip.from) : ['created']),
    when: text(span && !isSaid ? [span.name] : null),
    kinds: cells(columns.filter(path => !isNumber(path))),
    number: cell(number),
    state: stateCell,
  })
  const filters = [{path: earlier, by: {filter: 'record', ids: [shared], none: false}} as const]
  const {rows} = await others.page(reader, {
    list: plainList({entity: entity.name, size: mostRead, sort: newestFirst(screen)}),
    asked: {...emptyQuery, filters},
  })
  type Other = RecordIn<typeof others>
  const today = todayOf(reader.moment)
  const final = context.display.states.get(entity.name)?.machine.final ?? []
  const countsDays = number?.length === 1 && [...entity.spans.values()].some(({count}) => count === number[0])
  const numberText = (cell: Cell) => {
    const days = countsDays ? numberIn(cell) : null
    return days === null ? cell.text : showDayCount(days, reader.moment.language)
  }
  const data = ({id, href, name, from, when, ...row}: Other): EarlierRecord => ({
    id,
    href,
    text: [name([earlier]) || from.text, ...(when === '' ? [] : [when])].join(' · '),
    mark: markIn(row.kinds),
    number: numberText(row.number),
    state: stateBadge(context.display.states.get(entity.name), row.state.value),
  })
  const now = toMillis(reader.moment.now)
  const isLater = ({from}: Other) => {
    const value = String(from.value)
    return strip !== null && (value.includes('T') ? Date.parse(value) > now : value > today)
  }
  // What was declined or cancelled does not come up.
  const isOpen = (other: Other) => !state || !final.includes(String(other.state.value))
  const shown = rows.filter(({id}) => id !== record.id)
  return {
    earlier: shown
      .filter(other => !isLater(other))
      .slice(0, mostEarlier)
      .map(data),
    coming: shown
      .filter(other => isLater(other) && isOpen(other))
      .slice(-mostEarlier)
      .map(data)
      .toReversed(),
  }
}

function markIn(cells: readonly Cell[]): EarlierRecord['mark'] {
  const marked = cells.find(({mark}) => mark?.colour !== undefined)
  return marked?.mark ? {mark: marked.mark, text: marked.text} : null
}
