/**
 * Forms that post: taken over at `submit`, with the button that was pressed. A second press does nothing until the first has its
 * answer. (Cancelling them later, at `navigate`, would leave a navigation scheduled that never happens.)
 */

export interface Sent {
  readonly url: URL
  readonly form: FormData
  /** The answer is there: the button comes back. */
  readonly done: () => void
}

export class Forms {
  private readonly pending = new WeakSet<HTMLFormElement>()

  watch(send: (sent: Sent) => void): void {
    document.addEventListener('submit', event => {
      const sent = event.defaultPrevented ? null : posted(event)
      if (!sent) return
      event.preventDefault()
      const {element, url, form} = sent
      if (this.pending.has(element)) return
      this.pending.add(element)
      mark(element, true)
      const done = () => {
        this.pending.delete(element)
        mark(element, false)
      }
      send({url, form, done})
    })
  }
}

/** What the browser itself would post to this origin, or null where it would do something else. */
function posted(event: SubmitEvent): {element: HTMLFormElement; url: URL; form: FormData} | null {
  const element = event.target
  if (!(element instanceof HTMLFormElement)) return null
  const {submitter} = event
  const said = (name: string, ofButton: string) => submitter?.getAttribute(ofButton) ?? element.getAttribute(name)
  const target = said('target', 'formtarget') || '_self'
  if (said('method', 'formmethod')?.toLowerCase() !== 'post' || target !== '_self') return null
  const url = new URL(said('action', 'formaction') || location.href, location.href)
  url.hash = ''
  if (url.origin !== location.origin || element.closest('[data-document]')) return null
  return {element, url, form: new FormData(element, submitter)}
}

/** What was refused keeps everything typed but these, as a document would. */
export function forgetPasswords(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type=password]')) input.value = ''
}

function mark(form: HTMLFormElement, on: boolean): void {
  for (const button of form.querySelectorAll('button')) {
    if (on) button.setAttribute('aria-disabled', 'true')
    else button.removeAttribute('aria-disabled')
  }
}
