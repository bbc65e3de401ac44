/**
 * Functions that an author writes in code: `### Functions` of point 3 says what each takes and gives, and `Set by`
 * names the one that computes a stored field.
 */
import {splitText} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {type RawPoint, type RawSection, sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import {type TableKind, tableKind, tableRows, unknownTable} from '../../document/table.ts'
import {type Core, partsOf} from '../../feel/core.ts'
import {type as typeText} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
import {describeType, type Kind, type Type} from '../../feel/type.ts'
import {findingsOf} from './expression.ts'
import type {TypeSettings} from './field-type.ts'
import type {DocumentFunction, Entity, Field, FunctionValue, SetByFunction} from './model.ts'
import {isCodeName} from './names.ts'
import {readType} from './types.ts'

export const functionsTable: TableKind<'Function' | 'Takes' | 'Gives'> = {
  called: 'functions',
  required: ['Function', 'Takes', 'Gives'],
  optional: [],
}

/** The section of point 3 that is no entity. */
export function isFunctions({heading, blocks}: RawSection, fields: TableKind<string>): boolean {
  const kinds = [fields, functionsTable]
  return (
    heading?.text === 'Functions' && !blocks.some(each => each.kind === 'table' && tableKind(each, kinds) === fields)
  )
}

export function readFunctions(
  {sections}: RawPoint,
  {fields, settings}: {readonly fields: TableKind<string>; readonly settings: TypeSettings},
  findings: Finding[],
): ReadonlyMap<string, DocumentFunction> {
  const found = new Map<string, DocumentFunction>()
  const tables = sections
    .filter(each => isFunctions(each, fields))
    .flatMap(({blocks}) => blocks.filter(block => block.kind === 'table'))
  for (const table of tables) {
    if (!tableKind(table, [functionsTable])) findings.push(unknownTable(table, [functionsTable]))
    else
      for (const {cells} of tableRows(table, functionsTable, findings)) {
        const read = readFunction(cells, {settings, findings})
        if (read && found.has(read.name))
          refuse(findings, cells.Function, `\`${read.name}\` is there twice.`, 'Rename one of them.')
        else if (read) found.set(read.name, read)
      }
  }
  return found
}

interface ReadingFunctions {
  readonly settings: TypeSettings
  readonly findings: Finding[]
}

function readFunction(
  {Function: name, Takes: takes, Gives: gives}: Readonly<Record<'Function' | 'Takes' | 'Gives', Text>>,
  at: ReadingFunctions,
): DocumentFunction | null {
  const {findings} = at
  if (!isCodeName(name.text)) {
    const hint = 'Begin with a lower-case letter, and use only letters and digits.'
    return refuse(findings, name, `\`${name.text}\` cannot be the name of a function.`, hint)
  }
  const read = takenValues(takes).map(each => readTaken(each, at))
  const given = readPlainType(gives, at)
  const values = read.filter(each => each !== null)
  if (values.length < read.length || given === null) return null
  const twice = values.find(({name: value}, index) => values.findIndex(each => each.name === value) < index)
  if (twice) return refuse(findings, takes, `\`${name.text}\` takes \`${twice.name}\` twice.`, 'Rename one of them.')
  const {file, line, column} = name
  return {name: name.text, takes: values, gives: given, file, line, column}
}

/** Split at the commas before a name and a colon: `kind: one of small, large, hours: number`. */
function takenValues(text: Text): readonly Text[] {
  const starts = [
    0,
    ...[...text.text.matchAll(/,\s*(?=[A-Za-z]\w*\s*:)/g)].map(({index, 0: sign}) => index + sign.length),
  ]
  return starts.map((start, index) => {
    const next = starts[index + 1]
    const end = next === undefined ? text.text.length : text.text.lastIndexOf(',', next)
    return sliceOf(text, start, end)
  })
}

function readTaken(text: Text, at: ReadingFunctions): FunctionValue | null {
  const colon = text.text.indexOf(':')
  const name = (colon < 0 ? text.text : text.text.slice(0, colon)).trim()
  const hint = 'Write a name and a type for each value: `hours: number, seats: number`.'
  if (!isCodeName(name) || colon < 0)
    return refuse(at.findings, text, `\`${text.text}\` is not a value with its type.`, hint)
  const type = readPlainType(sliceOf(text, colon + 1), at)
  return type && {name, type}
}

const kinds: ReadonlySet<Kind> = new Set<Kind>(['text', 'number', 'boolean', 'date', 'time', 'date and time', 'choice'])

function readPlainType(text: Text, {settings, findings}: ReadingFunctions): Type | null {
  const read = readType(text.text.trim().replace(/\s+/g, ' '), settings)
  if (read?.ok && kinds.has(read.use.type.kind)) return read.use.type
  const hint =
    'Functions take and give values: `text`, `number`, `yes/no`, `date`, `time`, `date and time` or `one of …`.'
  return refuse(findings, text, `\`${text.text.trim()}\` is not a type of a function.`, hint)
}

/** Undefined if the cell does not call a function. */
export function setByFunction(cell: Text): SetByFunction | undefined {
  const [, name = '', inside = ''] = /^([a-z]\w*)\s*\((.*)\)$/is.exec(cell.text) ?? []
  if (name === '') return undefined
  const start = cell.text.indexOf('(') + 1
  const written = inside.trim() === '' ? [] : splitText(sliceOf(cell, start, start + inside.length), ',')
  return {name, text: cell, written, args: null}
}

/** What keeps a field from being set by a function. */
export function whyNotSetBy({type, computed}: Pick<Field, 'type' | 'computed'>): string | null {
  if (computed !== null) return 'it is computed at each reading'
  const {storage} = type
  const isPlain = storage.kind === 'column' && storage.counter === null && kinds.has(type.type.kind)
  return isPlain ? null : `\`${type.written}\` is not a value that a function gives`
}

interface CallContext {
  readonly entity: Entity
  readonly field: Field
  readonly functions: ReadonlyMap<string, DocumentFunction>
  /** Without anyone acting. */
  readonly scope: Scope
}

/** The arguments of `Set by`, typed. */
export function typedCall(
  call: SetByFunction,
  context: CallContext,
): {result: SetByFunction; findings: readonly Finding[]} {
  const {field, functions, scope} = context
  const findings: Finding[] = []
  const wrong = (place: Text, message: string, hint: string) => {
    refuse(findings, place, message, hint)
    return {result: call, findings}
  }
  const declared = functions.get(call.name)
  if (!declared) {
    const place = sliceOf(call.text, 0, call.name.length)
    const {hint} = suggestFor(place, [...functions.keys()], 'Declare it in the table under `### Functions`.')
    return wrong(place, `There is no function \`${call.name}\`.`, hint)
  }
  const {takes, gives} = declared
  if (!fits(gives, field.type.type))
    return wrong(
      call.text,
      `\`${call.name}\` gives ${describeType(gives)}, and \`${field.name}\` is ${field.type.written}.`,
      'Change one of them.',
    )
  const shape = `${call.name}(${takes.map(({name}) => name).join(', ')})`
  if (call.written.length !== takes.length)
    return wrong(
      call.text,
      `\`${call.name}\` takes ${takes.length} values, not ${call.written.length}.`,
      `Write \`${shape}\`.`,
    )
  const args: Core[] = []
  for (const [index, {name, type}] of takes.entries()) {
    const text = call.written[index] ?? call.text
    const typing = typeText(text.text, scope, type)
    if (!typing.ok) findings.push(...findingsOf(text, typing.problems))
    else if (!fits(typing.type, type)) {
      const is = describeType(typing.type)
      refuse(
        findings,
        text,
        `\`${call.name}\` takes ${describeType(type)} as \`${name}\`, not ${is}.`,
        `Write \`${shape}\`.`,
      )
    } else if (typing.reads.now || typing.reads.me)
      refuse(
        findings,
        text,
        'A stored value does not follow the clock or the person who writes it.',
        'Use fields of the record, such as `created` or `created_by`.',
      )
    else args.push(typing.core)
  }
  return {result: args.length === takes.length ? {...call, args} : call, findings}
}

/** Words of a choice are texts for a function. */
function fits(given: Type, wanted: Type): boolean {
  if (given.kind === 'choice' && wanted.kind === 'choice') return given.words.every(word => wanted.words.includes(word))
  return given.kind === wanted.kind || (given.kind === 'choice' && wanted.kind === 'text')
}

/** Fields that functions set are set in the order of the document, so that one may use those above it. */
export function checkOrder({name, fields}: Entity): Finding[] {
  const set = [...fields.values()].filter(({setBy}) => setBy)
  return set.flatMap((field, index) => {
    const later = new Set(set.slice(index).map(each => each.name))
    const read = (field.setBy?.args ?? [])
      .flatMap(core => [...fieldsReadBy(core, {name, fields})])
      .find(each => later.has(each))
    if (read === undefined || !field.setBy) return []
    const message =
      read === field.name
        ? `\`${read}\` depends on itself.`
        : `\`${field.name}\` depends on \`${read}\`, which is set after it.`
    const hint = read === field.name ? 'Use other fields.' : `Move the row of \`${read}\` above this one.`
    return [finding('N335', field.setBy.text, {message, hint})]
  })
}

interface FunctionField {
  readonly entity: Entity
  readonly field: Field
}

/** The fields that functions set, each after those that its arguments read, also of other entities. */
export function functionFields(entities: ReadonlyMap<string, Entity>): readonly FunctionField[] {
  const ordered: FunctionField[] = []
  const seen = new Set<Field>()
  const visit = (entity: Entity | undefined, field: Field | undefined) => {
    if (!entity || !field || seen.has(field)) return
    seen.add(field)
    const computed = field.computed?.core
    for (const core of computed ? [computed] : (field.setBy?.args ?? [])) visitReads(core)
    if (field.setBy) ordered.push({entity, field})
  }
  const visitReads = (core: Core) => {
    const entity = core.op === 'field' ? entities.get(core.entity) : undefined
    if (core.op === 'field') visit(entity, entity?.fields.get(core.field))
    partsOf(core).forEach(visitReads)
  }
  for (const entity of entities.values())
    for (const field of entity.fields.values()) if (field.setBy) visit(entity, field)
  return ordered
}

/** The fields of the entity that an expression reads, also through its computed fields. */
export function fieldsReadBy(
  core: Core,
  entity: Pick<Entity, 'name' | 'fields'>,
  seen = new Set<string>(),
): ReadonlySet<string> {
  if (core.op === 'field' && core.entity === entity.name && !seen.has(core.field)) {
    seen.add(core.field)
    const computed = entity.fields.get(core.field)?.computed?.core
    if (computed) fieldsReadBy(computed, entity, seen)
  }
  for (const part of partsOf(core)) fieldsReadBy(part, entity, seen)
  return seen
}

function refuse(findings: Finding[], place: Text, message: string, hint: string): null {
  findings.push(finding('N335', place, {message, hint}))
  return null
}
