/** The SQL of every function that exists in SQL, by name; a name without a form here does not compile. */
import type {CallCore} from '../core.ts'
import type {listFunctions} from '../functions/lists.ts'
import type {SqlFunctionName} from '../functions/table.ts'
import {aggregateSql} from './aggregates.ts'
import type {Compiler} from './compiler.ts'
import {conversionSql} from './conversion-functions.ts'
import {dateSql} from './date-functions.ts'
import {listFunctionNames} from './list-functions.ts'
import {numberSql} from './number-functions.ts'
import {patternSql} from './pattern-functions.ts'
import type {Term} from './term.ts'
import {textSql} from './text-functions.ts'

/** Functions whose result is a list are rows, not terms. */
type ListFunctionName = keyof typeof listFunctions | 'split'

const table: Readonly<Record<Exclude<SqlFunctionName, ListFunctionName>, (core: CallCore, at: Compiler) => Term>> = {
  ...textSql,
  ...numberSql,
  ...aggregateSql,
  ...dateSql,
  ...conversionSql,
  ...patternSql,
}

/** The names of all functions that SQL has. */
export const sqlNames: readonly string[] = [...Object.keys(table), ...listFunctionNames]

const functions = new Map<string, (core: CallCore, at: Compiler) => Term>(Object.entries(table))

export function callValue(core: CallCore, at: Compiler): Term {
  const call = functions.get(core.name)
  if (call === undefined) throw new Error(`There is no SQL for the function ${core.name}.`)
  return call(core, at)
}
