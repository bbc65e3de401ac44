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

export const withoutOwnClasses = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/[^{};]*\{/g, head =>
      /^\s*@/.test(head) ? head : head.replace(classes, found => (found.startsWith('.') ? found + ours : found)),
    )

export const ownClasses: Plugin = {
  name: 'classes where there is own code',
  setup(build) {
    build.onLoad({filter: /\.css$/}, async ({path}) => ({
      contents: withoutOwnClasses(await readFile(path, 'utf8')),
      loader: 'css',
      resolveDir: dirname(path),
    }))
  },
}
