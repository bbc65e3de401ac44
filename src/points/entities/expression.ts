/** Expressions of point 3 before and after they are typed. */
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, type Text} from '../../document/raw.ts'
import {encode} from '../../feel/json.ts'
import type {Problem, Reads} from '../../feel/scope.ts'
import type {Value} from '../../feel/value.ts'
import type {FieldUse} from './field-type.ts'
import type {Expression} from './model.ts'

export function untyped(text: Text): Expression {
  return {text, core: null, reads: null}
}

/** What is left of a text after its first characters, with every place kept. */
export function textFrom(text: Text, offset: number): Text {
  const rest = text.text.slice(offset)
  const start = offset + rest.length - rest.trimStart().length
  const place = placeIn(text, start)
  const pieces = text.pieces
    .filter(piece => piece.offset > start)
    .map(piece => ({...piece, offset: piece.offset - start}))
  const first = {offset: 0, line: place.line, column: place.column}
  return {...place, text: rest.trim(), pieces: [first, ...pieces]}
}

/** What typing found, at its very place in the document. */
export function findingsOf(text: Text, problems: readonly Problem[]): Finding[] {
  return problems.map(problem => finding(problem.code, placeIn(text, problem.start), problem))
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
