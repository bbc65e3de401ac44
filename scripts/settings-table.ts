/** Writes the table of the settings of screens in docs/language.md, from their declarations: `node scripts/settings-table.ts`. */
import {readFileSync, writeFileSync} from 'node:fs'
import type {ScreenKind} from '../src/points/screens/model.ts'
import {settingsOf} from '../src/points/screens/settings.ts'
import {kinds} from '../src/screens/kinds.ts'

export const settingsPage = 'docs/language.md'
const began = '<!-- settings: written by scripts/settings-table.ts -->'
const ended = '<!-- end of settings -->'

export function withSettings(page: string, all: readonly ScreenKind[] = kinds): string {
  const [from, to] = [page.indexOf(began), page.indexOf(ended)]
  if (from < 0 || to < from) throw new Error(`${settingsPage} has lost the marks of its settings.`)
  return `${page.slice(0, from)}${began}\n\n${tableOf(all)}\n\n${page.slice(to)}`
}

/** One row per setting, in the order of the kinds; those of every screen come last. */
function tableOf(all: readonly ScreenKind[]): string {
  const shown = all.filter(kind => kind.shown)
  // Of kinds that read a setting in different ways, the first explains it.
  const found = new Map(shown.toReversed().flatMap(kind => settingsOf(kind).map(each => [each.key, each] as const)))
  const keys = [...new Set(shown.flatMap(kind => settingsOf(kind).map(({key}) => key)))]
  const rows = keys
    .flatMap(name => found.get(name) ?? [])
    .map(({key, example, describe}) => {
      const having = shown.filter(kind => settingsOf(kind).some(each => each.key === key)).map(({name}) => name)
      const where = having.length === shown.length ? 'every screen' : having.join(', ')
      return {isCommon: having.length === shown.length, text: `| \`- ${example}\` | ${where} | ${describe} |`}
    })
  const ordered = [...rows.filter(({isCommon}) => !isCommon), ...rows.filter(({isCommon}) => isCommon)]
  return ['| Setting | Screens | Meaning |', '|---|---|---|', ...ordered.map(({text}) => text)].join('\n')
}

if (import.meta.main) writeFileSync(settingsPage, withSettings(readFileSync(settingsPage, 'utf8')))
