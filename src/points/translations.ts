/**
 * The translation files of a document: `app.de.md` is German. Each has tables `| Text | Translation |` under the
 * headings of the document. A translation applies to its text everywhere; one under the heading of a text takes
 * precedence there.
 */
import {type Finding, finding} from '../document/finding.ts'
import {pointNumbers, type RawPoint, type Text} from '../document/raw.ts'
import {readDocument} from '../document/read.ts'
import type {SourceFile} from '../document/source.ts'
import {readTables, type TableKind} from '../document/table.ts'
import type {Specification, TranslationEntry, TranslationFile} from './model.ts'
import {type TextPlace, withTexts} from './translated.ts'

const fileName = /^(.+)\.([a-z]{2,3}(?:-[A-Z]{2})?)\.md$/

/** The language of a translation file; null for the document itself. */
export function languageOfFile(file: string): string | null {
  return fileName.exec(file)?.[2] ?? null
}

const translationTable: TableKind<'Text' | 'Translation'> = {
  called: 'translations',
  required: ['Text', 'Translation'],
  optional: [],
}

export function readTranslation(source: SourceFile, language: string): TranslationFile {
  const {document, findings: misread} = readDocument([source])
  const findings = [...misread]
  const entries = pointNumbers.flatMap(point => readPoint(document.points[point], findings))
  return {file: source.file, language, entries, findings}
}

function readPoint({number: point, sections}: RawPoint, findings: Finding[]): TranslationEntry[] {
  return sections.flatMap(({heading, blocks}) =>
    readTables(blocks, translationTable, findings).map(({cells}) => ({
      point,
      section: heading?.text ?? null,
      original: cells.Text,
      translation: cells.Translation,
    })),
  )
}

/** The languages that a document offers, each in its own name; empty if there is only one. */
export function languageChoices({languages, translation}: Specification): LanguageChoice[] {
  if (languages.length === 1) return []
  return languages.map(each => ({value: each, label: nameOf(each), chosen: each === translation.language}))
}

interface LanguageChoice {
  readonly value: string
  readonly label: string
  readonly chosen: boolean
}

function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], {type: 'language'}).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/**
 * The specification in one of the languages that its document offers; itself for its own language and for unknown ones.
 */
export function specificationIn(specification: Specification, language: string): Specification {
  const file = specification.translations.find(each => each.language === language)
  if (!file) return specification
  const {here, anywhere} = lookup(file)
  return withTexts(specification, language, (text, place) => here.get(keyOf(place, text)) ?? anywhere.get(text) ?? text)
}

function lookup({entries}: TranslationFile): {
  here: ReadonlyMap<string, string>
  anywhere: ReadonlyMap<string, string>
} {
  const written = entries.filter(({translation}) => translation.text !== '')
  return {
    here: new Map(written.map(each => [keyOf(each, each.original.text), each.translation.text])),
    anywhere: new Map(written.toReversed().map(each => [each.original.text, each.translation.text])),
  }
}

const keyOf = ({point, section}: TextPlace, text: string) => JSON.stringify([point, section, text])

export interface DocumentText extends TextPlace {
  readonly text: string
}

/** Every text of the document that people read, once, at its first place. */
export function documentTexts(specification: Specification): readonly DocumentText[] {
  const found = new Map<string, DocumentText>()
  withTexts(specification, specification.limits.settings.LANGUAGE, (text, place) => {
    if (!found.has(text)) found.set(text, {text, ...place})
    return text
  })
  return [...found.values()].toSorted((a, b) => a.point - b.point)
}

function missingTexts(specification: Specification, file: TranslationFile): readonly DocumentText[] {
  const {anywhere} = lookup(file)
  return documentTexts(specification).filter(({text}) => !anywhere.has(text))
}

/** Texts without a row, or with an empty one. */
export function textsWithoutRow(specification: Specification, {entries}: TranslationFile): readonly DocumentText[] {
  const rows = new Set(entries.map(({original}) => original.text))
  return documentTexts(specification).filter(({text}) => !rows.has(text))
}

// Checks for missing texts, texts that are no longer in the document, and translations that do not fit their text.

export function checkTranslations(specification: Specification): Finding[] {
  return specification.translations.flatMap(file => [...file.findings, ...checkFile(specification, file)])
}

function checkFile(specification: Specification, file: TranslationFile): Finding[] {
  const known = new Set(documentTexts(specification).map(({text}) => text))
  const seen = new Set<string>()
  const findings: Finding[] = []
  for (const {original, translation, ...place} of file.entries) {
    const key = keyOf(place, original.text)
    if (!known.has(original.text)) findings.push(stale(original))
    else if (seen.has(key)) findings.push(twice(original))
    else findings.push(...differentFields(original, translation))
    seen.add(key)
  }
  const missing = missingTexts(specification, file)
  return missing.length === 0 ? findings : [missingIn(file, missing), ...findings]
}

const mostNamed = 3

function missingIn({file, language}: TranslationFile, missing: readonly DocumentText[]): Finding {
  const named = missing.slice(0, mostNamed).map(({text}) => `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`)
  const more = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : ''
  const message =
    missing.length === 1
      ? `1 text has no translation: ${named.join()}.`
      : `${missing.length} texts have no translation: ${named.join(', ')}${more}.`
  const hint = `Run \`nonet translate PATH ${language}\` to add the missing rows, and fill them in.`
  return finding('N040', {file, line: 1, column: 1}, {message, hint})
}

function stale(original: Text): Finding {
  const message = `The document no longer has the text “${original.text}”.`
  return finding('N041', original, {message, hint: 'Remove this row, or change its text to the one in the document.'})
}

function twice(original: Text): Finding {
  const message = `“${original.text}” is translated twice under this heading.`
  return finding('N042', original, {message, hint: 'Keep one of the two rows.'})
}

const fieldsIn = (text: string) => [...text.matchAll(/\{[^{}]*\}/g)].map(String)

function differentFields(original: Text, translation: Text): Finding[] {
  if (translation.text === '') return []
  const [wanted, found] = [fieldsIn(original.text), fieldsIn(translation.text)]
  const lacking = wanted.filter(name => !found.includes(name))
  const extra = found.filter(name => !wanted.includes(name))
  if (lacking.length === 0 && extra.length === 0) return []
  const message =
    lacking.length > 0 ? `The translation lacks ${lacking.join(', ')}.` : `The text has no ${extra.join(', ')}.`
  const hint = wanted.length > 0 ? `Use the same names in braces: ${wanted.join(', ')}.` : 'Remove the braces.'
  return [finding('N043', translation, {message, hint})]
}

// The skeleton for a translator: rows for missing texts, under the headings of the document.

/** The file with rows for the missing texts at the end of their sections. */
export function withMissing(
  specification: Specification,
  {source, language}: {source: string; language: string},
): string {
  const read = readTranslation({file: '', bytes: new TextEncoder().encode(source)}, language)
  const missing = textsWithoutRow(specification, read)
  const lines = source === '' ? [`# ${specification.purpose.title} (${language})`] : source.trimEnd().split('\n')
  const groups = Map.groupBy(missing, ({point, section}) => JSON.stringify([point, section]))
  for (const some of groups.values()) {
    const [{point, section}] = some as [DocumentText, ...DocumentText[]]
    insertRows(lines, {specification, point, section}, some)
  }
  return `${lines.join('\n')}\n`
}

function insertRows(
  lines: string[],
  {specification, point, section}: TextPlace & {specification: Specification},
  some: readonly DocumentText[],
): void {
  const rows = some.map(({text}) => `| ${text.replaceAll('|', '\\|')} | |`)
  const pointAt = lines.findIndex(line => line.startsWith(`## ${point}.`))
  const pointEnd = endOf(lines, pointAt, /^## /)
  if (pointAt < 0) {
    const next = lines.findIndex(line => Number(/^## (\d)\./.exec(line)?.[1] ?? 0) > point)
    const heading = `## ${specification.document.points[point].headings[0]?.text ?? point}`
    const title = /^## \d/.test(heading) ? heading : `## ${point}. ${heading.slice(3)}`
    lines.splice(
      next < 0 ? lines.length : next,
      0,
      ...(next < 0 ? [''] : []),
      title,
      ...sectionLines(section, rows),
      ...(next < 0 ? [] : ['']),
    )
    return
  }
  const headingAt =
    section === null
      ? pointAt
      : lines.findIndex((line, index) => index > pointAt && index < pointEnd && line === `### ${section}`)
  if (headingAt < 0) {
    lines.splice(pointEnd, 0, ...sectionLines(section, rows), ...(pointEnd < lines.length ? [''] : []))
    return
  }
  const end = endOf(lines, headingAt, /^##/)
  const last = lines.findLastIndex((line, index) => index > headingAt && index < end && line.startsWith('|'))
  if (last < 0) lines.splice(headingAt + 1, 0, ...header, ...rows)
  else lines.splice(last + 1, 0, ...rows)
}

const header = ['', '| Text | Translation |', '|---|---|']

function sectionLines(section: string | null, rows: readonly string[]): string[] {
  return [...(section === null ? [] : ['', `### ${section}`]), ...header, ...rows]
}

/** The index of the next heading like this, before the empty lines above it; the end of the file without one. */
function endOf(lines: readonly string[], from: number, heading: RegExp): number {
  const next = lines.findIndex((line, index) => index > from && heading.test(line))
  let end = next < 0 ? lines.length : next
  while (end > from + 1 && lines[end - 1] === '') end -= 1
  return end
}
