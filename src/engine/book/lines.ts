/** Lines of the document: which ones stand behind a screen or an entity, and how an address of the book names them. */
import type {PointNumber, RawDocument, Row, Section} from '../../document/raw.ts'
import type {Screen} from '../../points/screens/model.ts'

/** First and last line in one file, counted from 1. */
export interface Stretch {
  readonly file: string
  readonly from: number
  readonly to: number
}

/** A screen's row in the table, and what stands under its own heading. */
export function screenLines(document: RawDocument, screen: Screen): Stretch[] {
  return [{file: screen.file, from: screen.line, to: screen.line}, ...sectionLines(document, 2, screen.name)]
}

/** What stands under a heading of a point: an entity, its states, a screen. */
export function sectionLines({points}: RawDocument, point: PointNumber, name: string): Stretch[] {
  const named = points[point].sections.filter(({heading}) => heading !== null && nameIn(heading.text) === name)
  return named.map(section => ({file: section.file, from: section.line, to: endOf(section)}))
}

/** `Ticket (was Case)` → `Ticket`. */
function nameIn(heading: string): string {
  return heading.replace(/\s*\(.*$/, '').trim()
}

function endOf({line, blocks}: Section): number {
  return Math.max(line, ...blocks.map(block => block.endLine))
}

/** The rows of a point's tables that are about an entity by their column On. */
export function linesAbout({points}: RawDocument, point: 5 | 6, entity: string): Stretch[] {
  const tables = points[point].sections.flatMap(({blocks}) => blocks.filter(block => block.kind === 'table'))
  return tables.flatMap(({header, rows}) => {
    const column = header.cells.findIndex(({text}) => text.trim().toLowerCase() === 'on')
    return column < 0 ? [] : rows.filter(row => names(row, column).includes(entity)).map(lineOf)
  })
}

function names({cells}: Row, column: number): string[] {
  return (cells[column]?.text ?? '').split(',').map(each => each.trim().split(/[\s.]/)[0] ?? '')
}

const lineOf = ({file, line}: Row): Stretch => ({file, from: line, to: line})

export const bookPath = '/_book'

/** `/_book/2?lines=14,52-57#line-14`; lines of another file than the first carry its name. */
export function bookHref(document: RawDocument, point: PointNumber, stretches: readonly Stretch[] = []): string {
  const [first] = stretches
  if (!first) return `${bookPath}/${point}`
  const lines = stretches.map(stretch => written(document, stretch)).join(',')
  return `${bookPath}/${point}?lines=${encodeURIComponent(lines).replaceAll('%2C', ',').replaceAll('%3A', ':')}#${lineId(document, first.file, first.from)}`
}

function written({sources}: RawDocument, {file, from, to}: Stretch): string {
  const lines = from === to ? `${from}` : `${from}-${to}`
  return file === sources[0]?.file ? lines : `${file}:${lines}`
}

/** What an address names; what cannot be read marks nothing. */
export function readLines({sources}: RawDocument, text: string): Stretch[] {
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

export function lineId({sources}: RawDocument, file: string, line: number): string {
  const index = sources.findIndex(source => source.file === file)
  return index > 0 ? `line-${index + 1}-${line}` : `line-${line}`
}
