/**
 * What was refused and is typed anew is no longer called wrong: whether it is right now is said by the hints, and when it is sent. Nothing is taken
 * out of the page, because what was drawn is drawn again.
 */

export function mend(typedIn: EventTarget | null): void {
  const field = typedIn instanceof Element ? typedIn.closest('.field') : null
  const wrong = field?.querySelector('[aria-invalid="true"]')
  if (!field || !wrong) return
  wrong.setAttribute('aria-invalid', 'false')
  const link = document.querySelector(`.summary a[href="#${CSS.escape(wrong.id)}"]`)
  for (const each of [wrong, field.querySelector('.problem'), link?.closest('li')])
    each?.setAttribute('data-mended', '')
}

/** Another answer is shown: all that it calls wrong is wrong. */
export function forgetMended(): void {
  for (const each of document.querySelectorAll('[data-mended]')) {
    each.removeAttribute('data-mended')
    if (each.getAttribute('aria-invalid') === 'false') each.setAttribute('aria-invalid', 'true')
  }
}
