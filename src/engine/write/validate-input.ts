/** Validates input: parses it into values, or reports all problems at once. Reads, but never writes. */

import {sql} from 'kysely'
import type {Text} from '../../document/raw.ts'
import {type Core, namesMe, readsRecords} from '../../feel/core.ts'
import type {Environment} from '../../feel/environment.ts'
import {evaluate} from '../../feel/index.ts'
import {type SqlValue, toListValue, toValue} from '../../feel/sql/to-sql.ts'
import {booleanType, textType} from '../../feel/type.ts'
import {isList, isReference, type Reference, type Value} from '../../feel/value.ts'
import {accepted, invalid, type Locale, type ValidationResult} from '../../points/entities/field-type.ts'
import {entityReferredTo, fieldOf, isSerial} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {ownFieldsOf, position} from '../../points/entities/own-fields.ts'
import {fitValue, isEmptyValue, readCsv, readFieldInput, readJson} from '../../points/entities/run.ts'
import {mentionFields} from '../../points/entities/values/textual.ts'
import type {RouteSegment} from '../../points/screens/model.ts'
import type {Specification} from '../../points/specification.ts'
import {type Actor, meOf, personOf} from '../base/actor.ts'
import {fieldCore, thisCore, valueCore} from '../base/core-build.ts'
import {declaredScreens} from '../base/screens-that.ts'
import {expressionShape} from '../lists/list-plan.ts'
import {linkMentions} from '../notifications/mentions.ts'
import {hiddenReferences} from '../query/hidden-references.ts'
import {findAll, listening} from '../query/lookup.ts'
import {recordNames} from '../query/names.ts'
import {allSeeing, type ReadContext} from '../query/read-context.ts'
import {holdsForAll} from '../query/row-questions.ts'
import {select} from '../query/select.ts'
import {PlanKind, type Statement} from '../query/statement.ts'
import type {FieldValues} from '../query/stored.ts'
import {type Input, problem, type WriteProblem} from '../transaction/change.ts'
import {isTrusted} from '../transaction/context.ts'
import {fileValue, type NewFile} from '../transaction/file-records.ts'

/* Slugs: the words of a text as part of an address, with a number if another record has the same one. */

const longestSlug = 100

/** `How to train your dragon` → `how-to-train-your-dragon` */
function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, longestSlug)
  return words.replace(/^-+|-+$/g, '') || 'untitled'
}

interface SlugPlace {
  readonly entity: Entity
  readonly field: Field
}

/** The words that other addresses have in the place of the slug: `feed`, of `/articles/feed` beside `/articles/:slug`. */
function wordsInPlace({calls, screens}: Specification, {entity, field}: SlugPlace): string[] {
  const own = calls.calls.flatMap(({keys, operation, route}) =>
    keys.flatMap(({parameter, path}) =>
      operation.entity === entity.name && path.length === 1 && path[0] === field.name ? [{parameter, route}] : [],
    ),
  )
  const ofScreens = declaredScreens(screens.screens, 'showOne', entity.name).flatMap(({address, route}) =>
    address.kind === 'record' && address.key === field.name ? [{parameter: field.name, route}] : [],
  )
  const routes = [...calls.calls, ...screens.screens].map(({route}) => route.segments)
  return [...own, ...ofScreens].flatMap(({parameter, route: {segments}}) => {
    const at = segments.findIndex(each => each.kind === 'parameter' && each.name === parameter)
    const isBeside = (other: typeof segments) =>
      at >= 0 && other.length > at && segments.slice(0, at).every((each, index) => mayMeet(each, other[index]))
    return routes.filter(isBeside).flatMap(other => {
      const segment = other[at]
      return segment?.kind === 'word' ? [segment.word] : []
    })
  })
}

/** Whether both can be the same part of an address. */
const mayMeet = (one: RouteSegment | undefined, other: RouteSegment | undefined): boolean =>
  one?.kind === 'parameter' || other?.kind === 'parameter' || (one !== undefined && one.word === other?.word)

/** The first slug that no other record and no other address has: `dragon`, `dragon-2`, `dragon-3`. */
async function freeSlug(
  context: ReadContext,
  {entity, field}: SlugPlace,
  {text, earlier}: {readonly text: string; readonly earlier: Value},
): Promise<string> {
  const slug = slugOf(text)
  const own = fieldCore(thisCore(entity.name), entity.name, {name: field.name, type: field.type.type})
  const begins = {
    op: 'call' as const,
    name: 'starts with',
    args: [own, valueCore(textType, slug)],
    required: 2,
    type: booleanType,
  }
  const taken = await select(context, {
    from: allSeeing(context).records(entity.name),
    where: [begins],
    columns: [own],
  })
  const others = new Set(taken.flatMap(([value]) => (value === earlier ? [] : [String(value)])))
  for (const word of wordsInPlace(context.specification, {entity, field})) others.add(word)
  if (!others.has(slug)) return slug
  let number = 2
  while (others.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}

export interface ValidatedInput {
  readonly values: FieldValues
  readonly problems: readonly WriteProblem[]
  /** Uploaded files; their rows are inserted before the record is written. */
  readonly files: readonly NewFile[]
}

/** `before` is the current record; null for a new one, which gets defaults for missing fields. */
export async function validateInput(
  context: ReadContext,
  entity: Entity,
  input: {fields: ReadonlyMap<string, Input>; before: FieldValues | null},
): Promise<ValidatedInput> {
  const problems: WriteProblem[] = []
  const writable = [...input.fields].flatMap(([name, given]) => {
    const field = fieldOf(entity, name)
    const refused = fieldRefusal(context, {entity, field, given, isNew: input.before === null})
    if (refused) problems.push(problem(refused, name))
    return field && !refused ? [{field, given}] : []
  })
  const locale = await locateFor(context, writable, input.before)
  const hidden = await hiddenBefore(context, writable, input.before)
  const values = new Map<string, Value>()
  const files: NewFile[] = []
  for (const {field, given} of writable) {
    const before = input.before?.get(field.name)
    const result = await validateAny(context, {field, given}, {locale, before, files})
    noteResult(field, withHidden(field, result, {before, hidden: hidden.get(field.name) ?? []}), values, problems)
  }
  problems.push(...(await notOffered(context, writable, {values, before: input.before})))
  if (input.before === null)
    for (const field of entity.fields.values())
      await addDefault(context, field, {values, problems, given: input.fields})
  for (const field of mentionFields(entity)) {
    const text = values.get(field.name)
    const before = input.before?.get(field.name)
    if (typeof text === 'string')
      values.set(
        field.name,
        await linkMentions(context, {field, text, before: typeof before === 'string' ? before : ''}),
      )
  }
  for (const field of entity.fields.values())
    if (field.slugOf) await addSlug(context, {entity, field, source: field.slugOf}, {values, before: input.before})
  return {values, problems, files}
}

/** The references of the record that the actor may not read. The values of expressions are set as they are. */
async function hiddenBefore(
  context: ReadContext,
  given: readonly GivenField[],
  before: FieldValues | null,
): Promise<ReadonlyMap<string, readonly Reference[]>> {
  if (before === null || isTrusted(context)) return new Map()
  const typed = given.filter(each => !('value' in each.given || 'files' in each.given || 'place' in each.given))
  return hiddenReferences(
    context,
    typed.map(({field}) => field),
    before,
  )
}

/** A person cannot remove what they do not see: a form shows hidden references as empty, and they stay. */
function withHidden(
  field: Field,
  result: ValidationResult,
  {before = null, hidden}: {readonly before: Value | undefined; readonly hidden: readonly Reference[]},
): ValidationResult {
  if (hidden.length === 0) return result
  const isMissing = !result.ok && result.problems.every(({code}) => code === 'REQUIRED')
  if (!result.ok && !isMissing) return result
  const value = result.ok ? result.value : field.type.empty
  if (!isList(before)) return isEmptyValue(value) ? accepted(before) : result
  const seen = isList(value) ? value : []
  return field.type.fit([...seen, ...hidden])
}

interface SlugField {
  readonly entity: Entity
  readonly field: Field
  readonly source: string
}

/**
 * Derives a slug from its source, for new records and when the source changes. A slug given in demonstration data is
 * kept.
 */
async function addSlug(
  context: ReadContext,
  {entity, field, source}: SlugField,
  {values, before}: {readonly values: Map<string, Value>; readonly before: FieldValues | null},
): Promise<void> {
  // A required slug is set even if its source is empty.
  const text = values.get(source) ?? (field.required && before === null ? '' : null)
  const given = values.get(field.name) ?? null
  if (given !== null || typeof text !== 'string') return
  const earlier = before?.get(field.name) ?? null
  if (before && earlier !== null && before.get(source) === text) return
  values.set(field.name, await freeSlug(context, {entity, field}, {text, earlier}))
}

/** References must lead to a record that is offered for the field; the previous value may always stay. */
async function notOffered(
  context: ReadContext,
  given: readonly GivenField[],
  {values, before}: {values: FieldValues; before: FieldValues | null},
): Promise<WriteProblem[]> {
  const problems: WriteProblem[] = []
  for (const {field} of given) {
    const core = field.offers?.core
    const target = entityReferredTo(field)
    // Demo data and actions of the system have no acting person to compare with.
    const isPersonal = core && namesMe(core) && (context.actor.kind === 'operator' || context.actor.kind === 'engine')
    if (!core || target === null || isPersonal) continue
    const earlier = new Set(idsIn(before?.get(field.name) ?? null))
    const ids = idsIn(values.get(field.name) ?? null).filter(id => !earlier.has(id))
    const held = await holdsForAll(context, {
      entity: target,
      ids,
      conditions: [core],
      held: {owner: context.tables, name: `offered for ${field.file}:${field.line}`},
    })
    const others = ids.filter(id => held.get(id)?.[0] === false)
    if (others.length === 0) continue
    const names = await recordNames(context, context.visibility, {entity: target, ids: others})
    const name = others.map(id => names.get(id) ?? '…').join(', ')
    problems.push(problem('NOT_OFFERED', field.name, {name}))
  }
  return problems
}

function idsIn(value: Value): string[] {
  const items = isList(value) ? value : [value]
  return items.flatMap(item => (item !== null && isReference(item) ? [item.id] : []))
}

/** Unknown, computed and engine-managed fields are rejected by name rather than ignored. */
function fieldRefusal(
  context: ReadContext,
  {entity, field, given, isNew}: {entity: Entity; field: Field | null; given: Input; isNew: boolean},
): 'UNKNOWN_FIELD' | 'NOT_TO_FILL_IN' | null {
  if (!field) return 'UNKNOWN_FIELD'
  if ('place' in given) return field === position ? null : 'NOT_TO_FILL_IN'
  const {storage} = field.type
  if (field.computed !== null || storage.kind === 'nothing' || storage.kind === 'other side') return 'NOT_TO_FILL_IN'
  const own =
    ownFieldsOf(entity).has(field.name) ||
    isSerial(field) ||
    field.state ||
    (field.setByEngine && !(isNew && isFilledBy(field, context.actor)))
  return own && !isTrusted(context) ? 'NOT_TO_FILL_IN' : null
}

/** True if this person fills in the field for a new record, although others do not: `set by: HR when created`. */
export function isFilledBy({filledBy = []}: Field, actor: Actor): boolean {
  const roles = personOf(actor)?.roles ?? []
  return filledBy.some(({name}) => roles.includes(name))
}

interface GivenField {
  readonly field: Field
  readonly given: Input
}

async function locateFor(
  context: ReadContext,
  given: readonly GivenField[],
  before: FieldValues | null,
): Promise<Locale> {
  const {locale, wanted} = listening(context.moment)
  for (const each of given)
    if (entityReferredTo(each.field) !== null)
      validateOne(each.field, each.given, {locale, before: before?.get(each.field.name)})
  return {...locale, find: await findAll(context, context.visibility, wanted)}
}

/** Accepts a file only from the form itself or from the field it was in; otherwise any id would open any file. */
async function validateAny(
  context: ReadContext,
  {field, given}: GivenField,
  {locale, before, files}: {locale: Locale; before: Value | undefined; files: NewFile[]},
): Promise<ValidationResult> {
  const isFile = field.type.control.control === 'file'
  if ('files' in given)
    return isFile
      ? needed(field, await fileValue(context, field, {...given.files, before: before ?? null}, files))
      : invalid('NOT_TO_FILL_IN')
  return isFile && !isTrusted(context) ? invalid('NOT_TO_FILL_IN') : validateOne(field, given, {locale, before})
}

function needed(field: Field, result: ValidationResult): ValidationResult {
  return result.ok && field.required && isEmptyValue(result.value) ? invalid('REQUIRED') : result
}

function validateOne(
  field: Field,
  given: Input,
  {locale, before}: {locale: Locale; before: Value | undefined},
): ValidationResult {
  if ('files' in given) return invalid('NOT_TO_FILL_IN')
  if ('form' in given) return readFieldInput(field, given.form, before === undefined ? {locale} : {locale, before})
  if ('csv' in given) return readCsv(field, given.csv, locale)
  if ('json' in given) return readJson(field, given.json, locale)
  return fitValue(field, 'place' in given ? given.place : given.value)
}

function noteResult(
  field: Field,
  result: ValidationResult,
  values: Map<string, Value>,
  problems: WriteProblem[],
): void {
  if (result.ok) values.set(field.name, result.value)
  else for (const each of result.problems) problems.push(problem(each.code, field.name, each.values))
}

interface Defaulted {
  readonly values: Map<string, Value>
  readonly problems: WriteProblem[]
  readonly given: ReadonlyMap<string, Input>
}

async function addDefault(context: ReadContext, field: Field, {values, problems, given}: Defaulted): Promise<void> {
  const {storage} = field.type
  const kept = field.computed === null && (storage.kind === 'column' || storage.kind === 'pairs')
  if (!kept || given.has(field.name) || isSerial(field)) return
  // Slugs are derived from their source later.
  if (field.slugOf) return
  const value = await defaultValue(context, field)
  if (field.required && isEmptyValue(value)) problems.push(problem('REQUIRED', field.name))
  else values.set(field.name, value)
}

/** The default of a field for a new record, evaluated now over the records that the actor sees. */
export async function defaultValue(context: ReadContext, field: Field): Promise<Value> {
  const core = field.default?.core
  if (!field.default || !core) return field.type.empty
  const {text} = field.default
  const value = readsRecords(core)
    ? await askedOfRecords(context, {core, text})
    : evaluate(core, inputEnvironment(context))
  const result = field.type.fit(value)
  return result.ok ? result.value : field.type.empty
}

interface DefaultPlan {
  readonly statement: Statement
  readonly read: SqlValue['read']
}

const defaultKind = new PlanKind<DefaultPlan>('default')

async function askedOfRecords(context: ReadContext, expression: {core: Core; text: Text}): Promise<Value> {
  const {visibility, statements} = context
  const {plan, values} = statements.plans(defaultKind).bind(context, visibility, {
    shape: expressionShape(expression),
    make(at, write) {
      const seen = visibility.condition(expression.core)
      const value = seen.type.kind === 'list' ? toListValue(seen, at) : toValue(seen, at)
      return {statement: write(sql`select ${value.sql} as c0`), read: value.read}
    },
  })
  const [[raw] = []] = await plan.statement.run(context, values)
  return plan.read(raw)
}

function inputEnvironment({actor, moment}: ReadContext): Environment {
  const world = {all: () => [], field: () => null}
  return {
    world,
    this: null,
    me: meOf(actor),
    old: null,
    inputs: new Map(),
    now: moment.now,
    zone: moment.zone,
    workingWeek: moment.workingWeek,
  }
}
