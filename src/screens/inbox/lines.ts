/** The lines of an inbox: who and what, since when, and the state. */
import type {RequestTime} from '../../engine/base/request-time.ts'
import {stateBadge} from '../../engine/base/state-display.ts'
import {sinceText, whenText} from '../../engine/display/dates.ts'
import {namingPaths} from '../../engine/display/record-names.ts'
import type {Cell, ListDefinition, Path} from '../../engine/query/list-query.ts'
import {cell, cellAt, cells, commonName, nameWithout, ownName, value} from '../../engine/records/properties.ts'
import {type RecordIn, records} from '../../engine/records/records.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {CompiledDecision} from '../../features/approvals/compiled-decision.ts'
import {waitingPaths} from '../../features/approvals/decision-checks.ts'
import {numberIn} from '../../features/planning/strip.ts'
import type {Json} from '../../feel/core.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {showDayCount} from '../../points/entities/values/spans.ts'
import type {InboxRecord} from './data.ts'

export interface LineColumns {
  readonly records: LineRecords
  readonly numbers: readonly {readonly path: Path; readonly label: string; readonly days: boolean}[]
}

export type LineRecords = ReturnType<typeof lineRecords>

interface LineSources {
  readonly entity: Entity
  readonly decision: CompiledDecision
  readonly decidedAt: string | null
  readonly askedAt: string | null
  readonly context: RecordContext
}

/** Fields that are part of the name are left out. */
export function lineColumns(
  {columns}: ListDefinition,
  {entity, decision, decidedAt, askedAt, context}: LineSources,
): LineColumns {
  const {display} = context
  const {person} = decision
  const key = (path: Path) => path.join('.')
  const naming = new Set(namingPaths(entity).map(key))
  const others = columns.filter(path => !naming.has(key(path)) && (!person || key(path) !== key(person)))
  const shown = (path: Path) => display.field(entity.name, path)
  const isNumber = (path: Path) => shown(path)?.display === 'number'
  const counts = new Set([...entity.spans.values()].map(({count}) => count))
  const state = others.find(path => shown(path)?.display === 'state') ?? null
  const numbers = others
    .filter(isNumber)
    .map(path => ({path, label: shown(path)?.label ?? '', days: path.length === 1 && counts.has(path[0] ?? '')}))
  const texts = others.filter(path => !isNumber(path) && path !== state)
  return {numbers, records: lineRecords({entity, decision, decidedAt, askedAt}, {texts, numbers, state})}
}

interface LineFields extends Pick<LineColumns, 'numbers'> {
  readonly texts: readonly Path[]
  readonly state: Path | null
}

function lineRecords(
  {entity, decision, decidedAt, askedAt}: Omit<LineSources, 'context'>,
  {texts, numbers, state}: LineFields,
) {
  const stateField = stateFieldOf(entity)
  return records(entity, {
    name: commonName,
    ownName,
    rest: nameWithout,
    person: cell(decision.person),
    texts: cells(texts),
    numbers: cells(numbers.map(({path}) => path)),
    state: cell(state),
    /** When it was decided, and when the decision was asked for. */
    decided: value(decidedAt === null ? null : [decidedAt]),
    asked: value(askedAt === null ? null : [askedAt]),
    created: value(['created']),
    updated: value(['updated']),
    /** For what it should be noticed. */
    at: cellAt([...waitingPaths(decision), stateField && [stateField.name]]),
  })
}

interface LineSource {
  readonly lines: LineColumns
  readonly decision: CompiledDecision
  readonly entity: Entity
  readonly context: RecordContext
}

interface LinePlace {
  readonly moment: RequestTime
  /** Where the record is opened. */
  readonly href: string
  readonly isDecided: boolean
}

export function lineData(
  {lines, decision, entity, context}: LineSource,
  line: RecordIn<LineRecords>,
  {moment, href, isDecided}: LinePlace,
): Omit<InboxRecord, 'check'> {
  const {id, ownName: own, person} = line
  const numberText = (cell: Cell, days: boolean) => {
    const value = days ? numberIn(cell) : null
    return value === null ? cell.text : showDayCount(value, moment.language)
  }
  const rest = own === '' && decision.person ? line.rest([decision.person]) : ''
  return {
    id,
    href,
    name: own || person.text || line.name,
    person: person.value === null ? null : String(person.value),
    texts: [...line.texts.map(({text}) => text), rest].filter(text => text !== '' && !own.includes(text)),
    ...markOfFirst(line.texts),
    numbers: lines.numbers.flatMap(({label, days}, at) => {
      const cell = line.numbers[at]
      const text = cell ? numberText(cell, days) : ''
      return text === '' ? [] : [{label, text}]
    }),
    age: ageOf(isDecided ? (line.decided ?? line.updated) : (line.asked ?? line.created), moment),
    state: stateBadge(context.display.states.get(entity.name), line.state.value),
  }
}

function markOfFirst(cells: readonly Cell[]): Pick<InboxRecord, 'mark'> {
  const mark = cells.find(cell => cell.mark)?.mark
  return mark ? {mark} : {}
}

/** Relative, in whole days; earlier than last month, by date. */
function ageOf(value: Json, moment: RequestTime): InboxRecord['age'] {
  if (typeof value !== 'string') return {text: '', exact: ''}
  return {text: sinceText(value, moment), exact: whenText(value, moment)}
}
