/** What an inbox shows to decide by, as it follows from the document: its strip, its rules, and who decides next. */

import {EntityReads} from '../../engine/base/entity-reads.ts'
import {notedPaths} from '../../engine/display/error-message.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {namingPaths} from '../../engine/display/record-names.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import {cellAt, recordHref} from '../../engine/records/properties.ts'
import {type RecordProperty, type Records, records} from '../../engine/records/records.ts'
import {leadsToPerson, ownerOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {Rule} from '../../points/rules/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions as actionsBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import {waitsForInput} from '../forms/preview.ts'
import type {CompiledStrip} from '../planning/strip.ts'
import type {CompiledRecord, RecordVisit} from '../records/compiled-record.ts'
import {checks as checksBullet, earlier as earlierBullet, figures as figuresBullet, pathsOfFigure} from './bullets.ts'
import {type CompiledOnward, compileOnward} from './next-decision.ts'

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
    const found = fieldAtPath(entities, entity.name, path)
    return found !== null && leadsToPerson(found.field)
  }
  const owner = ownerOf(entity)
  const possible = [earlier, strip?.per, ...namingPaths(entity), owner && [owner.name]]
  const person = possible.find(path => path && isOfPerson(path)) ?? null
  const rules = rulesOfRecord(screen, context, entity)
  const at = cellAt([
    ...figures.flatMap(pathsOfFigure),
    ...(strip ? Object.values(strip.paths).filter(path => path.length > 0) : []),
    earlier,
    person,
    ...rules.flatMap(rule => notedPaths(context.specification, rule)),
  ])
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
