/**
 * What a password is, judged in this one place for everybody who chooses or types one: sign-up, sign-in, reset, change and the command line. What
 * can be chosen can therefore be used.
 */
import {commonPasswords} from './common-passwords.ts'

export interface PasswordProblem {
  readonly code: 'REQUIRED' | 'TOO_SHORT' | 'TOO_LONG' | 'ODD_CHARACTERS' | 'EASY_PASSWORD'
  readonly values: Readonly<Record<string, string>>
}

export type ReadPassword =
  | {readonly ok: true; readonly password: string; readonly count: number}
  | {readonly ok: false; readonly problem: PasswordProblem}

/** In characters; nobody shall make us hash a megabyte. */
const longestPassword = 128

/** In the one form that is hashed: the same password typed on two keyboards may come as different characters, and NFKC makes them one. */
export function readPassword(text: string): ReadPassword {
  const password = text.normalize('NFKC')
  const count = [...password].length
  if (password.trim() === '') return refused('REQUIRED')
  // Control characters and broken pairs do not survive every browser and terminal.
  if (/\p{Cc}/u.test(password) || !password.isWellFormed()) return refused('ODD_CHARACTERS')
  if (count > longestPassword) return refused('TOO_LONG', {most: String(longestPassword), count: String(count)})
  return {ok: true, password, count}
}

function refused(
  code: PasswordProblem['code'],
  values: PasswordProblem['values'] = {},
): {readonly ok: false; readonly problem: PasswordProblem} {
  return {ok: false, problem: {code, values}}
}

export interface PasswordRules {
  readonly least: number
  /** Messages that a guesser would begin with: the product's name, the person's own. */
  readonly words: readonly string[]
}

/** Whether it may be chosen: long enough, and not among those that are guessed first. */
export async function validatePassword(text: string, {least, words}: PasswordRules): Promise<PasswordProblem | null> {
  const read = readPassword(text)
  if (!read.ok) return read.problem
  if (read.count < least) return {code: 'TOO_SHORT', values: {least: String(least)}}
  return (await isEasy(read.password, words)) ? {code: 'EASY_PASSWORD', values: {}} : null
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
