/** Calls that can be worked out while the document is read, such as `duration("P7D")`. */
import {CalendarDate, DateTime, Time} from '../calendar.ts'
import type {CallCore, Core} from '../core.ts'
import type {Environment} from '../environment.ts'
import type {Declaration} from '../functions/declaration.ts'
import {decode, encode} from '../json.ts'
import type {TreeOf} from '../tree.ts'
import type {Type} from '../type.ts'
import {kindOf, type Value} from '../value.ts'
import {nullCore} from './literals.ts'
import type {Typer} from './typer.ts'

/** Undefined when it is known only later. */
export const knownValue = (core: Core): Value | undefined =>
  core.op === 'value' ? decode(core.type, core.value) : undefined

/** For functions that say they need nothing from it. */
const nowhere: Environment = {
  world: {all: () => [], field: () => null},
  this: null,
  me: null,
  old: null,
  inputs: new Map(),
  now: new DateTime(new CalendarDate(1970, 1, 1), new Time(0, 0, 0)),
  workingWeek: [],
}

export function folded(
  typer: Typer,
  tree: TreeOf<'call'>,
  {core, declared}: {core: CallCore; declared: Declaration},
): Core {
  const args = core.args.map(arg => knownValue(arg) ?? null)
  const missing = args.slice(0, core.required).includes(null)
  const value = missing ? null : declared.run(args, nowhere, false)
  if (value !== null) return {op: 'value', type: typeOf(value, core.type), value: encode(value)}
  if (missing) return nullCore
  return typer.refuse('N071', tree, {
    message: `Invalid ${tree.name}.`,
    hint: 'Write dates as `"2026-12-31"`, times as `"12:00:00"`, durations as `"P7D"`, `"PT2H"` or `"P1Y6M"`.',
  })
}

function typeOf(value: Value, type: Type): Type {
  if (type.kind !== 'any') return type
  const kind = kindOf(value)
  return kind === 'days duration' || kind === 'months duration' ? {kind} : type
}
