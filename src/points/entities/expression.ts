/** Expressions of point 3 before and after they are typed. */
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, replacing, type Text} from '../../document/raw.ts'
import {encode} from '../../feel/json.ts'
import type {Problem, Reads} from '../../feel/scope.ts'
import type {Value} from '../../feel/value.ts'
import type {FieldUse} from './field-type.ts'
import type {Expression} from './model.ts'

export function untyped(text: Text): Expression {
  return {text, core: null, reads: null}
}

/** What typing found, at its very place in the document. */
export function findingsOf(text: Text, problems: readonly Problem[]): Finding[] {
  return problems.map(({code, message, hint, start, fix}) =>
    finding(code, placeIn(text, start), {
      message,
      hint,
      fix: fix && replacing(text, fix.text, fix.start, fix.end),
    }),
  )
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

/** A default that is a value, written plainly. */
export function literalDefault(use: FieldUse, value: Value, text: Text | null = null): Expression {
  const nowhere: Text = {file: '', line: 1, column: 1, text: '', pieces: []}
  return {text: text ?? nowhere, core: {op: 'value', type: use.type, value: encode(value)}, reads: nothingRead}
}
