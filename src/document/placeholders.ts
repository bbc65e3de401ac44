/** `{total}` in texts for people, and its spellings in other languages: `${total}`, `{{total}}`, `%{total}`. */
import {type Finding, finding} from './finding.ts'
import {placeIn, replacing, type Text} from './raw.ts'

/** `isKnown`: whether a name would be filled in, so that braces in prose are left alone. */
export function foreignPlaceholders(text: Text, isKnown: (name: string) => boolean): Finding[] {
  return [...text.text.matchAll(/[$%#]\{\s*([\w.]+)\s*\}|\{\{\s*([\w.]+)\s*\}\}/g)].flatMap(match => {
    const name = match[1] ?? match[2] ?? ''
    if (!isKnown(name)) return []
    return [
      finding('N508', placeIn(text, match.index), {
        message: `\`${match[0]}\` is shown with the extra characters.`,
        hint: `Write \`{${name}}\`.`,
        fix: replacing(text, `{${name}}`, match.index, match.index + match[0].length),
      }),
    ]
  })
}
