/** The bounds of all figures: `npm run bench:check` fails if a ratio is on the wrong side of its bound. */
import type {Name} from './contestants.ts'
import {type Measured, middle, ratioTo} from './figures.ts'
import {interactions} from './sections/interaction.ts'

export interface Bound {
  readonly what: string
  /** The contestant whose figure Nonet's is divided by; without one, the bound is on Nonet's figure itself. */
  readonly against?: Name
  /** Another figure of Nonet that its figure is divided by. */
  readonly than?: string
  readonly atLeast?: number
  readonly atMost?: number
}

/**
 * They protect users and are not a contest: pages stay cheaper than those of well-known frameworks, and no slower in
 * the browser. The section `lists` checks that lists of a million records take at most twice the time of ten thousand.
 */
export const bounds: readonly Bound[] = [
  {what: 'list page', against: 'next', atLeast: 3.7},
  {what: 'list page', against: 'react-router', atLeast: 1.5},
  {what: 'record page', against: 'next', atLeast: 2.8},
  {what: 'record page', against: 'react-router', atLeast: 1.2},
  {what: 'list data', against: 'next', atLeast: 3.5},
  {what: 'list data', against: 'react-router', atLeast: 1.4},
  {what: 'record data', against: 'next', atLeast: 2.2},
  {what: 'record data', against: 'react-router', atLeast: 0.8},
  {what: 'action', against: 'next', atLeast: 1.5},
  {what: 'action', against: 'react-router', atLeast: 0.8},
  {what: 'call', against: 'fastify', atLeast: 0.4},
  {what: 'call', than: 'list data', atLeast: 1},
  {what: 'call: list of 100,000', than: 'call: list of 10,000', atLeast: 0.5},
  {what: 'peak memory', atMost: 200},
  {what: 'HTML of the list page', atMost: 10},
  {what: 'data of the list page', atMost: 4.4},
  {what: 'script of the list page', atMost: 115},
  {what: 'script of the record page', atMost: 115},
  {what: 'largest script loaded later', atMost: 30},
  {what: 'style of the list page', atMost: 6},
  {what: 'first paint', against: 'next', atMost: 1.1},
  {what: 'first paint', against: 'react-router', atMost: 1.1},
  {what: 'click to record, cold', against: 'next', atMost: 1.1},
  {what: 'click to record, cold', against: 'react-router', atMost: 1.1},
  {what: 'click to record, prefetched', against: 'next', atMost: 1},
  {what: 'click to record, prefetched', against: 'react-router', atMost: 1},
  {what: 'action to feedback', against: 'next', atMost: 1},
  {what: 'action to feedback', against: 'react-router', atMost: 1},
  {what: 'start to first answer', against: 'next', atMost: 1},
  ...interactions.map(({what}): Bound => ({what: `interaction: ${what}`, atMost: 200})),
]

export interface Judged extends Bound {
  /** The ratio to the other, or Nonet's figure itself. */
  readonly ratio: number
  readonly held: boolean
}

/** Only bounds of measured figures. */
export function judge(measured: readonly Measured[]): Judged[] {
  return bounds.flatMap(bound => {
    const found = measured.find(({what}) => what === bound.what)
    const ratio = found && figureOf(found, bound, measured)
    if (ratio === undefined) return []
    const {atLeast = 0, atMost = Number.POSITIVE_INFINITY} = bound
    return [{...bound, ratio, held: ratio >= atLeast && ratio <= atMost}]
  })
}

function figureOf(found: Measured, {against, than}: Bound, measured: readonly Measured[]): number | undefined {
  if (against) return ratioTo(found, against)?.middle
  const ours = ownFigure(found)
  if (than === undefined) return ours
  const other = ownFigure(measured.find(({what}) => what === than))
  return ours === undefined || other === undefined ? undefined : ours / other
}

function ownFigure(measured: Measured | undefined): number | undefined {
  const ours = measured?.by.nonet
  return ours && middle(ours)
}
