/** The measurements: figures of each contestant, one per round, and their ratios. */
import type {Name} from './contestants.ts'

export interface Measured {
  /** `list`, `list data`, `action` …, as named by the bounds. */
  readonly what: string
  readonly unit: string
  /** Whether larger is better. */
  readonly more: boolean
  readonly by: Readonly<Partial<Record<Name, readonly number[]>>>
}

export interface Ratio {
  readonly middle: number
  readonly least: number
  readonly most: number
}

export function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2
}

/** Nonet's figure divided by another's, round by round: both were measured one after the other. */
export function ratioTo({by}: Measured, other: Name): Ratio | null {
  const [ours, theirs] = [by.nonet, by[other]]
  if (!ours || !theirs) return null
  const each = ours.flatMap((value, round) => {
    const against = theirs[round]
    return against === undefined ? [] : [value / against]
  })
  return each.length === 0 ? null : {middle: middle(each), least: Math.min(...each), most: Math.max(...each)}
}
