/** The HTML document around a rendered page. Its data is inlined once, inert and escaped. */
import {hash} from 'node:crypto'
import {escapeHtml} from '../engine/base/escape-html.ts'
import {type Page, styledScreens} from '../engine/page/frame.ts'
import {isLayoutPart} from '../engine/page/own.ts'
import type {OwnPartsData} from '../web/router/document.ts'
import type {LinkedAssets} from './assets.ts'
import {utf8} from './response.ts'

export interface ShownOwnCode {
  /** The names of its parts. */
  readonly shown: readonly string[]
  /** Those that the server has rendered. */
  readonly onServer: readonly string[]
}

interface DocumentParts {
  /** The page as data, made by `inlineJson`. */
  readonly json: Uint8Array
  readonly body: string
  readonly assets: LinkedAssets
  /** The own code that the page shows. */
  readonly own?: ShownOwnCode | null
  /** Of addresses that programs read. */
  readonly origin?: string
}

export function htmlDocument(
  page: Page,
  {json, body: text, assets, own = null, origin = ''}: DocumentParts,
): Buffer<ArrayBuffer> {
  const body = utf8(text)
  const {shell} = page
  const title = page.title === shell.product ? page.title : `${page.title} · ${shell.product}`
  const theme = shell.theme ? ` data-theme="${shell.theme}"` : ''
  const beside = 'panel' in page.data ? page.data.panel?.screen : undefined
  const shown: readonly string[] = beside === undefined ? [page.screen] : [page.screen, beside]
  const applied = styledScreens(page)
  const openedNext = assets.screenStyles.filter(({screen}) => applied.includes(screen) && !shown.includes(screen))
  const details = `<link rel="stylesheet" href="${assets.details.href}">`
  const beginsWithDetails = assets.details.at(shown)
  const site = own?.onServer.some(isLayoutPart) ? assets.own?.site : undefined
  const head = [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    // No one presses a key on a display. The script fetches fresh data without reloading the page.
    page.unattended ? '<noscript><meta http-equiv="refresh" content="60"></noscript>' : '',
    ...previewTags(page, title, origin),
    ...(site === undefined ? productLook(shell.theme, assets, body) : []),
    `<link rel="stylesheet" href="${site ?? assets.style}">`,
    beginsWithDetails && site === undefined ? details : '',
    // A disabled stylesheet is not requested; the script enables it before showing that screen.
    ...assets.screenStyles.flatMap(each =>
      openedNext.includes(each) ? [] : [screenStyle(each, shown.includes(each.screen) ? '' : ' disabled')],
    ),
    own ? ownStyles(assets, own) : '',
    // A page is painted once it is complete: painting half of it would lay it out twice.
    '<link rel="expect" href="#page" blocking="render">',
    ...assets
      .preloads(page.screen, shell.language)
      .map(href => `<link rel="modulepreload" href="${href}" fetchpriority="low">`),
    ...assets.scripts.map(src => `<script type="module" src="${src}" fetchpriority="low"></script>`),
    own ? ownScripts(assets, own) : '',
  ].join('')
  return Buffer.concat([
    utf8(`<!doctype html><html lang="${escapeHtml(shell.language)}"${theme}><head>${head}</head><body><div id="root">`),
    body,
    utf8('</div><script type="application/json" id="page">'),
    json,
    utf8(
      `</script>${ownParts(assets, own)}${site === undefined ? laterStyles(assets, [...openedNext.map(each => screenStyle(each)), ...(beginsWithDetails ? [] : [details])]) : ''}</body></html>`,
    ),
  ])
}

const laterStyles = ({laterStyle}: LinkedAssets, before: readonly string[]): string =>
  `${before.join('')}<link rel="stylesheet" href="${laterStyle}">`

const screenStyle = ({screen, href}: LinkedAssets['screenStyles'][number], state = ''): string =>
  `<link rel="stylesheet" href="${href}" data-screen="${screen}"${state}>`

/** What a site of one's own says itself, or leaves to the browser. */
function productLook(theme: 'light' | 'dark' | undefined, assets: LinkedAssets, body: Uint8Array): string[] {
  return [
    `<meta name="color-scheme" content="${theme ?? 'light dark'}">`,
    ...themeColours(theme, assets),
    `<link rel="icon" href="${assets.icon}" type="image/svg+xml">`,
    `<link rel="manifest" href="${assets.install.manifest}">`,
    `<link rel="apple-touch-icon" href="${assets.install.touchIcon}">`,
    ...assets.fonts(body).map(href => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`),
  ]
}

/** What search engines and previews show. */
function previewTags({description: own, image, shell}: Page, title: string, origin: string): string[] {
  const description = own ?? shell.description
  const named = description ? [`<meta name="description" content="${escapeHtml(description)}">`] : []
  if (own === undefined && image === undefined) return named
  const open = {title, description, image: image && new URL(image, origin).href}
  const shown = Object.entries(open).flatMap(([name, text]) =>
    text ? [`<meta property="og:${name}" content="${escapeHtml(text)}">`] : [],
  )
  return [...named, ...shown]
}

/** A layout that the server has not rendered is not shown: its styles would apply to the whole page. */
const linkedParts = ({shown, onServer}: ShownOwnCode): readonly string[] =>
  shown.filter(name => !isLayoutPart(name) || onServer.includes(name))

function ownStyles({own}: LinkedAssets, shown: ShownOwnCode): string {
  const hrefs = linkedParts(shown).flatMap(name => own?.styles[name] ?? [])
  return hrefs.map(href => `<link rel="stylesheet" href="${href}">`).join('')
}

/** Own code is a script of the page, so that the page has not loaded before it. */
function ownScripts({own}: LinkedAssets, shown: ShownOwnCode): string {
  if (!own) return ''
  const imported = own.imports.map(href => `<link rel="modulepreload" href="${href}" fetchpriority="low">`)
  const scripts = linkedParts(shown).flatMap(name => own.scripts[name] ?? [])
  const loaded = scripts.map(src => `<script type="module" src="${src}" fetchpriority="low"></script>`)
  return [...imported, ...loaded].join('')
}

/** Every page knows all own code: the next one may show it. */
function ownParts({own}: LinkedAssets, shown: ShownOwnCode | null): string {
  if (!own) return ''
  const data: OwnPartsData = {scripts: own.scripts, styles: own.styles, onServer: shown?.onServer ?? []}
  return `<script type="application/json" id="own">${inlineJson(data)}</script>`
}

/** System UI around the page takes the page's colour. */
function themeColours(theme: 'light' | 'dark' | undefined, {install: {paper}}: LinkedAssets): string[] {
  if (theme) return [`<meta name="theme-color" content="${paper[theme]}">`]
  return (['light', 'dark'] as const).map(
    each => `<meta name="theme-color" content="${paper[each]}" media="(prefers-color-scheme: ${each})">`,
  )
}

/** Characters that can close a script element or end a line of script. */
const unsafeInline = ['<', '\u2028', '\u2029']

export const inlineJson = (value: unknown): string => safeInline(JSON.stringify(value))

/** JSON that is safe inside a script element. Most pages have nothing to escape, and checking is faster than replacing. */
export function safeInline(json: string): string {
  if (!unsafeInline.some(character => json.includes(character))) return json
  return json.replace(/[<\u2028\u2029]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function weakTag(html: Uint8Array): string {
  return `W/"${hash('sha1', html, 'base64url')}"`
}

/** Sent when even the error page cannot be rendered. It needs nothing of the application. */
export function staticFailure(reference: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Something went wrong</title><meta name="viewport" content="width=device-width,initial-scale=1"></head><body><h1>Something went wrong</h1><p>Nothing was changed. Try again in a moment; if it happens twice, quote ${escapeHtml(reference)}.</p><p><a href="/">Go to home page</a></p></body></html>`
}
