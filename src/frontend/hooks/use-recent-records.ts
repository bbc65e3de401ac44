/** The records that somebody has opened in this tab, for the palette. Nothing of it stays for the next person. */
import type {Page} from '../../contract/page.ts'

const key = 'nonet-recent'
const most = 8

export interface Opened {
  readonly label: string
  readonly href: string
}

interface Kept {
  readonly person: string
  readonly opened: readonly Opened[]
}

export function remember({screen, status, title, url, shell}: Page): void {
  if (!shell.person) forget()
  if (!shell.person || screen !== 'record' || status !== 200) return
  const href = url.split('?')[0] ?? ''
  const others = recentOf(shell.person.id).filter(each => each.href !== href)
  const kept: Kept = {person: shell.person.id, opened: [{label: title, href}, ...others].slice(0, most)}
  safely(() => sessionStorage.setItem(key, JSON.stringify(kept)))
}

export function recentOf(person: string | undefined): readonly Opened[] {
  const kept = safely(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null)
  return kept && kept.person === person ? kept.opened : []
}

function forget(): void {
  safely(() => sessionStorage.removeItem(key))
}

/** Storage can be turned off; then nothing is remembered. */
function safely<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
