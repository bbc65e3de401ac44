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
import type {Term} from './term.ts'
import {textSql} from './text-functions.ts'

/** Functions whose result is a list are rows, not terms. */
type ListFunctionName = keyof typeof listFunctions

const table: Readonly<Record<Exclude<SqlFunctionName, ListFunctionName>, (core: CallCore, at: Compiler) => Term>> = {
  ...textSql,
  ...numberSql,
  ...aggregateSql,
  ...dateSql,
  ...conversionSql,
}

/** The names of all functions that SQL has. */
export const sqlNames: readonly string[] = [...Object.keys(table), ...listFunctionNames]

const functions = new Map<string, (core: CallCore, at: Compiler) => Term>(Object.entries(table))

export function callValue(core: CallCore, at: Compiler): Term {
  const call = functions.get(core.name)
  return call === undefined ? refuseFunction(core.name, at) : call(core, at)
}

export const refuseFunction = (name: string, at: Compiler): never =>
  at.refuse({
    code: 'N090',
    message: `\`${name}\` cannot be used in a document, because the database does not have it.`,
    hint: instead.get(name) ?? 'Use another function. docs/expressions.md marks those that the database has.',
    called: name,
  })

const instead: ReadonlyMap<string, string> = new Map([
  ['matches', 'Use `starts with`, `ends with`, `contains` or `string length`.'],
  ['split', 'Use `substring before` and `substring after`.'],
  ['replace', 'Use `substring before` and `substring after`.'],
  ['number', 'Store the value in a field of type `number`.'],
])
