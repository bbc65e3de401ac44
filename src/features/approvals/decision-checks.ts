/** The checks of a decision: rules of point 5, evaluated on the current record, its limit, and who decides after the viewer. */

import {daysText} from '../../engine/display/dates.ts'
import {figuresNote, fillMessage, mentionedFields, messageValues, ruleNote} from '../../engine/display/error-message.ts'
import type {CheckData} from '../../engine/page/common.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {cellAt} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {ruleOutcomes} from '../../engine/transaction/rules.ts'
import {type Core, partsOf} from '../../feel/core.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import {capitalised, inSentence} from '../../points/entities/names.ts'
import {coresOf, type Rule} from '../../points/rules/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions as actionsBullet} from '../../points/screens/bullets/shared.ts'
import {numberIn, type StripResult} from '../planning/strip.ts'
import type {RecordVisit} from '../records/compiled-record.ts'
import type {OnRecord, OnShownRecord} from '../records/record-forms.ts'
import {figures as figuresBullet} from './bullets.ts'
import type {CompiledDecision} from './compiled-decision.ts'
import {nextDeciders} from './next-decision.ts'
export interface ReasonsReading {
  readonly cell: (path: Path) => Cell
  /** The actions that the person may perform now. */
  readonly offered: readonly string[]
}

export async function decisionChecks(
  on: OnRecord,
  rules: readonly Rule[],
  {cell, offered}: ReasonsReading,
): Promise<CheckData[]> {
  const {reader, entity, record} = on
  const depends = ({on: event}: Rule) => event === null || (event.kind === 'action' && offered.includes(event.action))
  // Rules that depend on the date of an earlier action were decided on that date.
  const shown = rules.filter(rule => depends(rule) || !readsClock(rule))
  const found = await ruleOutcomes(reader, {entity: entity.name, ids: [record.id], rules: shown})
  const outcomes = found.get(record.id) ?? []
  const checks: CheckData[] = []
  for (const [index, rule] of shown.entries()) {
    const outcome = outcomes[index]
    const text = outcome === 'holds' ? ruleNote(reader, rule, path => cell(path).text) : ''
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
export async function onwardCheck(
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
export function decisionLimit(strip: StripResult | null, {reader, context, entity}: OnRecord): CheckData[] {
  if (!strip || strip.limit === null || strip.fullest === null || strip.warning !== null) return []
  const {count, open, days} = strip.fullest
  const text = context.words.approvals.atOnce(
    count,
    daysText(days, reader.moment.language, {day: 'numeric', month: 'short'}),
    {open, limit: strip.limit, kind: inSentence(entity.label, reader.moment.language), as: strip.presentAs},
  )
  return [{text, outcome: 'holds'}]
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
