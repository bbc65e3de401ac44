/** Light or dark at once, without leaving the page: what was typed stays. The server remembers it for the next first paint. */
import {sendAction} from './ask.ts'

export function watchLook(changed: () => void): void {
  document.addEventListener('submit', event => {
    const {target: form, submitter} = event
    if (!(form instanceof HTMLFormElement) || !('look' in form.dataset)) return
    event.preventDefault()
    const look = submitter?.getAttribute('value') ?? 'system'
    const root = document.documentElement
    if (look === 'system') delete root.dataset['look']
    else root.dataset['look'] = look
    void sendAction(form.action, new FormData(form, submitter)).then(changed)
  })
}
