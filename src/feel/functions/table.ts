/** Every function of the language, by name. */
import {own} from '../value.ts'
import {
  aggregateFunctions,
  clockFunctions,
  lookupFunctions,
  numberFunctions,
  textFunctions,
  workingDayFunctions,
} from './basic.ts'
import {dateFunctions, momentFunctions} from './dates.ts'
import type {Declaration, Declarations} from './declaration.ts'
import {listFunctions, statisticFunctions} from './lists.ts'
import {conversionFunctions, patternFunctions, textPartFunctions} from './text.ts'

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

type FunctionTable = typeof table

export type FunctionName = keyof FunctionTable

/** The functions that sql/ must have a form for. */
export type SqlFunctionName = {[N in FunctionName]: FunctionTable[N]['sql'] extends true ? N : never}[FunctionName]

export const functions: Declarations = table

export const findFunction = (name: string): Declaration | undefined => own(functions, name)

export const sqlFunctionNames: readonly string[] = Object.keys(functions).filter(name => functions[name]?.sql === true)
