/** Error messages of point 8, with constants and the fields of the record that the person may see. */
import {parseNum} from '../../feel/decimal.ts'
import {daysType, numberType, type Type} from '../../feel/type.ts'
import {DaysDuration, type Value} from '../../feel/value.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import {entityReferredTo} from '../../points/entities/lookup.ts'
import {inSentence} from '../../points/entities/names.ts'
import {shownAs} from '../../points/entities/types.ts'
import type {Errors} from '../../points/errors/model.ts'
import {type ErrorReply, errorEntry, fill, refusal} from '../../points/errors/run.ts'
import type {Constant} from '../../points/limits/model.ts'
import {placeholdersIn} from '../../points/rules/check.ts'
import type {Rule} from '../../points/rules/model.ts'
import type {Specification} from '../../points/specification.ts'
import {placeholderPath} from '../../points/template.ts'
import {fieldTexts} from '../query/field-texts.ts'
import type {Path} from '../query/list-query.ts'
import {localeOf} from '../query/lookup.ts'
import {entityOf, type ReadContext} from '../query/read-context.ts'
import {cellsAt} from '../query/record-values.ts'
import {fieldAtPath} from './field-display.ts'

export type MessageValues = Readonly<Record<string, string>>

/** With the fields of a record that may not be written yet. */
interface MessageRecord {
  readonly entity: string
  readonly id: string
  readonly fields?: ReadonlyMap<string, Value>
}

/** Values for the placeholders of a message, read from the record within this transaction; empty for hidden ones. */
export async function messageValues(context: ReadContext, record: MessageRecord, code: string): Promise<MessageValues> {
  const {errors, limits} = context.specification
  const message = errors.declared.get(code)?.message ?? ''
  const names = placeholdersIn(message)
  const paths = names.filter(name => !limits.constants.has(name))
  const texts = paths.length === 0 ? [] : await textsOf(context, record, paths.map(placeholderPath))
  const textFor = (path: string, at: number) =>
    textInMessage(context, {entity: record.entity, message, name: path, text: texts[at] ?? ''})
  return {...constantTexts(context, names), ...Object.fromEntries(paths.map((path, at) => [path, textFor(path, at)]))}
}

interface MessagePart {
  readonly entity: string
  readonly message: string
  readonly name: string
  readonly text: string
}

/** The text of a placeholder: a common noun is in lower case, unless it starts a sentence. */
export const textInMessage = (context: ReadContext, {entity, message, name, text}: MessagePart): string =>
  startsSentence(message, name) || !namesCommonNoun(context, entity, placeholderPath(name))
    ? text
    : inSentence(text, context.moment.language)

/**
 * True if the path leads to a choice, or to a record whose name is a common noun: both are written in lower case within
 * a sentence.
 */
export function namesCommonNoun({visibility, entities}: ReadContext, entity: string, path: Path): boolean {
  const field = visibility.visibleField(entity, path)?.field
  if (field?.type.control.words) return true
  const target = field ? entityReferredTo(field) : null
  return target !== null && (entities.entities.get(target)?.commonNouns ?? false)
}

const startsSentence = (message: string, placeholder: string): boolean =>
  message.split(/(?<=[.!?]) +/).some(sentence => sentence.startsWith(`{${placeholder}}`))

/** A number or date of the record that a message mentions. */
export interface MentionedFigure {
  readonly path: Path
  readonly label: string
}

const figureKinds: ReadonlySet<Type['kind']> = new Set([
  'number',
  'date',
  'time',
  'date and time',
  'days duration',
  'months duration',
])

/** All fields of a message that the reader may see, without duplicates. */
export const mentionedFields = (context: ReadContext, entity: string, code: string) =>
  fieldsIn(context, entity, context.specification.errors.declared.get(code)?.message ?? '')

function fieldsIn({visibility}: ReadContext, entity: string, message: string) {
  return [...new Set(placeholdersIn(message))].flatMap(name => {
    const path = placeholderPath(name)
    const field = visibility.visibleField(entity, path)?.field
    return field ? [{path, label: field.label, kind: field.type.type.kind}] : []
  })
}

/** "Days left: 6 · Minimum notice: 14 days": the figures behind a rule that holds. */
export const figuresNote = (figures: readonly {readonly label: string; readonly text: string}[]): string =>
  figures
    .filter(({text}) => text !== '')
    .map(({label, text}) => {
      const [, name, unit] = /^(.+) \((\p{L}+)\)$/u.exec(label) ?? []
      // A label has the plural of the unit: “Minimum notice (days)”.
      return name === undefined || /^[-−]?1$/.test(text) ? `${label}: ${text}` : `${name}: ${text} ${unit}`
    })
    .join(' · ')

/**
 * The text below a rule that holds: what the document says of it, if the reader may see everything in it and nothing is
 * empty; without a sentence, the figures that its message mentions.
 */
export function ruleNote(context: ReadContext, rule: Rule, textAt: (path: Path) => string): string {
  const {entity, says} = rule
  const figures = notedFigures(context, rule).map(({path, label}) => ({path, label, text: textAt(path)}))
  if (says === null) return figuresNote(figures)
  const message = says.text
  const names = placeholdersIn(message)
  const constants = constantTexts(context, names)
  const fields = names.filter(name => !Object.hasOwn(constants, name))
  const texts = fields.map(name => {
    const text = figures.find(({path}) => path.join('.') === placeholderPath(name).join('.'))?.text ?? ''
    return textInMessage(context, {entity, message, name, text})
  })
  if (texts.includes('')) return ''
  return fill(message, {...constants, ...Object.fromEntries(fields.map((name, at) => [name, texts[at] ?? '']))})
}

/** The fields of the note that the reader may see. */
function notedFigures({specification, visibility}: ReadContext, rule: Rule): MentionedFigure[] {
  return notedPaths(specification, rule).flatMap(path => {
    const field = visibility.visibleField(rule.entity, path)?.field
    return field ? [{path, label: field.label}] : []
  })
}

/** The fields of the note: those of the rule's own sentence, or the figures of its message. */
export function notedPaths({entities, errors}: Specification, {entity, error, says}: Rule): Path[] {
  const text = says?.text ?? errors.declared.get(error)?.message ?? ''
  return [...new Set(placeholdersIn(text))].map(placeholderPath).filter(path => {
    const found = fieldAtPath(entities, entity, path)
    return found !== null && (says !== null || figureKinds.has(found.field.type.type.kind))
  })
}

/** The texts of those names that are constants of point 9. */
export function constantTexts({specification, moment}: ReadContext, names: readonly string[]): MessageValues {
  const locale = localeOf(moment)
  const texts = names.flatMap(name => {
    const constant = specification.limits.constants.get(name)
    return constant ? [[name, constantText(constant, locale)] as const] : []
  })
  return Object.fromEntries(texts)
}

function constantText({value, shown}: Constant, locale: Locale): string {
  if (value.kind === 'number') return shownAs(numberType).toText(parseNum(value.number), locale)
  if (value.kind === 'duration') return shownAs(daysType).toText(new DaysDuration(value.seconds), locale)
  return shown
}

async function textsOf(
  context: ReadContext,
  {entity, id, fields}: MessageRecord,
  paths: readonly Path[],
): Promise<readonly string[]> {
  if (!fields) return (await fieldTexts(context, {entity, ids: [id], paths})).get(id) ?? []
  const record = {entity: entityOf(context, entity), id, record: fields, before: null}
  const cells = await cellsAt(context, record, {paths, readable: true})
  return paths.map(path => cells.get(path.join('.'))?.text ?? '')
}

/** The error for a code, with its placeholders filled. */
export function fillMessage(errors: Errors, {code, values}: {code: string; values: MessageValues}): ErrorReply {
  const entry = errorEntry(errors, code) ?? refusal(errors, 'FAILURE')
  return {code, status: entry.status, message: fill(entry.message, values)}
}
