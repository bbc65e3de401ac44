/** Reads the columns Who, After and Asks of an action's row. Who first: roles, paths to a person, or `system`. */

import {splitOnce, splitText, textBetween} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, replacing, sliceOf, type Text} from '../../document/raw.ts'
import {isSlip, suggestFor} from '../../document/spelling.ts'
import type {Core} from '../../feel/core.ts'
import {decode, type as typeText} from '../../feel/index.ts'
import {booleanType, type Type} from '../../feel/type.ts'
import {compareValues, DaysDuration, MonthsDuration, type Value} from '../../feel/value.ts'
import {typeOffers} from '../entities/expression.ts'
import type {FieldUse, ReadType} from '../entities/field-type.ts'
import {fieldOf, isWritable, leadsToPerson, refersToPerson, unknownEntity} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {asFieldName, canonicalName, isFieldName, labelOfName} from '../entities/names.ts'
import {ownFieldsOf, userEntity, whyReserved} from '../entities/own-fields.ts'
import {offersIn, typeMeant} from '../entities/read-field.ts'
import {readType} from '../entities/types.ts'
import type {ConstantValue} from '../limits/model.ts'
import {readConstant} from '../limits/value.ts'
import {audiences} from '../roles/model.ts'
import type {RowContext} from './action-context.ts'
import type {ActionInput, Transition, Who} from './model.ts'

export function readWho(cell: Text, context: RowContext): readonly Who[] {
  if (cell.text === '') {
    const message = 'No one can do this action: Who is empty.'
    const hint = 'Name roles of point 6, fields that lead to a person, or `system`.'
    context.findings.push(finding('N411', cell, {message, hint}))
    return []
  }
  const who = splitText(cell, ',').flatMap(part => readWhoPart(part, context))
  if (who.length > 1 && who.some(({kind}) => kind === 'system')) context.findings.push(systemAlone(cell))
  return who
}

function systemAlone(cell: Text) {
  return finding('N414', cell, {
    message: '`system` cannot share a row with people.',
    hint: 'Add a second row of the same name for people.',
  })
}

function readWhoPart(part: Text, context: RowContext): Who[] {
  const name = part.text
  if (name === 'system') return [{kind: 'system'}]
  if (context.roles.roles.has(name) || audiences.some(each => each === name)) return [{kind: 'role', role: name}]
  const isMe = /^[A-Z]/.test(name) ? null : personAt(part, context)
  if (isMe !== null) return [{kind: 'person', isMe}]
  context.findings.push(unknownWho(part, context))
  return []
}

const person: Type = {kind: 'reference', entity: userEntity}
const me: Core = {op: 'me', type: person}

/** The condition that the person, or one of the people, at the path is `me`. */
function personAt(part: Text, {scope}: RowContext): Core | null {
  const typing = /^[\w .]+$/.test(part.text) ? typeText(part.text, scope) : null
  if (!typing?.ok) return null
  const {core, type} = typing
  if (refersToPerson(type)) return {op: 'compare', by: '=', left: core, right: me, type: booleanType}
  if (type.kind !== 'list' || !refersToPerson(type.of)) return null
  const item: Core = {op: 'variable', name: 'recipient', type: person}
  const condition: Core = {op: 'compare', by: '=', left: item, right: me, type: booleanType}
  return {op: 'some', list: core, variable: item.name, condition, type: booleanType}
}

function unknownWho(part: Text, {roles, entity}: RowContext) {
  const people = [...entity.fields.values()].filter(leadsToPerson).map(field => field.name)
  const [first = '', ...path] = part.text.split('.')
  const leading = path.length > 0 ? people.filter(name => isSlip(first, name)) : []
  const paths = leading.map(name => [name, ...path].join('.'))
  const known = [...roles.roles.keys(), ...audiences, 'system', ...people, ...paths]
  return finding('N410', part, {
    message: part.text === '' ? 'A name is missing here.' : `Unknown role or person \`${part.text}\`.`,
    ...suggestFor(part, known, 'Name roles of point 6, fields that lead to a person, or `system`.'),
  })
}

// The column After: how long a record has been in its state, as a constant (`AUTO_CLOSE_AFTER`) or a literal (`7
// days`), and after how long the system acts again (`7 days, every 2 days`).

type AfterDuration = DaysDuration | MonthsDuration

/** `3 days`, `3 days, every 2 days`, `every 2 days`. */
export function readAfter(cell: Text, context: RowContext): Pick<Transition, 'after' | 'every'> {
  const [, first = '', again = ''] = /^(?:(.*?)\s*(?:,|$)\s*)?(?:\bevery\s+(.*))?$/s.exec(cell.text) ?? []
  if (again === '') return {after: readDuration(cell, context), every: null}
  const at = cell.text.length - again.length
  return {
    after: readDuration(sliceOf(cell, 0, first.length), context),
    every: readInterval(sliceOf(cell, at, cell.text.length), context),
  }
}

const leastInterval = new DaysDuration(3600)

/** At least an hour: people are notified, and mailed, each time. */
function readInterval(cell: Text, context: RowContext): AfterDuration | null {
  const span = readDuration(cell, context)
  if (span === null || !isShort(span)) return span
  const constant = context.limits.constants.get(cell.text)
  const hint = constant
    ? `Write \`1 hour\` or more as the value of \`${cell.text}\` in point 9.`
    : 'Write `1 hour` or more.'
  const message = `The system repeats an action every hour at most, and this is ${constant ? `\`${constant.at.text}\`` : 'shorter'}.`
  const fix = constant ? undefined : replacing(cell, '1 hour')
  const found = finding('N413', cell, {message, hint, fix})
  context.findings.push(constant ? {...found, also: [constant.at]} : found)
  return leastInterval
}

function isShort(span: AfterDuration): boolean {
  if (span instanceof MonthsDuration) return Number(span.months) < 1
  const order = compareValues(span, leastInterval)
  return order !== null && order < 0
}

function readDuration(cell: Text, context: RowContext): AfterDuration | null {
  if (cell.text === '') return null
  const {constants} = context.limits
  const constant = constants.get(cell.text)?.value ?? readConstant(cell.text)
  const span = constant === null ? spanIn(cell.text, context) : spanOf(constant)
  if (span !== null) return span
  const durations = [...constants.values()].filter(each => spanOf(each.value) !== null).map(each => each.name)
  const message = `\`${cell.text}\` is not a length of time.`
  const hint = 'Write `7 days`, or name a constant of point 9 such as `AUTO_CLOSE_AFTER`.'
  const near = suggestFor(cell, durations)
  context.findings.push(finding('N413', cell, {message, ...(near.fix ? near : {hint})}))
  return null
}

function spanOf(value: ConstantValue): AfterDuration | null {
  if (value.kind === 'duration') return new DaysDuration(value.seconds)
  return value.kind === 'months' ? new MonthsDuration(value.months) : null
}

/** `duration("P7D")` */
function spanIn(text: string, {scope}: RowContext): AfterDuration | null {
  const typing = typeText(text, scope)
  const value: Value = typing.ok && typing.core.op === 'value' ? decode(typing.type, typing.core.value) : null
  return value instanceof DaysDuration || value instanceof MonthsDuration ? value : null
}

// The column Asks: fields of the entity, or inputs of the action alone (`comment: long text`); `?` makes either optional.

export function readAsks(cell: Text, context: RowContext): readonly ActionInput[] {
  if (cell.text === '') return []
  const asked = new Map<string, ActionInput>()
  for (const part of askedParts(cell, context)) {
    const one = readInput(part, context)
    if (one === null) continue
    if (asked.has(one.field.name)) context.findings.push(askedTwice(part, one.field.name))
    else asked.set(one.field.name, one)
  }
  return [...asked.values()]
}

/** Commas separate inputs, except those inside a type such as `one of low, high`. */
function askedParts(cell: Text, context: RowContext): Text[] {
  const parts: {start: number; end: number}[] = []
  let offset = 0
  for (const piece of splitText(cell, ',')) {
    const start = cell.text.indexOf(piece.text, offset)
    const end = start + piece.text.length
    const last = parts.at(-1)
    if (last && goesOn(cell.text.slice(last.start, end), piece.text, context)) last.end = end
    else parts.push({start, end})
    offset = end + 1
  }
  return parts.map(({start, end}) => textBetween(cell, start, end))
}

function goesOn(joined: string, piece: string, {entity, settings}: RowContext): boolean {
  const type = /:(.*)$/s.exec(joined)?.[1]?.trim()
  if (type === undefined || piece.includes(':') || entity.fields.has(canonicalName(piece.replace('?', ''))))
    return false
  return readType(type.replace(/\s+/g, ' '), settings)?.ok === true
}

function readInput(part: Text, context: RowContext): ActionInput | null {
  const split = splitOnce(part, ':')
  const [named, type] = split ?? [part, null]
  const optional = named.text.endsWith('?')
  const name = canonicalName(optional ? named.text.slice(0, -1) : named.text)
  return type === null ? askedField(named, {name, optional}, context) : ownInput(named, {name, optional, type}, context)
}

function askedField(
  named: Text,
  {name, optional}: {name: string; optional: boolean},
  context: RowContext,
): ActionInput | null {
  const {entity} = context
  const field = entity.fields.get(name)
  if (entity.unread.has(name)) return null
  if (field && isAskable(field)) return {field, own: false, optional}
  const known = [...entity.fields.values()].filter(isAskable).map(each => each.name)
  const message = field
    ? `\`${name}\` cannot be asked for, because people do not fill it in.`
    : ownFieldsOf(entity).has(name)
      ? `\`${name}\` is built in and cannot be asked for.`
      : `${entity.name} has no field \`${name || named.text}\`.`
  const near = suggestFor(sliceOf(named, 0, named.text.replace(/\s*\?$/, '').length), known)
  const hint = field?.setByEngine
    ? `Ask for an input with another name, and write \`set ${name} = new_${name}\` under Then: \`new_${name}: ${field.source?.type.text ?? 'text'}\`.`
    : `Name a field of ${entity.name}, or give the input a type: \`${asFieldName(name)}: long text\`.`
  context.findings.push(finding('N415', named, {message, ...(near.fix ? near : {hint})}))
  return null
}

/** Fields that people fill in. */
const isAskable = (field: Field): boolean => isWritable(field) && !field.setByEngine

interface OwnInput {
  readonly name: string
  readonly optional: boolean
  readonly type: Text
}

function ownInput(named: Text, {name, optional, type}: OwnInput, context: RowContext): ActionInput | null {
  const wrong = wrongInputName(name, context)
  if (wrong !== null) context.findings.push(finding('N416', named, wrong))
  const {type: written, offers} = offersIn(type)
  const use = readUse(written, context)
  if (wrong !== null || use === null) return null
  const {file, line, column} = named
  const field: Field = {
    name,
    label: labelOfName(name),
    was: null,
    type: use,
    required: !optional,
    unique: false,
    default: null,
    offers: offers && use.valueSet.entity !== null ? offered(offers.text, use.valueSet.entity, context) : null,
    computed: null,
    state: false,
    setByEngine: false,
    meaning: '',
    source: null,
    file,
    line,
    column,
  }
  return {field, own: true, optional}
}

function offered(text: Text, entity: string, {scope, findings}: RowContext): Field['offers'] {
  const {result, findings: found} = typeOffers(text, {...scope, entity})
  findings.push(...found)
  return result
}

function wrongInputName(name: string, {entity}: {entity: Entity}) {
  if (fieldOf(entity, name))
    return {
      message: `${entity.name} already has a field \`${name}\`.`,
      hint: `Write \`${name}\` without a type to ask for the field, or choose another name.`,
    }
  const reserved = whyReserved(name)
  if (reserved !== null) return {message: reserved, hint: 'Choose another name.'}
  if (isFieldName(name)) return null
  return {message: `\`${name}\` cannot be the name of an input.`, hint: `Write \`${asFieldName(name)}\`.`}
}

function readUse(type: Text, {settings, entities, findings}: RowContext): FieldUse | null {
  const written = type.text.replace(/\s+/g, ' ')
  const read = written === '' ? null : readType(written, settings)
  if (read?.ok) {
    const {storage} = read.use
    const target = storage.kind === 'column' ? storage.references : null
    const known = target === null || entities.entities.has(target)
    if (storage.kind === 'column' && storage.counter === null && known) return read.use
  }
  findings.push(wrongUse(type, read, entities))
  return null
}

function wrongUse(type: Text, read: ReadType | null, entities: Entities): Finding {
  const written = type.text.replace(/\s+/g, ' ')
  if (read?.ok) {
    const {storage, control} = read.use
    if (control.control === 'file')
      return finding('N415', type, {
        message: `An input cannot be \`${written}\`.`,
        hint: 'An action asks for a file only as a field of the record: add the field in point 3, and name it here without a type.',
      })
    if (storage.kind === 'column' && storage.references !== null) return unknownEntity('N415', type, entities)
    const message = `An input cannot be \`${written}\`.`
    const single = storage.kind === 'pairs' ? ` Write \`${storage.entity}\` for one of them.` : ''
    return finding('N415', type, {message, hint: `An action asks for single values.${single}`})
  }
  if (read !== null) return finding('N415', placeIn(type, read.offset), {message: read.message, hint: read.hint})
  return finding('N415', type, {message: `Unknown type \`${written}\`.`, ...typeMeant(type)})
}

function askedTwice(part: Text, name: string) {
  return finding('N415', part, {message: `\`${name}\` is asked for twice.`, hint: 'Remove one of them.'})
}
