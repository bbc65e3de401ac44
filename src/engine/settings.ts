/**
 * Constants of point 9 that people change in the application. A changed value is validated by checking the document
 * with that value in its cell, and the application then runs with that document.
 */
import type {Finding} from '../document/finding.ts'
import {replacing} from '../document/raw.ts'
import type {SourceFile} from '../document/source.ts'
import {toMillis} from '../feel/calendar.ts'
import {cleanLine} from '../points/entities/values/textual.ts'
import type {Constant} from '../points/limits/model.ts'
import {outOfRange} from '../points/limits/read.ts'
import {settings as ownSettings} from '../points/limits/settings.ts'
import {readConstant} from '../points/limits/value.ts'
import type {Specification} from '../points/specification.ts'
import {type Db, instantAt, instantIn, queryRows} from '../store/sql.ts'
import {type Actor, personOf} from './base/actor.ts'
import {checkWhole} from './check.ts'
import type {Engine} from './engine.ts'
import {documentGrants} from './permissions/grants.ts'
import type {WriteContext} from './transaction/context.ts'
import {insertHistory} from './transaction/history.ts'
import {requireProof} from './transaction/proof.ts'
import {documentRules} from './transaction/rules.ts'

/** A changed value, in the notation of point 9. */
export interface ChangedSetting {
  readonly value: string
  /** Milliseconds. */
  readonly at: number
  readonly person: string | null
}

export type ChangedSettings = ReadonlyMap<string, ChangedSetting>

/** Whether this person may change it. No other code decides this. */
export function mayChange({changedBy}: Constant, actor: Actor): boolean {
  const roles = personOf(actor)?.roles ?? []
  return changedBy.some(({name}) => roles.includes(name))
}

export async function storedSettings(db: Db): Promise<ChangedSettings> {
  const rows = await queryRows(db)`select name, value, at, person from nonet_setting order by name`
  return new Map(
    rows.map(([name, value, at, person]) => [
      String(name),
      {value: String(value), at: Date.parse(instantIn(at)), person: person === null ? null : String(person)},
    ]),
  )
}

/** In the notation of point 9, where texts are quoted. */
export function spelled({value}: Constant, typed: string): string {
  const text = typed.trim()
  return value.kind === 'text' ? `"${text.replaceAll('"', '')}"` : text
}

/** As people read and write it. */
export function typedAs(written: string): string {
  return written.replace(/^"|"$/g, '')
}

/** The document with other values in the cells of its constants. */
function withValues({document, limits}: Specification, values: ReadonlyMap<string, string>): SourceFile[] {
  const fixes = [...values].flatMap(([name, value]) => {
    const constant = limits.constants.get(name)
    return constant ? [{file: constant.at.file, fix: replacing(constant.at, value)}] : []
  })
  return document.sources.map(({file, lines}) => {
    const changed = lines.map((line, index) => {
      const fix = fixes.find(each => each.file === file && each.fix.line === index + 1)?.fix
      return fix ? `${line.slice(0, fix.column - 1)}${fix.text}${line.slice(fix.endColumn - 1)}` : line
    })
    return {file, bytes: new TextEncoder().encode(changed.join('\n'))}
  })
}

/** Why a value cannot be used: it has another type, characters that a line of text cannot have, is outside its range, or makes the document invalid. */
export type SettingProblem =
  | {readonly kind: 'form'; readonly example: string}
  | {readonly kind: 'text'; readonly code: 'ODD_CHARACTERS' | 'ONE_LINE'}
  | {readonly kind: 'range'; readonly least: number | null; readonly most: number | null}
  /** Something is repeated more often than every hour. */
  | {readonly kind: 'interval'}
  | {readonly kind: 'document'}

/** The problems of values, by the names of their constants; empty if all are valid. */
export function settingProblems(
  specification: Specification,
  values: ReadonlyMap<string, string>,
): ReadonlyMap<string, SettingProblem> {
  const problems = new Map<string, SettingProblem>()
  for (const [name, written] of values) {
    const constant = specification.limits.constants.get(name)
    const problem = constant && unfit(constant, written)
    if (problem) problems.set(name, problem)
  }
  if (problems.size > 0) return problems
  const {findings} = checkWhole(withValues(specification, values), specification.kinds)
  const error = findings.find(({severity}) => severity === 'error')
  const [first = ''] = values.keys()
  const name = error && (concerned(error, specification, values) ?? first)
  if (error && name !== undefined) problems.set(name, {kind: error.code === 'N413' ? 'interval' : 'document'})
  return problems
}

/** Must have the same type as the document's own value, and be within its range. */
function unfit({name, value: own, range, at}: Constant, written: string): SettingProblem | null {
  const value = readConstant(written)
  // Shown to everyone, as the line of a field is.
  const line = cleanLine(written)
  if (!line.ok) return {kind: 'text', code: line.code}
  const isSpan = (kind: string) => kind === 'duration' || kind === 'months'
  if (value === null || (value.kind !== own.kind && !(isSpan(value.kind) && isSpan(own.kind))))
    return {kind: 'form', example: typedAs(at.text)}
  if (range && outOfRange(value, range, at).length > 0) return {kind: 'range', least: range.least, most: range.most}
  const refused = ownSetting(name)?.(value)
  if (!refused || refused.ok) return null
  return refused.range ? {kind: 'range', ...refused.range} : {kind: 'form', example: typedAs(at.text)}
}

/** The parser of a constant that is one of the engine's own settings. */
function ownSetting(name: string) {
  return Object.entries(ownSettings).find(([each]) => each === name)?.[1].accept
}

/** The constant on the line of a finding, or on that of its cause. */
function concerned(found: Finding, {limits}: Specification, values: ReadonlyMap<string, string>): string | undefined {
  const places = [found, ...(found.also ?? [])]
  return [...values.keys()].find(name => {
    const at = limits.constants.get(name)?.at
    return places.some(({file, line}) => at?.file === file && at.line === line)
  })
}

export interface Settled {
  readonly specification: Specification
  /** Changed values that are no longer valid in the document: they are kept, but not used. */
  readonly ignored: readonly string[]
}

/** The document as it runs. */
export function withSettings(specification: Specification, settings: ChangedSettings): Settled {
  const known = [...settings].filter(([name]) => specification.limits.constants.get(name)?.changedBy.length)
  const values = new Map(known.map(([name, {value}]) => [name, value]))
  const ignored = [...settings.keys()].filter(name => !values.has(name))
  const {translations, languages} = specification
  while (values.size > 0) {
    const checked = checkWhole(withValues(specification, values), specification.kinds)
    const error = checked.findings.find(({severity}) => severity === 'error')
    if (!error) return {specification: {...checked.specification, translations, languages}, ignored}
    const name = concerned(error, specification, values)
    // Without its value, the others may be valid.
    const wrong = name === undefined ? [...values.keys()] : [name]
    ignored.push(...wrong)
    for (const each of wrong) values.delete(each)
  }
  return {specification, ignored}
}

/** Saves values, each with an entry in the history; the document's own value is not stored. */
export async function saveSettings(
  context: WriteContext,
  {limits}: Specification,
  values: ReadonlyMap<string, string>,
): Promise<void> {
  const {db, actor, moment} = context
  const at = instantAt(toMillis(moment.now))
  const person = personOf(actor)?.id ?? null
  const earlier = await storedSettings(db)
  const presentOf = (name: string) => earlier.get(name)?.value ?? limits.constants.get(name)?.at.text ?? ''
  if ([...values].some(([name, value]) => presentOf(name) !== value)) await requireProof(context, 'settings')
  for (const [name, value] of values) {
    const own = limits.constants.get(name)?.at.text ?? ''
    const before = presentOf(name)
    if (before === value) continue
    if (value === own) await queryRows(db)`delete from nonet_setting where name = ${name}`
    else
      await queryRows(
        db,
      )`insert into nonet_setting (name, value, at, person) values (${name}, ${value}, ${at}, ${person})
        on conflict (name) do update set value = excluded.value, at = excluded.at, person = excluded.person`
    const changes = [{field: name, before: typedAs(before), after: typedAs(value)}]
    const entry = {entity: settingsEntity, record: name, at, kind: actor.kind, person, action: 'update', version: 1}
    await insertHistory(context, [{...entry, changes}])
    await context.audit?.note(db, {
      kind: 'settings',
      by: actor,
      details: {name, before: typedAs(before), after: typedAs(value)},
    })
  }
}

/** The entity of the history of settings; no entity of a document can have this name. */
const settingsEntity = 'settings'

/** For operators: settings that differ from the document, and when they were changed. */
export function differences({limits}: Specification, settings: ChangedSettings): string[] {
  return [...settings].flatMap(([name, {value, at}]) => {
    const constant = limits.constants.get(name)
    const since = new Date(at).toISOString().slice(0, 10)
    if (!constant)
      return [`${name} was changed in the application (${value}, ${since}), but the document has no such constant.`]
    if (constant.at.text === value) return []
    return constant.changedBy.length > 0
      ? [`${name} is ${value} in the application since ${since}; the document says ${constant.at.text}.`]
      : [
          `${name} was changed in the application (${value}, ${since}), but the document no longer allows that: ${constant.at.text} is used.`,
        ]
  })
}

/** What is searched does not depend on constants. */
function engineBy(engine: Engine, specification: Specification): Engine {
  return engine.with({
    specification,
    grants: documentGrants(specification),
    rules: documentRules(specification),
  })
}

/** The interface of the running document for settings screens. */
export interface SettingsHost {
  /** As written, without settings. */
  readonly document: Specification
  /** Applies changes made here or in another process. */
  readonly refresh: () => Promise<void>
}

/** A document that runs with the settings of its database, and follows their changes. */
export class SettledDocument<Application> implements SettingsHost {
  readonly document: Specification
  engine: Engine
  application: Application
  readonly #own: Engine
  readonly #make: (engine: Engine, host: SettingsHost) => Application
  #known = ''
  #refreshing: Promise<void> = Promise.resolve()
  #unfollow: () => void = () => {}

  /** `engine`: for the document as written. */
  constructor(engine: Engine, make: (engine: Engine, host: SettingsHost) => Application) {
    this.document = engine.specification
    this.#own = engine
    this.#make = make
    this.engine = engine
    this.application = make(engine, this)
  }

  /** Applies the saved settings, and every later change. */
  async follow(failed: (cause: unknown) => void): Promise<void> {
    await this.refresh()
    this.#unfollow = this.#own.store.onCommit(({tables}) => {
      if (tables === null || tables.has('nonet_setting')) this.refresh().catch(failed)
    })
  }

  stop(): void {
    this.#unfollow()
  }

  /** Serialised, so that the last refresh sees the latest settings. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.catch(() => {}).then(() => this.#takeOver())
    return this.#refreshing
  }

  async #takeOver(): Promise<void> {
    const settings = await this.#own.store.readOne(storedSettings)
    const known = JSON.stringify([...settings].map(([name, {value}]) => [name, value]))
    if (known === this.#known || (known === '[]' && this.#known === '')) return
    const {specification} = withSettings(this.document, settings)
    this.engine = specification === this.document ? this.#own : engineBy(this.#own, specification)
    this.application = this.#make(this.engine, this)
    this.#known = known
  }
}
