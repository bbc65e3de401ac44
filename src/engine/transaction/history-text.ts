/** Changes of a record as text: the fields and their values before and after, as the reader may see them. */

import type {Json} from '../../feel/core.ts'
import {isList, type Value} from '../../feel/value.ts'
import type {EventMessages} from '../../messages/language.ts'
import {languageOf, listInLanguage} from '../../messages/languages.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import {datesOfSpan, entityReferredTo, fieldOf, fieldsOfSpan} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {computedFromJson} from '../../points/entities/types.ts'
import {readEnd, showSpan} from '../../points/entities/values/spans.ts'
import {atOnce} from '../base/at-once.ts'
import type {EarlierValue} from '../display/fill-sentences.ts'
import {localeOf} from '../query/lookup.ts'
import {recordNames} from '../query/names.ts'
import type {ReadContext} from '../query/read-context.ts'
import type {FieldChange, HistoryEntry} from './history.ts'

// Changes as text: each field with its old and new value.

/** Too long to show twice in a line, or not text at all. */
const unspoken: ReadonlySet<string> = new Set(['area', 'file'])

/**
 * Continues the name of a person: “moved the first day from Mon 13 Apr to Tue 14 Apr and edited the note”. `changes`
 * are those that the reader may see. Empty if none of them can be shown.
 */
export const changesText = (reader: ReadContext, entity: Entity, changes: readonly FieldChange[]): Promise<string> =>
  saidChanges(reader, {entity, changes, words: languageOf(reader.moment.language).events.changes})

interface SaidChanges {
  readonly entity: Entity
  readonly changes: readonly FieldChange[]
  readonly words: EventMessages['coming']
}

export async function saidChanges(reader: ReadContext, {entity, changes, words}: SaidChanges): Promise<string> {
  const known = changes.flatMap(change => {
    const field = fieldOf(entity, change.field)
    return field ? [{...change, field}] : []
  })
  const names = await namesIn(reader, known)
  const spans = movedSpans(reader, entity, changes)
  const within = new Set(spans.flatMap(({fields}) => fields))
  const kind = inSentence(entity.label, reader.moment.language)
  const moved = spans.map(({before, after, label, isTimed}) =>
    words.movedSpan(before, isTimed ? withoutDay(after, before) : after, {kind, label, isTimed}),
  )
  const others = known.filter(({field}) => !within.has(field.name))
  const said = others.map(({field, before, after}) => {
    const {kind} = field.type.type
    const named = {label: field.label, isNumber: kind === 'number'}
    const part = (text: string, hasList = false) => ({text, hasList})
    if (unspoken.has(field.type.control.control) || (before === null && after === null))
      return part(words.edited(named))
    const isTyped = field.type.name === 'text'
    const [was, is] = [before, after].map(json => {
      const text = valueText(reader, field, {json, names})
      return isTyped && text !== '' ? words.quoted(text) : text
    })
    if (!is) return part(words.cleared(named))
    const isMoved = kind === 'date' || kind === 'date and time'
    const hasList = !isMoved && !isTyped && (kind === 'list' || `${was}${is}`.includes(','))
    if (!was || kind === 'boolean') return part(words.set(named, is), hasList)
    return isMoved ? part(words.moved(named, withoutYear(was, is), is)) : part(words.changed(named, was, is), hasList)
  })
  const all = [...moved, ...said.map(({text}) => text)]
  return all.length === 0 ? '' : words.all(all, {haveLists: said.some(({hasList}) => hasList)})
}

interface MovedSpan {
  readonly label: string
  /** With times of day. */
  readonly isTimed: boolean
  readonly before: string
  readonly after: string
  /** Its ends, its half days and what is counted of it. */
  readonly fields: readonly string[]
}

/** The spans of which both ends were moved. */
export function movedSpans({moment}: ReadContext, entity: Entity, changes: readonly FieldChange[]): MovedSpan[] {
  const locale = localeOf(moment)
  return [...entity.spans.values()].flatMap(span => {
    const isTimed = fieldOf(entity, span.from)?.type.type.kind !== 'date'
    const valuesAt = (when: 'before' | 'after') =>
      datesOfSpan(span).map(name => changes.find(({field}) => field === name)?.[when])
    const textAt = (when: 'before' | 'after') => {
      const [first, last, startsMidday, endsMidday] = valuesAt(when)
      if (typeof first !== 'string' || typeof last !== 'string') return ''
      const half = {startsMidday: startsMidday === true, endsMidday: endsMidday === true}
      return showSpan({first: readEnd(first), last: readEnd(last), ...half}, locale)
    }
    const [before, after] = [textAt('before'), textAt('after')]
    if (before === '' || after === '' || before === after) return []
    return [{label: span.label, isTimed, before, after, fields: fieldsOfSpan(span)}]
  })
}

/** “12:00–13:00” after “Wed 25 Nov, 10:00–11:00”, on the same day. */
function withoutDay(text: string, other: string): string {
  const day = text.slice(0, text.lastIndexOf(', ') + 2)
  return day !== '' && other.startsWith(day) && other.lastIndexOf(', ') + 2 === day.length
    ? text.slice(day.length)
    : text
}

/** “13 Apr” beside “14 Apr 2026”. */
function withoutYear(text: string, other: string): string {
  const [, day, year] = /^(.+?),? (\d{4})$/.exec(text) ?? []
  return day !== undefined && other.endsWith(` ${year}`) ? day : text
}

/** The values before these changes, as text; `changes` are those that the reader may see. */
export async function textsBefore(
  reader: ReadContext,
  entity: Entity,
  changes: readonly FieldChange[],
): Promise<string[]> {
  const known = changes.flatMap(change => {
    const field = fieldOf(entity, change.field)
    return field ? [{...change, field}] : []
  })
  const names = await namesIn(reader, known)
  return changes.map(({field: name, before}) => {
    const field = fieldOf(entity, name)
    return field ? valueText(reader, field, {json: before, names}) : ''
  })
}

/** Values of fields, as history keeps them, as text; only those of fields that the document still has. */
export async function earlierValues(
  reader: ReadContext,
  entity: Entity,
  values: Readonly<Record<string, Json>>,
): Promise<ReadonlyMap<string, EarlierValue>> {
  const known = Object.entries(values).map(([field, before]) => ({field, before, after: null}))
  const texts = await textsBefore(reader, entity, known)
  return new Map(known.map(({field, before}, index) => [field, {text: texts[index] ?? '', value: before}]))
}

type Changes = readonly {readonly field: Field; readonly before: Json; readonly after: Json}[]

async function namesIn(reader: ReadContext, changes: Changes): Promise<ReadonlyMap<string, string>> {
  const byTarget = Map.groupBy(changes, ({field}) => entityReferredTo(field))
  const names = await atOnce(
    [...byTarget].flatMap(([entity, some]) => {
      if (entity === null) return []
      const ids = some.flatMap(({before, after}) => [...idsIn(before), ...idsIn(after)])
      return [recordNames(reader, reader.visibility, {entity, ids})]
    }),
  )
  return new Map(names.flatMap(found => [...found]))
}

function idsIn(json: Json): string[] {
  const items = Array.isArray(json) ? json : [json]
  return items.flatMap(item => (typeof item === 'string' ? [item] : []))
}

function valueText(
  reader: ReadContext,
  field: Field,
  {json, names}: {json: Json; names: ReadonlyMap<string, string>},
): string {
  if (json === null) return ''
  const locale = localeOf(reader.moment)
  if (entityReferredTo(field) !== null)
    return listInLanguage(
      idsIn(json).map(id => names.get(id) ?? '…'),
      locale.language,
    )
  const value = valueFromJson(field, json, locale)
  if (value === null) return ''
  const text =
    isList(value) && !field.computed
      ? listInLanguage(
          value.map(item => field.type.toText([item], locale)),
          locale.language,
        )
      : field.type.toText(value, locale)
  return field.type.control.words ? text.replaceAll('_', ' ') : text
}

function valueFromJson({computed, type}: Field, json: Json, locale: Locale): Value {
  if (computed) return computedFromJson(type.type, json, locale)
  const judged = type.fromJson(json, locale)
  return judged.ok ? judged.value : null
}

/** Of the changes by an action, those of fields that it asked for and that were not empty before. */
export function askedChanges(
  {specification}: ReadContext,
  entity: Entity,
  entry: Pick<HistoryEntry, 'action' | 'changes'>,
): readonly FieldChange[] {
  const rows = specification.actions.actions.get(entity.name)?.get(entry.action)?.rows ?? []
  const asked = new Set(rows.flatMap(row => row.asks.filter(({own}) => !own).map(({field}) => field.name)))
  const isSpoken = (name: string) => !unspoken.has(fieldOf(entity, name)?.type.control.control ?? 'file')
  return entry.changes.filter(({field, before}) => asked.has(field) && before !== null && isSpoken(field))
}
