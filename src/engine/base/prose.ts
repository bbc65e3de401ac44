/** The document's text as HTML: raw HTML is escaped, styles are not allowed, constants in braces show their value. */
import {type Markdown, type MarkdownToken, newMarkdown} from '../../document/markdown.ts'
import {sourceOf} from '../../document/raw.ts'
import {canonicalName} from '../../points/entities/names.ts'
import type {Constant} from '../../points/limits/model.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {Specification} from '../../points/specification.ts'

/** The environment passed to the rules by the two callers below. */
interface ProseEnvironment {
  readonly constants: ReadonlyMap<string, Constant>
  /** The values of fields in braces. */
  readonly values?: ReadonlyMap<string, string>
  readonly book?: BookLines
}

/** The ids of a source's lines, counted from 0, and which of them are highlighted. */
export interface BookLines {
  readonly idOf: (line: number) => string
  readonly isMarked: (first: number, last: number) => boolean
}

type MarkdownRule = Parameters<Markdown['core']['ruler']['push']>[1]

/** In this order, after Markdown's own rules. */
const rules: Readonly<Record<string, MarkdownRule>> = {
  constants(state) {
    const {constants, values} = state.env as unknown as ProseEnvironment
    for (const block of state.tokens)
      for (const token of block.children ?? [])
        if (token.type === 'text') token.content = withValues(withConstants(token.content, constants), values)
  },
  /** The content security policy forbids inline styles, so column alignment is a class. */
  alignment(state) {
    for (const token of state.tokens) {
      const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
      if (align === undefined) continue
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
      token.attrJoin('class', `at-${align}`)
    }
  },
  /** The title of the page is above, so the headings of the text start one level below it. */
  levels(state) {
    const headings = state.tokens.filter(({type}) => type.startsWith('heading_'))
    const highest = headings.reduce((least, {tag}) => Math.min(least, Number(tag.slice(1))), 6)
    for (const token of headings) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) - highest + 2)}`
  },
  /** A wide table scrolls, so it must be reachable by keyboard. */
  tables(state) {
    for (const token of state.tokens) if (token.type === 'table_open') token.attrSet('tabindex', '0')
  },
  lines(state) {
    const {book} = state.env as unknown as ProseEnvironment
    if (book) for (const token of state.tokens) nameLines(token, book)
  },
}

let made: Markdown | undefined

function proseMarkdown(): Markdown {
  if (made) return made
  made = newMarkdown({html: false, linkify: false, typographer: false})
  for (const [name, rule] of Object.entries(rules)) made.core.ruler.push(name, rule)
  return made
}

/** Containers take the id of their first block. */
const holders: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'ul', 'ol', 'blockquote'])

function nameLines(token: MarkdownToken, {idOf, isMarked}: BookLines): void {
  if (token.map === null || token.nesting < 0 || holders.has(token.tag) || token.type === 'inline') return
  if (token.type === 'paragraph_open' && token.hidden) return
  const [first, end] = token.map
  token.attrSet('id', idOf(first))
  if (isMarked(first, Math.max(first, end - 1))) token.attrJoin('class', 'marked')
}

export function renderProse(
  source: string,
  constants: ReadonlyMap<string, Constant>,
  values: ReadonlyMap<string, string> = new Map(),
): string {
  return proseMarkdown().render(source, {constants, values} satisfies ProseEnvironment)
}

/** Rendered on first use. */
export function lastingProse(source: string, constants: ReadonlyMap<string, Constant>): () => string {
  let html: string | undefined
  return () => {
    html ??= renderProse(source, constants)
    return html
  }
}

/** The text under the heading of a screen, rendered once; may be empty. */
export function screenProse(
  {prose}: Pick<Screen, 'prose'>,
  {document, limits, translation}: Pick<Specification, 'document' | 'limits' | 'translation'>,
): () => {readonly html?: string} {
  const html = lastingProse(translation.prose(sourceOf(document, prose)), limits.constants)
  return () => (prose.length === 0 ? {} : {html: html()})
}

export function renderBook(
  source: string,
  {constants, ...book}: Pick<ProseEnvironment, 'constants'> & BookLines,
): string {
  return proseMarkdown().render(source, {constants, book} satisfies ProseEnvironment)
}

function withValues(text: string, values: ReadonlyMap<string, string> | undefined): string {
  return values ? text.replace(fieldBraces, (whole, name: string) => values.get(canonicalName(name)) ?? whole) : text
}

const fieldBraces = /\{([a-z][\w ]*)\}/g

/** The fields in the braces of a text. */
export const fieldsInProse = (text: string): string[] =>
  [...text.matchAll(fieldBraces)].map(match => canonicalName(match[1] ?? ''))

export function withConstants(text: string, constants: ReadonlyMap<string, Constant>): string {
  return text.replace(/\{([A-Z][A-Z0-9_]*)\}/g, (whole, name: string) => constants.get(name)?.shown ?? whole)
}
