/** `nonet check` of an application with own code: its files, what keeps them from being built, and TypeScript. */
import {readFileSync} from 'node:fs'
import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import type {AuthorFiles} from '../code/check/author-files.ts'
import {buildFindings} from '../code/check/build-findings.ts'
import {sourceFindings} from '../code/check/source-findings.ts'
import {typeFindings} from '../code/check/type-findings.ts'
import {type Finding, hasErrors} from '../document/finding.ts'
import type {CheckedDocument} from '../points/specification.ts'
import {hasOwnCode} from '../screens/code/components.ts'
import {authorCode} from './build.ts'
import {documentFolder} from './document.ts'
import {writeTypes} from './types.ts'

/** With the findings about own code, if the document itself has no errors. */
export async function withCodeFindings(path: string, checked: CheckedDocument): Promise<CheckedDocument> {
  const {specification, sound} = checked
  if (!sound || !hasOwnCode(specification)) return checked
  const folder = await documentFolder(path)
  const files = filesIn(folder)
  const found: Finding[] = sourceFindings(specification, files)
  // What cannot be built is not typed either, and the same mistake is reported once.
  if (!hasErrors(found)) found.push(...(await buildFindings(await authorCode(path, specification), files)))
  if (!hasErrors(found)) {
    await writeTypes(path, specification)
    found.push(...(await typeFindings(folder, specification, files)))
  }
  const {document} = specification
  const named = [...new Set(found.map(({file}) => file))].filter(
    file => !document.sources.some(each => each.file === file),
  )
  const sources = await Promise.all(named.map(async file => ({file, lines: (await textOf(file)).split('\n')})))
  return {
    ...checked,
    specification: {...specification, document: {...document, sources: [...document.sources, ...sources]}},
    findings: [...checked.findings, ...found],
    sound: !hasErrors(found),
  }
}

function filesIn(folder: string): AuthorFiles {
  return {
    read(name) {
      try {
        return readFileSync(join(folder, name), 'utf8')
      } catch {
        return null
      }
    },
    labelOf: name => join(folder, name),
  }
}

/** Those that `--fix` can apply, in own code and in its document. */
export async function fixableFindings(path: string, {specification, findings, sound}: CheckedDocument) {
  const own = sound && hasOwnCode(specification)
  const found = own ? sourceFindings(specification, filesIn(await documentFolder(path))) : []
  return [...findings, ...found].filter(({fix}) => fix)
}

const textOf = (file: string) => readFile(file, 'utf8').catch(() => '')
