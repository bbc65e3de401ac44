/** Plural forms by the rules of a language. */

export interface PluralForms {
  readonly one: string
  readonly other: string
}

/** `plural(2, {one: '1 result', other: '2 results'})`: the form that this language uses with the number. */
export function pluralIn(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, {one, other}) => (rules.select(count) === 'one' ? one : other)
}
