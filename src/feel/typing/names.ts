/** Types names and fields. A name is resolved from the inside of the expression to the outside. */

import {addressCore, type Core} from '../core.ts'
import {findFunction, functions} from '../functions/table.ts'
import {properties} from '../properties.ts'
import type {TreeOf} from '../syntax/tree.ts'
import {anyType, describeType, listOf, nullType, type PlainKind, type Type} from '../type.ts'
import {own} from '../value.ts'
import {instantCore} from './literals.ts'
import {
  broken,
  find,
  isBroken,
  type Local,
  type ProblemText,
  suggestName,
  type TypedPlace,
  type Typer,
} from './typer.ts'

export function typeName(typer: Typer, tree: TreeOf<'name'>, local: Local | null): Core {
  const inside = localName(typer, tree, local)
  if (inside !== null) return inside
  if (typer.loose) return looseName(typer, tree, local)
  return strictName(typer, tree) ?? unknownName(typer, tree.name, {place: tree, local})
}

const variableOf = (local: Local): Core => ({op: 'variable', name: local.variable, type: local.type})

/** A context in the list may have an entry called `item` itself. */
const entryOrItem = (local: Local): Core => ({
  op: 'scoped',
  name: local.name,
  variables: [local.variable],
  otherwise: variableOf(local),
  type: anyType,
})

function localName(typer: Typer, tree: TreeOf<'name'>, local: Local | null): Core | null {
  for (let at = local; at !== null; at = at.outer) {
    if (at.name === tree.name) return typer.loose && at.item ? entryOrItem(at) : variableOf(at)
    if (!at.item || at.type.kind !== 'reference') continue
    const core = fieldOf(typer, variableOf(at), {entity: at.type.entity, name: tree.name, place: tree})
    if (core !== null) return core
  }
  return null
}

function strictName(typer: Typer, tree: TreeOf<'name'>): Core | null {
  return recordName(typer, tree) ?? inputName(typer, tree.name) ?? fieldName(typer, tree) ?? outerName(typer, tree.name)
}

/** `this`, `me` and `old`, if available. */
function recordName(typer: Typer, tree: TreeOf<'name'>): Core | null {
  const {entity, me, old} = typer.scope
  if (tree.name === 'this') {
    if (entity === undefined) return absent(typer, tree, '`this` is not available here: there is no record.')
    return {op: 'this', entity, type: {kind: 'reference', entity}}
  }
  if (tree.name === 'me') {
    if (me === undefined) return absent(typer, tree, '`me` is not available here: no person acts.')
    typer.reads.me = true
    return {op: 'me', type: {kind: 'reference', entity: me}}
  }
  if (tree.name !== 'old') return null
  if (old !== true || entity === undefined) return absent(typer, tree, '`old` is not available here: nothing changes.')
  typer.reads.old = true
  return {op: 'old', entity, type: {kind: 'reference', entity}}
}

const absent = (typer: Typer, place: TypedPlace, message: string): Core =>
  typer.refuse('N067', place, {message, hint: 'Remove it, or move the condition to a place that has it.'})

function inputName(typer: Typer, name: string): Core | null {
  const found = find(typer.scope.inputs, name)
  if (found === null) return null
  typer.reads.inputs.add(found[0])
  return {op: 'input', name: found[0], type: found[1]}
}

function fieldName(typer: Typer, tree: TreeOf<'name'>): Core | null {
  const {entity} = typer.scope
  if (entity === undefined) return null
  return fieldOf(typer, {op: 'this', entity, type: {kind: 'reference', entity}}, {entity, name: tree.name, place: tree})
}

function outerName(typer: Typer, name: string): Core | null {
  const constant = find(typer.scope.constants, name)
  if (constant !== null) {
    typer.reads.constants.add(constant[0])
    const {type, value} = constant[1]
    return type.kind === 'date and time' ? instantCore(value) : {op: 'value', type, value}
  }
  const entity = find(typer.scope.entities, name)
  if (entity === null) return null
  typer.reads.entities.add(entity[0])
  return {op: 'all', entity: entity[0], type: listOf({kind: 'reference', entity: entity[0]})}
}

/** An entry of an enclosing item, if it has one; otherwise the value given with `--with`. */
function looseName(typer: Typer, tree: TreeOf<'name'>, local: Local | null): Core {
  const variables: string[] = []
  for (let at = local; at !== null; at = at.outer) if (at.item) variables.push(at.variable)
  const input = inputName(typer, tree.name)
  if (variables.length === 0) return input ?? unknownName(typer, tree.name, {place: tree, local})
  const otherwise: Core = input ?? {op: 'value', type: {kind: 'null'}, value: null}
  return {op: 'scoped', name: tree.name, variables, otherwise, type: anyType}
}

function knownNames(typer: Typer, local: Local | null): string[] {
  const {scope} = typer
  const names = [...(scope.inputs?.keys() ?? []), ...(scope.constants?.keys() ?? []), ...scope.entities.keys()]
  if (scope.entity !== undefined) names.push('this', ...(scope.entities.get(scope.entity)?.keys() ?? []))
  if (scope.me !== undefined) names.push('me')
  for (let at = local; at !== null; at = at.outer) {
    names.push(at.name)
    if (at.item && at.type.kind === 'reference') names.push(...(scope.entities.get(at.type.entity)?.keys() ?? []))
  }
  return names
}

function unknownName(typer: Typer, name: string, {place, local}: {place: TypedPlace; local: Local | null}): Core {
  const {start, end} = place
  const write = (text: string) => ({hint: `Write \`${text}\`.`, fix: {start, end, text}})
  const refuse = (said: Pick<ProblemText, 'hint' | 'fix'>) =>
    typer.refuse('N055', place, {message: `Unknown name \`${name}\`.`, ...said})
  // A field that is declared, and yet has no type, is reported where it is declared.
  if (typer.scope.entities.get(typer.scope.entity ?? '')?.has(name)) return refuse({hint: 'Correct the field first.'})
  const known = knownNames(typer, local)
  const called = findFunction(name)
  if (called !== undefined) {
    const bare = called.signatures.some(signature => signature.startsWith('()'))
    return refuse(bare ? write(`${name}()`) : {hint: `Call the function with brackets: \`${name}(…)\`.`})
  }
  if (typer.scope.me !== undefined && meElsewhere.test(name)) return refuse(write('me'))
  const negated = /^not (.+)$/.exec(name)?.[1]
  if (negated !== undefined) {
    const field = find(typer.scope.entities.get(typer.scope.entity ?? ''), negated)?.[1]
    return refuse(field?.type.kind === 'boolean' ? write(`not(${negated})`) : {hint: 'Write `not(…)` with brackets.'})
  }
  const words = name.split(' ')
  if (words[1] === 'where' && typer.scope.entities.has(words[0] ?? ''))
    return refuse({hint: `Write the condition in brackets: \`${words[0]}[…]\`.`})
  if (words.length > 1 && words.some(word => known.includes(word)))
    return refuse({hint: 'Is an operator missing between these words?'})
  if (cell.test(name) && !typer.loose)
    return refuse({hint: 'There are no cells here. Use the names of fields: `= price * quantity`.'})
  const text = `"${name}"`
  const isText = typer.wanted !== undefined && ['text', 'choice'].includes(typer.wanted.kind)
  const literal = isText ? write(text) : {hint: `If it is a text, write \`${text}\`.`}
  const constant = {hint: `Add it to the constants of point 9. ${literal.hint}`}
  const otherwise = looksConstant.test(name) ? constant : literal
  const near = suggestName(name, [...known, ...Object.keys(functions)], {otherwise: otherwise.hint, place})
  return refuse(near.fix ? near : otherwise)
}

const looksConstant = /^[A-Z][A-Z0-9_]+$/
/** A cell reference of a spreadsheet. */
const cell = /^[A-Z]{1,2}\d{0,4}$/
const meElsewhere = /^(?:current|logged[ _]?in|acting|the)[ _]?user$|^(?:auth[ _]?user|myself|i)$/i

// Fields of records, properties of dates and durations, and both over lists.

interface NamedValue {
  readonly name: string
  readonly place: TypedPlace
}

/** The field of the record at `of`; null if the entity has no such field. */
function fieldOf(typer: Typer, of: Core, {entity, name}: NamedValue & {entity: string}): Core | null {
  const found = find(typer.scope.entities.get(entity), name)
  if (found === null) return null
  const [field, {type, relation}] = found
  const read = relation === true ? typer.reads.relations : typer.reads.fields
  read.add(`${entity}.${field}`)
  return {op: relation === true ? 'relation' : 'field', of, entity, field, type}
}

export function typePath(typer: Typer, tree: TreeOf<'path'>, local: Local | null): Core {
  const given = addressValue(typer, tree, local)
  if (given !== null) return given
  const of = typer.type(tree.of, local)
  if (isBroken(of)) return broken
  const place = {start: tree.nameStart, end: tree.end}
  return typer.loose ? loosePath(of, tree.name) : member(typer, of, {name: tree.name, place})
}

/** `address.day`. A field called `address` keeps its own fields. */
function addressValue(typer: Typer, {of, name, nameStart, end}: TreeOf<'path'>, local: Local | null): Core | null {
  const {address, entities, entity} = typer.scope
  if (address === undefined || of.node !== 'name' || of.name !== 'address') return null
  const type = address.get(name)
  if (type !== undefined) return addressCore(name, type)
  if (entities.get(entity ?? '')?.has('address') || isBound('address', local)) return null
  const known = [...address.keys()]
  const otherwise = known.length === 0 ? 'Declare it: `- address: day: date`.' : `Available: ${known.join(', ')}.`
  const place = {start: nameStart, end}
  return typer.refuse('N055', place, {
    message: `The address has no value \`${name}\`.`,
    ...suggestName(name, known, {otherwise, place}),
  })
}

const isBound = (name: string, local: Local | null): boolean =>
  local !== null && (local.name === name || isBound(name, local.outer))

const loosePath = (of: Core, name: string): Core => ({op: 'path', of, name, type: anyType})

function member(typer: Typer, of: Core, named: NamedValue): Core {
  const {type} = of
  if (type.kind === 'null') return {op: 'value', type: nullType, value: null}
  if (type.kind === 'list') return overList(typer, of, {...named, item: type.of})
  if (type.kind === 'reference')
    return fieldOf(typer, of, {...named, entity: type.entity}) ?? noField(typer, type, named)
  return propertyOf(of, named.name) ?? noField(typer, type, named)
}

function overList(typer: Typer, list: Core, named: NamedValue & {item: Type}): Core {
  const item = typer.bind('item', named.item, {item: false, outer: null})
  const body = member(typer, {op: 'variable', name: item.variable, type: item.type}, named)
  if (isBroken(body)) return broken
  if (body.type.kind === 'list') {
    return typer.refuse('N070', named.place, {
      message: 'This is a list of lists: each item has a list of its own.',
      hint: `Look at the items one by one: \`some x in … satisfies count(x.${named.name}) > 0\`.`,
    })
  }
  return {op: 'map', list, variable: item.variable, body, type: listOf(body.type)}
}

const propertiesOf = (type: Type): Readonly<Record<string, {readonly gives: PlainKind}>> =>
  type.kind === 'any' || type.kind === 'choice' || type.kind === 'null' ? {} : (properties[type.kind] ?? {})

function propertyOf(of: Core, name: string): Core | null {
  const found = own(propertiesOf(of.type), name)
  return found === undefined ? null : {op: 'property', of, name, type: {kind: found.gives}}
}

function noField(typer: Typer, type: Type, {name, place}: NamedValue): Core {
  const entity = type.kind === 'reference' ? typer.scope.entities.get(type.entity) : undefined
  const known = entity === undefined ? Object.keys(propertiesOf(type)) : [...entity.keys()]
  const what = entity === undefined ? 'property' : 'field'
  const otherwise = known.length === 0 ? 'It has no properties.' : `Available: ${known.join(', ')}.`
  return typer.refuse('N065', place, {
    message: `\`${describeType(type)}\` has no ${what} \`${name}\`.`,
    ...suggestName(name, known, {otherwise, place}),
  })
}
