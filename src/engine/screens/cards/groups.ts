/** The groups of a figure: their names for people, their amounts for drawing, and the address of the records in each. */

import type {GroupData} from '../../../contract/dashboard.ts'
import type {Json} from '../../../feel/core.ts'
import {isAmountOfMoney} from '../../../points/entities/types/money.ts'
import type {CardFigure} from '../../../points/screens/model.ts'
import type {Reader} from '../../engine.ts'
import {type Figure, type FigureGroup, figure} from '../../list/figures.ts'
import {wordLabel} from '../form-fields.ts'
import {fieldAt, shownField} from '../shown-field.ts'
import type {CardPlace} from './card-kind.ts'
import type {Speaking} from './drawing.ts'

export interface Group extends GroupData {
  readonly key: Json
}

export interface Groups {
  readonly groups: readonly Group[]
  readonly more: boolean
  /** Any amount as these are written. */
  readonly textOf: (amount: number) => string
}

export function figureOf({entity, where, sum, by}: CardFigure): Figure {
  return {entity, where: where?.core ?? null, sum, by}
}

export async function readGroups(reader: Reader, {href, world}: CardPlace, asked: CardFigure): Promise<Groups> {
  const {groups, more, textOf} = await figure(reader, reader.sight, figureOf(asked))
  const {none} = world.words.dashboards
  return {groups: groups.map(group => groupData(group, href, none)), more, textOf}
}

function groupData({key, value, text}: FigureGroup, href: string, none: string): Group {
  const label = key.value === null || key.text === '' ? none : wordLabel(key.text)
  return {key: key.value, label, text, value: amountOf(value), href: groupAddress(href, key.value)}
}

/** The records of one group: the key as JSON, nothing for those that have none. */
export function groupAddress(href: string, key: Json): string {
  return `${href}&is=${key === null ? '' : encodeURIComponent(typeof key === 'string' ? key : JSON.stringify(key))}`
}

/** The tone of each group, where the groups are states. */
export function tonesOfGroups({world, card}: CardPlace): Readonly<Record<string, string>> {
  const {shows} = card
  const path = shows.kind === 'figure' && shows.by?.period === null ? shows.by.path : null
  return (path && shownField(world.specification, shows.entity, path)?.tones) ?? {}
}

const perUnit: Readonly<Record<string, number>> = {Y: 12, M: 1, D: 86_400, H: 3600, m: 60, S: 1}

/** Exact figures are in the text; drawing needs no more than a float. Durations are drawn by their length. */
function amountOf(value: Json): number {
  const plain = Number(value)
  if (Number.isFinite(plain)) return plain
  const [, sign = '', days = '', time = ''] = /^(-?)P([^T]*)T?(.*)$/.exec(String(value)) ?? []
  const parts = [...days.matchAll(/([\d.]+)([YMD])/g), ...time.replace('M', 'm').matchAll(/([\d.]+)([HmS])/g)]
  const sum = parts.reduce((total, [, count, unit = '']) => total + Number(count) * (perUnit[unit] ?? 0), 0)
  return sign === '-' ? -sum : sum
}

/** What a chart of the figure is written in. */
export function speakingOf({entities, moment}: Reader, {entity, sum}: CardFigure): Speaking {
  const summed = sum && fieldAt(entities, entity, sum)?.field.type
  const {language, currency} = moment
  return summed && isAmountOfMoney(summed) ? {language, currency} : {language}
}
