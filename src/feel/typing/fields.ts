/** Fields of records, properties of dates and durations, and both over lists. */
import type {Core} from '../core.ts'
import {own} from '../own.ts'
import {properties} from '../properties.ts'
import type {TreeOf} from '../tree.ts'
import {anyType, describeType, listOf, nullType, type PlainKind, type Type} from '../type.ts'
import {broken, find, isBroken, type Local, type Place, suggest, type Typer} from './typer.ts'

interface Named {
  readonly name: string
  readonly place: Place
}

/** The field of the record that `of` leads to, or null when the entity has none of that name. */
export function fieldOf(typer: Typer, of: Core, {entity, name}: Named & {entity: string}): Core | null {
  const found = find(typer.scope.entities.get(entity), name)
  if (found === null) return null
  const [field, {type, relation}] = found
  const read = relation === true ? typer.reads.relations : typer.reads.fields
  read.add(`${entity}.${field}`)
  return {op: relation === true ? 'relation' : 'field', of, entity, field, type}
}

export function typePath(typer: Typer, tree: TreeOf<'path'>, local: Local | null): Core {
  const of = typer.type(tree.of, local)
  if (isBroken(of)) return broken
  const place = {start: tree.nameStart, end: tree.end}
  return typer.loose ? loosePath(of, tree.name) : member(typer, of, {name: tree.name, place})
}

const loosePath = (of: Core, name: string): Core => ({op: 'path', of, name, type: anyType})

function member(typer: Typer, of: Core, named: Named): Core {
  const {type} = of
  if (type.kind === 'null') return {op: 'value', type: nullType, value: null}
  if (type.kind === 'list') return overList(typer, of, {...named, item: type.of})
  if (type.kind === 'reference')
    return fieldOf(typer, of, {...named, entity: type.entity}) ?? noField(typer, type, named)
  return propertyOf(of, named.name) ?? noField(typer, type, named)
}

function overList(typer: Typer, list: Core, named: Named & {item: Type}): Core {
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

function noField(typer: Typer, type: Type, {name, place}: Named): Core {
  const entity = type.kind === 'reference' ? typer.scope.entities.get(type.entity) : undefined
  const known = entity === undefined ? Object.keys(propertiesOf(type)) : [...entity.keys()]
  const what = entity === undefined ? 'property' : 'field'
  const otherwise = known.length === 0 ? 'It has no properties.' : `Available: ${known.join(', ')}.`
  return typer.refuse('N065', place, {
    message: `\`${describeType(type)}\` has no ${what} \`${name}\`.`,
    ...suggest(name, known, {otherwise, place}),
  })
}
