/** The bars of a timeline: their positions and texts, and the layout of rows and groups. */

import type {RequestTime} from '../../engine/base/request-time.ts'
import {countWeekdays, dayText, secondText, weekdayAt} from '../../engine/display/dates.ts'
import type {Messages} from '../../messages/index.ts'
import {showHourCount} from '../../points/entities/values/spans.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {hiddenAs} from '../../points/screens/bullets/texts.ts'
import type {Screen} from '../../points/screens/model.ts'
import {type DayMark, isOn, markTexts} from './marked-days.ts'
import {
  clocksText,
  type HalfDays,
  halfDaysText,
  halfOf,
  momentsText,
  noHalves,
  type RecordInRange,
  wholeDaysText,
} from './records-in-range.ts'
import type {NamedDays, TimelineBar, TimelineGroup, TimelineHead, TimelineRow} from './timeline-data.ts'
import type {RowRecord, TimelineRows} from './timeline-rows.ts'
import type {Cut, Scale, UnitRange} from './timeline-scale.ts'

// Bars: the position in the row, and the text.

interface BarContext {
  readonly screen: Screen
  readonly scale: Scale
  readonly moment: RequestTime
  readonly words: Messages
  readonly marks: readonly DayMark[]
  /** Times rather than whole days. */
  readonly timed: boolean
  /** The records whose dates the viewer may change. */
  readonly movable?: ReadonlySet<string>
  /** The form for a new record in a row. */
  readonly createIn?: (row: RowRecord) => string | null
}

interface Bar extends UnitRange {
  readonly placed: RecordInRange
  readonly halves: HalfDays
  readonly half: TimelineBar['half']
}

const minutesOfHalf = 720

/** Half of a single day is half as high; half of a longer period ends in the middle of a day. */
function barOf(placed: RecordInRange, {scale, timed}: BarContext): Bar {
  const halves = timed ? noHalves : placed.halves
  const half = halfOf(placed, halves)
  const inset = half === null && scale.unit <= minutesOfHalf ? minutesOfHalf / scale.unit : 0
  const start = scale.start(placed.from) + (halves.first ? inset : 0)
  const end = scale.end(placed.to) - (halves.last ? inset : 0)
  return {placed, halves, half, start, end: Math.max(end, start + 1)}
}

/** Clipped to the visible range; null if it is outside. */
function barData(
  bar: Bar,
  row: RowRecord,
  {shown, context, people}: {shown: UnitRange; context: BarContext; people: boolean},
): TimelineBar | null {
  const {placed} = bar
  const start = Math.max(bar.start, shown.start)
  const end = Math.min(bar.end, shown.end)
  if (end <= start) return null
  const [before, after] = [bar.start < shown.start, bar.end > shown.end]
  const {timed, moment, words} = context
  const when = timed
    ? momentsText(placed, moment)
    : halfDaysText(placed, {halves: bar.halves, moment, words: words.timelines})
  // A record of which nothing can be read is called as the document says.
  const hidden = placed.text === '' && placed.said.every(each => each === '')
  const name = hidden ? (bulletOf(context.screen, hiddenAs) ?? '') : placed.text
  const named = timed ? name : placed.text
  const text = clockIn(bar, named, context) || named || shortText(bar, row, {cut: before || after, context, people})
  const said = [row.name, name, when, ...placed.said, placed.look.state?.label ?? '']
  return {
    id: placed.key,
    href: placed.href,
    start: start - shown.start,
    end: end - shown.start,
    before,
    after,
    text,
    label: said.filter(each => each !== '').join(', '),
    when,
    texts: placed.said,
    tone: placed.look.tone,
    requested: placed.look.requested,
    half: bar.half,
    state: placed.look.state,
    movable: !placed.also && context.movable?.has(placed.id) ? placed.version : null,
  }
}

/** The start time, if it fits within one of many days; the days of a week also have room for a name. */
function clockIn({placed, start, end}: Bar, name: string, {scale, timed, moment}: BarContext): string {
  const isInOne = timed && !scale.hourly && (end - start) * scale.unit <= 2 * minutesOfHalf
  if (!isInOne) return ''
  const clock = secondText(placed.from.second, moment.language)
  return scale.days.last - scale.days.first < 7 ? `${clock} ${name}`.trim() : clock
}

interface Short {
  readonly cut: boolean
  /** Things are lent on weekends too: only people have working days. */
  readonly people: boolean
  readonly context: BarContext
}

/** If its name adds nothing: its duration, or its end if that is not visible. */
function shortText(bar: Bar, row: RowRecord, {cut, context, people}: Short): string {
  const {moment, words, timed} = context
  if (cut) return words.timelines.until(dayText(bar.placed.to.day, moment.language, {day: 'numeric', month: 'short'}))
  if (timed) return clocksText(bar.placed, moment.language)
  const {from, to, length} = bar.placed
  // What the record itself says. Where it is hidden, another number would contradict it.
  if (length === null) return wholeDaysText(bar.placed, moment)
  if (length !== undefined && 'hours' in length) return showHourCount(length.hours, moment.language)
  if (length !== undefined) return words.timelines.days(length.days, numberFormat(moment.language, length.days))
  const days = people ? barDays(bar, row, context) : to.day - from.day + 1
  return words.timelines.days(days, numberFormat(moment.language, days))
}

const numberFormat = (language: string, number: number): string => new Intl.NumberFormat(language).format(number)

function barDays({placed, halves}: Bar, row: RowRecord, {moment, marks}: BarContext): number {
  const all = {first: placed.from.day, last: placed.to.day}
  const free = new Set<number>()
  // Marks are clipped to the days shown; a bar may begin centuries before them.
  for (const mark of marks)
    if (mark.kind === 'off' && marksRow(mark, row))
      for (let day = Math.max(mark.days.first, all.first); day <= Math.min(mark.days.last, all.last); day += 1)
        if (moment.workingWeek.includes(weekdayAt(day))) free.add(day)
  const working = countWeekdays(all, moment.workingWeek) - free.size
  const half = (halves.first ? 0.5 : 0) + (halves.last ? 0.5 : 0)
  return Math.max(0.5, (working > 0 ? working : all.last - all.first + 1) - half)
}

// Layout: bars in rows, rows in groups, and days off over both.

interface Laying extends BarContext {
  readonly rows: TimelineRows
  /** The viewer's row comes first. */
  readonly pinned?: boolean
  /** Collapsed groups by key, and the address that toggles one. */
  readonly folding?: {readonly folded: readonly string[]; readonly href: (key: string) => string}
  /** The units of the current time; null in another period. */
  readonly now?: UnitRange | null
}

interface LaidOut {
  readonly cut: Cut
  readonly heads: readonly TimelineHead[]
  /** Of all records, also of those outside of the visible range. */
  readonly bars: readonly Bar[]
  readonly own: TimelineRow | null
  readonly groups: TimelineGroup[]
  /** The number of rows with an entry now; null in another period. */
  readonly present: number | null
}

export function laidOut(
  placed: readonly RecordInRange[],
  {rows, pinned = false, folding, now = null, ...context}: Laying,
): LaidOut {
  const {scale, words} = context
  const bars = placed.map(each => barOf(each, context))
  const cut = scale.cut(bars)
  const byRow = Map.groupBy(bars, bar => String(bar.placed.per.value))
  const own = pinned ? rows.rows.find(row => row.own) : undefined
  const marks = marksOfSome(context.marks, rows.rows)
  const rowData = (row: RowRecord): TimelineRow => ({
    id: row.id,
    name: row.name,
    href: row.href,
    bars: (byRow.get(row.id) ?? []).flatMap(bar => barData(bar, row, {shown: cut, context, people: rows.people}) ?? []),
    marks: scale.hourly
      ? marksOfDay(row, {...context, cut})
      : rowMarks(row, row === own ? context.marks : marks, scale),
    create: context.createIn?.(row) ?? null,
  })
  const isPresent = ({id}: RowRecord) =>
    now !== null &&
    (byRow.get(id) ?? []).some(bar => !bar.placed.look.requested && bar.start < now.end && bar.end > now.start)
  const withoutOwn = rows.rows.filter(row => row !== own)
  const byGroup = Map.groupBy(withoutOwn, row => row.group)
  // Without other groups, rows without a group need no heading.
  const others = byGroup.size > 1 ? words.timelines.others : null
  const groups = [...byGroup].map(([group, members]) => {
    const cell = group === null ? undefined : rows.groups?.[group]
    const key = typeof cell?.value === 'string' ? cell.value : 'none'
    const folded = folding?.folded.includes(key) ?? false
    return {
      key,
      label: group === null ? null : cell?.text || others,
      href: folding?.href(key) ?? '',
      folded,
      present: now === null || !rows.people ? null : members.filter(isPresent).length,
      rows: folded ? [] : members.map(rowData),
      closed: scale.hourly ? namedFor(members, {...context, cut}) : closedFor(members, context),
    }
  })
  return {
    cut,
    heads: headsWith(cut.heads, {marks: context.marks, rows: rows.rows, scale}),
    bars,
    own: own ? rowData(own) : null,
    groups,
    present: now === null ? null : rows.rows.filter(isPresent).length,
  }
}

export const marksRow = ({kind, shared}: DayMark, row: Pick<RowRecord, 'shared'>): boolean =>
  shared === null || shared === row.shared[kind]

/** Days off shared by all rows are drawn once, across all rows. */
const marksOfSome = (marks: readonly DayMark[], rows: readonly RowRecord[]): DayMark[] =>
  marks.filter(mark => mark.kind === 'closed' || !rows.every(row => marksRow(mark, row)))

/** The days of a row that are off or closed, one by one: a day that is both counts as off. */
function rowMarks(row: RowRecord, marks: readonly DayMark[], scale: Scale): TimelineRow['marks'] {
  const byDay = new Map<number, DayMark>()
  for (const mark of marks)
    if (marksRow(mark, row))
      for (let day = mark.days.first; day <= mark.days.last; day += 1) if (!byDay.has(day)) byDay.set(day, mark)
  return [...byDay]
    .toSorted(([a], [b]) => a - b)
    .map(([day, {kind, text}]) => ({...stretchOf({first: day, last: day}, scale), kind, text}))
}

interface DayShown extends Pick<BarContext, 'marks' | 'scale' | 'words'> {
  readonly cut: UnitRange
}

/** In the hours of one day: the whole day if it is off or closed, otherwise the hours in which the row is not open. */
function marksOfDay(row: RowRecord, {marks, scale, words, cut}: DayShown): TimelineRow['marks'] {
  const length = cut.end - cut.start
  const whole = marks.find(mark => marksRow(mark, row))
  if (whole) return [{start: 0, end: length, kind: 'shut', text: whole.text}]
  if (!row.open) return []
  const at = (minute: number) => Math.min(Math.max(Math.round(minute / scale.unit) - cut.start, 0), length)
  const [opens, closes] = [at(row.open.from), at(row.open.to)]
  return [
    {start: 0, end: opens},
    {start: closes, end: length},
  ]
    .filter(({start, end}) => end > start)
    .map(range => ({...range, kind: 'shut', text: words.timelines.closedDay}))
}

/** The name of the day, next to the group's name, if it applies to all rows of the group. */
function namedFor(rows: readonly RowRecord[], {marks, cut}: DayShown): TimelineGroup['closed'] {
  return marks
    .filter(mark => rows.every(row => marksRow(mark, row)))
    .slice(0, 1)
    .map(({id, text}) => ({id, start: 0, end: cut.end - cut.start, text}))
}

const stretchOf = ({first, last}: DayMark['days'], scale: Scale): UnitRange => ({
  start: scale.start({day: first, second: 0}),
  end: scale.start({day: last + 1, second: 0}),
})

/** Closed days shared by all rows of a group: they are named next to the group's name. */
function closedFor(rows: readonly RowRecord[], {marks, scale}: BarContext): TimelineGroup['closed'] {
  return marks
    .filter(mark => mark.kind === 'closed' && rows.every(row => marksRow(mark, row)))
    .map(({id, days, text}) => ({id, ...stretchOf(days, scale), text}))
}

/** Marks that at least one of the rows has. */
export const marksOfRows = (marks: readonly DayMark[], rows: readonly RowRecord[]): DayMark[] =>
  marks.filter(mark => rows.some(row => marksRow(mark, row)))

/** Marks shared by all rows are drawn and named in the header. */
function headsWith(
  heads: readonly TimelineHead[],
  {
    marks,
    rows,
    scale,
  }: {readonly marks: readonly DayMark[]; readonly rows: readonly RowRecord[]; readonly scale: Scale},
): readonly TimelineHead[] {
  if (scale.hourly) return heads
  return heads.map((head, index) => {
    const here = marks.filter(mark => rows.every(row => marksRow(mark, row)) && isOn(mark, scale.days.first + index))
    if (here.length === 0) return head
    const free = here.some(({kind}) => kind === 'off')
    return {...head, off: head.off || free, free, label: `${head.label}, ${markTexts(here)}`}
  })
}

/** Days off by name, with the rows they apply to unless they apply to all; each extends to the next one. */
export function namedDays(marks: readonly DayMark[], rows: readonly RowRecord[], scale: Scale): NamedDays[] {
  if (scale.hourly) return []
  const shown = marks.filter(mark => mark.kind === 'off' && rows.some(row => marksRow(mark, row)))
  const byDay = Map.groupBy(shown, ({days}) => days.first)
  const found = [...byDay]
    .toSorted(([a], [b]) => a - b)
    .map(([first, here]) => {
      const all = rows.every(row => here.some(mark => marksRow(mark, row)))
      return {
        start: scale.start({day: first, second: 0}),
        text: [...new Set(here.map(({text}) => text))].join(', '),
        whose: all ? '' : [...new Set(here.map(({whose}) => whose))].toSorted().join(', '),
      }
    })
  const end = scale.start({day: scale.days.last + 1, second: 0})
  return found.map((each, index) => ({...each, end: found[index + 1]?.start ?? end}))
}
