/** Tree and scope → Core with resolved names and types, or problems at their exact places. */
import type {Core} from '../core.ts'
import type {ExpressionProblem, Scope, Typing} from '../scope.ts'
import {parseExpression} from '../syntax/parse.ts'
import type {Tree, TreeOf} from '../syntax/tree.ts'
import {describeType, joinTypes, type Type} from '../type.ts'
import {typeCall} from './calls.ts'
import {converted, inWords, typeBetween, typeCompare, typeIn} from './comparisons.ts'
import {typeList, typeLiteral, typeRange} from './literals.ts'
import {typeName, typePath} from './names.ts'
import {
  typeArithmetic,
  typeFilter,
  typeFor,
  typeIf,
  typeLogic,
  typeNegate,
  typeNot,
  typeQuantified,
} from './operators.ts'
import {isBroken, type Local, type OpenProblem, Typer} from './typer.ts'

type Nodes = {readonly [N in Tree['node']]: (typer: Typer, tree: TreeOf<N>, local: Local | null) => Core}

const nodes: Nodes = {
  literal: typeLiteral,
  name: typeName,
  path: typePath,
  filter: typeFilter,
  call: typeCall,
  if: typeIf,
  logic: typeLogic,
  compare: typeCompare,
  arithmetic: typeArithmetic,
  negate: typeNegate,
  not: typeNot,
  in: typeIn,
  between: typeBetween,
  list: typeList,
  range: typeRange,
  quantified: typeQuantified,
  for: typeFor,
}

/** The table maps every node to its typing; TypeScript cannot express the correlation. */
const typeNode = (typer: Typer, tree: Tree, local: Local | null): Core =>
  (nodes[tree.node] as (typer: Typer, tree: Tree, local: Local | null) => Core)(typer, tree, local)

/** Names that the parser would split, because they contain a keyword or an operator. */
const RESERVED =
  /(^|[ _])(and|or|in|if|then|else|between|not|satisfies|return|instance|of)[ _]|[ _](and|or|in|if|then|else|between|not|satisfies|return|instance|of)$|[-+*/.']/

/** As they are spelled in expressions. Few names are reserved, and every expression of a document asks for them. */
function namesOf({inputs, constants, entities}: Scope): readonly string[] {
  const found = new Set<string>()
  for (const names of [inputs, constants, entities, ...entities.values()])
    for (const name of names?.keys() ?? []) if (RESERVED.test(name)) found.add(name.replaceAll('_', ' '))
  return [...found]
}

/** `wanted`: the expected type of the expression. */
export function type(text: string, scope: Scope, wanted?: Type): Typing {
  const names = namesOf(scope)
  // With other names, the same text is another tree.
  const key = [text, ...names].join('\n\n')
  const known = scope.trees?.get(key)
  if (known) return typeTree(known, scope, {wanted, text})
  const parsed = parseExpression(text, names, scope.loose === true)
  if (!parsed.ok) return parsed
  scope.trees?.set(key, parsed.tree)
  return typeTree(parsed.tree, scope, {wanted, text})
}

export interface TypingOptions {
  readonly wanted?: Type | undefined
  /** The source of the tree; without it some fixes are left out. */
  readonly text?: string
}

function typeTree(tree: Tree, scope: Scope, {wanted, text}: TypingOptions = {}): Typing {
  const typer = new Typer(scope, typeNode, wanted)
  const core = typer.type(tree, null)
  if (wanted !== undefined && !isBroken(core)) want(typer, core, {wanted, tree})
  if (typer.problems.length === 0) return {ok: true, core, type: core.type, reads: typer.reads}
  return {ok: false, problems: typer.problems.map(each => closed(each, text)).sort((a, b) => a.start - b.start)}
}

function closed({fix, ...problem}: OpenProblem, text: string | undefined): ExpressionProblem {
  if (fix === undefined || 'text' in fix) return {...problem, fix}
  if (text === undefined) return problem
  const {start, end, before, after, whole = fix} = fix
  return {...problem, fix: {start: whole.start, end: whole.end, text: `${before}${text.slice(start, end)}${after}`}}
}

function want(typer: Typer, core: Core, {wanted, tree}: {wanted: Type; tree: Tree}): void {
  if (!inWords(typer, wanted, {core, place: tree}) || isWanted(core, wanted)) return
  typer.mismatch('N068', tree, {
    message: `Expected \`${describeType(wanted)}\`, found \`${describeType(core.type)}\`.`,
    ...converted({core, place: tree}, wanted, 'Change the expression, or the type of the field that it fills.'),
    instead: core,
  })
}

/** A text fits a choice only if it is a literal and one of its words. */
function isWanted(core: Core, wanted: Type): boolean {
  const joined = joinTypes(core.type, wanted)
  if (joined === null) return false
  if (wanted.kind !== 'choice' || core.type.kind === 'null') return true
  return joined.kind === 'choice' || core.op === 'value'
}
