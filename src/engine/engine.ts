/** The engine: a document and its records. `read` and `change`, with an actor, are the only ways to records. */
import type {Specification} from '../points/specification.ts'
import {newId} from '../store/id.ts'
import type {Schema} from '../store/schema.ts'
import type {Db} from '../store/sql.ts'
import type {ReadOptions, Store, TransactionOptions} from '../store/store.ts'
import {StoreError} from '../store/store-error.ts'
import {sqlTables} from '../store/table-names.ts'
import type {Actor} from './actor.ts'
import {type Act, type Grants, grantsBy} from './grants.ts'
import {type Moment, momentAt} from './moment.ts'
import {Statements} from './query/statement.ts'
import type {ReadContext} from './read-context.ts'
import {Permissions} from './sight.ts'
import {
  type ChangedRecord,
  type ChangeProblem,
  ChangeRejected,
  type ChangeRequest,
  type Outcome,
} from './write/change.ts'
import {changeRecord} from './write/change-record.ts'
import type {WriteContext} from './write/context.ts'
import {DeferredRules} from './write/deferred-rules.ts'
import {onlyOnce, type Repeatable} from './write/idempotency.ts'
import type {Rules} from './write/rules.ts'

export interface EngineOptions {
  readonly store: Store
  readonly specification: Specification
  /** As the plan left it. */
  readonly schema: Schema
  /** Point 6 for people; the engine itself and operators are not asked. */
  readonly grants: Grants
  readonly rules: Rules
  readonly search: WriteContext['search']
  /** Whether mail is set up, so that whoever is told of something gets it by mail too. */
  readonly mailsNotices?: boolean
  /** Milliseconds; tests control it. */
  readonly clock: () => number
}

export interface WithinOptions extends TransactionOptions {
  readonly repeatable?: Repeatable
}

export class Engine {
  readonly specification: Specification
  /** People whose file is being checked or imported: each has one at a time. */
  readonly importing = new Set<string>()
  private readonly options: EngineOptions
  private readonly tables: ReturnType<typeof sqlTables>
  private readonly permissions: Permissions
  private readonly statements = new Statements()

  constructor(options: EngineOptions) {
    this.options = options
    this.specification = options.specification
    this.tables = sqlTables(options.specification.entities)
    this.permissions = new Permissions(options.specification.entities, grantsBy(options.grants))
  }

  get store(): Store {
    return this.options.store
  }

  /** Whether there is any record that somebody of these roles may do this with; each is asked again. */
  mayEver(actor: Actor, act: Act, entity: string): boolean {
    return this.permissions.of(actor).granted(act, entity).length > 0
  }

  moment(): Moment {
    return momentAt(this.options.clock(), this.specification.limits.settings)
  }

  read<T>(actor: Actor, work: (reader: ReadContext) => Promise<T>, options: ReadOptions = {}): Promise<T> {
    const moment = this.moment()
    return this.options.store.read(db => work(this.reading(actor, db, moment)), options)
  }

  /** For a count or the like: each statement sees a moment of its own. */
  glance<T>(actor: Actor, work: (reader: ReadContext) => Promise<T>): Promise<T> {
    const moment = this.moment()
    return this.options.store.glance(db => work(this.reading(actor, db, moment)))
  }

  /** All of it, or nothing. */
  async change(actor: Actor, requests: readonly ChangeRequest[], options: WithinOptions = {}): Promise<Outcome> {
    return this.within(actor, writing => changeAll(writing, requests), {...options, together: true})
  }

  /**
   * For work of several steps in one transaction; `work` throws `Undone` to leave nothing behind. Throws `Repeated` where the same request has
   * been carried out before.
   */
  async within(
    actor: Actor,
    work: (writing: WriteContext) => Promise<readonly ChangedRecord[]>,
    {repeatable, ...options}: WithinOptions = {},
  ): Promise<Outcome> {
    const moment = this.moment()
    try {
      const records = await this.options.store.transaction(async db => {
        const writing = this.writing(actor, db, moment)
        const changed = await (repeatable ? onlyOnce(writing, repeatable, work) : work(writing))
        for (const step of writing.beforeCommit) await step()
        return changed
      }, options)
      return {ok: true, records}
    } catch (error) {
      return outcomeOf(error)
    }
  }

  private reading(actor: Actor, db: Db, moment: Moment): ReadContext {
    const {specification, store, rules, mailsNotices = false} = this.options
    const {entities} = specification
    const {tables, permissions, statements} = this
    const sight = permissions.of(actor)
    const {database} = store
    return {
      db,
      database,
      tables,
      moment,
      actor,
      statements,
      specification,
      entities,
      permissions,
      rules,
      sight,
      mailsNotices,
      newId,
    }
  }

  private writing(actor: Actor, db: Db, moment: Moment): WriteContext {
    const {schema, search} = this.options
    return {...this.reading(actor, db, moment), schema, search, beforeCommit: []}
  }
}

async function changeAll(writing: WriteContext, requests: readonly ChangeRequest[]): Promise<readonly ChangedRecord[]> {
  const records: ChangedRecord[] = []
  const problems: ChangeProblem[] = []
  const rules = new DeferredRules(writing)
  for (const [at, request] of requests.entries()) {
    const step = await changeRecord(rules.during(writing, at), request)
    problems.push(...step.problems.map(each => ({...each, at})))
    if (step.record) records.push(step.record)
  }
  // What is not written yet would be missing from the world that rules look at.
  if (problems.length === 0) problems.push(...(await rules.judge()))
  if (problems.length > 0) throw new ChangeRejected(decidingCode(problems), problems)
  return records
}

/** What is missing or forbidden decides the answer before what is merely wrong. */
function decidingCode(problems: readonly ChangeProblem[]): string {
  const whole = problems.find(each => each.field === null) ?? problems.find(each => each.code === 'FORBIDDEN')
  return whole?.code ?? problems[0]?.code ?? 'BAD_INPUT'
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof ChangeRejected) {
    const {code, problems, conflict} = error
    return {ok: false, code, problems, ...(conflict ? {conflict} : {})}
  }
  if (error instanceof StoreError && (error.code === 'BUSY' || error.code === 'CONFLICT'))
    return {ok: false, code: 'BUSY', problems: []}
  throw error
}
