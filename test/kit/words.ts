/** The words and phrases that our texts do not use. */

/** Words and phrases that our texts do not use, each with an example of what to write instead. */
const ruledOut: readonly {readonly words: RegExp; readonly instead: string}[] = [
  {words: /\bwho(?:so)?ever\b/i, instead: 'name the person: the author, the recipient'},
  {words: /\bsomebody\b/i, instead: 'someone, or name the person'},
  {words: /\bstands?\b(?!-)/i, instead: 'is, or is shown'},
  {words: /\bmeanwhile\b/i, instead: 'say what happened'},
  {words: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix'},
  {words: /\b(?:anew|afresh)\b/i, instead: 'again'},
  {words: /\bby (?:itself|themselves)\b/i, instead: 'automatically, or alone'},
  {words: /\bgo(?:es)? together\b/i, instead: 'match'},
  {words: /\blies? ahead\b/i, instead: 'upcoming'},
  {words: /(?<!\bthere) is none\b/i, instead: 'is not a …'},
  {words: /\blook among\b/i, instead: 'check'},
  {words: /\bnothing fits\b/i, instead: 'no results'},
  {words: /(?<!\bthere )\bis no (?:file|folder|form|number|date|text)\b/i, instead: 'is not a …'},
  {words: /\bplease fill (?:this|it) in\b/i, instead: 'name the field: Enter a title.'},
  {words: /\beverybody\b/i, instead: 'everyone'},
  {
    words: /\b(?:people|persons?|those|everyone|no one) whom\b/i,
    instead: 'leave “whom” out: people the document names',
  },
  {words: /\bsmall letters\b/i, instead: 'lower-case letters'},
  {words: /\bfor ever\b/i, instead: 'forever'},
  {words: /\bonce more\b/i, instead: 'again'},
  {words: /\bunder way\b/i, instead: 'in progress'},
  {words: /\bsound document\b/i, instead: 'valid document'},
  {words: /\b(?:is|are) there already\b/i, instead: 'already exists'},
  {words: /\b(?:at line [^ ]+|above|this name|a row) already\b(?! exists)/i, instead: 'put “already” before the verb'},
  {words: /\b(?:laid together|set apart by)\b/i, instead: 'merged, separated by'},
  {words: /\bunless told otherwise\b/i, instead: 'by default'},
  {words: /\b(?:rules?|row|world|it) (?:is|are) (?:only )?judged\b/i, instead: 'is checked'},
  {words: /\bnobody (?:fills|changes) it\b/i, instead: 'it cannot be filled in, changed'},
  {words: /\bthis must be (?:at|from)\b/i, instead: 'Enter a value …'},
  {words: /\}'s\b/, instead: 'a typographic apostrophe: {person}’s'},
  {words: /\b(?:one|line|key|text|machine|lookup) of ours\b/i, instead: 'our own …'},
  {words: /\bnothing here yet\b/i, instead: 'name the records: No bookings yet.'},
  {words: /\bfrom noon until noon\b/i, instead: 'noon to noon'},
  {words: /\bopened (?:this|next) year\b/i, instead: 'added'},
]

export function oddWords(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    ruledOut.flatMap(({words, instead}) => {
      const found = words.exec(line)
      return found ? [`${file}:${index + 1}: “${found[0]}” (${instead}): ${line.trim().slice(0, 120)}`] : []
    }),
  )
}
