/** What the document says about the summary beside a form, compiled. */

import {EntityReads} from '../../engine/base/entity-reads.ts'
import type {Path} from '../../engine/query/list-query.ts'
import {cellAt} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {type Core, partsOf} from '../../feel/core.ts'
import type {Entity, Span} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {coresOf, type Rule} from '../../points/rules/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import type {Screen} from '../../points/screens/model.ts'
import {spanOf} from '../forms/periods.ts'
import {isKnownBefore, readsEntity, waitsForInput} from '../forms/preview.ts'
import {closedDays} from '../planning/bullets.ts'
import {type CompiledStrip, compileStrip} from '../planning/strip.ts'
import {strip as stripBullet} from '../planning/strip-bullets.ts'
import {checks as checksBullet, figures as figuresBullet, pathsOfFigure} from './bullets.ts'
import {choices as choicesBullet, dates as datesBullet} from './form-bullets.ts'

/** Derived from the document. */
export interface CompiledSummary {
  readonly screen: Screen
  readonly saves: Saves
  readonly entity: Entity
  readonly context: RecordContext
  readonly span: Span | null
  readonly strip: CompiledStrip | null
  readonly rules: readonly CheckedRule[]
  readonly records: SummaryRecords
}

type SummaryRecords = ReturnType<typeof summaryRecords>

/** What is read of the record as it would be. */
const summaryRecords = (entity: Entity, paths: readonly (Path | null)[]) => records(entity, {at: cellAt(paths)})

interface CheckedRule {
  readonly rule: Rule
  /** A broken rule prevents the form's action; other rules are informational. */
  readonly blocks: boolean
  /** Shown even if it holds. */
  readonly ticked: boolean
  /** It is about the days that the form shows as closed. */
  readonly closes: boolean
}

/** What the form does: creates or changes a record, and the actions of its buttons. */
interface Saves {
  readonly new: boolean
  readonly actions: readonly string[]
}

export interface SummaryOf {
  readonly entity: Entity
  readonly saves: Saves
  /** The lists of parts that are filled in with the form. */
  readonly parts: ReadonlySet<string>
}

/** Null if the document defines no summary. */
export function compileSummary(
  screen: Screen,
  context: RecordContext,
  {entity, saves, parts}: SummaryOf,
): CompiledSummary | null {
  const figures = bulletOf(screen, figuresBullet)
  const written = bulletOf(screen, stripBullet)
  const checks = bulletOf(screen, checksBullet)
  const dates = bulletOf(screen, datesBullet)
  if (figures.length === 0 && written === null && checks === null && dates === null) return null
  const strip = compileStrip(screen, context)
  const span = spanOf(screen, entity)
  const paths = [
    ...figures.flatMap(pathsOfFigure),
    ...(strip ? Object.values(strip.paths).filter(path => path.length > 0) : []),
    ...(span
      ? [[span.name], [span.from], [span.to], ...[span.count, span.hours].map(name => (name === null ? null : [name]))]
      : []),
    ...bulletOf(screen, choicesBullet)
      .slice(0, 1)
      .map(({field}) => [field]),
  ]
  return {
    screen,
    saves,
    entity,
    context,
    span,
    strip,
    rules: checkedRules(screen, context, {entity, saves, parts}),
    records: summaryRecords(entity, paths),
  }
}

function checkedRules(
  screen: Screen,
  {specification, engine}: RecordContext,
  {entity, saves, parts}: SummaryOf,
): CheckedRule[] {
  const checks = bulletOf(screen, checksBullet)
  const closed = bulletOf(screen, closedDays)?.entity
  const declared = specification.actions.actions.get(entity.name)
  const performed = saves.actions.map(name => declared?.get(name))
  const named = (action: string) => checks !== null && checks !== 'all' && checks.includes(action)
  const reads = engine.reads.get(entity.name) ?? new EntityReads(entity, [])
  return specification.rules.rules.flatMap((rule): CheckedRule[] => {
    if (rule.entity !== entity.name || !isKnownBefore(reads, rule, parts) || readsInput(rule)) return []
    if (waitsForInput(reads, rule, performed)) return []
    const {on} = rule
    const blocks = on === null || (on.kind === 'create' ? saves.new : saves.actions.includes(on.action))
    const ticked = checks === 'all' || (on?.kind === 'action' && named(on.action))
    const closes = closed !== undefined && readsEntity(reads, rule, closed)
    return blocks || ticked ? [{rule, blocks, ticked, closes}] : []
  })
}

const readsInput = (rule: Rule): boolean => coresOf(rule).some(isInput)

const isInput = (core: Core): boolean => core.op === 'input' || partsOf(core).some(isInput)

export function isOfPeople({per}: CompiledStrip, {display}: RecordContext, entity: string): boolean {
  return display.field(entity, per)?.display === 'person' || entity === userEntity
}
