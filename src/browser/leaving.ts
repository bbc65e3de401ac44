/** Asks before a page is left on which something was typed and not saved. */

export class Leaving {
  private typed = false
  private sent = false
  private readonly question: string

  constructor(question: string) {
    this.question = question
  }

  watch(): void {
    window.addEventListener('beforeunload', event => {
      if (this.typed) event.preventDefault()
    })
    if ('navigation' in window) navigation.addEventListener('navigate', event => this.ask(event))
  }

  get hasTyped(): boolean {
    return this.typed
  }

  /** Something was typed that is worth asking about. */
  note(): void {
    this.typed = true
  }

  /** On its way: what follows is not leaving. */
  send(): void {
    this.sent = this.typed
    this.typed = false
  }

  /** Another page is shown, or the same one with a refusal. */
  show(refused: boolean): void {
    this.typed = refused && (this.sent || this.typed)
    this.sent = false
  }

  private ask(event: NavigateEvent): void {
    if (!this.typed || event.hashChange || event.downloadRequest !== null || !event.cancelable) return
    if (event.navigationType === 'reload') return
    if (confirm(this.question)) this.typed = false
    else event.preventDefault()
  }
}
