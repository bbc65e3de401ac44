/** The HTML document around a rendered page. Its data is inlined once, inert, escaped for its place. */
import {crc32} from 'node:zlib'
import type {Page} from '../contract/page.ts'
import {asBytes} from '../ui/render/escape.ts'
import type {LinkedAssets} from './assets.ts'
import {utf8} from './utf8.ts'

/** `body` is UTF-8, a letter for each byte. */
export function htmlDocument(page: Page, body: string, assets: LinkedAssets): Buffer<ArrayBuffer> {
  const {shell} = page
  const title = page.title === shell.product ? page.title : `${page.title} · ${shell.product}`
  const description = shell.description ? `<meta name="description" content="${escapeHtml(shell.description)}">` : ''
  const early = assets
    .early(page.screen)
    .map(href => `<link rel="modulepreload" href="${href}" fetchpriority="low">`)
    .join('')
  const scripts =
    early + assets.scripts.map(src => `<script type="module" src="${src}" fetchpriority="low"></script>`).join('')
  // A page is painted once and whole: what is painted while the rest is on its way is laid out again with it.
  const whole = '<link rel="expect" href="#page" blocking="render">'
  // Said here, before anything is painted: a script would be too late.
  const look = shell.look ? ` data-look="${shell.look}"` : ''
  const before = `<!doctype html><html lang="${escapeHtml(shell.language)}"${look}><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><meta name="viewport" content="width=device-width,initial-scale=1">${description}<meta name="color-scheme" content="${shell.look ?? 'light dark'}"><link rel="icon" href="${assets.icon}" type="image/svg+xml"><link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin><link rel="stylesheet" href="${assets.style}">${whole}${scripts}</head><body><div id="progress"></div><div id="root">`
  const after =
    '</div><div id="notice" role="alert"></div><div id="announce" class="only-read" aria-live="polite"></div><script type="application/json" id="page">'
  return together(`${asBytes(before)}${body}${after}`, inlineJson(page), '</script></body></html>')
}

/** Texts whose letters are bytes, around bytes; straight to where they stay. */
function together(before: string, bytes: Uint8Array, after: string): Buffer<ArrayBuffer> {
  const whole = Buffer.allocUnsafeSlow(before.length + bytes.length + after.length)
  whole.write(before, 'latin1')
  whole.set(bytes, before.length)
  whole.write(after, before.length + bytes.length, 'latin1')
  return whole
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

/** JSON that is safe inside a script element: nothing in it can end the element or a line of script. */
export function inlineJson(value: unknown): Buffer<ArrayBuffer> {
  const json = JSON.stringify(value)
  const bytes = utf8(json)
  // Looked for among the bytes, where it takes a hundredth of the time.
  return endings.some(each => bytes.includes(each)) ? utf8(json.replace(/[<\u2028\u2029]/g, hexadecimal)) : bytes
}

const endings = ['<', '\u2028', '\u2029'].map(each => Buffer.from(each))

function hexadecimal(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Two sums and the length: enough to tell two versions of one page apart, in a tenth of the time that a digest takes. */
export function weakTag(bytes: Uint8Array): string {
  const [sum, other] = [crc32(bytes), crc32(bytes.subarray(bytes.length >> 1), bytes.length)]
  return `W/"${bytes.length.toString(36)}-${sum.toString(36)}-${other.toString(36)}"`
}

/** Sent when even the error page cannot be drawn. Nothing of the application is needed for it. */
export function staticFailure(reference: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Something went wrong</title><meta name="viewport" content="width=device-width,initial-scale=1"></head><body><h1>Something went wrong</h1><p>Nothing was changed. Try again in a moment; if it happens twice, quote ${escapeHtml(reference)}.</p><p><a href="/">Go to the start</a></p></body></html>`
}
