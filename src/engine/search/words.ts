/**
 * Texts as searches see them: words without accents and case. Made here alone, for what is kept and for what is typed,
 * so that both databases find the same.
 */

/** What is longer is no word that anybody types to its end; both sides are cut alike. */
const longestWord = 40
/** Of one field; a text with more is found by its first ones. */
export const mostWords = 5000
/** What somebody types; more words do not find better. */
const mostTyped = 8
const longestTyped = 200

/** Letters that are not made of a plain one and a mark, yet are typed as one. */
const plain = new Map(
  Object.entries({ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', ς: 'σ'}),
)
const special = new RegExp(`[${[...plain.keys()].join('')}]`, 'g')

/** `Straße` → `strasse`, `Ærøskøbing` → `aeroskobing`. */
export function fold(text: string): string {
  // Large letters first: that is where ß becomes two.
  const small = text.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD')
  return small.replace(/\p{M}+/gu, '').replace(special, letter => plain.get(letter) ?? letter)
}

/** The different words of a text, in the order in which they first stand there. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  for (const [word] of fold(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    words.add(cut(word))
    if (words.size === mostWords) break
  }
  return [...words]
}

function cut(word: string): string {
  return word.length <= longestWord ? word : Array.from(word).slice(0, longestWord).join('')
}

/** The words that somebody looks for; those that another one begins with say nothing more. */
export function typedWords(text: string): string[] {
  if (text === '') return []
  const words = wordsOf(text.slice(0, longestTyped)).slice(0, mostTyped)
  return words.filter(word => !words.some(other => other !== word && other.startsWith(word)))
}
