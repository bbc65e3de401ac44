/**
 * What is read of records in one line, on a card or for own code: `sum of Order.total where … by month(created)`,
 * `list of Ticket where … sort … limit 5 columns …`.
 */

import {type PlacedName, placedNames} from '../../document/bullets.ts'
import {type Finding, type FindingCode, finding} from '../../document/finding.ts'
import {replacing, sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import type {Type} from '../../feel/type.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entities, Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {type CardFigure, periods} from './figure.ts'
import {type FieldPath, type PathContext, readScreenPath, readWhere} from './paths.ts'

export interface Clauses<Word extends string> {
  /** The text before the first clause. */
  readonly of: Text
  readonly clauses: Pick<ReadonlyMap<Word, Text>, 'get'>
  /** A clause that occurs twice. */
  readonly twice: string | null
}

interface Mark<Word extends string> {
  readonly word: Word
  readonly at: number
}

/** Splits a text at these words. */
export function readClauses<const Word extends string>(text: Text, words: readonly Word[]): Clauses<Word> {
  const marks = marksIn(text.text, words)
  const found = marks.map(({word}) => word)
  const clauses = marks.map(({word, at}, index) => {
    const end = marks[index + 1]?.at ?? text.text.length
    return [word, sliceOf(text, at + word.length, end)] as const
  })
  return {
    of: sliceOf(text, 0, marks[0]?.at ?? text.text.length),
    clauses: new Map(clauses),
    twice: found.find((word, index) => found.indexOf(word) !== index) ?? null,
  }
}

/** Words inside quotes and brackets belong to an expression. */
function marksIn<Word extends string>(text: string, words: readonly Word[]): Mark<Word>[] {
  const marks: Mark<Word>[] = []
  let depth = 0
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|[([{]|[)\]}]|(?<![\w.])[a-z]+(?![\w.])/g)) {
    const [found] = match
    if (/^[([{]$/.test(found)) depth += 1
    else if (/^[)\]}]$/.test(found)) depth -= 1
    const word = depth === 0 ? words.find(each => isAt(each, found, text.slice(match.index))) : undefined
    if (word) marks.push({word, at: match.index})
  }
  return marks
}

/** `pages of 10` is a clause, and `pages` alone may be a field. */
const isAt = (word: string, found: string, text: string): boolean =>
  word === found || (word.startsWith(`${found} `) && text.startsWith(word) && /^\s+\d/.test(text.slice(word.length)))

/** What clauses are read against. */
export interface ClauseSource<Word extends string> {
  readonly entity: Entity
  readonly clauses: Clauses<Word>
  readonly context: PathContext
  readonly findings: Finding[]
}

/** `Allowance.left, planned, used`: the fields after the entity. */
export function summedIn(of: Text): PlacedName[] {
  return placedNames(sliceOf(of, of.text.indexOf('.') + 1))
}

interface NumberInClause {
  readonly most: number
  readonly message: (written: string) => string
  readonly code?: FindingCode
}

/** A whole number within a range. */
export function readNumber(
  text: Text | undefined,
  {most, message, code = 'N220'}: NumberInClause,
  findings: Finding[],
): number | null {
  if (!text) return null
  const number = Number(text.text)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  findings.push(finding(code, text, {message: message(text.text), hint: `Write a whole number from 1 to ${most}.`}))
  return null
}

export function readFigure(at: ClauseSource<'where' | 'by'>, summed: readonly PlacedName[]): CardFigure | null {
  const {entity, clauses, context, findings} = at
  const parts = summed.flatMap(named => {
    const path = readScreenPath(named, entity, context, findings)
    if (path && !isSummable(entity, path, context)) {
      const message = `\`${path.join('.')}\` cannot be added up: it is not a number or a duration.`
      findings.push(finding('N223', clauses.of, {message, hint: 'Sum numbers, money or durations, or count records.'}))
    }
    return path ? [path] : []
  })
  const grouping = clauses.clauses.get('by')
  const by = grouping ? readBy(grouping, at) : null
  if (grouping && !by) return null
  return {
    kind: 'figure',
    entity: entity.name,
    where: readWhere(clauses.clauses.get('where') ?? null, entity, context, findings),
    sum: parts[0] ?? null,
    parts,
    by,
  }
}

function isSummable(entity: Entity, path: FieldPath, {entities}: PathContext): boolean {
  const type = pathType(entities, entity, path)
  return type === null || ['number', 'days duration', 'months duration'].includes(type.kind)
}

/** `status`, `person.team`, or a period of a date: `month(created)`. */
function readBy(text: Text, {entity, context, findings}: ClauseSource<'where' | 'by'>): CardFigure['by'] {
  const [first = '', ...others] = text.text.split(/\s*,\s*/)
  if (others.length > 0) {
    const hint = `Write \`by ${first}\`, and another card for \`by ${others.join(', ')}\`.`
    findings.push(finding('N224', text, {message: 'A card has one group.', hint}))
    return null
  }
  const call = /^(\w+)\((.*)\)$/.exec(text.text)
  const period = periods.find(each => each === call?.[1]) ?? null
  if (call && !period) {
    const hint = `Group by a field, or by ${periods.join(', ')} of a date.`
    const named = suggestFor(sliceOf(text, 0, call[1]?.length), [...periods], hint)
    findings.push(finding('N224', text, {message: `A card cannot be grouped by \`${text.text}\`.`, ...named}))
    return null
  }
  const name = (call?.[2] ?? text.text).trim()
  const path = readScreenPath({name, place: sliceOf(text, text.text.indexOf(name))}, entity, context, findings)
  const type = path && pathType(context.entities, entity, path)
  const fits = type && (period ? isDay(type.kind) : type.kind !== 'list' && !isDay(type.kind) && type.kind !== 'time')
  if (path && type && !fits) {
    const dated = isDay(type.kind)
    const message = dated
      ? `\`${text.text}\` has a group for every day.`
      : `A card cannot be grouped by \`${text.text}\`.`
    const hint = dated
      ? `Group by a period: \`month(${canonicalName(name)})\`.`
      : 'Group by a choice, a reference, a yes/no field or a period of a date.'
    const fix = dated ? replacing(text, `month(${canonicalName(name)})`) : undefined
    findings.push(finding('N224', text, {message, hint, fix}))
  }
  return path && fits ? {path, period} : null
}

export const isDay = (kind: string): boolean => kind === 'date' || kind === 'date and time'

/** The type at the end of a path. */
export function pathType(
  {entities}: Pick<Entities, 'entities'>,
  entity: Entity,
  [name = '', ...rest]: FieldPath,
): Type | null {
  const type = fieldOf(entity, name)?.type.type
  if (!type || rest.length === 0) return type ?? null
  const next = type.kind === 'reference' ? entities.get(type.entity) : undefined
  return next ? pathType({entities}, next, rest) : null
}
