/** English nouns in sentences: “a title”, “an hour”, “the first day”, and labels that are not nouns, in quotes. */
import {type NamedField, type PhrasedField, pluralIn, upperFirst} from '../grammar.ts'

/** Within a sentence; abbreviations are unchanged. */
export const lowerFirst = (label: string): string => label.replace(/^\p{Lu}(?!\p{Lu})/u, letter => letter.toLowerCase())

/** "an Order", "a User", "an hour", "an SKU": by the sound of its beginning. */
export function withArticle(noun: string): string {
  if (/^other /i.test(noun)) return `an${noun}`
  return `${startsWithVowelSound(noun) ? 'an' : 'a'} ${noun}`
}

function startsWithVowelSound(noun: string): boolean {
  const [word = ''] = noun.split(/[\s-]/)
  if (/^\d/.test(word)) return /^(?:8|11(?!\d)|18(?!\d))/.test(word)
  // An abbreviation is spelt out: an HR contact, a URL.
  if (/^\p{Lu}{2,}/u.test(word)) return /^[AEFHILMNORSX]/.test(word)
  if (/^(?:hour|heir|honest|honou?r)/i.test(word)) return true
  return /^(?:[ai]|e(?!u)|o(?!n(?:c?e)\b)|u(?!s|ni(?!n)|ti|r[iou]))/i.test(word)
}

/** The kind of value that a control takes, for a label that cannot be used as a noun. */
const kinds: Readonly<Record<string, string>> = {
  number: 'a number',
  date: 'a date',
  time: 'a time',
  'date and time': 'a date and time',
  choice: 'an option',
  choices: 'an option',
  record: 'an option',
  records: 'an option',
  file: 'a file',
  'yes/no': 'yes or no',
}

/** “a start time”: a bare “start” or “end” says what is entered. */
const timeNouns: Readonly<Record<string, string>> = {date: 'date', time: 'time', 'date and time': 'time'}

const singleValues: ReadonlySet<string> = new Set(['date', 'time', 'date and time', 'choice', 'record'])

/**
 * The noun phrase in a message: “a start date”, “the first day”, “details”, “the number of seats”. `inSentence` is the
 * label in lower case. A label that is not clearly a noun is quoted: “a time for “Opens””.
 */
export function fieldPhrase({label, inSentence, control}: PhrasedField): string {
  const kind = kinds[control] ?? 'a value'
  if (label === '') return kind
  const noun = inSentence.replace(/\s*\([^()]*\)$/, '')
  if (/^(?:start|end)$/.test(noun) && timeNouns[control]) return withArticle(`${noun} ${timeNouns[control]}`)
  const quoted = `${kind} for “${label}”`
  if (control === 'yes/no' || !isNoun(noun)) return quoted
  const plural = isPlural(noun)
  if (plural && singleValues.has(control)) return quoted
  if (/^e-?mail$/.test(noun)) return 'an email address'
  if (plural && (control === 'number' || (!kinds[control] && /(?:^| )(?:hours|days)$/.test(noun))))
    return `the number of ${noun}`
  if (plural) return noun
  if (isDefinite(noun)) return `the ${noun}`
  return isUncountable(noun) ? noun : withArticle(noun)
}

/** “name”, “due date”: a label that “this” can precede. */
export const isOneThing = (noun: string): boolean => noun !== '' && isNoun(noun) && !isPlural(noun)

/**
 * A field in a sentence about a change: “the last day”, “the number of seats”; a label that is not a noun is quoted:
 * “Covered by”.
 */
export function theField({label, isNumber}: NamedField): string {
  const noun = lowerFirst(label)
  if (!isNoun(noun)) return `“${label}”`
  return isNumber && isPlural(noun) ? `the number of ${noun}` : `the ${noun}`
}

const words = (noun: string): string[] => noun.toLowerCase().split(' ')

/** `date of birth` is about a date. */
const headOf = (noun: string): string => words(noun.replace(/ of .*$/i, '')).at(-1) ?? ''

/** A set of words. Marked as pure at its calls, so that unused words are tree-shaken. */
function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

const notNouns = /* @__PURE__ */ wordsIn(
  `a about after again all also am an and any are as at away back be because before begin begins between both but by can closed could do does done
  due during each else enabled ends ever every extra finishes first for free from full had happy has have here how if in into is it its last late left
  many may maybe me might more most much must my needs new next no not now off old on once one only open opens or other our out over own paid
  past per previous private public ready required same shall should since so some starts than that the their then there these they this those
  through to today too true twice under until up urgent us valid via visible was we were what when where whether which while who whom whose
  why will with within without would yes yet you your`,
)

const ingNouns =
  /^(?:booking|briefing|building|drawing|filing|finding|heading|hearing|listing|meeting|opening|painting|rating|recording|ruling|saving|setting|sitting|warning|wedding)$/
const ableNouns = /^(?:cable|table|timetable|variable|vegetable)$/
const edNouns = /^(?:bed|feed|need|seed|speed)$/

function isNoun(noun: string): boolean {
  if (!/^[\p{L}\p{M}\d’'& -]+$/u.test(noun)) return false
  const all = words(noun)
  if (all.length > 5) return false
  const last = headOf(noun)
  // Only `of` may join two nouns; words such as “first” must be followed by a noun.
  const joined = all.filter(word => notNouns.has(word) && !mayLead.has(word) && word !== 'of')
  if (joined.length > 0 || notNouns.has(last) || mayLead.has(last)) return false
  if (/ing$/.test(last)) return ingNouns.test(last)
  if (/[ai]ble$/.test(last)) return ableNouns.test(last)
  if (/ed$/.test(last)) return edNouns.test(last)
  return !/(?:ly|ful|ive|less)$/.test(last)
}

/** Words that a noun may follow: “first day”, “other room”. */
const mayLead = /* @__PURE__ */ wordsIn(
  'closed current due earliest extra first free full last late latest new next old only open other own past previous private public same valid',
)

const uncountable = /* @__PURE__ */ wordsIn(
  `access accommodation advice cash catering clothing content data equipment evidence experience feedback furniture help information knowledge luggage
  metadata money music news notice postage progress proof research seniority software staff stock text traffic transport travel weather work`,
)

const isUncountable = (noun: string): boolean => uncountable.has(headOf(noun))

/** “guests”, but not “address”, “status”, “analysis” or “canvas”. */
const isPlural = (noun: string): boolean =>
  /^(?:children|people|men|women|media)$|[^suia]s$|(?:ie|e)s$/.test(headOf(noun))

/** “the first day”, but “a first name”. */
const isDefinite = (noun: string): boolean =>
  /^(?:current|earliest|first|last|latest|maximum|minimum|next|number of|only|previous|same|total)\b/i.test(noun) &&
  !/\bname$/i.test(noun)

/** “Approve 2 requests”, “Cancel 2 bookings” for “Cancel booking”, and “Change dates for 2 requests”. */
export function doneTo(action: string, several: string): string {
  const [last = ''] = action.split(' ').slice(-1)
  if (last === action) return `${action} ${several}`
  const isNamed = several.toLowerCase().endsWith(` ${last.toLowerCase()}s`)
  return isNamed ? `${action.slice(0, -last.length)}${several}` : `${action} for ${several}`
}

const plural = /* @__PURE__ */ pluralIn('en')

/** “4 hours”, where the label is a unit; other numbers have their label: “Seats: 5”. */
export function measured(label: string, count: number, text: string): string {
  return /^(?:Days|Hours|Minutes)$/.test(label)
    ? `${text} ${plural(count, {one: label.slice(0, -1), other: label}).toLowerCase()}`
    : `${label}: ${text}`
}

/** “Covered by Ida Holm”, “Office: Berlin”. */
export function labelled(label: string, text: string): string {
  return `${label}${/ (?:at|by|for|from|in|of|on|to|with)$/.test(label) ? '' : ':'} ${text}`
}

const uncounted = /\b(?:advice|damage|equipment|feedback|furniture|hardware|information|news|series|software|staff)$/i
const irregular: readonly (readonly [RegExp, string])[] = [
  [/\bperson$/i, 'people'],
  [/\bchild$/i, 'children'],
  [/(?<!\b(?:ger|hu|nor|ro))man$/i, 'men'],
  [/(?<=\b(?:shel|hal|lea))f$/i, 'ves'],
]

/** “Requests”, “Categories”, “People”. */
export function pluralOf(label: string): string {
  if (uncounted.test(label)) return label
  const other = irregular.find(([ending]) => ending.test(label))
  if (other) return upperFirst(label.replace(other[0], other[1]))
  if (/[^aeiou]y$/i.test(label)) return `${label.slice(0, -1)}ies`
  if (/(s|x|z|ch|sh)$/i.test(label)) return `${label}es`
  return `${label}s`
}
