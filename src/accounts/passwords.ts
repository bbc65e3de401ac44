/**
 * Passwords: what may be one, for sign-up, sign-in, reset, change and the command line alike, and how they are stored: argon2id, each with its own salt,
 * in the usual text form with its costs, so that costs can be raised later. Hashing takes much memory on purpose, so few are hashed at once.
 */
import {argon2, randomBytes, timingSafeEqual} from 'node:crypto'
import {Refused} from '../engine/reply.ts'
import {commonPasswords} from './common-passwords.ts'

interface PasswordProblem {
  readonly code: 'REQUIRED' | 'TOO_SHORT' | 'TOO_LONG' | 'ODD_CHARACTERS' | 'EASY_PASSWORD'
  readonly values: Readonly<Record<string, string>>
}

type ReadPassword =
  | {readonly ok: true; readonly password: string; readonly count: number}
  | {readonly ok: false; readonly problem: PasswordProblem}

/** In characters: a request must not make the server hash a megabyte. */
const longestPassword = 128

/** In the one form that is hashed: the same password typed on two keyboards may come as different characters, and NFKC makes them one. */
function readPassword(text: string): ReadPassword {
  const password = text.normalize('NFKC')
  const count = [...password].length
  if (password.trim() === '') return invalid('REQUIRED')
  // Control characters and broken pairs do not survive every browser and terminal.
  if (/\p{Cc}/u.test(password) || !password.isWellFormed()) return invalid('ODD_CHARACTERS')
  if (count > longestPassword) return invalid('TOO_LONG', {most: String(longestPassword), count: String(count)})
  return {ok: true, password, count}
}

function invalid(
  code: PasswordProblem['code'],
  values: PasswordProblem['values'] = {},
): {readonly ok: false; readonly problem: PasswordProblem} {
  return {ok: false, problem: {code, values}}
}

interface PasswordRules {
  readonly least: number
  /** Words that a guesser would begin with: the product's name, the person's own. */
  readonly words: readonly string[]
  /** Whether the document accepts those that are guessed first. */
  readonly easy?: boolean
}

/** Whether it may be chosen: long enough, and not among those that are guessed first. */
export async function validatePassword(
  text: string,
  {least, words, easy = false}: PasswordRules,
): Promise<PasswordProblem | null> {
  const read = readPassword(text)
  if (!read.ok) return read.problem
  if (read.count < least) return {code: 'TOO_SHORT', values: {least: String(least)}}
  return !easy && (await isEasy(read.password, words)) ? {code: 'EASY_PASSWORD', values: {}} : null
}

async function isEasy(password: string, words: readonly string[]): Promise<boolean> {
  const folded = password.toLowerCase()
  const bare = folded.replace(/[^\p{L}]+$/u, '')
  const {all, words: bases} = await commonPasswords()
  if (all.has(folded) || (bare.length >= 4 && bases.has(bare))) return true
  return new Set(folded).size < 4 || isRow(folded) || littleBeside(folded, words)
}

/** `12345678`, `hgfedcba`: each character is the next one, or each the one before. */
function isRow(text: string): boolean {
  const codes = [...text].map(letter => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

const leastBeside = 5

/** Known words with next to nothing around them: `anna2026!`. */
function littleBeside(password: string, words: readonly string[]): boolean {
  const known = words.flatMap(partsOf).sort((a, b) => b.length - a.length)
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), password)
  return rest.length < password.length && [...rest].length < leastBeside
}

function partsOf(text: string): string[] {
  const parts = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '')
  return [parts.join(''), ...parts].filter(part => part.length >= 3)
}

/** At most so many at once; the others wait in a queue, and when the queue is full they are refused. */

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

  /** The place goes straight to the one that has waited longest. */
  private leave(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.running -= 1
  }
}

interface Costs {
  /** KiB */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** What OWASP recommends for argon2id. */
const costs: Costs = {memory: 19_456, passes: 2, parallelism: 1}
const tagLength = 32
const hashing = new Semaphore({atOnce: 2, longestLine: 200})

/** The password must have been validated. */
export async function hashPassword(text: string): Promise<string> {
  const read = readPassword(text)
  if (!read.ok) throw new Error('only what may be a password is hashed')
  const salt = randomBytes(16)
  const tag = await digest(read.password, salt, costs)
  return `$argon2id$v=19$m=${costs.memory},t=${costs.passes},p=${costs.parallelism}$${plain(salt)}$${plain(tag)}`
}

/** Takes as long for a person who has no password, or does not exist, as for one who has. */
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

interface StoredHash {
  readonly salt: Buffer
  readonly tag: Buffer
  readonly costs: Costs
}

const nobodys: StoredHash = {salt: Buffer.alloc(16, 7), tag: Buffer.alloc(tagLength), costs}

function parseHash(hash: string): StoredHash | null {
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
  return hashing.take(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', {message, nonce, tagLength, ...its}, (error, tag) => (error ? reject(error) : resolve(tag)))
      }),
  )
}
