/**
 * Ids of records: UUIDs of version 7. Sortable by the time they were made, growing within a process, and with 62 fresh
 * random bits each, so that nobody can guess or count them. The same text on both databases.
 */
import {randomFillSync} from 'node:crypto'

export type NewId = () => string

/** The 12 bits beside the milliseconds count within one; they begin low, so that there is room to count. */
const mostInMillisecond = 0xfff

/** Random bytes for one id. */
const perId = 10

export function idMaker(now: () => number = Date.now): NewId {
  const pool = Buffer.alloc(perId * 200)
  let used = pool.length
  let millisecond = 0
  let count = 0
  return () => {
    // Asked for many at once: asking costs more than the bytes.
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const random = pool.toString('hex', used, used + 8)
    const [high = 0, low = 0] = [pool[used + 8], pool[used + 9]]
    used += perId
    const time = now()
    if (time > millisecond) {
      millisecond = time
      count = (high << 3) | (low & 7)
    } else if (count < mostInMillisecond) count += 1
    else {
      // More than the counter holds, or a clock that went back: borrow from the future and stay in order.
      millisecond += 1
      count = 0
    }
    return format(millisecond, count, random)
  }
}

export const newId: NewId = idMaker()

/** `hex`: eight random bytes. */
function format(millisecond: number, count: number, hex: string): string {
  const time = millisecond.toString(16).padStart(12, '0')
  const variant = (8 | (Number.parseInt(hex.charAt(0), 16) & 3)).toString(16)
  const counted = count.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${variant}${hex.slice(1, 4)}-${hex.slice(4, 16)}`
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const isId = (text: string): boolean => idPattern.test(text)
