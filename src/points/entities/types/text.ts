/** `text`, `text 3..120`: one line of text. */
import {defineType, type ReadOptions} from '../define-type.ts'
import {cleanLine} from '../values/clean-text.ts'
import {readLengths, writeLengths} from '../values/lengths.ts'
import {type Lengths, textual} from '../values/textual.ts'

const usual = 250
/** Longer ones would not fit into the index of a unique field on PostgreSQL. */
const farthest = 500

export const text = defineType({
  name: 'text',
  examples: ['text', 'text 3..120'],
  elsewhere: ['zeichenkette', 'string', 'varchar', 'char', 'short text', 'line', 'str'],
  read(written): ReadOptions<Lengths> | null {
    const match = /^text(?:\s+(.+))?$/.exec(written)
    if (match === null) return null
    const instead = 'Write `long text` for more.'
    return readLengths({written: match[1], example: 'text 3..120', usual, farthest, instead})
  },
  shows: type => (type.kind === 'text' ? {options: {least: 0, most: usual}} : null),
  use: (options: Lengths) => ({
    ...textual({...options, clean: cleanLine}),
    written: writeLengths('text', options, usual),
    names: true,
    control: {control: 'line', attributes: {minLength: options.least, maxLength: options.most}},
    extent: {set: 'line', within: ['lines'], ...options},
  }),
})
