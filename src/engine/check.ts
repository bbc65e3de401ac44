/** The complete check of a document: its points, their relations, whether the database can evaluate its expressions, and accepted warnings. */

import {crossCheck} from '../analysis/cross-checks.ts'
import {weigh} from '../document/acceptances.ts'
import {bounded, type Finding, hasErrors} from '../document/finding.ts'
import type {Text} from '../document/raw.ts'
import type {SourceFile} from '../document/source.ts'
import {type Core, readsRecords} from '../feel/core.ts'
import {SqlCheck, sqlProblems, sqlProblemsOfAny} from '../feel/sql/problems.ts'
import {Trees} from '../feel/syntax/trees.ts'
import {findingsOf} from '../points/entities/expression.ts'
import {sqlTables} from '../points/entities/table-names.ts'
import {bulletOf} from '../points/screens/bullets/bullet.ts'
import {where} from '../points/screens/bullets/shared.ts'
import type {Screen, ScreenKind} from '../points/screens/model.ts'
import {isOwnList, listsOfOwn} from '../points/screens/own/model.ts'
import {type CheckedDocument, checkDocument, inReadingOrder, type Specification} from '../points/specification.ts'
import {checkTranslations} from '../points/translations.ts'

export function checkWhole(
  files: readonly SourceFile[],
  kinds: readonly ScreenKind[],
  trees: Trees = new Trees(),
): CheckedDocument {
  const checked = checkDocument(files, kinds, {trees, passed: false})
  const {specification, acceptances} = checked
  if (!checked.sound) {
    // Warnings that are not checked yet may already be accepted.
    const {findings, accepted} = weigh(checked.findings, acceptances, specification.document)
    return {...checked, findings: bounded(findings.filter(({code}) => code !== 'N031')), accepted}
  }
  const found = [
    ...checked.findings,
    ...sqlFindings(specification),
    ...crossCheck(specification),
    ...checkTranslations(specification),
  ]
  const {findings, accepted} = weigh(found, acceptances, specification.document)
  return {...checked, findings: bounded(inReadingOrder(findings, files)), accepted, sound: !hasErrors(findings)}
}

/** Reads a document that was checked before, with the trees of its expressions; `result` is the outcome of that check. */
export function readChecked(
  files: readonly SourceFile[],
  kinds: readonly ScreenKind[],
  {trees, result}: {readonly trees: Trees; readonly result: Pick<CheckedDocument, 'findings' | 'accepted' | 'sound'>},
): CheckedDocument {
  return {...checkDocument(files, kinds, {trees, passed: true}), ...result}
}

interface CheckedCore {
  readonly core: Core
  readonly text: Text
}

/** The database evaluates computed fields, permissions, the filters of screens, and defaults that read records. */
function sqlFindings(specification: Specification): Finding[] {
  const check = new SqlCheck(sqlTables(specification.entities))
  const found = (problems: typeof sqlProblems, {core, text}: CheckedCore) =>
    findingsOf(text, problems(core, check, text.text))
  return [
    // A computed list is used inside other expressions.
    ...[...askedOfDatabase(specification)].flatMap(each =>
      found(each.core.type.kind === 'list' ? sqlProblemsOfAny : sqlProblems, each),
    ),
    ...[...defaultsOf(specification), ...argumentsOf(specification)].flatMap(each => found(sqlProblemsOfAny, each)),
  ]
}

/** A default that reads records is evaluated when a record is created. */
function defaultsOf({entities}: Specification): CheckedCore[] {
  return [...entities.entities.values()].flatMap(({fields}) =>
    [...fields.values()].flatMap(field => {
      const said = field.default
      return said?.core && readsRecords(said.core) ? [{core: said.core, text: said.text}] : []
    }),
  )
}

/** What functions of own code are given. */
function argumentsOf({entities}: Specification): CheckedCore[] {
  const calls = [...entities.entities.values()].flatMap(({fields}) =>
    [...fields.values()].flatMap(({setBy}) => setBy ?? []),
  )
  return calls.flatMap(({args, written, text}) =>
    (args ?? []).map((core, index) => ({core, text: written[index] ?? text})),
  )
}

function* askedOfDatabase({entities, roles, screens}: Specification): Generator<CheckedCore> {
  for (const entity of entities.entities.values())
    for (const {computed, offers} of entity.fields.values())
      for (const each of [computed, offers]) if (each?.core) yield {core: each.core, text: each.text}
  for (const grant of roles.grants) if (grant.where?.core) yield {core: grant.where.core, text: grant.where.text}
  for (const screen of screens.screens) {
    for (const condition of [bulletOf(screen, where), ...screen.cards.map(({shows}) => shows.where)])
      if (condition) yield condition
    yield* askedByOwn(screen)
  }
}

function* askedByOwn({own}: Screen): Generator<CheckedCore> {
  for (const data of own?.data ?? []) if (!isOwnList(data) && data.figure.where) yield data.figure.where
  for (const {where, columns} of own ? listsOfOwn(own) : []) {
    if (where) yield where
    for (const column of columns) if (column.kind === 'computed') yield column
  }
}
