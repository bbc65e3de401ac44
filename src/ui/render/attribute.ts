/** One attribute as React writes it: its name in HTML, and whether and how its value stands there. */
import {written} from './escape.ts'
import {styleText} from './style.ts'
import {Unusual} from './unusual.ts'

type Write = (name: string, value: unknown) => string

const valued = (name: string, value: unknown): string => ` ${name}="${written(value)}"`

/** Text or number; true and false say nothing here. */
const text: Write = (name, value) => (typeof value === 'boolean' ? '' : valued(name, value))
/** True and false are words like any other. */
const word: Write = valued
const flag: Write = (name, value) => (value ? ` ${name}=""` : '')
const flagOrText: Write = (name, value) => (value === true ? ` ${name}=""` : value === false ? '' : valued(name, value))
const positive: Write = (name, value) => (Number(value) >= 1 ? valued(name, value) : '')
const number: Write = (name, value) => (Number.isNaN(Number(value)) ? '' : valued(name, value))
const nothing: Write = () => ''
const style: Write = (_, value) => styleText(value)

/** Addresses that lead somewhere. React writes another one in the place of a script, which no page of ours should need. */
const leads = /^(?:[/?#]|https?:|mailto:|tel:|[^:]*$)/

const address: Write = (name, value) => {
  if (typeof value === 'boolean') return ''
  if (value === '' || !leads.test(String(value))) throw new Unusual('an address')
  return valued(name, value)
}

/** The same few values again and again, on a page and from page to page: each is written once. */
const repeated: ReadonlySet<string> = new Set(['className', 'data-label', 'scope', 'type', 'name', 'aria-hidden'])
const mostTexts = 1000

interface Known {
  readonly name: string
  readonly write: Write
  /** What was written before, of those that have the same few values again and again. */
  readonly texts: Map<string, string> | null
}

function ruleOf(property: string, name: string, write: Write): Known {
  return {name, write, texts: repeated.has(property) ? new Map() : null}
}

function all(write: Write, names: string): [string, Known][] {
  return names.split(' ').map(name => [name, ruleOf(name, name, write)])
}

/** Those whose name in HTML is another. */
function named(write: Write, pairs: Readonly<Record<string, string>>): [string, Known][] {
  return Object.entries(pairs).map(([property, name]) => [property, ruleOf(property, name, write)])
}

const other: Write = (name, value) =>
  typeof value === 'boolean' && !/^(data|aria)-/i.test(name) ? '' : valued(name, value)

const known = new Map<string, Known>([
  ...named(text, {className: 'class', tabIndex: 'tabindex'}),
  ...all(text, 'dir role viewBox width height'),
  ...all(style, 'style'),
  ...all(address, 'src href action formAction'),
  ...all(nothing, 'defaultValue defaultChecked suppressContentEditableWarning suppressHydrationWarning ref'),
  ...named(flag, {autoFocus: 'autofocus', multiple: 'multiple', muted: 'muted'}),
  ...all(word, 'contentEditable spellCheck draggable value focusable'),
  ...all(flag, 'disabled formNoValidate hidden inert noValidate open readOnly required reversed controls loop'),
  ...all(flagOrText, 'capture download'),
  ...all(positive, 'cols rows size span'),
  ...all(number, 'rowSpan start'),
  ...named(other, {
    htmlFor: 'for',
    acceptCharset: 'accept-charset',
    httpEquiv: 'http-equiv',
    crossOrigin: 'crossorigin',
  }),
  ...named(other, {
    clipPath: 'clip-path',
    clipRule: 'clip-rule',
    dominantBaseline: 'dominant-baseline',
    fillOpacity: 'fill-opacity',
    fillRule: 'fill-rule',
    fontFamily: 'font-family',
    fontSize: 'font-size',
    fontWeight: 'font-weight',
    letterSpacing: 'letter-spacing',
    pointerEvents: 'pointer-events',
    shapeRendering: 'shape-rendering',
    stopColor: 'stop-color',
    stopOpacity: 'stop-opacity',
    strokeDasharray: 'stroke-dasharray',
    strokeDashoffset: 'stroke-dashoffset',
    strokeLinecap: 'stroke-linecap',
    strokeLinejoin: 'stroke-linejoin',
    strokeMiterlimit: 'stroke-miterlimit',
    strokeOpacity: 'stroke-opacity',
    strokeWidth: 'stroke-width',
    textAnchor: 'text-anchor',
    vectorEffect: 'vector-effect',
  }),
])

/** Names that React writes as they are; whatever has a capital and is not above may have a rule of its own. */
const plain = /^(?:(?:data|aria)-[a-z][\w-]*|[a-z][a-z0-9]*)$/
const plainCapitals: ReadonlySet<string> = new Set(
  'autoComplete autoCapitalize dateTime encType formEncType formMethod formTarget maxLength minLength inputMode colSpan enterKeyHint srcSet hrefLang gradientUnits gradientTransform patternUnits preserveAspectRatio markerWidth markerHeight refX refY'.split(
    ' ',
  ),
)
/** React has rules for these that no page of ours needs. */
const rare = /^(?:on|innerhtml$|is$|async$|default$|defer$|scoped$|seamless$)/i

/** Empty where React writes none. `value` is neither null nor undefined. */
export function attribute(property: string, value: unknown): string {
  return writtenBy(known.get(property) ?? ruleFor(property), value)
}

/** The same for one name and many values, which may be missing. */
export function attributeNamed(property: string): (value: unknown) => string {
  const rule = known.get(property) ?? ruleFor(property)
  return value => (value === null || value === undefined ? '' : writtenBy(rule, value))
}

function writtenBy(rule: Known, value: unknown): string {
  if (typeof value === 'string') return rule.texts === null ? rule.write(rule.name, value) : repeatedly(rule, value)
  if (typeof value === 'function' || typeof value === 'symbol') throw new Unusual(rule.name)
  if (typeof value === 'object' && rule.write !== style) throw new Unusual(rule.name)
  return rule.write(rule.name, value)
}

function repeatedly({name, write, texts}: Known, value: string): string {
  const written = texts?.get(value)
  if (written !== undefined) return written
  const text = write(name, value)
  if (texts && texts.size < mostTexts) texts.set(value, text)
  return text
}

function ruleFor(property: string): Known {
  if (rare.test(property) || !(plain.test(property) || plainCapitals.has(property))) throw new Unusual(property)
  // Names stand in the code of pages, so that there are few of them.
  const rule = ruleOf(property, property, other)
  known.set(property, rule)
  return rule
}
