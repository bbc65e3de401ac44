/** A point of the document as it is written: its Markdown, file by file, as HTML in which every block knows its lines. */
import type {PointNumber, RawDocument, Text} from '../../document/raw.ts'
import type {Constant} from '../../points/limits/model.ts'
import {renderBook} from '../prose.ts'
import {lineId, type Stretch} from './lines.ts'

export interface PointWorld {
  readonly document: RawDocument
  readonly constants: ReadonlyMap<string, Constant>
}

export function pointHtml({document, constants}: PointWorld, point: PointNumber, marked: readonly Stretch[]): string {
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
