/**
 * Numbers as people type them: in the language's own writing ("1.234,5" in German) and plainly ("1234.5"). Where a
 * text is a number in both ways, a person is read in their language and a file plainly.
 */
import {type Num, parseNum} from '../../../feel/decimal.ts'
import {kept, numberFormat} from './formats.ts'

const longest = 60

export function readTypedNumber(text: string, language: string): Num | null {
  return readInLanguage(text, language) ?? readPlainNumber(text)
}

export function readFiledNumber(text: string, language: string): Num | null {
  return readPlainNumber(text) ?? readInLanguage(text, language)
}

export function readPlainNumber(text: string): Num | null {
  const plain = text.trim().replace(/^\u2212/, '-')
  return plain.length <= longest && /^[-+]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(plain) ? parseNum(plain) : null
}

function readInLanguage(text: string, language: string): Num | null {
  if (text.length > longest) return null
  const marks = marksOf(language)
  // Marks of direction stand around the sign in languages written from right to left.
  const bare = text.replace(/[\u200e\u200f\u061c]/g, '').trim()
  const digits = [...bare].map(character => marks.digits.get(character) ?? character).join('')
  const match = marks.pattern.exec(digits)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const number = `${whole.replace(/\D/g, '')}${fraction === '' ? '' : `.${fraction}`}`
  return parseNum(`${/[+]|^$/.test(sign) ? '' : '-'}${number}`)
}

interface Marks {
  readonly digits: ReadonlyMap<string, string>
  readonly pattern: RegExp
}

const known = new Map<string, Marks>()

function marksOf(language: string): Marks {
  return kept(known, language, () => makeMarks(language))
}

function makeMarks(language: string): Marks {
  const parts = numberFormat(language, {useGrouping: 'always'}).formatToParts(-1_234_567.8)
  const part = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  const groups = parts.filter(each => each.type === 'integer').map(each => [...each.value].length)
  const plain = numberFormat(language, {useGrouping: false})
  const digits = Array.from({length: 10}, (_, digit) => [plain.format(digit), String(digit)] as const)
  return {digits: new Map(digits), pattern: patternOf({group: part('group'), decimal: part('decimal'), groups})}
}

function patternOf({group, decimal, groups}: {group: string; decimal: string; groups: readonly number[]}): RegExp {
  const inner = groups.length > 2 ? (groups[1] ?? 3) : 3
  const mark = groupMark(group)
  const grouped = `\\d{1,${inner}}(?:${mark}\\d{${inner}})*${mark}\\d{3}`
  return new RegExp(`^([-+\\u2212]?)(${grouped}|\\d+|(?=${literal(decimal)}\\d))(?:${literal(decimal)}(\\d+))?$`)
}

/** People type any space for a thin one, and a straight apostrophe for a curly one. */
function groupMark(group: string): string {
  if (/^\s$/.test(group)) return '[\\s\\u00a0\\u202f]'
  return /['\u2019]/.test(group) ? "['\\u2019]" : literal(group)
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
