/** Every limit and setting with its value, its unit, where it comes from and what it does: for `nonet check --defaults`. */
import type {Place} from '../../document/finding.ts'
import {fixedLimits} from './fixed.ts'
import type {Limits, Settings} from './model.ts'
import {settings} from './settings.ts'

export interface ToldLimit {
  readonly name: string
  readonly value: number | string
  readonly unit: string
  /** The line of the document; `default` where the engine's own value holds, `fixed` where a document cannot change it. */
  readonly from: Place | 'default' | 'fixed'
  readonly does: string
}

export function tellLimits({constants, settings: values}: Limits): ToldLimit[] {
  const names = Object.keys(settings) as (keyof Settings)[]
  const set = names.map((name): ToldLimit => {
    const {unit, does} = settings[name]
    return {name, value: written(values[name]), unit, from: placeOf(constants.get(name)), does}
  })
  const fixed = Object.entries(fixedLimits).map(
    ([name, {value, unit, does}]): ToldLimit => ({name, value, unit, from: 'fixed', does}),
  )
  return [...set, ...fixed]
}

function placeOf(constant: Place | undefined): Place | 'default' {
  return constant ? {file: constant.file, line: constant.line, column: constant.column} : 'default'
}

const written = (value: number | string | readonly string[]): number | string =>
  typeof value === 'object' ? value.join(', ') : value
