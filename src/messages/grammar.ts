/** What the grammar of a language asks of a text: plural forms, and the end of a sentence. */

interface PluralForms {
  readonly one: string
  readonly other: string
}

/** `plural(2, {one: '1 result', other: '2 results'})`: the form that this language uses with the number. */
export function pluralIn(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, {one, other}) => (rules.select(count) === 'one' ? one : other)
}

/** With a full stop, unless the last word is an abbreviation that already has one: `9.–15. Dez.` */
export function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
