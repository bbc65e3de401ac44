/** `date`: a day of the calendar, the same everywhere on earth. It never passes through a time zone. */
import {CalendarDate} from '../../../feel/calendar.ts'
import {formatDate} from '../../../feel/format.ts'
import {readDate} from '../../../feel/read.ts'
import {dateType} from '../../../feel/type.ts'
import type {Value} from '../../../feel/value.ts'
import {defineType} from '../define-type.ts'
import type {Judged} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {inYears, readDateText, showDate, someDate} from '../values/calendar-text.ts'
import {column, storedText} from '../values/column.ts'
import {dateFormat} from '../values/formats.ts'
import {word} from '../values/plain-word.ts'

export const date = defineType({
  name: 'date',
  examples: ['date'],
  elsewhere: ['datum', 'day', 'calendar date'],
  read: word('date'),
  shows: type => (type.kind === 'date' ? {options: null} : null),
  use: () => ({
    written: 'date',
    type: dateType,
    keeps: column({sqlite: 'TEXT', postgres: 'date', holds: {as: 'date'}}),
    control: {control: 'date'},
    filter: {filter: 'range', control: {control: 'date'}},
    sort: {sort: 'value'},
    extent: {set: 'date'},
    is: (value: Value): value is CalendarDate => value instanceof CalendarDate,
    check: (name, database) =>
      database === 'sqlite'
        ? `${name} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`
        : `${name} between '0001-01-01' and '9999-12-31'`,
    literal: written => inYears(readDate(written)) ?? undefined,
    fromText: (text, {language}) => judge(readDateText(text, language), language),
    fromJson: json => judge(typeof json === 'string' ? readDate(json) : null, null),
    fit: value => judge(value, null),
    toText: (value, {language}) => showDate(value, language),
    toCsv: formatDate,
    toColumn: formatDate,
    fromColumn: stored => readDate(storedText(stored)),
  }),
})

function judge(read: CalendarDate | null, language: string | null): Judged {
  const value = inYears(read)
  if (value !== null) return accepted(value)
  return refused('NOT_A_DATE', {example: language === null ? formatDate(someDate) : showNumeric(language)})
}

/** How the language writes it in digits, for that is what can be typed. */
function showNumeric(language: string): string {
  const format = dateFormat(language, {numberingSystem: 'latn', timeZone: 'UTC'})
  return format.format(Date.UTC(someDate.year, someDate.month - 1, someDate.day))
}
