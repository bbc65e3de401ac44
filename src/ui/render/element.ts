/** The tags of HTML elements as React writes them: which attributes come in which order, and what fields of forms do with their values. */
import {attribute} from './attribute.ts'
import {asBytes, escaped, written} from './escape.ts'
import {Unusual} from './unusual.ts'

export type Properties = Readonly<Record<string, unknown>>

export interface Started {
  /** The start tag, and where the contents are no children, these too. */
  readonly html: string
  /** What is still to be written inside; undefined where nothing is. */
  readonly children: unknown
  /** The end tag; empty where there is none. */
  readonly end: string
}

/** What is chosen in the `select` around an option; null outside of one. */
export type Chosen = readonly string[] | string | null

type Start = (tag: string, properties: Properties, chosen: Chosen) => Started

export function start(tag: string, properties: Properties, chosen: Chosen): Started {
  return (starts.get(tag) ?? usual(tag))(tag, properties, chosen)
}

/** Tags stand in the code of pages, so that there are few of them. */
function usual(tag: string): Start {
  if (!/^[a-zA-Z][a-zA-Z0-9]*$/.test(tag)) throw new Unusual(tag)
  starts.set(tag, generic)
  return generic
}

const generic: Start = (tag, properties) => {
  let html = `<${tag}`
  let children: unknown
  for (const name in properties) {
    const value = properties[name]
    if (name === 'children') children = value
    else if (name === 'dangerouslySetInnerHTML') return withHtml(tag, properties)
    else if (value !== null && value !== undefined) html += attribute(name, value)
  }
  return opened(html, children, tag)
}

const ends = new Map<string, string>()

function endOf(tag: string): string {
  const end = ends.get(tag) ?? `</${tag}>`
  ends.set(tag, end)
  return end
}

/** A text by itself needs no mark against its neighbours, because it has none. */
function opened(html: string, children: unknown, tag: string): Started {
  const end = endOf(tag)
  return typeof children === 'string'
    ? {html: `${html}>${escaped(children)}`, children: undefined, end}
    : {html: `${html}>`, children, end}
}

const withHtml = (tag: string, {dangerouslySetInnerHTML: inner, children, ...rest}: Properties): Started => {
  const html = typeof inner === 'object' && inner !== null && '__html' in inner ? inner.__html : null
  if (typeof html !== 'string' || (children !== undefined && children !== null)) throw new Unusual('inner HTML')
  return {html: `<${tag}${attributes(rest, none)}>${asBytes(html)}`, children: undefined, end: `</${tag}>`}
}

const none: ReadonlySet<string> = new Set()

function attributes(properties: Properties, but: ReadonlySet<string>): string {
  let html = ''
  for (const name in properties) {
    const value = properties[name]
    if (value !== null && value !== undefined && !but.has(name)) html += attribute(name, value)
  }
  return html
}

/** Written after all others, in this order. */
function last(properties: Properties, names: readonly string[]): string {
  let html = ''
  for (const name of names) {
    const value = properties[name]
    if (isThere(value)) html += attribute(name, value)
  }
  return html
}

const isThere = (value: unknown): boolean => value !== null && value !== undefined

const alone: Start = (tag, properties) => {
  if (isThere(properties['children']) || isThere(properties['dangerouslySetInnerHTML'])) throw new Unusual(tag)
  return {html: `<${tag}${attributes(properties, none)}/>`, children: undefined, end: ''}
}

/** Attributes that stand last, in this order. */
export const formLast = ['action', 'encType', 'method', 'target'] as const
export const buttonLast = ['name', 'formAction', 'formEncType', 'formMethod', 'formTarget'] as const
const formNames: ReadonlySet<string> = new Set(['children', ...formLast])
const buttonNames: ReadonlySet<string> = new Set(['children', ...buttonLast])
const inputNames: ReadonlySet<string> = new Set([...buttonLast, 'checked', 'defaultChecked', 'value', 'defaultValue'])
const valueNames: ReadonlySet<string> = new Set(['children', 'value', 'defaultValue'])
const optionNames: ReadonlySet<string> = new Set(['children'])

function withoutHtml(properties: Properties): void {
  if ('dangerouslySetInnerHTML' in properties) throw new Unusual('inner HTML')
}

const ending =
  (names: ReadonlySet<string>, order: readonly string[]): Start =>
  (tag, properties) => {
    withoutHtml(properties)
    return opened(`<${tag}${attributes(properties, names)}${last(properties, order)}`, properties['children'], tag)
  }

const input: Start = (tag, properties) => {
  if (isThere(properties['children'])) throw new Unusual(tag)
  withoutHtml(properties)
  const checked = properties['checked'] ?? properties['defaultChecked']
  const value = properties['value'] ?? properties['defaultValue']
  const state = `${checked ? ' checked=""' : ''}${isThere(value) ? attribute('value', value) : ''}`
  const html = `<input${attributes(properties, inputNames)}${last(properties, buttonLast)}${state}/>`
  return {html, children: undefined, end: ''}
}

const textarea: Start = (tag, properties) => {
  if (isThere(properties['children'])) throw new Unusual(tag)
  withoutHtml(properties)
  const value = properties['value'] ?? properties['defaultValue']
  if (isThere(value) && typeof value !== 'string' && typeof value !== 'number') throw new Unusual(tag)
  // A browser drops the first line break inside.
  const text = isThere(value) ? `${String(value).startsWith('\n') ? '\n' : ''}${written(value)}` : ''
  return {html: `<textarea${attributes(properties, valueNames)}>${text}`, children: undefined, end: '</textarea>'}
}

const select: Start = (tag, properties) => {
  withoutHtml(properties)
  return {html: `<select${attributes(properties, valueNames)}>`, children: properties['children'], end: `</${tag}>`}
}

/** What the options inside are chosen by. */
export function chosenIn({value, defaultValue}: Properties): Chosen {
  const chosen = value ?? defaultValue
  if (!isThere(chosen)) return null
  if (Array.isArray(chosen)) return chosen.map(String)
  if (typeof chosen === 'string' || typeof chosen === 'number') return String(chosen)
  throw new Unusual('select')
}

const option: Start = (tag, properties, chosen) => {
  withoutHtml(properties)
  if ('selected' in properties) throw new Unusual(tag)
  const value = properties['value'] ?? properties['children'] ?? ''
  if (chosen !== null && typeof value !== 'string' && typeof value !== 'number') throw new Unusual(tag)
  const is = chosen !== null && (typeof chosen === 'string' ? chosen === String(value) : chosen.includes(String(value)))
  return opened(`<option${attributes(properties, optionNames)}${is ? ' selected=""' : ''}`, properties['children'], tag)
}

const anchor: Start = (tag, properties, chosen) => {
  // An empty address leads to the page itself; on other elements React drops it.
  if (properties['href'] === '') throw new Unusual(tag)
  return generic(tag, properties, chosen)
}

const leftToReact: Start = tag => {
  throw new Unusual(tag)
}

const starts = new Map<string, Start>([
  ...['area', 'br', 'col', 'embed', 'hr', 'source', 'track', 'wbr'].map((tag): [string, Start] => [tag, alone]),
  ...'title link meta style script img base html head body pre listing object menuitem template noscript picture keygen param'
    .split(' ')
    .map((tag): [string, Start] => [tag, leftToReact]),
  ['a', anchor],
  ['form', ending(formNames, formLast)],
  ['button', ending(buttonNames, buttonLast)],
  ['input', input],
  ['textarea', textarea],
  ['select', select],
  ['option', option],
])
