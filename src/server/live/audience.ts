/**
 * Which open pages a commit concerns. A page is what its statements answer, so a page stays the same if no changed row
 * can make a difference to any of them (`store/audience`). Where that cannot be decided, the page is concerned: it is
 * then computed, and its person notified only of a difference. Nothing decided here is ever told.
 */
import {setImmediate} from 'node:timers/promises'
import {type FoundValues, mayFulfil, type RowImage} from '../../store/audience/decide.ts'
import {type RowTest, testsOf, type ValuesQuery} from '../../store/audience/row-tests.ts'
import {type NotedReads, type NotedStatement, notificationsOf, type StoreCommit, tablesIn} from '../../store/commits.ts'
import {queryValues, type WrittenQuery} from '../../store/sql.ts'
import type {Store} from '../../store/store.ts'

/** Written together with a record's own table, or shown on no page, so they carry no information. */
const silent: ReadonlySet<string> = new Set(
  [
    'history',
    'search',
    'state',
    'counter',
    'idempotency',
    'outbox',
    'undo',
    'acted',
    'setback',
    'guess',
    'token',
    'browser',
  ].map(name => `nonet_${name}`),
)

/** Whether a commit has written anything that a page could show. */
export const isTold = ({tables}: StoreCommit): boolean => tables === null || !tables.isSubsetOf(silent)

/** What a page has read when it was computed, for its person. */
export interface PageReads {
  readonly tables: ReadonlySet<string>
  readonly statements: readonly NotedStatement[]
  /** For each table, what a changed row is asked; null: anything may make a difference. */
  readonly tests: Map<string, ReadonlyMap<string, PageTest> | null>
}

interface PageTest {
  readonly test: RowTest
  readonly parameters: readonly unknown[]
}

interface KnownTest {
  /** The same number for equal tests. */
  readonly id: number
  readonly test: RowTest
  /** The indexes of the values of a statement that it uses. */
  readonly uses: readonly number[]
}

/** The decisions of one commit, for pages that ask the same. */
type Decisions = Map<string, boolean>

interface KnownValues {
  readonly tables: readonly string[]
  readonly read: Promise<FoundValues>
  values: FoundValues | undefined
}

const mostTexts = 5000
const mostTests = 4000
const mostFound = 5000
/** Values that a list of found ones may have. */
const longestFound = 2000
/** Small queries at the same time: pages need connections, too. */
const atOnce = 2
/** How many times what is found leads to more to find. */
const mostSteps = 4
/** Milliseconds until others get their turn. */
const longestTurn = 8

export class PageAudience {
  readonly #store: () => Store
  /** Statements have their texts from here, so that a text is in memory once. */
  readonly #texts = new Map<string, string>()
  readonly #tests = new Map<string, readonly KnownTest[] | null>()
  readonly #ids = new Map<string, number>()
  /** Numbers are not used again: pages keep them. */
  #lastId = 0
  readonly #found = new Map<string, KnownValues>()
  #reading = 0
  readonly #waiting: (() => void)[] = []
  #turn = performance.now()

  constructor(store: () => Store) {
    this.#store = store
  }

  readsOf({tables, statements}: Pick<NotedReads<unknown>, 'tables' | 'statements'>): PageReads {
    if (this.#texts.size > mostTexts) this.#texts.clear()
    const shared = [...statements].map(({sql, ...more}) => {
      const text = this.#texts.get(sql) ?? sql
      this.#texts.set(text, text)
      return {sql: text, ...more}
    })
    return {tables, statements: shared, tests: new Map()}
  }

  /** Forgets what was found in tables that a commit has written. Call it before anything is decided about the commit. */
  forget({tables}: StoreCommit): void {
    if (tables === null || this.#found.size > mostFound) this.#found.clear()
    else
      for (const [key, {tables: read}] of this.#found) if (read.some(each => tables.has(each))) this.#found.delete(key)
  }

  /** Whether a page of the person could show what was written. */
  async concerns(
    reads: PageReads | null,
    person: string,
    {commit, decisions}: {readonly commit: StoreCommit; readonly decisions: Decisions},
  ): Promise<boolean> {
    const {tables, rows} = commit
    if (!tables || tables.has(notificationsOf(person))) return true
    const others = notificationsOf('')
    if (!reads) return [...tables].some(table => !silent.has(table) && !table.startsWith(others))
    const read = [...tables].filter(table => reads.tables.has(table))
    // Rows of such tables are not known: whether other rows matter may depend on them.
    const isVague = read.some(table => silent.has(table) && !rows.has(table))
    for (const table of read) {
      const changed = isVague ? undefined : rows.get(table)
      if (!changed) {
        if (!silent.has(table)) return true
      } else if (await this.#isTouched(reads, table, {changed, decisions})) return true
    }
    return false
  }

  async #isTouched(
    reads: PageReads,
    table: string,
    {changed, decisions}: {readonly changed: readonly RowImage[]; readonly decisions: Decisions},
  ): Promise<boolean> {
    const tests = await this.#testsOn(reads, table)
    if (!tests) return true
    for (const [key, test] of tests) {
      const known = decisions.get(key)
      const decided = known ?? (await this.#someFulfil(test, changed))
      if (known === undefined) decisions.set(key, decided)
      if (decided) return true
    }
    await this.#giveTurn()
    return false
  }

  async #someFulfil({test, parameters}: PageTest, rows: readonly RowImage[]): Promise<boolean> {
    for (const row of rows)
      for (let step = 0; ; step++) {
        const wanted: KnownValues[] = []
        const found = (query: ValuesQuery, values: readonly unknown[]) => {
          const known = this.#foundBy(query, values)
          if (known.values === undefined) wanted.push(known)
          return known.values
        }
        if (!mayFulfil(test, {row, parameters, found})) break
        if (wanted.length === 0 || step === mostSteps) return true
        await Promise.all(wanted.map(({read}) => read))
      }
    return false
  }

  /** Compiled when a commit first asks for them. */
  async #testsOn(reads: PageReads, table: string): Promise<ReadonlyMap<string, PageTest> | null> {
    const known = reads.tests.get(table)
    if (known !== undefined) return known
    const tests = new Map<string, PageTest>()
    for (const statement of reads.statements) {
      const {parameters} = statement
      const ofStatement = this.#testsOf(statement, table)
      await this.#giveTurn()
      if (!ofStatement) {
        reads.tests.set(table, null)
        return null
      }
      for (const {id, test, uses} of ofStatement)
        tests.set(`${table} ${id} ${keyOf(uses.map(index => parameters[index]))}`, {test, parameters})
    }
    reads.tests.set(table, tests)
    return tests
  }

  #testsOf({sql, hidden, writtenOut}: NotedStatement, table: string): readonly KnownTest[] | null {
    const isHidden = hidden?.has(table) ?? false
    if (!isHidden && !sql.includes(table)) return []
    const key = `${table} ${sql}`
    const known = this.#tests.get(key)
    if (known !== undefined) return known
    const text = isHidden ? (writtenOut?.() ?? null) : sql
    const tests = text === null ? null : testsOf(text, table)
    const numbered = tests?.map(test => {
      const written = JSON.stringify(test)
      const id = this.#ids.get(written) ?? ++this.#lastId
      this.#ids.set(written, id)
      return {id, test, uses: [...new Set(usedBy(test))]}
    })
    if (this.#tests.size > mostTests) {
      this.#tests.clear()
      this.#ids.clear()
    }
    this.#tests.set(key, numbered ?? null)
    return numbered ?? null
  }

  #foundBy({sql}: ValuesQuery, parameters: readonly unknown[]): KnownValues {
    const key = `${sql} ${keyOf(parameters)}`
    const known = this.#found.get(key)
    if (known) return known
    const read = this.#read({sql, parameters})
    const made: KnownValues = {tables: tablesIn(sql).reads, read, values: undefined}
    void read.then(values => {
      made.values = values
    })
    this.#found.set(key, made)
    return made
  }

  /** What cannot be read, for example because a part of a statement means nothing alone, is not known. */
  async #read(query: WrittenQuery): Promise<FoundValues> {
    if (this.#reading >= atOnce) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#reading += 1
    try {
      const rows = await this.#store().readOne(db => queryValues(db, query))
      const isList = rows.length <= longestFound && rows.every(row => row.length === 1)
      return isList ? new Set(rows.map(([value]) => (typeof value === 'boolean' ? Number(value) : value))) : null
    } catch {
      return null
    } finally {
      this.#reading -= 1
      this.#waiting.shift()?.()
    }
  }

  async #giveTurn(): Promise<void> {
    if (performance.now() - this.#turn < longestTurn) return
    await setImmediate()
    this.#turn = performance.now()
  }
}

function* usedBy(test: RowTest): Generator<number> {
  switch (test.op) {
    case 'and':
    case 'or':
      for (const each of test.of) yield* usedBy(each)
      break
    case 'not':
    case 'is null':
      yield* usedBy(test.of)
      break
    case 'parameter':
      yield test.index
      break
    case 'compare':
      yield* usedBy(test.left)
      yield* usedBy(test.right)
      break
    case 'in':
      yield* usedBy(test.left)
      for (const each of test.of) yield* usedBy(each)
      break
    case 'one of':
      yield* test.query.parameters
      break
    case 'found':
      if (test.left) yield* usedBy(test.left)
      yield* test.query.parameters
      break
    case 'case':
      for (const [when, then] of test.when) {
        yield* usedBy(when)
        yield* usedBy(then)
      }
      yield* usedBy(test.otherwise)
      break
    case 'constant':
    case 'own':
    case 'implied':
    case 'unknown':
      break
  }
}

const keyOf = (values: readonly unknown[]): string =>
  JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
