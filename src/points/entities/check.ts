/** What is wrong between entities: names that lead nowhere, earlier names that clash, circles. */
import {type Finding, type Fix, finding} from '../../document/finding.ts'
import {type Suggestion, suggestFor} from '../../document/near.ts'
import {sliceOf, type Text} from '../../document/raw.ts'
import type {Constant, Limits} from '../limits/model.ts'
import {checkCircles} from './check-circles.ts'
import {checkRenames} from './check-renames.ts'
import {fieldOf, isKnownEntity, isOneRecord, placeOfName, targetOf, unknownEntity} from './lookup.ts'
import type {Entities, Entity, Field} from './model.ts'
import {typeMeant} from './read-field.ts'
import {allFields} from './scope.ts'
import {fieldTypes} from './types.ts'

export function checkEntities(entities: Entities, {constants}: Limits): Finding[] {
  return [
    ...[...entities.entities.values()].flatMap(entity => [
      ...checkConstant(entity, constants.get(entity.name)),
      ...[...entity.fields.values()].flatMap(field => checkField(entity, field, entities)),
      ...checkUnique(entity),
      ...checkPersonal(entity),
      ...checkNamedBy(entity, entities),
    ]),
    ...checkRenames(entities),
    ...checkCircles(entities),
  ]
}

/** In an expression nobody could tell which of the two is meant. */
function checkConstant(entity: Entity, constant: Constant | undefined): Finding[] {
  if (!constant) return []
  const message = `\`${entity.name}\` is the name of a constant too, at line ${constant.line}.`
  return [finding('N305', entity, {message, hint: 'Rename one of them.'})]
}

function checkField(entity: Entity, field: Field, entities: Entities): Finding[] {
  const target = targetOf(field)
  if (target === null || field.computed !== null) return []
  if (!isKnownEntity(entities, target)) return [unknownTarget(target, field, entities)]
  const {keeps} = field.type
  const other = keeps.kind === 'other side' ? entities.entities.get(target) : undefined
  return other && keeps.kind === 'other side' ? checkOtherSide(entity, field, {other, by: keeps.by}) : []
}

/** A type of another language in capitals, or an entity that is missing. */
function unknownTarget(name: string, field: Field, entities: Entities): Finding {
  const text = field.source?.type
  if (!text)
    return finding('N308', field, {message: `Unknown entity \`${name}\`.`, hint: `Add it to point 3: \`### ${name}\`.`})
  const at = placeOfName(text, name)
  const word = name.toLowerCase()
  const ours = fieldTypes.some(type => type.name === word || type.elsewhere.includes(word))
  if (!ours) return unknownEntity('N308', at, entities)
  return finding('N308', at, {message: `Unknown type \`${name}\`.`, ...typeMeant(at)})
}

function checkOtherSide(entity: Entity, field: Field, {other, by}: {other: Entity; by: string}): Finding[] {
  const place = field.source?.type ?? field
  const back = fieldOf(other, by)
  const leading = allFields(other).filter(each => each.type.keeps.kind === 'column' && targetOf(each) === entity.name)
  const names = leading.map(each => each.name).filter(name => other.fields.has(name))
  if (other.unread.has(by)) return []
  if (back === null)
    return [
      finding('N309', place, {
        message: `${other.name} has no field \`${by}\`.`,
        ...suggestBy(field, by, names, `Add it to ${other.name}: \`| ${by} | ${entity.name} |\`.`),
      }),
    ]
  if (leading.some(each => each.name === by)) return []
  return [
    finding('N310', place, {
      message: `\`${by}\` of ${other.name} is \`${back.type.written}\`, not ${entity.name}.`,
      ...suggestBy(field, by, names, `Name a field of ${other.name} whose type is \`${entity.name}\`.`),
    }),
  ]
}

/** The name after `by` in `list of Comment by ticket`. */
function suggestBy({source}: Field, by: string, names: readonly string[], otherwise: string): Suggestion {
  return source ? suggestFor(placeOfName(source.type, by), names, otherwise) : {hint: otherwise}
}

function checkUnique(entity: Entity): Finding[] {
  const text = entity.source?.unique
  if (!text) return []
  return entity.unique.flat().flatMap(name => {
    const field = fieldOf(entity, name)
    const place = placeOfName(text, name)
    if (entity.unread.has(name)) return []
    if (field === null) return [noField(entity, name, place)]
    if (field.type.may.unique && field.type.keeps.kind === 'column') return []
    const message = `A field of type \`${field.type.written}\` cannot be unique: \`${name}\`.`
    return [finding('N311', place, {message, hint: 'Name fields with one short value each.'})]
  })
}

/** What follows from something else holds nothing that could be emptied. */
function checkPersonal(entity: Entity): Finding[] {
  const text = entity.source?.personal
  if (!text) return []
  return entity.personal.flatMap(name => {
    const field = entity.fields.get(name) ?? null
    const place = placeOfName(text, name)
    if (entity.unread.has(name)) return []
    if (field === null) return [noField(entity, name, place)]
    const {keeps} = field.type
    const kept = keeps.kind === 'pairs' || (keeps.kind === 'column' && keeps.counter === null)
    if (kept && field.computed === null && !field.state) return []
    const message = `\`${name}\` cannot be personal: it is not filled in, but follows from something else.`
    return [finding('N311', place, {message, hint: 'Name the fields that it follows from.'})]
  })
}

function noField(entity: Entity, name: string, place: Text): Finding {
  const names = [...entity.fields.keys()]
  return finding('N309', place, {
    message: `${entity.name} has no field \`${name}\`.`,
    ...suggestFor(place, names, `Fields of ${entity.name}: ${names.join(', ')}.`),
  })
}

function checkNamedBy(entity: Entity, entities: Entities): Finding[] {
  const text = entity.source?.namedBy
  if (!text) return []
  return entity.namedBy.parts.flatMap(part => {
    if (part.kind === 'text') return []
    const place = placeOfName(text, part.path[0] ?? '')
    const wrong = followPath(entity, part.path, {entities, place})
    return wrong === null ? [] : [finding(wrong.code, place, wrong)]
  })
}

interface Wrong {
  readonly code: 'N309' | 'N310'
  readonly message: string
  readonly hint: string
  readonly fix?: Fix
}

interface Around {
  readonly entities: Entities
  /** Where the path begins. */
  readonly place: Text
}

function followPath(entity: Entity, path: readonly string[], around: Around): Wrong | null {
  const {entities, place} = around
  const [name = '', ...rest] = path
  const field = fieldOf(entity, name)
  if (entity.unread.has(name)) return null
  if (field === null) return {...noField(entity, name, place), code: 'N309'}
  const target = targetOf(field)
  const next = target === null || !isOneRecord(field) ? undefined : entities.entities.get(target)
  if (rest.length === 0) return isOneRecord(field) || target === null ? null : manyNames(name)
  if (next !== undefined) return followPath(next, rest, {entities, place: sliceOf(place, 0, 0)})
  return target === null || isOneRecord(field) ? leadsNowhere(name, rest[0] ?? '') : manyNames(name)
}

function manyNames(name: string): Wrong {
  const message = `\`${name}\` leads to several records, so it cannot be part of a name.`
  return {code: 'N310', message, hint: 'Name a field with one value.'}
}

function leadsNowhere(name: string, next: string): Wrong {
  const message = `\`${name}\` is not a record, so it has no field \`${next}\`.`
  return {code: 'N310', message, hint: `Write \`${name}\` alone.`}
}
