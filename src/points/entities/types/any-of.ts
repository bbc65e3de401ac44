/** `any of a, b`: none, some or all of the words, kept in the order in which they are listed. */
import type {Json} from '../../../feel/core.ts'
import {isList, type List, type Value} from '../../../feel/value.ts'
import {defineType, type ReadOptions} from '../define-type.ts'
import type {Judged} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {wordsColumn} from '../values/column.ts'
import {findWord, labelOf, readWords, type Words, writeWords} from '../values/words.ts'

export const anyOf = defineType({
  name: 'any of',
  examples: ['any of red, green, blue'],
  elsewhere: ['multiselect', 'set', 'checkboxes', 'some of', 'flags'],
  read(written): ReadOptions<Words> | null {
    const listed = /^any of(?:\s+(.*))?$/.exec(written)
    return listed === null ? null : readWords(listed[1] ?? '', 'any of red, green, blue')
  },
  shows: type =>
    type.kind === 'list' && type.of.kind === 'choice' ? {options: {words: type.of.words, renamed: new Map()}} : null,
  use({words, renamed}: Words) {
    const read = (texts: readonly string[]) => judge(texts, words)
    return {
      written: writeWords('any of', {words, renamed}),
      type: {kind: 'list', of: {kind: 'choice', words}},
      keeps: wordsColumn,
      may: {unique: false},
      empty: [],
      control: {control: 'choices', words},
      filter: {filter: 'choice', words},
      sort: {sort: 'none'},
      extent: {set: 'words', words, renamed},
      is: isList,
      literal: written => (/[()"[\]]/.test(written) ? undefined : valueIn(read(written.split(',')))),
      fromText: text => read([text]),
      fromForm: read,
      fromCsv: text => read(text.split(/[,;]/)),
      fromJson: json => (isTexts(json) ? read(json) : none(words)),
      fit: value => read(value.map(item => (typeof item === 'string' ? item : ''))),
      adapt: value => read(typeof value === 'string' ? [value] : ['']),
      toText: value => texts(value).map(labelOf).join(', '),
      toForm: texts,
      toCsv: value => texts(value).join(', '),
      toColumn: value => JSON.stringify(texts(value)),
      fromColumn: stored => fromStored(stored),
    }
  },
})

function judge(given: readonly string[], words: readonly string[]): Judged {
  const chosen = new Set<string>()
  for (const text of given.filter(each => each.trim() !== '')) {
    const word = findWord(text, words)
    if (word === null) return none(words)
    chosen.add(word)
  }
  return accepted(words.filter(word => chosen.has(word)))
}

function none(words: readonly string[]): Judged {
  return refused('NOT_A_CHOICE', {choices: words.map(labelOf).join(', ')})
}

function valueIn(judged: Judged): Value | undefined {
  return judged.ok ? judged.value : undefined
}

function isTexts(json: Json): json is readonly string[] {
  return Array.isArray(json) && json.every(item => typeof item === 'string')
}

function texts(value: List): string[] {
  return value.filter(item => typeof item === 'string')
}

/** Drivers give JSON as its text, or read already. */
function fromStored(stored: unknown): Value {
  const json: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored
  return Array.isArray(json) ? json.filter(item => typeof item === 'string') : []
}
