/** Dialogs: a link that leads to a page which asks something opens the same form where it is. */

export function watchDialogs(): void {
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-dialog]') : null
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const dialog = link && plain ? document.getElementById(link.dataset['dialog'] ?? '') : null
    if (!(dialog instanceof HTMLDialogElement)) return
    event.preventDefault()
    open(dialog)
  })
}

/** What was refused comes back open, as plain HTML would show it; here it stands above the page. */
export function raiseDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[data-open]')) {
    if (!dialog.matches(':modal')) open(dialog)
    dialog.querySelector<HTMLElement>('[data-autofocus], [aria-invalid]')?.focus()
  }
}

function open(dialog: HTMLDialogElement): void {
  dialog.removeAttribute('open')
  dialog.showModal()
  dialog.querySelector<HTMLElement>('textarea, select, input:not([type=hidden])')?.focus()
}
