/** Compiles a person's filter to a condition that is true only if the field is visible and matches. */
import {type Core, rebase} from '../../feel/core.ts'
import {booleanType, type Type, textType} from '../../feel/type.ts'
import {equal, type Value} from '../../feel/value.ts'
import {entityReferredTo} from '../../points/entities/lookup.ts'
import type {Span} from '../../points/entities/model.ts'
import {compared, conjunction, either, fieldCore, partsChanged, valueCore, yes} from '../base/core-build.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {bareField, emptyCore, presentCore, type VisibleField} from '../permissions/visible-paths.ts'
import type {FilterBy, Filtering} from '../query/list-query.ts'

/** How a filter value appears in the condition: as a constant or as a parameter. */
export type ValueToCore = (type: Type, value: Value) => Core

/** Null if the path does not exist for this actor: the filter is then ignored. */
export function filterCondition(
  visibility: Visibility,
  entity: string,
  {path, by}: Filtering,
  given: ValueToCore = valueCore,
): Core | null {
  if (by.filter === 'free') return freeCondition(entity, by, given)
  const at = visibility.visibleField(entity, path)
  if (at === null) return null
  const {kind} = at.field.type.type
  return kind === 'list' ? listCondition({visibility, given}, at, by) : valueCondition({visibility, given}, at, by)
}

/** Everything in a filter that affects its condition, except the values passed as parameters. */
export function filterShape({path, by}: Filtering): string {
  return `${path.join('.')} ${shapeOf(by)}`
}

function shapeOf(by: FilterBy): string {
  switch (by.filter) {
    case 'text':
    case 'name':
      return by.filter
    case 'yes/no':
      return by.yes ? 'yes' : 'no'
    case 'empty or not':
      return by.filled ? 'filled' : 'empty'
    case 'range':
      return equal(by.low, by.high) === true ? 'at' : `${by.low === null ? '' : 'from'} ${by.high === null ? '' : 'to'}`
    case 'choice':
      return `${JSON.stringify(by.words)} ${by.none}`
    case 'record':
      return `${by.ids.length} ${by.none}`
    case 'free':
      return equal(by.low, by.high) === true ? 'free at' : 'free from to'
  }
}

interface FilterContext {
  readonly visibility: Visibility
  readonly given: ValueToCore
}

/** A hidden value is null. Null matches no filter except the filter for empty values, which checks visibility. */
function valueCondition({visibility, given}: FilterContext, at: VisibleField, by: FilterBy): Core | null {
  const {value} = at
  switch (by.filter) {
    case 'text':
      return call('contains', booleanType, [lower(value), lower(given(textType, by.text))])
    case 'yes/no':
      return compared(value, '=', valueCore(value.type, by.yes))
    case 'empty or not':
      return by.filled ? presentCore(value) : conjunction([at.seen, emptyCore(value)])
    case 'range':
      return at.field.span
        ? overlap({visibility, given}, at, {by, span: at.field.span})
        : rangeCondition(value, by, given)
    case 'choice':
      return among(
        at,
        by.words.map(word => valueCore(value.type, word)),
        by.none,
      )
    case 'record':
      return among(
        at,
        references(value.type, by.ids).map(each => given(value.type, each)),
        by.none,
      )
    case 'name':
      return value.type.kind === 'reference'
        ? nameContains(visibility, value.type.entity, {record: value, text: given(textType, by.text)})
        : null
    case 'free':
      return null
  }
}

/** True if the record is free. Checks all records, whatever the actor may read, like a computed field. */
function freeCondition(entity: string, {low, high, time, type}: FreeFilter, given: ValueToCore): Core {
  const of: Type = {kind: 'reference', entity: time.entity}
  const item: Core = {op: 'variable', name: 'taken', type: of}
  const ofItem = (name: string, held: Type) => fieldCore(item, time.entity, {name, type: held})
  const here: Core = {op: 'this', entity, type: {kind: 'reference', entity}}
  const isMoment = equal(low, high) === true
  const condition = conjunction([
    compared(ofItem(time.per, here.type), '=', here),
    compared(ofItem(time.from, type), isMoment ? '<=' : '<', given(type, high)),
    compared(ofItem(time.to, type), '>', given(type, low)),
    time.where ? rebase(time.where.core, item) : yes,
  ])
  const list: Core = {op: 'all', entity: time.entity, type: {kind: 'list', of}}
  const taken: Core = {op: 'some', list, variable: item.name, condition, type: booleanType}
  const available = time.available ? withInputs(time.available.core, {[time.from]: low, [time.to]: high}, given) : yes
  return conjunction([{op: 'not', of: taken, type: booleanType}, available])
}

/** The expression with these values in place of its inputs. */
function withInputs(core: Core, values: Readonly<Record<string, Value>>, given: ValueToCore): Core {
  if (core.op === 'input') return given(core.type, values[core.name] ?? null)
  return partsChanged(core, part => withInputs(part, values, given))
}

type FreeFilter = Extract<FilterBy, {readonly filter: 'free'}>

/** True if a visible part of the record's name contains the text. */
export function nameContains(visibility: Visibility, entity: string, {record, text}: {record: Core; text: Core}): Core {
  const parts = visibility.entity(entity)?.namedBy.parts ?? []
  const paths = parts.flatMap(part => (part.kind === 'path' ? [part.path] : []))
  const wanted = lower(text)
  return either(
    paths.flatMap(path => {
      const seen = visibility.path(entity, path, record)
      if (seen?.value.type.kind !== 'text') return []
      return [call('contains', booleanType, [lower(seen.value), wanted])]
    }),
  )
}

function rangeCondition(value: Core, {low, high}: {low: Value; high: Value}, given: ValueToCore): Core {
  if (low !== null && equal(low, high) === true) return compared(value, '=', given(value.type, low))
  const from = low === null ? yes : compared(value, '>=', given(value.type, low))
  const to = high === null ? yes : compared(value, '<=', given(value.type, high))
  return conjunction([from, to])
}

/** A span matches if it overlaps the requested range. */
function overlap(
  {visibility, given}: FilterContext,
  {value, entity, of}: VisibleField,
  {by: {low, high}, span}: {by: {low: Value; high: Value}; span: Span},
): Core {
  const last = visibility.path(entity, [span.to], of)?.value ?? value
  const ends = low === null ? yes : compared(last, '>=', given(last.type, low))
  const begins = high === null ? yes : compared(value, '<=', given(value.type, high))
  return conjunction([begins, ends])
}

function among({value, seen}: VisibleField, values: readonly Core[], none: boolean): Core {
  const tests = values.map(each => ({test: 'equals', with: each}) as const)
  const [only] = tests
  const held: Core =
    tests.length === 1 && only ? compared(value, '=', only.with) : {op: 'in', value, tests, type: booleanType}
  return either([...(tests.length > 0 ? [held] : []), ...(none ? [conjunction([seen, emptyCore(value)])] : [])])
}

function references(type: Type, ids: readonly string[]): Value[] {
  return type.kind === 'reference' ? ids.map(id => ({entity: type.entity, id})) : []
}

/** `any of`, `many` and `list of`: at least one visible item is among the requested values. */
function listCondition({visibility, given}: FilterContext, at: VisibleField, by: FilterBy): Core | null {
  const list = visibleItems(visibility, at)
  const {type} = list
  if (type.kind !== 'list') return null
  switch (by.filter) {
    case 'choice':
      return conjunction([
        at.seen,
        either([
          ...by.words.map(word => contains(list, valueCore(type.of, word))),
          ...(by.none ? [isEmptyList(list)] : []),
        ]),
      ])
    case 'record':
      return conjunction([
        at.seen,
        either(references(type.of, by.ids).map(item => contains(list, given(type.of, item)))),
      ])
    case 'name': {
      const {of} = type
      if (of.kind !== 'reference') return null
      const item: Core = {op: 'variable', name: 'named', type: of}
      const condition = nameContains(visibility, of.entity, {record: item, text: given(textType, by.text)})
      return conjunction([at.seen, {op: 'some', list, variable: 'named', condition, type: booleanType}])
    }
    case 'empty or not':
      return conjunction([at.seen, by.filled ? notEmptyList(list) : isEmptyList(list)])
    default:
      return null
  }
}

/** Linked records that the actor may see; for `list of`, the linking field must be visible too. */
function visibleItems(visibility: Visibility, at: VisibleField): Core {
  const list = bareField(at)
  const target = entityReferredTo(at.field)
  if (target === null || list.type.kind !== 'list') return list
  const {storage} = at.field.type
  const link = storage.kind === 'other side' ? visibility.seesField(target, storage.by) : yes
  const item: Core = {op: 'variable', name: 'linked', type: list.type.of}
  const condition = rebase(conjunction([visibility.records(target).where, link]), item)
  return {op: 'filter', list, variable: 'linked', condition, type: list.type}
}

function contains(list: Core, item: Core): Core {
  return {op: 'in', value: item, tests: [{test: 'member', of: list}], type: booleanType}
}

const countOf = (list: Core): Core => call('count', {kind: 'number'}, [list])
const isEmptyList = (list: Core): Core => compared(countOf(list), '=', valueCore({kind: 'number'}, 0))
const notEmptyList = (list: Core): Core => compared(countOf(list), '>', valueCore({kind: 'number'}, 0))

const lower = (text: Core): Core => call('lower case', textType, [text])

export function call(name: string, type: Type, args: readonly Core[]): Core {
  return {op: 'call', name, args, required: args.length, type}
}
