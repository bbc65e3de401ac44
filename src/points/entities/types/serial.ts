/** `serial`, `serial from 1001`: a number that each new record gets for itself, the next one after the last. */
import {defineType, type ReadOptions} from '../define-type.ts'
import {column} from '../values/column.ts'
import {numeric} from '../values/numeric.ts'

export const serial = defineType({
  name: 'serial',
  examples: ['serial', 'serial from 1001'],
  elsewhere: ['autonumber', 'auto increment', 'sequence', 'identity'],
  read(written): ReadOptions<{from: number}> | null {
    const match = /^serial(?:\s+(.+))?$/.exec(written)
    if (match === null) return null
    if (match[1] === undefined) return {ok: true, options: {from: 1}}
    const from = /^from\s+(\d{1,12})$/.exec(match[1])?.[1]
    if (from !== undefined) return {ok: true, options: {from: Number(from)}}
    return {
      ok: false,
      message: `\`${match[1]}\` is not a number to start from.`,
      hint: 'Write `serial` or `serial from 1001`.',
      part: match[1],
    }
  },
  use({from}: {from: number}) {
    const options = {places: 0, least: 0, most: null}
    const holds = {as: 'number', places: 0} as const
    return {
      ...numeric(options),
      written: from === 1 ? 'serial' : `serial from ${from}`,
      keeps: column({sqlite: 'INTEGER', postgres: 'bigint', holds, counter: from}),
      may: {default: false},
      names: true,
      control: {control: 'none'},
      filter: {filter: 'range', control: {control: 'number', attributes: {step: 1, min: 0}}},
      extent: {set: 'serial', within: ['number'], plain: false, least: 0, most: Number.MAX_SAFE_INTEGER},
      // A number that people quote is written as it is said: 10234, never 10,234.
      toText: value => String(value),
      toForm: value => [String(value)],
    }
  },
})
