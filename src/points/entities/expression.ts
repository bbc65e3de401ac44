/** Expressions of point 3: their findings, literal defaults, and the conditions of offers. */

import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, replacing, type Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'
import {encodeValue} from '../../feel/format.ts'
import {type as typeText} from '../../feel/index.ts'
import type {ExpressionProblem, Reads, Scope} from '../../feel/scope.ts'
import {type SqlCheck, sqlProblemsOfAny} from '../../feel/sql/problems.ts'
import {describeType, type Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import type {FieldUse} from './field-type.ts'
import type {Expression} from './model.ts'

export function untyped(text: Text): Expression {
  return {text, core: null, reads: null}
}

/** The problems of typing as findings at their exact places. */
export function findingsOf(text: Text, problems: readonly ExpressionProblem[]): Finding[] {
  return problems.map(({code, message, hint, start, fix}) =>
    finding(code, placeIn(text, start), {
      message,
      hint,
      fix: fix && replacing(text, fix.text, fix.start, fix.end),
    }),
  )
}

export interface TypedExpression {
  readonly core: Core
  readonly type: Type
  readonly reads: Reads
}

/** Null if the expression is wrong; a finding is then reported. */
export function typedExpression(
  text: Text,
  context: {readonly scope: Scope; readonly sqlCheck: SqlCheck; readonly findings: Finding[]},
  wanted?: Type,
): TypedExpression | null {
  const typing = typeText(text.text, context.scope, wanted)
  if (!typing.ok) {
    context.findings.push(...findingsOf(text, typing.problems))
    return null
  }
  const problems = sqlProblemsOfAny(typing.core, context.sqlCheck, text.text)
  context.findings.push(...findingsOf(text, problems))
  return problems.length > 0 ? null : typing
}

const nothingRead: Reads = {
  fields: new Set(),
  relations: new Set(),
  entities: new Set(),
  constants: new Set(),
  inputs: new Set(),
  me: false,
  old: false,
  now: false,
}

/** A default that is a literal. */
export function literalDefault(use: FieldUse, value: Value, text: Text | null = null): Expression {
  const nowhere: Text = {file: '', line: 1, column: 1, text: '', pieces: []}
  return {text: text ?? nowhere, core: {op: 'value', type: use.type, value: encodeValue(value)}, reads: nothingRead}
}

// `Kind[active]`: the condition in brackets on the records that a reference may refer to.

interface TypedOffers {
  readonly result: Expression | null
  readonly findings: readonly Finding[]
}

/** `scope`: that of the offered records. The record being edited may not exist yet, so it cannot be named. */
export function typeOffers(text: Text, scope: Scope): TypedOffers {
  const wrong = (message: string, hint: string, at = 0): TypedOffers => ({
    result: null,
    findings: [finding('N323', placeIn(text, at), {message, hint})],
  })
  const outer = /(?<![\w.])this(?!\w)/.exec(text.text)
  if (outer)
    return wrong(
      '`this` is not available here: the record does not exist yet.',
      `Use fields of ${scope.entity} in the brackets. For what depends on the record itself, add a rule to point 5.`,
      outer.index,
    )
  const typing = typeText(text.text, scope)
  if (!typing.ok) return {result: null, findings: findingsOf(text, typing.problems)}
  if (typing.type.kind !== 'boolean')
    return wrong(
      `Expected a condition, found \`${describeType(typing.type)}\`.`,
      'Name a yes/no field, or compare something: `Kind[active]`.',
    )
  return {result: {text, core: typing.core, reads: typing.reads}, findings: []}
}
