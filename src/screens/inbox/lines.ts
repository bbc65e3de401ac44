/** The lines of an inbox: who and what, since when, and the state. */
import type {Actor} from '../../engine/base/actor.ts'
import type {RequestTime} from '../../engine/base/request-time.ts'
import {stateBadge} from '../../engine/base/state-display.ts'
import {sinceText, whenText} from '../../engine/display/dates.ts'
import {Columns, isOwn, namingPaths, restOfName, viewerNamingPaths} from '../../engine/display/record-names.ts'
import type {Cell, ListDefinition, ListRow, Path} from '../../engine/query/list-query.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {type CompiledDecision, waitingPaths} from '../../features/approvals/decision-data.ts'
import {numberIn} from '../../features/planning/strip.ts'
import type {Json} from '../../feel/core.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import {showDayCount} from '../../points/entities/values/spans.ts'
import type {InboxRecord} from './data.ts'

export interface LineColumns {
  readonly columns: Columns
  readonly texts: readonly Path[]
  readonly numbers: readonly {readonly path: Path; readonly label: string; readonly days: boolean}[]
  readonly state: Path | null
  /** When it was decided, and when the decision was asked for. */
  readonly decidedAt: Path | null
  readonly askedAt: Path | null
}

const created: Path = ['created']
const updated: Path = ['updated']

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
  const stateField = stateFieldOf(entity)?.name
  const at: Path | null = decidedAt === null ? null : [decidedAt]
  const asked: Path | null = askedAt === null ? null : [askedAt]
  return {
    columns: new Columns([
      ...columns,
      ...viewerNamingPaths(entity),
      ...waitingPaths(decision),
      stateField === undefined ? null : [stateField],
      person,
      created,
      updated,
      at,
      asked,
    ]),
    texts: others.filter(path => !isNumber(path) && path !== state),
    numbers: others
      .filter(isNumber)
      .map(path => ({path, label: shown(path)?.label ?? '', days: path.length === 1 && counts.has(path[0] ?? '')})),
    state,
    decidedAt: at,
    askedAt: asked,
  }
}

interface LineSource {
  readonly lines: LineColumns
  readonly decision: CompiledDecision
  readonly entity: Entity
  readonly context: RecordContext
}

interface LinePlace {
  readonly actor: Actor
  readonly moment: RequestTime
  /** Where the record is opened. */
  readonly href: string
  readonly isDecided: boolean
}

export function lineData(
  {lines, decision, entity, context}: LineSource,
  row: ListRow,
  {actor, moment, href, isDecided}: LinePlace,
): Omit<InboxRecord, 'check'> {
  const {columns, texts, numbers, state} = lines
  const {language} = moment
  const numberAt = (path: Path, days: boolean) => {
    const value = days ? numberIn(columns.cell(row, path)) : null
    return value === null ? columns.text(row, path) : showDayCount(value, language)
  }
  const person = decision.person && columns.cell(row, decision.person)
  const textAt = (path: Path) => columns.text(row, path)
  const own = isOwn(entity, actor, path => columns.cell(row, path))
  const name = own ? nameOfRecord(entity, textAt, true) : person?.text || nameOfRecord(entity, textAt)
  const rest = !own && decision.person ? restOfName(entity, [decision.person], textAt) : ''
  return {
    id: row.id,
    href,
    name,
    person: person && person.value !== null ? String(person.value) : null,
    texts: [...texts.map(textAt), rest].filter(text => text !== '' && !(own && name.includes(text))),
    ...markOfFirst(texts.map(path => columns.cell(row, path))),
    numbers: numbers
      .map(({path, label, days}) => ({label, text: numberAt(path, days)}))
      .filter(({text}) => text !== ''),
    age: ageOf(isDecided ? decidedWhen(lines, row) : askedWhen(lines, row), moment),
    state: stateBadge(context.display.states.get(entity.name), columns.cell(row, state).value),
  }
}

const decidedWhen = ({columns, decidedAt}: LineColumns, row: ListRow): Json =>
  columns.cell(row, decidedAt).value ?? columns.cell(row, updated).value

const askedWhen = ({columns, askedAt}: LineColumns, row: ListRow): Json =>
  columns.cell(row, askedAt).value ?? columns.cell(row, created).value

function markOfFirst(cells: readonly Cell[]): Pick<InboxRecord, 'mark'> {
  const mark = cells.find(cell => cell.mark)?.mark
  return mark ? {mark} : {}
}

/** Relative, in whole days; earlier than last month, by date. */
function ageOf(value: Json, moment: RequestTime): InboxRecord['age'] {
  if (typeof value !== 'string') return {text: '', exact: ''}
  return {text: sinceText(value, moment), exact: whenText(value, moment)}
}
