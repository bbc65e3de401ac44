/** What must hold, in one place: `npm run bench:check` fails where a ratio is on the wrong side of its bound. */
import type {Name} from './contestants.ts'
import {type Measured, ratioTo} from './figures.ts'

export interface Bound {
  readonly what: string
  readonly against: Name
  readonly atLeast?: number
  readonly atMost?: number
}

export const bounds: readonly Bound[] = [
  {what: 'list page', against: 'next', atLeast: 8},
  {what: 'list page', against: 'react-router', atLeast: 3.5},
  {what: 'list page', against: 'floor', atLeast: 0.35},
  {what: 'list data', against: 'next', atLeast: 15},
  {what: 'list data', against: 'react-router', atLeast: 4},
  {what: 'list data', against: 'floor', atLeast: 0.6},
  {what: 'action', against: 'next', atLeast: 5},
  {what: 'action', against: 'react-router', atLeast: 2.5},
  {what: 'action', against: 'floor', atLeast: 0.5},
  {what: 'script of the list page', against: 'next', atMost: 0.55},
  {what: 'script of the list page', against: 'react-router', atMost: 0.65},
  {what: 'start to first answer', against: 'next', atMost: 0.3},
]

export interface Judged extends Bound {
  readonly ratio: number
  readonly held: boolean
}

/** Only bounds of what was measured. */
export function judge(measured: readonly Measured[]): Judged[] {
  return bounds.flatMap(bound => {
    const found = measured.find(({what}) => what === bound.what)
    const ratio = found && ratioTo(found, bound.against)
    if (!ratio) return []
    const {middle} = ratio
    return [
      {
        ...bound,
        ratio: middle,
        held: middle >= (bound.atLeast ?? 0) && middle <= (bound.atMost ?? Number.POSITIVE_INFINITY),
      },
    ]
  })
}
