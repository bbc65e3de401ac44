/** German grammar. */
import {continued, type LanguageGrammar, listIn, pluralIn, upperFirst} from '../grammar.ts'

export const tag = 'de'

export const plural = pluralIn(tag)
export const listed = listIn(tag)

/** `10.000`. */
export const counted = (count: number): string => count.toLocaleString(tag)

/** “hat die Tage neu berechnet” → “die Tage neu berechnet”: sentences about actions continue a name with “hat”. */
export const withoutHat = (sentence: string): string => sentence.replace(/^hat /, '')

/** “hat die Tage neu berechnet” → “haben die Tage neu berechnet”, after “Sie”. */
export const toYou = (sentence: string): string => sentence.replace(/^hat /, 'haben ')

/** “hat die Tage neu berechnet” → “Die Tage neu berechnet” */
export const withoutName = (sentence: string): string => upperFirst(withoutHat(sentence))

/** `einen Raum`, by the ending of the noun; a noun of unknown gender is quoted without an article. */
export function withArticle(noun: string): string {
  if (/(?:raum|platz|tisch|saal|wagen)$/i.test(noun)) return `einen ${noun}`
  if (/(?:zimmer|fahrzeug|gerät|auto|büro)$/i.test(noun)) return `ein ${noun}`
  if (/(?:person|ung|heit|keit|schaft|ion)$/i.test(noun)) return `eine ${noun}`
  return `zuerst „${noun}“`
}

const units: Readonly<Record<string, string>> = {Tage: 'Tag', Stunden: 'Stunde', Minuten: 'Minute'}

/** “4 Stunden”, where the label is a unit; other numbers have their label: “Plätze: 5”. */
export function measured(label: string, count: number, text: string): string {
  const unit = units[label]
  return unit === undefined ? `${label}: ${text}` : `${text} ${plural(count, {one: unit, other: label})}`
}

/** “Max genehmigen?”; several words are not a verb. */
export const doneTo = (action: string, several: string): string =>
  action.includes(' ') ? `„${action}“ für ${several}` : `${several} ${action.toLowerCase()}`

/** The last abbreviation of a date has a full stop of its own: `9.–15. Dez.` */
const endsInMonth = /\d\. (?:Jan|Feb|Apr|Aug|Sept|Okt|Nov|Dez)\.$/

const possessives = new Map([
  ['den', 'Ihren'],
  ['die', 'Ihre'],
  ['das', 'Ihr'],
  ['dem', 'Ihrem'],
])

/** “den Antrag von Ada” is “Ihren Antrag” for Ada, “für Ada” is “für Sie”. */
function withReader(text: string, name: string): string {
  const own = text.replace(
    /\b(den|die|das|dem) (\p{Lu}[\p{L}-]*) von $/u,
    (_, article: string, noun: string) => `${possessives.get(article)} ${noun}`,
  )
  if (own !== text) return own
  return text + (/\bvon $/.test(text) ? 'Ihnen' : /\bfür $/.test(text) ? 'Sie' : name)
}

export const grammar: LanguageGrammar = {
  // A document gives its plurals.
  pluralOf: label => label,
  inSentence: label => label,
  // A label of several words begins with a noun.
  buttonInSentence: label => (label.includes(' ') ? label : label.charAt(0).toLowerCase() + label.slice(1)),
  titled: sentence => (endsInMonth.test(sentence) ? sentence : sentence.replace(/\.$/, '')),
  dateRange: text => text,
  fieldPhrase: ({label}) => (label === '' ? 'einen Wert' : `„${label}“`),
  isOneThing: label => label !== '',
  toActor: text => text,
  addressed: parts =>
    parts.reduce<string>(
      (text, part) => (typeof part === 'string' ? continued(text, part) : withReader(text, part.reader)),
      '',
    ),
  // The verb is anywhere: “Genehmigen” and “hat {kind} von {person} genehmigt”.
  verbOf: (action, words) => words.find(word => word.startsWith(action.slice(0, 5))) ?? null,
}
