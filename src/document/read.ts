/** The files of a document → its nine raw points. Pure: the files were read by whoever calls. */
import {type Finding, finding} from './finding.ts'
import {type Heading, readBlocks} from './markdown.ts'
import {
  type Block,
  type PointNumber,
  pointNumbers,
  type RawDocument,
  type RawPoint,
  type Section,
  type Source,
  type Text,
} from './raw.ts'
import {readSource, type SourceFile, tooLarge} from './source.ts'

export interface ReadDocument {
  readonly document: RawDocument
  readonly findings: readonly Finding[]
}

export function readDocument(files: readonly SourceFile[]): ReadDocument {
  const builder = new Builder()
  const large = tooLarge(files)
  if (large) builder.findings.push(large)
  else for (const file of files) builder.addFile(file)
  return builder.finish(files)
}

interface OpenSection {
  heading: Text | null
  place: {file: string; line: number; column: number}
  blocks: Block[]
}

interface OpenPoint {
  headings: Text[]
  sections: OpenSection[]
}

/** Where the next block goes: into a point's section, into a section without a valid number, or before all sections. */
type Position = {kind: 'before'} | {kind: 'ignored'} | {kind: 'section'; point: OpenPoint; section: OpenSection}

class Builder {
  readonly findings: Finding[] = []
  private readonly sources: Source[] = []
  private readonly points = new Map<PointNumber, OpenPoint>()
  private title: Text | null = null

  addFile(file: SourceFile): void {
    const read = readSource(file)
    if (!read.ok) {
      this.findings.push(read.finding)
      return
    }
    this.sources.push(read.source)
    const {blocks, findings} = readBlocks(read.source)
    for (const each of findings) this.findings.push(each)
    let position: Position = {kind: 'before'}
    const seen = new Map<PointNumber, Text>()
    for (const block of blocks) {
      if (block.kind === 'heading') position = this.heading(block, position, seen)
      else this.block(block, position)
    }
  }

  private heading(heading: Heading, position: Position, seen: Map<PointNumber, Text>): Position {
    if (heading.level === 1) return this.titled(heading.text, position)
    if (heading.level === 2) return this.numbered(heading.text, seen)
    if (position.kind !== 'section') return position
    if (heading.level === 3) return openSection(position.point, heading.text)
    const {file, line} = heading.text
    position.section.blocks.push({kind: 'prose', paragraph: false, file, line, column: 1, endLine: heading.endLine})
    return position
  }

  private titled(text: Text, position: Position): Position {
    if (this.title === null) this.title = text
    else if (this.title.text !== text.text) {
      this.findings.push(
        finding('N010', text, {
          message: `The product is called "${this.title.text}" already; this second title names nothing.`,
          hint: 'Keep one `# Title`. Sections begin with ## and their number.',
        }),
      )
    }
    return position
  }

  private numbered(text: Text, seen: Map<PointNumber, Text>): Position {
    const number = this.pointNumber(text)
    if (number === null) return {kind: 'ignored'}
    const earlier = seen.get(number)
    if (earlier) this.findings.push(sectionTwice(number, text, earlier))
    seen.set(number, text)
    const point = this.points.get(number) ?? {headings: [], sections: []}
    this.points.set(number, point)
    point.headings.push(text)
    return openSection(point, null, text)
  }

  private pointNumber(text: Text): PointNumber | null {
    const written = /^(\d+)(?=[.):\s]|$)/.exec(text.text)?.[1]
    const number = pointNumbers.find(each => String(each) === written)
    if (number === undefined) this.findings.push(written === undefined ? noNumber(text) : unknownNumber(written, text))
    return number ?? null
  }

  private block(block: Block, position: Position): void {
    if (position.kind === 'section') position.section.blocks.push(block)
    else if (position.kind === 'before' && block.kind !== 'prose' && block.kind !== 'fence')
      this.findings.push(outside(block))
  }

  finish(files: readonly SourceFile[]): ReadDocument {
    if (this.title === null && this.sources.length > 0) this.findings.push(noTitle(files))
    const points = Object.fromEntries(pointNumbers.map(number => [number, this.point(number)])) as Record<
      PointNumber,
      RawPoint
    >
    return {document: {title: this.title, points, sources: this.sources}, findings: this.findings}
  }

  private point(number: PointNumber): RawPoint {
    const open = this.points.get(number)
    const sections: Section[] = (open?.sections ?? []).map(({heading, place, blocks}) => ({...place, heading, blocks}))
    return {number, headings: open?.headings ?? [], sections}
  }
}

function openSection(point: OpenPoint, heading: Text | null, place: Text | null = heading): Position {
  const {file, line, column} = place ?? {file: '', line: 1, column: 1}
  const section: OpenSection = {heading, place: {file, line, column}, blocks: []}
  point.sections.push(section)
  return {kind: 'section', point, section}
}

function sectionTwice(number: number, text: Text, earlier: Text): Finding {
  return finding('N005', text, {
    message: `Section ${number} stands in this file twice: first at line ${earlier.line}.`,
    hint: 'Put both under one heading. Only sections of different files are laid together.',
  })
}

function unknownNumber(written: string, text: Text): Finding {
  return finding('N006', text, {
    message: `There is no point ${written}: a document has nine points, 1 to 9.`,
    hint: 'Give the section a number from 1 to 9, or make it a ### subsection of one.',
  })
}

function noNumber(text: Text): Finding {
  return finding('N007', text, {
    message: `The section "${text.text}" has no number from 1 to 9, so nothing in it counts.`,
    hint: 'Begin its heading with a number, as in "## 3. Entities", or make it a ### subsection.',
  })
}

function outside(block: Block): Finding {
  return finding('N008', block, {
    message: `This ${block.kind} stands before the first section, so it declares nothing.`,
    hint: 'Move it into the section it belongs to.',
  })
}

function noTitle(files: readonly SourceFile[]): Finding {
  return finding(
    'N009',
    {file: files[0]?.file ?? '', line: 1, column: 1},
    {
      message: 'The document has no title, so the product has no name.',
      hint: 'Begin it with a line such as "# Time off".',
    },
  )
}
