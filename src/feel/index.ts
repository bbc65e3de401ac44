/** Expressions: text → problems or Core, Core → closures. The public interface of this folder. */
import {fastClosures, type RowColumns} from './closures/fast.ts'
import {compileWith, type Evaluate} from './compile.ts'
import type {Core} from './core.ts'
import type {Environment} from './environment.ts'
import {functions} from './functions/table.ts'
import type {Value} from './value.ts'

export type {RowColumns} from './closures/fast.ts'
export type {Evaluate} from './compile.ts'
export type {Core, Json} from './core.ts'
export type {Environment, EvaluationContext as World} from './environment.ts'
export {decodeValue as decode, encodeValue as encode} from './format.ts'
export {type FunctionName, type SqlFunctionName, sqlFunctionNames} from './functions/table.ts'
export type {ConstantScope, ExpressionProblem, FieldScope, Reads, Scope, Typing} from './scope.ts'
export {parseExpression as parse} from './syntax/parse.ts'
export type {Tree} from './syntax/tree.ts'
export type {Type} from './type.ts'
export {type} from './typing/type-expression.ts'
export type {Context, List, Reference, Value} from './value.ts'

/** Compiled once, evaluated as often as needed; with `columns`, directly from the rows of the records. */
export const compile = (core: Core, columns?: RowColumns): Evaluate =>
  compileWith(core, {functions, closures: fastClosures(columns)})

/** For a single evaluation; expressions that are evaluated often should be compiled once by their owner. */
export const evaluate = (core: Core, environment: Environment): Value => compile(core)(environment)
