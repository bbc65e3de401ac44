/**
 * Writes the tags of views when the server is built: `<td className={kind}>{text}</td>` becomes texts with `{text}` between them, so that
 * no element has to be made and looked at for each page. What is special about an element (spread properties, inner HTML, fields with their
 * values) is left as it is. The browser's views are built without this.
 */
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {type Node, Parser} from 'acorn'
import jsx from 'acorn-jsx'
import {type Plugin, transformSync} from 'esbuild'
import {attribute} from '../src/ui/render/attribute.ts'
import {buttonLast, formLast} from '../src/ui/render/element.ts'
import {escaped} from '../src/ui/render/escape.ts'
import {Unusual} from '../src/ui/render/unusual.ts'

const parser = Parser.extend(jsx())
const runtime = join(import.meta.dirname, '../src/ui/render/template.ts')

export const templates: Plugin = {
  name: 'templates',
  setup({onLoad}) {
    onLoad({filter: /[\\/]src[\\/]frontend[\\/].*\.tsx$/}, ({path}) => ({
      contents: withTemplates(readFileSync(path, 'utf8'), runtime),
      loader: 'jsx',
    }))
  },
}

/** TypeScript with JSX as JavaScript with less of it; `from` is where templates come from. */
export function withTemplates(source: string, from: string): string {
  const {code} = transformSync(source, {loader: 'tsx', jsx: 'preserve', target: 'esnext'})
  const changed = new Change(code).whole()
  return `import {Template as $Template, attributeNamed as $attribute, checkedOf as $checked, linkOf as $link, templates as $templates} from ${JSON.stringify(from)}\n${changed}`
}

/** Acorn's tree, as far as it is looked at. */
interface Tree extends Node {
  readonly [key: string]: unknown
}

/** Elements whose attributes stand in the order of the code, or in one that is known. */
const inOrder: Readonly<Record<string, readonly string[]>> = {
  form: formLast,
  button: buttonLast,
  input: [...buttonLast, 'checked', 'defaultChecked', 'value', 'defaultValue'],
}
const closed: ReadonlySet<string> = new Set(['input', 'br', 'hr', 'wbr', 'col'])
/** Others have rules about their contents or values. */
const usual: ReadonlySet<string> = new Set(
  'a b br button circle code col colgroup dd details div dl dt fieldset footer form g h1 h2 h3 h4 header hr input label legend li line main nav ol p path progress rect search section small span summary svg table tbody td text tfoot th thead time tr ul wbr'.split(
    ' ',
  ),
)

/** A piece of an element: text that is known, an expression that gives text, or one that gives contents. */
type Piece = Known | Asked | {readonly contents: string}

interface Known {
  readonly text: string
}

interface Asked {
  readonly code: string
}

class Change {
  readonly #code: string
  /** Made once, by their code. */
  readonly #hoisted = new Map<string, string>()

  constructor(code: string) {
    this.#code = code
  }

  whole(): string {
    const tree = parser.parse(this.#code, {sourceType: 'module', ecmaVersion: 'latest'}) as unknown as Tree
    const code = this.#within(tree, false)
    return `${[...this.#hoisted].map(([known, name]) => `const ${name} = ${known};`).join('\n')}\n${code}`
  }

  /** The code of a node, with what can be a template in it. `on`: where that is so anyway, nobody has to ask. */
  #within(node: Tree, on: boolean): string {
    if (node.type === 'JSXElement') {
      const template = this.#template(node)
      if (template !== null) return on ? template : `($templates.on ? ${template} : ${this.#original(node)})`
    }
    let [code, at] = ['', node.start]
    for (const child of childrenOf(node)) {
      // An element that stands as it is among others that do needs braces when it becomes an expression.
      const inside = this.#within(child, on)
      const bare = isAmongElements(node) && child.type === 'JSXElement' && inside !== this.#original(child)
      code += `${this.#code.slice(at, child.start)}${bare ? `{${inside}}` : inside}`
      at = child.end
    }
    return code + this.#code.slice(at, node.end)
  }

  #original({start, end}: Tree): string {
    return this.#code.slice(start, end)
  }

  #template(node: Tree): string | null {
    const pieces = this.#element(node)
    if (pieces === null) return null
    const texts: (Known | Asked)[][] = [[]]
    const contents: string[] = []
    for (const piece of pieces) {
      if ('contents' in piece) {
        contents.push(piece.contents)
        texts.push([])
      } else texts.at(-1)?.push(piece)
    }
    const isKnown = pieces.every(piece => !('code' in piece))
    const list = `[${texts.map(joined).join(', ')}]`
    const template = (from: string) => `new $Template(${from}, [${contents.join(', ')}])`
    if (!isKnown) return template(list)
    return contents.length === 0 ? this.#hoist(template(list)) : template(this.#hoist(list))
  }

  #hoist(code: string): string {
    const name = this.#hoisted.get(code) ?? `$known${this.#hoisted.size}`
    this.#hoisted.set(code, name)
    return name
  }

  /** Null where it is left as it is. */
  #element(node: Tree): Piece[] | null {
    const opening = node['openingElement'] as Tree
    const name = opening['name'] as Tree
    const tag = name.type === 'JSXIdentifier' ? String(name['name']) : ''
    if (!usual.has(tag)) return null
    const attributes = this.#attributes(tag, opening['attributes'] as readonly Tree[])
    if (attributes === null) return null
    const children = this.#children(node)
    if (closed.has(tag)) return children.length === 0 ? [{text: `<${tag}`}, ...attributes, {text: '/>'}] : null
    return [{text: `<${tag}`}, ...attributes, {text: '>'}, ...children, {text: `</${tag}>`}]
  }

  #attributes(tag: string, given: readonly Tree[]): Piece[] | null {
    if (given.some(({type}) => type !== 'JSXAttribute')) return null
    const named = new Map(given.map(each => [nameOf(each), each]))
    named.delete('key')
    if (named.size + Number(given.some(each => nameOf(each) === 'key')) !== given.length) return null
    const last = inOrder[tag] ?? []
    const names = [...[...named.keys()].filter(name => !last.includes(name)), ...last.filter(name => named.has(name))]
    if (names.includes('dangerouslySetInnerHTML') || names.includes('children')) return null
    if (tag === 'input' && ['checked', 'value'].some(name => named.has(name) && named.has(`default${capital(name)}`)))
      return null
    const pieces: Piece[] = []
    for (const name of names) {
      // A name that React has rules of its own for.
      if (name === '' || known(tag, name, 'x') === null) return null
      const piece = this.#attribute(tag, name, named.get(name)?.['value'] as Tree | null)
      if (piece === null) return null
      pieces.push(piece)
    }
    return pieces
  }

  #attribute(tag: string, name: string, value: Tree | null): Piece | null {
    const written =
      tag === 'input' ? name.replace(/^default(Checked|Value)$/, (_, word: string) => word.toLowerCase()) : name
    if (value === null) return known(tag, written, true)
    if (value.type === 'Literal') return known(tag, written, value['value'])
    const expression = value['expression'] as Tree
    if (expression.type === 'Literal') return known(tag, written, expression['value'])
    if (value.type !== 'JSXExpressionContainer') return null
    const code = this.#within(expression, true)
    if (written === 'checked' && tag === 'input') return {code: `$checked(${code})`}
    if (written === 'href' && tag === 'a') return {code: `$link(${code})`}
    return {code: `${this.#hoist(`$attribute(${JSON.stringify(written)})`)}(${code})`}
  }

  #children(node: Tree): Piece[] {
    const children = (node['children'] as readonly Tree[]).flatMap((child): Tree[] => (isNothing(child) ? [] : [child]))
    return children.flatMap((child, at): Piece[] => {
      const text = literalIn(child)
      // A text beside what may be another one: whether there is a mark between is seen when the page is drawn.
      if (text !== null)
        return isTag(children[at - 1]) && isTag(children[at + 1])
          ? [{text: escaped(text)}]
          : [{contents: JSON.stringify(text)}]
      const inside = child.type === 'JSXElement' ? this.#element(child) : null
      if (inside) return inside
      const shown = child.type === 'JSXExpressionContainer' ? (child['expression'] as Tree) : child
      return [{contents: this.#within(shown, true)}]
    })
  }
}

/** One expression; texts that follow each other are one. */
function joined(pieces: readonly (Known | Asked)[]): string {
  const parts: string[] = []
  let text = ''
  const end = () => text !== '' && parts.push(JSON.stringify(text))
  for (const piece of pieces) {
    if ('text' in piece) text += piece.text
    else {
      end()
      text = ''
      parts.push(piece.code)
    }
  }
  end()
  return parts.length === 0 ? '""' : parts.join(' + ')
}

/** What is written for an attribute with this value, whatever the page. */
function known(tag: string, name: string, value: unknown): Piece | null {
  if (name === 'href' && value === '') return null
  if (tag === 'input' && name === 'checked') return {text: value ? ' checked=""' : ''}
  try {
    return {text: value === null ? '' : attribute(name, value)}
  } catch (error) {
    if (error instanceof Unusual) return null
    throw error
  }
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

function nameOf(attribute: Tree): string {
  const name = attribute['name'] as Tree
  return name.type === 'JSXIdentifier' ? String(name['name']) : ''
}

function childrenOf(node: Tree): Tree[] {
  return Object.values(node)
    .flat()
    .filter((each): each is Tree => typeof each === 'object' && each !== null && 'type' in each && 'start' in each)
    .toSorted((one, other) => one.start - other.start)
    .filter((each, at, all) => each.start >= (all[at - 1]?.end ?? 0))
}

const isAmongElements = ({type}: Tree): boolean => type === 'JSXElement' || type === 'JSXFragment'

/** An end or a beginning of an element: no text can touch it. */
const isTag = (sibling: Tree | undefined): boolean =>
  sibling === undefined ||
  (sibling.type === 'JSXElement' && usual.has(String(((sibling['openingElement'] as Tree)['name'] as Tree)['name'])))

function isNothing(child: Tree): boolean {
  if (child.type === 'JSXExpressionContainer') return (child['expression'] as Tree).type === 'JSXEmptyExpression'
  return child.type === 'JSXText' && lines(String(child['value'])) === ''
}

function literalIn(child: Tree): string | null {
  if (child.type === 'JSXText') return lines(String(child['value']))
  const expression = child['expression'] as Tree | undefined
  return expression?.type === 'Literal' && typeof expression['value'] === 'string' ? expression['value'] : null
}

/** As JSX reads text: lines are trimmed where others follow or went before, and joined by a space. */
function lines(text: string): string {
  const all = text.split(/\r\n|\n|\r/)
  return all
    .map((line, at) => {
      const begun = at === 0 ? line : line.replace(/^[ \t]+/, '')
      return at === all.length - 1 ? begun : begun.replace(/[ \t]+$/, '')
    })
    .filter(line => line !== '')
    .join(' ')
}
