/** What people see and hear while and after something happens: progress, messages, the announced title, the focus. */

const patience = 250

function part(id: string): HTMLElement | null {
  return document.getElementById(id)
}

/** Progress shows only where an answer takes a moment; whoever started last ends it. */
export class Progress {
  private running = 0
  private timer = 0

  start(): () => void {
    this.running += 1
    if (this.running === 1) this.timer = window.setTimeout(() => this.show(true), patience)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.running -= 1
      if (this.running > 0) return
      clearTimeout(this.timer)
      this.show(false)
    }
  }

  private show(on: boolean): void {
    part('progress')?.toggleAttribute('data-on', on)
    if (on) part('main')?.setAttribute('aria-busy', 'true')
    else part('main')?.removeAttribute('aria-busy')
  }
}

export function announce(title: string): void {
  const region = part('announce')
  if (region) region.textContent = title
}

export function moveFocus(): void {
  const target =
    document.querySelector<HTMLElement>('[data-autofocus], [autofocus]') ??
    document.querySelector<HTMLElement>('main h1')
  target?.focus({preventScroll: !target.matches('[data-autofocus]')})
}

export function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select') ?? false
}

/** A message that does not belong to a page: something could not be sent. Cleared by the next success. */
export function notify(text: string, again: {label: string; act: () => void}): void {
  const region = part('notice')
  if (!region) return
  const message = document.createElement('span')
  message.textContent = text
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = again.label
  button.addEventListener('click', again.act)
  region.replaceChildren(message, button)
}

export function clearNotice(): void {
  part('notice')?.replaceChildren()
}
