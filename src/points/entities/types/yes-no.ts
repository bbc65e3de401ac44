/** `yes/no`. Where it is not required it may be left unsaid; a box that is ticked sends `yes` after the `no` that is always sent. */
import {booleanType} from '../../../feel/type.ts'
import type {Value} from '../../../feel/value.ts'
import {defineType} from '../define-type.ts'
import type {Judged} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {yesOrNo} from '../spoken.ts'
import {column} from '../values/column.ts'
import {word} from '../values/plain-word.ts'

const yes = ['yes', 'true', 'on', '1', 'y', 'ja', 'j']
const no = ['no', 'false', 'off', '0', 'n', 'nein']

export const yesNo = defineType({
  name: 'yes/no',
  examples: ['yes/no'],
  elsewhere: ['ja/nein', 'boolean', 'bool', 'checkbox', 'true/false', 'yes or no', 'flag', 'yesno'],
  read: word('yes/no'),
  shows: type => (type.kind === 'boolean' ? {options: null} : null),
  use: () => ({
    written: 'yes/no',
    type: booleanType,
    keeps: column({sqlite: 'INTEGER', postgres: 'boolean', holds: {as: 'boolean'}}),
    may: {unique: false},
    control: {control: 'yes/no'},
    filter: {filter: 'yes/no'},
    sort: {sort: 'value'},
    extent: {set: 'yes/no'},
    is: (value: Value): value is boolean => typeof value === 'boolean',
    check: (name, database) => (database === 'sqlite' ? `${name} in (0, 1)` : null),
    literal: written => literal(written),
    fromForm: texts => (texts.length === 2 && texts.join() === 'no,yes' ? accepted(true) : judgeOnly(texts)),
    fromText: judge,
    fromJson: json => (typeof json === 'boolean' ? accepted(json) : refused('NOT_YES_OR_NO')),
    fit: value => accepted(value),
    toText: (value, {language}) => yesOrNo(value, language),
    toForm: value => [value ? 'yes' : 'no'],
    toCsv: value => (value ? 'yes' : 'no'),
    toColumn: (value, database) => (database === 'postgres' ? value : value ? 1n : 0n),
    fromColumn: stored => stored === true || stored === 't' || Number(stored) === 1,
  }),
})

function literal(written: string): boolean | undefined {
  return written === 'yes' || (written === 'no' ? false : undefined)
}

function judgeOnly([text = '', ...more]: readonly string[]): Judged {
  if (more.length > 0) return refused('SENT_TWICE')
  return text.trim() === '' ? accepted(null) : judge(text)
}

function judge(text: string): Judged {
  const said = text.trim().toLowerCase()
  if (yes.includes(said)) return accepted(true)
  return no.includes(said) ? accepted(false) : refused('NOT_YES_OR_NO')
}
