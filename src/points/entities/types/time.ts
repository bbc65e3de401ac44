/** `time`: a time of day, to the second, on whatever day. */
import {Time} from '../../../feel/calendar.ts'
import {formatTime} from '../../../feel/format.ts'
import {readTime} from '../../../feel/read.ts'
import {timeType} from '../../../feel/type.ts'
import type {Value} from '../../../feel/value.ts'
import {defineType} from '../define-type.ts'
import type {Judged} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {readTimeText, showTime, someTime} from '../values/calendar-text.ts'
import {column, storedText} from '../values/column.ts'
import {word} from '../values/plain-word.ts'

export const time = defineType({
  name: 'time',
  examples: ['time'],
  elsewhere: ['uhrzeit', 'time of day', 'clock'],
  read: word('time'),
  shows: type => (type.kind === 'time' ? {options: null} : null),
  use: () => ({
    written: 'time',
    type: timeType,
    keeps: column({sqlite: 'TEXT', postgres: 'time(0)', holds: {as: 'time'}}),
    control: {control: 'time'},
    filter: {filter: 'range', control: {control: 'time'}},
    sort: {sort: 'value'},
    extent: {set: 'time'},
    is: (value: Value): value is Time => value instanceof Time,
    check: (name, database) => (database === 'sqlite' ? `${name} glob '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'` : null),
    literal: written => readTimeText(written) ?? undefined,
    fromText: (text, {language}) => judge(readTimeText(text), language),
    fromJson: json => judge(typeof json === 'string' ? readTimeText(json) : null, 'en'),
    // Whatever zone an expression's time had: on the wall it shows this.
    fit: ({second}) => accepted(new Time(second)),
    toText: (value, {language}) => showTime(value, language),
    toForm: value => [formatTime(value)],
    toCsv: formatTime,
    toColumn: formatTime,
    fromColumn: stored => readTime(storedText(stored)),
  }),
})

function judge(read: Time | null, language: string): Judged {
  return read === null ? refused('NOT_A_TIME', {example: showTime(someTime, language)}) : accepted(read)
}
