/** The column Asks: fields of the entity, or inputs of the action alone (`comment: long text`); `?` makes either optional. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import {placeIn, sliceOf, type Text} from '../../document/raw.ts'
import type {FieldUse, ReadType} from '../entities/field-type.ts'
import {fieldOf, unknownEntity} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {asFieldName, canonicalName, isFieldName, labelOfName} from '../entities/names.ts'
import {typeOffers} from '../entities/offers.ts'
import {ownFieldsOf} from '../entities/own-fields.ts'
import {offersIn, typeMeant} from '../entities/read-field.ts'
import {whyReserved} from '../entities/reserved.ts'
import {readType} from '../entities/types.ts'
import type {RowWorld} from './action-world.ts'
import type {Asked} from './model.ts'
import {between, splitOnce, splitText} from './split-text.ts'

export function readAsks(cell: Text, world: RowWorld): readonly Asked[] {
  if (cell.text === '') return []
  const asked = new Map<string, Asked>()
  for (const part of askedParts(cell, world)) {
    const one = readOne(part, world)
    if (one === null) continue
    if (asked.has(one.field.name)) world.findings.push(twice(part, one.field.name))
    else asked.set(one.field.name, one)
  }
  return [...asked.values()]
}

/** Commas separate, but those of `one of low, high` belong to the type. */
function askedParts(cell: Text, world: RowWorld): Text[] {
  const parts: {start: number; end: number}[] = []
  let offset = 0
  for (const piece of splitText(cell, ',')) {
    const start = cell.text.indexOf(piece.text, offset)
    const end = start + piece.text.length
    const last = parts.at(-1)
    if (last && goesOn(cell.text.slice(last.start, end), piece.text, world)) last.end = end
    else parts.push({start, end})
    offset = end + 1
  }
  return parts.map(({start, end}) => between(cell, start, end))
}

function goesOn(joined: string, piece: string, {entity, settings}: RowWorld): boolean {
  const type = /:(.*)$/s.exec(joined)?.[1]?.trim()
  if (type === undefined || piece.includes(':') || entity.fields.has(canonicalName(piece.replace('?', ''))))
    return false
  return readType(type.replace(/\s+/g, ' '), settings)?.ok === true
}

function readOne(part: Text, world: RowWorld): Asked | null {
  const split = splitOnce(part, ':')
  const [named, type] = split ?? [part, null]
  const optional = named.text.endsWith('?')
  const name = canonicalName(optional ? named.text.slice(0, -1) : named.text)
  return type === null ? askedField(named, {name, optional}, world) : ownInput(named, {name, optional, type}, world)
}

function askedField(named: Text, {name, optional}: {name: string; optional: boolean}, world: RowWorld): Asked | null {
  const {entity} = world
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
  const hint = `Name a field of ${entity.name}, or give the input a type: \`${asFieldName(name)}: long text\`.`
  world.findings.push(finding('N415', named, {message, ...(near.fix ? near : {hint})}))
  return null
}

/** Fields that people fill in. */
const isAskable = (field: Field): boolean => isWritable(field) && !field.setByEngine

/** Fields that are filled in, by people or by effects. */
export function isWritable({computed, state, type: {keeps}}: Field): boolean {
  if (computed !== null || state) return false
  return keeps.kind === 'pairs' || (keeps.kind === 'column' && keeps.counter === null)
}

interface OwnInput {
  readonly name: string
  readonly optional: boolean
  readonly type: Text
}

function ownInput(named: Text, {name, optional, type}: OwnInput, world: RowWorld): Asked | null {
  const wrong = wrongName(name, world)
  if (wrong !== null) world.findings.push(finding('N416', named, wrong))
  const {type: written, offers} = offersIn(type)
  const use = readUse(written, world)
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
    offers: offers && use.extent.entity !== null ? offered(offers.text, use.extent.entity, world) : null,
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

function offered(text: Text, entity: string, {scope, findings}: RowWorld): Field['offers'] {
  const {result, findings: found} = typeOffers(text, {...scope, entity})
  findings.push(...found)
  return result
}

function wrongName(name: string, {entity}: {entity: Entity}) {
  if (fieldOf(entity, name))
    return {
      message: `${entity.name} has a field \`${name}\` already.`,
      hint: `Write \`${name}\` without a type to ask for the field, or choose another name.`,
    }
  const reserved = whyReserved(name)
  if (reserved !== null) return {message: reserved, hint: 'Choose another name.'}
  if (isFieldName(name)) return null
  return {message: `\`${name}\` cannot be the name of an input.`, hint: `Write \`${asFieldName(name)}\`.`}
}

function readUse(type: Text, {settings, entities, findings}: RowWorld): FieldUse | null {
  const written = type.text.replace(/\s+/g, ' ')
  const read = written === '' ? null : readType(written, settings)
  if (read?.ok) {
    const {keeps} = read.use
    const target = keeps.kind === 'column' ? keeps.references : null
    const known = target === null || entities.entities.has(target)
    if (keeps.kind === 'column' && keeps.counter === null && known) return read.use
  }
  findings.push(wrongUse(type, read, entities))
  return null
}

function wrongUse(type: Text, read: ReadType | null, entities: Entities): Finding {
  const written = type.text.replace(/\s+/g, ' ')
  if (read?.ok) {
    const {keeps} = read.use
    if (keeps.kind === 'column' && keeps.references !== null) return unknownEntity('N415', type, entities)
    const message = `An input cannot be \`${written}\`.`
    const single = keeps.kind === 'pairs' ? ` Write \`${keeps.entity}\` for one of them.` : ''
    return finding('N415', type, {message, hint: `An action asks for single values.${single}`})
  }
  if (read !== null) return finding('N415', placeIn(type, read.offset), {message: read.message, hint: read.hint})
  return finding('N415', type, {message: `Unknown type \`${written}\`.`, ...typeMeant(type)})
}

function twice(part: Text, name: string) {
  return finding('N415', part, {message: `\`${name}\` is asked for twice.`, hint: 'Remove one of them.'})
}
