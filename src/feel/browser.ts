/**
 * Expressions in the browser: Core as JSON, evaluated by the same closures, without parser, regular expressions
 * or code from text.
 */
import {compileWith, type Evaluate} from './compile.ts'
import type {Core} from './core.ts'
import {
  aggregateFunctions,
  clockFunctions,
  lookupFunctions,
  numberFunctions,
  textFunctions,
  workingDayFunctions,
} from './functions/basic.ts'
import type {Declarations} from './functions/declaration.ts'

const functions: Declarations = {
  ...textFunctions,
  ...numberFunctions,
  ...aggregateFunctions,
  ...lookupFunctions,
  ...clockFunctions,
  ...workingDayFunctions,
}

/** Whether every function that the expression calls exists here; otherwise the server evaluates it. */
export function canEvaluate(core: Core): boolean {
  return names(core).every(name => Object.hasOwn(functions, name))
}

/** Core is plain JSON, so the walk visits every part. */
const names = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return []
  const called = 'op' in part && part.op === 'call' && 'name' in part ? [String(part.name)] : []
  return [...called, ...Object.values(part).flatMap(names)]
}

export const compileInBrowser = (core: Core): Evaluate => compileWith(core, {functions})
