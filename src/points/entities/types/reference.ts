/** References: `User`, `many Tag` and `list of Comment by ticket`. Whether the entity exists is checked in check.ts. */

import {defineType, type OptionsResult} from '../define-type.ts'
import {invalid} from '../field-type.ts'
import {canonicalName} from '../names.ts'
import {manyReferences, oneReference} from '../values/references.ts'

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
    return {
      ok: false,
      message: `\`${written}\` needs an entity and its field that leads here.`,
      hint: 'Write it like this: `list of Comment by ticket`.',
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
