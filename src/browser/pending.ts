/** Forms on their way: a second press of the same button does nothing until the first has its answer. */

export class PendingForms {
  private readonly pending = new WeakSet<HTMLFormElement>()
  private last: HTMLFormElement | null = null

  watch(): void {
    document.addEventListener('submit', event => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
      if (this.pending.has(form)) event.preventDefault()
      else this.last = form
    })
  }

  /** Called when the navigation of the form just submitted begins; gives the way to end it. */
  begin(): () => void {
    const form = this.last
    this.last = null
    if (!form) return () => {}
    this.pending.add(form)
    mark(form, true)
    return () => {
      this.pending.delete(form)
      mark(form, false)
    }
  }
}

function mark(form: HTMLFormElement, on: boolean): void {
  for (const button of form.querySelectorAll('button')) {
    if (on) button.setAttribute('aria-disabled', 'true')
    else button.removeAttribute('aria-disabled')
  }
}
