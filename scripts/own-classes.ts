/**
 * Names of classes where there is own code: a class of the product means its elements alone, never one to which an author has given a class of the same
 * name. Such elements are marked (src/screens/code/kit/jsx-runtime.ts). It does not count for specificity, so that everything else stays.
 */
import {readFile} from 'node:fs/promises'
import {dirname} from 'node:path'
import type {Plugin} from 'esbuild'

const ours = ':not(:where([data-own-class]))'

/** Texts, addresses, and names of transitions are no classes. */
const classes = /"[^"]*"|url\([^)]*\)|::view-transition[\w-]*\([^)]*\)|(?:\.[a-z][\w-]*)+/gi

const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '')

const markedHead = (head: string): string =>
  /^\s*@/.test(head) ? head : head.replace(classes, found => (found.startsWith('.') ? found + ours : found))

export const withoutOwnClasses = (css: string): string => withoutComments(css).replace(/[^{};]*\{/g, markedHead)

/** Screens of the product, and its parts in screens of own code. */
const parts =
  '.screen:not(.of-code):not(:has(>[data-own])),.field,.fields,.summary,.button,.buttons,table.grid,.toast,.person,.state,.view-as'

/**
 * For pages with a layout of the author: rules that name no class are for the elements of our parts alone, and those of the whole page are left out. The
 * author says whether the page is dark.
 */
export const withinParts = (css: string): string =>
  withoutComments(css)
    .replace(/(^|[{}])\s*(?:html|body)\s*\{[^{}]*\}/g, '$1')
    .replace(/color-scheme:[^;}]*;?/g, '')
    .replace(/[^{};]*\{/g, head =>
      /^\s*@|:root/.test(head) ? head : `${markedHead(splitSelectors(head.slice(0, -1)).map(withinPart).join(','))}{`,
    )

const withinPart = (selector: string): string =>
  /[.#]|\[data-|\[class|^\s*(?:from|to|\d+%)\s*$/.test(selector) || selector.trim() === ''
    ? selector
    : `:where(${parts}) ${selector.trim()}`

/** Commas within brackets separate no selectors. */
function splitSelectors(head: string): string[] {
  const found = ['']
  let depth = 0
  for (const character of head) {
    if (character === '(' || character === '[') depth += 1
    if (character === ')' || character === ']') depth -= 1
    if (character === ',' && depth === 0) found.push('')
    else found.push((found.pop() ?? '') + character)
  }
  return found
}

const changed = (name: string, change: (css: string) => string): Plugin => ({
  name,
  setup(build) {
    build.onLoad({filter: /\.css$/}, async ({path}) => ({
      contents: change(await readFile(path, 'utf8')),
      loader: 'css',
      resolveDir: dirname(path),
    }))
  },
})

export const ownClasses = changed('classes where there is own code', withoutOwnClasses)
export const siteClasses = changed('styles where there is a layout', withinParts)
