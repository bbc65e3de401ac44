/** The bars of a timeline: where each begins and ends, its text, and how bars are stacked into rows and groups. */
import type {TimelineBar, TimelineGroup, TimelineHead, TimelineRow} from '../../../contract/timeline.ts'
import type {Messages} from '../../../messages/index.ts'
import type {Screen} from '../../../points/screens/model.ts'
import type {ListRow} from '../../query/list-query.ts'
import type {RequestTime} from '../../request-time.ts'
import type {Columns} from '../record-names.ts'
import {clockText, dayText, weekdayAt} from '../span/dates.ts'
import {type DayMark, isOn, markTexts} from '../span/marked-days.ts'
import {clocksText, momentsText, type RecordInRange, wholeDaysText} from '../span/records-in-range.ts'
import type {RowRecord, TimelineRows} from './rows.ts'
import type {Cut, Scale, UnitRange} from './scale.ts'

// Bars: where each begins and ends in its row, and its text.

export interface BarWorld {
  readonly screen: Screen
  readonly columns: Columns
  readonly scale: Scale
  readonly moment: RequestTime
  readonly words: Messages
  readonly marks: readonly DayMark[]
  /** Moments, and not whole days. */
  readonly timed: boolean
}

export interface Bar extends UnitRange {
  readonly placed: RecordInRange
  readonly halves: {readonly first: boolean; readonly last: boolean}
}

const unitsOfHalf = 1

export function barOf(placed: RecordInRange, {screen, columns, scale, timed}: BarWorld): Bar {
  const halves = timed ? {first: false, last: false} : halvesOf(placed.row, screen, columns)
  const start = scale.start(placed.from) + (halves.first ? unitsOfHalf : 0)
  const end = scale.end(placed.to) - (halves.last ? unitsOfHalf : 0)
  return {placed, halves, start, end: Math.max(end, start + 1)}
}

function halvesOf(row: ListRow, {details}: Screen, columns: Columns): Bar['halves'] {
  const [first, last] = details.time.halfDays ?? []
  const says = (path: typeof first) => path !== undefined && columns.cell(row, path).value === true
  return {first: says(first), last: says(last)}
}

/** Cut to what is shown; null where nothing of it is. */
function barData(
  bar: Bar,
  row: RowRecord,
  {shown, context}: {shown: UnitRange; context: BarWorld},
): TimelineBar | null {
  const {placed} = bar
  const start = Math.max(bar.start, shown.start)
  const end = Math.min(bar.end, shown.end)
  if (end <= start) return null
  const [before, after] = [bar.start < shown.start, bar.end > shown.end]
  const when = context.timed ? momentsText(placed, context.moment) : wholeDaysText(placed, context.moment)
  const text = clockIn(bar, context) || placed.text || shortText(bar, row, {cut: before || after, context})
  const said = [row.name, placed.text, when, ...halfTexts(bar, context), ...placed.said, placed.state?.text ?? '']
  return {
    id: placed.row.id,
    href: placed.href,
    start: start - shown.start,
    end: end - shown.start,
    before,
    after,
    text,
    label: said.filter(each => each !== '').join(', '),
    tone: placed.state?.tone ?? 'plain',
  }
}

/** When it begins, where all of it lies in one of many days. */
function clockIn({placed, start, end}: Bar, {scale, timed, moment}: BarWorld): string {
  const isInOne = timed && scale.step > 1 && end - start <= 2 * unitsOfHalf
  return isInOne ? clockText(placed.from.second, moment.language) : ''
}

function halfTexts({halves}: Bar, {words}: BarWorld): string[] {
  const {fromMidday, untilMidday} = words.timelines
  return [...(halves.first ? [fromMidday] : []), ...(halves.last ? [untilMidday] : [])]
}

interface Short {
  readonly cut: boolean
  readonly context: BarWorld
}

/** If its name adds nothing: its duration, or its end if that is not visible. */
function shortText(bar: Bar, row: RowRecord, {cut, context}: Short): string {
  const {moment, words, timed} = context
  if (cut) return words.timelines.until(dayText(bar.placed.to.day, moment.language, {day: 'numeric', month: 'short'}))
  if (timed) return clocksText(bar.placed, moment.language)
  const days = workingDays(bar, row, context)
  return words.timelines.days(days, new Intl.NumberFormat(moment.language).format(days))
}

function workingDays({placed, halves}: Bar, row: RowRecord, {moment, marks}: BarWorld): number {
  const all = Array.from({length: placed.to.day - placed.from.day + 1}, (_, index) => placed.from.day + index)
  const isFree = (day: number) => marks.some(mark => mark.kind === 'off' && isOn(mark, day) && isFor(mark, row))
  const working = all.filter(day => moment.workingWeek.includes(weekdayAt(day)) && !isFree(day))
  const half = (halves.first ? 0.5 : 0) + (halves.last ? 0.5 : 0)
  return Math.max(0.5, (working.length > 0 ? working.length : all.length) - half)
}

// Layout: bars in rows, rows in groups, and days off over both.

interface Laying {
  readonly rows: TimelineRows
  readonly bars: BarWorld
  readonly rowOf: (bar: Bar) => string
}

export function laidOut(all: readonly Bar[], {rows, bars, rowOf}: Laying): {cut: Cut; groups: TimelineGroup[]} {
  const cut = bars.scale.cut(all)
  const byRow = Map.groupBy(all, rowOf)
  const rowData = (row: RowRecord): TimelineRow => ({
    id: row.id,
    name: row.name,
    href: row.href,
    bars: (byRow.get(row.id) ?? []).flatMap(bar => barData(bar, row, {shown: cut, context: bars}) ?? []),
    marks: bars.timed ? [] : marksOf(row, bars),
  })
  const byGroup = Map.groupBy(rows.rows, row => row.group)
  // Beside no other group, those without one are simply all.
  const others = byGroup.size > 1 ? bars.words.timelines.others : null
  const groups = [...byGroup].map(([group, members]) => ({
    key: String(group),
    label: group === null ? null : rows.groups?.[group]?.text || others,
    rows: members.map(rowData),
    closed: bars.timed ? [] : closedFor(members, bars),
  }))
  return {cut, groups}
}

const isFor = ({kind, shared}: DayMark, row: RowRecord): boolean => shared === null || shared === row.shared[kind]

/** The days of a row that are off or closed, one by one: a day that is both is off. Days off of everybody are marked in the head. */
function marksOf(row: RowRecord, {marks, scale}: BarWorld): TimelineRow['marks'] {
  const own = marks.filter(mark => isFor(mark, row) && (mark.kind === 'closed' || mark.shared !== null))
  return daysOf(scale).flatMap(day => {
    const [mark] = own.filter(each => isOn(each, day))
    return mark ? [{...stretchOf({first: day, last: day}, scale), kind: mark.kind, text: mark.text}] : []
  })
}

const daysOf = ({days}: Scale): number[] =>
  Array.from({length: days.last - days.first + 1}, (_, index) => days.first + index)

const stretchOf = ({first, last}: DayMark['days'], scale: Scale): UnitRange => ({
  start: scale.start({day: first, second: 0}),
  end: scale.start({day: last + 1, second: 0}),
})

/** Closed days that all rows of a group have: they are named beside the name of the group. */
function closedFor(rows: readonly RowRecord[], {marks, scale}: BarWorld): TimelineGroup['closed'] {
  return marks
    .filter(mark => mark.kind === 'closed' && rows.every(row => isFor(mark, row)))
    .map(({id, days, text}) => ({id, ...stretchOf(days, scale), text}))
}

/** Marks that at least one of the rows has. */
export const marksOfRows = (marks: readonly DayMark[], rows: readonly RowRecord[]): DayMark[] =>
  marks.filter(mark => rows.some(row => isFor(mark, row)))

/** What everybody has is marked in the head, and named there. */
export function headsWith(
  heads: readonly TimelineHead[],
  marks: readonly DayMark[],
  scale: Scale,
): readonly TimelineHead[] {
  if (scale.step === 1) return heads
  return heads.map((head, index) => {
    const here = marks.filter(mark => mark.shared === null && isOn(mark, scale.days.first + index))
    if (here.length === 0) return head
    const off = head.off || here.some(({kind}) => kind === 'off')
    return {...head, off, label: `${head.label}, ${markTexts(here)}`}
  })
}
