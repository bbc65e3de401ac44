/** Two dates of a record as one value: how records and forms show and read it. */

import type {Core} from '../../feel/core.ts'
import {datesOfSpan} from '../../points/entities/lookup.ts'
import type {Entity, Field, Span} from '../../points/entities/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {spread} from '../../points/screens/bullets/spread.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {Specification} from '../../points/specification.ts'
import type {FormFieldData} from './data.ts'

/**
 * Adds the last day to each date that is the first day of a period: of a span, or of a timeline's or calendar's dates.
 * Of two times, a rule says which is the end: `finishes > begins`. The fields of a span share one control.
 */
export function withPeriods(
  fields: readonly FormFieldData[],
  {screens, entities, rules}: Specification,
  entity: string,
): readonly FormFieldData[] {
  const dates = new Set(
    fields.filter(({control}) => control === 'date' || control === 'date and time').map(({name}) => name),
  )
  const ends = new Map<string, string>()
  const groups = new Map<string, string>()
  for (const span of entities.entities.get(entity)?.spans.values() ?? []) {
    if (dates.has(span.from) && dates.has(span.to)) ends.set(span.from, span.to)
    for (const name of datesOfSpan(span)) groups.set(name, span.label)
  }
  for (const {shows} of screens.screens) {
    const isSpan = 'from' in shows && shows.entity === entity
    if (isSpan && shows.to !== null && dates.has(shows.from) && dates.has(shows.to)) ends.set(shows.from, shows.to)
  }
  const times = new Set(fields.filter(({control}) => control === 'time').map(({name}) => name))
  for (const rule of rules.rules) {
    const [from, to] = rule.entity === entity && rule.when === null ? orderedFields(rule.must.core) : []
    if (from !== undefined && to !== undefined && times.has(from) && times.has(to)) ends.set(from, to)
  }
  return fields.map(field => {
    const [until, group] = [ends.get(field.name), groups.get(field.name)]
    return {...field, ...(until === undefined ? {} : {until}), ...(group === undefined ? {} : {group})}
  })
}

/** The two fields of the record that a comparison puts in order; none for other conditions. */
function orderedFields(core: Core): readonly string[] {
  if (core.op !== 'compare' || !['<', '<=', '>', '>='].includes(core.by)) return []
  const names = [core.left, core.right].flatMap(each =>
    each.op === 'field' && each.of.op === 'this' ? [each.field] : [],
  )
  return core.by.startsWith('<') ? names : names.toReversed()
}

/** The dates of the strip, or else the first span. */
export function spanOf(screen: Screen, {spans}: Entity): Span | null {
  const all = [...spans.values()]
  const begins = bulletOf(screen, spread)?.from
  return all.find(({from}) => from === begins) ?? all[0] ?? null
}

// The calendar in which the dates of the record are chosen.

/** The query parameter for a day whose months are requested. */
export const daysKey = '_days'

/** Both days must be dates of the form; half days can be chosen if both of their fields are, too. */
export function datesOf(screen: Screen, entity: Entity, fields: readonly Field[]): Span | null {
  const span = spanOf(screen, entity)
  const isThere = (name: string) => fields.some(each => each.name === name)
  const isDate = (name: string) => isThere(name) && entity.fields.get(name)?.type.type.kind === 'date'
  if (!span || !isDate(span.from) || !isDate(span.to)) return null
  return span.halfDays?.every(isThere) ? span : {...span, halfDays: null}
}
