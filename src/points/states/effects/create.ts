/** `create Comment(ticket: this, text: comment)` */
import {finding} from '../../../document/finding.ts'
import {suggestFor} from '../../../document/near.ts'
import {sliceOf, type Text} from '../../../document/raw.ts'
import {between, splitOnce, splitText} from '../../../document/split-cell.ts'
import {unknownEntity} from '../../entities/lookup.ts'
import type {Entity} from '../../entities/model.ts'
import {canonicalName} from '../../entities/names.ts'
import {type RowContext, typed} from '../action-context.ts'
import type {CreateEffect} from '../model.ts'
import {isWritable} from '../read-columns.ts'
import type {EffectKind} from './effect-kind.ts'

export const create: EffectKind = {
  word: 'create',
  example: 'create Comment(ticket: this, text: comment)',
  read(text, context) {
    const match = /^create\s+(\w+)\s*(?:\((.*)\))?$/s.exec(text.text)
    const name = match?.[1] ?? ''
    if (!match) return unread(text, context)
    const entity = context.entities.entities.get(name)
    if (!entity) {
      const at = text.text.indexOf(name, 'create'.length)
      context.findings.push(unknownEntity('N419', sliceOf(text, at, at + name.length), context.entities))
      return null
    }
    const inside = text.text.indexOf('(') + 1
    const given = inside === 0 ? null : between(text, inside, text.text.length - 1)
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
  if (split === null) return unread(part, context)
  const [named, expression] = split
  const name = canonicalName(named.text)
  const field = entity.fields.get(name)
  if (entity.unread.has(name)) return null
  if (!field || !isWritable(field)) {
    const known = [...entity.fields.values()].filter(isWritable).map(each => each.name)
    const message = field
      ? `\`${name}\` of ${entity.name} cannot be set, because it is computed or built in.`
      : `${entity.name} has no field \`${name}\`.`
    context.findings.push(
      finding('N419', named, {message, ...suggestFor(named, known, `Fields of ${entity.name}: ${known.join(', ')}.`)}),
    )
    return null
  }
  const value = typed(expression, context, field.type.type)
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

function unread(text: Text, {findings}: RowContext): null {
  const message = 'This `create` cannot be read.'
  findings.push(
    finding('N417', text, {message, hint: 'Write it like this: `create Comment(ticket: this, text: comment)`.'}),
  )
  return null
}
