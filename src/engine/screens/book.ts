/**
 * The book: the document's own prose and tables, a page for each point, with the lines behind a page marked. Whoever may read it is
 * decided here and nowhere else; for others there is no such page and no link to it.
 */

import type {SpecificationData} from '../../contract/specification.ts'
import {type PointNumber, pointNumbers} from '../../document/raw.ts'
import type {Words} from '../../messages/index.ts'
import type {Screen} from '../../points/screens/model.ts'
import {findScreen, isFor} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {type Actor, personOf} from '../actor.ts'
import {bookHref, bookPath, linesAbout, readLines, type Stretch, screenLines, sectionLines} from '../book/lines.ts'
import {pointHtml} from '../book/point.ts'
import type {OpenScreen, PageReply, Visit} from '../reply.ts'
import {noActions} from './world.ts'

export interface BookWorld {
  readonly specification: Specification
  readonly words: Words
  /** The document is being written: everybody who looks is its author. */
  readonly dev: boolean
}

export interface Book {
  readonly open: (path: string, actor: Actor) => OpenScreen | null
  /** Where the lines behind a page are; null for whom they are not. */
  readonly behind: (path: string, screen: string, actor: Actor) => string | null
}

export function compileBook(world: BookWorld): Book {
  const {specification, dev} = world
  const {shows} = specification.purpose
  const mayRead = (actor: Actor) => dev || (shows !== null && isFor(shows, personOf(actor)))
  return {
    open(path, actor) {
      const rest = path === bookPath ? '1' : path.startsWith(`${bookPath}/`) ? path.slice(bookPath.length + 1) : ''
      const point = pointNumbers.find(number => String(number) === rest)
      if (point === undefined || !mayRead(actor)) return null
      return {load: visit => pageOf(world, point, visit), actions: noActions}
    },
    behind: (path, screen, actor) =>
      mayRead(actor) && screen !== 'specification' ? linkFor(world, {path, screen, actor}) : null,
  }
}

interface Behind {
  readonly path: string
  readonly screen: string
  readonly actor: Actor
}

/** Pages of the engine's own lead to the point that they follow from. */
const pointOf: Readonly<Record<string, PointNumber>> = {about: 1, search: 2, missing: 8, failure: 8, refused: 8}

function linkFor({specification}: BookWorld, {path, screen, actor}: Behind): string {
  const {document, screens} = specification
  const own = pointOf[screen]
  if (own !== undefined) return bookHref(document, own)
  const found = findScreen(screens, path, personOf(actor))?.screen
  if (!found) return bookHref(document, 6)
  const href = hrefs.get(found) ?? hrefOf(specification, found)
  hrefs.set(found, href)
  return href
}

/** A screen that follows from an entity has no row of its own. */
function hrefOf(specification: Specification, screen: Screen): string {
  const {document, open} = specification
  if (open.includes(2)) return bookHref(document, 3, entityLines(specification, screen))
  return bookHref(document, 2, screenLines(document, screen))
}

/** A screen stands where it stands as long as it is there. */
const hrefs = new WeakMap<Screen, string>()

function entityLines({document}: Specification, {shows}: Screen): Stretch[] {
  return 'entity' in shows ? sectionLines(document, 3, shows.entity) : []
}

function pageOf(world: BookWorld, point: PointNumber, visit: Visit): PageReply {
  const {specification, words} = world
  const {document, limits, open} = specification
  const marked = readLines(document, visit.query.get('lines') ?? '')
  const titleOf = (number: PointNumber) => document.points[number].headings[0]?.text ?? words.book.missing(number)
  const data: SpecificationData = {
    heading: titleOf(point),
    html: pointHtml({document, constants: limits.constants}, point, marked),
    points: pointNumbers.map(number => ({
      number,
      title: titleOf(number).replace(/^\d+\.?\s*/, ''),
      href: bookHref(document, number),
      current: number === point,
      open: open.includes(number),
    })),
    also: point === 2 ? alsoFor(world, marked) : [],
  }
  return {kind: 'page', status: 200, title: data.heading, screen: 'specification', data}
}

/** From a screen's row to the entity that it shows, and what the other points say about that. */
function alsoFor({specification, words}: BookWorld, marked: readonly Stretch[]): SpecificationData['also'] {
  const {document, screens} = specification
  const isMarked = ({file, line}: Screen) =>
    marked.some(each => each.file === file && each.from <= line && each.to >= line)
  const shown = screens.screens.filter(isMarked).flatMap(({shows}) => ('entity' in shows ? [shows.entity] : []))
  return [...new Set(shown)].flatMap(entity => {
    const parts = [
      {point: 3, lines: sectionLines(document, 3, entity), label: words.book.fields(entity)},
      {point: 4, lines: sectionLines(document, 4, entity), label: words.book.states(entity)},
      {point: 5, lines: linesAbout(document, 5, entity), label: words.book.rules(entity)},
      {point: 6, lines: linesAbout(document, 6, entity), label: words.book.permissions(entity)},
    ] as const
    return parts
      .filter(({lines}) => lines.length > 0)
      .map(({point, lines, label}) => ({label, href: bookHref(document, point, lines)}))
  })
}
