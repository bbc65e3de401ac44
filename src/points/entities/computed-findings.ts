/** What can be wrong with computed fields beyond their expressions, and how much work they are. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'
import {partsOf} from '../../feel/mentions.ts'

/** How many parts an expression has when the computed fields that it names are written out, as SQL does. */
export function sizeOf(core: Core, sizes: ReadonlyMap<string, number>): number {
  const own = core.op === 'field' ? (sizes.get(`${core.entity}.${core.field}`) ?? 1) : 1
  return partsOf(core).reduce((sum, part) => sum + sizeOf(part, sizes), own)
}

/** How many computed fields stand upon one another here, itself among them. */
export function depthOf(core: Core, depths: ReadonlyMap<string, number>): number {
  return 1 + deepestIn(core, depths)
}

function deepestIn(core: Core, depths: ReadonlyMap<string, number>): number {
  const own = core.op === 'field' ? (depths.get(`${core.entity}.${core.field}`) ?? 0) : 0
  return Math.max(own, ...partsOf(core).map(part => deepestIn(part, depths)))
}

export function inCircle(keys: readonly string[], text: Text): Finding {
  const [first] = keys
  const message =
    keys.length === 1
      ? `${first} is computed from itself.`
      : `These fields are computed from each other: ${[...keys, first].join(' → ')}.`
  const hint = 'Compute one of them from something else, or let people fill it in.'
  return finding('N316', text, {message, hint})
}

export function tooMuch(text: Text): Finding {
  return finding('N322', text, {
    message: 'Too many computed fields depend on each other here.',
    hint: 'Store one of them in a field, for example with `set` in an action.',
  })
}

export function unshowable(text: Text): Finding {
  return finding('N302', text, {
    message: 'A field cannot show the result of this expression.',
    hint: 'Compute a number, a text, a date, a yes/no value, or records.',
  })
}
