/** A short word for a failure that people can read out over the telephone: no letters that look alike. */
import {randomInt} from 'node:crypto'

const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

export function newReference(): string {
  const pick = () => letters[randomInt(letters.length)] ?? ''
  return `${Array.from({length: 4}, pick).join('')}-${Array.from({length: 4}, pick).join('')}`
}
