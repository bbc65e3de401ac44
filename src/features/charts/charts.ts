/** The geometry of charts along time. */
import {scaleBand, scaleLinear} from 'd3-scale'
import {area, line} from 'd3-shape'
import type {RequestTime} from '../../engine/base/request-time.ts'
import type {GroupData, TimeChart} from './data.ts'

/** Includes a currency for amounts of money. */
export interface ChartLocale extends Pick<RequestTime, 'language'> {
  readonly currency?: string
}

/** A group of an axis along time. */
export interface TimePoint {
  readonly group: GroupData
  /** The full label; for a week, its first day only. */
  readonly long: string
  /**
   * The label under a chart, and the number of the period within the year, so that the same months are labelled every
   * year.
   */
  readonly short: string
  readonly ordinal: number
  /** Whether it includes today. */
  readonly now: boolean
}

const width = 380
const height = 176
const left = 36
const bottom = 18
const top = 8
const mostLabels = 8
/** About half the width of a letter, so that the last label ends at the edge of the chart. */
const halfLetter = 2.8
/** Divisors of a year come first. */
const steps = [1, 2, 3, 4, 6, 12]

/** Longer tick labels do not fit beside the lines. */
const longestTick = 6

interface ChartField {
  readonly x: (index: number) => number
  readonly band: number
  readonly y: (value: number) => number
  readonly lines: TimeChart['lines']
}

export function drawColumns(points: readonly TimePoint[], moment: ChartLocale): TimeChart {
  const {x, band, y, lines} = fieldOf(points, moment)
  const slim = Math.min(band * 0.68, 22)
  const marks = points.map(({group: {value}, now}, index) => ({
    x: round(x(index) + (band - slim) / 2),
    y: round(Math.min(y(value), y(0))),
    width: round(slim),
    height: round(Math.abs(y(value) - y(0))),
    now,
  }))
  return {width, height, lines, labels: labelsOf(points, index => x(index) + band / 2), marks, path: '', area: ''}
}

export function drawLine(points: readonly TimePoint[], moment: ChartLocale): TimeChart {
  const {x, band, y, lines} = fieldOf(points, moment)
  const at = (index: number) => round(x(index) + band / 2)
  const places = points.map(({group: {value}}, index) => [at(index), round(y(value))] as [number, number])
  const marks = points.map(({now}, index) => ({
    x: round(x(index)),
    y: places[index]?.[1] ?? 0,
    width: round(band),
    height: 0,
    now,
  }))
  const filled = area<[number, number]>().y0(round(y(0)))
  return {
    width,
    height,
    lines,
    labels: labelsOf(points, at),
    marks,
    path: line()(places) ?? '',
    area: filled(places) ?? '',
  }
}

function fieldOf(points: readonly TimePoint[], speaking: ChartLocale): ChartField {
  const values = points.map(({group}) => group.value)
  const scale = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(1, ...values)])
    .nice(4)
    .range([height - bottom, top])
  const bands = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([left, width])
  const ticks = scale.ticks(4)
  const texts = tickTexts(ticks, speaking)
  const lines = ticks.map((tick, index) => ({y: round(scale(tick)), text: texts[index] ?? ''}))
  return {x: index => bands(index) ?? 0, band: bands.bandwidth(), y: value => scale(value), lines}
}

function tickTexts(ticks: readonly number[], {language, currency}: ChartLocale): string[] {
  const plain = {notation: 'compact', maximumFractionDigits: 1} as const
  const written = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(language, options)
    return ticks.map(tick => format.format(tick))
  }
  if (currency === undefined) return written(plain)
  const money = written({...plain, style: 'currency', currency, currencyDisplay: 'narrowSymbol'})
  return money.every(text => text.length <= longestTick) ? money : written(plain)
}

/** As many labels as are readable, evenly spaced. */
function labelsOf(points: readonly TimePoint[], at: (index: number) => number): TimeChart['labels'] {
  const step = steps.find(each => points.length / each <= mostLabels) ?? Math.ceil(points.length / mostLabels)
  const labelled = points.map((point, index) => ({...point, x: at(index)})).filter(({ordinal}) => ordinal % step === 0)
  return labelled.map(({x, short}) => ({x: round(Math.min(x, width - short.length * halfLetter)), text: short}))
}

const round = (place: number): number => Math.round(place * 10) / 10
