/** The filter of a list for the records that are free at a time. */

import {type Finding, finding} from '../../document/finding.ts'
import {sliceOf, type Text} from '../../document/raw.ts'
import type {Type} from '../../feel/type.ts'
import {fieldOf, unknownEntity} from '../../points/entities/lookup.ts'
import {canonicalName} from '../../points/entities/names.ts'
import {bullet, type OnScreen} from '../../points/screens/bullets/bullet.ts'
import type {FreeTime} from '../../points/screens/bullets/free-time.ts'
import {readWhere} from '../../points/screens/paths.ts'

/** Which records the two conditions are about is said by `free`, which reads them. */
const written = ({value}: {readonly value: Text}): Text | null => value

export const freeWhere = bullet({
  name: 'freeWhere',
  example: 'free where: status = "confirmed"',
  describe: 'The records that count for `free`.',
  absent: null,
  read: written,
})

export const freeIf = bullet({
  name: 'freeIf',
  example: 'free if: time(starts) >= building.opens',
  describe: 'A condition on the record of the list, with the ends of the period of `free`.',
  absent: null,
  read: written,
})

export const free = bullet({
  name: 'free',
  example: 'free: Booking by starts..ends per room',
  describe: 'A filter for the records that nothing occupies at a time.',
  absent: null,
  needs: {freeWhere, freeIf},
  usual: ({needs, findings}) => {
    findings.push(...withoutFree('free where', needs.freeWhere), ...withoutFree('free if', needs.freeIf))
    return null
  },
  read: ({value, needs, ...at}): FreeTime | null => readFree(value, {...needs, ...at}),
})

function withoutFree(key: string, place: Text | null): Finding[] {
  const hint = 'Write `- free: Booking by starts..ends per room` above it.'
  return place ? [finding('N240', place, {message: `\`${key}\` needs \`free\`.`, hint})] : []
}

interface ReadingFree extends OnScreen {
  readonly freeWhere: Text | null
  readonly freeIf: Text | null
}

/** `Booking by starts..ends per room`: the records that make the list's records unavailable. */
function readFree(value: Text, {entity, context, findings, freeWhere: where, freeIf: available}: ReadingFree) {
  const [, named = '', first = '', last = '', by = ''] =
    /^(\w+) by ([a-z][\w ]*?)\.\.([a-z][\w ]*?) per ([a-z][\w ]*)$/.exec(value.text) ?? []
  const other = context.entities.entities.get(named)
  const [from, to, per] = [canonicalName(first), canonicalName(last), canonicalName(by)]
  const typeOf = (name: string): Type | null => (other ? (fieldOf(other, name)?.type.type ?? null) : null)
  const begins = typeOf(from)
  const led = other ? fieldOf(other, per)?.type.type : undefined
  if (
    other &&
    (begins?.kind === 'date' || begins?.kind === 'date and time') &&
    typeOf(to)?.kind === begins.kind &&
    led?.kind === 'reference' &&
    led.entity === entity.name
  ) {
    // In `free if`, the two names are the ends of the period that is looked for.
    const inputs = new Map([from, to].map(name => [name, begins]))
    const searched = {...context, scope: {...context.scope, inputs}}
    return {
      entity: named,
      from,
      to,
      per,
      where: readWhere(where, other, context, findings),
      available: readWhere(available, entity, searched, findings),
    }
  }
  if (other && [from, to, per].some(name => other.unread.has(name))) return null
  if (!other && named !== '') {
    findings.push(unknownEntity('N211', sliceOf(value, 0, named.length), context.entities))
    return null
  }
  const hint = 'Write it like this: `- free: Booking by starts..ends per room`.'
  const message = `\`${value.text}\` is not an entity with two dates and a field that leads to ${entity.name}.`
  findings.push(finding('N240', value, {message, hint}))
  return null
}
