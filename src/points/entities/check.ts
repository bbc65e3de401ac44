/** What is wrong between entities: names that lead nowhere, earlier names that clash, circles. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggest} from '../../document/near.ts'
import type {Constant, Limits} from '../limits/model.ts'
import {checkCircles} from './check-circles.ts'
import {checkRenames} from './check-renames.ts'
import {fieldOf, isKnownEntity, isOneRecord, placeOfName, targetOf} from './lookup.ts'
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
      ...checkNamedBy(entity, entities),
    ]),
    ...checkRenames(entities),
    ...checkCircles(entities),
  ]
}

/** In an expression nobody could tell which of the two is meant. */
function checkConstant(entity: Entity, constant: Constant | undefined): Finding[] {
  if (!constant) return []
  const message = `${entity.name} is a constant too, at line ${constant.line}.`
  return [finding('N305', entity, {message, hint: 'Give one of them another name.'})]
}

function checkField(entity: Entity, field: Field, entities: Entities): Finding[] {
  const target = targetOf(field)
  const place = field.source?.type ?? field
  if (target === null || field.computed !== null) return []
  if (!isKnownEntity(entities, target)) return [unknownEntity(target, place, entities)]
  const {keeps} = field.type
  const other = keeps.kind === 'other side' ? entities.entities.get(target) : undefined
  return other && keeps.kind === 'other side' ? checkOtherSide(entity, field, {other, by: keeps.by}) : []
}

function unknownEntity(
  name: string,
  place: {file: string; line: number; column: number},
  {entities}: Entities,
): Finding {
  const names = [...entities.keys()]
  const ours = fieldTypes.some(type => type.name === name.toLowerCase() || type.elsewhere.includes(name.toLowerCase()))
  return finding('N308', place, {
    message: `There is no entity ${name}.`,
    hint: ours ? typeMeant(name) : suggest(name, names, `Declare it in point 3: ### ${name}.`),
  })
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
        hint: suggest(by, names, `Add it to ${other.name}: | ${by} | ${entity.name} |`),
      }),
    ]
  if (leading.some(each => each.name === by)) return []
  return [
    finding('N310', place, {
      message: `\`${by}\` of ${other.name} does not lead to ${entity.name}: it is \`${back.type.written}\`.`,
      hint: suggest(by, names, `Name a field of ${other.name} whose type is ${entity.name}.`),
    }),
  ]
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
    const message = `\`${name}\` cannot be part of what is unique: it is \`${field.type.written}\`.`
    return [finding('N311', place, {message, hint: 'Name fields with one short value each.'})]
  })
}

function noField(entity: Entity, name: string, place: {file: string; line: number; column: number}): Finding {
  return finding('N309', place, {
    message: `${entity.name} has no field \`${name}\`.`,
    hint: suggest(name, [...entity.fields.keys()], `Its fields are: ${[...entity.fields.keys()].join(', ')}.`),
  })
}

function checkNamedBy(entity: Entity, entities: Entities): Finding[] {
  const text = entity.source?.namedBy
  if (!text) return []
  return entity.namedBy.parts.flatMap(part => {
    if (part.kind === 'text') return []
    const wrong = followPath(entity, part.path, entities)
    return wrong === null ? [] : [finding(wrong.code, placeOfName(text, part.path[0] ?? ''), wrong)]
  })
}

interface Wrong {
  readonly code: 'N309' | 'N310'
  readonly message: string
  readonly hint: string
}

function followPath(entity: Entity, path: readonly string[], entities: Entities): Wrong | null {
  const [name = '', ...rest] = path
  const field = fieldOf(entity, name)
  if (entity.unread.has(name)) return null
  if (field === null) return {...noField(entity, name, entity), code: 'N309'}
  const target = targetOf(field)
  const next = target === null || !isOneRecord(field) ? undefined : entities.entities.get(target)
  if (rest.length === 0) return isOneRecord(field) || target === null ? null : manyNames(name)
  if (next !== undefined) return followPath(next, rest, entities)
  return target === null || isOneRecord(field) ? leadsNowhere(name, rest[0] ?? '') : manyNames(name)
}

function manyNames(name: string): Wrong {
  const message = `\`${name}\` leads to several records, and a name is one text.`
  return {code: 'N310', message, hint: 'Name a field with one value.'}
}

function leadsNowhere(name: string, next: string): Wrong {
  const message = `\`${name}\` leads to no record, so it has no \`${next}\`.`
  return {code: 'N310', message, hint: `Write \`${name}\` alone.`}
}
