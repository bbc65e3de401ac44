/** What is around the pages of an application: name, menu and search for the roles of an actor, and what the menu counts for a person. */
import {pointNumbers} from '../../document/raw.ts'
import type {Messages} from '../../messages/index.ts'
import {dateLocaleOf} from '../../messages/languages.ts'
import type {Screen} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {type Actor, personOf} from '../base/actor.ts'
import {atOnce} from '../base/at-once.ts'
import type {Engine} from '../engine.ts'
import {shownLogo} from '../files/logo.ts'
import type {ServerKind} from '../kind.ts'
import type {Shell, ShownFinding} from '../page/frame.ts'
import {PerRoles} from '../screen-context.ts'
import {
  closedForms,
  drawingOf,
  leadOf,
  type MenuContext,
  type MenuScreens,
  menuCounts,
  menuOf,
  menuScreens,
  type PersonalMenu,
  quickOf,
} from './menu.ts'

export const aboutPath = '/about'

/** Which of the nine points the document has. */
export const pointsOf = ({open}: Specification): boolean[] => pointNumbers.map(number => !open.includes(number))

interface ShellOptions {
  readonly specification: Specification
  readonly words: Messages
  readonly engine: Engine | null
  readonly findings: readonly ShownFinding[]
  /** The page that people see of a kind. */
  readonly pages: ReadonlyMap<string, ServerKind['page']>
  readonly screens: readonly Screen[]
  readonly search: {readonly path: string; readonly hint: (actor: Actor) => string | null} | null
}

interface Shells {
  /** Depends on the roles of the actor only. */
  readonly shell: (actor: Actor) => Shell
  readonly menuScreens: (actor: Actor) => MenuScreens
  readonly menuCounts: (actor: Actor) => Promise<PersonalMenu>
}

export function createShells(options: ShellOptions): Shells {
  const {engine} = options
  const shells = new Map<string, Shell>()
  const asked = new PerRoles<MenuScreens>()

  function shell(actor: Actor): Shell {
    const key = personOf(actor)?.roles.join(',') ?? '-'
    const made = shells.get(key) ?? shellFor(actor, options)
    shells.set(key, made)
    return made
  }
  const screensFor = (actor: Actor) => asked.get(actor, () => menuScreens(menuContext(actor, options)))

  async function countsFor(actor: Actor): Promise<PersonalMenu> {
    const screens = screensFor(actor)
    const found = engine
      ? await engine.readOne(actor, async reader => {
          const [menu, closed] = await atOnce([menuCounts(reader, screens), closedForms(reader, screens)])
          return {...menu, hidden: menu.hidden.union(new Set(closed))}
        })
      : {counts: new Map<string, string>(), hidden: new Set<string>(), described: '', person: {}}
    return {...found, quick: quickOf(shell(actor), screens, found.hidden)}
  }
  return {shell, menuScreens: screensFor, menuCounts: countsFor}
}

function shellFor(actor: Actor, options: ShellOptions): Shell {
  const {specification, findings, search} = options
  const {purpose, limits} = specification
  const {LANGUAGE, TIME_ZONE, LOGO} = limits.settings
  const around = menuContext(actor, options)
  const menu = menuOf(around)
  const lead = leadOf(around)
  const leading = lead ? {lead} : {}
  const logo = shownLogo(LOGO)
  const hint = search?.hint(actor)
  return {
    product: purpose.title,
    description: purpose.description,
    language: LANGUAGE,
    dateLocale: dateLocaleOf(LANGUAGE),
    zone: TIME_ZONE,
    points: pointsOf(specification),
    ...(logo ? {logo} : {}),
    home: '/',
    menu,
    quick: quickOf({menu, ...leading}, menuScreens(around), new Set()),
    ...leading,
    ...(search && hint ? {search: {href: search.path, hint}} : {}),
    ...(findings.length > 0 ? {findings} : {}),
  }
}

function menuContext(actor: Actor, options: ShellOptions): MenuContext {
  const {specification, screens, pages, words} = options
  return {
    screens: screens.filter(screen => !isUseless(screen, actor, options)),
    entities: specification.entities,
    actor,
    roles: specification.roles.roles.size,
    roleName: name => specification.translation.text(name),
    pageOf: ({kind}) => pages.get(kind.name),
    // No link where the page has nothing to say.
    about: specification.open.includes(1)
      ? null
      : {label: words.shell.aboutProduct(specification.purpose.title), href: aboutPath, icon: drawingOf('info')},
    words,
  }
}

/** A form for records that the actor may never create. */
function isUseless(screen: Screen, actor: Actor, {engine}: ShellOptions): boolean {
  return (
    screen.kind.can.create === true && engine !== null && !engine.abilities(actor, entityShown(screen)).ever('create')
  )
}
