/** A valid document, ready to serve: its screens, menu and messages. Compiled once, then read-only. */

import type {Messages} from '../../messages/index.ts'
import type {OwnCode} from '../../points/errors/own.ts'
import {type ErrorReply, refusal} from '../../points/errors/run.ts'
import {hueOf} from '../../points/icons-and-colours.ts'
import type {Screen, Screens} from '../../points/screens/model.ts'
import {findScreen, fitsRoute, mayOpen, segmentsOf} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {specificationIn} from '../../points/translations.ts'
import {type Actor, personOf} from '../base/actor.ts'
import {lastingProse} from '../base/prose.ts'
import {apiPath, apiScreen} from '../calls/api-page.ts'
import {CompiledCalls} from '../calls/calls.ts'
import {Display} from '../display/field-display.ts'
import type {Engine} from '../engine.ts'
import type {ApplicationParts, ServerKind} from '../kind.ts'
import type {LinkData} from '../page/common.ts'
import type {AboutData, MenuItem, Shell, ShownFinding} from '../page/frame.ts'
import type {OpenScreen, PageReply} from '../reply.ts'
import {noActions, nothingBeside, type OpenBeside, type ScreenContext} from '../screen-context.ts'
import type {SettingsHost} from '../settings.ts'
import type {MenuScreens, PersonalMenu} from './menu.ts'
import {aboutPath, createShells, pointsOf} from './shells.ts'

export interface Application {
  readonly look: {
    readonly product: string
    readonly description: string
    readonly hue: number
    readonly language: string
    readonly points: readonly boolean[]
  }
  /** The name of the company's logo; empty without one. */
  readonly logo: string
  readonly words: Messages
  /** The languages that the document offers, its own first. */
  readonly languages: readonly string[]
  /** The application in one of these languages; itself for any other. */
  readonly in: (language: string) => Application
  readonly maxUpload: number
  readonly requestsPerMinute: number
  readonly shell: (actor: Actor) => Shell
  /** The counts in the menu, by the address of the screen. */
  readonly menuCounts: (actor: Actor) => Promise<PersonalMenu>
  /** What the work reads from the database is one read, where that is cheaper. */
  readonly oneRead: <T>(work: () => Promise<T>) => Promise<T>
  readonly open: (path: string, actor: Actor) => Opened | null
  /** Whether some person may open a screen of the document there. */
  readonly hasScreen: (path: string) => boolean
  /** The address of a page's specification; null for people who may not read it. */
  readonly behind: (path: string, screen: string, actor: Actor) => string | null
  /** The screens this actor may open that have a fixed address and feeds. */
  readonly feedPages: (actor: Actor) => readonly LinkData[]
  /** A site of one's own; the layouts of its pages by their paths. */
  readonly site: {
    readonly layoutAt: (path: string, actor: Actor) => string | null
    readonly missingPage: string | null
    readonly errorPage: string | null
    /** Pictures may come from other hosts. */
    readonly images: boolean
  }
  /** The calls of point 7; null if it has none, or if there are no records. */
  readonly calls: CompiledCalls | null
  readonly refusal: (code: OwnCode, values?: Readonly<Record<string, string>>) => ErrorReply
}

export interface Opened {
  readonly screen: OpenScreen
  readonly parameters: Readonly<Record<string, string>>
}

/** A built-in screen, at an address no document can use. */
export interface ScreenRoute {
  /** `/sign-up/:token`: a segment with a colon is a parameter. */
  readonly path: string
  /** Null if this actor has no such screen. */
  readonly open: (actor: Actor, application: Application) => OpenScreen | null
}

export interface ApplicationOptions {
  /** Problems of the version on disk, while a document is being edited. */
  readonly findings?: readonly ShownFinding[]
  /** The document is being edited, so every visitor is treated as its author. */
  readonly dev?: boolean
  /** Without one, only screens without records are shown. */
  readonly engine?: Engine | null
  /** Applies changes of settings. */
  readonly settings?: SettingsHost | null
  /** The document in its own language, if this is a translation. */
  readonly written?: Specification
}

export function createApplication(
  specification: Specification,
  parts: ApplicationParts,
  {findings = [], engine = null, dev = false, settings = null, written = specification}: ApplicationOptions = {},
): Application {
  const {errors, limits} = specification
  const words = parts.messages(limits.settings.LANGUAGE)
  const display = new Display(specification)
  const compiled = compileScreens(specification, parts.kinds, {words, display, engine, settings})
  const pages = new Map(parts.kinds.map(({name, page}) => [name, page]))
  const running = {screens: [...compiled.keys()]}
  const about = aboutScreen(specification, words)
  const searching = engine
    ? parts.search.compile({
        specification,
        words,
        display,
        screens: running.screens,
        engine,
        settings,
        openBeside: nothingBeside,
      })
    : null
  const book = parts.specification({specification: written, words, dev})
  const calls = engine && specification.calls.calls.length > 0 ? new CompiledCalls(engine) : null
  const api = calls && apiScreen(calls, words)
  const shells = createShells({
    ...{specification, words, engine, findings, pages},
    screens: running.screens,
    search: searching && {path: parts.search.path, hint: actor => searching.hint(actor)},
  })

  const translated = new Map<string, Application>()
  const {languages} = specification

  /** Compiled on first use. */
  function inLanguage(language: string): Application {
    const known = translated.get(language)
    if (known) return known
    const other = specificationIn(specification, language)
    const made = createApplication(other, parts, {
      findings,
      dev,
      settings,
      engine: engine?.in(language) ?? null,
      written,
    })
    translated.set(language, made)
    return made
  }

  const application: Application = {
    languages,
    in: language => (languages.slice(1).includes(language) ? inLanguage(language) : application),
    look: {
      product: specification.purpose.title,
      description: specification.purpose.description,
      hue: hueOf(limits.settings.ACCENT) ?? 172,
      language: limits.settings.LANGUAGE,
      points: pointsOf(specification),
    },
    logo: limits.settings.LOGO,
    words,
    maxUpload: limits.settings.MAX_UPLOAD,
    requestsPerMinute: limits.settings.REQUESTS_PER_MINUTE,
    shell: shells.shell,
    menuCounts: shells.menuCounts,
    oneRead: work => (engine ? engine.store.oneRead(work) : work()),
    hasScreen: path => running.screens.some(({route}) => fitsRoute(route, segmentsOf(path))),
    behind: book.behind,
    feedPages: actor =>
      [...compiled].flatMap(([screen, {feed}]) =>
        feed && screen.address.kind === 'plain' && mayOpen(screen, personOf(actor))
          ? [{label: screen.name, href: screen.route.path}]
          : [],
      ),
    site: siteOf(specification.screens, running),
    calls,
    refusal: (code, values) => refusal(errors, code, values),
    open(path, actor) {
      const match = findScreen(running, path, personOf(actor))
      const screen = match && compiled.get(match.screen)
      if (screen) return {screen, parameters: match.parameters}
      if (path === aboutPath) return {screen: about, parameters: {}}
      if (dev && path === parts.styleGuide.path) return {screen: parts.styleGuide.open(words), parameters: {}}
      if (api && path === apiPath) return {screen: api, parameters: {}}
      const leaf = book.open(path, actor)
      if (leaf) return {screen: leaf, parameters: {}}
      if (path === parts.search.path && searching && shells.shell(actor).search)
        return {screen: searching.screen, parameters: {}}
      const first = path === '/' ? firstOf(shells.shell(actor), shells.menuScreens(actor)) : undefined
      return first ? {screen: goTo(first.href), parameters: {}} : null
    },
  }
  return application
}

/** Pages of the product have the layout of the site. */
function siteOf({site}: Screens, running: Pick<Screens, 'screens'>): Application['site'] {
  const hasLayouts = site.layout !== null || running.screens.some(({layout}) => layout !== null)
  return {
    images: site.images,
    missingPage: site.missingPage?.text ?? null,
    errorPage: site.errorPage?.text ?? null,
    layoutAt(path, actor) {
      if (!hasLayouts) return null
      const found = findScreen(running, path, personOf(actor))
      return (found ? found.screen.layout : site.layout)?.text ?? null
    },
  }
}

/** The home page of a person without one: not an empty form, if there is anything to show. */
function firstOf({menu, lead}: Shell, {asking}: MenuScreens): MenuItem | undefined {
  const items = menu.flatMap(group => group.items)
  const work = items.filter(({href}) => !asking.has(href) && href !== aboutPath)
  return work[0] ?? lead ?? items[0]
}

function goTo(to: string): OpenScreen {
  return {load: () => ({kind: 'redirect', to}), actions: noActions}
}

function compileScreens(
  specification: Specification,
  kinds: readonly ServerKind[],
  {words, display, engine, settings}: Pick<ScreenContext, 'words' | 'display' | 'engine' | 'settings'>,
): ReadonlyMap<Screen, OpenScreen> {
  const {screens} = specification.screens
  const kindOf = (screen: Screen) => kinds.find(({name}) => name === screen.kind.name)
  const openBeside: OpenBeside = (screen, at) => kindOf(screen)?.openBeside?.(screen, context, at) ?? null
  const context: ScreenContext = {specification, words, display, screens, engine, settings, openBeside}
  return new Map(
    screens.flatMap(screen => {
      const open = kindOf(screen)?.compile(screen, context)
      return open ? [[screen, open] as const] : []
    }),
  )
}

function aboutScreen({purpose, limits}: Specification, words: Messages): OpenScreen {
  const prose = lastingProse(purpose.prose, limits.constants)
  return {
    load(): PageReply {
      const data: AboutData = {
        product: purpose.title,
        description: purpose.description,
        html: prose(),
        audiences: purpose.audiences,
      }
      return {kind: 'page', status: 200, title: words.shell.aboutProduct(purpose.title), screen: 'about', data}
    },
    actions: noActions,
  }
}
