/** The `- key: value` bullets of a section, by key. Unknown, empty and duplicate ones are findings. */

import {type Finding, finding} from './finding.ts'
import {type AlmostBullet, type Bullet, type RawPoint, type RawSection, sliceOf, type Text} from './raw.ts'
import {suggestFor} from './spelling.ts'

/* Splits a cell at a separator, but not inside quotes or brackets. Every part keeps its place in the source. */

const opening = '([{'
const closing = ')]}'

export function splitText(text: Text, sign: string): Text[] {
  const ends = [...signsIn(text.text, sign), text.text.length]
  let start = 0
  return ends.map(end => {
    const part = textBetween(text, start, end)
    start = end + 1
    return part
  })
}

/** The parts before and after the first of these characters; null if none occurs. */
export function splitOnce(text: Text, sign: string): readonly [Text, Text] | null {
  const [at] = signsIn(text.text, sign)
  return at === undefined ? null : [textBetween(text, 0, at), textBetween(text, at + 1, text.text.length)]
}

export function textBetween(text: Text, start: number, end: number): Text {
  return sliceOf(text, start, end)
}

function signsIn(text: string, sign: string): number[] {
  const found: number[] = []
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') at = endOfString(text, at)
    else if (opening.includes(character)) depth += 1
    else if (closing.includes(character)) depth -= 1
    else if (character === sign && depth === 0) found.push(at)
  }
  return found
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

// A comma-separated list of names, each with its place.

export interface PlacedName {
  readonly name: string
  readonly place: Text
}

export function placedNames(text: Text, from = 0): PlacedName[] {
  const found: PlacedName[] = []
  for (const match of text.text.slice(from).matchAll(/[^,]+/g)) {
    const name = match[0].trim()
    const offset = from + match.index + match[0].length - match[0].trimStart().length
    if (name !== '') found.push({name, place: sliceOf(text, offset, offset + name.length)})
  }
  return found
}

export function readBullets<Key extends string>(
  section: RawSection,
  known: readonly Key[],
  findings: Finding[],
): Partial<Record<Key, Bullet>> {
  const found: Partial<Record<Key, Bullet>> = {}
  for (const block of section.blocks) {
    if (block.kind !== 'prose' && block.kind !== 'bullet') continue
    findings.push(...(block.almost ?? []).filter(({key}) => known.some(each => each === key)).map(almostBullet))
    if (block.kind === 'prose') continue
    const key = known.find(each => each === block.key.text)
    if (key === undefined) findings.push(unknownBullet(block, known))
    else if (found[key]) findings.push(bulletTwice(block))
    else if (block.value.text === '') findings.push(emptyBullet(block))
    else found[key] = block
  }
  return found
}

/** In points declared by tables, settings have no meaning, except those `known` under the heading of the point. */
export function settingsWithoutMeaning({number, sections}: RawPoint, known: readonly string[] = []): Finding[] {
  return sections.flatMap(({heading, blocks}) =>
    blocks
      .filter(block => block.kind === 'bullet')
      .filter(({key}) => heading !== null || !known.includes(key.text))
      .map(({key}) =>
        finding('N023', key, {
          message: `Point ${number} has no settings: \`${key.text}\` is read as prose.`,
          hint: 'Write it as a row of a table. If it is prose, start the line with a capital letter.',
        }),
      ),
  )
}

function unknownBullet({key}: Bullet, known: readonly string[]): Finding {
  return finding('N018', key, {
    message: `Unknown setting \`${key.text}\`.`,
    ...suggestFor(
      key,
      known,
      known.length > 0 ? `Settings here: ${known.join(', ')}.` : 'Start the line with a capital letter if it is prose.',
    ),
  })
}

function bulletTwice({key}: Bullet): Finding {
  return finding('N019', key, {message: `\`${key.text}\` is set twice here.`, hint: 'Keep one of the two lines.'})
}

function emptyBullet({key, nested, line, endLine, column, endColumn}: Bullet): Finding {
  if (nested.length === 0)
    return finding('N018', key, {
      message: `\`${key.text}\` has no value.`,
      hint: 'Write the value after the colon, or remove the line.',
    })
  const written = `${key.text}: ${nested.join(', ')}`
  return finding('N018', key, {
    message: `The values of \`${key.text}\` are in a list of their own, which is not read.`,
    hint: `Write them in one line: \`- ${written}\`.`,
    fix: {line, column, endLine, endColumn, text: written},
  })
}

/** Prose starts with a capital letter, so this may be meant as one. */
function almostBullet({key, fix, ...place}: AlmostBullet): Finding {
  return finding('N023', place, {
    message: `This looks like the setting \`${key}\`, but it is read as prose.`,
    hint: `Write \`- ${key}: …\` at the margin, in lower case and without marks. If it is prose, start it differently.`,
    fix,
  })
}
