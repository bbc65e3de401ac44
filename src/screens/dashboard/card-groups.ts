/** The groups of a dashboard figure: labels, amounts and addresses, with empty periods filled in along time. */

import type {RequestTime} from '../../engine/base/request-time.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {type Figure, type FigureGroup, type FigureResult, figure, figures} from '../../engine/lists/figures.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {ChartLocale, TimePoint} from '../../features/charts/charts.ts'
import type {GroupData} from '../../features/charts/data.ts'
import {toMillis} from '../../feel/calendar.ts'
import type {Json} from '../../feel/core.ts'
import {isAmountOfMoney} from '../../points/entities/types/money.ts'
import {choiceLabel} from '../../points/entities/values/choices.ts'
import {dateFormat} from '../../points/entities/values/formats.ts'
import type {CardFigure, CardPeriod} from '../../points/screens/figure.ts'
import type {Card, CardList} from '../../points/screens/model.ts'
import type {CardBody} from './data.ts'

// The context that every card loader receives.

export interface CardPlace {
  readonly card: Card
  readonly context: RecordContext
  readonly visit: Visit
  /** The address of the records behind the card. */
  readonly href: string
}

export type LoadCard = (reader: ReadContext, place: CardPlace) => Promise<CardBody>

/** For cards that list records. */
export function withList(
  load: (reader: ReadContext, place: CardPlace, listed: CardList) => Promise<CardBody>,
): LoadCard {
  return (reader, place) => {
    const {shows} = place.card
    if (shows.kind !== 'list') throw new Error('the check lets no figure be drawn as a list')
    return load(reader, place, shows)
  }
}

/** For cards that draw figures. */
export function withFigure(
  load: (reader: ReadContext, place: CardPlace, figure: CardFigure) => Promise<CardBody>,
): LoadCard {
  return (reader, place) => {
    const {shows} = place.card
    if (shows.kind !== 'figure') throw new Error('the check lets no list be drawn as a figure')
    return load(reader, place, shows)
  }
}

export interface Group extends GroupData {
  readonly key: Json
}

export interface FigureGroups {
  readonly groups: readonly Group[]
  readonly more: boolean
  /** By key: those of the records or choices that the groups are about. */
  readonly colours: ReadonlyMap<Json, string>
  /** Formats an amount like these. */
  readonly textOf: (amount: number) => string
}

export function figureOf({entity, where, sum, by}: CardFigure): Figure {
  return {entity, where, sum, by}
}

export async function cardGroups(reader: ReadContext, place: CardPlace, asked: CardFigure): Promise<FigureGroups> {
  return groupsOf(place, asked, await figure(reader, reader.visibility, figureOf(asked)))
}

/** The groups of each part, which are sums of the same records. */
export async function cardParts(
  reader: ReadContext,
  place: CardPlace,
  asked: CardFigure,
): Promise<readonly FigureGroups[]> {
  const found = await figures(reader, reader.visibility, figureOf(asked), asked.parts)
  return found.map(each => groupsOf(place, asked, each))
}

function groupsOf({href, context}: CardPlace, asked: CardFigure, {groups, more, textOf}: FigureResult): FigureGroups {
  const {none} = context.words.charts
  return {
    groups: groups.map(group => groupData(group, href, none)),
    more,
    colours: coloursOf(groups, context, asked),
    textOf,
  }
}

function coloursOf(groups: readonly FigureGroup[], {display}: RecordContext, {entity, by}: CardFigure) {
  const marks = by?.period === null ? display.field(entity, by.path)?.marks : undefined
  const colours = groups.map(({key}) => [key.value, (key.mark ?? marks?.[String(key.value)])?.colour] as const)
  return new Map(colours.flatMap(([key, colour]) => (colour === undefined ? [] : [[key, colour] as const])))
}

function groupData({key, value, text}: FigureGroup, href: string, none: string): Group {
  const label = key.value === null || key.text === '' ? none : choiceLabel(key.text)
  return {key: key.value, label, text, value: amountOf(value), href: groupAddress(href, key.value)}
}

/** The records of one group. The key is JSON; empty for records without a value. */
function groupAddress(href: string, key: Json): string {
  return `${href}&is=${key === null ? '' : encodeURIComponent(typeof key === 'string' ? key : JSON.stringify(key))}`
}

/** The tone of each group, if the groups are states. */
export function tonesOfGroups({context, card}: CardPlace): Readonly<Record<string, string>> {
  const {shows} = card
  const path = shows.kind === 'figure' && shows.by?.period === null ? shows.by.path : null
  return (path && context.display.field(shows.entity, path)?.tones) ?? {}
}

const perUnit: Readonly<Record<string, number>> = {Y: 12, M: 1, D: 86_400, H: 3600, m: 60, S: 1}

/** The text contains the exact figure; a float suffices for drawing. Durations are drawn by their length. */
function amountOf(value: Json): number {
  const plain = Number(value)
  if (Number.isFinite(plain)) return plain
  const [, sign = '', days = '', time = ''] = /^(-?)P([^T]*)T?(.*)$/.exec(String(value)) ?? []
  const parts = [...days.matchAll(/([\d.]+)([YMD])/g), ...time.replace('M', 'm').matchAll(/([\d.]+)([HmS])/g)]
  const sum = parts.reduce((total, [, count, unit = '']) => total + Number(count) * (perUnit[unit] ?? 0), 0)
  return sign === '-' ? -sum : sum
}

/** The formatting of a chart's figures. */
export function chartLocaleOf({entities, moment}: ReadContext, {entity, sum}: CardFigure): ChartLocale {
  const summed = sum && fieldAtPath(entities, entity, sum)?.field.type
  const {language, currency} = moment
  return summed && isAmountOfMoney(summed) ? {language, currency} : {language}
}

interface TimeAxis {
  readonly period: CardPeriod
  /** At most this many, up to the latest. */
  readonly most: number
  readonly place: CardPlace
  readonly moment: RequestTime
}

const day = 86_400_000

export function alongTime(groups: readonly Group[], {period, most, place, moment}: TimeAxis): TimePoint[] {
  const dated = groups.filter(({key}) => key !== null)
  const byStart = new Map(dated.map(group => [startOf(group.key), group]))
  const starts = periodsBetween([...byStart.keys()], period, most)
  const today = Date.parse(dayIn(moment))
  return starts.map((start, index) => {
    const group = byStart.get(start)
    const key = period === 'year' ? new Date(start).getUTCFullYear() : isoDay(start)
    const long = longLabel(start, period, moment)
    const label = period === 'week' ? place.context.words.charts.weekOf(long) : long
    return {
      group: {
        label,
        text: group?.text ?? '0',
        value: group?.value ?? 0,
        href: group ? group.href : groupAddress(place.href, key),
      },
      long,
      short: shortLabel(start, period, moment),
      ordinal: period === 'week' || period === 'year' ? index : new Date(start).getUTCMonth() / months[period],
      now: start <= today && today < following(start, period),
    }
  })
}

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The key of a year is its number; of other periods, their first day. */
function startOf(key: Group['key']): number {
  return typeof key === 'number' ? Date.UTC(key, 0, 1) : Date.parse(String(key))
}

function periodsBetween(starts: readonly number[], period: CardPeriod, most: number): number[] {
  const last = Math.max(...starts)
  let at = Math.min(...starts)
  const found: number[] = []
  while (at <= last) {
    found.push(at)
    if (found.length > most) found.shift()
    at = following(at, period)
  }
  return found
}

const months: Readonly<Record<Exclude<CardPeriod, 'week'>, number>> = {month: 1, quarter: 3, year: 12}

function following(start: number, period: CardPeriod): number {
  if (period === 'week') return start + 7 * day
  const date = new Date(start)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months[period], 1)
}

function dayIn({zone, now}: RequestTime): string {
  return new Intl.DateTimeFormat('sv-SE', {timeZone: zone}).format(toMillis(now))
}

function shortLabel(start: number, period: CardPeriod, {language}: RequestTime): string {
  const date = new Date(start)
  const inYear = date.getUTCMonth()
  if (period === 'year' || (period !== 'week' && inYear === 0)) return String(date.getUTCFullYear())
  if (period === 'quarter') return `Q${inYear / 3 + 1}`
  const parts: Intl.DateTimeFormatOptions = period === 'week' ? {day: 'numeric', month: 'short'} : {month: 'short'}
  return dateFormat(language, {...parts, timeZone: 'UTC'}).format(date)
}

function longLabel(start: number, period: CardPeriod, {language}: RequestTime): string {
  const date = new Date(start)
  if (period === 'year') return String(date.getUTCFullYear())
  if (period === 'quarter') return `Q${date.getUTCMonth() / 3 + 1} ${date.getUTCFullYear()}`
  const parts: Intl.DateTimeFormatOptions = {
    month: 'long',
    year: 'numeric',
    ...(period === 'week' ? {day: 'numeric'} : {}),
  }
  return dateFormat(language, {...parts, timeZone: 'UTC'}).format(date)
}
