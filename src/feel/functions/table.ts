/** Every function of the language, by name. */
import {aggregateFunctions} from './aggregates.ts'
import {conversionFunctions} from './conversion.ts'
import {dateFunctions} from './dates.ts'
import type {Declaration, Declarations} from './declaration.ts'
import {listFunctions} from './lists.ts'
import {numberFunctions} from './numbers.ts'
import {ourFunctions} from './ours.ts'
import {patternFunctions} from './patterns.ts'
import {textFunctions} from './text.ts'

const table = {
  ...textFunctions,
  ...patternFunctions,
  ...numberFunctions,
  ...aggregateFunctions,
  ...listFunctions,
  ...dateFunctions,
  ...conversionFunctions,
  ...ourFunctions,
} as const satisfies Declarations

type Table = typeof table

export type FunctionName = keyof Table

/** The functions that sql/ must have a form for. */
export type SqlFunctionName = {[N in FunctionName]: Table[N]['sql'] extends true ? N : never}[FunctionName]

export const functions: Declarations = table

export const findFunction = (name: string): Declaration | undefined =>
  Object.hasOwn(functions, name) ? functions[name] : undefined

export const sqlFunctionNames: readonly string[] = Object.keys(functions).filter(name => functions[name]?.sql === true)
