/** The cards of a dashboard. A new kind is one loader and one line in the list at the end. */
import {arc, pie} from 'd3-shape'
import {entityNouns} from '../../engine/display/record-names.ts'
import {entityOf, type ReadContext} from '../../engine/query/read-context.ts'
import {cells, recordHref} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {drawColumns, drawLine, type TimePoint} from '../../features/charts/charts.ts'
import type {GroupData, SliceData, WholeData} from '../../features/charts/data.ts'
import {inSentence} from '../../points/entities/names.ts'
import {showDayCount} from '../../points/entities/values/spans.ts'
import type {CardFigure, CardPeriod} from '../../points/screens/figure.ts'
import type {CardLook} from '../../points/screens/model.ts'
import {
  alongTime,
  type CardPlace,
  cardGroups,
  cardParts,
  chartLocaleOf,
  type FigureGroups,
  type Group,
  type LoadCard,
  tonesOfGroups,
  withFigure,
} from './card-groups.ts'
import {behind, loadNext, loadPeople, loadRows, moreIn} from './card-records.ts'
import type {CardBody} from './data.ts'
import {loadStrip} from './strip-card.ts'

// One number.

const loadNumber = withFigure(async (reader, place, figure) => {
  const {groups} = await cardGroups(reader, place, figure)
  const [whole] = groups
  const unit = figure.sum === null ? countedAs(place.context, figure.entity, whole?.value ?? 0) : ''
  const value = place.card.shownBy ? {value: whole?.value ?? 0} : {}
  return {as: 'number', text: whole?.text || '0', unit, ...value}
})

function countedAs({specification}: RecordContext, name: string, count: number): string {
  return entityNouns(specification, name)[count === 1 ? 'one' : 'several']
}

/** The unit of a chart: the records it counts, or the field it sums. Money includes its currency. */
function unitOf({context}: CardPlace, {entity, sum, by}: CardFigure): string {
  if (sum === null) return countedAs(context, entity, 2)
  const {language} = context.engine.moment()
  const label = context.display.field(entity, sum)?.label ?? ''
  // “Duration (hours)” counts hours.
  const [, unit = label] = /\((\p{L}+)\)$/u.exec(label) ?? []
  const said = inSentence(unit, language)
  // What takes several days is in the period of one of its dates: the chart says which.
  const declared = context.specification.entities.entities.get(entity)
  const [date = '', ...further] = by?.period ? by.path : []
  const isDay = further.length === 0 && declared?.fields.get(date)?.type.type.kind === 'date'
  const span = isDay ? [...declared.spans.values()].find(({from, to}) => date === from || date === to) : undefined
  if (!span) return said
  const {byStart, byEnd} = context.words.dashboards
  return (date === span.from ? byStart : byEnd)(said)
}

/** A value that is read alone, on hover, says what it counts: records, or the days of a period. */
function withUnit(group: GroupData, {context}: CardPlace, {entity, sum}: CardFigure): GroupData {
  if (sum === null) return {...group, text: `${group.text}\u00a0${countedAs(context, entity, group.value)}`}
  const spans = context.specification.entities.entities.get(entity)?.spans.values() ?? []
  const countsDays = sum.length === 1 && [...spans].some(({count}) => count === sum[0])
  return countsDays ? {...group, text: showDayCount(group.value, context.engine.moment().language)} : group
}

/** From the first period to the last. */
function periodOf({context}: CardPlace, points: readonly TimePoint[], period: CardPeriod): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  if (first === last) return first.group.label
  // The year is said once.
  const [year = ''] = /\s\d{4}$/.exec(last.long) ?? []
  const from = first.long.endsWith(year) ? first.long.slice(0, first.long.length - year.length) : first.long
  return period === 'week' ? context.words.dashboards.weeks(from, last.long) : `${from} – ${last.long}`
}

// Bars: columns along time, otherwise horizontal bars with names.

const mostBars = 12
const mostColumns = 24

const loadBars = withFigure(async (reader, place, figure): Promise<CardBody> => {
  const {groups, more} = await cardGroups(reader, place, figure)
  if (figure.by?.period) {
    const points = alongTime(groups, {period: figure.by.period, most: mostColumns, place, moment: reader.moment})
    return {
      as: 'columns',
      groups: points.map(({group}) => withUnit(group, place, figure)),
      drawing: drawColumns(points, chartLocaleOf(reader, figure)),
      unit: unitOf(place, figure),
      period: periodOf(place, points, figure.by.period),
    }
  }
  const shown = groups.slice(0, mostBars)
  const longest = Math.max(...shown.map(({value}) => Math.abs(value)), 0)
  const tones = tonesOfGroups(place)
  return {
    as: 'bars',
    groups: shown.map(({key, ...group}) => ({
      ...group,
      share: longest === 0 ? 0 : Math.round((Math.abs(group.value) / longest) * 1000) / 10,
      tone: tones[String(key)] ?? null,
    })),
    more: more || groups.length > mostBars,
    unit: unitOf(place, figure),
  }
})

// A line along time.

const mostPoints = 60

const loadLine = withFigure(async (reader, place, figure) => {
  const {groups} = await cardGroups(reader, place, figure)
  const period = figure.by?.period ?? 'month'
  const points = alongTime(groups, {period, most: mostPoints, place, moment: reader.moment})
  return {
    as: 'line',
    groups: points.map(({group}) => withUnit(group, place, figure)),
    drawing: drawLine(points, chartLocaleOf(reader, figure)),
    unit: unitOf(place, figure),
    period: periodOf(place, points, period),
  }
})

// Shares of a whole as a ring: the largest by name, the rest combined.

const mostSlices = 6
const radius = 50
const hole = 33

const loadDonut = withFigure(async (reader, place, figure) => {
  const {groups, colours, textOf} = await cardGroups(reader, place, figure)
  const {language} = reader.moment
  const {others} = place.context.words.dashboards
  const shown = largest(groups, {others, textOf})
  const total = shown.reduce((sum, {value}) => sum + value, 0)
  const tones = tonesOfGroups(place)
  const percent = new Intl.NumberFormat(language, {style: 'percent'})
  const slice = arc<{startAngle: number; endAngle: number}>()
    .innerRadius(hole)
    .outerRadius(radius)
    .padAngle(0.025)
    .cornerRadius(2)
  const angles = pie<Group>()
    .sort(null)
    .value(({value}) => value)([...shown])
  const slices: SliceData[] = shown.map(({key, ...group}, index) => {
    const angle = angles[index]
    const path = (angle && slice(angle)) || ''
    const colour = colours.get(key)
    return {
      ...group,
      ...(colour === undefined ? {} : {colour}),
      percent: percent.format(total === 0 ? 0 : group.value / total),
      path: shortened(path),
      tone: tones[String(key)] ?? null,
    }
  })
  return {as: 'donut', groups: slices, total: textOf(rounded(total)), unit: unitOf(place, figure)}
})

/** Zero and negative amounts have no share. */
function largest(
  groups: readonly Group[],
  {others, textOf}: {others: string; textOf: (amount: number) => string},
): Group[] {
  const sorted = groups.filter(({value}) => value > 0).toSorted((a, b) => b.value - a.value)
  if (sorted.length <= mostSlices) return sorted
  const rest = sorted.slice(mostSlices - 1)
  const value = rest.reduce((sum, group) => sum + group.value, 0)
  return [
    ...sorted.slice(0, mostSlices - 1),
    {key: null, label: others, text: textOf(rounded(value)), value, href: null},
  ]
}

/** Removes floating-point noise from a sum. */
const rounded = (amount: number): number => Math.round(amount * 100) / 100

function shortened(path: string): string {
  return path.replace(/\d+\.\d+/g, number => String(Math.round(Number(number) * 100) / 100))
}

// Several fields as shares of a whole: as a ring, or as one line per group.

const loadRing = withFigure(async (reader, place, figure) => {
  const sums = await sumsOf(reader, place, figure)
  const [only] = sums.groups
  return {
    as: 'ring',
    ...wholeOf(only?.values ?? figure.parts.map(() => 0), {...sums, language: reader.moment.language}),
  }
})

const loadMeters = withFigure(async (reader, place, figure) => {
  const sums = await sumsOf(reader, place, figure)
  return {
    as: 'meters',
    meters: sums.groups.slice(0, mostBars).map(({label, href, values}) => ({
      label,
      href,
      ...wholeOf(values, {...sums, language: reader.moment.language}),
    })),
  }
})

interface CardSums {
  readonly labels: readonly string[]
  readonly textOf: (amount: number) => string
  /** The amount of every share, for each group. */
  readonly groups: readonly {readonly label: string; readonly href: string | null; readonly values: readonly number[]}[]
}

async function sumsOf(reader: ReadContext, place: CardPlace, figure: CardFigure): Promise<CardSums> {
  const read = await cardParts(reader, place, figure)
  const [first] = read
  const valueIn = ({groups}: FigureGroups, key: Group['key']) => groups.find(group => group.key === key)?.value ?? 0
  return {
    labels: figure.parts.map(path => place.context.display.field(figure.entity, path)?.label ?? ''),
    textOf: first?.textOf ?? String,
    groups: (first?.groups ?? []).map(({key, label, href}) => ({
      label,
      href,
      values: read.map(groups => valueIn(groups, key)),
    })),
  }
}

/** Negative amounts take no space. */
function wholeOf(
  values: readonly number[],
  {labels, textOf, language}: Pick<CardSums, 'labels' | 'textOf'> & {language: string},
): WholeData {
  const drawn = values.map(value => Math.max(0, value))
  const length = drawn.reduce((sum, value) => sum + value, 0)
  const percent = new Intl.NumberFormat(language, {style: 'percent'})
  const shareOf = (value: number) => (length === 0 ? 0 : value / length)
  const hundredths = (share: number) => Math.round(share * 1000) / 10
  const angles = pie<number>()
    .sort(null)
    .value(value => value)([...drawn])
  const drawnArc = arc<{startAngle: number; endAngle: number}>()
    .innerRadius(40)
    .outerRadius(radius)
    .padAngle(0.03)
    .cornerRadius(1.5)
  return {
    total: textOf(rounded(values.reduce((sum, value) => sum + value, 0))),
    parts: values.map((value, index) => {
      const before = drawn.slice(0, index).reduce((sum, each) => sum + each, 0)
      const share = shareOf(drawn[index] ?? 0)
      const angle = angles[index]
      return {
        label: labels[index] ?? '',
        text: textOf(rounded(value)),
        percent: percent.format(share),
        path: share > 0 && angle ? shortened(drawnArc(angle) ?? '') : '',
        start: hundredths(shareOf(before)),
        share: hundredths(share),
      }
    }),
  }
}

// A few records.

const usual = 5

const loadTable: LoadCard = async (reader, place) => {
  const {card, context, visit} = place
  const list = behind(card, context, visit.actor)
  const size = card.shows.kind === 'list' ? (card.shows.limit ?? usual) : usual
  const columns = list.columns.flatMap(path => context.display.field(list.entity, path) ?? [])
  const shown = records(entityOf(reader, list.entity), {href: recordHref, cells: cells(list.columns)})
  const {rows, ...result} = await shown.page(reader, {list, size})
  return {
    as: 'table',
    columns,
    records: rows.map(({id, href, cells}) => ({id, href, cells})),
    more: moreIn(result, reader),
    empty: context.words.dashboards.nothingNow,
  }
}

export const loadCardBy: Readonly<Record<CardLook, LoadCard>> = {
  number: loadNumber,
  bars: loadBars,
  line: loadLine,
  donut: loadDonut,
  ring: loadRing,
  meters: loadMeters,
  table: loadTable,
  rows: loadRows,
  next: loadNext,
  people: loadPeople,
  strip: loadStrip,
}
