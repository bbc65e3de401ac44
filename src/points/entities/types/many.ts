/** `many Tag`: references to any number of records, kept as pairs. */
import {defineType, type ReadOptions} from '../define-type.ts'
import {manyReferences} from '../values/references.ts'

export const many = defineType({
  name: 'many',
  examples: ['many Tag'],
  elsewhere: ['many to many', 'tags', 'several'],
  read(written): ReadOptions<string> | null {
    const entity = /^many(?:\s+(.*))?$/.exec(written)
    if (entity === null) return null
    if (/^[A-Z]\w*$/.test(entity[1] ?? '')) return {ok: true, options: entity[1] ?? ''}
    const message = `\`${written}\` needs an entity, whose name starts with a capital letter.`
    return {ok: false, message, hint: 'Write it like this: `many Tag`.'}
  },
  use: (entity: string) => ({
    ...manyReferences(entity),
    written: `many ${entity}`,
    keeps: {kind: 'pairs', entity},
    may: {unique: false, default: false},
    control: {control: 'records', entity},
    extent: {set: 'references', entity, plain: false},
  }),
})
