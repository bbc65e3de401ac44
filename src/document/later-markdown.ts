/** The reader of Markdown: unpacked when the first text is read or shown. */
import {createRequire} from 'node:module'

const require = createRequire(import.meta.url)

type MarkdownIt = typeof import('markdown-it').default
export type Markdown = InstanceType<MarkdownIt>

export function newMarkdown(options: NonNullable<ConstructorParameters<MarkdownIt>[1]>): Markdown {
  const Made: MarkdownIt = require('markdown-it')
  return new Made('default', options)
}
