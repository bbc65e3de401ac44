import {argon2, randomBytes, timingSafeEqual} from 'node:crypto'
import {Refused} from '../engine/reply.ts'
import {readPassword} from './password-rules.ts'

/** At most so many at once; the others wait in line, and when the line is too long they are turned away. */

export class Semaphore {
  private running = 0
  private readonly waiting: (() => void)[] = []
  private readonly atOnce: number
  private readonly longestLine: number

  constructor({atOnce, longestLine}: {atOnce: number; longestLine: number}) {
    this.atOnce = atOnce
    this.longestLine = longestLine
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.enter()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.atOnce) {
      this.running += 1
      return
    }
    if (this.waiting.length >= this.longestLine) throw new Refused('BUSY')
    await new Promise<void>(resolve => this.waiting.push(resolve))
  }

  /** The place goes to whoever waits longest, so nobody can slip in between. */
  private leave(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.running -= 1
  }
}

/**
 * Passwords as they are kept: argon2id, each with a salt of its own, written in the usual text form with its costs, so that
 * costs can be raised later. Hashing takes much memory on purpose, so only few are hashed at once.
 */

interface Costs {
  /** KiB */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** What OWASP recommends for argon2id. */
const costs: Costs = {memory: 19_456, passes: 2, parallelism: 1}
const tagLength = 32
const turns = new Semaphore({atOnce: 2, longestLine: 200})

/** Of a password that was judged before. */
export async function hashPassword(text: string): Promise<string> {
  const read = readPassword(text)
  if (!read.ok) throw new Error('only what may be a password is hashed')
  const salt = randomBytes(16)
  const tag = await digest(read.password, salt, costs)
  return `$argon2id$v=19$m=${costs.memory},t=${costs.passes},p=${costs.parallelism}$${plain(salt)}$${plain(tag)}`
}

/** Takes as long for somebody who has no password, or does not exist, as for somebody who has. */
export async function isPassword(text: string, hash: string | null): Promise<boolean> {
  const kept = hash === null ? null : parseHash(hash)
  const {salt, tag, costs: its} = kept ?? nobodys
  const read = readPassword(text)
  const made = await digest(read.ok ? read.password : '', salt, its)
  return timingSafeEqual(made, tag) && kept !== null && read.ok
}

/** Whether it was made with other costs than today's. */
export function isOutdated(hash: string): boolean {
  const its = parseHash(hash)?.costs
  return its?.memory !== costs.memory || its.passes !== costs.passes || its.parallelism !== costs.parallelism
}

interface Kept {
  readonly salt: Buffer
  readonly tag: Buffer
  readonly costs: Costs
}

const nobodys: Kept = {salt: Buffer.alloc(16, 7), tag: Buffer.alloc(tagLength), costs}

function parseHash(hash: string): Kept | null {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!parts) return null
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const bytes = Buffer.from(tag, 'base64')
  if (bytes.length !== tagLength) return null
  const its = {memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism)}
  return {salt: Buffer.from(salt, 'base64'), tag: bytes, costs: its}
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

function digest(password: string, nonce: Buffer, its: Costs): Promise<Buffer> {
  const message = Buffer.from(password)
  return turns.take(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', {message, nonce, tagLength, ...its}, (error, tag) => (error ? reject(error) : resolve(tag)))
      }),
  )
}
