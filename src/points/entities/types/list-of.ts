/** `list of Comment by ticket`: the other side of a reference. It is read here and changed there. */
import {defineType, type ReadOptions} from '../define-type.ts'
import {refused} from '../judged.ts'
import {canonicalName} from '../names.ts'
import {manyReferences} from '../values/references.ts'

interface OtherSide {
  readonly entity: string
  readonly by: string
}

export const listOf = defineType({
  name: 'list of',
  examples: ['list of Comment by ticket'],
  elsewhere: ['has many', 'children', 'array'],
  read(written): ReadOptions<OtherSide> | null {
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
    keeps: {kind: 'other side', entity, by},
    may: {required: false, default: false, unique: false},
    control: {control: 'none'},
    extent: {set: 'list of', entity, plain: false},
    fromForm: texts => (texts.length === 0 ? {ok: true, value: []} : refused('NOT_TO_FILL_IN')),
    fromCsv: () => refused('NOT_TO_FILL_IN'),
    fromJson: () => refused('NOT_TO_FILL_IN'),
  }),
})
