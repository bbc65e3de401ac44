/** Where the focus goes after a page change, and where it was before. */

/** Enough to find an element again after its page was rendered again. */
export interface FocusMark {
  readonly selector: string
}

export function markFocus(): FocusMark | null {
  const element = document.activeElement
  if (!element || element === document.body || !element.closest('main')) return null
  if (element.id !== '') return {selector: `#${CSS.escape(element.id)}`}
  const href = element.getAttribute('href')
  return href === null ? null : {selector: `main a[href="${CSS.escape(href)}"]`}
}

/** To the remembered element, an element that requests the focus, or the main heading. */
export function moveFocus(mark: FocusMark | null = null): void {
  const remembered = mark && document.querySelector<HTMLElement>(mark.selector)
  if (remembered) {
    remembered.focus({preventScroll: true})
    return
  }
  const asks = document.querySelector<HTMLElement>('main [data-autofocus]')
  // React has focused elements with `autoFocus`; other focused elements are gone with their page.
  if (!asks && document.activeElement?.closest('main > *')) return
  const target = asks ?? document.querySelector<HTMLElement>('main h1')
  target?.focus({preventScroll: target !== asks})
}

export function isFocusOnPage(): boolean {
  return document.activeElement?.closest('main') != null
}

export function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select') ?? false
}
