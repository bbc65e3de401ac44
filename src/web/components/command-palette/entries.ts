/** The palette's entries: actions of the page, recent records, screens, new records, settings, and search results. */
import {type IconName, type MarkData, type Theme, themes} from '../../../engine/page/common.ts'
import {type MenuItem, type Page, withoutQuery} from '../../../engine/page/frame.ts'
import type {FoundGroup, FoundRecordData, SearchData} from '../../../engine/page/search.ts'
import type {PageMessages} from '../../../messages/index.ts'
import {pageIn} from '../../router/client.ts'
import {recentRecords} from '../../router/recent-records.ts'
import type {Router} from '../../router/types.ts'
import type {PaletteCommand} from './commands.tsx'

const actionIcon = 'm9 18 6-6-6-6'
const recordIcon = 'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7zM14 2v4a2 2 0 0 0 2 2h4M16 13H8M16 17H8'

export interface PaletteEntry {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly about: string
  readonly icon: string
  readonly run: () => void
  /** Of a record: its icon and colour, its date, its state, and its person. */
  readonly mark?: MarkData
  readonly date?: string
  readonly state?: FoundRecordData['state']
  readonly person?: string
}

export interface Sources {
  readonly page: Page
  readonly messages: PageMessages
  readonly router: Router
}

/** What can be created from anywhere; requested when the palette opens. */
export type Beginnings = Pick<SearchData, 'create' | 'languages'>

export const noBeginnings: Beginnings = {create: [], languages: []}

export interface Offered {
  readonly commands: readonly PaletteCommand[]
  readonly beginnings: Beginnings
  readonly theme: Theme
  readonly setTheme: (theme: Theme) => void
}

export function entriesOf(sources: Sources, {commands, beginnings, theme, setTheme}: Offered): PaletteEntry[] {
  const {page, messages, router} = sources
  const {shortcuts} = messages
  const here = withoutQuery(page.url)
  const screens = screensOf(sources)
  const records = recentRecords(page.shell.person?.id).filter(({href}) => href !== here)
  const create = beginnings.create.filter(({href}) => !screens.some(screen => screen.href === href))
  return [
    ...commands.map(({id, label, run}) => ({id, group: shortcuts.actions, label, about: '', icon: actionIcon, run})),
    ...records.map(each => goTo({...each, icon: recordIcon}, shortcuts.recent, router)),
    ...screens.map(each => goTo(each, shortcuts.screens, router)),
    ...create.map(each => goTo({...each, icon: 'plus' satisfies IconName}, shortcuts.create, router)),
    ...settingsOf(sources, {beginnings, theme, setTheme}),
  ]
}

export function screensOf({page, messages}: Sources): MenuItem[] {
  const {menu, lead, person, notifications} = page.shell
  const {shell} = messages
  return [
    ...(lead ? [lead] : []),
    ...menu.flatMap(group => group.items),
    ...(notifications
      ? [{label: shell.notifications(0), href: notifications.href, icon: 'bell' satisfies IconName}]
      : []),
    ...(person ? [{label: shell.account, href: person.href, icon: 'person' satisfies IconName}] : []),
  ]
}

function settingsOf(
  {page, messages, router}: Sources,
  {beginnings, theme, setTheme}: Omit<Offered, 'commands'>,
): PaletteEntry[] {
  const {shortcuts} = messages
  const entry = (label: string, icon: IconName, run: () => void) => ({
    id: `${shortcuts.settings} ${label}`,
    group: shortcuts.settings,
    label,
    about: '',
    icon,
    run,
  })
  const send = (to: string, fields: Readonly<Record<string, string>>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    void router.submit({url: new URL(to, location.href), form})
  }
  const others = themes.filter(each => each !== theme)
  const languages = beginnings.languages.filter(({chosen}) => !chosen)
  const {person} = page.shell
  return [
    ...others.map(each => entry(shortcuts.theme(messages.shell.themes[each]), each, () => setTheme(each))),
    ...languages.map(({value, label}) =>
      entry(shortcuts.language(label), 'about', () =>
        send('/account', {_action: 'language', language: value, return: page.url}),
      ),
    ),
    ...(person ? [entry(messages.shell.signOut, 'leave', () => send('/sign-out', {_action: 'sign out'}))] : []),
  ]
}

export function goTo({label, href, icon}: MenuItem, group: string, router: Router): PaletteEntry {
  return {id: `${group} ${href}`, group, label, about: '', icon, run: () => router.navigate(href)}
}

/** Every typed word matches the beginning of a word of the entry, as in the server's search. */
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

/** The server decides what may be found; a failed request finds nothing. People come first. */
export async function search(sources: Sources, typed: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const data = await loadSearch(sources, typed, signal)
  return data?.groups.flatMap(group => foundEntries(group, sources.router)) ?? []
}

export async function loadSearch(
  {page, router}: Pick<Sources, 'page' | 'router'>,
  typed: string,
  signal: AbortSignal,
): Promise<SearchData | null> {
  const {search: at} = page.shell
  if (!at) return null
  const result = await router.load(`${at.href}?q=${encodeURIComponent(typed)}`, signal)
  const found = pageIn(result)
  return found?.screen === 'search' ? found.data : null
}

function foundEntries({heading, icon, records}: FoundGroup, router: Router): PaletteEntry[] {
  return records.flatMap(({id, name, href, about, date, state, person, mark}) =>
    href === null
      ? []
      : [
          {
            ...goTo({label: name, href, icon}, heading, router),
            // Several records may share the address of their list.
            id: `${heading} ${id}`,
            about,
            date,
            state,
            ...(person ? {person: id} : {}),
            ...(mark ? {mark} : {}),
          },
        ],
  )
}

export function searchEntry({page, messages, router}: Sources, typed: string): PaletteEntry[] {
  const {search: at} = page.shell
  if (!at || typed === '') return []
  const href = `${at.href}?q=${encodeURIComponent(typed)}`
  return [
    goTo(
      {label: messages.shortcuts.everything(typed), href, icon: 'search' satisfies IconName},
      messages.shell.search,
      router,
    ),
  ]
}
