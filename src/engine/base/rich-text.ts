/**
 * The content of `rich text` fields: Markdown as a tree of nodes that a page can render safely, and as plain text for
 * lists. HTML is escaped, images become links, and only links to pages and mailboxes are kept.
 */
import MarkdownIt from 'markdown-it'
import type {Markdown, MarkdownToken} from '../../document/markdown.ts'
import type {FieldUse} from '../../points/entities/field-type.ts'
import {withoutIds} from '../../points/entities/values/textual.ts'
import type {RichNode, RichTag, RichText} from '../page/cells.ts'

let made: Markdown | undefined

function richTextMarkdown(): Markdown {
  made ??= new MarkdownIt({html: false, linkify: false, typographer: false})
  return made
}

/** Longer texts are shown as written, because parsing Markdown takes time. */
const mostRead = 100_000

export const isRich = ({display}: FieldUse): boolean => display === 'rich'

/** `highest`: the level of its first headings. */
export function richText(source: string, highest: 2 | 3 = 3): RichText {
  if (source.length > mostRead) return [{tag: 'p', children: [source]}]
  // Mentions are shown by name.
  const tokens = richTextMarkdown().parse(withoutIds(source), {})
  lowerHeadings(tokens, highest)
  return treeOf(tokens)
}

/** On pages of the product, the page has a heading and the field a label, so the headings of the text start below these. */
function lowerHeadings(tokens: readonly MarkdownToken[], to: number): void {
  const headings = tokens.filter(({type}) => type.startsWith('heading_'))
  const highest = Math.min(...headings.map(({tag}) => Number(tag.slice(1))))
  for (const token of headings) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) - highest + to)}`
}

const tags: ReadonlySet<string> = new Set<RichTag>([
  'p',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'strong',
  'em',
  's',
  'code',
  'pre',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'br',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
])

const isTag = (tag: string): tag is RichTag => tags.has(tag)

interface Open {
  readonly wrap: (children: RichText) => RichText
  readonly children: RichNode[]
}

/** Tokens are a flat sequence of opening and closing ones. Unknown tokens keep their content. */
function treeOf(tokens: readonly MarkdownToken[]): RichText {
  const stack: Open[] = [{wrap: children => children, children: []}]
  const add = (...nodes: readonly RichNode[]) => stack.at(-1)?.children.push(...nodes)
  for (const token of tokens) {
    if (token.nesting > 0) stack.push({wrap: wrapOf(token), children: []})
    else if (token.nesting === 0) add(...leafOf(token))
    else if (stack.length > 1) {
      const ended = stack.pop()
      if (ended) add(...ended.wrap(ended.children))
    }
  }
  return stack.flatMap(({children}) => children)
}

function wrapOf(token: MarkdownToken): Open['wrap'] {
  // Items of a tight list have no paragraphs.
  if (token.hidden) return children => children
  if (token.tag === 'a') {
    const href = safeHref(String(token.attrGet('href') ?? ''))
    return children => (href === null ? children : [{tag: 'a', href, children}])
  }
  const {tag} = token
  return children => (isTag(tag) ? [{tag, children}] : children)
}

function leafOf(token: MarkdownToken): RichText {
  switch (token.type) {
    case 'inline':
      return treeOf(token.children ?? [])
    case 'text':
      return token.content === '' ? [] : [token.content]
    case 'softbreak':
      return ['\n']
    case 'hardbreak':
      return [{tag: 'br', children: []}]
    case 'hr':
      return [{tag: 'hr', children: []}]
    case 'code_inline':
      return [{tag: 'code', children: [token.content]}]
    case 'code_block':
    case 'fence':
      return [{tag: 'pre', children: [{tag: 'code', children: [token.content]}]}]
    case 'image':
      return imageLink(token)
    default:
      return token.content === '' ? [] : [token.content]
  }
}

/** An external image would reveal to its host who views the page. */
function imageLink(token: MarkdownToken): RichText {
  const href = safeHref(String(token.attrGet('src') ?? ''))
  const text = token.content === '' ? (href ?? '') : token.content
  if (text === '') return []
  return [href === null ? text : {tag: 'a', href, children: [text]}]
}

const nowhere = 'http://nowhere.invalid'
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Normalised as in a browser. Null unless it leads to a page or a mailbox. */
export function safeHref(written: string): string | null {
  const url = URL.parse(written, nowhere)
  if (url === null || !schemes.has(url.protocol)) return null
  if (url.origin !== nowhere) return url.href
  const path = `${url.pathname}${url.search}${url.hash}`
  return path.startsWith('//') ? null : path
}

const mostShown = 200

/** The beginning of the text, without formatting. */
export function excerptOf(source: string): string {
  // The rest is not shown, so it need not be parsed.
  const text = plainText(richText(source.slice(0, 10 * mostShown)))
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= mostShown) return text
  const cut = text.slice(0, mostShown)
  const end = cut.lastIndexOf(' ')
  return `${(end > mostShown / 2 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF]$/, '')}…`
}

const apart: ReadonlySet<string> = new Set([
  'p',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'pre',
  'br',
  'td',
  'th',
  'blockquote',
])

function plainText(nodes: RichText): string {
  return nodes
    .map(node => {
      if (typeof node === 'string') return node
      const text = plainText(node.children)
      return apart.has(node.tag) ? `${text} ` : text
    })
    .join('')
}
