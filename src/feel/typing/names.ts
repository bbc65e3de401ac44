/** What a name means where it stands: from the inside of the expression to the outside. */
import type {Core} from '../core.ts'
import {findFunction, functions} from '../functions/table.ts'
import type {TreeOf} from '../tree.ts'
import {anyType, listOf} from '../type.ts'
import {fieldOf} from './fields.ts'
import {instantCore} from './literals.ts'
import {find, type Local, type Place, suggest, type Typer} from './typer.ts'

export function typeName(typer: Typer, tree: TreeOf<'name'>, local: Local | null): Core {
  const inside = localName(typer, tree, local)
  if (inside !== null) return inside
  if (typer.loose) return looseName(typer, tree, local)
  return strictName(typer, tree) ?? unknownName(typer, tree.name, {place: tree, local})
}

const variableOf = (local: Local): Core => ({op: 'variable', name: local.variable, type: local.type})

/** A context in the list may have an entry of the name `item` itself. */
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

/** `this`, `me` and `old`, where they are there. */
function recordName(typer: Typer, tree: TreeOf<'name'>): Core | null {
  const {entity, me, old} = typer.scope
  if (tree.name === 'this') {
    if (entity === undefined) return absent(typer, tree, 'There is no record here that “this” could be.')
    return {op: 'this', entity, type: {kind: 'reference', entity}}
  }
  if (tree.name === 'me') {
    if (me === undefined) return absent(typer, tree, 'Nobody acts here, so there is no “me”.')
    typer.reads.me = true
    return {op: 'me', type: {kind: 'reference', entity: me}}
  }
  if (tree.name !== 'old') return null
  if (old !== true || entity === undefined) return absent(typer, tree, 'Nothing changes here, so there is no “old”.')
  typer.reads.old = true
  return {op: 'old', entity, type: {kind: 'reference', entity}}
}

const absent = (typer: Typer, place: Place, message: string): Core =>
  typer.refuse('N067', place, {message, hint: 'Leave it out, or move the condition to a place that has it.'})

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

/** An entry of an item around it, if one turns out to have it; else what was given with `--with`. */
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

function unknownName(typer: Typer, name: string, {place, local}: {place: Place; local: Local | null}): Core {
  const known = knownNames(typer, local)
  const message = `There is no “${name}” here.`
  if (findFunction(name) !== undefined) {
    return typer.refuse('N055', place, {message, hint: `A function is called with brackets: ${name}(…).`})
  }
  const words = name.split(' ')
  if (words.length > 1 && words.some(word => known.includes(word))) {
    return typer.refuse('N055', place, {message, hint: 'Is an operator missing between these words?'})
  }
  const literal = `For the text itself, write "${name}".`
  const hint = looksConstant.test(name) ? `A constant has a row in the table of point 9. ${literal}` : literal
  return typer.refuse('N055', place, {message, hint: suggest(name, [...known, ...Object.keys(functions)], hint)})
}

const looksConstant = /^[A-Z][A-Z0-9_]+$/
