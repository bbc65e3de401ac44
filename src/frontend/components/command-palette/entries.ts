/** What the palette offers: actions of this page, screens, records opened before, and what the server finds. */
import {type MenuItem, type Page, pathOf} from '../../../contract/page.ts'
import type {PageMessages} from '../../../messages/index.ts'
import {recentRecords} from '../../hooks/use-recent-records.ts'
import type {Router} from '../../router/types.ts'
import type {PaletteCommand} from './commands.tsx'

export interface PaletteEntry {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly about: string
  readonly icon: string
  readonly run: () => void
}

interface Sources {
  readonly page: Page
  readonly messages: PageMessages
  readonly router: Router
}

export function entriesOf(commands: readonly PaletteCommand[], {page, messages, router}: Sources): PaletteEntry[] {
  const {shortcuts, shell} = messages
  const {menu, lead, person, notifications} = page.shell
  const screens: MenuItem[] = [...(lead ? [lead] : []), ...menu.flatMap(group => group.items)]
  if (notifications) screens.push({label: shell.notifications(0), href: notifications.href, icon: 'bell'})
  if (person) screens.push({label: shell.account, href: person.href, icon: 'person'})
  const here = pathOf(page.url)
  const records = recentRecords(person?.id).filter(({href}) => href !== here)
  return [
    ...commands.map(({id, label, run}) => ({id, group: shortcuts.actions, label, about: '', icon: 'act', run})),
    ...records.map(each => goTo({...each, icon: 'record'}, shortcuts.recent, router)),
    ...screens.map(each => goTo(each, shortcuts.screens, router)),
  ]
}

function goTo({label, href, icon}: MenuItem, group: string, router: Router, about = ''): PaletteEntry {
  return {id: `${group} ${href}`, group, label, about, icon, run: () => router.navigate(href)}
}

/** Every word typed begins a word of the entry, as in the search on the server. */
export function matching(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  return entries.filter(({label}) => {
    const own = fold(label).split(/[^\p{L}\p{N}]+/u)
    return words.every(word => own.some(each => each.startsWith(word)))
  })
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

/** The server decides what may be found; an answer that fails finds nothing. People come first. */
export async function search({page, router}: Sources, typed: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const {search} = page.shell
  if (!search) return []
  const result = await router.load(`${search.href}?q=${encodeURIComponent(typed)}`, signal)
  if (result.kind !== 'answer' || 'redirect' in result.answer || result.answer.screen !== 'search') return []
  const found = result.answer.data.groups.flatMap(({heading, records}) =>
    records.flatMap(({name, href, about, person}) =>
      href === null ? [] : [goTo({label: name, href, icon: person ? 'person' : 'record'}, heading, router, about)],
    ),
  )
  return found.toSorted((a, b) => Number(b.icon === 'person') - Number(a.icon === 'person'))
}

export function searchEntry({page, messages, router}: Sources, typed: string): PaletteEntry[] {
  const {search} = page.shell
  if (!search || typed === '') return []
  const href = `${search.href}?q=${encodeURIComponent(typed)}`
  return [goTo({label: messages.shortcuts.everything(typed), href, icon: 'search'}, messages.shell.search, router)]
}
