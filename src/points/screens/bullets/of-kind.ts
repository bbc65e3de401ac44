/** The bullets that screens of a kind have, and what is said about one of another kind. */
import {type Finding, finding} from '../../../document/finding.ts'
import type {Bullet, RawSection} from '../../../document/raw.ts'
import {capitalised} from '../../entities/names.ts'
import type {ScreenKind} from '../model.ts'

// The entry in the menu, which every screen has.

/** As much of a bullet as explains it. */
export interface ExplainedBullet {
  readonly key: string
  readonly example: string
  readonly describe: string
}

const menuBullets: readonly ExplainedBullet[] = [
  {
    key: 'menu',
    example: 'menu: HR if any',
    describe: 'Its group in the menu, `no` to leave it out, `yes` for the first group; `if any` while it has records.',
  },
  {key: 'icon', example: 'icon: plane', describe: 'Its icon, by its name in Lucide.'},
  {
    key: 'layout',
    example: 'layout: Public',
    describe: 'The component of your own in place of menu, header and styles; `none` for those of the product.',
  },
]

/** Of screens that show several records. */
const countBullet: ExplainedBullet = {
  key: 'menu count',
  example: 'menu count: yes',
  describe: 'The number of its records beside its entry, or of those for which a condition holds.',
}

/** In the order in which hints list them. */
export function bulletsOf({bullets, can}: ScreenKind): readonly ExplainedBullet[] {
  const own = Object.values(bullets).flatMap(({key, ...each}) => (key === null ? [] : [{...each, key}]))
  const [menu, ...others] = menuBullets
  return [...own, ...(menu ? [menu] : []), ...(can.showMany ? [countBullet] : []), ...others]
}

export const bulletKeys = (kind: ScreenKind): readonly string[] => bulletsOf(kind).map(({key}) => key)

/** Those of all kinds. */
export const allBulletKeys = (kinds: readonly ScreenKind[]): ReadonlySet<string> => new Set(kinds.flatMap(bulletKeys))

/** The section without the bullets of other kinds, which are findings. */
export function withOwnBullets(
  section: RawSection,
  kind: ScreenKind,
  {kinds, findings}: {readonly kinds: readonly ScreenKind[]; readonly findings: Finding[]},
): RawSection {
  const own = bulletKeys(kind)
  const known = allBulletKeys(kinds)
  const blocks = section.blocks.filter(block => {
    if (block.kind !== 'bullet' || own.includes(block.key.text) || !known.has(block.key.text)) return true
    findings.push(ofOtherKinds(block, kind, kinds))
    return false
  })
  return {...section, blocks}
}

function ofOtherKinds({key}: Bullet, {name}: ScreenKind, kinds: readonly ScreenKind[]): Finding {
  const having = kinds.filter(each => bulletKeys(each).includes(key.text))
  return finding('N247', key, {
    message: `${capitalised(oneOf(name))} has no setting \`${key.text}\`.`,
    hint: `Remove it, or write it under ${kindsInWords(having)}.`,
  })
}

/** `a list, an inbox or a board` */
export function kindsInWords(kinds: readonly ScreenKind[]): string {
  const each = kinds.map(({name}) => oneOf(name))
  return each.length > 1 ? `${each.slice(0, -1).join(', ')} or ${each.at(-1)}` : each.join('')
}

/** A plural names a kind of screen: `a settings screen`. */
const oneOf = (name: string): string =>
  `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}${name.endsWith('s') ? ' screen' : ''}`
