/** Sentences of the document about records, with the values that the reader may see in their braces. */
import type {Json} from '../feel/core.ts'
import type {Value} from '../feel/value.ts'
import {readableField} from '../points/entities/lookup.ts'
import {inSentence} from '../points/entities/names.ts'
import {readEnd, readSpan, showSpan} from '../points/entities/values/spans.ts'
import type {Action, Transition} from '../points/states/model.ts'
import {readParts, withSpans} from '../points/template.ts'
import {personOf} from './actor.ts'
import {localeOf} from './lookup.ts'
import {fieldCells} from './query/field-texts.ts'
import type {Cell} from './query/list-query.ts'
import type {ReadContext} from './read-context.ts'
import {wordLabel} from './screens/form/fields.ts'
import {constantTexts, namesCommonNoun} from './write/error-message.ts'

/** Shown for empty and hidden values. */
const hidden = '…'

/** A sentence of the document about one record: `approved {person}’s {kind}`. */
export interface SentenceAbout {
  readonly entity: string
  readonly record: string
  readonly template: string
  /** Values at the time; all other fields have their current values. */
  readonly values?: ReadonlyMap<string, EarlierValue>
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
  const {limits, translation} = reader.specification
  const {constants} = limits
  const text = translation.text(template)
  const declared = reader.entities.entities.get(entity)
  const read = readParts(text, name => constants.has(name)) ?? [{kind: 'text', text}]
  const parts = declared ? withSpans(read, declared) : read
  const named = parts.flatMap(part => (part.kind === 'path' ? [part.path] : []))
  const paths = named.filter(([name = '']) => !constants.has(name))
  const fixed = constantTexts(
    reader,
    named.flatMap(([name = '']) => name),
  )
  const {language} = reader.moment
  const insideSentence = new Set(
    parts.filter((part, index) => {
      const before = parts[index - 1]
      const starts = !before || (before.kind === 'text' && /[.!?]\s*$/.test(before.text))
      return part.kind === 'path' && !starts && namesCommonNoun(reader, entity, part.path)
    }),
  )
  const me = personOf(reader.actor)?.id
  const addresses = translation.language.split('-')[0] === 'en'
  const cells = await fieldCells(reader, {entity, ids: [...new Set(same.map(({record}) => record))], paths})
  return same.map(about => {
    const current = cells.get(about.record)
    const textAt = (path: readonly string[]) => {
      const cell = current?.[paths.indexOf(path)]
      const own = path.length === 1 ? (fixed[path[0] ?? ''] ?? earlierText(reader, about, {path, cell})) : undefined
      return (own ?? cell?.text) || hidden
    }
    const isReader = (path: readonly string[]) => isPerson(current?.[paths.indexOf(path)], me)
    const written = parts.map((part, index) => {
      if (part.kind === 'text') return part.text
      const name = insideSentence.has(part) ? inSentence(textAt(part.path), language) : textAt(part.path)
      return addresses && index > 0 && isReader(part.path) ? {name} : name
    })
    return [about, addressed(written)]
  })
}

const isPerson = (cell: Cell | undefined, id: string | undefined): boolean => id !== undefined && cell?.value === id

/**
 * English uses “your” and “you” for the reader within a sentence; at its beginning it uses their name. After an
 * abbreviation (`9.–15. Dez.`) no second full stop is added.
 */
function addressed(parts: readonly (string | {readonly name: string})[]): string {
  let text = ''
  let before = false
  for (const part of parts) {
    if (typeof part === 'string') {
      const own = before ? part.replace(/^['’]s\b/, 'r') : part
      text += text.endsWith('.') ? own.replace(/^\./, '') : own
      before = false
    } else {
      text += 'you'
      before = true
    }
  }
  return text
}

/** The value of a field or span at the time; undefined if it has not changed. */
function earlierText(
  {entities, moment}: ReadContext,
  {entity, values}: SentenceAbout,
  {path: [name = ''], cell}: {path: readonly string[]; cell: Cell | undefined},
): string | undefined {
  const declared = entities.entities.get(entity)
  const span = declared ? readableField(declared, name)?.span : undefined
  if (!span) return values?.get(name)?.text
  const [from, to] = [values?.get(span.from), values?.get(span.to)]
  if (!from && !to) return undefined
  const now = readSpan(typeof cell?.value === 'string' ? cell.value : '')
  const endOf = (earlier: EarlierValue | undefined, current: Value) =>
    typeof earlier?.value === 'string' ? readEnd(earlier.value) : current
  return showSpan({first: endOf(from, now.first), last: endOf(to, now.last)}, localeOf(moment))
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
export async function factsOf(reader: ReadContext, {entity, record, paths}: FactsAbout): Promise<Fact[]> {
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
        text: words ? wordLabel(text) : text,
        quoted: control === 'area',
        colour: mark?.colour ?? look?.colour ?? null,
      },
    ]
  })
}

/** The action's sentence for a change of state; the first of its sentences if the states are unknown. */
export function saysOf(action: Action, states: StateChange = {}): string | null {
  const rows = action.rows.filter(row => row.says !== null)
  return (rows.find(row => leadsTo(row, states)) ?? rows[0])?.says?.text ?? null
}

/** The previous and the new state, if known. */
export interface StateChange {
  readonly from?: string | null
  readonly to?: string | null
}

export function leadsTo({from, to}: Transition, states: StateChange): boolean {
  return (
    (!states.to || to === null || to === states.to) && (!states.from || from === null || from.includes(states.from))
  )
}
