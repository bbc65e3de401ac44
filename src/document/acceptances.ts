/**
 * `- accept: N431 because …`: warnings that the author has reviewed and accepts. Under a `###` heading it applies to
 * that subsection, under the heading of a point to the whole point, and in point 1 to the whole document.
 */
import {catalogue, type Finding, type FindingCode, finding, type Place} from './finding.ts'
import {
  type Block,
  type Bullet,
  type PointNumber,
  pointNumbers,
  type RawDocument,
  type RawPoint,
  type RawSection,
} from './raw.ts'

export interface Acceptance extends Place {
  readonly codes: readonly FindingCode[]
  readonly because: string
  readonly point: PointNumber
  /** Null for the whole point. */
  readonly section: RawSection | null
}

export interface Accepted extends Finding {
  readonly because: string
}

export interface ReadAcceptances {
  /** Without the accept bullets, which have no meaning for the points. */
  readonly document: RawDocument
  readonly acceptances: readonly Acceptance[]
  readonly findings: readonly Finding[]
}

export function readAcceptances(document: RawDocument): ReadAcceptances {
  const acceptances: Acceptance[] = []
  const findings: Finding[] = []
  const take = (point: RawPoint): RawPoint => ({
    ...point,
    sections: point.sections.map(section => {
      for (const bullet of section.blocks.filter(isAcceptance)) {
        const read = readAcceptance(bullet, {point: point.number, section})
        if ('codes' in read) acceptances.push(read)
        else findings.push(read)
      }
      return {...section, blocks: section.blocks.filter(block => !isAcceptance(block))}
    }),
  })
  const {points: each} = document
  const points = {
    1: take(each[1]),
    2: take(each[2]),
    3: take(each[3]),
    4: take(each[4]),
    5: take(each[5]),
    6: take(each[6]),
    7: take(each[7]),
    8: take(each[8]),
    9: take(each[9]),
  }
  return {document: {...document, points}, acceptances, findings}
}

const isAcceptance = (block: Block): block is Bullet => block.kind === 'bullet' && block.key.text === 'accept'

function readAcceptance({value}: Bullet, at: {point: PointNumber; section: RawSection}): Acceptance | Finding {
  const match = /^(N\d{3}(?:\s*,\s*N\d{3})*)\s*(?:because\s+(\S.*))?$/s.exec(value.text)
  if (!match) return wrong(value, 'The code of the warning is missing.')
  const [, written = '', because] = match
  const codes = written.split(/\s*,\s*/)
  const unknown = codes.find(code => !isWarning(code))
  if (unknown !== undefined)
    return wrong(
      value,
      Object.hasOwn(catalogue, unknown)
        ? `${unknown} is an error. Only warnings can be accepted.`
        : `Unknown warning ${unknown}.`,
    )
  if (because === undefined) return wrong(value, 'The reason is missing.')
  const {file, line, column} = value
  const {point, section} = at
  const whole = section.heading === null
  return {codes: codes.filter(isWarning), because, point, section: whole ? null : section, file, line, column}
}

function isWarning(code: string): code is FindingCode {
  return Object.hasOwn(catalogue, code) && catalogue[code as FindingCode] === 'warning'
}

function wrong(place: Place, message: string): Finding {
  return finding('N030', place, {message, hint: 'Write it like this: `- accept: N431 because parcels stay here`.'})
}

export interface Weighed {
  readonly findings: readonly Finding[]
  readonly accepted: readonly Accepted[]
}

/** Removes accepted findings, and reports acceptances without effect. */
export function weigh(
  findings: readonly Finding[],
  acceptances: readonly Acceptance[],
  document: RawDocument,
): Weighed {
  const used = new Set<string>()
  const accepted: Accepted[] = []
  const kept = findings.filter(found => {
    const by = acceptances.find(each => each.codes.includes(found.code) && isAbout(each, found, document))
    if (!by || found.severity === 'error') return true
    used.add(keyOf(by, found.code))
    accepted.push({...found, because: by.because})
    return false
  })
  const idle = acceptances.flatMap(each =>
    each.codes.filter(code => !used.has(keyOf(each, code))).map(code => useless(each, code)),
  )
  return {findings: [...kept, ...idle], accepted}
}

const keyOf = ({file, line}: Place, code: string): string => `${file}:${line} ${code}`

function isAbout({point, section}: Acceptance, found: Finding, document: RawDocument): boolean {
  if (point === 1) return true
  const at = sectionAt(found, document)
  return (
    at?.point === point && (section === null || (at.section.line === section.line && at.section.file === section.file))
  )
}

/** The subsection of a place: the last one that starts before it. */
function sectionAt({file, line}: Place, {points}: RawDocument): {point: PointNumber; section: RawSection} | undefined {
  return pointNumbers
    .flatMap(point => points[point].sections.map(section => ({point, section})))
    .filter(({section}) => section.file === file && section.line <= line)
    .toSorted((a, b) => a.section.line - b.section.line)
    .at(-1)
}

function useless(acceptance: Acceptance, code: FindingCode): Finding {
  return finding('N031', acceptance, {
    message: `There is no warning ${code} here to accept.`,
    hint: 'Remove this line, or move it to the section with the warning.',
  })
}
