/**
 * Fields that a function of own code sets: computed at the end of each change, from the records as it leaves them, before
 * its rules. A function sees values and no records, and reads as the engine does, so that what it gives does not depend
 * on who writes.
 */
import type {Json} from '../../feel/core.ts'
import {formatNum} from '../../feel/decimal.ts'
import {decodeValue, encodeValue} from '../../feel/format.ts'
import {toValue} from '../../feel/sql/to-sql.ts'
import {numberType, type Type} from '../../feel/type.ts'
import {isNum, type Value} from '../../feel/value.ts'
import {functionFields} from '../../points/entities/functions.ts'
import type {DocumentFunction, Entities, Entity, Field} from '../../points/entities/model.ts'
import {fieldCore, thisCore} from '../base/core-build.ts'
import type {ReadContext, RuleCheck} from '../query/read-context.ts'
import {askOfRows, type RowQuestion} from '../query/row-questions.ts'
import type {RecordIds} from '../query/select.ts'
import {type ChangeProblem, problem, rejected} from '../transaction/change.ts'
import {
  type ChangeContext,
  type FunctionCall,
  FunctionFailed,
  FunctionStopped,
  type UnitOfWork,
} from '../transaction/context.ts'
import {isSame} from '../transaction/history.ts'
import {touched, updateRow} from '../transaction/rows.ts'
import {functionsLookAt} from '../transaction/rules.ts'

const orders = new WeakMap<Entities, ReturnType<typeof functionFields>>()

function fieldsInOrder({entities}: ReadContext): ReturnType<typeof functionFields> {
  const known = orders.get(entities) ?? functionFields(entities.entities)
  orders.set(entities, known)
  return known
}

/** The problems of records whose values cannot be computed. Throws `ChangeRejected` once a function was stopped. */
export async function setByFunctions(context: ChangeContext): Promise<readonly ChangeProblem[]> {
  if (context.entities.functions.size === 0) return []
  const problems: ChangeProblem[] = []
  for (const {entity, field} of fieldsInOrder(context)) {
    // A value that was set concerns the owners of its record, whose fields come later.
    const checks = context.unit.checks.filter(
      ({check}) => check.entity === entity.name && isSet(context, entity, check),
    )
    if (checks.length === 0) continue
    const ids = checks.map(({check}) => check.id)
    try {
      for (const record of await computedValues(context, {entity: entity.name, ids}, field))
        if (!isSame(record.value, record.before)) await store(context, entity, {field, record})
    } catch (cause) {
      if (!(cause instanceof FunctionFailed)) throw cause
      problems.push({...problem('FUNCTION_FAILED', field.name, {field: field.label}), at: checks[0]?.at ?? 0})
      if (cause instanceof FunctionStopped) throw rejected(problems)
    }
  }
  return problems
}

/** Written itself, or with line items that its functions look at. */
const isSet = (context: ReadContext, entity: Entity, {byParts}: RuleCheck): boolean =>
  byParts === undefined || [...byParts].some(part => functionsLookAt(context, entity, part))

interface ComputedRecord {
  readonly id: string
  readonly version: number
  readonly before: Value
  readonly value: Value
}

/** What the function gives for stored records. Without own code, a value is missing rather than out of date. */
export async function computedValues(
  context: ReadContext & Pick<ChangeContext, 'functions'>,
  records: RecordIds,
  field: Field,
): Promise<readonly ComputedRecord[]> {
  const {setBy} = field
  const declared = setBy && context.entities.functions.get(setBy.name)
  if (!declared || !setBy.args) return []
  const found = [...(await askOfRows(context, records, argumentsQuestion(records.entity, field, setBy.args)))]
  const calls = found.flatMap(([, {args}]) => callOf(declared, args) ?? [])
  const given = calls.length === 0 || context.functions === null ? [] : await context.functions(calls)
  let next = 0
  return found.map(([id, {version, before, args}]) => {
    const isCalled = context.functions !== null && callOf(declared, args) !== null
    return {id, version, before, value: isCalled ? givenValue(given[next++] ?? null, declared, field) : null}
  })
}

interface AskedRecord {
  readonly version: number
  readonly before: Value
  readonly args: readonly Value[]
}

function argumentsQuestion(
  entity: string,
  {name, type: {type}, file, line}: Field,
  args: NonNullable<NonNullable<Field['setBy']>['args']>,
): RowQuestion<AskedRecord> {
  const own = (field: string, of: Type) => fieldCore(thisCore(entity), entity, {name: field, type: of})
  return {
    name: `set by ${file}:${line}`,
    ofReadable: false,
    compile({columns, context}) {
      const [version, before, ...places] = [own('version', numberType), own(name, type), ...args].map(core =>
        columns.addSql(toValue(core, context)),
      )
      return values => ({
        version: Number(values[version ?? 0]),
        before: values[before ?? 1] ?? null,
        args: places.map(place => values[place] ?? null),
      })
    },
  }
}

/** Null if a value is missing: the function is not called then. */
function callOf({name, takes}: DocumentFunction, args: readonly Value[]): FunctionCall | null {
  if (args.includes(null)) return null
  const values = takes.map((each, index) => [each.name, codeValue(args[index] ?? null)] as const)
  return {name, values: Object.fromEntries(values)}
}

/** A decimal as code counts with it. */
const codeValue = (value: Value): Json => (isNum(value) ? Number(formatNum(value)) : encodeValue(value))

/** Own code may have given anything: only a value of the declared type that fits the field is taken. */
function givenValue(json: Json, {name, gives}: DocumentFunction, field: Field): Value {
  if (json === null) return null
  const value = isOfType(json, gives) ? decodeValue(gives, json) : null
  const fitting = value === null ? null : field.type.fit(value)
  if (fitting?.ok && fitting.value !== null) return fitting.value
  throw new FunctionFailed(`${name} gave ${JSON.stringify(json).slice(0, 100)}, which does not fit ${field.name}`)
}

function isOfType(json: Json, type: Type): boolean {
  if (type.kind === 'number') return typeof json === 'number' && Number.isFinite(json)
  if (type.kind === 'boolean') return typeof json === 'boolean'
  return typeof json === 'string' && (type.kind !== 'choice' || type.words.includes(json))
}

/** As part of the change: a record written by it keeps its version, and the history has one entry with this value. */
async function store(
  context: ChangeContext,
  entity: Entity,
  {field, record}: {readonly field: Field; readonly record: ComputedRecord},
): Promise<void> {
  const {id, version, value} = record
  const {unit} = context
  const owner = unit.checks.find(({check}) => check.entity === entity.name && check.id === id && check.byParts)
  const set = new Map([[field.name, value]])
  const values = owner ? new Map([...set, ...touched(context, version, set)]) : set
  if (!(await updateRow(context, entity, {id, version, before: new Map(), values})))
    throw new Error(`${entity.name} ${id} has changed`)
  if (!owner) return noteValue(unit, {entity, id, field: field.name, value})
  // Only its line items were written: now it is, too.
  const {check, at} = owner
  const {byParts: _, ...own} = check
  const before = check.before ?? new Map()
  const after = new Map([...before, ...values])
  unit.check(own, at)
  unit.search.push({entity, id, before, values: after})
  const entry = context.newId()
  unit.history.push({entry, entity, id, action: 'update', version: version + 1, before, after})
}

interface NotedValue {
  readonly entity: Entity
  readonly id: string
  readonly field: string
  readonly value: Value
}

function noteValue({history, search}: UnitOfWork, {entity, id, field, value}: NotedValue): void {
  const isOfRecord = (each: {readonly entity: Entity; readonly id: string}) =>
    each.id === id && each.entity.name === entity.name
  const event = history.findLastIndex(isOfRecord)
  const last = history[event]
  if (last) history[event] = {...last, after: new Map([...(last.after ?? []), [field, value]])}
  const words = search.findLastIndex(isOfRecord)
  const searched = search[words]
  if (searched) search[words] = {...searched, values: new Map([...(searched.values ?? []), [field, value]])}
}
