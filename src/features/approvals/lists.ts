/** The lists of an inbox beside its own: the strip, the earlier and the decided records. A form has a strip, too. */

import type {ListDefinition} from '../../engine/query/list-query.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions, decided as decidedBullet} from '../../points/screens/bullets/shared.ts'
import {fieldPath} from '../../points/screens/field-paths.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {ScreenCondition} from '../../points/screens/paths.ts'
import {entityShown} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import type {Action, Transition} from '../../points/states/model.ts'
import {listDefinition} from '../collections/list-definition.ts'
import {strip as stripBullet, stripWhere} from '../planning/strip-bullets.ts'
import {earlier as earlierBullet} from './bullets.ts'

/** The strip of an inbox, the earlier records next to it, and the decided ones. */
export function inboxLists(screen: Screen, specification: Specification): ListDefinition[] {
  const strip = bulletOf(screen, stripBullet)
  const earlier = bulletOf(screen, earlierBullet)
  const decided = bulletOf(screen, decidedBullet)
  const plain = {...listDefinition({...screen, details: null}, specification), columns: []}
  const dates = strip ? [fieldPath(strip.from), ...(strip.to === null ? [] : [fieldPath(strip.to)])] : []
  const placed = strip && {
    ...plain,
    condition: bulletOf(screen, stripWhere),
    filters: [...dates, fieldPath(strip.per), ...(strip.same ? [strip.same] : [])],
  }
  const others = earlier && {...plain, filters: [earlier], sort: newestFirst(screen)}
  const done = decided && decidedList(plain, decided, decisionTime(screen, specification))
  return [placed, others, done].filter(each => each !== null)
}

/** The most recent decisions first. */
export function decidedList(shown: ListDefinition, decided: ScreenCondition, time: string | null): ListDefinition {
  const fields = time === null ? ['updated'] : [time, 'updated']
  return {...shown, condition: decided, sort: fields.map(field => ({path: [field], descending: true}))}
}

/** The field that the actions of an inbox set to `now()`; null: they set none, and the last change is the nearest to it. */
export function decisionTime({shows, details}: Screen, specification: Specification): string | null {
  const entity = entityShown({shows})
  const known = specification.actions.actions.get(entity)
  return timeSetBy(
    entity,
    bulletOf({details}, actions).flatMap(name => known?.get(name)?.rows ?? []),
    specification,
  )
}

/**
 * The field that other actions set to `now()` when they lead to a state in which the actions of an inbox start; null:
 * they set none, and the record has waited since it was created.
 */
export function waitingTime({shows, details}: Screen, specification: Specification): string | null {
  const entity = entityShown({shows})
  const all = [...(specification.actions.actions.get(entity)?.values() ?? [])]
  const isOwn = ({name}: Action) => bulletOf({details}, actions).includes(name)
  const starts = new Set(all.filter(isOwn).flatMap(({rows}) => rows.flatMap(({from}) => from ?? [])))
  const leading = all.filter(action => !isOwn(action)).flatMap(({rows}) => rows)
  return timeSetBy(
    entity,
    leading.filter(({to}) => to !== null && starts.has(to)),
    specification,
  )
}

function timeSetBy(entity: string, rows: readonly Transition[], {entities}: Specification): string | null {
  const set = rows
    .flatMap(({effects}) => effects)
    .find(effect => effect.kind === 'set' && effect.value.op === 'call' && effect.value.name === 'now')
  const field = set?.kind === 'set' ? entities.entities.get(entity)?.fields.get(set.field) : undefined
  return field?.type.type.kind === 'date and time' ? field.name : null
}

/** By the date of the strip, if there is one. */
export function newestFirst(screen: Screen): ListDefinition['sort'] {
  const strip = bulletOf(screen, stripBullet)
  return [{path: strip ? fieldPath(strip.from) : ['created'], descending: true}]
}
