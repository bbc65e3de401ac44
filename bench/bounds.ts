/** What must hold, in one place: `npm run bench:check` fails where a ratio is on the wrong side of its bound. */
import type {Name} from './contestants.ts'
import {type Measured, ratioTo} from './figures.ts'

export interface Bound {
  readonly what: string
  readonly against: Name
  readonly atLeast?: number
  readonly atMost?: number
}

/** They protect users and are no contest: pages stay cheaper than those of the frameworks that people know, and no slower in the browser. */
export const bounds: readonly Bound[] = [
  {what: 'list page', against: 'next', atLeast: 3.5},
  {what: 'list page', against: 'react-router', atLeast: 1.6},
  {what: 'record page', against: 'next', atLeast: 3.5},
  {what: 'record page', against: 'react-router', atLeast: 1.6},
  {what: 'list data', against: 'next', atLeast: 4.5},
  {what: 'list data', against: 'react-router', atLeast: 1.8},
  {what: 'action', against: 'next', atLeast: 2.7},
  {what: 'action', against: 'react-router', atLeast: 1.2},
  {what: 'start to first answer', against: 'next', atMost: 1},
  {what: 'click to record, cold', against: 'next', atMost: 1},
  {what: 'click to record, cold', against: 'react-router', atMost: 1},
  {what: 'click to record, prefetched', against: 'next', atMost: 1},
  {what: 'click to record, prefetched', against: 'react-router', atMost: 1},
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
