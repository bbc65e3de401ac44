/**
 * People mentioned with an @ in a `long text with mentions`. A typed `@Name` is stored with the person's id; people who
 * are mentioned for the first time and may read the record are notified. People who may not read it are neither
 * suggested nor notified.
 */

import type {Core} from '../../feel/core.ts'
import {booleanType, textType} from '../../feel/type.ts'
import {isReference} from '../../feel/value.ts'
import {plainLanguage} from '../../messages/language.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {dictionaryOrder} from '../../points/entities/values/formats.ts'
import {mentionedIn, mentionFields, mentionOf, type TextPart, textParts} from '../../points/entities/values/textual.ts'
import {compared, either, fieldCore, onlyIf, thisCore, valueCore} from '../base/core-build.ts'
import {call, nameContains} from '../lists/filters.ts'
import type {OptionData} from '../page/common.ts'
import type {ReadContext} from '../query/read-context.ts'
import {select} from '../query/select.ts'
import {type FieldValues, hasId} from '../query/stored.ts'
import {abilities} from '../records/abilities.ts'
import type {NewNotification} from '../transaction/context.ts'
import {readerOf} from './notify.ts'

/** The action of a mention notification; no action of a document can have this name. */
export const mentionAction = '@mention'

// Writing: resolves names to people.

interface NamedPerson {
  readonly id: string
  readonly name: string
}

const signed = /(?<![\p{L}\p{N}_.@])@(?=\p{L})/u

/** `before`: the previous text; people mentioned in it stay the same. */
export async function linkMentions(
  context: ReadContext,
  {field, text, before}: {readonly field: Field; readonly text: string; readonly before: string},
): Promise<string> {
  if (!text.includes('@')) return text
  const parts = textParts(text).map(withoutTail)
  const known = new Map(
    textParts(before).flatMap(part => ('person' in part ? [[part.name, part.person] as const] : [])),
  )
  const words = parts.flatMap(part => ('text' in part ? firstWords(part.text) : []))
  const people = await peopleCalled(context, {words, ids: idsIn([...parts, ...textParts(before)])})
  const most = Number(field.type.control.attributes?.['maxLength'] ?? Number.POSITIVE_INFINITY)
  const fits = (linked: string) => linked.length <= most
  const named = (part: TextPart) => ('text' in part ? part.text : linkedPerson(part, people))
  const whole = parts.map(part => ('text' in part ? linkedText(part.text, people, known) : named(part))).join('')
  if (fits(whole)) return whole
  // Links make a text longer. A link that was typed with another name never stays.
  const fewer = parts.map(named).join('')
  return fits(fewer) ? fewer : parts.map(part => ('text' in part ? part.text : `@${part.name}`)).join('')
}

/** What is behind a link inside another one, `@[@[Ada](…)](…)`, would make a link of what is left of the inner one. */
function withoutTail(part: TextPart, at: number, parts: readonly TextPart[]): TextPart {
  const before = parts[at - 1]
  if (!('text' in part) || !before || 'text' in before) return part
  return {text: part.text.replace(/^([^[\]\n]*\])\([0-9a-f-]{36}\)/, '$1')}
}

const idsIn = (parts: readonly TextPart[]): string[] => parts.flatMap(part => ('person' in part ? [part.person] : []))

/** The word after each @, used to look up people. */
function firstWords(text: string): string[] {
  return text
    .split(signed)
    .slice(1)
    .map(rest => /^[\p{L}\p{M}\p{N}]+/u.exec(rest)?.[0] ?? '')
}

/** A person hidden from the author remains a plain name. */
function linkedPerson({person, name}: {person: string; name: string}, people: readonly NamedPerson[]): string {
  const found = people.find(({id}) => id === person)
  return found ? mentionOf(found.id, found.name) : `@${name}`
}

/**
 * The longest name that matches. A name shared by several people matches none of them, unless it was linked to one
 * before.
 */
function linkedText(text: string, people: readonly NamedPerson[], known: ReadonlyMap<string, string>): string {
  const [start = '', ...rest] = text.split(signed)
  const named = people.toSorted((a, b) => b.name.length - a.name.length)
  const linked = rest.map(piece => {
    const fits = named.filter(({name}) => begins(piece, name))
    const same = fits.filter(({name}) => name === fits[0]?.name)
    const person = same.find(({id, name}) => known.get(name) === id) ?? (same.length === 1 ? same[0] : undefined)
    return person ? `${mentionOf(person.id, person.name)}${piece.slice(person.name.length)}` : `@${piece}`
  })
  return [start, ...linked].join('')
}

/** In any case of letters. */
const sameName = new Intl.Collator(plainLanguage, {sensitivity: 'accent'})

function begins(text: string, name: string): boolean {
  const isSame = sameName.compare(text.slice(0, name.length), name) === 0
  return name !== '' && isSame && !/^[\p{L}\p{N}]/u.test(text.slice(name.length))
}

const mostPeople = 200

/** Names looked up in one text; the others stay as they were typed. */
const mostWords = 200
/** Conditions in one statement, whose size is limited. */
const conditionsAtOnce = 50

/** People the author sees, by the first word of their names or by id. */
async function peopleCalled(
  context: ReadContext,
  {words, ids}: {readonly words: readonly string[]; readonly ids: readonly string[]},
): Promise<NamedPerson[]> {
  const name = context.visibility.path(userEntity, ['name'])?.value
  if (!name || words.length + ids.length === 0) return []
  const lower = (text: Core) => call('lower case', textType, [text])
  const conditions = [
    ...[...new Set(words)]
      .slice(0, mostWords)
      .map(word => call('starts with', booleanType, [lower(name), lower(valueCore(textType, word))])),
    ...[...new Set(ids)].map(id => hasId(userEntity, id)),
  ]
  const people = new Map<string, NamedPerson>()
  for (let start = 0; start < conditions.length; start += conditionsAtOnce) {
    const some = either(conditions.slice(start, start + conditionsAtOnce))
    for (const person of await peopleWhere(context, some)) people.set(person.id, person)
  }
  return [...people.values()]
}

async function peopleWhere({visibility, ...context}: ReadContext, where: Core): Promise<NamedPerson[]> {
  const name = visibility.field(userEntity, 'name')
  if (!name) return []
  const own = (field: string, type: Core['type']) => fieldCore(thisCore(userEntity), userEntity, {name: field, type})
  const active = compared(own('active', booleanType), '=', valueCore(booleanType, true))
  const rows = await select(context, {
    from: visibility.records(userEntity),
    where: [where, active],
    columns: [own('id', textType), onlyIf(visibility.seesField(userEntity, 'name'), own('name', name.type.type))],
    limit: mostPeople,
  })
  return rows.flatMap(([id, called]) => (called === null ? [] : [{id: String(id), name: String(called)}]))
}

// Suggested people, and notified people.

/** The record a text is about: its owner, or the record that has the text. */
interface TalkedAbout {
  readonly entity: string
  readonly id: string
}

function talkedAbout(entity: Entity, id: string, values: FieldValues): TalkedAbout | null {
  if (!entity.partOf) return {entity: entity.name, id}
  const owner = values.get(entity.partOf.field) ?? null
  return owner !== null && isReference(owner) ? {entity: owner.entity, id: owner.id} : null
}

const mostOffered = 8

/**
 * People whose names contain the typed text, and who may read the record and such texts about it. For a record that is
 * not written yet, people who may read any such record.
 */
export async function peopleToMention(
  reader: ReadContext,
  about: TalkedAbout | null,
  {text, entity}: {readonly text: string; readonly entity: string},
): Promise<OptionData[]> {
  const record = thisCore(userEntity)
  const where = nameContains(reader.visibility, userEntity, {record, text: valueCore(textType, text)})
  const me = reader.actor.kind === 'person' ? reader.actor.id : ''
  const offered: OptionData[] = []
  const people = (await peopleWhere(reader, where)).filter(({id}) => id !== me)
  const compare = dictionaryOrder(reader.moment.language)
  for (const {id, name} of people.toSorted((a, b) => compare(a.name, b.name))) {
    const other = await readerOf(reader, id)
    const reads = abilities(other, entity).ever('read') && (about === null || (await mayRead(other, about)))
    if (reads) offered.push({value: id, label: name})
    if (offered.length === mostOffered) break
  }
  return offered
}

const mayRead = (reader: ReadContext, {entity, id}: TalkedAbout): Promise<boolean> =>
  abilities(reader, entity).can(id, {act: 'read'})

interface ChangedText {
  readonly entity: Entity
  readonly id: string
  readonly before: FieldValues | null
  readonly after: FieldValues | null
}

/** For people who are mentioned now and were not before; nobody is notified of their own text. */
export async function mentionNotifications(
  context: ReadContext,
  {entity, id, before, after}: ChangedText,
): Promise<NewNotification[]> {
  const about = after && talkedAbout(entity, id, after)
  if (!about) return []
  const me = context.actor.kind === 'person' ? context.actor.id : null
  const told = new Set<string>()
  for (const field of mentionFields(entity)) {
    const earlier = mentionedIn(textIn(before, field))
    for (const person of mentionedIn(textIn(after, field))) {
      if (earlier.has(person) || person === me || told.has(person)) continue
      const reader = await readerOf(context, person)
      const sees = await abilities(reader, entity.name).can(id, {act: 'read', fields: [field.name]})
      if (sees && (await mayRead(reader, about))) told.add(person)
    }
  }
  return [...told].map(person => ({
    person,
    event: context.newId(),
    entity: about.entity,
    record: about.id,
    action: mentionAction,
    name: null,
  }))
}

function textIn(values: FieldValues | null, {name}: Field): string {
  const text = values?.get(name) ?? null
  return typeof text === 'string' ? text : ''
}
