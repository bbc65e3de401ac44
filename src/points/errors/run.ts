/**
 * The message of an error: the document's, or the built-in one in the document's language, with placeholders filled.
 */
import {languageOf} from '../../messages/languages.ts'
import {type Control, controls} from '../entities/field-type.ts'
import type {Errors} from './model.ts'
import {type OwnCode, ownErrors} from './own.ts'

export interface ErrorReply {
  readonly code: string
  readonly status: number
  readonly message: string
}

export function refusal(errors: Errors, code: OwnCode, values: Readonly<Record<string, string>> = {}): ErrorReply {
  const {status, message} = ownEntry(errors, code)
  return {code, status, message: fill(message, values)}
}

/** The document's row for a code, or the built-in one; null for an unknown code. */
export function errorEntry(errors: Errors, code: string): Entry | null {
  return isOwn(code) ? ownEntry(errors, code) : (errors.declared.get(code) ?? null)
}

/** The properties of a field that a message needs. */
export interface ProblemField {
  readonly label: string
  /** Without it the field is a text input. */
  readonly control?: Control['control']
}

/**
 * The message of a problem at a field. `{field}` is the label of the field within a sentence, and `{a_field}` has the
 * article that a sentence needs: “a title”, “the first day”, “a time for “Opens””. `messages` are used instead
 * of those of the catalogue.
 */
export function fieldMessage(
  errors: Errors,
  {code: found, values}: {readonly code: string; readonly values: Readonly<Record<string, string>>},
  {label, control = 'line'}: ProblemField,
  messages: ReadonlyMap<string, string> | null = null,
): {readonly message: string; readonly namesField: boolean} {
  const {grammar} = languageOf(errors.language)
  const field = grammar.inSentence(label)
  const own = messages?.get(found)
  const code =
    own !== undefined || errors.declared.has(found)
      ? found
      : exactCode(found, {control, values, isOneThing: grammar.isOneThing(field)})
  const message = own ?? errorEntry(errors, code)?.message ?? found
  const a_field = grammar.fieldPhrase({label, inSentence: field, control})
  return {message: fill(message, {field, a_field, ...values}), namesField: /\{(?:a_)?field\}/.test(message)}
}

/** The code with a message for this control, this label or several fields. */
function exactCode(
  found: string,
  {
    control,
    values,
    isOneThing,
  }: {control: Control['control']; values: Readonly<Record<string, string>>; isOneThing: boolean},
): string {
  if (found === 'REQUIRED' && controls[control].isChosen) return 'CHOICE_REQUIRED'
  if (found === 'NOT_UNIQUE' && values['fields'] !== undefined) return 'COMBINATION_TAKEN'
  return found === 'NOT_UNIQUE' && isOneThing ? 'FIELD_TAKEN' : found
}

type Entry = Pick<ErrorReply, 'status' | 'message'>

function isOwn(code: string): code is OwnCode {
  return Object.hasOwn(ownErrors, code)
}

/** A row of the document may name constants besides the values of the error; rules fill in their own placeholders. */
function ownEntry({declared, constants, language}: Errors, code: OwnCode): Entry {
  const status = ownErrors[code]
  const written = declared.get(code)
  return {status, message: written ? fill(written.message, constants) : languageOf(language).errors[code]}
}

/**
 * Unknown placeholders are left unchanged. A value that ends with a full stop gets no second one. A sentence after the
 * first whose placeholders are all empty is left out: `The room is taken. Free then: {free_rooms}.` In other sentences,
 * `…` takes the place of hidden and empty values.
 */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  const valueAt = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
  const isEmpty = (sentence: string) => {
    const found = [...sentence.matchAll(placeholder)]
    return found.length > 0 && found.every(([, name = '']) => valueAt(name) === '')
  }
  const filledIn = (whole: string, name: string, stop: string) => {
    const value = valueAt(name)
    return value === undefined ? whole : value.endsWith('.') ? value : (value || unknown) + stop
  }
  return message
    .split(/(?<=[.!?]) +/)
    .filter((sentence, index) => index === 0 || !isEmpty(sentence))
    .map(sentence => sentence.replace(placeholder, filledIn))
    .join(' ')
}

const unknown = '…'
const placeholder = /\{([A-Za-z_][\w.]*)\}(\.?)/g
