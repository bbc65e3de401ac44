/**
 * React elements as HTML text, byte for byte as `renderToString` writes them, for pages that are functions of their data: no state, no
 * context, no classes. Whatever else stands on a page makes the whole page React's. What comes out is UTF-8, a letter for each byte.
 */
import {createElement, type ReactNode} from 'react'
import {FailedPart, Part, type PartProps} from '../../frontend/components/section-boundary.tsx'
import {type Chosen, chosenIn, start} from './element.ts'
import {asBytes, escaped} from './escape.ts'
import {reactDom} from './later-react.ts'
import {Template, templates} from './template.ts'
import {Unusual} from './unusual.ts'

/** `failed` puts the cause of a failing part into the log and gives the reference that people see. */
export function renderHtml(node: ReactNode, failed: Failed = rethrow): string {
  try {
    return withTemplates(node)
  } catch {
    // Unusual, or a failure: without templates it is seen which.
  }
  try {
    return new Writer(failed).whole(node)
  } catch {
    // React says which, and fails in its own words.
    return asBytes(reactDom().renderToString(node))
  }
}

function withTemplates(node: ReactNode): string {
  templates.on = true
  try {
    return new Writer(rethrow).whole(node)
  } finally {
    templates.on = false
  }
}

/** For tests, which want to know whether it was written here. */
export function writeHtml(node: ReactNode, failed: Failed = rethrow): string {
  return new Writer(failed).whole(node)
}

export type Failed = (cause: unknown) => string

const rethrow: Failed = cause => {
  throw cause
}

const elementMark = Symbol.for('react.transitional.element')
const fragmentMark = Symbol.for('react.fragment')

interface Component {
  (props: Element['props']): unknown
  readonly prototype?: {readonly isReactComponent?: unknown}
  /** What all that it draws follows from, where that stays the same from page to page: it is written once. */
  readonly keptBy?: (props: Element['props']) => Keeping
}

/** An object that goes when it is needed no more, and which of few forms it has. */
export interface Keeping {
  readonly of: object
  readonly form: string
}

const keptHtml = new WeakMap<object, Map<string, string>>()

interface Element {
  readonly $$typeof: symbol
  readonly type: string | symbol | Component
  readonly props: Readonly<Record<string, unknown>>
}

class Writer {
  #html = ''
  /** The last thing written was a text: another one needs a mark between, or a browser would read them as one. */
  #afterText = false
  readonly #failed: Failed

  constructor(failed: Failed) {
    this.#failed = failed
  }

  whole(node: unknown): string {
    this.#node(node, null)
    return this.#html
  }

  #node(node: unknown, chosen: Chosen): void {
    if (typeof node === 'string') this.#text(node)
    else if (typeof node === 'number' || typeof node === 'bigint') this.#text(`${node}`)
    else if (node === null || node === undefined || typeof node === 'boolean') return
    else if (Array.isArray(node)) for (const each of node) this.#node(each, chosen)
    else if (node instanceof Template) this.#template(node, chosen)
    else if (isElement(node)) this.#element(node, chosen)
    else throw new Unusual(typeof node)
  }

  #template({texts, contents}: Template, chosen: Chosen): void {
    this.#html += texts[0]
    this.#afterText = false
    for (let at = 0; at < contents.length; ) {
      this.#node(contents[at], chosen)
      const text = texts[++at]
      if (text === '') continue
      this.#html += text
      this.#afterText = false
    }
  }

  #text(text: string): void {
    if (text === '') return
    this.#html += this.#afterText ? `<!-- -->${escaped(text)}` : escaped(text)
    this.#afterText = true
  }

  #element({type, props}: Element, chosen: Chosen): void {
    if (typeof type === 'function') this.#component(type, props, chosen)
    else if (type === fragmentMark) this.#node(props['children'], chosen)
    else if (typeof type === 'string') this.#tag(type, props, chosen)
    else throw new Unusual('a kind of element')
  }

  #component(type: Component, props: Element['props'], chosen: Chosen): void {
    // Looked at once: functions are slow to ask for what they may have.
    const plain = plainKnown.get(type) ?? isPlain(type)
    if (plain) this.#node(type(props), chosen)
    else if (isPart(type, props)) this.#part(props, chosen)
    else if (type.keptBy) this.#kept(type, type.keptBy(props), props)
    else throw new Unusual('a class')
  }

  #kept(type: Component, {of, form}: Keeping, props: Element['props']): void {
    const forms = keptHtml.get(of) ?? new Map<string, string>()
    keptHtml.set(of, forms)
    const html = forms.get(form) ?? new Writer(this.#failed).whole(type(props))
    forms.set(form, html)
    this.#html += html
    this.#afterText = false
  }

  /** Whatever it has written when it fails is taken back. What only React can write is no failure. */
  #part({page, children}: PartProps, chosen: Chosen): void {
    const before = {html: this.#html, afterText: this.#afterText}
    try {
      this.#node(children, chosen)
    } catch (cause) {
      if (cause instanceof Unusual || drawnByReact(children)) throw cause
      this.#html = before.html
      this.#afterText = before.afterText
      this.#node(createElement(FailedPart, {page, reference: this.#failed(cause)}), chosen)
    }
  }

  #tag(tag: string, props: Element['props'], chosen: Chosen): void {
    const {html, children, end} = start(tag, props, chosen)
    this.#html += html
    this.#afterText = false
    if (children !== undefined) this.#node(children, tag === 'select' ? chosenIn(props) : chosen)
    this.#html += end
    this.#afterText = false
  }
}

const plainKnown = new WeakMap<Component, boolean>()

function isPlain(type: Component): boolean {
  const plain = !isPart(type, {page: null}) && !type.keptBy && !type.prototype?.isReactComponent
  plainKnown.set(type, plain)
  return plain
}

/** A component with state fails here and not there. */
function drawnByReact(node: ReactNode): boolean {
  try {
    reactDom().renderToString(node)
    return true
  } catch {
    return false
  }
}

function isPart(type: unknown, props: object): props is PartProps {
  return type === Part && 'page' in props
}

/** What React makes of JSX; its types hide what is inside. */
function isElement(node: object | symbol): node is Element {
  return typeof node === 'object' && '$$typeof' in node && node.$$typeof === elementMark && 'props' in node
}
