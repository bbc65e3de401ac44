/** Writes the table of settings in docs/language.md, from the bullets of the kinds: `node scripts/bullet-table.ts`. */
import {readFileSync, writeFileSync} from 'node:fs'
import {bulletsOf} from '../src/points/screens/bullets/of-kind.ts'
import type {ScreenKind} from '../src/points/screens/model.ts'
import {kinds} from '../src/screens/kinds.ts'

export const bulletsPage = 'docs/language.md'
const began = '<!-- settings: written by scripts/bullet-table.ts -->'
const ended = '<!-- end of settings -->'

export function withBulletTable(page: string, all: readonly ScreenKind[] = kinds): string {
  const [from, to] = [page.indexOf(began), page.indexOf(ended)]
  if (from < 0 || to < from) throw new Error(`${bulletsPage} has lost the marks of its settings.`)
  return `${page.slice(0, from)}${began}\n\n${tableOf(all)}\n\n${page.slice(to)}`
}

/** One row per bullet, in the order of the kinds; those of every screen come last. */
function tableOf(all: readonly ScreenKind[]): string {
  // Of kinds that read a bullet in different ways, the first explains it.
  const found = new Map(all.toReversed().flatMap(kind => bulletsOf(kind).map(each => [each.key, each] as const)))
  const keys = [...new Set(all.flatMap(kind => bulletsOf(kind).map(({key}) => key)))]
  const rows = keys
    .flatMap(name => found.get(name) ?? [])
    .map(({key, example, describe}) => {
      const having = all.filter(kind => bulletsOf(kind).some(each => each.key === key)).map(({name}) => name)
      const where = having.length === all.length ? 'every screen' : having.join(', ')
      return {isCommon: having.length === all.length, text: `| \`- ${example}\` | ${where} | ${describe} |`}
    })
  const ordered = [...rows.filter(({isCommon}) => !isCommon), ...rows.filter(({isCommon}) => isCommon)]
  return ['| Setting | Screens | Meaning |', '|---|---|---|', ...ordered.map(({text}) => text)].join('\n')
}

if (import.meta.main) writeFileSync(bulletsPage, withBulletTable(readFileSync(bulletsPage, 'utf8')))
