/** `duration`: a length of time in days, hours, minutes and seconds. Months are no length: they differ. */
import {compareNum, type Num, round, toInteger} from '../../../feel/decimal.ts'
import {formatDays} from '../../../feel/format.ts'
import {daysType} from '../../../feel/type.ts'
import {DaysDuration, type Value} from '../../../feel/value.ts'
import {defineType} from '../define-type.ts'
import type {Judged} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {column, storedNumber} from '../values/column.ts'
import {readDuration, showDuration} from '../values/duration-text.ts'
import {word} from '../values/plain-word.ts'

/** Ten thousand years, in seconds. */
const most = 315_576_000_000
const example = 90 * 60

export const duration = defineType({
  name: 'duration',
  examples: ['duration'],
  elsewhere: ['zeitspanne', 'dauer', 'interval', 'timespan', 'length of time', 'period'],
  read: word('duration'),
  shows: type => (type.kind === 'days duration' ? {options: null} : null),
  use: () => ({
    written: 'duration',
    type: daysType,
    keeps: column({sqlite: 'INTEGER', postgres: 'bigint', holds: {as: 'days duration'}}),
    control: {control: 'line', attributes: {duration: true}},
    filter: {filter: 'range', control: {control: 'line', attributes: {duration: true}}},
    sort: {sort: 'value'},
    extent: {set: 'duration'},
    is: (value: Value): value is DaysDuration => value instanceof DaysDuration,
    check: name => `${name} between ${-most} and ${most}`,
    literal: written => literal(written),
    fromText: (text, {language}) => judge(readDuration(text, language), language),
    fromJson: json => judge(typeof json === 'string' ? readDuration(json, 'en') : null, 'en'),
    fit: ({seconds}) => judge(round(seconds, 0, 'half even'), 'en'),
    toText: (value, {language}) => showDuration(secondsOf(value), language),
    toForm: (value, {language}) => [typeable(secondsOf(value), language)],
    toCsv: formatDays,
    toColumn: value => BigInt(secondsOf(value)),
    fromColumn: stored => new DaysDuration(storedNumber(stored)),
  }),
})

function judge(seconds: Num | null, language: string): Judged {
  if (seconds === null || toInteger(seconds) === null)
    return refused('NOT_A_DURATION', {example: showDuration(example, language)})
  if (compareNum(seconds, most) > 0) return refused('TOO_LARGE_NUMBER', {most: showDuration(most, language)})
  if (compareNum(seconds, -most) < 0) return refused('TOO_SMALL', {least: showDuration(-most, language)})
  return accepted(new DaysDuration(seconds))
}

/** Some languages say two hours in one word without a digit; what could not be typed back is shown in English. */
function typeable(seconds: number, language: string): string {
  const text = showDuration(seconds, language)
  return readDuration(text, language) === seconds ? text : showDuration(seconds, 'en')
}

/** `2 days` and `PT8H` are plain enough; a number alone is not. */
function literal(written: string): Value | undefined {
  const seconds = /^[-\d]|^P/.test(written) ? readDuration(written, 'en') : null
  return seconds === null ? undefined : new DaysDuration(seconds)
}

function secondsOf({seconds}: DaysDuration): number {
  return toInteger(seconds) ?? 0
}
