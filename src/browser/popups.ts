/** What opens over the page as plain HTML closes as people expect: by Escape, and by a click elsewhere. */

export function watchPopups(): void {
  document.addEventListener('click', event => {
    for (const popup of opened())
      if (!(event.target instanceof Node && popup.contains(event.target))) popup.removeAttribute('open')
  })
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    for (const popup of opened()) {
      popup.removeAttribute('open')
      popup.querySelector('summary')?.focus()
    }
  })
}

function opened(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('details[data-popup][open]')]
}
