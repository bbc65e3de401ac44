/** The `- key: value` bullets of a section, by key; what is not known there, or is said twice, is a finding. */
import {type Finding, finding} from './finding.ts'
import {suggest} from './near.ts'
import type {Bullet, Section} from './raw.ts'

export function readBullets<Key extends string>(
  section: Section,
  known: readonly Key[],
  findings: Finding[],
): Partial<Record<Key, Bullet>> {
  const found: Partial<Record<Key, Bullet>> = {}
  for (const bullet of section.blocks) {
    if (bullet.kind !== 'bullet') continue
    const key = known.find(each => each === bullet.key.text)
    if (key === undefined) findings.push(unknownBullet(bullet, known))
    else if (found[key]) findings.push(bulletTwice(bullet))
    else found[key] = bullet
  }
  return found
}

function unknownBullet(bullet: Bullet, known: readonly string[]): Finding {
  return finding('N018', bullet.key, {
    message: `"${bullet.key.text}" is nothing that can be said here.`,
    hint:
      suggest(bullet.key.text, known, `Known are: ${known.join(', ')}.`) ||
      'Begin the line with a capital letter if it is prose.',
  })
}

function bulletTwice(bullet: Bullet): Finding {
  return finding('N019', bullet.key, {
    message: `"${bullet.key.text}" is said twice here.`,
    hint: 'Keep one of the two lines.',
  })
}
