/**
 * The choices: `one of`, `any of` and `yes/no`. `one of low, normal, high` is ordered as written; states use it too.
 */

import type {Json} from '../../../feel/core.ts'
import {booleanType} from '../../../feel/type.ts'
import {isList, type List, type Value} from '../../../feel/value.ts'
import {defineType, type OptionsResult, word} from '../define-type.ts'
import {accepted, invalid, type ValidationResult} from '../field-type.ts'
import {yesOrNo} from '../names.ts'
import {type ChoiceWords, findWord, readWords, wordText, writeWords} from '../values/choices.ts'
import {column, sqlText, storedText, textColumn, wordsColumn} from '../values/column.ts'

export const oneOf = defineType({
  name: 'one of',
  examples: ['one of low, normal, high'],
  synonyms: ['auswahl', 'enum', 'select', 'choice', 'option', 'radio', 'dropdown'],
  read(written): OptionsResult<ChoiceWords> | null {
    const listed = /^one of(?:\s+(.*))?$/.exec(written)
    return listed === null ? null : readWords(listed[1] ?? '', 'one of low, normal, high')
  },
  shows: type => (type.kind === 'choice' ? {options: {words: type.words, renamed: new Map()}} : null),
  use: ({words, renamed, labels}: ChoiceWords) => ({
    written: writeWords('one of', {words, renamed}),
    type: {kind: 'choice', words},
    storage: textColumn,
    display: 'text',
    control: {control: 'choice', words, ...(labels ? {labels} : {})},
    filter: {filter: 'choice', words},
    sort: {sort: 'words', words},
    valueSet: {set: 'word', within: ['line', 'lines'], words, renamed, least: 1, most: 60},
    is: (value: Value): value is string => typeof value === 'string',
    check: name => `${name} in (${words.map(sqlText).join(', ')})`,
    literal: written =>
      words.find(word => word === written) ?? words.find(word => word === written.replaceAll(' ', '_')),
    fromText: text => validateChoice(text, {words, labels}),
    fromJson: json => (typeof json === 'string' ? validateChoice(json, {words}) : notAChoice({words, labels})),
    fit: value => (words.includes(value) ? accepted(value) : notAChoice({words, labels})),
    toText: value => wordText(value, labels),
    toForm: value => [value],
    toCsv: value => value,
    toColumn: value => value,
    fromColumn: storedText,
  }),
})

/** The values and their labels. */
type OfferedWords = Pick<ChoiceWords, 'words'> & {readonly labels?: ChoiceWords['labels'] | undefined}

function validateChoice(text: string, offered: OfferedWords): ValidationResult {
  const word = findWord(text, offered)
  return word === null ? notAChoice(offered) : accepted(word)
}

function notAChoice({words, labels}: OfferedWords): ValidationResult {
  return invalid('NOT_A_CHOICE', {choices: words.map(word => wordText(word, labels)).join(', ')})
}

// `any of a, b`: a set of words, stored in the order of the document.

export const anyOf = defineType({
  name: 'any of',
  examples: ['any of red, green, blue'],
  synonyms: ['multiselect', 'set', 'checkboxes', 'some of', 'flags'],
  read(written): OptionsResult<ChoiceWords> | null {
    const listed = /^any of(?:\s+(.*))?$/.exec(written)
    return listed === null ? null : readWords(listed[1] ?? '', 'any of red, green, blue')
  },
  shows: type =>
    type.kind === 'list' && type.of.kind === 'choice' ? {options: {words: type.of.words, renamed: new Map()}} : null,
  use({words, renamed, labels}: ChoiceWords) {
    const offered = {words, labels}
    const read = (texts: readonly string[]) => validateChoices(texts, offered)
    return {
      written: writeWords('any of', {words, renamed}),
      type: {kind: 'list', of: {kind: 'choice', words}},
      storage: wordsColumn,
      may: {unique: false},
      empty: [],
      display: 'text',
      control: {control: 'choices', words, ...(labels ? {labels} : {})},
      filter: {filter: 'choice', words},
      sort: {sort: 'none'},
      valueSet: {set: 'words', words, renamed},
      is: isList,
      literal: written => (/[()"[\]]/.test(written) ? undefined : valueIn(read(written.split(',')))),
      fromText: text => read([text]),
      fromForm: read,
      fromCsv: text => read(text.split(/[,;]/)),
      fromJson: json => (isTexts(json) ? read(json) : notAChoice(offered)),
      fit: value => read(value.map(item => (typeof item === 'string' ? item : ''))),
      adapt: value => read(typeof value === 'string' ? [value] : ['']),
      toText: value =>
        texts(value)
          .map(word => wordText(word, labels))
          .join(', '),
      toForm: texts,
      toCsv: value => texts(value).join(', '),
      toColumn: value => JSON.stringify(texts(value)),
      fromColumn: stored => fromStored(stored),
    }
  },
})

function validateChoices(given: readonly string[], offered: OfferedWords): ValidationResult {
  const chosen = new Set<string>()
  for (const text of given.filter(each => each.trim() !== '')) {
    const word = findWord(text, offered)
    if (word === null) return notAChoice(offered)
    chosen.add(word)
  }
  return accepted(offered.words.filter(word => chosen.has(word)))
}

function valueIn(result: ValidationResult): Value | undefined {
  return result.ok ? result.value : undefined
}

function isTexts(json: Json): json is readonly string[] {
  return Array.isArray(json) && json.every(item => typeof item === 'string')
}

function texts(value: List): string[] {
  return value.filter(item => typeof item === 'string')
}

/** Drivers return JSON as text or already parsed. */
function fromStored(stored: unknown): Value {
  const json: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored
  return Array.isArray(json) ? json.filter(item => typeof item === 'string') : []
}

// `yes/no`. It may be empty if it is not required. A form always sends `no`, and a ticked box sends `yes` after it.

const yes = ['yes', 'true', 'on', '1', 'y', 'ja', 'j']
const no = ['no', 'false', 'off', '0', 'n', 'nein']

export const yesNo = defineType({
  name: 'yes/no',
  examples: ['yes/no'],
  synonyms: ['ja/nein', 'boolean', 'bool', 'checkbox', 'true/false', 'yes or no', 'flag', 'yesno'],
  read: word('yes/no'),
  shows: type => (type.kind === 'boolean' ? {options: null} : null),
  use: () => ({
    written: 'yes/no',
    type: booleanType,
    storage: column({sqlite: 'INTEGER', postgres: 'boolean', holds: {as: 'boolean'}}),
    may: {unique: false},
    display: 'yes/no',
    control: {control: 'yes/no'},
    filter: {filter: 'yes/no'},
    sort: {sort: 'value'},
    valueSet: {set: 'yes/no'},
    is: (value: Value): value is boolean => typeof value === 'boolean',
    check: (name, database) => (database === 'sqlite' ? `${name} in (0, 1)` : null),
    literal: written => yesNoLiteral(written),
    fromForm: texts => (texts.length === 2 && texts.join() === 'no,yes' ? accepted(true) : validateSingle(texts)),
    fromText: validateYesNo,
    fromJson: json => (typeof json === 'boolean' ? accepted(json) : invalid('NOT_YES_OR_NO')),
    fit: value => accepted(value),
    toText: (value, {language}) => yesOrNo(value, language),
    toForm: value => [value ? 'yes' : 'no'],
    toCsv: value => (value ? 'yes' : 'no'),
    toColumn: (value, database) => (database === 'postgres' ? value : value ? 1n : 0n),
    fromColumn: stored => stored === true || stored === 't' || Number(stored) === 1,
  }),
})

function yesNoLiteral(written: string): boolean | undefined {
  return written === 'yes' || (written === 'no' ? false : undefined)
}

function validateSingle([text = '', ...more]: readonly string[]): ValidationResult {
  if (more.length > 0) return invalid('SENT_TWICE')
  return text.trim() === '' ? accepted(null) : validateYesNo(text)
}

function validateYesNo(text: string): ValidationResult {
  const said = text.trim().toLowerCase()
  if (yes.includes(said)) return accepted(true)
  return no.includes(said) ? accepted(false) : invalid('NOT_YES_OR_NO')
}
