/**
 * Two days of a name the way people say them: “7 to 11 May 2026”, and one day by itself where both are the same.
 * Only what stands between them as a dash or a word is a span; everything else stays as the document writes it.
 */

export interface NameText {
  readonly text: string
  readonly day: boolean
}

const between = /^\s*(?:\p{L}+|[-–—])\s*$/u

export function joinName(parts: readonly NameText[]): string {
  const said = parts.map(({text}) => text)
  for (const [at, part] of parts.entries()) {
    const [middle, other] = [parts[at + 1], parts[at + 2]]
    if (!part.day || !other?.day || !middle || middle.day || !between.test(middle.text)) continue
    if (part.text !== other.text) said[at] = withoutEnd(part.text, other.text)
    else said.splice(at, 2, '', '')
  }
  return said.join('')
}

/** Without the words at its end that the other ends with too: the month and the year. */
function withoutEnd(text: string, other: string): string {
  const [words, others] = [text.split(' '), other.split(' ')]
  while (words.length > 1 && words.at(-1) === others.at(-1)) {
    words.pop()
    others.pop()
  }
  return words.join(' ')
}
