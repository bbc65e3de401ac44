/** `text`, `text 3..120`: one line of text. */
import {defineType, type ReadOptions} from '../define-type.ts'
import {cleanLine} from '../values/clean-text.ts'
import {readLengths, writeLengths} from '../values/lengths.ts'
import {type Textual, textual} from '../values/textual.ts'

const usual = 250
/** Longer ones would not fit into the index of a unique field on PostgreSQL. */
const farthest = 500

/** `accept`: what else must hold, for fields of the engine's own. */
export type TextOptions = Omit<Textual, 'clean'>

export const text = defineType<TextOptions, string>({
  name: 'text',
  examples: ['text', 'text 3..120'],
  elsewhere: ['zeichenkette', 'string', 'varchar', 'char', 'short text', 'line', 'str'],
  read(written): ReadOptions<TextOptions> | null {
    const match = /^text(?:\s+(.+))?$/.exec(written)
    if (match === null) return null
    const instead = 'Write `long text` for more.'
    return readLengths({written: match[1], example: 'text 3..120', usual, farthest, instead})
  },
  shows: type => (type.kind === 'text' ? {options: {least: 0, most: usual}} : null),
  use: (options: TextOptions) => ({
    ...textual({...options, clean: cleanLine}),
    written: writeLengths('text', options, usual),
    names: true,
    control: {control: 'line', attributes: {minLength: options.least, maxLength: options.most}},
    extent: {set: 'line', within: ['lines'], least: options.least, most: options.most},
  }),
})
