/**
 * Drafts in the session storage of this tab, by person, address and form. A draft survives a reload, a wrong click and the end of a session. It is
 * removed when the form is saved or cancelled, and all drafts are removed at sign-out.
 */
import {cameFromKey, type Page} from '../../engine/page/frame.ts'

const prefix = 'nonet-draft '
const sentKey = 'nonet-sent'
/** Valid for one page view only; and never a password. */
const notKept = ['_once', '_action']

/** What a form would send, by the names of its controls. */
export type FormValues = ReadonlyMap<string, readonly string[]>

/** The page a form was opened from does not make it another form. */
function addressOf(url: string): string {
  const {pathname, searchParams} = new URL(url, 'http://localhost')
  searchParams.delete(cameFromKey)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

export function draftKey({shell, url}: Page, form: string): string {
  return `${prefix}${shell.person?.id ?? ''} ${addressOf(url)} ${form}`
}

export function readDraft(key: string): FormValues | null {
  const text = storage()?.getItem(key)
  return text ? grouped(JSON.parse(text) as [string, string][]) : null
}

/** Whether everything is kept: files are not, and a full storage keeps nothing more. */
export function writeDraft(key: string, form: HTMLFormElement): boolean {
  const all = [...new FormData(form)]
  const texts = all.filter(([name, value]) => typeof value === 'string' && !notKept.includes(name))
  const secret = passwordsIn(form)
  const hasFiles = all.some(([, value]) => typeof value !== 'string' && value.size > 0)
  try {
    const kept = storage()
    kept?.setItem(key, JSON.stringify(texts.filter(([name]) => !secret.has(name))))
    return kept !== null && !hasFiles
  } catch {
    return false
  }
}

export function removeDraft(key: string): void {
  storage()?.removeItem(key)
}

/** Whether a draft exists for an address. */
export function hasDraftFor(person: string | undefined, url: string): boolean {
  const start = `${prefix}${person ?? ''} ${addressOf(url)} `
  return Object.keys(storage() ?? {}).some(key => key.startsWith(start))
}

/** Without the router the browser submits the form: the next document reports the outcome. */
export function noteSent(key: string): void {
  storage()?.setItem(sentKey, key)
}

/** Removes the draft of a saved form, and those of other people. */
export function cleanUpDrafts({status, signsIn, url, shell: {person}}: Page): void {
  const kept = storage()
  if (!kept) return
  const sent = kept.getItem(sentKey)
  if (sent !== null && status < 400 && !signsIn) kept.removeItem(sent)
  kept.removeItem(sentKey)
  const signedOut = !person && url === '/sign-in'
  for (const key of Object.keys(kept)) {
    const isOthers = person && !key.startsWith(`${prefix}${person.id} `)
    if (key.startsWith(prefix) && (signedOut || isOthers)) kept.removeItem(key)
  }
}

/** The names of controls whose value has changed. */
export function changedNames(form: HTMLFormElement): ReadonlySet<string> {
  const names = new Set<string>()
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && isChanged(control)) names.add(control.name)
    else if (control instanceof HTMLTextAreaElement && control.value !== control.defaultValue) names.add(control.name)
    else if (control instanceof HTMLSelectElement && isReselected(control)) names.add(control.name)
  }
  return names
}

/** What the form would send now. */
export function formValues(form: HTMLFormElement): FormValues {
  return grouped([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

function isChanged(input: HTMLInputElement): boolean {
  if (input.type === 'hidden' || input.name === '') return false
  if (input.type === 'checkbox' || input.type === 'radio') return input.checked !== input.defaultChecked
  return input.type === 'file' ? (input.files?.length ?? 0) > 0 : input.value !== input.defaultValue
}

/** A list without a default selects its first option. */
function isReselected({options, multiple}: HTMLSelectElement): boolean {
  const all = [...options]
  if (!multiple && !all.some(option => option.defaultSelected)) return !(all[0]?.selected ?? true)
  return all.some(option => option.selected !== option.defaultSelected)
}

function passwordsIn(form: HTMLFormElement): ReadonlySet<string> {
  const inputs = [...form.elements].filter(control => control instanceof HTMLInputElement)
  return new Set(
    inputs
      .filter(({type, autocomplete}) => type === 'password' || autocomplete.includes('password'))
      .map(({name}) => name),
  )
}

function grouped(entries: readonly (readonly string[])[]): FormValues {
  const byName = Map.groupBy(entries, ([name = '']) => name)
  return new Map([...byName].map(([name, some]) => [name, some.map(([, value = '']) => value)]))
}

/** Null if storage is disabled: then no draft is kept, and nothing fails. */
function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
