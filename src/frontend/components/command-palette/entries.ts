/** What the palette offers: actions of this page, screens, records opened before, and what the server finds. */
import type {MenuItem, Page} from '../../../contract/page.ts'
import type {Words} from '../../../messages/index.ts'
import {recentRecords} from '../../hooks/use-recent-records.ts'
import type {Router} from '../../router/types.ts'
import type {Command} from './commands.tsx'

export interface Entry {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly about: string
  readonly icon: string
  readonly run: () => void
}

interface Sources {
  readonly page: Page
  readonly messages: Words
  readonly router: Router
}

export function entriesOf(commands: readonly Command[], {page, messages, router}: Sources): Entry[] {
  const {keys, shell} = messages
  const {menu, lead, person, notifications} = page.shell
  const screens: MenuItem[] = [...(lead ? [lead] : []), ...menu.flatMap(group => group.items)]
  if (notifications) screens.push({label: shell.notifications(0), href: notifications.href, icon: 'bell'})
  if (person) screens.push({label: shell.account, href: person.href, icon: 'person'})
  const here = page.url.split('?')[0]
  const records = recentRecords(person?.id).filter(({href}) => href !== here)
  return [
    ...commands.map(({id, label, run}) => ({id, group: keys.actions, label, about: '', icon: 'act', run})),
    ...records.map(each => goTo({...each, icon: 'record'}, keys.recent, router)),
    ...screens.map(each => goTo(each, keys.screens, router)),
  ]
}

function goTo({label, href, icon}: MenuItem, group: string, router: Router, about = ''): Entry {
  return {id: `${group} ${href}`, group, label, about, icon, run: () => router.navigate(href)}
}

/** Every word typed begins a word of the entry, as in the search on the server. */
export function matching(entries: readonly Entry[], typed: string): readonly Entry[] {
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
export async function search({page, router}: Sources, typed: string, signal: AbortSignal): Promise<Entry[]> {
  const {find} = page.shell
  if (!find) return []
  const result = await router.load(`${find.href}?q=${encodeURIComponent(typed)}`, signal)
  if (result.kind !== 'answer' || 'redirect' in result.answer || result.answer.screen !== 'search') return []
  const found = result.answer.data.groups.flatMap(({heading, records}) =>
    records.flatMap(({name, href, about, person}) =>
      href === null ? [] : [goTo({label: name, href, icon: person ? 'person' : 'record'}, heading, router, about)],
    ),
  )
  return found.toSorted((a, b) => Number(b.icon === 'person') - Number(a.icon === 'person'))
}

export function searchEntry({page, messages, router}: Sources, typed: string): Entry[] {
  const {find} = page.shell
  if (!find || typed === '') return []
  const href = `${find.href}?q=${encodeURIComponent(typed)}`
  return [goTo({label: messages.keys.everything(typed), href, icon: 'search'}, messages.shell.search, router)]
}
