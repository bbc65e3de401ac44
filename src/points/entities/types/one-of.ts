/** `one of low, normal, high`: a choice, ordered as it is written. States are choices too. */
import type {Value} from '../../../feel/value.ts'
import {defineType, type ReadOptions} from '../define-type.ts'
import type {Judged} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {sqlText, storedText, textColumn} from '../values/column.ts'
import {findWord, labelOf, readWords, type Words, writeWords} from '../values/words.ts'

export const oneOf = defineType({
  name: 'one of',
  examples: ['one of low, normal, high'],
  elsewhere: ['auswahl', 'enum', 'select', 'choice', 'option', 'radio', 'dropdown'],
  read(written): ReadOptions<Words> | null {
    const listed = /^one of(?:\s+(.*))?$/.exec(written)
    return listed === null ? null : readWords(listed[1] ?? '', 'one of low, normal, high')
  },
  shows: type => (type.kind === 'choice' ? {options: {words: type.words, renamed: new Map()}} : null),
  use: ({words, renamed}: Words) => ({
    written: writeWords('one of', {words, renamed}),
    type: {kind: 'choice', words},
    keeps: textColumn,
    control: {control: 'choice', words},
    filter: {filter: 'choice', words},
    sort: {sort: 'words', words},
    extent: {set: 'word', within: ['line', 'lines'], words, renamed, least: 1, most: 60},
    is: (value: Value): value is string => typeof value === 'string',
    check: name => `${name} in (${words.map(sqlText).join(', ')})`,
    literal: written =>
      words.find(word => word === written) ?? words.find(word => word === written.replaceAll(' ', '_')),
    fromText: text => judge(text, words),
    fromJson: json => (typeof json === 'string' ? judge(json, words) : none(words)),
    fit: value => (words.includes(value) ? accepted(value) : none(words)),
    toText: labelOf,
    toForm: value => [value],
    toCsv: value => value,
    toColumn: value => value,
    fromColumn: storedText,
  }),
})

function judge(text: string, words: readonly string[]): Judged {
  const word = findWord(text, words)
  return word === null ? none(words) : accepted(word)
}

function none(words: readonly string[]): Judged {
  return refused('NOT_A_CHOICE', {choices: words.map(labelOf).join(', ')})
}
