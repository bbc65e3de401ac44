/** Light or dark at once, without leaving the page: what was typed stays. */
import {lookCookie, looks} from '../contract/theme.ts'

export function watchLook(changed: () => void): void {
  document.addEventListener('submit', event => {
    const {target: form, submitter} = event
    if (!(form instanceof HTMLFormElement) || !('look' in form.dataset)) return
    event.preventDefault()
    const look = looks.find(one => one === submitter?.getAttribute('value')) ?? 'system'
    const root = document.documentElement
    if (look === 'system') delete root.dataset['look']
    else root.dataset['look'] = look
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is asynchronous, and a page left at once must not lose it.
    document.cookie = lookCookie(look)
    changed()
  })
}
