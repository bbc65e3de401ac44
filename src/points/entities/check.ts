/** Checks of entities: unknown names, conflicting earlier names, and cycles. */
import {type Finding, type Fix, finding, type Place} from '../../document/finding.ts'
import {sliceOf, type Text} from '../../document/raw.ts'
import {type Suggestion, suggestFor} from '../../document/spelling.ts'
import type {Kind} from '../../feel/type.ts'
import {withArticle} from '../../messages/en/nouns.ts'
import type {Constant, Limits} from '../limits/model.ts'
import {checkCycles} from './cycles.ts'
import {
  endsOf,
  entityReferredTo,
  fieldOf,
  isKnownEntity,
  isOneRecord,
  isWritable,
  leadsToPerson,
  ownerOf,
  placeOfName,
  readableField,
  unknownEntity,
} from './lookup.ts'
import type {Entities, Entity, Field, NamedBy} from './model.ts'
import {ownFieldsOf, userEntity} from './own-fields.ts'
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
      ...checkSpans(entity),
      ...checkLook(entity, 'colour'),
      ...checkLook(entity, 'icon'),
      ...checkNamedBy(entity, entities),
    ]),
    ...checkRenames(entities),
    ...checkCycles(entities),
  ]
}

/** An expression could not tell the two apart. */
function checkConstant(entity: Entity, constant: Constant | undefined): Finding[] {
  if (!constant) return []
  const message = `\`${entity.name}\` is the name of a constant too, at line ${constant.line}.`
  return [finding('N305', entity, {message, hint: 'Rename one of them.'})]
}

function checkField(entity: Entity, field: Field, entities: Entities): Finding[] {
  const target = entityReferredTo(field)
  if (target === null || field.computed !== null) return []
  if (!isKnownEntity(entities, target)) return [unknownTarget(target, field, entities)]
  const {storage} = field.type
  const other = storage.kind === 'other side' ? entities.entities.get(target) : undefined
  return other && storage.kind === 'other side' ? checkOtherSide(entity, field, {other, by: storage.by}) : []
}

/** A type name of another language, or a missing entity. */
function unknownTarget(name: string, field: Field, entities: Entities): Finding {
  const text = field.source?.type
  if (!text)
    return finding('N308', field, {message: `Unknown entity \`${name}\`.`, hint: `Add it to point 3: \`### ${name}\`.`})
  const at = placeOfName(text, name)
  const word = name.toLowerCase()
  const ours = fieldTypes.some(type => type.name === word || type.synonyms.includes(word))
  if (!ours) return unknownEntity('N308', at, entities)
  return finding('N308', at, {message: `Unknown type \`${name}\`.`, ...typeMeant(at)})
}

function checkOtherSide(entity: Entity, field: Field, {other, by}: {other: Entity; by: string}): Finding[] {
  const place = field.source?.type ?? field
  const back = fieldOf(other, by)
  const leading = allFields(other).filter(
    each => each.type.storage.kind === 'column' && entityReferredTo(each) === entity.name,
  )
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
    if (field.type.may.unique && field.type.storage.kind === 'column') return []
    const message = `A field of type \`${field.type.written}\` cannot be unique: \`${name}\`.`
    return [finding('N311', place, {message, hint: 'Name fields with one short value each.'})]
  })
}

/** A computed field stores nothing that could be cleared. */
function checkPersonal(entity: Entity): Finding[] {
  const text = entity.source?.personal
  if (!text) return []
  return entity.personal.flatMap(name => {
    const field = entity.fields.get(name) ?? null
    const place = placeOfName(text, name)
    if (entity.unread.has(name)) return []
    if (field === null) return [noField(entity, name, place)]
    if (isWritable(field)) return []
    const message = `\`${name}\` cannot be personal: it is not filled in, but follows from something else.`
    return [finding('N311', place, {message, hint: 'Name the fields that it follows from.'})]
  })
}

/** `colour: colour` and `icon: icon` name fields of these types. */
function checkLook(entity: Entity, key: 'colour' | 'icon'): Finding[] {
  const [name, text] = [entity[key], entity.source?.[key]]
  if (name === null || !text || entity.unread.has(name)) return []
  const field = fieldOf(entity, name)
  if (field === null) return [noField(entity, name, text)]
  if (field.type.name === key) return []
  const message = `\`${name}\` is not of type \`${key}\`.`
  return [finding('N328', text, {message, hint: `Name a field of type \`${key}\`: \`- ${key}: ${key}\`.`})]
}

const spanEnds: readonly (readonly Kind[])[] = [['date'], ['date and time']]

/** Two dates or two dates with times; half days are booleans; the count is a number. */
function checkSpans(entity: Entity): Finding[] {
  const text = entity.source?.span
  if (!text) return []
  return [...entity.spans.values()].flatMap(({from, to, halfDays, count, hours}) => {
    const kindOf = (name: string): Kind | null => fieldOf(entity, name)?.type.type.kind ?? null
    const begins = kindOf(from)
    const ends = spanEnds.find(([kind]) => kind === begins) ?? spanEnds.flat()
    const wanted: readonly {name: string; kinds: readonly Kind[]; is: string}[] = [
      {name: from, kinds: spanEnds.flat(), is: 'is not a date, so a span cannot begin with it'},
      {name: to, kinds: ends, is: `is not of the same type as \`${from}\``},
      ...(halfDays ?? []).map(name => ({name, kinds: ['boolean'] as const, is: 'is not a yes/no field'})),
      ...(count === null ? [] : [{name: count, kinds: ['number'] as const, is: 'is not a number of days'}]),
      ...(hours === null ? [] : [{name: hours, kinds: ['number'] as const, is: 'is not a number of hours'}]),
    ]
    return wanted.flatMap(({name, kinds, is}) => {
      const place = placeOfName(text, name)
      const kind = kindOf(name)
      if (entity.unread.has(name) || (kind !== null && kinds.includes(kind))) return []
      if (kind === null) return fieldOf(entity, name) ? [] : [noField(entity, name, place)]
      const hint =
        'Write it like this: `- span: dates = first_day..last_day, half days first_half..last_half, count days`.'
      return [finding('N327', place, {message: `\`${name}\` ${is}.`, hint})]
    })
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
  return [
    ...checkName(entity, entities, {name: entity.namedBy, text: entity.source?.namedBy ?? null}),
    ...checkName(entity, entities, {name: entity.namedForOwner, text: entity.source?.namedForOwner ?? null}),
    ...checkOwner(entity),
    ...checkDescription(entity, entities),
  ]
}

function checkDescription(entity: Entity, entities: Entities): Finding[] {
  const text = entity.source?.describedBy ?? null
  if (!text || entity.name === userEntity) return checkName(entity, entities, {name: entity.describedBy, text})
  const message = `\`described by\` is about people, so ${entity.name} cannot have it.`
  return [finding('N318', text, {message, hint: 'Move it to the entity `User`.'})]
}

/** The owner of the record, which `named for owner` requires. */
function checkOwner(entity: Entity): Finding[] {
  const {source, owner, fields} = entity
  const people = [...fields.values()].filter(leadsToPerson).map(({name}) => name)
  const hint = people.length > 0 ? `References to people: ${people.join(', ')}.` : 'Add a field of type `User`.'
  if (source?.owner && owner !== null && !entity.unread.has(owner)) {
    const field = fieldOf(entity, owner)
    if (!field) return [noField(entity, owner, source.owner)]
    const message = `\`${owner}\` does not lead to a person, so it cannot say whose record it is.`
    if (!leadsToPerson(field))
      return [finding('N333', source.owner, {message, ...suggestFor(source.owner, people, hint)})]
  }
  if (!source?.namedForOwner || source.owner || ownerOf(entity)) return []
  const message = `It is not said whose record ${withArticle(entity.name)} is, so no one is its owner.`
  return [finding('N333', source.namedForOwner, {message, hint: `Add \`- owner: ${people[0] ?? 'person'}\`.`})]
}

interface NameCheck {
  readonly name: NamedBy | null
  readonly text: Text | null
}

function checkName(entity: Entity, entities: Entities, {name, text}: NameCheck): Finding[] {
  if (!text || !name) return []
  return name.parts.flatMap(part => {
    if (part.kind === 'text') return []
    return endsOf(part.path).flatMap(path => {
      const place = placeOfName(text, path[0] ?? '')
      const wrong = followPath(entity, path, {entities, place})
      return wrong === null ? [] : [finding(wrong.code, place, wrong)]
    })
  })
}

interface Wrong {
  readonly code: 'N309' | 'N310'
  readonly message: string
  readonly hint: string
  readonly fix?: Fix
}

interface EntityCheck {
  readonly entities: Entities
  /** The entity at the start of the path. */
  readonly place: Text
}

function followPath(entity: Entity, path: readonly string[], around: EntityCheck): Wrong | null {
  const {entities, place} = around
  const [name = '', ...rest] = path
  const field = readableField(entity, name)
  if (entity.unread.has(name)) return null
  if (field === null) return {...noField(entity, name, place), code: 'N309'}
  const target = entityReferredTo(field)
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

// `(was …)`: an earlier name must be unused now, and may be claimed once, so that the data has one destination.

interface Renamed extends Place {
  readonly name: string
  readonly was: string | null
}

function checkRenames({entities}: Entities): Finding[] {
  const all = [...entities.values()]
  return [
    ...clashes(all, new Set(entities.keys()), 'an entity'),
    ...all.flatMap(entity => {
      const taken = new Set([...entity.fields.keys(), ...ownFieldsOf(entity).keys()])
      return clashes([...entity.fields.values()], taken, `a field of ${entity.name}`)
    }),
  ]
}

function clashes(all: readonly Renamed[], taken: ReadonlySet<string>, what: string): Finding[] {
  const claimed = new Map<string, Renamed>()
  return all.flatMap(each => {
    if (each.was === null) return []
    const other = claimed.get(each.was)
    claimed.set(each.was, other ?? each)
    if (other === undefined && !taken.has(each.was)) return []
    return [finding('N314', each, clash(each, other, what))]
  })
}

function clash({name, was}: Renamed, other: Renamed | undefined, what: string) {
  if (other !== undefined)
    return {
      message: `\`${other.name}\` and \`${name}\` have the same earlier name \`${was}\`.`,
      hint: `Keep \`(was ${was})\` at the one that takes over the data.`,
    }
  if (name === was) return {message: `\`${name}\` still has this name.`, hint: `Remove \`(was ${was})\`.`}
  return {
    message: `The earlier name \`${was}\` is still the name of ${what}.`,
    hint: `Remove \`(was ${was})\`, or rename the other one.`,
  }
}
