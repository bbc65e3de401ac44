/** The document's prose as HTML: raw HTML stays text, constants in braces show their value. */
import MarkdownIt from 'markdown-it'
import type {Constant} from '../points/limits/model.ts'

const markdown = new MarkdownIt('default', {html: false, linkify: false, typographer: false})

markdown.core.ruler.push('constants', state => {
  const {constants} = state.env as unknown as Environment
  for (const block of state.tokens)
    for (const token of block.children ?? [])
      if (token.type === 'text') token.content = withConstants(token.content, constants)
})

/** What `renderProse`, the only caller, hands to the rule above. */
interface Environment {
  readonly constants: ReadonlyMap<string, Constant>
}

export function renderProse(source: string, constants: ReadonlyMap<string, Constant>): string {
  return markdown.render(source, {constants} satisfies Environment)
}

function withConstants(text: string, constants: ReadonlyMap<string, Constant>): string {
  return text.replace(/\{([A-Z][A-Z0-9_]*)\}/g, (whole, name: string) => constants.get(name)?.shown ?? whole)
}
