/** Texts: `text` (one line), `long text` and `rich text`. */

import {defineType, type OptionsResult} from '../define-type.ts'
import {
  cleanLine,
  cleanLines,
  type Lengths,
  readLengths,
  type Textual,
  textBehaviour,
  withoutIds,
  writeLengths,
} from '../values/textual.ts'

const usualLine = 250
/** Longer texts do not fit into a unique index on PostgreSQL. */
const farthestLine = 500

/** `accept`: an additional check for built-in fields. */
type TextTypeOptions = Omit<Textual, 'clean'>

export const text = defineType<TextTypeOptions, string>({
  name: 'text',
  examples: ['text', 'text 3..120'],
  synonyms: ['zeichenkette', 'string', 'varchar', 'char', 'short text', 'line', 'str'],
  read(written): OptionsResult<TextTypeOptions> | null {
    const match = /^text(?:\s+(.+))?$/.exec(written)
    if (match === null) return null
    const instead = 'Write `long text` for more.'
    return readLengths({written: match[1], example: 'text 3..120', usual: usualLine, farthest: farthestLine, instead})
  },
  shows: type => (type.kind === 'text' ? {options: {least: 0, most: usualLine}} : null),
  use: (options: TextTypeOptions) => ({
    ...textBehaviour({...options, clean: cleanLine}),
    written: writeLengths('text', options, usualLine),
    names: true,
    control: {control: 'line', attributes: {minLength: options.least, maxLength: options.most}},
    valueSet: {set: 'line', within: ['lines'], least: options.least, most: options.most},
  }),
})

// `long text`, `long text 0..2000`: text of several lines. `with mentions`: people mentioned with an @ are notified.

const usualLongText = 10_000
const farthestLongText = 1_000_000

interface LongTextOptions extends Lengths {
  readonly mentions?: boolean
}

const withMentions = /\s+with mentions$/

export const longText = defineType({
  name: 'long text',
  examples: ['long text', 'long text 0..2000', 'long text 1..2000 with mentions'],
  synonyms: ['langer text', 'textarea', 'multiline', 'memo', 'paragraph', 'longtext'],
  read(written): OptionsResult<LongTextOptions> | null {
    const match = /^long text(?:\s+(.+))?$/.exec(written.replace(withMentions, ''))
    if (match === null) return null
    const instead = 'Keep longer texts in a `file`.'
    const read = readLengths({
      written: match[1],
      example: 'long text 0..2000',
      usual: usualLongText,
      farthest: farthestLongText,
      instead,
    })
    return read.ok && withMentions.test(written) ? {...read, options: {...read.options, mentions: true}} : read
  },
  use: ({least, most, mentions = false}: LongTextOptions) => ({
    ...textBehaviour({least, most, clean: cleanLines}),
    written: `${writeLengths('long text', {least, most}, usualLongText)}${mentions ? ' with mentions' : ''}`,
    may: {unique: false},
    display: 'long',
    control: {
      control: 'area',
      attributes: {minLength: least, maxLength: most, ...(mentions ? {mentions: true} : {})},
    },
    valueSet: {set: 'lines', least, most},
    ...(mentions ? {toText: withoutIds, toForm: (value: string) => [withoutIds(value)]} : {}),
  }),
})

// `rich text`: Markdown, stored as written. Rendering ignores embedded HTML. `with mentions` as above.

const usualRichText = 100_000
const farthestRichText = 1_000_000

export const richText = defineType({
  name: 'rich text',
  examples: ['rich text', 'rich text 0..5000', 'rich text 0..5000 with mentions'],
  synonyms: ['markdown', 'html', 'formatted text', 'richtext'],
  read(written): OptionsResult<LongTextOptions> | null {
    const match = /^rich text(?:\s+(.+))?$/.exec(written.replace(withMentions, ''))
    if (match === null) return null
    const instead = 'Keep longer texts in a `file`.'
    const read = readLengths({
      written: match[1],
      example: 'rich text 0..5000',
      usual: usualRichText,
      farthest: farthestRichText,
      instead,
    })
    return read.ok && withMentions.test(written) ? {...read, options: {...read.options, mentions: true}} : read
  },
  use: ({least, most, mentions = false}: LongTextOptions) => ({
    ...textBehaviour({least, most, clean: cleanLines}),
    written: `${writeLengths('rich text', {least, most}, usualRichText)}${mentions ? ' with mentions' : ''}`,
    may: {unique: false},
    display: 'rich',
    control: {
      control: 'area',
      attributes: {minLength: least, maxLength: most, ...(mentions ? {mentions: true} : {})},
    },
    valueSet: {set: 'lines', least, most},
    ...(mentions ? {toText: withoutIds, toForm: (value: string) => [withoutIds(value)]} : {}),
  }),
})
