/** The submitted form as input for the write path and as texts to show again, and the problems of a rejected change. */
import type {Problem} from '../../engine/page/common.ts'
import type {Form, Visit} from '../../engine/reply.ts'
import type {Input, Outcome} from '../../engine/transaction/change.ts'
import {isFile} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {labelOfName} from '../../points/entities/names.ts'
import {errorEntry, fieldMessage, fill} from '../../points/errors/run.ts'
import type {Specification} from '../../points/specification.ts'

type SentField = Form['fields'][number]

/** Everything submitted except line items. The write path rejects unknown fields instead of ignoring them. */
export function formInputs(sent: Form, parts: readonly string[] = []): ReadonlyMap<string, Input> {
  const ofPart = (name: string) => parts.some(list => name.startsWith(`${list}.`))
  return inputsIn(
    sent.fields.filter(({name}) => !name.startsWith('_') && !ofPart(name)),
    sent,
  )
}

/** A subset of the fields, by their own names. */
export function inputsIn(fields: readonly SentField[], sent: Form, prefix = ''): ReadonlyMap<string, Input> {
  const byName = Map.groupBy(fields, field => field.name)
  return new Map(
    [...byName].map(([name, some]) => [
      name,
      inputOf(
        some.map(({value}) => value),
        pickedFor(sent, `${prefix}${name}`),
      ),
    ]),
  )
}

/** A file control sends new files, the ids of the files to keep, and a marker. */
function inputOf(values: readonly SentField['value'][], picked: Picked | null): Input {
  const files = values.filter(value => typeof value !== 'string')
  const texts = values.filter(value => typeof value === 'string')
  if (files.length > 0 || texts.includes(noFile))
    return {files: {keep: texts.filter(text => text !== noFile), add: files}}
  return {form: texts.map(text => (picked && text === picked.label ? picked.id : text))}
}

/** A marker next to each file control, which itself sends nothing if no file was chosen. */
export const noFile = '_none'

interface Picked {
  readonly id: string
  readonly label: string
}

/** The record behind the name in a field. Two records may share a name, so the id of the chosen one is sent with it. */
function pickedFor(sent: Form, name: string): Picked | null {
  const text = sent.text(`_picked.${name}`)
  const at = text?.indexOf(' ') ?? -1
  return text === null || at < 1 ? null : {id: text.slice(0, at), label: text.slice(at + 1)}
}

export function typedIn(names: readonly string[], sent: Form, prefix = ''): ReadonlyMap<string, readonly string[]> {
  return new Map(
    names.map(name => {
      const picked = pickedFor(sent, `${prefix}${name}`)
      const texts = sent.fields.flatMap(each =>
        each.name === `${prefix}${name}` && typeof each.value === 'string' ? [each.value] : [],
      )
      return [name, texts.map(text => (picked && text === picked.label ? picked.id : text))]
    }),
  )
}

/** The version of the record that the form was made from; NaN if it is missing. */
export function versionIn(sent: Form): number {
  return Number(sent.text('_version') ?? Number.NaN)
}

// The problems of a rejected change: messages of the catalogue with their placeholders filled, each at its field.

export function problemsFor(
  {errors, entities}: Specification,
  entity: Entity,
  outcome: Extract<Outcome, {ok: false}>,
): {problems: Problem[]; status: number} {
  const entry = (code: string) => errorEntry(errors, code) ?? {status: 422, message: code}
  const said = outcome.problems.length > 0 ? outcome.problems : [{field: null, code: outcome.code, values: {}}]
  const problems = said.map(({field, code, values}) => {
    const about = field === null ? undefined : fieldAt(entities.entities, entity, field)
    // An input that only the action has is no field of the record.
    if (field === null) return {field, message: fill(entry(code).message, values)}
    if (about === undefined)
      return {field, message: fieldMessage(errors, {code, values}, {label: labelOfName(field)}).message}
    const {label, type} = about
    const {message, namesField} = fieldMessage(errors, {code, values}, {label, control: type.control.control})
    // The document's own messages are whole sentences; ours are short and shown at their field.
    return namesField || errors.declared.has(code) ? {field, message} : {field, label, message}
  })
  return {problems, status: entry(outcome.code).status}
}

/** `lines.0.quantity` is a field of a line item. */
function fieldAt(entities: ReadonlyMap<string, Entity>, entity: Entity, field: string): Field | undefined {
  const [name = '', , part = ''] = field.split('.')
  const declared = entity.fields.get(name)
  if (part === '') return declared
  const storage = declared?.type.storage
  return storage?.kind === 'other side' ? entities.get(storage.entity)?.fields.get(part) : undefined
}

export const longestValue = 200

/**
 * Values from the address, `?first_day=2026-01-12`, for fields that this person may fill in. Treated like typed values.
 */
export function addressValues({query}: Visit, offered: readonly Field[]): [string, readonly string[]][] {
  return offered.flatMap((field): [string, readonly string[]][] => {
    const texts = query.getAll(field.name).filter(text => text.length <= longestValue)
    return texts.length === 0 || isFile(field) ? [] : [[field.name, texts]]
  })
}

/** As if they had been typed. */
export function inputsGiven(values: readonly (readonly [string, readonly string[]])[]): ReadonlyMap<string, Input> {
  return new Map(values.map(([name, form]) => [name, {form}]))
}
