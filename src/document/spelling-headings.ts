/**
 * Headings that are nearly right: a point with one `#` or three, without the space or the number; a subsection with two
 * or four, or in bold. Each is read as intended, with a finding that explains how to write it.
 */
import {type Finding, finding} from './finding.ts'
import type {Comment, Heading} from './markdown.ts'
import {type Block, type PointNumber, pointNumbers, type Source, type Text} from './raw.ts'
import {type Grammar, shares} from './table.ts'
import {joinedText} from './text.ts'

export type ReadBlock = Heading | Comment | Block

/** The context of a heading. */
export interface HeadingContext {
  readonly grammar: Grammar
  readonly source: Source
  readonly hasTitle: boolean
  /** The point that contains the heading. */
  readonly point: PointNumber | null
  /** Whether a point already has a heading. */
  readonly seen: (point: PointNumber) => boolean
  /** Whether point 2 has listed a screen of this name so far. */
  readonly isScreen: (name: string) => boolean
  /** The blocks up to the next heading. */
  readonly below: () => readonly ReadBlock[]
}

export interface MeantHeading {
  readonly heading: Heading
  readonly findings: readonly Finding[]
}

/** The heading that a block is or was intended to be; null for any other block. */
export function headingMeant(block: ReadBlock, world: HeadingContext): MeantHeading | null {
  if (block.kind !== 'heading') {
    const almost =
      block.kind === 'prose' && block.paragraph ? (withoutSpace(block, world) ?? inBold(block, world)) : null
    return almost && {heading: almost.heading, findings: [almost.finding]}
  }
  const meant = asPoint(block, world) ?? asSubsection(block, world)
  return meant ? {heading: meant.heading, findings: [meant.finding]} : {heading: block, findings: []}
}

interface NearHeading {
  readonly heading: Heading
  readonly finding: Finding
}

interface HeadingLines {
  readonly line: number
  readonly endLine: number
}

function rewritten({source}: HeadingContext, {line, endLine}: HeadingLines, level: number, title: Text) {
  const written = `${'#'.repeat(level)} ${title.text}`
  const endColumn = (source.lines[endLine - 1] ?? '').length + 1
  return {written, fix: {line, column: 1, endLine, endColumn, text: written}}
}

const headingLines = ({text, endLine}: Heading): HeadingLines => ({line: text.line, endLine})

/** `# 1. …`, `### 5. …`, `## IX. …`, `## Point 9: …`, or a title of a point without its number. */
function asPoint(heading: Heading, world: HeadingContext): NearHeading | null {
  const read = numberOf(heading.text.text)
  if (heading.level === 2 && /^\d/.test(heading.text.text)) return null
  if (heading.level === 1 && !world.hasTitle) return null
  const number = read?.number ?? pointOf(heading, world)
  if (number === null || number === undefined || !isPoint(number, heading, {read, world})) return null
  const title = titled(heading.text, `${number}. ${read?.title ?? heading.text.text}`)
  const {written, fix} = rewritten(world, headingLines(heading), 2, title)
  return {
    heading: {...heading, level: 2, text: title},
    finding: finding('N022', heading.text, {
      message: `This looks like the heading of point ${number}.`,
      hint: `Write \`${written}\`.`,
      fix,
    }),
  }
}

interface HeadingNumber {
  readonly number: PointNumber
  readonly title: string
  /** `9. …`, the correct form. */
  readonly plain: boolean
}

const roman = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']
const spelled =
  /^(?:(?:point|punkt|section|abschnitt|part|§)\s*)?(?:([1-9])|(IX|IV|V?I{0,3}))(?:\s*[.):–—-]+\s*|\s+)(?=\S)(.*)$/i

function numberOf(text: string): HeadingNumber | null {
  const [, digit, letters = '', title = ''] = spelled.exec(text) ?? []
  const number = digit === undefined ? roman.indexOf(letters) + 1 : Number(digit)
  const point = pointNumbers.find(each => each === number)
  return point === undefined ? null : {number: point, title, plain: /^\d/.test(text)}
}

/** A title with all the characteristics of a point, but without a number. */
function pointOf({level, text}: Heading, {grammar, seen, below}: HeadingContext): PointNumber | null {
  if (level !== 2) return null
  const fitting = pointNumbers.filter(
    number => !seen(number) && grammar[number].words.test(text.text) && declares(below(), grammar[number].tables),
  )
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

function isPoint(
  number: PointNumber,
  {level, text}: Heading,
  {read, world}: {read: HeadingNumber | null; world: HeadingContext},
): boolean {
  if (level > 3 || world.seen(number)) return false
  const fits = world.grammar[number].words.test(text.text) || declares(world.below(), world.grammar[number].tables)
  // Product names and screens may begin with a number.
  return level === 2 ? read === null || !read.plain : fits && read?.plain === true
}

function declares(below: readonly ReadBlock[], tables: Grammar[PointNumber]['tables']): boolean {
  return below.some(block => block.kind === 'table' && shares(block, tables) !== null)
}

function titled({file, line, column}: Text, source: string): Text {
  return joinedText([{file, line, column, source}])
}

/** `## Order` or `#### Order` in a point whose subsections declare something. */
function asSubsection(heading: Heading, world: HeadingContext): NearHeading | null {
  if (heading.level < 2 || heading.level === 3 || numberOf(heading.text.text)?.plain) return null
  if (!isSubsection(heading.text.text, world)) return null
  return subsection(heading.text, headingLines(heading), world)
}

function isSubsection(name: string, {point, isScreen, below, grammar}: HeadingContext): boolean {
  if (point === 2) return isScreen(name)
  if (point !== 3 && point !== 4) return false
  const bulleted = below().some(block => block.kind === 'bullet' && grammar[point].keys.includes(block.key.text))
  return /^[A-Z]\w*(?: \(was \w+\))?$/.test(name) && (bulleted || declares(below(), grammar[point].tables))
}

function subsection(text: Text, lines: HeadingLines, world: HeadingContext): NearHeading {
  const {written, fix} = rewritten(world, lines, 3, text)
  return {
    heading: {kind: 'heading', level: 3, text, endLine: lines.endLine},
    finding: finding('N022', text, {
      message: `This looks like the heading of ${text.text}, but is not read as one.`,
      hint: `Write \`${written}\`.`,
      fix,
    }),
  }
}

/** `**Order**` alone on its line. */
function inBold(block: HeadingLines & {file: string}, world: HeadingContext): NearHeading | null {
  const written = world.source.lines[block.line - 1] ?? ''
  const [, before = '', name] = /^(\s*(?:\*\*|__))(.+?)(?:\*\*|__)\s*:?\s*$/.exec(written) ?? []
  if (block.line !== block.endLine || name === undefined || !isSubsection(name, world)) return null
  const text = joinedText([{file: block.file, line: block.line, column: before.length + 1, source: name}])
  return subsection(text, block, world)
}

/** `##9. Limits`: without a space it is not a heading. */
function withoutSpace(block: HeadingLines & {file: string}, world: HeadingContext): NearHeading | null {
  const written = world.source.lines[block.line - 1] ?? ''
  const [, hashes = '', title] = /^ {0,3}(#{1,6})([^#\s].*)$/.exec(written) ?? []
  if (title === undefined) return null
  // `#word` has many uses.
  if (hashes.length === 1 && (world.hasTitle ? numberOf(title)?.plain !== true : world.point !== null)) return null
  const column = written.indexOf(title) + 1
  const text = joinedText([{file: block.file, line: block.line, column, source: title.trimEnd()}])
  return {
    heading: {
      kind: 'heading',
      level: world.hasTitle && hashes.length === 1 ? 2 : hashes.length,
      text,
      endLine: block.line,
    },
    finding: finding(
      'N022',
      {file: block.file, line: block.line, column: column - hashes.length},
      {
        message: 'This is not read as a heading, because there is no space after `#`.',
        hint: `Write \`${hashes} ${title.trimEnd()}\`.`,
        fix: {line: block.line, column, endLine: block.line, endColumn: column, text: ' '},
      },
    ),
  }
}
