/** What the palette offers: the buttons of this page, the screens, records opened before, and what the server finds. */
import type {MenuItem, Page} from '../contract/page.ts'
import type {SearchData} from '../contract/search.ts'
import {wordsFor} from '../messages/index.ts'
import {askForPage} from './ask.ts'
import {recentOf} from './recent.ts'

export interface Entry {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly about: string
  readonly icon: string
  readonly choose: () => void
}

export function entriesFor(page: Page): Entry[] {
  const {keys: words, shell: around} = wordsFor(page.shell.language)
  const {menu, lead, person, notifications} = page.shell
  const screens: MenuItem[] = [...(lead ? [lead] : []), ...menu.flatMap(group => group.items)]
  if (notifications) screens.push({label: around.notifications(0), href: notifications.href, icon: 'bell'})
  if (person) screens.push({label: around.account, href: person.href, icon: 'person'})
  const records = recentOf(person?.id).filter(({href}) => href !== page.url.split('?')[0])
  return [
    ...actionsHere(words.actions),
    ...records.map(each => goingTo({...each, icon: 'record'}, words.recent)),
    ...screens.map(each => goingTo(each, words.screens)),
  ]
}

/** Whatever stands among the page's own actions is offered, and done by pressing it. */
function actionsHere(group: string): Entry[] {
  const found = document.querySelectorAll<HTMLElement>('main .acts :is(button, a, summary)')
  return [...found].flatMap((element, index) => {
    const label = element.textContent?.trim() ?? ''
    const hidden = element.closest('details:not([open])') && !element.matches('summary')
    if (label === '' || hidden) return []
    return [{id: `act-${index}`, group, label, about: '', icon: 'act', choose: () => element.click()}]
  })
}

function goingTo({label, href, icon}: MenuItem, group: string, about = ''): Entry {
  return {
    id: `go-${group}-${href}`.replace(/[^\w-]/g, '-'),
    group,
    label,
    about,
    icon,
    choose: () => location.assign(href),
  }
}

/** Every word typed begins a word of the entry, as in the search on the server. */
export function fitting(entries: readonly Entry[], typed: string): readonly Entry[] {
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

/** The server decides what may be found; an answer that fails finds nothing. */
export async function foundFor(page: Page, typed: string, signal: AbortSignal): Promise<Entry[]> {
  const {find} = page.shell
  if (!find) return []
  const asked = await askForPage(`${find.href}?q=${encodeURIComponent(typed)}`, page.build, {signal})
  if (asked.kind !== 'answer' || 'redirect' in asked.answer || asked.answer.screen !== 'search') return []
  const {groups} = asked.answer.data as SearchData
  return groups.flatMap(({heading, records}) =>
    records.flatMap(({name, href, about, person}) =>
      href === null ? [] : [goingTo({label: name, href, icon: person ? 'person' : 'record'}, heading, about)],
    ),
  )
}

export function searchingFor(page: Page, typed: string): Entry[] {
  const {keys: words, shell} = wordsFor(page.shell.language)
  const {find} = page.shell
  if (!find || typed === '') return []
  return [
    goingTo(
      {label: words.everything(typed), href: `${find.href}?q=${encodeURIComponent(typed)}`, icon: 'search'},
      shell.search,
    ),
  ]
}
