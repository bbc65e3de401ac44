/** The `- key: value` bullets of a section, by key; what is unknown there, empty, or there twice is a finding. */
import {type Finding, finding} from './finding.ts'
import {suggestFor} from './near.ts'
import type {AlmostBullet, Bullet, RawPoint, RawSection} from './raw.ts'

export function readBullets<Key extends string>(
  section: RawSection,
  known: readonly Key[],
  findings: Finding[],
): Partial<Record<Key, Bullet>> {
  const found: Partial<Record<Key, Bullet>> = {}
  for (const block of section.blocks) {
    if (block.kind === 'prose')
      findings.push(...(block.almost ?? []).filter(({key}) => known.some(each => each === key)).map(almostBullet))
    if (block.kind !== 'bullet') continue
    const key = known.find(each => each === block.key.text)
    if (key === undefined) findings.push(unknownBullet(block, known))
    else if (found[key]) findings.push(bulletTwice(block))
    else if (block.value.text === '') findings.push(emptyBullet(block))
    else found[key] = block
  }
  return found
}

/** In points whose tables declare everything, a setting means nothing. */
export function settingsWithoutMeaning({number, sections}: RawPoint): Finding[] {
  return sections.flatMap(({blocks}) =>
    blocks
      .filter(block => block.kind === 'bullet')
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

/** Prose begins with a capital letter, so this may be meant. */
export function almostBullet({key, fix, ...place}: AlmostBullet): Finding {
  return finding('N023', place, {
    message: `This looks like the setting \`${key}\`, but it is read as prose.`,
    hint: `Write \`- ${key}: …\`, in small letters and without marks. If it is prose, start it in another way.`,
    fix,
  })
}
