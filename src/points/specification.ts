/** Reads the nine points of a document and checks each of them; cross-checks are in src/analysis. */
import {type Acceptance, type Accepted, readAcceptances} from '../document/acceptances.ts'
import {settingsWithoutMeaning} from '../document/bullets.ts'
import {type Finding, hasErrors} from '../document/finding.ts'
import {isOpen, pointNumbers, type RawDocument} from '../document/raw.ts'
import {readDocument} from '../document/read.ts'
import type {SourceFile} from '../document/source.ts'
import type {Grammar} from '../document/table.ts'
import {SqlCheck} from '../feel/sql/problems.ts'
import {Trees} from '../feel/syntax/trees.ts'
import {checkCalls} from './calls/check.ts'
import {callKeys, callTables, outgoingNames, readCalls} from './calls/read.ts'
import {dedupeFindings} from './dedupe-findings.ts'
import {checkEntities} from './entities/check.ts'
import {functionsTable} from './entities/functions.ts'
import {roleWords} from './entities/own-fields.ts'
import {entityKeys, fieldsTable, readEntities} from './entities/read.ts'
import {looksTable} from './entities/read-bullets.ts'
import {scopeOf} from './entities/scope.ts'
import {sqlTables} from './entities/table-names.ts'
import {typeEntities} from './entities/type-expressions.ts'
import {errorsTable, readErrors} from './errors/read.ts'
import {checkSettings} from './limits/check.ts'
import {constantsTable, readLimits} from './limits/read.ts'
import type {Specification, TranslationFile} from './model.ts'
import {audienceTable, checkPurpose, isPurposeOpen, readPurpose, shown} from './purpose.ts'
import {checkFilling, checkJoining} from './roles/check.ts'
import {grantsTable, readRoles, roleSettings, rolesTable} from './roles/read.ts'
import {checkMessages} from './rules/check.ts'
import {readRules, rulesTable} from './rules/read.ts'
import {checkScreens} from './screens/check.ts'
import {deriveScreens} from './screens/derive.ts'
import type {ScreenKind} from './screens/model.ts'
import {readScreens, screensTable} from './screens/read.ts'
import {checkStates} from './states/check.ts'
import {actionsTable, machineKeys, readStates} from './states/read.ts'
import {formKeys, mailKeys} from './states/read-action-texts.ts'
import {readActions} from './states/read-actions.ts'
import {originalTexts} from './translated.ts'
import {languageOfFile, readTranslation} from './translations.ts'

export type {Specification}

export interface CheckedDocument {
  readonly specification: Specification
  readonly findings: readonly Finding[]
  readonly acceptances: readonly Acceptance[]
  /** Warnings that the author accepted; not among the findings. */
  readonly accepted: readonly Accepted[]
  /** Whether it may run: no finding is an error. */
  readonly sound: boolean
}

/** What is known of a document before it is read. */
export interface EarlierReading {
  readonly trees: Trees
  /** It was checked before: its findings are known. */
  readonly passed: boolean
}

const firstReading = (): EarlierReading => ({trees: new Trees(), passed: false})

/** Checks each point and the names it uses; `checkWhole` of the engine adds the cross-checks. */
export function checkDocument(
  sources: readonly SourceFile[],
  kinds: readonly ScreenKind[],
  reading: EarlierReading = firstReading(),
): CheckedDocument {
  const files = sources.filter(({file}) => languageOfFile(file) === null)
  const read = readDocument(files, grammarOf(kinds))
  const {document, acceptances, findings: misread} = readAcceptances(read.document)
  const findings: Finding[] = [...read.findings, ...misread]
  const translations = translationsIn(sources)
  const written = readPoints(document, {kinds, findings, ...reading})
  const languages = [...written.languages, ...translations.map(({language}) => language)]
  const specification = {...written, translations, languages}
  const {entities, states, screens, limits} = specification
  if (reading.passed) return {specification, findings: [], acceptances, accepted: [], sound: true}
  const all = [
    ...findings,
    ...([5, 6, 8, 9] as const).flatMap(number =>
      settingsWithoutMeaning(document.points[number], number === 6 ? roleSettings : []),
    ),
    ...checkPurpose(specification.purpose, specification.roles),
    ...checkScreens(screens, specification),
    ...checkEntities(entities, limits),
    ...checkStates(states, entities),
    ...checkMessages(specification),
    ...checkJoining(specification.roles, entities),
    ...checkFilling(specification.roles, entities),
    ...checkSettings(limits, specification.roles, screens),
    ...checkCalls(specification),
  ]
  const sorted = inReadingOrder(dedupeFindings(all, specification), files)
  return {specification, findings: sorted, acceptances, accepted: [], sound: !hasErrors(sorted)}
}

/** One language per file; of two files for one language, the first is used. */
function translationsIn(files: readonly SourceFile[]): TranslationFile[] {
  const read = files.flatMap(file => {
    const language = languageOfFile(file.file)
    return language === null ? [] : [readTranslation(file, language)]
  })
  return read.filter(({language}, index) => read.findIndex(each => each.language === language) === index)
}

/** The application can have another name than its document, which people may change. */
function named(purpose: Specification['purpose'], {settings}: Specification['limits']): Specification['purpose'] {
  return settings.PRODUCT_NAME === '' ? purpose : {...purpose, title: settings.PRODUCT_NAME}
}

interface PointsReading extends EarlierReading {
  readonly kinds: readonly ScreenKind[]
  readonly findings: Finding[]
}

function readPoints(document: RawDocument, {kinds, findings, trees, passed}: PointsReading): Specification {
  const {points} = document
  const limits = readLimits(points[9], findings)
  const states = readStates(points[4], findings)
  const context = {
    states,
    roles: roleWords(points[6]),
    settings: {currency: limits.settings.CURRENCY},
    language: limits.settings.LANGUAGE,
  }
  const entities = typeEntities(readEntities(points[3], context, findings), {limits, trees, findings})
  const scope = scopeOf(entities, limits, trees)
  const sqlCheck = new SqlCheck(sqlTables(entities), passed)
  const roles = readRoles(points[6], {entities, scope}, findings)
  const errors = readErrors(points[8], limits, findings)
  const around = {entities, scope, sqlCheck, roles, errors, limits, settings: context.settings}
  const actions = readActions(states, {...around, ...outgoingNames(points[7])}, findings)
  return {
    document,
    open: pointNumbers.filter(number => (number === 1 ? isPurposeOpen(document) : isOpen(points[number]))),
    purpose: named(readPurpose(document, findings), limits),
    screens: isOpen(points[2])
      ? deriveScreens({entities, roles, kinds, language: limits.settings.LANGUAGE})
      : readScreens(
          points[2],
          {entities, scope, kinds, roles: [...roles.roles.keys()], settings: context.settings, actions},
          findings,
        ),
    kinds,
    entities,
    states,
    actions,
    rules: readRules(points[5], {...around, actions}, findings),
    roles,
    calls: readCalls(points[7], {...around, actions}, findings),
    errors,
    limits,
    scope,
    translation: originalTexts(limits.settings.LANGUAGE),
    translations: [],
    languages: [limits.settings.LANGUAGE],
  }
}

export function inReadingOrder(findings: readonly Finding[], files: readonly SourceFile[]): Finding[] {
  const order = new Map(files.map(({file}, index) => [file, index]))
  const rank = (found: Finding) => order.get(found.file) ?? 0
  return findings.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column)
}

// The headings, tables and bullets of each point, for recognising almost correct ones.

const grammarOf = (kinds: readonly ScreenKind[]): Grammar => ({
  1: {words: /purpose|product|what.*(?:does|for)|overview|zweck|produkt/i, tables: [audienceTable], keys: [shown]},
  2: {
    words: /screens?|routes?|pages|seiten|masken|routen/i,
    tables: [
      screensTable,
      ...kinds.flatMap(({cards, own}) => [...(cards ? [cards.table] : []), ...(own?.tables ?? [])]),
    ],
    keys: [],
  },
  3: {
    words: /entit|fields|data model|datenmodell|felder/i,
    tables: [fieldsTable, looksTable, functionsTable],
    keys: entityKeys,
  },
  4: {
    words: /states?\b|transitions?|workflow|zustände|übergänge/i,
    tables: [actionsTable],
    keys: [...machineKeys, ...mailKeys, ...formKeys],
  },
  5: {words: /validation|rules|regeln|validierung/i, tables: [rulesTable], keys: []},
  6: {words: /roles|permissions|rights|rollen|rechte/i, tables: [rolesTable, grantsTable], keys: []},
  7: {
    words: /calls|\bapi\b|webhooks|interfaces|schnittstellen|aufrufe/i,
    tables: callTables,
    keys: callKeys,
  },
  8: {words: /errors?|catalogue|fehler/i, tables: [errorsTable], keys: []},
  9: {words: /constants|limits|settings|konstanten|grenzen/i, tables: [constantsTable], keys: []},
})
