/**
 * The specification screen: the document's text and tables, one page per point, with the lines behind a page
 * highlighted. Access is checked here only; people without it get neither page nor link.
 */

import {
  type PointNumber,
  pointNumbers,
  type RawDocument,
  type RawRow,
  type RawSection,
  type Text,
} from '../../document/raw.ts'
import {type Actor, personOf} from '../../engine/base/actor.ts'
import {renderBook, renderProse} from '../../engine/base/prose.ts'
import type {OpenScreen, PageReply, Visit} from '../../engine/reply.ts'
import {noActions} from '../../engine/screen-context.ts'
import type {Messages} from '../../messages/index.ts'
import type {Constant} from '../../points/limits/model.ts'
import {bulletsOf} from '../../points/screens/bullets/of-kind.ts'
import type {Screen} from '../../points/screens/model.ts'
import {findScreen, isForViewer} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import type {ExplainedSettings, SpecificationData} from './data.ts'

// Lines of the document behind a screen or an entity, and how an address names them.

/** First and last line in one file, counted from 1. */
interface LineRange {
  readonly file: string
  readonly from: number
  readonly to: number
}

/** A screen's row in the table, and the section under its heading. */
function screenLines(document: RawDocument, screen: Screen): LineRange[] {
  return [{file: screen.file, from: screen.line, to: screen.line}, ...sectionLines(document, 2, screen.name)]
}

/** The section under a heading of a point: an entity, its states, a screen. */
function sectionLines({points}: RawDocument, point: PointNumber, name: string): LineRange[] {
  const named = points[point].sections.filter(({heading}) => heading !== null && nameIn(heading.text) === name)
  return named.map(section => ({file: section.file, from: section.line, to: endOf(section)}))
}

/** `Ticket (was Case)` → `Ticket`. */
function nameIn(heading: string): string {
  return heading.replace(/\s*\(.*$/, '').trim()
}

function endOf({line, blocks}: RawSection): number {
  return Math.max(line, ...blocks.map(block => block.endLine))
}

/** The rows of a point's tables whose column On names the entity. */
function linesAbout({points}: RawDocument, point: 5 | 6, entity: string): LineRange[] {
  const tables = points[point].sections.flatMap(({blocks}) => blocks.filter(block => block.kind === 'table'))
  return tables.flatMap(({header, rows}) => {
    const column = header.cells.findIndex(({text}) => text.trim().toLowerCase() === 'on')
    return column < 0 ? [] : rows.filter(row => names(row, column).includes(entity)).map(lineOf)
  })
}

function names({cells}: RawRow, column: number): string[] {
  return (cells[column]?.text ?? '').split(',').map(each => each.trim().split(/[\s.]/)[0] ?? '')
}

const lineOf = ({file, line}: RawRow): LineRange => ({file, from: line, to: line})

const bookPath = '/_book'

/** `/_book/2?lines=14,52-57#line-14`; lines of other files include the file name. */
function bookHref(document: RawDocument, point: PointNumber, stretches: readonly LineRange[] = []): string {
  const [first] = stretches
  if (!first) return `${bookPath}/${point}`
  const lines = stretches.map(stretch => written(document, stretch)).join(',')
  return `${bookPath}/${point}?lines=${encodeURIComponent(lines).replaceAll('%2C', ',').replaceAll('%3A', ':')}#${lineId(document, first.file, first.from)}`
}

function written({sources}: RawDocument, {file, from, to}: LineRange): string {
  const lines = from === to ? `${from}` : `${from}-${to}`
  return file === sources[0]?.file ? lines : `${file}:${lines}`
}

/** Parses the lines in an address; invalid ones are ignored. */
function readLines({sources}: RawDocument, text: string): LineRange[] {
  return text
    .slice(0, 2000)
    .split(',')
    .flatMap(part => {
      const match = /^(?:(.+):)?(\d{1,7})(?:-(\d{1,7}))?$/.exec(part)
      const file = match?.[1] ?? sources[0]?.file
      if (!match || file === undefined) return []
      return [{file, from: Number(match[2]), to: Number(match[3] ?? match[2])}]
    })
}

function lineId({sources}: RawDocument, file: string, line: number): string {
  const index = sources.findIndex(source => source.file === file)
  return index > 0 ? `line-${index + 1}-${line}` : `line-${line}`
}

// A point as HTML, with the line numbers of every block.

interface PointContext {
  readonly document: RawDocument
  readonly constants: ReadonlyMap<string, Constant>
}

function pointHtml({document, constants}: PointContext, point: PointNumber, marked: readonly LineRange[]): string {
  return document.points[point].headings
    .map(heading => {
      const {file} = heading
      const {from, lines} = linesUnder(document, heading)
      return renderBook(lines.join('\n'), {
        constants,
        idOf: line => lineId(document, file, from + line),
        isMarked: (first, last) =>
          marked.some(each => each.file === file && each.from <= from + last && each.to >= from + first),
      })
    })
    .join('')
}

/** From below a point's heading to the next point in the same file. */
function linesUnder({points, sources}: RawDocument, heading: Text): {from: number; lines: readonly string[]} {
  const lines = sources.find(({file}) => file === heading.file)?.lines ?? []
  const starts = Object.values(points)
    .flatMap(({headings}) => headings)
    .filter(({file, line}) => file === heading.file && line > heading.line)
    .map(({line}) => line)
  return {from: heading.line + 1, lines: lines.slice(heading.line, Math.min(lines.length + 1, ...starts) - 1)}
}

interface SpecificationContext {
  readonly specification: Specification
  readonly words: Messages
  /** The document is being edited, so every visitor is treated as its author. */
  readonly dev: boolean
}

interface Book {
  readonly open: (path: string, actor: Actor) => OpenScreen | null
  /** The address of the lines behind a page; null for people without access. */
  readonly behind: (path: string, screen: string, actor: Actor) => string | null
}

export function compileBook(context: SpecificationContext): Book {
  const {specification, dev} = context
  const {shows} = specification.purpose
  const mayRead = (actor: Actor) => dev || (shows !== null && isForViewer(shows, personOf(actor)))
  const hrefs = new Map(specification.screens.screens.map(screen => [screen, hrefOf(specification, screen)]))
  return {
    open(path, actor) {
      const rest = path === bookPath ? '1' : path.startsWith(`${bookPath}/`) ? path.slice(bookPath.length + 1) : ''
      const point = pointNumbers.find(number => String(number) === rest)
      if (point === undefined || !mayRead(actor)) return null
      return {load: visit => pageOf(context, point, visit), actions: noActions}
    },
    behind: (path, screen, actor) =>
      mayRead(actor) && screen !== 'specification' ? linkFor(context, hrefs, {path, screen, actor}) : null,
  }
}

interface Behind {
  readonly path: string
  readonly screen: string
  readonly actor: Actor
}

/** The engine's own pages link to the point they derive from. */
const pointOf: Readonly<Record<string, PointNumber>> = {about: 1, search: 2, missing: 8, failure: 8, refused: 8}

function linkFor(
  {specification}: SpecificationContext,
  hrefs: ReadonlyMap<Screen, string>,
  {path, screen, actor}: Behind,
): string {
  const {document, screens} = specification
  const own = pointOf[screen]
  if (own !== undefined) return bookHref(document, own)
  const found = findScreen(screens, path, personOf(actor))?.screen
  return (found && hrefs.get(found)) ?? bookHref(document, 6)
}

/** A screen derived from an entity has no row of its own. */
function hrefOf(specification: Specification, screen: Screen): string {
  const {document, open} = specification
  if (open.includes(2)) return bookHref(document, 3, entityLines(specification, screen))
  return bookHref(document, 2, screenLines(document, screen))
}

function entityLines({document}: Specification, {shows}: Screen): LineRange[] {
  return 'entity' in shows ? sectionLines(document, 3, shows.entity) : []
}

function pageOf(context: SpecificationContext, point: PointNumber, visit: Visit): PageReply {
  const {specification, words} = context
  const {document, limits, open} = specification
  const marked = readLines(document, visit.query.get('lines') ?? '')
  const titleOf = (number: PointNumber) =>
    document.points[number].headings[0]?.text ?? `${number}. ${words.specification.titles[number]}`
  const data: SpecificationData = {
    heading: titleOf(point),
    html: pointHtml({document, constants: limits.constants}, point, marked),
    language: limits.settings.LANGUAGE,
    points: pointNumbers.map(number => ({
      number,
      title: titleOf(number).replace(/^\d+\.?\s*/, ''),
      href: bookHref(document, number),
      current: number === point,
      open: open.includes(number),
    })),
    ...(point === 2 ? aboutScreens(context, screensIn(specification, marked)) : {also: [], settings: []}),
  }
  return {kind: 'page', status: 200, title: data.heading, screen: 'specification', data}
}

/** The screens of the highlighted lines. */
const screensIn = ({screens}: Specification, marked: readonly LineRange[]): Screen[] =>
  screens.screens.filter(({file, line}) =>
    marked.some(each => each.file === file && each.from <= line && each.to >= line),
  )

function aboutScreens(
  context: SpecificationContext,
  shown: readonly Screen[],
): Pick<SpecificationData, 'also' | 'settings'> {
  return {also: alsoFor(context, shown), settings: shown.flatMap(screen => settingsFor(context, screen))}
}

/** As the kind of the screen declares them. */
function settingsFor({specification: {document}, words}: SpecificationContext, screen: Screen): ExplainedSettings[] {
  const sections = document.points[2].sections.filter(({heading}) => heading && nameIn(heading.text) === screen.name)
  const keys = sections.flatMap(({blocks}) =>
    blocks.flatMap(block => (block.kind === 'bullet' ? [block.key.text] : [])),
  )
  const settings = bulletsOf(screen.kind)
    .filter(({key}) => keys.includes(key))
    .map(({key, describe}) => ({key, meaning: renderProse(describe, new Map())}))
  return settings.length > 0 ? [{heading: words.specification.settings(screen.name), settings}] : []
}

/** Links from a screen's row to its entity, and to the other points about it. */
function alsoFor({specification, words}: SpecificationContext, shown: readonly Screen[]): SpecificationData['also'] {
  const {document} = specification
  const entities = shown.flatMap(({shows}) => ('entity' in shows ? [shows.entity] : []))
  return [...new Set(entities)].flatMap(entity => {
    const parts = [
      {point: 3, lines: sectionLines(document, 3, entity), label: words.specification.fields(entity)},
      {point: 4, lines: sectionLines(document, 4, entity), label: words.specification.states(entity)},
      {point: 5, lines: linesAbout(document, 5, entity), label: words.specification.rules(entity)},
      {point: 6, lines: linesAbout(document, 6, entity), label: words.specification.permissions(entity)},
    ] as const
    return parts
      .filter(({lines}) => lines.length > 0)
      .map(({point, lines, label}) => ({label, href: bookHref(document, point, lines)}))
  })
}
