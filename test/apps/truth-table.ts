/**
 * Role × state × action of a document, tried over HTTP one by one, and compared with a naive evaluation of its rows.
 * Rejected actions must have the right code and change nothing; allowed ones must reach the state of the row, and are
 * then reverted.
 */

import {sql} from 'kysely'
import {entityOf} from '../../src/engine/query/read-context.ts'
import {type FieldValues, readStored} from '../../src/engine/query/stored.ts'
import type {Core} from '../../src/feel/core.ts'
import {equal, type Reference} from '../../src/feel/value.ts'
import {errors} from '../../src/messages/en/errors.ts'
import {tableName} from '../../src/points/entities/table-names.ts'
import {ownErrors} from '../../src/points/errors/own.ts'
import {mayOpen} from '../../src/points/screens/run.ts'
import {type Actor, documentGrants, type Engine, operator} from '../../src/screens/testing.ts'
import type {Db} from '../../src/store/sql.ts'
import {NaiveVisibility} from '../kit/naive-visibility.ts'
import {coreOf, NaiveWorld} from '../kit/naive-world.ts'
import {pagesOf} from '../kit/pages.ts'
import {type ActionRow, actionRows, catalogue, patternOf, roleNames, type Said} from './truth-document.ts'

export interface StagedRecord {
  readonly at: Reference
  /** Rules that reject an action although its row allows it, determined by hand. */
  readonly rules?: Readonly<Record<string, string>>
}

export interface Stage {
  readonly document: string
  readonly engine: Engine
  readonly now: number
  readonly people: readonly Actor[]
  readonly records: readonly StagedRecord[]
  /** The values sent for all inputs of actions. */
  readonly inputs: Readonly<Record<string, string>>
}

export interface Truth {
  /** Attempts, with those that are not sent because another one represents them. */
  readonly tried: number
  readonly allowed: number
  /** Error codes, and how often they occurred. */
  readonly refused: ReadonlyMap<string, number>
  /** `Ticket open`, for every state in which something was tried. */
  readonly states: ReadonlySet<string>
  /** Sentences about mismatches. */
  readonly wrong: readonly string[]
}

type Expected =
  | {readonly to: string; readonly inputs: readonly string[]}
  | {readonly code: string; readonly inputs: readonly string[]}

/** All attempts, or of those that are rejected the first one of each action, state and code. */
export type Share = 'all' | 'each kind'

export async function truthOf(stage: Stage, share: Share = 'all'): Promise<Truth> {
  const table = new Table(stage, share)
  await table.learn()
  for (const record of stage.records) await table.tryRecord(record)
  return table.truth
}

class Table {
  private readonly stage: Stage
  private readonly share: Share
  /** Rejected attempts that were sent: action, state and code. */
  private readonly sent = new Set<string>()
  /** Conditions of the rows, by their texts. */
  private readonly cores = new Map<string, Core>()
  private readonly world: NaiveWorld
  private readonly pages
  private readonly roles: ReadonlySet<string>
  private readonly said: ReadonlyMap<string, Said>
  private readonly counts = {tried: 0, allowed: 0}
  private readonly refused = new Map<string, number>()
  private readonly states = new Set<string>()
  /** The fingerprint after the last attempt. */
  private mark = ''
  private readonly wrong: string[] = []
  /** The initial rows of the staged records, to restore them. */
  private readonly rows = new Map<string, ReadonlyMap<string, unknown>>()

  constructor(stage: Stage, share: Share) {
    this.stage = stage
    this.share = share
    this.world = new NaiveWorld(stage.engine.specification, [], stage.now)
    this.pages = pagesOf(stage.engine)
    this.roles = roleNames(stage.document)
    const statuses: Readonly<Record<string, number>> = ownErrors
    const own = Object.entries(errors).map(
      ([code, message]) => [code, {status: statuses[code] ?? 0, message: patternOf(message)}] as const,
    )
    this.said = new Map([...own, ...catalogue(stage.document)])
  }

  get truth(): Truth {
    return {...this.counts, refused: this.refused, states: this.states, wrong: this.wrong}
  }

  /** Reads every record from the database, once. */
  async learn(): Promise<void> {
    const {engine} = this.stage
    await engine.read(operator, async reader => {
      for (const entity of reader.entities.entities.values()) {
        const {rows} = await sql<{id: string}>`select id from ${sql.table(tableName(entity.name))}`.execute(reader.db)
        for (const {id} of rows) {
          const values = await readStored(reader, entity, id, reader.visibility.records(entity.name))
          if (values) this.world.set({entity: entity.name, id}, values)
        }
      }
      for (const {at} of this.stage.records) this.rows.set(at.id, await rowOf(reader.db, at))
    })
    this.mark = await this.fingerprint()
  }

  async tryRecord(record: StagedRecord): Promise<void> {
    const rows = actionRows(this.stage.document, record.at.entity)
    const actions = Map.groupBy(rows, row => row.action)
    const [stranger, first] = this.stage.people
    this.states.add(`${record.at.entity} ${String(this.world.field(record.at, 'status'))}`)
    for (const [index, [action, some]] of [...actions].entries()) {
      // Visitors who are not signed in find nothing, whatever they try; system actions are open to no person.
      const isForNobody = some.every(({who}) => who.join() === 'system')
      for (const who of this.stage.people)
        if ((who !== stranger || index === 0) && (who === first || !isForNobody))
          await this.tryOne(record, {who, action, rows: some})
    }
  }

  private async tryOne(record: StagedRecord, tried: Tried): Promise<void> {
    const {at} = record
    const before = this.world.stored(at) ?? new Map()
    const expected = this.expect(record, tried)
    this.counts.tried += 1
    if ('code' in expected && this.isRepresented(at, tried.action, expected.code)) return
    const path = this.pathOf(at, before, tried.who)
    const given = Object.fromEntries(expected.inputs.map(name => [name, this.stage.inputs[name] ?? '']))
    const got = await this.pages.post<unknown>(tried.who, path, {
      ...given,
      ...{_action: tried.action, _version: String(before.get('version'))},
    })
    const name = `${nameOf(tried.who)} ${tried.action} ${at.entity} ${String(before.get('status'))}`
    if ('to' in expected) await this.checkAllowed({at, name, got, to: expected.to || String(before.get('status'))})
    // A file cannot be sent this way: the missing file is reported first.
    else if (got.status !== 422 || !this.asksForFile(at, expected.inputs))
      this.checkRefused({name, got, code: expected.code})
    const mark = await this.fingerprint()
    if ('code' in expected && mark !== this.mark) this.wrong.push(`${name}: something was changed`)
    this.mark = mark
  }

  /** Whether another rejected attempt represents this one: same action, state and code. Allowed ones are all sent. */
  private isRepresented(at: Reference, action: string, code: string): boolean {
    const kind = `${at.entity} ${String(this.world.field(at, 'status'))} ${action} ${code}`
    const isFirst = !this.sent.has(kind)
    this.sent.add(kind)
    return this.share === 'each kind' && !isFirst
  }

  private asksForFile({entity}: Reference, inputs: readonly string[]): boolean {
    const fields = this.world.specification.entities.entities.get(entity)?.fields
    return inputs.some(name => fields?.get(name)?.type.control.control === 'file')
  }

  private expect({at, rules}: StagedRecord, {who, action, rows}: Tried): Expected {
    if (!this.isSeen(at, who)) return {code: 'NOT_FOUND', inputs: []}
    const me = who.kind === 'person' ? {entity: 'User', id: who.id} : null
    const mine = rows.filter(row => this.isWho(row, at, who))
    const open = mine.filter(row => row.from.length === 0 || row.from.includes(String(this.world.field(at, 'status'))))
    const inputs = [...new Set(open.flatMap(row => row.asks))]
    const holds = (row: ActionRow) => row.when === '' || this.world.evaluate(this.conditionOf(row, at), at, me) === true
    const taken = open.find(holds)
    if (taken) return rules?.[action] ? {code: rules[action], inputs} : {to: taken.to, inputs}
    const inState = rows.filter(
      row => row.from.length === 0 || row.from.includes(String(this.world.field(at, 'status'))),
    )
    if (mine.length === 0 && !this.seesReasons(at, who, rows)) return {code: 'FORBIDDEN', inputs}
    const last = (inState.length > 0 ? inState : rows).at(-1)
    // An Error explains its row's condition; a row without a condition uses it for the state and the person.
    const explains = last?.when === '' || (inState.length > 0 && !inState.some(holds))
    if (last?.error && explains) return {code: last.error, inputs}
    if (mine.length === 0) return {code: 'FORBIDDEN', inputs}
    return {code: inState.length === 0 || open.length > 0 ? 'NOT_NOW' : 'FORBIDDEN', inputs}
  }

  private conditionOf({who, when}: ActionRow, {entity}: Reference): Core {
    return this.coreOf(entity, when, who.join() === 'system')
  }

  private coreOf(entity: string, text: string, bySystem = false): Core {
    const key = `${entity} ${bySystem} ${text}`
    const core = this.cores.get(key) ?? coreOf(this.world.specification, entity, text, bySystem)
    this.cores.set(key, core)
    return core
  }

  private isWho({who}: ActionRow, at: Reference, actor: Actor): boolean {
    return who.some(each => {
      if (each === 'system' || actor.kind !== 'person') return false
      if (this.roles.has(each)) return actor.roles.includes(each)
      const person = this.world.evaluate(this.coreOf(at.entity, each), at, null)
      return equal(person, {entity: 'User', id: actor.id}) === true
    })
  }

  /** People who may never act learn the reason only if they see the state and the fields that it depends on. */
  private seesReasons(at: Reference, who: Actor, rows: readonly ActionRow[]): boolean {
    const {specification} = this.world
    const state = specification.states.machines.get(at.entity)?.field
    const read = rows.flatMap(row => (row.when === '' ? [] : ownFieldsIn(this.conditionOf(row, at))))
    const names = new Set([...(state === undefined ? [] : [state]), ...read])
    const visibility = this.visibilityOf(who)
    return [...names].every(name => visibility.seesField(at, name))
  }

  /** They may open the page of the record, and point 6 lets them read it, with the field in its address. */
  private isSeen(at: Reference, who: Actor): boolean {
    const viewer = who.kind === 'person' ? who : null
    const screen = this.screensOf(at.entity).find(each => mayOpen(each, viewer))
    const visibility = this.visibilityOf(who)
    const keys = screen?.route.segments.flatMap(each => (each.kind === 'word' ? [] : [each.name])) ?? []
    return screen !== undefined && visibility.isSeen(at) && keys.every(key => visibility.seesField(at, key))
  }

  private visibilityOf(who: Actor): NaiveVisibility {
    const {specification} = this.world
    const grants = documentGrants(specification)
    const names = [...specification.entities.entities.keys()]
    const granted = new Map(names.map(name => [name, grants(who, 'read', name)]))
    return new NaiveVisibility(this.world, granted, who.kind === 'person' ? who.id : null)
  }

  private screensOf(entity: string) {
    return this.world.specification.screens.screens.filter(
      ({shows}) => shows.kind === 'record' && shows.entity === entity,
    )
  }

  private pathOf({entity}: Reference, values: FieldValues, who: Actor): string {
    const viewer = who.kind === 'person' ? who : null
    const screens = this.screensOf(entity)
    const screen = screens.find(each => mayOpen(each, viewer)) ?? screens[0]
    const words = screen?.route.segments.map(each => (each.kind === 'word' ? each.word : String(values.get(each.name))))
    return `/${(words ?? []).join('/')}`
  }

  private async checkAllowed({
    at,
    name,
    got,
    to,
  }: {
    at: Reference
    name: string
    got: Answer
    to: string
  }): Promise<void> {
    this.counts.allowed += 1
    const {engine} = this.stage
    const after = await engine.read(operator, reader =>
      readStored(reader, entityOf(reader, at.entity), at.id, reader.visibility.records(at.entity)),
    )
    const state = after?.get('status')
    if (got.redirect === undefined)
      this.wrong.push(`${name}: refused with ${got.status}: ${messagesIn(got.data).join(' ')}`)
    else if (state !== undefined && state !== to) this.wrong.push(`${name}: led to ${String(state)}, not to ${to}`)
    await this.takeBack(at)
  }

  private checkRefused({name, got, code}: {name: string; got: Answer; code: string}): void {
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1)
    const said = this.said.get(code)
    if (got.redirect !== undefined) this.wrong.push(`${name}: done, and should have been refused with ${code}`)
    else if (got.status !== said?.status) this.wrong.push(`${name}: ${got.status}, and should have been ${code}`)
    // A missing page is reported as a page, whose text is tested elsewhere.
    else if (code !== 'NOT_FOUND' && !messagesIn(got.data).some(text => said.message.test(text)))
      this.wrong.push(`${name}: said “${messagesIn(got.data).join(' ')}” for ${code}`)
  }

  /** Everything a change could affect: the number of records, their versions, and notifications. */
  private async fingerprint(): Promise<string> {
    const entities = [...this.world.specification.entities.entities.keys()].map(tableName)
    const parts = [
      ...entities.map(table => sql`(select count(*) || ':' || coalesce(sum(version), 0) from ${sql.table(table)})`),
      ...['nonet_history', 'nonet_outbox', 'nonet_notification', 'nonet_state'].map(
        table => sql`(select cast(count(*) as text) from ${sql.table(table)})`,
      ),
    ]
    return this.withDb(async db => {
      const {rows} = await sql<{mark: string}>`select ${sql.join(parts, sql` || ' ' || `)} as mark`.execute(db)
      return String(rows[0]?.mark)
    })
  }

  /** Restores the record, and removes everything created with it. */
  private async takeBack(at: Reference): Promise<void> {
    const kept = this.rows.get(at.id) ?? new Map<string, unknown>()
    await this.stage.engine.store.transaction(async db => {
      for (const name of [...this.world.specification.entities.entities.keys()].reverse()) {
        const ids = this.world.all(name).map(({id}) => id)
        const others = ids.length > 0 ? sql` where id not in (${sql.join(ids)})` : sql``
        await sql`delete from ${sql.table(tableName(name))}${others}`.execute(db)
      }
      const values = [...kept].map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      await sql`update ${sql.table(tableName(at.entity))} set ${sql.join(values)} where id = ${at.id}`.execute(db)
    })
  }

  private withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.stage.engine.read(operator, reader => work(reader.db))
  }
}

async function rowOf(db: Db, {entity, id}: Reference): Promise<ReadonlyMap<string, unknown>> {
  const {rows} = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(tableName(entity))} where id = ${id}`.execute(db)
  return new Map(Object.entries(rows[0] ?? {}).filter(([column]) => column !== 'id'))
}

interface Tried {
  readonly who: Actor
  readonly action: string
  readonly rows: readonly ActionRow[]
}

interface Answer {
  readonly status: number
  readonly redirect?: string
  readonly data: unknown
}

const nameOf = (who: Actor): string => (who.kind === 'person' ? `${who.name} (${who.roles.join(', ')})` : who.kind)

/** At any place on the page. */
function messagesIn(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(messagesIn)
  if (data === null || typeof data !== 'object') return []
  return Object.entries(data).flatMap(([name, value]) =>
    name === 'message' && typeof value === 'string' ? [value] : messagesIn(value),
  )
}

/** The fields of the record itself that an expression reads. */
function ownFieldsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const here = 'field' in node && 'of' in node && isThis(node.of) ? [String(node.field)] : []
  return [...here, ...Object.values(node).flatMap(ownFieldsIn)]
}

const isThis = (node: unknown): boolean =>
  typeof node === 'object' && node !== null && 'op' in node && node.op === 'this'
