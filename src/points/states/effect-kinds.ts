/**
 * Effects as the document writes them: those that change records (`create`, `change`, `set`, `erase`, `for each`), and those that leave the application (`notify`,
 * `call`, `run`).
 */

import {splitOnce, splitText, textBetween} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {replacing, sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import {describeType, type Type} from '../../feel/type.ts'
import {typedExpression} from '../entities/expression.ts'
import {entityReferredTo, fieldOf, isWritable, refersToPerson, unknownEntity} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {userEntity, whyReserved} from '../entities/own-fields.ts'
import {readSentence} from '../template.ts'
import {type EffectKind, fieldName, type RowContext} from './action-context.ts'
import type {CreateEffect} from './model.ts'

/* `create Comment(ticket: this, text: comment)` */

export const create: EffectKind = {
  word: 'create',
  example: 'create Comment(ticket: this, text: comment)',
  read(text, context) {
    const match = /^create\s+(\w+)\s*(?:\((.*)\))?$/s.exec(text.text)
    const name = match?.[1] ?? ''
    if (!match) return unreadableCreate(text, context)
    const entity = context.entities.entities.get(name)
    if (!entity) {
      const at = text.text.indexOf(name, 'create'.length)
      context.findings.push(unknownEntity('N419', sliceOf(text, at, at + name.length), context.entities))
      return null
    }
    const inside = text.text.indexOf('(') + 1
    const given = inside === 0 ? null : textBetween(text, inside, text.text.length - 1)
    const values = given === null || given.text === '' ? [] : valuesIn(given, entity, context)
    const missing = values === null ? [] : missingFields(entity, values)
    if (missing.length > 0) context.findings.push(incomplete(text, entity, missing))
    return values === null || missing.length > 0 ? null : {kind: 'create', entity: name, values}
  },
}

type CreateValues = CreateEffect['values']

function valuesIn(given: Text, entity: Entity, context: RowContext): CreateValues | null {
  const read = splitText(given, ',').map(part => readValue(part, entity, context))
  const values = read.filter(each => each !== null)
  return values.length === read.length ? values : null
}

function readValue(part: Text, entity: Entity, context: RowContext): CreateValues[number] | null {
  const split = splitOnce(part, ':')
  if (split === null) return unreadableCreate(part, context)
  const [named, expression] = split
  const name = canonicalName(named.text)
  const field = entity.fields.get(name)
  if (entity.unread.has(name)) return null
  if (!field || !isWritable(field)) {
    const known = [...entity.fields.values()].filter(isWritable).map(each => each.name)
    const message = field?.state
      ? `The state of another record is changed by an action of ${entity.name}.`
      : field
        ? `\`${name}\` of ${entity.name} cannot be set, because it is computed or built in.`
        : `${entity.name} has no field \`${name}\`.`
    if (field?.state) {
      const hint = `Add a row of \`system\` to ${entity.name} in point 4, whose When says what has changed here.`
      context.findings.push(finding('N419', named, {message, hint}))
      return null
    }
    context.findings.push(
      finding('N419', named, {message, ...suggestFor(named, known, `Fields of ${entity.name}: ${known.join(', ')}.`)}),
    )
    return null
  }
  const value = typedExpression(expression, context, field.type.type)
  return value && {field: name, value: value.core}
}

function missingFields(entity: Entity, values: CreateValues): string[] {
  const given = new Set(values.map(({field}) => field))
  return [...entity.fields.values()]
    .filter(field => field.required && isWritable(field) && field.default === null && !given.has(field.name))
    .map(field => field.name)
}

function incomplete(text: Text, entity: Entity, missing: readonly string[]) {
  return finding('N419', text, {
    message: `${entity.name} requires ${missing.map(name => `\`${name}\``).join(' and ')}.`,
    hint: `Add it: \`create ${entity.name}(${missing[0]}: …)\`, or give the field a default in point 3.`,
  })
}

function unreadableCreate(text: Text, {findings}: RowContext): null {
  const message = 'This `create` cannot be read.'
  findings.push(
    finding('N417', text, {message, hint: 'Write it like this: `create Comment(ticket: this, text: comment)`.'}),
  )
  return null
}

/* `change b(room: room)`, inside `for each b in …` */

const changed = new RegExp(`^change\\s+(${fieldName})\\s*\\((.*)\\)$`, 's')

export const change: EffectKind = {
  word: 'change',
  example: 'for each b in bookings: change b(room: room)',
  read(text, context) {
    const match = changed.exec(text.text)
    const name = canonicalName(match?.[1] ?? '')
    const type = context.scope.inputs?.get(name)
    const entity = type?.kind === 'reference' ? context.entities.entities.get(type.entity) : undefined
    const given = match && textBetween(text, text.text.indexOf('(') + 1, text.text.length - 1)
    if (!given || given.text === '' || !entity) {
      const message = given && given.text !== '' ? `\`${name}\` is not a record of a \`for each\`.` : unreadableChange
      const hint = 'Write it like this: `for each b in bookings: change b(room: room)`.'
      context.findings.push(finding('N417', text, {message, hint}))
      return null
    }
    const values = valuesIn(given, entity, context)
    return values && {kind: 'change', variable: name, entity: entity.name, values}
  },
}

const unreadableChange = 'This `change` cannot be read.'

/* `set resolved_at = now()` */

const pattern = new RegExp(`^set\\s+(${fieldName})\\s*=`)

export const set: EffectKind = {
  word: 'set',
  example: 'set resolved_at = now()',
  read(text, context) {
    const match = pattern.exec(text.text)
    const name = canonicalName(match?.[1] ?? '')
    if (!match) return unreadSet(text, context)
    const {entity, findings} = context
    const field = entity.fields.get(name)
    if (entity.unread.has(name)) return null
    if (field && isWritable(field)) {
      const value = typedExpression(sliceOf(text, match[0].length), context, field.type.type)
      return value && {kind: 'set', field: name, value: value.core}
    }
    const known = [...entity.fields.values()].filter(isWritable).map(each => each.name)
    const from = match[0].indexOf(match[1] ?? '', 'set'.length)
    const at = sliceOf(text, from, from + (match[1]?.length ?? 0))
    if (field?.state) {
      const message = `\`${name}\` is the state, which the column To sets.`
      findings.push(finding('N418', at, {message, hint: 'Remove this effect.', fix: replacing(text, '')}))
      return null
    }
    const message = field
      ? `\`${name}\` cannot be set, because it is computed or built in.`
      : `${entity.name} has no field \`${name}\`.`
    const hint = `Fields of ${entity.name}: ${known.join(', ')}.`
    findings.push(finding('N418', at, {message, ...suggestFor(at, known, hint)}))
    return null
  },
}

function unreadSet(text: Text, {entity, entities, scope, findings}: RowContext): null {
  findings.push(otherRecord(text, {entity, entities, scope}) ?? otherSign(text) ?? unreadableSet(text))
  return null
}

const unreadableSet = (text: Text): Finding =>
  finding('N417', text, {message: 'This `set` cannot be read.', hint: 'Write it like this: `set resolved_at = now()`.'})

/** `set note := "x"`, `set note to "x"` */
function otherSign(text: Text): Finding | null {
  const match = new RegExp(`^(set\\s+${fieldName}?)\\s*(:=|==|:|\\bto\\b)\\s*(?=\\S)`).exec(text.text)
  const [whole = '', before = '', sign = ''] = match ?? []
  if (!match) return null
  const place = sliceOf(text, whole.indexOf(sign, before.trimEnd().length))
  const fix = replacing(text, ' = ', before.trimEnd().length, whole.length)
  return finding('N417', place, {message: `\`${sign}\` does not set a field.`, hint: 'Write `=`.', fix})
}

/** `set other.field = …` */
function otherRecord(
  text: Text,
  {entity, entities, scope}: Pick<RowContext, 'entity' | 'entities' | 'scope'>,
): Finding | null {
  const [, first = ''] = /^set\s+([a-z]\w*)\.[a-z]/.exec(text.text) ?? []
  if (first === '' || first === 'this') return null
  const field = entity.fields.get(first)
  const type = scope.inputs?.get(first)
  const target = field ? entityReferredTo(field) : type?.kind === 'reference' ? type.entity : null
  const other = target !== null && entities.entities.has(target) ? target : null
  return finding('N417', text, {
    message: '`set` changes the record of the action itself, not another record.',
    hint: other
      ? type
        ? `Write \`change ${first}(field: value)\`.`
        : `Let ${other} change itself: add a row for \`system\` under \`### ${other}\`.`
      : 'Write the name of a field alone: `set resolved_at = now()`.',
  })
}

/* `erase`: clears the personal data of the record and its history. */

export const erase: EffectKind = {
  word: 'erase',
  example: 'erase',
  read(text, context) {
    const {entity, entities, findings} = context
    if (text.text.trim() !== 'erase') {
      const message = '`erase` is about the record itself and takes no options.'
      findings.push(finding('N417', text, {message, hint: 'Write it like this: `erase`.'}))
      return null
    }
    const parts = [...entities.entities.values()].filter(({partOf}) => partOf?.entity === entity.name)
    if ([entity, ...parts].some(({personal}) => personal.length > 0)) return {kind: 'erase'}
    const message = `Nothing of ${entity.name} is personal, so there is nothing to erase.`
    const hint = `Say in point 3, under \`### ${entity.name}\`, which fields are: \`- personal: name, email\`.`
    findings.push(finding('N429', text, {message, hint}))
    return null
  },
}

/* `for each k in Kind[active]: create Allowance(kind: k, …)` */

const head = new RegExp(`^for\\s+each\\s+(${fieldName})\\s+in\\s`)

export const forEach: EffectKind = {
  word: 'for each',
  example: 'for each k in Kind[active]: create Allowance(kind: k, person: this)',
  read(text, context, readEffect) {
    const split = splitOnce(text, ':')
    const match = split && head.exec(split[0].text)
    if (!split || !match) return unread(text, context)
    const name = canonicalName(match[1] ?? '')
    const list = typedExpression(sliceOf(split[0], match[0].length), context)
    if (list === null || isTaken(text, name, context)) return null
    if (list.type.kind !== 'list' || list.type.of.kind !== 'reference') {
      const message = `Expected a list of records, found \`${describeType(list.type)}\`.`
      const hint = 'Name an entity, with a condition in brackets: `Kind[active]`.'
      context.findings.push(finding('N422', sliceOf(split[0], match[0].length), {message, hint}))
      return null
    }
    const inputs = new Map([...(context.scope.inputs ?? []), [name, list.type.of] as const])
    const effect = readEffect(split[1], {...context, scope: {...context.scope, inputs}})
    return effect && {kind: 'for each', variable: name, list: list.core, effect}
  },
}

function isTaken(text: Text, name: string, {entity, scope, findings}: RowContext): boolean {
  const taken = fieldOf(entity, name) !== null || scope.inputs?.has(name) === true
  if (!taken && whyReserved(name) === null) return false
  const message = `The name \`${name}\` is taken.`
  findings.push(finding('N422', text, {message, hint: 'Choose another name: `for each k in …`.'}))
  return true
}

function unread(text: Text, {findings}: RowContext): null {
  const message = 'This `for each` cannot be read.'
  const hint = 'Write it like this: `for each k in Kind[active]: create Allowance(kind: k)`.'
  findings.push(finding('N417', text, {message, hint}))
  return null
}

/* `notify requester`, `notify requester "Your {kind} was approved."` */

export const notify: EffectKind = {
  word: 'notify',
  example: 'notify requester',
  read(text, context) {
    const {path, said} = splitNotify(text)
    const wrong = wrongPeople(path, context)
    if (wrong) context.findings.push(wrong)
    const people = wrong ? null : typedExpression(path, context)
    if (people === null) return null
    const sentence = said && readSentence(said, 'N428', {...context, inputs: context.scope.inputs})
    if (arePeople(people.type)) return {kind: 'notify', people: people.core, text: sentence, place: path}
    const message = `\`${path.text}\` is not a person: it is \`${describeType(people.type)}\`.`
    context.findings.push(finding('N420', path, {message, hint: 'Name a field that leads to User.'}))
    return null
  },
}

/** A common mistake: a role instead of people. */
function wrongPeople(path: Text, {roles, entities}: RowContext): Finding | null {
  if (roles.roles.has(path.text) && !entities.entities.has(path.text)) {
    const write = `${userEntity}[list contains(roles, "${path.text}")]`
    const message = `\`${path.text}\` is a role, and \`notify\` takes people.`
    return finding('N420', path, {message, hint: `Write \`notify ${write}\`.`, fix: replacing(path, write)})
  }
  return null
}

/** The people, and the text in quotation marks after them. */
function splitNotify(text: Text): {path: Text; said: Text | null} {
  const rest = sliceOf(text, 'notify'.length)
  const [, people = '', word = '', quoted] = /^(.*?)(\s+(?:with\s+|that\s+)?)"([^"]*)"$/s.exec(rest.text) ?? []
  if (quoted === undefined || isOpen(people)) return {path: rest, said: null}
  const from = people.length + word.length + 1
  return {path: sliceOf(rest, 0, people.length), said: sliceOf(rest, from, from + quoted.length)}
}

/** Whether the quotation marks belong to an expression: `User[list contains(roles, "HR")]`. */
function isOpen(people: string): boolean {
  const count = (sign: string) => people.split(sign).length
  return count('[') !== count(']') || count('(') !== count(')') || /[=<>,]$/.test(people)
}

function arePeople(type: Type): boolean {
  return refersToPerson(type) || (type.kind === 'list' && refersToPerson(type.of))
}

/* `call name`: an outgoing call of point 7. `run name`: an effect of own code. */

export const call: EffectKind = {
  word: 'call',
  example: 'call name',
  read(text, {calls, findings}) {
    const named = sliceOf(text, 'call'.length)
    if (calls.has(named.text)) return {kind: 'call', name: named.text}
    const message = `Unknown call \`${named.text}\`.`
    const hint = 'Add it to point 7: `| Event | Method | URL | Sends |`.'
    findings.push(finding('N421', named, {message, ...suggestFor(named, [...calls], hint)}))
    return null
  },
}

export const run: EffectKind = {
  word: 'run',
  example: 'run name',
  read(text, {ownEffects, findings}) {
    const named = sliceOf(text, 'run'.length)
    if (ownEffects.has(named.text)) return {kind: 'run', name: named.text}
    const message = `Unknown effect \`${named.text}\`.`
    const hint = 'Add it to point 7: `| Effect | Of | Sends |`. Another action follows as a row of `system`.'
    findings.push(finding('N421', named, {message, ...suggestFor(named, [...ownEffects], hint)}))
    return null
  },
}
