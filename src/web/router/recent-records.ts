/** Records a person has opened in this browser, for the command palette. Cleared at sign-out. */
import {type Page, withoutQuery} from '../../engine/page/frame.ts'

const key = 'nonet-recent'
const most = 8

export interface RecentRecord {
  readonly label: string
  readonly href: string
}

interface StoredRecords {
  readonly person: string
  readonly opened: readonly RecentRecord[]
}

/** Called with every page shown: without a person nothing is remembered. */
export function rememberRecord({remembered, status, title, url, shell}: Page): void {
  if (!shell.person) forgetRecords()
  if (!shell.person || !remembered || status !== 200) return
  const href = withoutQuery(url)
  const others = recentRecords(shell.person.id).filter(each => each.href !== href)
  const stored: StoredRecords = {person: shell.person.id, opened: [{label: title, href}, ...others].slice(0, most)}
  safely(() => localStorage.setItem(key, JSON.stringify(stored)))
}

export function forgetRecords(): void {
  safely(() => localStorage.removeItem(key))
}

export function recentRecords(person: string | undefined): readonly RecentRecord[] {
  const stored = safely(() => JSON.parse(localStorage.getItem(key) ?? 'null') as StoredRecords | null)
  return stored && stored.person === person ? stored.opened : []
}

/** Storage can be disabled; then nothing is remembered. */
function safely<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
