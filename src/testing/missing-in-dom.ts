/** What components use of browsers and jsdom lacks. */
export function addMissing(): void {
  const dialog = HTMLDialogElement.prototype
  dialog.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  dialog.close ??= function (this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  const element = HTMLElement.prototype
  element.showPopover ??= function (this: HTMLElement) {
    this.style.display = 'block'
  }
  element.hidePopover ??= function (this: HTMLElement) {
    this.style.display = ''
  }
  Element.prototype.scrollIntoView ??= () => {}
  // A narrow window with a mouse.
  window.matchMedia ??= query =>
    Object.assign(new EventTarget(), {
      matches: query === '(pointer: fine)',
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
    })
  // jsdom does not know `search`; in browsers it is a plain element.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
    configurable: true,
    get(this: Element) {
      return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
    },
  })
  URL.createObjectURL ??= () => 'blob:preview'
  URL.revokeObjectURL ??= () => {}
}
