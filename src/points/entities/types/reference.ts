/** `User`: a reference to one record of an entity. Whether there is such an entity, the point's check says. */
import {defineType, type ReadOptions} from '../define-type.ts'
import {oneReference} from '../values/references.ts'

export const reference = defineType({
  name: 'reference',
  examples: ['User'],
  elsewhere: ['foreign key', 'relation', 'lookup', 'person'],
  read: (written): ReadOptions<string> | null => (/^[A-Z]\w*$/.test(written) ? {ok: true, options: written} : null),
  shows: type => (type.kind === 'reference' ? {options: type.entity} : null),
  use: (entity: string) => ({
    ...oneReference(entity),
    written: entity,
    control: {control: 'record', entity},
    extent: {set: 'reference', entity, plain: false},
  }),
})
