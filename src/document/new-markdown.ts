/** The reader of Markdown. HTML is text, except comments: those are left out. */
import MarkdownIt from 'markdown-it'

export type Markdown = InstanceType<typeof MarkdownIt>

export function newMarkdown(options: NonNullable<ConstructorParameters<typeof MarkdownIt>[0]>): Markdown {
  const made = new MarkdownIt(options)
  made.block.ruler.before('table', 'comment', blockComment, {alt: ['paragraph', 'reference', 'blockquote', 'list']})
  made.inline.ruler.before('escape', 'comment', inlineComment)
  made.renderer.rules['comment'] = () => ''
  return made
}

type BlockRule = Parameters<Markdown['block']['ruler']['push']>[1]
type InlineRule = Parameters<Markdown['inline']['ruler']['push']>[1]

/** As CommonMark has it: from `<!--` at the beginning of a line to the end of the line with `-->`, or to the end of the text. */
const blockComment: BlockRule = (state, startLine, endLine, silent) => {
  const begin = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !state.src.startsWith('<!--', begin)) return false
  if (silent) return true
  let line = startLine
  const closes = () => {
    const from = line === startLine ? begin + 4 : (state.bMarks[line] ?? 0)
    return state.src.slice(from, state.eMarks[line]).includes('-->')
  }
  while (line < endLine && !closes()) line += 1
  const closed = line < endLine
  state.line = closed ? line + 1 : endLine
  const token = state.push('comment', '', 0)
  token.map = [startLine, state.line]
  token.meta = {closed}
  return true
}

const inlineComment: InlineRule = (state, silent) => {
  if (!state.src.startsWith('<!--', state.pos)) return false
  const end = state.src.indexOf('-->', state.pos + 4)
  if (end < 0 || end + 3 > state.posMax) return false
  if (!silent) state.push('comment', '', 0)
  state.pos = end + 3
  return true
}
