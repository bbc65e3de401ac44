/** Every function of the language, by name. */
import {own} from '../own.ts'
import {aggregateFunctions} from './aggregates.ts'
import {clockFunctions} from './clock.ts'
import {conversionFunctions} from './conversion.ts'
import {dateFunctions} from './dates.ts'
import type {Declaration, Declarations} from './declaration.ts'
import {listFunctions} from './lists.ts'
import {lookupFunctions} from './lookups.ts'
import {momentFunctions} from './moments.ts'
import {numberFunctions} from './numbers.ts'
import {patternFunctions} from './patterns.ts'
import {statisticFunctions} from './statistics.ts'
import {textFunctions} from './text.ts'
import {textPartFunctions} from './text-parts.ts'
import {workingDayFunctions} from './working-days.ts'

const table = {
  ...textFunctions,
  ...textPartFunctions,
  ...patternFunctions,
  ...numberFunctions,
  ...aggregateFunctions,
  ...statisticFunctions,
  ...lookupFunctions,
  ...listFunctions,
  ...clockFunctions,
  ...dateFunctions,
  ...momentFunctions,
  ...conversionFunctions,
  ...workingDayFunctions,
} as const satisfies Declarations

type Table = typeof table

export type FunctionName = keyof Table

/** The functions that sql/ must have a form for. */
export type SqlFunctionName = {[N in FunctionName]: Table[N]['sql'] extends true ? N : never}[FunctionName]

export const functions: Declarations = table

export const findFunction = (name: string): Declaration | undefined => own(functions, name)

export const sqlFunctionNames: readonly string[] = Object.keys(functions).filter(name => functions[name]?.sql === true)
