/** A stored value in one text that is the same on both databases: for copies from one to the other, and for checksums. */
import type {Representation} from '../feel/sql/tables.ts'
import type {Stored} from '../points/entities/field-type.ts'
import type {DatabaseName} from './database.ts'

/** Numbers are counted in their smallest unit. */
export function toCanonical(stored: unknown, holds: Representation, database: DatabaseName): string | null {
  if (stored === null || stored === undefined) return null
  const text = String(stored)
  switch (holds.as) {
    case 'boolean':
      return stored === true || text === '1' ? 'yes' : 'no'
    case 'number':
      return database === 'postgres' ? scaled(text, holds.places) : text
    case 'date and time':
      return database === 'postgres' ? isoInstant(text) : text
    case 'words':
      return JSON.stringify(JSON.parse(text))
    default:
      return text
  }
}

export function fromCanonical(text: string | null, holds: Representation, database: DatabaseName): Stored {
  if (text === null) return null
  if (holds.as === 'boolean') return database === 'postgres' ? text === 'yes' : text === 'yes' ? 1n : 0n
  if (database === 'postgres') return holds.as === 'number' ? unscaled(text, holds.places) : text
  return isWhole(holds) ? BigInt(text) : text
}

const isWhole = ({as}: Representation): boolean => as === 'number' || as === 'days duration' || as === 'months duration'

/** PostgreSQL writes every digit of `numeric(20,2)`: 12.50 is 1250. */
function scaled(text: string, places: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0')).toString()
}

function unscaled(text: string, places: number): string {
  if (places === 0) return text
  const [sign, digits] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text]
  const padded = digits.padStart(places + 1, '0')
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`
}

/** `2026-03-29 01:30:00.5+00` is `2026-03-29T01:30:00.500Z`. */
function isoInstant(text: string): string {
  const [, date, time, fraction = ''] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? []
  if (date === undefined) throw new TypeError('PostgreSQL wrote an instant in an unknown way.')
  return `${date}T${time}.${fraction.padEnd(3, '0')}Z`
}
