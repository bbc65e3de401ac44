/**
 * The client of an effect of own code: reads and changes records with the permissions of a role, through the one write
 * path. What it is asked comes from own code, so nothing of it is trusted.
 */
import {isJsonObject, type Json} from '../../feel/core.ts'
import {type as typeText} from '../../feel/index.ts'
import type {Value} from '../../feel/value.ts'
import {derivedAnswer} from '../../points/calls/shapes.ts'
import type {Entity} from '../../points/entities/model.ts'
import {readId} from '../../points/entities/values/id.ts'
import {errorEntry, fill} from '../../points/errors/run.ts'
import type {Actor} from '../base/actor.ts'
import {compared, parameterCore} from '../base/core-build.ts'
import type {Engine} from '../engine.ts'
import {listPage} from '../lists/list.ts'
import type {Narrowing} from '../lists/list-plan.ts'
import {emptyQuery, plainList} from '../query/list-query.ts'
import {readPlain} from '../query/plain-value.ts'
import type {ReadContext} from '../query/read-context.ts'
import {type Input, type Outcome, problem, rejected, type WriteRequest} from '../transaction/change.ts'
import {CompiledAnswer} from './answer.ts'

export type ClientAnswer =
  | {readonly ok: true; readonly value: Json}
  | {
      readonly ok: false
      readonly code: string
      readonly problems: readonly {readonly field: string | null; readonly code: string; readonly message: string}[]
    }

type Asked = Readonly<Record<string, Json>>

const mostRecords = 200
/** A change without a version is tried again if the record changed at the same time. */
const mostTries = 3

export class EffectClient {
  readonly #engine: Engine
  readonly #actor: Actor
  readonly #answers = new Map<string, CompiledAnswer>()

  constructor(engine: Engine, actor: Actor) {
    this.#engine = engine
    this.#actor = actor
  }

  async answer(asked: Json): Promise<ClientAnswer> {
    if (!isJsonObject(asked)) return this.#refused(wrong('op'))
    const entity = this.#engine.specification.entities.entities.get(textOf(asked, 'entity'))
    if (!entity) return this.#refused(wrong('entity'))
    switch (asked['op']) {
      case 'find':
        return this.#find(entity, asked)
      case 'list':
        return this.#list(entity, asked)
      case 'create':
      case 'update':
      case 'delete':
      case 'perform':
        return this.#change(entity, asked['op'], asked)
      default:
        return this.#refused(wrong('op'))
    }
  }

  // Reading. What the role may not read is null, and its records are not there.

  #answerOf(entity: Entity): CompiledAnswer {
    const {scope} = this.#engine.specification
    const known =
      this.#answers.get(entity.name) ??
      new CompiledAnswer(entity.name, derivedAnswer(entity, {names: [], context: {scope}}))
    this.#answers.set(entity.name, known)
    return known
  }

  async #find(entity: Entity, asked: Asked): Promise<ClientAnswer> {
    const id = readId(textOf(asked, 'id'))
    if (id === null) return {ok: true, value: null}
    const [found] = await this.#engine.read(this.#actor, reader => this.#answerOf(entity).all(reader, [id]))
    return {ok: true, value: found?.json ?? null}
  }

  async #list(entity: Entity, asked: Asked): Promise<ClientAnswer> {
    const {limit = mostRecords, where = {}, sort = null} = asked
    if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > mostRecords)
      return this.#refused(wrong('limit'))
    const [, sign = '', sorted = ''] = /^(-?)(\w+)$/.exec(typeof sort === 'string' ? sort : '') ?? []
    if (sort !== null && this.#scalar(entity, sorted) === null) return this.#refused(wrong('sort'))
    if (!isJsonObject(where)) return this.#refused(wrong('where'))
    const screen = plainList({
      entity: entity.name,
      sort: sort === null ? [] : [{path: [sorted], descending: sign === '-'}],
      size: limit,
    })
    return this.#engine.read(this.#actor, async reader => {
      const narrowed: Narrowing[] = []
      for (const [name, json] of Object.entries(where)) {
        const condition = this.#equals(reader, entity, {name, json: json ?? null})
        if (condition === null) return this.#refused(wrong(name))
        narrowed.push(condition)
      }
      const {rows} = await listPage(reader, reader.visibility, {screen, narrowed, asked: emptyQuery})
      const ids = rows.map(({id}) => id)
      const records = await this.#answerOf(entity).all(reader, ids)
      return {ok: true, value: records.map(({json}) => json)}
    })
  }

  /** One value of a record, by the name of a field; null if there is no such field, or it has several. */
  #scalar(entity: Entity, name: string) {
    if (!entity.fields.has(name) && !ownNames.has(name)) return null
    const typing = typeText(name, {...this.#engine.specification.scope, entity: entity.name})
    return typing.ok && typing.type.kind !== 'list' ? typing : null
  }

  #equals(
    {visibility}: ReadContext,
    entity: Entity,
    {name, json}: {readonly name: string; readonly json: Json},
  ): Narrowing | null {
    const typing = this.#scalar(entity, name)
    if (typing === null) return null
    const {core, type} = typing
    if (json === null) {
      const empty = {op: 'value', type, value: null} as const
      return {shape: `no ${name}`, where: visibility.condition(compared(core, '=', empty))}
    }
    const value: Value | undefined = readPlain(type, json)
    if (value === undefined) return null
    const parameter = `equals ${name}`
    const where = visibility.condition(compared(core, '=', parameterCore(parameter, type)))
    return {shape: parameter, where, parameters: new Map([[parameter, value]])}
  }

  // Changing.

  async #change(entity: Entity, op: ClientOperation, asked: Asked): Promise<ClientAnswer> {
    const fields = asked['fields'] ?? {}
    const odd = isJsonObject(fields) ? this.#unknownIn(entity, op, asked, Object.keys(fields)) : 'fields'
    if (!isJsonObject(fields) || odd !== undefined)
      return this.#refused(rejected([problem('UNKNOWN_FIELD', odd ?? '')]))
    const inputs = new Map<string, Input>(Object.entries(fields).map(([name, json]) => [name, {json: json ?? null}]))
    const request = {op, entity: entity.name, action: textOf(asked, 'action'), inputs}
    if (op === 'create') return this.#told(entity, await this.#write(request, null))
    const id = readId(textOf(asked, 'id'))
    for (let tries = 1; ; tries += 1) {
      const version = typeof asked['version'] === 'number' ? asked['version'] : await this.#versionOf(entity, id)
      if (id === null || version === null) return this.#refused(rejected([problem('NOT_FOUND')]))
      const outcome = await this.#write(request, {id, version})
      const overtaken = !outcome.ok && outcome.code === 'CONFLICT' && typeof asked['version'] !== 'number'
      if (!overtaken || tries === mostTries) return this.#told(entity, outcome)
    }
  }

  #unknownIn(entity: Entity, op: ClientOperation, asked: Asked, names: readonly string[]): string | undefined {
    if (op !== 'perform') return names.find(name => op === 'delete' || !entity.fields.has(name))
    const action = this.#engine.specification.actions.actions.get(entity.name)?.get(textOf(asked, 'action'))
    if (!action) return 'action'
    const inputs = new Set(action.rows.flatMap(({asks}) => asks.map(({field}) => field.name)))
    return names.find(name => !inputs.has(name))
  }

  async #versionOf(entity: Entity, id: string | null): Promise<number | null> {
    if (id === null) return null
    const [found] = await this.#engine.read(this.#actor, reader => this.#answerOf(entity).all(reader, [id]))
    return found?.version ?? null
  }

  #write({op, entity, action, inputs}: ClientChange, at: {readonly id: string; readonly version: number} | null) {
    const fields = inputs
    const request: WriteRequest =
      op === 'create' || at === null
        ? {kind: 'create', entity, fields}
        : op === 'perform'
          ? {kind: 'action', entity, action, inputs, ...at}
          : {kind: op, entity, fields, ...at}
    return this.#engine.change(this.#actor, [request])
  }

  async #told(entity: Entity, outcome: Outcome): Promise<ClientAnswer> {
    if (!outcome.ok) return this.#refused(outcome)
    const [changed] = outcome.records.filter(each => each.entity === entity.name)
    return {ok: true, value: changed ? {id: changed.id, version: changed.version} : null}
  }

  #refused({code, problems}: Pick<Extract<Outcome, {ok: false}>, 'code' | 'problems'>): ClientAnswer {
    const {errors} = this.#engine.specification
    const messageOf = (each: string, values: Readonly<Record<string, string>>) =>
      fill(errorEntry(errors, each)?.message ?? each, values)
    return {
      ok: false,
      code,
      problems: problems.map(each => ({
        field: each.field,
        code: each.code,
        message: messageOf(each.code, each.values),
      })),
    }
  }
}

type ClientOperation = 'create' | 'update' | 'delete' | 'perform'

interface ClientChange {
  readonly op: ClientOperation
  readonly entity: string
  readonly action: string
  readonly inputs: ReadonlyMap<string, Input>
}

const ownNames = new Set(['id', 'created', 'updated'])

const wrong = (name: string) => rejected([problem('BAD_INPUT', name)])

const textOf = (asked: Asked, key: string): string => {
  const value = Object.hasOwn(asked, key) ? asked[key] : undefined
  return typeof value === 'string' ? value : ''
}
