/** The files of a document → its nine raw points. Pure: callers read the files. */
import {type Finding, finding} from './finding.ts'
import {type Comment, type Heading, readBlocks} from './markdown.ts'
import {
  type Block,
  type PointNumber,
  pointNumbers,
  type RawDocument,
  type RawPoint,
  type RawSection,
  type Source,
  type Text,
} from './raw.ts'
import {readSource, type SourceFile, tooLarge} from './source.ts'
import {type HeadingContext, headingMeant, type ReadBlock} from './spelling-headings.ts'
import {belowEmptyLine, cutOff, type NearTable, nearTable} from './spelling-tables.ts'
import {type Grammar, noGrammar} from './table.ts'

export interface ReadDocument {
  readonly document: RawDocument
  readonly findings: readonly Finding[]
}

export function readDocument(files: readonly SourceFile[], grammar: Grammar = noGrammar): ReadDocument {
  const builder = new Builder(grammar)
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

/**
 * The position of the next block: in a point's section, in a section without a valid number, or before all sections.
 */
type Position =
  | {readonly kind: 'before'}
  | {readonly kind: 'ignored'; readonly number: PointNumber | null}
  | {
      readonly kind: 'section'
      readonly point: OpenPoint
      readonly number: PointNumber
      readonly section: OpenSection
      /** The comment directly before the next block. */
      readonly comment: Comment | null
    }

class Builder {
  readonly findings: Finding[] = []
  private readonly sources: Source[] = []
  private readonly points = new Map<PointNumber, OpenPoint>()
  private readonly grammar: Grammar
  private title: Text | null = null

  constructor(grammar: Grammar) {
    this.grammar = grammar
  }

  addFile(file: SourceFile): void {
    const read = readSource(file)
    if (!read.ok) {
      this.findings.push(read.finding)
      return
    }
    this.sources.push(read.source)
    const matter = frontMatter(read.source)
    if (matter) this.findings.push(matter.finding)
    const source = matter?.source ?? read.source
    const {blocks, findings} = readBlocks(source)
    for (const each of findings) this.findings.push(each)
    let position: Position = {kind: 'before'}
    const seen = new Map<PointNumber, Text>()
    for (const [index, block] of blocks.entries()) {
      const below = () => upToHeading(blocks, index + 1)
      const meant = headingMeant(block, this.headingWorld(position, source, below))
      if (meant) this.findings.push(...meant.findings)
      if (meant) position = this.heading(meant.heading, position, seen)
      else if (block.kind === 'comment') position = besideComment(position, block)
      else if (block.kind !== 'heading') position = this.block(block, position, source)
    }
  }

  private headingWorld(position: Position, source: Source, below: HeadingContext['below']): HeadingContext {
    const point = position.kind === 'before' ? null : position.number
    return {
      grammar: this.grammar,
      source,
      hasTitle: this.title !== null,
      point,
      seen: number => this.points.has(number),
      isScreen: name => this.screenNames().has(name),
      below,
    }
  }

  private screenNames(): ReadonlySet<string> {
    const sections = this.points.get(2)?.sections ?? []
    const tables = sections.flatMap(({blocks}) => blocks).filter(block => block.kind === 'table')
    return new Set(tables.flatMap(({rows}) => rows.map(({cells}) => cells[0]?.text ?? '')))
  }

  private heading(heading: Heading, position: Position, seen: Map<PointNumber, Text>): Position {
    if (heading.level === 1) return this.titled(heading.text, position)
    if (heading.level === 2) return this.numbered(heading.text, seen, position)
    if (position.kind !== 'section') return position
    if (heading.level === 3) return openSection(position, heading.text)
    const {file, line} = heading.text
    position.section.blocks.push({kind: 'prose', paragraph: false, file, line, column: 1, endLine: heading.endLine})
    return position
  }

  private titled(text: Text, position: Position): Position {
    if (this.title === null) this.title = text
    else if (this.title.text !== text.text) {
      this.findings.push(
        finding('N010', text, {
          message: `The document already has a title: "${this.title.text}".`,
          hint: 'Keep one line that starts with a single `#`. Points start with `##` and their number.',
        }),
      )
    }
    return position
  }

  private numbered(text: Text, seen: Map<PointNumber, Text>, position: Position): Position {
    const number = this.pointNumber(text)
    if (number === null) return {kind: 'ignored', number: position.kind === 'before' ? null : position.number}
    const earlier = seen.get(number)
    if (earlier) this.findings.push(sectionTwice(number, text, earlier))
    seen.set(number, text)
    const point = this.points.get(number) ?? {headings: [], sections: []}
    this.points.set(number, point)
    point.headings.push(text)
    return openSection({point, number}, null, text)
  }

  private pointNumber(text: Text): PointNumber | null {
    const written = /^(\d+)(?=[.):\s]|$)/.exec(text.text)?.[1]
    const number = pointNumbers.find(each => String(each) === written)
    if (number === undefined) this.findings.push(written === undefined ? noNumber(text) : unknownNumber(written, text))
    return number ?? null
  }

  /** Adds the block to its section; an almost correct table becomes one. */
  private block(block: Block, position: Position, source: Source): Position {
    const tables = position.kind === 'section' ? this.grammar[position.number].tables : []
    const near = this.cutOff(block, position, source) ?? nearTable(block, source, tables)
    if (near) this.findings.push(near.finding)
    if (position.kind === 'section') position.section.blocks.push(near?.table ?? block)
    else if (position.kind === 'before' && block.kind !== 'prose' && block.kind !== 'fence')
      this.findings.push(outside(block))
    return position.kind === 'section' ? {...position, comment: null} : position
  }

  /** A table split by a comment or an empty line is removed from the section and added again as a whole. */
  private cutOff(block: Block, position: Position, source: Source): NearTable | null {
    if (position.kind !== 'section') return null
    const last = position.section.blocks.at(-1)
    if (last?.kind !== 'table' || last.file !== source.file) return null
    const {comment} = position
    const near = comment ? cutOff(last, comment, block, source) : belowEmptyLine(last, block, source)
    if (near) position.section.blocks.pop()
    return near
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
    const sections: RawSection[] = (open?.sections ?? []).map(({heading, place, blocks}) => ({
      ...place,
      heading,
      blocks,
    }))
    return {number, headings: open?.headings ?? [], sections}
  }
}

function upToHeading(blocks: readonly ReadBlock[], from: number): readonly ReadBlock[] {
  const next = blocks.findIndex(({kind}, index) => index >= from && kind === 'heading')
  return blocks.slice(from, next < 0 ? blocks.length : next)
}

function besideComment(position: Position, comment: Comment): Position {
  return position.kind === 'section' ? {...position, comment} : position
}

function openSection(
  {point, number}: {point: OpenPoint; number: PointNumber},
  heading: Text | null,
  place: Text | null = heading,
): Position {
  const {file, line, column} = place ?? {file: '', line: 1, column: 1}
  const section: OpenSection = {heading, place: {file, line, column}, blocks: []}
  point.sections.push(section)
  return {kind: 'section', point, number, section, comment: null}
}

/** `---` lines with `key: value` between them at the very beginning. */
function frontMatter(source: Source): {finding: Finding; source: Source} | null {
  const {file, lines} = source
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  const inside = lines.slice(1, end)
  if (!/^---\s*$/.test(lines[0] ?? '') || end < 1 || !inside.some(line => /^[\w-]+\s*:/.test(line))) return null
  const titled = lines.some(line => /^# \S/.test(line))
  const named = /^title\s*:\s*["']?(.*?)["']?\s*$/m.exec(inside.join('\n'))?.[1]
  const next = lines.findIndex((line, index) => index > end && line.trim() !== '')
  return {
    source: {file, lines: lines.map((line, index) => (index <= end ? '' : line))},
    finding: finding(
      'N008',
      {file, line: 1, column: 1},
      {
        message: 'Front matter is not read.',
        hint: 'Remove it. The title is the line that starts with `# `.',
        fix: {
          line: 1,
          column: 1,
          endLine: (next < 0 ? end : next) + 1,
          endColumn: 1,
          text: titled || !named ? '' : `# ${named}\n\n`,
        },
      },
    ),
  }
}

function sectionTwice(number: number, text: Text, earlier: Text): Finding {
  return finding('N005', text, {
    message: `Point ${number} already has a heading in this file, at line ${earlier.line}.`,
    hint: 'Put both parts under one heading. Only parts in different files are joined.',
  })
}

function unknownNumber(written: string, text: Text): Finding {
  return finding('N006', text, {
    message: `There is no point ${written}. A document has points 1 to 9.`,
    hint: 'Give the heading a number from 1 to 9, or make it a `###` heading of a point.',
  })
}

function noNumber(text: Text): Finding {
  return finding('N007', text, {
    message: `The section "${text.text}" has no number from 1 to 9, so it is not read.`,
    hint: 'Start its heading with a number, as in `## 3. Entities`, or make it a `###` heading of a point.',
  })
}

function outside(block: Block): Finding {
  return finding('N008', block, {
    message: `This ${block.kind} is above the first point, so it is not read.`,
    hint: 'Move it to the point that it belongs to.',
  })
}

function noTitle(files: readonly SourceFile[]): Finding {
  return finding(
    'N009',
    {file: files[0]?.file ?? '', line: 1, column: 1},
    {
      message: 'The document has no title.',
      hint: 'Start it with the name of the product: `# Time off`.',
    },
  )
}
