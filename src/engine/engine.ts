/**
 * The engine: a document and its records. `read`, `readOne`, `change`, `unitOfWork` and `dryRun`, each with an actor, are
 * the ways to access records with permissions; sessions, keys and feeds read the accounts they need from the store.
 */

import {AsyncLocalStorage} from 'node:async_hooks'
import {languageOf} from '../messages/languages.ts'
import {sqlTables} from '../points/entities/table-names.ts'
import type {Specification} from '../points/specification.ts'
import {specificationIn} from '../points/translations.ts'
import {newId, ProvisionalNumbers} from '../store/ids.ts'
import type {Schema} from '../store/schema.ts'
import type {Db} from '../store/sql.ts'
import type {ReadOptions, Store, TransactionOptions} from '../store/store.ts'
import {StoreError} from '../store/store-error.ts'
import {AuditLog} from './audit/audit-log.ts'
import {type Actor, engineItself} from './base/actor.ts'
import {entityReads} from './base/entity-reads.ts'
import {RequestTime, requestTimeAt} from './base/request-time.ts'
import {CompiledSentences} from './base/sentence-templates.ts'
import {stateDisplays} from './base/state-display.ts'
import type {Keepable} from './files/file-store.ts'
import {IdempotentWrites, type Repeatable} from './idempotency.ts'
import {tellsPeople} from './notifications/notification-rows.ts'
import {type Grants, grantsBy} from './permissions/grants.ts'
import {Permissions} from './permissions/visibility.ts'
import {Loaders} from './query/loaders.ts'
import type {CheckRules, ReadContext} from './query/read-context.ts'
import {Statements} from './query/statement.ts'
import {StatementFunctions} from './query/statement-functions.ts'
import {RoleAbilities} from './records/abilities.ts'
import {type ChangedRecord, ChangeRejected, type Outcome, type WriteRequest} from './transaction/change.ts'
import {type CallFunctions, isTrusted, type MailsAddresses, type WriteContext} from './transaction/context.ts'
import {ChangeJournal} from './transaction/journal.ts'
import {WrittenRecords} from './transaction/written-records.ts'
import {dutiesOf, forgetEnded, performDue, type SystemRule, watchedBy} from './write/due-actions.ts'
import {type ConfirmedPerson, endChange, type SavedChange} from './write/undo.ts'
import {writeAll} from './write/write.ts'

type CallToSend = Parameters<WriteContext['outgoing']> extends [unknown, ...infer Call] ? Call : never

export interface EngineOptions {
  readonly store: Store
  readonly specification: Specification
  /** After the migration. */
  readonly schema: Schema
  /** Point 6 for people; it does not apply to the engine itself and operators. */
  readonly grants: Grants
  readonly rules: CheckRules
  readonly search: WriteContext['search']
  /** With the texts of the document's own language, as all calls. */
  readonly outgoing: (reader: ReadContext, ...call: CallToSend) => ReturnType<WriteContext['outgoing']>
  /** Calls functions of own code; without it, the fields that they set are empty. */
  readonly functions?: () => CallFunctions | null
  /** Whether mail is set up, so that notifications are sent by mail too. */
  readonly mailsNotices?: boolean
  /** Writes the mails about addresses of people; without it, nobody is told. */
  readonly mailsAddresses?: MailsAddresses
  /** Whether mails are delivered, so that addresses of accounts are proved before they take effect. */
  readonly provesAddresses?: boolean
  /** How long people can undo an action, in milliseconds; without it nothing is delayed. */
  readonly undoWindow?: number
  /** Reports an unexpected error of an action of the system that follows a change; without it the change fails too. */
  readonly failed?: (cause: unknown) => void
  /** Milliseconds; tests control it. */
  readonly clock: () => number
  /** Keeps an audit log even if the document names no one who sees it, for a log collector. */
  readonly audits?: boolean
  /** Shared by the engines of the same records in other languages. */
  readonly shared?: SharedState
  /** The engine of the document's own language, for a translation. */
  readonly untranslated?: Engine
  /** For this document, these grants and this kind of database; without it the engine compiles its own. */
  readonly compiled?: CompiledDocument
}

/** Everything an engine derives from a document, with the statements compiled so far. It contains no records. */
export class CompiledDocument {
  readonly tables: ReturnType<typeof sqlTables>
  readonly permissions: Permissions
  readonly states: ReadContext['states']
  readonly reads: ReadContext['reads']
  readonly statements = new Statements()
  readonly sentences: CompiledSentences
  /** System actions that a change can make due at once. */
  readonly duties: readonly SystemRule[]
  readonly watched: ReturnType<typeof watchedBy>

  constructor(specification: Specification, grants: Grants) {
    this.tables = sqlTables(specification.entities)
    this.states = stateDisplays(specification)
    this.reads = entityReads(specification)
    this.sentences = new CompiledSentences(specification)
    this.duties = dutiesOf(specification).filter(({row}) => row.after === null)
    this.watched = watchedBy(this.duties)
    this.permissions = new Permissions(specification.entities, grantsBy(grants))
  }
}

interface SharedState {
  readonly people: {asked: number}
  readonly audit: AuditLog
  readonly importing: Set<string>
  readonly idempotent: IdempotentWrites
  readonly asOf: AsyncLocalStorage<number>
}

export interface WithinOptions extends TransactionOptions {
  readonly repeatable?: Repeatable
  /** A person's action in the application: it is confirmed, and can be undone for a few seconds. */
  readonly told?: ConfirmedPerson
  /** Runs in the same transaction, after the work. */
  readonly alongside?: (context: WriteContext) => Promise<void>
}

/** Without what writes records: they are changed by `change` and `unitOfWork`. */
export type UnitContext = Pick<WriteContext, 'db' | 'journal' | 'moment'>

export class Engine {
  readonly specification: Specification
  /** Whether the document ever notifies anyone. */
  readonly notifies: boolean
  /** People whose file is being checked or imported: one at a time for each person. */
  readonly importing: Set<string>
  /** When a person last asked for something, in milliseconds of this process. */
  readonly people: {asked: number}
  private readonly auditLog: AuditLog
  private readonly options: EngineOptions
  private readonly compiled: CompiledDocument
  private readonly functions: StatementFunctions
  private readonly idempotent: IdempotentWrites
  /** Keyed by language, created on first use. */
  private readonly translated = new Map<string, Engine>()
  /** The time used by reads, if it is not now. */
  private readonly asOf: AsyncLocalStorage<number>

  constructor(options: EngineOptions) {
    this.options = options
    this.specification = options.specification
    this.notifies = tellsPeople(options.specification)
    this.importing = options.shared?.importing ?? new Set()
    this.people = options.shared?.people ?? {asked: Number.NEGATIVE_INFINITY}
    this.auditLog = options.shared?.audit ?? new AuditLog(options)
    this.idempotent = options.shared?.idempotent ?? new IdempotentWrites()
    this.asOf = options.shared?.asOf ?? new AsyncLocalStorage()
    this.compiled = options.compiled ?? new CompiledDocument(options.specification, options.grants)
    this.functions = new StatementFunctions(options.store, this.compiled.tables, () => this.moment())
  }

  private get untranslated(): Engine {
    return this.options.untranslated ?? this
  }

  get store(): Store {
    return this.options.store
  }

  /** Null if none is kept: the document names no role that sees it, and there is no log collector. */
  get audit(): AuditLog | null {
    const {audits = false, specification} = this.options
    return audits || specification.roles.auditLog !== null ? this.auditLog : null
  }

  /** The tables that the database had when this engine was made. */
  get schema(): Schema {
    return this.options.schema
  }

  /** How long people can undo an action, in milliseconds. */
  get undoWindow(): number {
    return this.options.undoWindow ?? 0
  }

  get reads(): ReadContext['reads'] {
    return this.compiled.reads
  }

  /** The same records with the texts of another language; itself if the document does not offer it. */
  in(language: string): Engine {
    const known = this.translated.get(language)
    if (known) return known
    const specification = specificationIn(this.specification, language)
    if (specification === this.specification) return this
    const made = this.with({specification, untranslated: this.untranslated})
    this.translated.set(language, made)
    return made
  }

  /** The same records with another version of the document. */
  with(
    options: Partial<Pick<EngineOptions, 'specification' | 'grants' | 'rules' | 'search' | 'untranslated'>>,
  ): Engine {
    const {people, importing, idempotent, asOf, auditLog: audit} = this
    const {compiled: _own, untranslated: _none, ...others} = this.options
    return new Engine({...others, ...options, shared: {people, importing, idempotent, asOf, audit}})
  }

  /** What the actor's roles permit on some records; each record is checked again. */
  abilities(actor: Actor, entity: string): RoleAbilities {
    return new RoleAbilities(this.compiled.permissions.of(actor), entity)
  }

  moment(): RequestTime {
    return requestTimeAt(this.asOf.getStore() ?? this.options.clock(), this.specification.limits.settings)
  }

  /** Reads within `work` use this time as now, so that differences from an earlier result come from records only. */
  at<T>(now: number, work: () => Promise<T>): Promise<T> {
    return this.asOf.run(now, work)
  }

  read<T>(actor: Actor, work: (reader: ReadContext) => Promise<T>, options: ReadOptions = {}): Promise<T> {
    this.noteAsked(actor)
    // Not awaited each time: questions of the same tick are asked together, and a promise around another takes longer.
    if (!this.functions.isReady) return this.functions.ready().then(() => this.read(actor, work, options))
    const moment = this.moment()
    return this.options.store.read(db => work(this.reading(actor, db, moment)), options)
  }

  /** For single statements such as counts: statements do not share a snapshot. */
  readOne<T>(actor: Actor, work: (reader: ReadContext) => Promise<T>): Promise<T> {
    this.noteAsked(actor)
    if (!this.functions.isReady) return this.functions.ready().then(() => this.readOne(actor, work))
    const moment = this.moment()
    return this.options.store.readOne(db => work(this.reading(actor, db, moment)))
  }

  /** All requests, or none. */
  async change(actor: Actor, requests: readonly WriteRequest[], options: WithinOptions = {}): Promise<Outcome> {
    return this.unitOfWork(actor, context => writeAll(context, requests), {...options, together: true})
  }

  /**
   * For several steps in one transaction; `work` throws `ChangeRejected` to roll back. Throws `RepeatedRequest` if the
   * same request was already performed.
   */
  async unitOfWork(
    actor: Actor,
    work: (context: WriteContext) => Promise<readonly ChangedRecord[]>,
    {repeatable, told, alongside, ...options}: WithinOptions = {},
  ): Promise<Outcome> {
    this.noteAsked(actor)
    if (!this.functions.isReady) await this.functions.ready()
    const moment = this.moment()
    let attempt = 0
    const kept = new Set<Keepable>()
    try {
      const {changed, done} = await this.options.store.transaction(
        async db => {
          attempt += 1
          const isTold = told !== undefined && actor.kind === 'person'
          const journal = new ChangeJournal(isTold && !told.isFinal ? this.undoWindow : null)
          const context = this.writing(actor, db, {moment, journal, provisional: null})
          const requested = await (repeatable ? this.idempotent.once(context, repeatable, work) : work(context))
          await alongside?.(context)
          const changed = latest(requested, await this.followUp(context, {journal, attempt}))
          for (const each of context.beforeCommit) {
            kept.add(each)
            await each.keep()
          }
          const describes = isTold && (told.always || changed.length > 0)
          const said = describes ? await saidOf(told, {context, changed, journal}) : null
          return {changed, done: await endChange(context, journal, said)}
        },
        {...options, person: actor.kind === 'person' ? actor.id : undefined},
      )
      if (done) told?.done(done)
      return {ok: true, records: changed}
    } catch (error) {
      // A change whose commit broke off may have been saved, and then refers to its files.
      const mayBeSaved = error instanceof StoreError && error.code === 'OUTCOME_UNKNOWN'
      if (!mayBeSaved) await this.withdraw(kept)
      return outcomeOf(error)
    }
  }

  /**
   * For what belongs to no record, such as a saved view or a key: in a unit of work, too, which cannot be undone. What it
   * throws is thrown.
   */
  async unit<T>(work: (context: UnitContext) => Promise<T>): Promise<T> {
    if (!this.functions.isReady) await this.functions.ready()
    const moment = this.moment()
    return this.options.store.transaction(async db => {
      const journal = new ChangeJournal(0)
      const context = this.writing(engineItself, db, {moment, journal, provisional: null})
      const result = await work(context)
      await endChange(context, journal, null)
      return result
    })
  }

  /**
   * What a change would lead to: it is performed with everything that it makes due, looked at, and rolled back. Nothing
   * leaves the application, and no numbers are used up.
   */
  async dryRun<T>(
    actor: Actor,
    work: (context: WriteContext) => Promise<readonly ChangedRecord[]>,
    look: (context: WriteContext, acted: readonly ChangedRecord[]) => Promise<T>,
  ): Promise<{readonly ok: true; readonly value: T} | Extract<Outcome, {ok: false}>> {
    if (!this.functions.isReady) await this.functions.ready()
    const moment = this.moment()
    let attempt = 0
    try {
      return await this.options.store.transaction(async db => {
        attempt += 1
        const journal = new ChangeJournal(null)
        const provisional = new ProvisionalNumbers()
        const context = {...this.writing(actor, db, {moment, journal, provisional}), mailsAddresses: tellNoOne}
        await work(context)
        throw new Rehearsed(await look(context, await this.followUp(context, {journal, attempt})))
      })
    } catch (error) {
      return error instanceof Rehearsed ? {ok: true, value: error.value as T} : outcomeOf(error)
    }
  }

  /** The error of the change is told, not that a file stays until unused ones are removed. */
  private async withdraw(kept: ReadonlySet<Keepable>): Promise<void> {
    for (const each of kept) await each.withdraw().catch(this.options.failed ?? ignore)
  }

  /** What the system has to do because of a person's change. Operators and the system itself leave it to the job. */
  private async followUp(
    {actor, db, moment, written, provisional}: WriteContext,
    {journal: own, attempt}: {readonly journal: ChangeJournal; readonly attempt: number},
  ) {
    const {duties} = this.compiled
    const asSystem = (journal: ChangeJournal) => this.writing(engineItself, db, {moment, journal, provisional})
    if (duties.length === 0) return []
    if (isTrusted({actor})) {
      await forgetEnded({duties, written: written.byEntity, context: asSystem(own)})
      return []
    }
    return performDue({duties, written, journal: own, attempt, asSystem, failed: this.options.failed ?? rethrow})
  }

  /** The context of another engine of the same records, in the language of this one. */
  readingOf({actor, db, moment}: ReadContext): ReadContext {
    const reader = this.reading(actor, db, new RequestTime(moment.now, this.specification.limits.settings))
    return {...reader, loaders: new Loaders({keeps: false})}
  }

  private reading(actor: Actor, db: Db, moment: RequestTime): ReadContext {
    const {specification, store, rules, mailsNotices = false, provesAddresses = false} = this.options
    const {entities} = specification
    const {tables, permissions, statements, sentences, states, reads} = this.compiled
    const visibility = permissions.of(actor)
    const {database} = store
    const compiled = {tables, statements, sentences, specification, entities, permissions, states, reads, rules}
    const loaders = new Loaders({keeps: true})
    const fieldFunctions = this.functions.known
    return {
      ...compiled,
      fieldFunctions,
      db,
      database,
      moment,
      actor,
      visibility,
      mailsNotices,
      provesAddresses,
      newId,
      loaders,
    }
  }

  private noteAsked({kind}: Actor): void {
    if (kind === 'person') this.people.asked = performance.now()
  }

  private writing(
    actor: Actor,
    db: Db,
    {moment, journal, provisional}: Pick<WriteContext, 'moment' | 'journal' | 'provisional'>,
  ): WriteContext {
    const {store, schema, search, functions, mailsAddresses = tellNoOne} = this.options
    // With the settings of this engine, whatever its language is. Calls of the same change ask together.
    let calling: ReadContext | null = null
    const outgoing: WriteContext['outgoing'] = (context, ...call) => {
      if (calling?.actor !== context.actor) calling = this.untranslated.readingOf(context)
      return this.options.outgoing(calling, ...call)
    }
    const written = new WrittenRecords(this.compiled.watched)
    const collected = {journal, provisional, beforeCommit: [], askedAddresses: [], written}
    return {
      ...this.reading(actor, db, moment),
      loaders: new Loaders({keeps: false}),
      schema,
      describeRows: (table, rows) => store.describeRows(table, rows),
      search,
      functions: functions?.() ?? null,
      outgoing,
      mailsAddresses,
      audit: this.audit,
      ...collected,
    }
  }
}

const tellNoOne: MailsAddresses = async () => {}

interface DescribedChange {
  readonly context: WriteContext
  readonly changed: readonly ChangedRecord[]
  readonly journal: ChangeJournal
}

/** The confirmation, which also says which addresses have not changed yet. */
async function saidOf({describe}: ConfirmedPerson, {context, changed, journal}: DescribedChange): Promise<SavedChange> {
  const said = await describe(context, changed, journal)
  const {addressAsked} = languageOf(context.moment.language).events.done
  return {...said, text: [said.text, ...context.askedAddresses.map(addressAsked)].join(' ')}
}

/** Records with the versions that the system's actions have left. */
function latest(changed: readonly ChangedRecord[], acted: readonly ChangedRecord[]): readonly ChangedRecord[] {
  const known = new Map(acted.map(each => [`${each.entity} ${each.id}`, each]))
  return known.size === 0 ? changed : changed.map(each => known.get(`${each.entity} ${each.id}`) ?? each)
}

/** Thrown to roll a rehearsal back, with what was seen. */
class Rehearsed extends Error {
  readonly value: unknown

  constructor(value: unknown) {
    super('rehearsed')
    this.value = value
  }
}

const ignore = (): void => {}

const rethrow = (cause: unknown): never => {
  throw cause
}

function outcomeOf(error: unknown): Extract<Outcome, {ok: false}> {
  if (error instanceof ChangeRejected) {
    const {code, problems, conflict} = error
    return {ok: false, code, problems, ...(conflict ? {conflict} : {})}
  }
  if (error instanceof StoreError && (error.code === 'BUSY' || error.code === 'CONFLICT'))
    return {ok: false, code: 'BUSY', problems: []}
  throw error
}
