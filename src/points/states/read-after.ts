/** The column After: how long a record has been in its state, as a constant (`AUTO_CLOSE_AFTER`) or written out (`7 days`). */
import {finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import type {Text} from '../../document/raw.ts'
import {decode, type as typeText} from '../../feel/index.ts'
import {DaysDuration, MonthsDuration, type Value} from '../../feel/value.ts'
import type {ConstantValue} from '../limits/model.ts'
import {readValue} from '../limits/value.ts'
import type {RowWorld} from './action-world.ts'

export type Span = DaysDuration | MonthsDuration

export function readAfter(cell: Text, world: RowWorld): Span | null {
  if (cell.text === '') return null
  const {constants} = world.limits
  const constant = constants.get(cell.text)?.value ?? readValue(cell.text)
  const span = constant === null ? spanIn(cell.text, world) : spanOf(constant)
  if (span !== null) return span
  const durations = [...constants.values()].filter(each => spanOf(each.value) !== null).map(each => each.name)
  const message = `\`${cell.text}\` is not a length of time.`
  const hint = 'Write `7 days`, or name a constant of point 9 such as `AUTO_CLOSE_AFTER`.'
  const near = suggestFor(cell, durations)
  world.findings.push(finding('N413', cell, {message, ...(near.fix ? near : {hint})}))
  return null
}

function spanOf(value: ConstantValue): Span | null {
  if (value.kind === 'duration') return new DaysDuration(value.seconds)
  return value.kind === 'months' ? new MonthsDuration(value.months) : null
}

/** `duration("P7D")` */
function spanIn(text: string, {scope}: RowWorld): Span | null {
  const typing = typeText(text, scope)
  const value: Value = typing.ok && typing.core.op === 'value' ? decode(typing.type, typing.core.value) : null
  return value instanceof DaysDuration || value instanceof MonthsDuration ? value : null
}
