/** The end of a sentence. */

/** With a full stop, unless the last word is an abbreviation that already has one: `9.–15. Dez.` */
export function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
