/** The cards of a dashboard. A new kind is one loader and one line in the list at the end. */
import {arc, pie} from 'd3-shape'
import type {CardBody, SliceData} from '../../../contract/dashboard.ts'
import type {Card, CardLook} from '../../../points/screens/model.ts'
import type {Actor} from '../../actor.ts'
import {list} from '../../query/list.ts'
import {emptyQuery, type ListDefinition, type Path} from '../../query/list-query.ts'
import {listScreen} from '../list/list-definition.ts'
import {hrefOf, recordLink, screenOf, withKey} from '../record/record-address.ts'
import {entityNouns} from '../record-names.ts'
import type {RecordContext} from '../screen-context.ts'
import {drawColumns, drawLine} from './charts.ts'
import {alongTime, chartLocaleOf, type Group, type LoadCard, readGroups, tonesOfGroups, withFigure} from './groups.ts'

// The records behind a card, as a list: with its own columns, or those of the usual list and the fields it counts by.

export function behind({shows}: Card, {screens, specification}: RecordContext, actor: Actor): ListDefinition {
  const {entity} = shows
  const known = screenOf(screens, 'list', {entity, actor})
  const usual = listScreen({shows: {kind: 'list', entity}, details: known?.details ?? null}, specification)
  const own = shows.kind === 'list' ? shows : {columns: [], sort: []}
  return {
    ...usual,
    condition: shows.where?.core ?? null,
    columns: own.columns.length > 0 ? own.columns : withCounted(usual.columns, shows),
    sort: own.sort.length > 0 ? own.sort : usual.sort,
    groupBy: null,
  }
}

/** What a figure adds up, and what it goes by, is seen in the records behind it. */
function withCounted(columns: readonly Path[], shows: Card['shows']): readonly Path[] {
  const counted = shows.kind === 'figure' ? [shows.by?.path, shows.sum] : []
  const known = new Set(columns.map(path => path.join('.')))
  return [...columns, ...counted.flatMap(path => (path && !known.has(path.join('.')) ? [path] : []))]
}

// One number.

const loadNumber = withFigure(async (reader, place, figure) => {
  const {groups} = await readGroups(reader, place, figure)
  const [whole] = groups
  const unit = figure.sum === null ? countedAs(place.context, figure.entity, whole?.value ?? 0) : ''
  return {as: 'number', text: whole?.text || '0', unit}
})

function countedAs({specification}: RecordContext, name: string, count: number): string {
  return entityNouns(specification, name)[count === 1 ? 'one' : 'several']
}

// Bars: columns along time, otherwise horizontal bars with names.

const mostBars = 12
const mostColumns = 24

const loadBars = withFigure(async (reader, place, figure): Promise<CardBody> => {
  const {groups, more} = await readGroups(reader, place, figure)
  if (figure.by?.period) {
    const points = alongTime(groups, {period: figure.by.period, most: mostColumns, place, moment: reader.moment})
    return {
      as: 'columns',
      groups: points.map(({group}) => group),
      drawing: drawColumns(points, chartLocaleOf(reader, figure)),
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
  }
})

// A line along time.

const mostPoints = 60

const loadLine = withFigure(async (reader, place, figure) => {
  const {groups} = await readGroups(reader, place, figure)
  const period = figure.by?.period ?? 'month'
  const points = alongTime(groups, {period, most: mostPoints, place, moment: reader.moment})
  return {as: 'line', groups: points.map(({group}) => group), drawing: drawLine(points, chartLocaleOf(reader, figure))}
})

// Shares of a whole as a ring: the largest few by name, the rest as one.

const mostSlices = 6
const radius = 50
const hole = 33

const loadDonut = withFigure(async (reader, place, figure) => {
  const {groups, textOf} = await readGroups(reader, place, figure)
  const {language} = reader.moment
  const {others} = place.context.words.dashboards
  const shown = largest(groups, {others, textOf})
  const total = shown.reduce((sum, {value}) => sum + value, 0)
  const tones = tonesOfGroups(place)
  const percent = new Intl.NumberFormat(language, {style: 'percent'})
  const ring = arc<{startAngle: number; endAngle: number}>()
    .innerRadius(hole)
    .outerRadius(radius)
    .padAngle(0.025)
    .cornerRadius(2)
  const angles = pie<Group>()
    .sort(null)
    .value(({value}) => value)([...shown])
  const slices: SliceData[] = shown.map(({key, ...group}, index) => {
    const angle = angles[index]
    const path = (angle && ring(angle)) || ''
    return {
      ...group,
      percent: percent.format(total === 0 ? 0 : group.value / total),
      path: shortened(path),
      tone: tones[String(key)] ?? null,
    }
  })
  return {as: 'donut', groups: slices, total: textOf(rounded(total))}
})

/** Nothing and less than nothing have no share. */
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

/** What floats add up to, without their dust. */
const rounded = (amount: number): number => Math.round(amount * 100) / 100

function shortened(path: string): string {
  return path.replace(/\d+\.\d+/g, number => String(Math.round(Number(number) * 100) / 100))
}

// A few records.

const usual = 5

const loadTable: LoadCard = async (reader, place) => {
  const {card, context, visit} = place
  const screen: ListDefinition = {
    ...behind(card, context, visit.actor),
    size: card.shows.kind === 'list' ? (card.shows.limit ?? usual) : usual,
  }
  const link = recordLink(context.screens, screen.entity, visit.actor)
  const columns = screen.columns.flatMap(path => context.display.field(screen.entity, path) ?? [])
  const {rows, next} = await list(reader, reader.visibility, {screen: withKey(screen, link), asked: emptyQuery})
  const width = screen.columns.length
  const records = rows.map(({id, cells}) => ({id, href: hrefOf(cells[width], link), cells: cells.slice(0, width)}))
  return {as: 'table', columns, records, more: next !== null, empty: context.words.dashboards.nothingNow}
}

// The card kinds.

export const loadCardBy: Readonly<Record<CardLook, LoadCard>> = {
  number: loadNumber,
  bars: loadBars,
  line: loadLine,
  donut: loadDonut,
  table: loadTable,
}
