/** `rich text`: Markdown, kept as it was written. Whoever shows it renders it, without HTML of its own. */
import {defineType, type ReadOptions} from '../define-type.ts'
import {cleanLines} from '../values/clean-text.ts'
import {readLengths, writeLengths} from '../values/lengths.ts'
import {type Lengths, textual} from '../values/textual.ts'

const usual = 100_000
const farthest = 1_000_000

export const richText = defineType({
  name: 'rich text',
  examples: ['rich text', 'rich text 0..5000'],
  elsewhere: ['markdown', 'html', 'formatted text', 'richtext'],
  read(written): ReadOptions<Lengths> | null {
    const match = /^rich text(?:\s+(.+))?$/.exec(written)
    if (match === null) return null
    const instead = 'Keep longer texts in a `file`.'
    return readLengths({written: match[1], example: 'rich text 0..5000', usual, farthest, instead})
  },
  use: (options: Lengths) => ({
    ...textual({...options, clean: cleanLines}),
    written: writeLengths('rich text', options, usual),
    may: {unique: false},
    control: {
      control: 'area',
      attributes: {minLength: options.least, maxLength: options.most, markdown: true},
    },
    extent: {set: 'lines', ...options},
  }),
})
