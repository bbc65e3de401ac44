/**
 * The styles of an own screen, which apply to its part of the page alone: their rules are nested in the element around
 * it. What cannot be nested in a rule, such as `@keyframes`, is put beside it.
 */

/** A style sheet that would apply to more than its screen, or cannot be read. */
export class UnusableStyles extends Error {}

interface StyleStatement {
  readonly text: string
  readonly line: number
}

const beside = /^@(?:keyframes|font-face|property|counter-style)\b/i
const refused = /^@(?:import|charset|namespace|layer)\b/i

/** `file` is named in errors. */
export function ownStyles(css: string, {component, file}: {readonly component: string; readonly file: string}): string {
  const statements = statementsOf(css, file)
  for (const {text, line} of statements) {
    const word = refused.exec(text)?.[0]
    if (word) throw new UnusableStyles(`${file}:${line}: ${word} cannot be used in the styles of a screen.`)
    const prelude = text.split('{')[0] ?? ''
    const wide = /(?:^|[\s,>+~(])(html|body|:root|:host)(?![\w-])/.exec(prelude)?.[1]
    if (wide && !text.startsWith('@'))
      throw new UnusableStyles(`${file}:${line}: ${wide} is outside of the screen, which its styles do not reach.`)
  }
  const nested = statements.filter(({text}) => !beside.test(text)).map(({text}) => text)
  const others = statements.filter(({text}) => beside.test(text)).map(({text}) => text)
  return `@layer own{[data-own=${JSON.stringify(component)}]{${nested.join('\n')}}${others.join('\n')}}\n`
}

/** Those of a layout apply to the whole page, above those of the product. */
export function siteStyles(css: string, file: string): string {
  for (const {text, line} of statementsOf(css, file)) {
    const word = /^@(?:import|charset|namespace)\b/i.exec(text)?.[0]
    if (word) throw new UnusableStyles(`${file}:${line}: ${word} cannot be used in the styles of a layout.`)
  }
  return css
}

/**
 * The statements of the top level. Brackets are counted outside of texts, so that none closes the rule that is put
 * around them.
 */
function statementsOf(css: string, file: string): StyleStatement[] {
  const tokens =
    /\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|url\(\s*[^"')\s][^)]*\)|\\[\s\S]|[\s\S]/g
  const open: string[] = []
  const found: StyleStatement[] = []
  let text = ''
  let line = 1
  let start = 1
  const fail = (what: string): never => {
    throw new UnusableStyles(`${file}:${line}: ${what}`)
  }
  for (const [token] of css.matchAll(tokens)) {
    const isComment = token.startsWith('/*') && token.length > 2
    if (text === '' && token.trim() !== '' && !isComment) start = line
    if (!isComment && (text !== '' || token.trim() !== '')) text += token
    line += token.split('\n').length - 1
    if (token === '"' || token === "'") fail('A text does not end.')
    if (token === '{' || token === '(' || token === '[') open.push(token)
    else if (token === '}' || token === ')' || token === ']') {
      if (open.pop() !== opening[token]) fail(`There is a ${token} too many.`)
    }
    if (open.length > 0 || !(token === '}' || token === ';')) continue
    if (text !== ';') found.push({text, line: start})
    text = ''
  }
  if (open.length > 0 || css.lastIndexOf('/*') > css.lastIndexOf('*/')) fail('A block or a comment does not end.')
  if (text.trim() !== '') fail('This is not a rule.')
  return found
}

const opening: Readonly<Record<string, string>> = {'}': '{', ')': '(', ']': '['}
