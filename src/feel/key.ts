/** A text that two values share exactly when `=` says they are equal, for sets of values. */
import {DateTime, epochOf, Time} from './calendar.ts'
import {formatValue} from './format.ts'
import {type Context, isList, isReference, kindOf, timeOffset, type Value} from './value.ts'

export function keyOf(value: Value): string {
  if (isList(value)) return `[${value.map(item => measured(keyOf(item))).join('')}`
  if (value instanceof Map) return `{${contextKey(value)}`
  return `${kindOf(value)} ${textOf(value)}`
}

/** With its length in front a part cannot run into the next one. */
const measured = (key: string): string => `${key.length}:${key}`

const contextKey = (context: Context): string =>
  [...context.keys()]
    .sort()
    .map(name => measured(name) + measured(keyOf(context.get(name) ?? null)))
    .join('')

function textOf(value: Value): string {
  if (value instanceof DateTime) return `${typeof value.time.zone} ${epochOf(value)} ${value.time.nano}`
  if (value instanceof Time) return `${typeof value.zone} ${value.second - timeOffset(value)} ${value.nano}`
  return isReference(value) ? `${value.entity} ${value.id}` : formatValue(value)
}
