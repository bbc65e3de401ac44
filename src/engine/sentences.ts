/** Sentences of the document about records, with the values that the reader may see in their braces. */
import type {NamePart} from '../points/entities/model.ts'
import {joinName} from '../points/entities/run.ts'
import type {Action, Transition} from '../points/states/model.ts'
import {readParts} from '../points/template.ts'
import {fieldTexts} from './query/field-texts.ts'
import type {ReadContext} from './read-context.ts'
import {wordLabel} from './screens/form/fields.ts'
import {constantTexts} from './write/error-message.ts'

/** Shown for a value that is empty, or that the reader may not see. */
const hidden = '…'

/** A sentence about one record, as the document writes it: `approved {person}'s {kind}`. */
export interface SentenceAbout {
  readonly entity: string
  readonly record: string
  readonly template: string
  /** Texts of fields as they were at the time; of all others, what they hold now. */
  readonly values?: ReadonlyMap<string, string>
}

/** In the order given. One statement for each template. */
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
  const parts = readParts(text, name => constants.has(name)) ?? [{kind: 'text', text}]
  const named = parts.flatMap(part => (part.kind === 'path' ? [part.path] : []))
  const paths = named.filter(([name = '']) => !constants.has(name))
  const fixed = constantTexts(
    reader,
    named.flatMap(([name = '']) => name),
  )
  const texts = await fieldTexts(reader, {entity, ids: [...new Set(same.map(({record}) => record))], paths})
  return same.map(about => {
    const values = texts.get(about.record)
    const textAt = (path: readonly string[]) => {
      const [name = '', ...rest] = path
      const own = rest.length === 0 ? (fixed[name] ?? about.values?.get(name)) : undefined
      return (own ?? values?.[paths.indexOf(path)]) || hidden
    }
    return [about, joinParts(reader, entity, {parts, textAt})]
  })
}

interface Filling {
  readonly parts: readonly NamePart[]
  readonly textAt: (path: readonly string[]) => string
}

function joinParts({entities}: ReadContext, entity: string, {parts, textAt}: Filling): string {
  const fields = entities.entities.get(entity)?.fields
  return joinName(
    parts.map(part => {
      if (part.kind === 'text') return {text: part.text, day: false}
      const day = part.path.length === 1 && fields?.get(part.path[0] ?? '')?.type.type.kind === 'date'
      return {text: textAt(part.path), day}
    }),
  )
}

// Facts: fields of a record with their labels, for mails and the pages that they lead to.

export interface Fact {
  readonly label: string
  readonly text: string
  /** Prose, to be quoted instead of listed. */
  readonly quoted: boolean
}

interface FactsAbout {
  readonly entity: string
  readonly record: string
  readonly paths: readonly (readonly string[])[]
}

/** Only what the reader may see, and nothing that is empty. */
export async function factsOf(reader: ReadContext, {entity, record, paths}: FactsAbout): Promise<Fact[]> {
  const shown = paths.flatMap(path => {
    const seen = reader.visibility.path(entity, path)
    return seen && seen.field.type.control.control !== 'file' ? [{path, field: seen.field}] : []
  })
  const texts = await fieldTexts(reader, {entity, ids: [record], paths: shown.map(({path}) => path)})
  return shown.flatMap(({field}, index) => {
    const text = texts.get(record)?.[index] ?? ''
    if (text === '') return []
    const {control, words} = field.type.control
    return [{label: field.label, text: words ? wordLabel(text) : text, quoted: control === 'area'}]
  })
}

/** What an action says of a record that it led from one state to another; the first of its sentences where neither is known. */
export function saysOf(action: Action, states: {from?: string | null; to?: string | null} = {}): string | null {
  const fits = ({from, to}: Transition) =>
    (!states.to || to === null || to === states.to) && (!states.from || from === null || from.includes(states.from))
  const rows = action.rows.filter(row => row.says !== null)
  return (rows.find(fits) ?? rows[0])?.says?.text ?? null
}
