/** `long text`, `long text 0..2000`: text of several lines. */
import {defineType, type ReadOptions} from '../define-type.ts'
import {cleanLines} from '../values/clean-text.ts'
import {readLengths, writeLengths} from '../values/lengths.ts'
import {type Lengths, textual} from '../values/textual.ts'

const usual = 10_000
const farthest = 1_000_000

export const longText = defineType({
  name: 'long text',
  examples: ['long text', 'long text 0..2000'],
  elsewhere: ['langer text', 'textarea', 'multiline', 'memo', 'paragraph', 'longtext'],
  read(written): ReadOptions<Lengths> | null {
    const match = /^long text(?:\s+(.+))?$/.exec(written)
    if (match === null) return null
    const instead = 'Keep longer texts in a `file`.'
    return readLengths({written: match[1], example: 'long text 0..2000', usual, farthest, instead})
  },
  use: (options: Lengths) => ({
    ...textual({...options, clean: cleanLines}),
    written: writeLengths('long text', options, usual),
    may: {unique: false},
    control: {control: 'area', attributes: {minLength: options.least, maxLength: options.most}},
    extent: {set: 'lines', ...options},
  }),
})
