/** A name that is typed: those that fit are offered below, to choose by keyboard or pointer. */
import type {OptionData} from '../contract/form.ts'
import type {Words} from '../messages/index.ts'
import {askForPage} from './ask.ts'
import {announce} from './signs.ts'

const patience = 150

export class Combobox {
  private readonly input: HTMLInputElement
  private readonly build: string
  private readonly words: Words
  private readonly list = document.createElement('div')
  private options: readonly OptionData[] = []
  private at = -1
  private timer = 0
  private asking = new AbortController()

  constructor(input: HTMLInputElement, {build, words}: {build: string; words: Words}) {
    this.input = input
    this.build = build
    this.words = words
  }

  start(): void {
    const {input, list} = this
    list.className = 'offers'
    list.id = `${input.id}-offers`
    list.role = 'listbox'
    list.ariaLabel = input.labels?.[0]?.textContent ?? ''
    list.hidden = true
    input.role = 'combobox'
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-controls', list.id)
    input.ariaExpanded = 'false'
    input.after(list)
    input.addEventListener('input', event => event.isTrusted && this.wait())
    input.addEventListener('keydown', event => this.press(event))
    input.addEventListener('blur', () => this.close())
    // Before the field loses the focus.
    list.addEventListener('pointerdown', event => {
      event.preventDefault()
      const chosen = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=option]') : null
      if (chosen) this.pick(Number(chosen.dataset['index']))
    })
  }

  private wait(): void {
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.look(), patience)
  }

  private async look(): Promise<void> {
    this.asking.abort()
    this.asking = new AbortController()
    const {signal} = this.asking
    const text = this.input.value.trim()
    if (text === '') return this.close()
    const url = `${this.input.dataset['lookup']}&q=${encodeURIComponent(text)}`
    const asked = await askForPage(url, this.build, {signal})
    if (signal.aborted || asked.kind !== 'answer' || !('data' in asked.answer)) return
    const data = asked.answer.data as {fields?: readonly {options?: readonly OptionData[] | null}[]}
    this.show(data.fields?.[0]?.options ?? [])
  }

  private show(options: readonly OptionData[]): void {
    this.options = options
    this.at = -1
    this.list.replaceChildren(
      ...options.map(({label}, index) => {
        const item = document.createElement('div')
        item.role = 'option'
        item.id = `${this.list.id}-${index}`
        item.dataset['index'] = String(index)
        item.ariaSelected = 'false'
        item.textContent = label
        return item
      }),
    )
    this.list.hidden = options.length === 0
    this.input.ariaExpanded = String(options.length > 0)
    announce(this.words.forms.matches(options.length))
  }

  private press(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' && this.list.hidden) void this.look()
    else if (event.key === 'ArrowDown') this.move(1)
    else if (event.key === 'ArrowUp') this.move(-1)
    else if (event.key === 'Enter' && !this.list.hidden && this.at >= 0) this.pick(this.at)
    else if (event.key === 'Escape' && !this.list.hidden) this.close()
    else return
    event.preventDefault()
  }

  private move(by: number): void {
    const count = this.options.length
    if (count === 0) return
    this.at = (this.at + by + count) % count
    for (const [index, item] of [...this.list.children].entries()) {
      item.ariaSelected = String(index === this.at)
      if (index === this.at) item.scrollIntoView({block: 'nearest'})
    }
    this.input.setAttribute('aria-activedescendant', `${this.list.id}-${this.at}`)
  }

  private pick(index: number): void {
    const option = this.options[index]
    if (!option) return
    this.input.value = option.label
    const picked = this.input.form?.elements.namedItem(`_picked.${this.input.name}`)
    if (picked instanceof HTMLInputElement) picked.value = `${option.value} ${option.label}`
    this.close()
    this.input.dispatchEvent(new Event('input', {bubbles: true}))
  }

  private close(): void {
    clearTimeout(this.timer)
    this.asking.abort()
    this.list.hidden = true
    this.input.ariaExpanded = 'false'
    this.input.removeAttribute('aria-activedescendant')
  }
}
