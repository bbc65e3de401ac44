/** References: `User`, `many Tag` and `list of Comment by ticket`. Whether the entity exists is checked in check.ts. */

import {textType} from '../../../feel/type.ts'
import {defineType, type OptionsResult} from '../define-type.ts'
import {accepted, invalid} from '../field-type.ts'
import {canonicalName} from '../names.ts'
import {column, storedText} from '../values/column.ts'
import {readId} from '../values/id.ts'
import {manyReferences, oneReference} from '../values/references.ts'
import {isText} from '../values/textual.ts'

/* The type of the id of every record. Documents cannot use it. */

export const id = defineType({
  name: 'id',
  examples: [],
  read: () => null,
  use: (_: null) => ({
    written: 'id',
    type: textType,
    storage: column({sqlite: 'TEXT', postgres: 'uuid', holds: {as: 'id'}}),
    control: {control: 'none'},
    display: 'text',
    filter: {filter: 'none'},
    sort: {sort: 'value'},
    valueSet: {set: 'id', plain: false},
    is: isText,
    fromText: validateId,
    fromJson: json => validateId(typeof json === 'string' ? json : ''),
    fit: validateId,
    toText: value => value,
    toCsv: value => value,
    toColumn: value => value,
    fromColumn: storedText,
  }),
})

function validateId(text: string) {
  const read = readId(text)
  return read === null ? invalid('NO_SUCH_RECORD') : accepted(read)
}

export const reference = defineType({
  name: 'reference',
  examples: ['User'],
  synonyms: ['foreign key', 'relation', 'lookup', 'person'],
  read: (written): OptionsResult<string> | null => (/^[A-Z]\w*$/.test(written) ? {ok: true, options: written} : null),
  shows: type => (type.kind === 'reference' ? {options: type.entity} : null),
  use: (entity: string) => ({
    ...oneReference(entity),
    written: entity,
    control: {control: 'record', entity},
    valueSet: {set: 'reference', entity, plain: false},
  }),
})

// `many Tag`: references to any number of records, stored in a table of pairs.

export const many = defineType({
  name: 'many',
  examples: ['many Tag'],
  synonyms: ['many to many', 'tags', 'several'],
  read(written): OptionsResult<string> | null {
    const entity = /^many(?:\s+(.*))?$/.exec(written)
    if (entity === null) return null
    if (/^[A-Z]\w*$/.test(entity[1] ?? '')) return {ok: true, options: entity[1] ?? ''}
    const message = `\`${written}\` needs an entity, whose name starts with a capital letter.`
    return {ok: false, message, hint: 'Write it like this: `many Tag`.'}
  },
  use: (entity: string) => ({
    ...manyReferences(entity),
    written: `many ${entity}`,
    storage: {kind: 'pairs', entity},
    may: {unique: false, default: false},
    control: {control: 'records', entity},
    valueSet: {set: 'references', entity, plain: false},
  }),
})

// `list of Comment by ticket`: the other side of a reference, read-only.

interface OtherSide {
  readonly entity: string
  readonly by: string
}

export const listOf = defineType({
  name: 'list of',
  examples: ['list of Comment by ticket'],
  synonyms: ['has many', 'children', 'array'],
  read(written): OptionsResult<OtherSide> | null {
    if (!/^list of\b/.test(written)) return null
    const match = /^list of ([A-Z]\w*) by ([a-z][\w ]*)$/.exec(written)
    if (match) return {ok: true, options: {entity: match[1] ?? '', by: canonicalName(match[2] ?? '')}}
    const entity = /^list of ([A-Z]\w*)$/.exec(written)?.[1]
    return {
      ok: false,
      message: `\`${written}\` needs an entity and its field that leads here.`,
      hint:
        entity === undefined
          ? 'Write it like this: `list of Comment by ticket`.'
          : `Write \`list of ${entity} by …\`, with the field of ${entity} that leads here, or \`many ${entity}\` to choose several.`,
    }
  },
  shows: type =>
    type.kind === 'list' && type.of.kind === 'reference' ? {options: {entity: type.of.entity, by: ''}} : null,
  use: ({entity, by}: OtherSide) => ({
    ...manyReferences(entity),
    written: `list of ${entity} by ${by}`,
    storage: {kind: 'other side', entity, by},
    may: {required: false, default: false, unique: false},
    control: {control: 'none'},
    valueSet: {set: 'list of', entity, plain: false},
    fromForm: texts => (texts.length === 0 ? {ok: true, value: []} : invalid('NOT_TO_FILL_IN')),
    fromCsv: () => invalid('NOT_TO_FILL_IN'),
    fromJson: () => invalid('NOT_TO_FILL_IN'),
  }),
})
