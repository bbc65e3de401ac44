/** The document's own words as HTML: raw HTML stays text, nothing carries a style, constants in braces show their value. */
import {type Markdown, type MarkdownToken, newMarkdown} from '../document/markdown.ts'
import {sourceOf} from '../document/raw.ts'
import type {Constant} from '../points/limits/model.ts'
import type {Screen} from '../points/screens/model.ts'
import type {Specification} from '../points/specification.ts'

/** What the two callers below hand to the rules. */
interface ProseEnvironment {
  readonly constants: ReadonlyMap<string, Constant>
  readonly book?: BookLines
}

/** How the lines of a source, counted from 0, are called and which of them are marked. */
export interface BookLines {
  readonly idOf: (line: number) => string
  readonly isMarked: (first: number, last: number) => boolean
}

type MarkdownRule = Parameters<Markdown['core']['ruler']['push']>[1]

/** In this order, after Markdown's own. */
const rules: Readonly<Record<string, MarkdownRule>> = {
  constants(state) {
    const {constants} = state.env as unknown as ProseEnvironment
    for (const block of state.tokens)
      for (const token of block.children ?? [])
        if (token.type === 'text') token.content = withConstants(token.content, constants)
  },
  /** The content security policy forbids styles, so that the alignment of a column is a class. */
  alignment(state) {
    for (const token of state.tokens) {
      const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
      if (align === undefined) continue
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
      token.attrJoin('class', `at-${align}`)
    }
  },
  /** The page's title is above, so the first headings of the text come right below it. */
  levels(state) {
    const headings = state.tokens.filter(({type}) => type.startsWith('heading_'))
    const highest = headings.reduce((least, {tag}) => Math.min(least, Number(tag.slice(1))), 6)
    for (const token of headings) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) - highest + 2)}`
  },
  /** A wide table scrolls, and what scrolls must be reachable from the keyboard. */
  tables(state) {
    for (const token of state.tokens) if (token.type === 'table_open') token.attrSet('tabindex', '0')
  },
  lines(state) {
    const {book} = state.env as unknown as ProseEnvironment
    if (book) for (const token of state.tokens) nameLines(token, book)
  },
}

let made: Markdown | undefined

function markdown(): Markdown {
  if (made) return made
  made = newMarkdown({html: false, linkify: false, typographer: false})
  for (const [name, rule] of Object.entries(rules)) made.core.ruler.push(name, rule)
  return made
}

/** What holds other blocks is named by the first of them. */
const holders: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'ul', 'ol', 'blockquote'])

function nameLines(token: MarkdownToken, {idOf, isMarked}: BookLines): void {
  if (token.map === null || token.nesting < 0 || holders.has(token.tag) || token.type === 'inline') return
  if (token.type === 'paragraph_open' && token.hidden) return
  const [first, end] = token.map
  token.attrSet('id', idOf(first))
  if (isMarked(first, Math.max(first, end - 1))) token.attrJoin('class', 'marked')
}

export function renderProse(source: string, constants: ReadonlyMap<string, Constant>): string {
  return markdown().render(source, {constants} satisfies ProseEnvironment)
}

/** When it is shown for the first time. */
export function lastingProse(source: string, constants: ReadonlyMap<string, Constant>): () => string {
  let html: string | undefined
  return () => {
    html ??= renderProse(source, constants)
    return html
  }
}

/** The prose under the heading of a screen, rendered once; nothing where there is none. */
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
  return markdown().render(source, {constants, book} satisfies ProseEnvironment)
}

function withConstants(text: string, constants: ReadonlyMap<string, Constant>): string {
  return text.replace(/\{([A-Z][A-Z0-9_]*)\}/g, (whole, name: string) => constants.get(name)?.shown ?? whole)
}
