/**
 * Compiled statements. A statement is compiled once for all people with the same roles: it contains no person, day, id
 * or typed value, only parameters. Their values come from the actor, the time and the parameters of each request.
 */

import {sql} from 'kysely'
import type {Environment} from '../../feel/environment.ts'
import {NotInSql} from '../../feel/sql/expression-compiler.ts'
import type {KnownFunctions} from '../../feel/sql/field-function.ts'
import {Parameter} from '../../feel/sql/parameter.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {atRun, type Binding, type Sql, type SqlContext} from '../../feel/sql/to-sql.ts'
import {isList, type Value} from '../../feel/value.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {type DatabaseName, type Db, queryValues, type ValueRow} from '../../store/sql.ts'
import {type Actor, meOf} from '../base/actor.ts'
import type {RequestTime} from '../base/request-time.ts'
import type {Loaders} from './loaders.ts'

/* The database, tables, time and actor of one request, used to compile and run a statement. */

interface StatementContext {
  readonly db: Db
  readonly database: DatabaseName
  readonly tables: Tables
  readonly moment: RequestTime
  readonly actor: Actor
  /** On PostgreSQL, if the database has them. */
  readonly fieldFunctions?: KnownFunctions | null
}

export function contextOf(
  reading: StatementContext,
  more: {readonly this?: Binding; readonly old?: Binding} = {},
): SqlContext {
  const me = meOf(reading.actor)
  return {
    database: reading.database,
    tables: reading.tables,
    fieldFunctions: reading.fieldFunctions ?? null,
    me: {entity: 'User', id: me?.id ?? null},
    now: reading.moment.now,
    zone: reading.moment.zone,
    workingWeek: reading.moment.workingWeek,
    ...more,
  }
}

/** A function is called for each row: with more of them, computed fields are cheaper written out. */
const mostCalls = 50

/** The context of a statement that evaluates expressions for all records of an entity. */
export function manyRows({stored: _, ...context}: SqlContext): SqlContext {
  return {...context, fieldFunctions: null}
}

/** The context of a statement with this number of stored records as rows `r`. */
export function fewRows(context: SqlContext, rows: number): SqlContext {
  return rows > mostCalls ? manyRows(context) : {...context, stored: 'r'}
}

export function tableOfEntity({tables}: Pick<StatementContext, 'tables'>, entity: string): string {
  const table = tables.get(entity)?.table
  if (table === undefined) throw new Error(`there is no table for ${entity}`)
  return table
}

/** The values of parameter nodes, by name. */
export type Parameters = ReadonlyMap<string, Value>

const noParameters: Parameters = new Map()

/** The values of one request for the parameters of a plan. */
export class BoundValues {
  readonly #values: readonly unknown[]

  private constructor(values: readonly unknown[]) {
    this.#values = values
  }

  static readonly none = new BoundValues([])

  /** Null if a value does not fit its parameter. */
  static of(parameters: readonly Parameter[], environment: Environment): BoundValues | null {
    if (parameters.length === 0) return BoundValues.none
    const values: unknown[] = []
    for (const parameter of parameters) {
      const value = parameter.bind(environment)
      if (value === undefined) return null
      values.push(value)
    }
    return new BoundValues(values)
  }

  at(index: number): unknown {
    return this.#values[index]
  }
}

/** A placeholder in a statement, by its index among the parameters of the plan. */
class ParameterPlace {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

export class Statement {
  readonly #sql: string
  readonly #parameters: readonly unknown[]
  readonly #queryId: ReturnType<Sql['compile']>['queryId']
  readonly #places: readonly number[]

  /** `place`: maps a parameter to its placeholder. */
  constructor(text: Sql, {db}: Pick<StatementContext, 'db'>, place: (parameter: Parameter) => unknown = refuse) {
    const {sql: written, parameters, queryId} = text.compile(db)
    this.#sql = written
    this.#queryId = queryId
    this.#parameters = parameters.map(each => (each instanceof Parameter ? place(each) : each))
    this.#places = this.#parameters.flatMap((each, at) => (each instanceof ParameterPlace ? [at] : []))
  }

  /** Returns rows as lists of values, in the order of the columns. */
  run({db}: Pick<StatementContext, 'db'>, values: BoundValues): Promise<readonly ValueRow[]> {
    const parameters = this.#places.length === 0 ? this.#parameters : this.#filled(values)
    return queryValues(db, {sql: this.#sql, parameters, queryId: this.#queryId})
  }

  #filled(values: BoundValues): readonly unknown[] {
    const parameters = [...this.#parameters]
    for (const at of this.#places) {
      const place = parameters[at]
      const value = place instanceof ParameterPlace ? values.at(place.index) : undefined
      if (value === undefined) throw new Error('a statement was run without one of its values')
      parameters[at] = value
    }
    return parameters
  }
}

const refuse = (): never => {
  throw new Error('a statement that is run once has no parameters')
}

export type Write = (text: Sql) => Statement

/** Creates the statements of a plan and the functions that read their rows. */
export type MakePlan<Plan> = (context: SqlContext, write: Write) => Plan

export interface BoundPlan<Plan> {
  readonly plan: Plan
  readonly values: BoundValues
}

interface PreparedPlan<Plan> {
  readonly plan: Plan
  readonly parameters: readonly Parameter[]
}

interface PlanRequest<Plan> {
  /** Identifies this plan among those of the same owner and roles. */
  readonly shape: string
  readonly parameters?: Parameters
  /** The inputs of an action. */
  readonly inputs?: Parameters
  readonly make: MakePlan<Plan>
}

const mostShapes = 1000

/** The plans owned by one compiled object: one per set of roles and shape of request. */
export class Plans<Plan> {
  /** Null if a plan cannot be compiled before its values are known. */
  readonly #byRoles = new WeakMap<object, Map<string, PreparedPlan<Plan> | null>>()

  /** `roles`: the visibility of a set of roles, or the tables if visibility does not matter. */
  bind(
    at: StatementContext,
    roles: object,
    {shape, parameters = noParameters, inputs = noParameters, make}: PlanRequest<Plan>,
  ): BoundPlan<Plan> {
    // A list has no form as a parameter.
    if ([...inputs.values()].some(value => value !== null && isList(value)))
      return planOnce(at, {parameters, inputs, make})
    const plans = this.#plansFor(roles)
    const given = [...inputs.keys()].filter(name => inputs.get(name) !== null)
    const key = `${at.actor.kind === 'person'} ${shape} ${given.join()}`
    const known = plans.get(key)
    const prepared = known === undefined ? prepare(at, make, new Set(given)) : known
    if (known === undefined) {
      if (plans.size >= mostShapes) dropOldest(plans)
      plans.set(key, prepared)
    }
    const values = prepared && BoundValues.of(prepared.parameters, environmentOf(at, parameters, inputs))
    return prepared && values ? {plan: prepared.plan, values} : planOnce(at, {parameters, inputs, make})
  }

  #plansFor(roles: object): Map<string, PreparedPlan<Plan> | null> {
    const known = this.#byRoles.get(roles) ?? new Map<string, PreparedPlan<Plan> | null>()
    this.#byRoles.set(roles, known)
    return known
  }
}

function dropOldest(plans: Map<string, unknown>): void {
  const [oldest] = plans.keys()
  if (oldest !== undefined) plans.delete(oldest)
}

/** The context for compiling: the same for all people with the same roles, and for all requests. */
type CompileContext = Pick<StatementContext, 'db' | 'database' | 'tables' | 'fieldFunctions'> & {
  readonly moment: Pick<StatementContext['moment'], 'zone' | 'workingWeek'>
  /** Whether there is a person, not which one. */
  readonly actor: Pick<StatementContext['actor'], 'kind'>
}

function prepare<Plan>(
  at: CompileContext,
  make: MakePlan<Plan>,
  inputsAtRun: ReadonlySet<string>,
): PreparedPlan<Plan> | null {
  const parameters = new ParameterList()
  try {
    const plan = make(
      {...compileContext(at), inputsAtRun},
      text => new Statement(text, at, each => new ParameterPlace(parameters.indexOf(each))),
    )
    return {plan, parameters: parameters.all}
  } catch (error) {
    if (error instanceof NotInSql) return null
    throw error
  }
}

function compileContext({database, tables, fieldFunctions = null, moment, actor}: CompileContext): SqlContext {
  return {
    database,
    tables,
    fieldFunctions,
    this: {alias: 'r'},
    me: actor.kind === 'person' ? atRun : {entity: userEntity, id: null},
    now: atRun,
    parameters: atRun,
    zone: moment.zone,
    workingWeek: moment.workingWeek,
  }
}

/** The parameters of a plan, without duplicates. */
class ParameterList {
  readonly all: Parameter[] = []

  indexOf(parameter: Parameter): number {
    const known = this.all.findIndex(each => each.isSameAs(parameter))
    return known === -1 ? this.all.push(parameter) - 1 : known
  }
}

/** A plan for one request: for queries that always differ, or whose values do not fit a compiled plan. */
export function planOnce<Plan>(
  at: StatementContext,
  {parameters = noParameters, inputs = noParameters, make}: Omit<PlanRequest<Plan>, 'shape'>,
): BoundPlan<Plan> {
  const context = {...contextOf(at, {this: {alias: 'r'}}), parameters, inputs}
  return {plan: make(context, text => new Statement(text, at)), values: BoundValues.none}
}

function environmentOf({actor, moment}: StatementContext, parameters: Parameters, inputs: Parameters): Environment {
  return {
    world: noRecords,
    this: null,
    me: meOf(actor),
    old: null,
    inputs,
    parameters,
    now: moment.now,
    zone: moment.zone,
    today: moment.local.date,
    workingWeek: moment.workingWeek,
  }
}

/** Bound values read no records, except the id of a person. */
const noRecords: Environment['world'] = {
  all: () => [],
  field: (record, name) => (name === 'id' ? record.id : null),
}

/** A kind of plan owned by the engine. */
export class PlanKind<Plan> {
  readonly name: string
  /** Type only; there is no value at runtime. */
  declare readonly plan: Plan
  constructor(name: string) {
    this.name = name
  }
}

/** The engine's statements that belong to no screen: names of records, records by key, writes. */
export class Statements {
  readonly #plans = new Map<PlanKind<unknown>, Plans<unknown>>()
  readonly #texts = new Map<string, PreparedText>()
  readonly #numbers = new WeakMap<object, number>()
  #last = 0

  /** Tells objects of the document apart in the names of statements. */
  numberOf(owner: object): number {
    const known = this.#numbers.get(owner)
    if (known !== undefined) return known
    this.#last += 1
    this.#numbers.set(owner, this.#last)
    return this.#last
  }

  plans<Plan>(kind: PlanKind<Plan>): Plans<Plan> {
    const known = this.#plans.get(kind) ?? new Plans<unknown>()
    this.#plans.set(kind, known)
    // The map holds plans of this kind under this key.
    return known as Plans<Plan>
  }

  /** Runs a statement that differs only in its values. */
  run({db}: Pick<StatementContext, 'db'>, {key, values, written}: NamedStatement): Promise<readonly ValueRow[]> {
    const text =
      this.#texts.get(key) ?? preparedText(written(values.map((_, index) => sql`${new ParameterPlace(index)}`)), {db})
    this.#texts.set(key, text)
    const parameters = text.parameters.map(each => (each instanceof ParameterPlace ? values[each.index] : each))
    return queryValues(db, {sql: text.sql, parameters})
  }
}

interface PreparedText {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

function preparedText(text: Sql, {db}: Pick<StatementContext, 'db'>): PreparedText {
  const {sql: written, parameters} = text.compile(db)
  return {sql: written, parameters}
}

interface NamedStatement {
  /** Unique within the engine. */
  readonly key: string
  readonly values: readonly unknown[]
  /** Builds the statement from the placeholders of its values. */
  readonly written: (places: readonly Sql[]) => Sql
}

/** Runs a statement that differs only in its values. */
export function runNamed(
  context: Pick<StatementContext, 'db'> & {readonly statements: Statements},
  statement: NamedStatement,
): Promise<readonly ValueRow[]> {
  return context.statements.run(context, statement)
}

/* The context of a query. */

export interface QueryContext extends StatementContext {
  /** The engine's own compiled statements. */
  readonly statements: Statements
  /** What is asked by id at the same time is read together. */
  readonly loaders: Loaders
}
