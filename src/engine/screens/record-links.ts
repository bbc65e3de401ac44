/** Where a record of an entity is shown by itself, for somebody: the screen, and the field its address is made of. */
import type {Screen} from '../../points/screens/model.ts'
import {isFor, mayOpen} from '../../points/screens/run.ts'
import {type Actor, personOf} from '../actor.ts'
import {KeptForRoles} from '../kept-for-roles.ts'
import type {Cell, ListScreen} from '../list/request.ts'

export interface RecordLink {
  /** The field in the address: `id`, or one that occurs once. */
  readonly key: string
  readonly href: (value: string) => string
}

type Links = Map<string, RecordLink | null>

const linksFor = new KeptForRoles<readonly Screen[], Links>()

export function recordLink(screens: readonly Screen[], entity: string, actor: Actor): RecordLink | null {
  const links = linksFor.get(screens, actor, () => new Map())
  const known = links.get(entity)
  const link = known === undefined ? linkTo(screens, entity, actor) : known
  links.set(entity, link)
  return link
}

function linkTo(screens: readonly Screen[], entity: string, actor: Actor): RecordLink | null {
  return linkBy(screens, 'record', {entity, actor})
}

function linkBy(
  screens: readonly Screen[],
  kind: 'record' | 'form',
  {entity, actor}: {entity: string; actor: Actor},
): RecordLink | null {
  for (const {shows, address, route, ...screen} of screens)
    if (
      shows.kind === kind &&
      shows.entity === entity &&
      address.kind === 'record' &&
      isFor(screen.for, personOf(actor))
    )
      return {key: address.key, href: value => route.path.replace(`:${address.key}`, encodeURIComponent(value))}
  return null
}

/** A form of the document that edits records of this entity, where somebody may open one. */
export function editLink(screens: readonly Screen[], entity: string, actor: Actor): RecordLink | null {
  return linkBy(screens, 'form', {entity, actor})
}

/** The fields that the addresses of its pages are made of, whoever may open them. */
export function recordKeys(screens: readonly Screen[], entity: string): string[] {
  const pages = screens.filter(({shows}) => shows.kind === 'record' && shows.entity === entity)
  const segments = pages.flatMap(({route}) => route.segments)
  return [...new Set(segments.flatMap(segment => (segment.kind === 'parameter' ? [segment.name] : [])))]
}

/** The first screen of a kind for an entity that somebody may open and that needs no parameter. */
export function screenOf(
  screens: readonly Screen[],
  kind: 'list' | 'form',
  {entity, actor}: {entity: string; actor: Actor},
): Screen | null {
  const fits = (each: Screen) =>
    each.shows.kind === kind && each.shows.entity === entity && mayOpen(each, personOf(actor))
  const found = screens.filter(each => fits(each) && each.route.segments.every(segment => segment.kind === 'word'))
  // A list of everything is where a record belongs, rather than one of what waits for somebody.
  return found.find(each => each.details.where === null) ?? found[0] ?? null
}

/**
 * Where a record belongs: among all of its kind; among what waits for somebody as long as they can do something of that with it;
 * else on the front page.
 */
export function placeOf(
  screens: readonly Screen[],
  {entity, actor, can}: {entity: string; actor: Actor; can: readonly string[]},
): Screen | null {
  const list = screenOf(screens, 'list', {entity, actor})
  if (list === null || list.details.where === null) return list
  const {actions} = list.details
  if (actions.length === 0 || actions.some(action => can.includes(action))) return list
  return screens.find(each => each.route.path === '/' && mayOpen(each, personOf(actor))) ?? null
}

/** How the document lists the records of an entity, whoever may open that list; a list of everything rather than of some. */
export function listOf(screens: readonly Screen[], entity: string): Screen | null {
  const lists = screens.filter(({shows}) => shows.kind === 'list' && shows.entity === entity)
  return lists.find(({details}) => details.where === null) ?? lists[0] ?? null
}

const keyedScreens = new WeakMap<ListScreen, ListScreen>()

/** With one column more, by which records are linked to; the same screen each time, so that what is kept for it is found again. */
export function withKey(screen: ListScreen, link: RecordLink | null): ListScreen {
  if (link === null) return screen
  const known = keyedScreens.get(screen)
  if (known?.columns.at(-1)?.[0] === link.key) return known
  const keyed = {...screen, columns: [...screen.columns, [link.key]]}
  keyedScreens.set(screen, keyed)
  return keyed
}

/** From the cell of that column. */
export function hrefOf(cell: Cell | undefined, link: RecordLink | null): string | null {
  const key = String(cell?.value ?? '')
  return link && key !== '' ? link.href(key) : null
}
