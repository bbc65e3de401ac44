/** Sentences of the document about records, with the values that the reader may see in their braces. */
import type {Json} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import {grammarOf} from '../../messages/languages.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import {datesOfSpan, entityReferredTo, readableField} from '../../points/entities/lookup.ts'
import type {Entity, NamePart, Span} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {pathsIn} from '../../points/entities/run.ts'
import {choiceLabel} from '../../points/entities/values/choices.ts'
import {numberFormat} from '../../points/entities/values/formats.ts'
import {readEnd, readSpan, showSpan, writeSpan} from '../../points/entities/values/spans.ts'
import {personOf} from '../base/actor.ts'
import {fieldCells} from '../query/field-texts.ts'
import type {Cell, Path} from '../query/list-query.ts'
import {localeOf} from '../query/lookup.ts'
import type {ReadContext} from '../query/read-context.ts'
import {constantTexts, namesCommonNoun} from './error-message.ts'
import {nameForViewer, viewerNamingPaths} from './record-names.ts'

/** Shown for empty and hidden values. */
const hidden = '…'

/** A sentence of the document about one record: `approved {person}’s {kind}`. */
export interface SentenceAbout {
  readonly entity: string
  readonly record: string
  readonly template: string
  /** Values at the time; all other fields have their current values. */
  readonly values?: ReadonlyMap<string, EarlierValue>
  /** It says what the reader did: “their” is “your”. */
  readonly byReader?: boolean
}

export interface EarlierValue {
  readonly text: string
  readonly value: Json
}

/** In the given order. One statement per template. */
export async function fillSentences(reader: ReadContext, wanted: readonly SentenceAbout[]): Promise<string[]> {
  const filled = new Map<SentenceAbout, string>()
  for (const some of Map.groupBy(wanted, each => `${each.entity} ${each.template}`).values())
    for (const [about, text] of await fillOne(reader, some)) filled.set(about, text)
  return wanted.map(about => filled.get(about) ?? '')
}

async function fillOne(reader: ReadContext, same: readonly SentenceAbout[]): Promise<[SentenceAbout, string][]> {
  const [{entity, template}] = same as [SentenceAbout]
  const {translation} = reader.specification
  const {parts, constants, paths} = reader.sentences.of(entity, template)
  const fixed = constantTexts(reader, constants)
  const {language} = reader.moment
  const insideSentence = new Set(
    parts.filter((part, index) => {
      const before = parts[index - 1]
      const starts = !before || (before.kind === 'text' && /[.!?]\s*$/.test(before.text))
      return part.kind === 'path' && !starts && namesCommonNoun(reader, entity, part.path)
    }),
  )
  const me = personOf(reader.actor)?.id
  const grammar = grammarOf(translation.language)
  const cells = await cellsThen(reader, {entity, paths}, same)
  return same.map((about, at) => {
    const cellAt = (path: readonly string[]) => cells[at]?.(path)
    const textAt = (path: readonly string[]) => fixed[path.join('.')] ?? (plainNumber(cellAt(path), language) || hidden)
    const isReader = (path: readonly string[]) => isPerson(cellAt(path), me)
    const isEmpty = (path: Path) => fixed[path.join('.')] === undefined && (cellAt(path)?.text ?? '') === ''
    const written = spokenParts(parts, isEmpty).map((part, index) => {
      if (part.kind === 'text') return about.byReader ? grammar.toActor(part.text) : part.text
      const name = insideSentence.has(part) ? inSentence(textAt(part.path), language) : textAt(part.path)
      // At the beginning, even the reader has a name.
      return index > 0 && isReader(part.path) ? {reader: name} : name
    })
    return [about, grammar.addressed(written)]
  })
}

/**
 * Without the sentences after the first that have nothing in their braces: `booked {title}. Not booked: {skipped}`. A
 * text that ends without a full stop still does.
 */
function spokenParts(parts: readonly NamePart[], isEmpty: (path: Path) => boolean): NamePart[] {
  const sentences: NamePart[][] = [[]]
  for (const part of parts) {
    const [first = part, ...others] = part.kind === 'text' ? pieces(part.text) : [part]
    sentences.at(-1)?.push(first)
    for (const other of others) sentences.push([other])
    const last = others.at(-1) ?? first
    if (last.kind === 'text' && /[.!?] +$/.test(last.text)) sentences.push([])
  }
  const isSilent = (sentence: readonly NamePart[]) => {
    const paths = pathsIn(sentence)
    return paths.length > 0 && paths.every(isEmpty)
  }
  const spoken = sentences.filter((sentence, index) => index === 0 || !isSilent(sentence))
  const all = spoken.flat()
  const [last, end] = [all.at(-1), parts.at(-1)]
  const ends = (part: NamePart | undefined) => part?.kind === 'text' && /[.!?]\s*$/.test(part.text)
  if (spoken.length === sentences.length || last?.kind !== 'text' || ends(end)) return all
  return [...all.slice(0, -1), {kind: 'text', text: last.text.replace(/\.\s*$/, '')}]
}

const pieces = (text: string): NamePart[] => text.split(/(?<=[.!?] +)/).map(each => ({kind: 'text', text: each}))

type RecordThen = Omit<SentenceAbout, 'template'>
type CellThen = Pick<Cell, 'text' | 'value'>

/** The cells of each record: earlier values where they are given, all others as they are now. */
async function cellsThen(
  reader: ReadContext,
  {entity, paths}: {readonly entity: string; readonly paths: readonly Path[]},
  same: readonly RecordThen[],
): Promise<((path: Path) => CellThen | undefined)[]> {
  const declared = reader.entities.entities.get(entity)
  const spanOf = ([name = '']: Path) => (declared ? readableField(declared, name)?.span : undefined)
  const halves = paths.flatMap(path => (path.length === 1 ? (spanOf(path)?.halfDays ?? []) : []))
  const read = [...paths, ...halves.map(name => [name])]
  const ids = [...new Set(same.map(({record}) => record))]
  const current = await fieldCells(reader, {entity, ids, paths: read})
  const beyond = await cellsBeyond(reader, {entity, paths}, same)
  return same.map(about => path => {
    const cells = current.get(about.record)
    const cell = cells?.[paths.indexOf(path)]
    const [name = ''] = path
    const earlier = about.values?.get(name)
    if (path.length > 1) return earlier ? beyond.get(path)?.get(String(earlier.value)) : cell
    const span = spanOf(path)
    if (!span) return earlier ?? cell
    const isHalf = (half: string) =>
      (about.values?.get(half) ?? cells?.[paths.length + halves.indexOf(half)])?.value === true
    return earlierSpan(span, {about, cell, isHalf, locale: localeOf(reader.moment)}) ?? cell
  })
}

/** What lies behind a reference that was another one at the time, as it is now. */
async function cellsBeyond(
  reader: ReadContext,
  {entity, paths}: {readonly entity: string; readonly paths: readonly Path[]},
  same: readonly RecordThen[],
): Promise<ReadonlyMap<Path, ReadonlyMap<string, CellThen>>> {
  const found = new Map<Path, ReadonlyMap<string, CellThen>>()
  for (const path of paths.filter(({length}) => length > 1)) {
    const [name = '', ...rest] = path
    const field = reader.entities.entities.get(entity)?.fields.get(name)
    const target = field ? entityReferredTo(field) : null
    const ids = same.flatMap(({values}) => values?.get(name)?.value ?? []).filter(id => typeof id === 'string')
    if (target === null || ids.length === 0) continue
    const cells = await fieldCells(reader, {entity: target, ids: [...new Set(ids)], paths: [rest]})
    found.set(path, new Map([...cells].flatMap(([id, [cell]]) => (cell ? [[id, cell] as const] : []))))
  }
  return found
}

/** What records of an entity were called at the time, in the order given. */
export async function namesThen(reader: ReadContext, entity: Entity, same: readonly RecordThen[]): Promise<string[]> {
  const paths = viewerNamingPaths(entity)
  const cells = await cellsThen(reader, {entity: entity.name, paths}, same)
  const find = (path: Path) => paths.find(each => each.join('.') === path.join('.')) ?? path
  return same.map((_, at) => nameForViewer(entity, reader.actor, path => cells[at]?.(find(path))))
}

/** “2.5 hours” in a sentence, though a column of numbers has “2.50”. Amounts of money stay as they are. */
function plainNumber(cell: CellThen | undefined, language: string): string {
  const {text = '', value = null} = cell ?? {}
  const isNumber = typeof value === 'number' && /^-?[\d.,\s’']+$/.test(text)
  return isNumber ? numberFormat(language, {useGrouping: 'min2', maximumFractionDigits: 10}).format(value) : text
}

const isPerson = (cell: CellThen | undefined, id: string | undefined): boolean => id !== undefined && cell?.value === id

interface SpanThen {
  readonly about: RecordThen
  readonly cell: CellThen | undefined
  readonly isHalf: (field: string) => boolean
  readonly locale: Locale
}

/** What a span held at the time; null where it was as it is now. */
function earlierSpan(span: Span, {about: {values}, cell, isHalf, locale}: SpanThen): CellThen | null {
  const {from, to, halfDays} = span
  if (!datesOfSpan(span).some(name => values?.has(name))) return null
  const now = readSpan(typeof cell?.value === 'string' ? cell.value : '')
  const endOf = (earlier: EarlierValue | undefined, current: Value) =>
    typeof earlier?.value === 'string' ? readEnd(earlier.value) : current
  const [startsMidday = false, endsMidday = false] = (halfDays ?? []).map(isHalf)
  const [first, last] = [endOf(values?.get(from), now.first), endOf(values?.get(to), now.last)]
  const then = {first, last, startsMidday, endsMidday}
  return {text: showSpan(then, locale), value: writeSpan(then)}
}

// Facts: fields of a record with their labels, for mails and the pages they link to.

export interface Fact {
  readonly label: string
  readonly text: string
  /** Long text, to be quoted instead of listed. */
  readonly quoted: boolean
  /** The colour that the document gives the value. */
  readonly colour: string | null
}

interface FactsAbout {
  readonly entity: string
  readonly record: string
  readonly paths: readonly (readonly string[])[]
}

/** Only visible values that are not empty. */
export async function recordFacts(reader: ReadContext, {entity, record, paths}: FactsAbout): Promise<Fact[]> {
  const shown = paths.flatMap(path => {
    const seen = reader.visibility.path(entity, path)
    return seen && seen.field.type.control.control !== 'file' ? [{path, field: seen.field}] : []
  })
  const cells = await fieldCells(reader, {entity, ids: [record], paths: shown.map(({path}) => path)})
  return shown.flatMap(({field}, index) => {
    const {text, value, mark} = cells.get(record)?.[index] ?? {text: '', value: null}
    if (text === '') return []
    const {control, words} = field.type.control
    const look = typeof value === 'string' ? field.looks?.get(value) : undefined
    return [
      {
        label: field.label,
        text: words ? choiceLabel(text) : text,
        quoted: control === 'area',
        colour: mark?.colour ?? look?.colour ?? null,
      },
    ]
  })
}
