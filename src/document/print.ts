/** Prints findings: the message, the source line with a caret, and the hint; or JSON for programs. */
import type {Finding, Place} from './finding.ts'
import type {Source} from './raw.ts'

export interface PrintOptions {
  readonly colour: boolean
  readonly sources: readonly Source[]
}

const most = 100
const mostPlaces = 8

/** Equal messages are printed once, with all places: they often have one cause. */
export function printFindings(findings: readonly Finding[], options: PrintOptions): string {
  const alike = [...Map.groupBy(findings, ({code, message, hint}) => `${code} ${message} ${hint}`).values()]
  const shown = alike.slice(0, most).map(group => printAlike(group, options))
  const left = alike.slice(most).flat().length
  if (left > 0) shown.push(`… and ${left} more.`)
  return shown.join('\n\n')
}

function printAlike([first, ...others]: readonly Finding[], {colour, sources}: PrintOptions): string {
  if (!first) return ''
  const paint = painter(colour)
  const tone = first.severity === 'error' ? 'red' : 'yellow'
  const head = `${paint('bold', placeText(first))} ${paint(tone, first.severity)} ${first.code}  ${first.message}`
  const line = sources.find(source => source.file === first.file)?.lines[first.line - 1]
  const parts = [head]
  if (line !== undefined && line.trim() !== '') parts.push(excerpt(first, line, paint))
  if (first.hint) parts.push(`  ${paint('cyan', '→')} ${first.hint}`)
  const places = [first, ...others].flatMap(found => [...(found === first ? [] : [found]), ...(found.also ?? [])])
  if (places.length > 0) parts.push(`  The same at ${placesText(places, first.file)}.`)
  return parts.join('\n')
}

const placeText = ({file, line, column}: Place): string => `${file}:${line}:${column}`

/** `here`: the file that was named already. */
function placesText(places: readonly Place[], here: string): string {
  const short = (place: Place) => (place.file === here ? `${place.line}:${place.column}` : placeText(place))
  const named = places.slice(0, mostPlaces).map(short).join(', ')
  const left = places.length - mostPlaces
  return left > 0 ? `${named} and ${left} more places` : named
}

/** A long line is cut around its column, so that the caret stays on the screen. */
function excerpt(found: Finding, line: string, paint: Paint): string {
  const width = 100
  const start = found.column > width - 20 ? found.column - 60 : 0
  const cut = line.slice(start, start + width)
  const shown = `${start > 0 ? '…' : ''}${visible(cut)}${start + width < line.length ? '…' : ''}`
  const before = (start > 0 ? 1 : 0) + displayWidth(visible(line.slice(start, found.column - 1)))
  const number = String(found.line)
  const bar = paint('dim', '|')
  return `  ${paint('dim', number)} ${bar} ${shown}\n  ${' '.repeat(number.length)} ${bar} ${' '.repeat(before)}${paint('red', '^')}`
}

/** Tabs would move the caret, and control characters could control the terminal. */
function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/\t/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '·')
}

function displayWidth(text: string): number {
  let width = 0
  for (const {segment} of new Intl.Segmenter().segment(text)) {
    width +=
      /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(
        segment,
      )
        ? 2
        : 1
  }
  return width
}

const codes = {bold: 1, dim: 2, red: 31, yellow: 33, cyan: 36} as const
type Paint = (tone: keyof typeof codes, text: string) => string

function painter(colour: boolean): Paint {
  return colour ? (tone, text) => `\u001b[${codes[tone]}m${text}\u001b[0m` : (_, text) => text
}

export interface AsJson {
  readonly findings: readonly Finding[]
  readonly open: readonly number[]
  /** Warnings that the document accepts, each with its reason. */
  readonly accepted: readonly (Finding & {readonly because: string})[]
}

/** Includes additional properties of a command. */
export function findingsAsJson({findings, open, accepted, ...more}: AsJson): string {
  const explained = accepted.map(found => ({...plain(found), because: found.because}))
  return JSON.stringify({findings: findings.map(plain), open, accepted: explained, ...more})
}

function plain({code, severity, file, line, column, message, hint, fix, also}: Finding) {
  return {code, severity, file, line, column, message, hint, ...(fix ? {fix} : {}), ...(also ? {also} : {})}
}
