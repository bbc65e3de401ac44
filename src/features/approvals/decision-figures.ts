/** The figures of a decision, as numbers of a record: now, after it, and of how much. */

import {dayNumberOf, type RequestTime} from '../../engine/base/request-time.ts'
import {dateOfDay, dayText, readDay} from '../../engine/display/dates.ts'
import type {FigureData} from '../../engine/page/common.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {numberIn} from '../planning/strip.ts'
import type {OnRecord} from '../records/record-forms.ts'
import type {InboxFigure} from './bullets.ts'

export function figureData(
  {value, after, of, on, today}: InboxFigure,
  cell: (path: Path) => Cell,
  {context, entity, moment}: Pick<OnRecord, 'context' | 'entity'> & Pick<ReadContext, 'moment'>,
): FigureData[] {
  const now = cell(value)
  const label = context.display.field(entity.name, value)?.label ?? ''
  if (now.text === '') return []
  const when = on && cell(on).value
  const day = typeof when === 'string' ? readDay(when) : null
  const known = today && cell(today).text
  const note =
    day !== null && known !== now.text
      ? context.words.forms.availableOn(now.text, shortDay(day, moment), known || null)
      : null
  const numbers = [now, after ? cell(after) : now, of ? cell(of) : null].map(each => each && numberIn(each))
  return [
    {
      key: value.join('.'),
      label,
      text: now.text,
      after: (after && cell(after).text) || null,
      of: (of && cell(of).text) || null,
      meter: meterOf(numbers),
      ...(note === null ? {} : {note}),
    },
  ]
}

function shortDay(day: number, moment: RequestTime): string {
  const isThisYear = dateOfDay(day).year === dateOfDay(dayNumberOf(moment)).year
  return dayText(day, moment.language, {day: 'numeric', month: 'short', ...(isThisYear ? {} : {year: 'numeric'})})
}

function meterOf([now, then, whole]: readonly (number | null | undefined)[]): FigureData['meter'] {
  if (typeof now !== 'number' || typeof then !== 'number' || typeof whole !== 'number' || whole <= 0) return null
  const percent = (part: number) => Math.round(1000 * Math.min(1, Math.max(0, part / whole))) / 10
  const stays = percent(Math.min(now, then))
  return {stays, changes: Math.round(10 * (percent(Math.max(now, then)) - stays)) / 10}
}
