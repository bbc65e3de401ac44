/**
 * What somebody types in a form is kept for this tab until it is saved: it survives a reload, a wrong click and a session that ended
 * meanwhile. It is kept by person and address, and nothing of it stays when somebody signs out.
 */
import {cameFromKey, type Page} from '../contract/page.ts'

const prefix = 'nonet-draft '
const sentKey = 'nonet-sent'
const notKept = ['_once', '_action']

type Draft = readonly (readonly [string, string])[]

/** Without storage nothing is kept, and nothing breaks. */
function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

export function keyOf(form: HTMLFormElement): string {
  // Where a form was opened from makes no other form of it.
  const query = new URLSearchParams(location.search)
  query.delete(cameFromKey)
  return `${prefix}${form.dataset['form'] ?? ''} ${location.pathname}?${query}`
}

export function keepDraft(form: HTMLFormElement): void {
  const texts = [...new FormData(form)].filter(([name, value]) => typeof value === 'string' && !notKept.includes(name))
  try {
    storage()?.setItem(keyOf(form), JSON.stringify(texts))
  } catch {
    // A full storage keeps what it has.
  }
}

export function dropDraft(form: HTMLFormElement): void {
  storage()?.removeItem(keyOf(form))
}

/** The form is on its way: where the answer is not a refusal, its draft has done its work. */
export function noteSent(form: HTMLFormElement): void {
  keepDraft(form)
  storage()?.setItem(sentKey, keyOf(form))
}

/** Called with every page that is shown: whether what was just sent is kept, because it was refused. */
export function tidyDrafts(page: Page): boolean {
  const kept = storage()
  if (!kept) return false
  const sent = kept.getItem(sentKey)
  const stays = page.status >= 400 || page.url.startsWith('/sign-in')
  if (sent !== null && !stays) kept.removeItem(sent)
  kept.removeItem(sentKey)
  const {person} = page.shell
  const left = !person && page.url === '/sign-in'
  for (const key of Object.keys(kept)) {
    const another = person && !key.startsWith(`${prefix}${person.id} `)
    if (key.startsWith(prefix) && (left || another)) kept.removeItem(key)
  }
  return sent !== null && kept.getItem(sent) !== null
}

/** Whether anything was put back. The version comes with it: what others did meanwhile is not overwritten unseen. */
export function restoreDraft(form: HTMLFormElement): boolean {
  const text = storage()?.getItem(keyOf(form))
  if (!text) return false
  const draft = JSON.parse(text) as Draft
  const now = [...new FormData(form)].filter(([name, value]) => typeof value === 'string' && !notKept.includes(name))
  if (JSON.stringify(now) === text) return false
  growRows(form, draft)
  const byName = Map.groupBy(draft, ([name]) => name)
  for (const control of form.elements) fill(control, byName)
  return true
}

/** As many rows as there were. */
function growRows(form: HTMLFormElement, draft: Draft): void {
  for (const place of form.querySelectorAll<HTMLElement>('[data-more]')) {
    const wanted = draft.filter(([name]) => name.startsWith(`_part.${place.dataset['more']}.`)).length
    const there = place.parentElement?.querySelectorAll('[data-part]').length ?? 0
    for (let count = there; count < wanted; count += 1) place.querySelector('button')?.click()
  }
}

function fill(control: Element, draft: ReadonlyMap<string, Draft>): void {
  if (control instanceof HTMLTextAreaElement) control.value = draft.get(control.name)?.[0]?.[1] ?? control.value
  else if (control instanceof HTMLSelectElement) {
    const chosen = draft.get(control.name)?.map(([, value]) => value)
    if (chosen) for (const option of control.options) option.selected = chosen.includes(option.value)
  } else if (control instanceof HTMLInputElement) fillInput(control, draft.get(control.name))
}

function fillInput(input: HTMLInputElement, texts: Draft | undefined): void {
  if (!texts || input.type === 'file' || notKept.includes(input.name)) return
  const values = texts.map(([, value]) => value)
  if (input.type === 'checkbox' || input.type === 'radio') input.checked = values.includes(input.value)
  else if (input.type !== 'hidden' || input.name.startsWith('_')) input.value = values.at(-1) ?? ''
}
