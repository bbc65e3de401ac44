/** The grammar of messages: plural forms, and the end of a sentence. */

interface PluralForms {
  readonly one: string
  readonly other: string
}

/** `plural(2, {one: '1 result', other: '2 results'})`: the plural form of this language for the number. */
export function pluralIn(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, {one, other}) => (rules.select(count) === 'one' ? one : other)
}

/** `Ada, Max and Cem`, without a comma before the last one. */
export function listed(
  names: readonly string[],
  language: string,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  const [only = ''] = names
  if (names.length < 2) return only
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language, {type}).format(names)
}

/** A sentence as a heading or a subject: without its full stop, but with the one of an abbreviated month: `9.–15. Dez.` */
export function titled(sentence: string): string {
  return /\d\. (?:Jan|Feb|Apr|Aug|Sept|Okt|Nov|Dez)\.$/.test(sentence) ? sentence : sentence.replace(/\.$/, '')
}

/** `reminder sent` → `Reminder sent` */
export function capitalised(text: string): string {
  return text.replace(/^./u, first => first.toUpperCase())
}

/** Adds a full stop, unless the last word is an abbreviation that already has one: `9.–15. Dez.` */
export function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
