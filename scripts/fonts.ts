/**
 * The files of the font. The package has every letter of a script and every weight in one file; each `@font-face` of the
 * stylesheet names the letters and the weights that it needs, and gets a file with these alone.
 */
import {readFileSync} from 'node:fs'
import type {Plugin} from 'esbuild'
import subset from 'subset-font'

const style = 'src/web/styles/font.css'

/** For every page; and for pages with letters beyond those of Western Europe. A third file is for rare letters. */
export const fontFiles = {latin: 'inter-latin-wght-normal.woff2', extended: 'inter-latin-ext-wght-normal.woff2'}

interface FontFace {
  /** As its `src` names it. */
  readonly url: string
  readonly letters: readonly number[]
  readonly weights: {readonly min: number; readonly max: number}
}

/** Of the stylesheet; faces of fonts that the system has are left out. */
function fontFaces(): FontFace[] {
  return [...readFileSync(style, 'utf8').matchAll(/@font-face \{([^}]*)\}/g)].flatMap(([, face = '']) => {
    const url = /url\("([^"]+)"\)/.exec(face)?.[1]
    const [min = 400, max = min] = (/font-weight: ([\d ]+)/.exec(face)?.[1] ?? '').split(' ').map(Number)
    const ranges = /unicode-range:([^;]+)/.exec(face)?.[1] ?? ''
    return url === undefined ? [] : [{url, letters: ranges.split(',').flatMap(lettersIn), weights: {min, max}}]
  })
}

/** Of `U+0100-017F`. */
function lettersIn(range: string): number[] {
  const [first = 0, last = first] = range
    .trim()
    .slice('U+'.length)
    .split('-')
    .map(each => Number.parseInt(each, 16))
  return Array.from({length: last - first + 1}, (_, index) => first + index)
}

/** The first bytes of the letters in UTF-8, by which a server finds out quickly whether a page may have one of them. */
export function leadingBytes(file: string): number[] {
  const letters = fontFaces().find(({url}) => url.endsWith(file))?.letters ?? []
  return [...new Set(letters.map(letter => Buffer.from(String.fromCodePoint(letter))[0] ?? 0))]
}

/** Copyright, licence and its address. */
const preserveNameIds = [0, 13, 14]

export const smallFonts: Plugin = {
  name: 'small fonts',
  setup(build) {
    const faces = fontFaces()
    build.onLoad({filter: /\.woff2$/}, async ({path, suffix}) => {
      const face = faces.find(({url}) => `${path}${suffix}`.endsWith(url))
      if (!face) throw new Error(`No face of ${style} has the file ${path}${suffix}.`)
      const contents = await subset(readFileSync(path), String.fromCodePoint(...face.letters), {
        targetFormat: 'woff2',
        variationAxes: {wght: face.weights},
        preserveNameIds,
      })
      return {contents, loader: 'file'}
    })
  },
}
