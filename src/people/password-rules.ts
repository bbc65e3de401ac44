/** Which passwords may be chosen: long enough, and not among those that are guessed first. */
import {commonPasswords} from './common-passwords.ts'
import {longestPassword} from './password-hash.ts'

export interface PasswordProblem {
  readonly code: 'REQUIRED' | 'TOO_SHORT' | 'TOO_LONG' | 'EASY_PASSWORD'
  readonly values: Readonly<Record<string, string>>
}

export interface PasswordRules {
  readonly least: number
  /** Words that a guesser would begin with: the product's name, the person's own. */
  readonly words: readonly string[]
}

export function judgePassword(password: string, {least, words}: PasswordRules): PasswordProblem | null {
  const count = [...password].length
  if (count === 0) return {code: 'REQUIRED', values: {}}
  if (count < least) return {code: 'TOO_SHORT', values: {least: String(least)}}
  if (count > longestPassword) return {code: 'TOO_LONG', values: {most: String(longestPassword), count: String(count)}}
  return isEasy(password, words) ? {code: 'EASY_PASSWORD', values: {}} : null
}

function isEasy(password: string, words: readonly string[]): boolean {
  const folded = fold(password)
  const bare = folded.replace(/[^\p{L}]+$/u, '')
  if (commonPasswords.has(folded) || (bare.length >= 4 && commonPasswords.has(bare))) return true
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
  const parts = fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '')
  return [parts.join(''), ...parts].filter(part => part.length >= 3)
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
