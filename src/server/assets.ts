/**
 * Scripts, styles and fonts: hashed names, immutable, compressed at build time. The stylesheet depends on the product's hue and the icon on its open
 * points, so both have their own name for each document.
 */

import {createHash} from 'node:crypto'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {brotliCompressSync, constants, gzipSync} from 'node:zlib'
import type {OwnManifest} from '../code/build/own-files.ts'
import type {Application} from '../engine/application/application.ts'
import {inLanguage} from '../messages/language.ts'
import {type AppPicture, appManifest, appPicture, paperColours} from './app-icon.ts'
import {BufferedResponse, preferredEncoding} from './response.ts'

/** Written by the build beside the files. */
export interface AssetManifest {
  readonly build: string
  readonly script: Script
  /** What own code imports, and its imports; only where there is own code. */
  readonly kit?: readonly string[]
  readonly siteStyle?: string
  readonly dev: string
  readonly style: string
  /** Additional files of some screens, by screen name. */
  readonly screenStyles: Readonly<Record<string, string>>
  /** For forms and records, and the screens that begin with them. */
  readonly details: {readonly style: string; readonly screens: readonly string[]}
  /** For what is not visible at first paint. */
  readonly laterStyle: string
  readonly font: string
  readonly extendedFont: ExtendedFont
  readonly files: readonly string[]
}

/** For pages with letters beyond those of Western Europe. */
export interface ExtendedFont {
  readonly name: string
  /** The first bytes of its letters in UTF-8. */
  readonly leads: readonly number[]
}

export interface Script {
  readonly file: string
  /** Static imports. */
  readonly imports: readonly string[]
  /** What each screen's component imports, and the texts of each language. */
  readonly screens: Readonly<Record<string, readonly string[]>>
  readonly languages: Readonly<Record<string, readonly string[]>>
}

/** What the pages of an application link to. */
export interface LinkedAssets {
  readonly build: string
  readonly scripts: readonly string[]
  /** What the script loads immediately on a page of this screen, in this language. */
  readonly preloads: (screen: string, language: string) => readonly string[]
  readonly style: string
  readonly screenStyles: readonly {readonly screen: string; readonly href: string}[]
  /** `at`: whether a page of these screens begins with forms or records; otherwise their styles are loaded later. */
  readonly details: {readonly href: string; readonly at: (screens: readonly string[]) => boolean}
  readonly laterStyle: string
  /** The fonts that a body needs, in UTF-8: requested only by the layout, one would lay the whole page out again. */
  readonly fonts: (body: Uint8Array) => readonly string[]
  readonly icon: string
  /** Own code, where the application has some. */
  readonly own: LinkedOwnCode | null
  /** For systems that list the application among their own. */
  readonly install: {
    readonly manifest: string
    readonly touchIcon: string
    readonly paper: ReturnType<typeof paperColours>
  }
}

interface LinkedOwnCode {
  /** By component. */
  readonly scripts: Readonly<Record<string, string>>
  readonly styles: Readonly<Record<string, string>>
  /** What the scripts import. */
  readonly imports: readonly string[]
  /** The style sheet of pages with a layout of their own, in place of all others. */
  readonly site: string
}

/** What `nonet build` has made. */
export interface OwnFiles {
  readonly folder: string
  readonly manifest: OwnManifest
}

interface AssetOptions {
  readonly dev?: boolean
  /** Then the folder is the one with the kit. */
  readonly own?: () => OwnFiles
}

interface Asset {
  readonly type: string
  readonly plain: Uint8Array<ArrayBuffer>
  readonly br: Uint8Array<ArrayBuffer> | null
  readonly gzip: Uint8Array<ArrayBuffer> | null
}

export const assetsPath = '/_nonet/'

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  webmanifest: 'application/manifest+json',
}

export class Assets {
  private readonly folder: string
  private readonly files = new Map<string, Asset>()
  /** Files generated for an application's theme when they are first requested. */
  private readonly makers = new Map<string, () => string | Uint8Array<ArrayBuffer>>()
  private readonly linked = new Map<string, LinkedAssets>()
  private readonly manifest: AssetManifest
  private readonly dev: boolean
  private readonly ownFiles: (() => OwnFiles) | null

  constructor(folder: string, {dev = false, own}: AssetOptions = {}) {
    this.manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as AssetManifest
    this.dev = dev
    this.ownFiles = own ?? null
    this.folder = folder
  }

  /** `nonet dev` replaces them. */
  private get own(): OwnFiles | null {
    return this.ownFiles?.() ?? null
  }

  /**
   * Startup does not wait for it, but a later build replaces files that are not read yet. What cannot be read now, for example because of missing
   * file descriptors, is read on demand; the failure is returned for the log.
   */
  readAll(): unknown {
    try {
      for (const name of [...this.manifest.files, ...(this.own?.manifest.files ?? [])]) this.find(name)
      return null
    } catch (cause) {
      return cause
    }
  }

  private find(name: string): Asset | undefined {
    const known = this.files.get(name)
    if (known) return known
    const make = this.makers.get(name)
    const found = make ? madeAsset(name, make()) : this.read(name)
    if (found) this.files.set(name, found)
    return found || undefined
  }

  private read(name: string): Asset | undefined {
    const {own} = this
    if (own?.manifest.files.includes(name)) return readAsset(join(own.folder, 'browser'), name)
    return this.manifest.files.includes(name) ? readAsset(this.folder, name) : undefined
  }

  /** Generates what this application's theme needs, once, and returns what its pages link to. */
  link(application: Application): LinkedAssets {
    const {look} = application
    const key = `${JSON.stringify(look)}${this.own?.manifest.files.join() ?? ''}`
    const linked = this.linked.get(key) ?? this.make(application)
    this.linked.set(key, linked)
    return linked
  }

  private make({look}: Application): LinkedAssets {
    const style = this.styleFor(look.hue)
    const icon = this.add(`mark-${look.hue}-${look.points.map(Number).join('')}.svg`, () =>
      markSvg(look.hue, look.points),
    )
    const {
      script,
      details,
      extendedFont: {name, leads},
    } = this.manifest
    const scripts = [script.file, ...(this.dev ? [this.manifest.dev] : [])]
    const {own} = this
    // While it is edited, open pages are shown what was saved without being loaded again.
    const parts = own && !this.dev ? ` ${own.manifest.files.join(' ')}` : ''
    const build = createHash('sha1')
      .update(`${this.manifest.build} ${style} ${icon}${parts}`)
      .digest('base64url')
      .slice(0, 12)
    const at = (name: string) => `${assetsPath}${name}`
    const [font, extendedFont] = [at(this.manifest.font), at(name)]
    return {
      build,
      scripts: scripts.map(at),
      preloads: (screen, language) => {
        const texts = inLanguage({en: [], ...script.languages}, language)
        return [...new Set([...script.imports, ...(script.screens[screen] ?? []), ...texts])].map(at)
      },
      style: at(style),
      screenStyles: Object.entries(this.manifest.screenStyles).map(([screen, name]) => ({screen, href: at(name)})),
      details: {
        href: at(details.style),
        at: screens => screens.some(each => details.screens.includes(each)),
      },
      laterStyle: at(this.manifest.laterStyle),
      fonts: body => (leads.some(byte => body.includes(byte)) ? [font, extendedFont] : [font]),
      icon: at(icon),
      own: own && linkedOwn(own, this.manifest.kit ?? [], at(this.styleFor(look.hue, this.manifest.siteStyle))),
      install: this.installFor(look),
    }
  }

  private installFor(look: Application['look']): LinkedAssets['install'] {
    const mark = `${look.hue}-${look.points.map(Number).join('')}`
    const picture = (size: number, maskable: boolean): AppPicture => {
      const name = `app-${mark}-${size}${maskable ? '-maskable' : ''}.png`
      this.add(name, () => appPicture(look, {size, maskable}))
      return {src: `${assetsPath}${name}`, size, maskable}
    }
    const text = appManifest(look, [picture(192, false), picture(512, false), picture(512, true)])
    const digest = createHash('sha1').update(text).digest('base64url').slice(0, 12)
    const manifest = this.add(`app-${digest}.webmanifest`, () => text)
    return {
      manifest: `${assetsPath}${manifest}`,
      touchIcon: picture(180, true).src,
      paper: paperColours(look.hue),
    }
  }

  private styleFor(hue: number, style = this.manifest.style): string {
    if (hue === 172) return style
    return this.add(style.replace(/\.css$/, `-${hue}.css`), () =>
      new TextDecoder().decode(this.find(style)?.plain).replace(/--hue:\s*172/, `--hue:${hue}`),
    )
  }

  private add(name: string, make: () => string | Uint8Array<ArrayBuffer>): string {
    this.makers.set(name, make)
    return name
  }

  /** The response for an address under `/_nonet/`; null if there is no such file. */
  respond(path: string, request: Request): Response | null {
    const asset = this.find(path.slice(assetsPath.length))
    if (!asset) return null
    const encoding = asset.br ? preferredEncoding(request.headers.get('accept-encoding')) : null
    const body = encoding === 'br' ? asset.br : encoding === 'gzip' ? asset.gzip : asset.plain
    const headers = {
      'content-type': asset.type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      ...(encoding ? {'content-encoding': encoding} : {}),
      'content-length': String(body?.length ?? 0),
    }
    return new BufferedResponse(request.method === 'HEAD' ? null : body, {headers})
  }
}

/** The addresses of its scripts and styles. */
export function ownLinksOf({manifest}: OwnFiles): Pick<LinkedOwnCode, 'scripts' | 'styles'> {
  const parts = Object.entries(manifest.parts)
  const at = (name: string) => `${assetsPath}${name}`
  return {
    scripts: Object.fromEntries(parts.map(([component, {browser}]) => [component, at(browser)])),
    styles: Object.fromEntries(
      parts.flatMap(([component, {style}]) => (style === null ? [] : [[component, at(style)]])),
    ),
  }
}

function linkedOwn(own: OwnFiles, kit: readonly string[], site: string): LinkedOwnCode {
  return {...ownLinksOf(own), imports: kit.map(name => `${assetsPath}${name}`), site}
}

/** What compressing makes smaller. */
const compressible = /\.(?:js|css|svg)$/

/** Nothing if the file is gone: another build has replaced it. */
function readAsset(folder: string, name: string): Asset | undefined {
  if (!existsSync(join(folder, name))) return undefined
  const bytes = (file: string) => new Uint8Array(readFileSync(join(folder, file)))
  const type = typeOf(name)
  if (!compressible.test(name)) return {type, plain: bytes(name), br: null, gzip: null}
  const packed = (file: string) => (existsSync(join(folder, file)) ? bytes(file) : null)
  return {type, plain: bytes(name), br: packed(`${name}.br`), gzip: packed(`${name}.gz`)}
}

/** A person is waiting, so it is compressed six times faster at the cost of 5 % in size. */
const soon = {params: {[constants.BROTLI_PARAM_QUALITY]: 9}}

function madeAsset(name: string, made: string | Uint8Array<ArrayBuffer>): Asset {
  return typeof made === 'string' ? compressed(name, made) : {type: typeOf(name), plain: made, br: null, gzip: null}
}

function compressed(name: string, text: string): Asset {
  const plain = new TextEncoder().encode(text)
  return {
    type: typeOf(name),
    plain,
    br: new Uint8Array(brotliCompressSync(plain, soon)),
    gzip: new Uint8Array(gzipSync(plain)),
  }
}

function typeOf(name: string): string {
  return types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}

/** The favicon is shown in the browser's own interface, so it follows the system's theme. */
function markSvg(hue: number, points: readonly boolean[]): string {
  const dots = points.map((filled, index) => {
    const place = `cx="${5 + 10 * (index % 3)}" cy="${5 + 10 * Math.floor(index / 3)}"`
    return filled ? `<circle ${place} r="3.7" class="f"/>` : `<circle ${place} r="3" class="o"/>`
  })
  const tones = `.f{fill:oklch(47% .092 ${hue})}.o{fill:none;stroke-width:1.4;stroke:oklch(47% .092 ${hue})}@media(prefers-color-scheme:dark){.f{fill:oklch(78% .105 ${hue})}.o{stroke:oklch(78% .105 ${hue})}}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><style>${tones}</style>${dots.join('')}</svg>`
}
