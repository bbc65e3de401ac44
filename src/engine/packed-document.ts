/**
 * A checked document as bytes, and back. Everything in it is plain data but the types of fields, which answer questions: those are
 * packed as what they say of themselves, and made anew from it. What the engine declares itself is packed by its name, and values
 * such as durations are told again what they are.
 */
import {isDeepStrictEqual} from 'node:util'
import {deserialize, serialize} from 'node:v8'
import {CalendarDate, DateTime, Time} from '../feel/calendar.ts'
import {Decimal} from '../feel/decimal.ts'
import {DaysDuration, MonthsDuration, Range} from '../feel/value.ts'
import type {FieldUse} from '../points/entities/field-type.ts'
import type {Field} from '../points/entities/model.ts'
import {fileFields, ownFields, position} from '../points/entities/own-fields.ts'
import {isAmountOfMoney} from '../points/entities/types/money.ts'
import {amountShown, fieldTypes, readKeptType, shownAsWritten} from '../points/entities/types.ts'
import type {CheckedDocument} from '../points/specification.ts'

/** Everything that was found, and where in it something stands that has to be made anew. */
interface Packed {
  readonly checked: CheckedDocument
  readonly places: readonly PackedPlace[]
  readonly values: readonly KeptValue[]
}

/** A duration or a date: bytes keep what it holds, and not what it is. */
interface KeptValue {
  readonly is: string
  readonly value: object
}

interface PackedPlace {
  readonly in: Record<string, unknown>
  readonly as: string
  readonly engineField: string | null
}

/** Null where what would be unpacked is not the same: then the document has to be checked each time. */
export function packDocument(checked: CheckedDocument): Buffer | null {
  const packed = plainly(checked)
  const bytes = packed && serialize(packed)
  return bytes && isDeepStrictEqual(plainly(unpackDocument(bytes)), packed) ? bytes : null
}

/** `bytes` are what `packDocument` made: whoever kept them made sure of it. */
export function unpackDocument(bytes: Uint8Array): CheckedDocument {
  const {checked, places, values} = deserialize(bytes) as Packed
  for (const {is, value} of values) Object.setPrototypeOf(value, valueKinds.get(is) ?? null)
  const currency = checked.specification.limits.settings.CURRENCY
  const made = new Map<unknown, FieldUse>()
  for (const {in: node, as, engineField} of places) {
    const said = node[as]
    if (engineField !== null) node[as] = engineFields.get(engineField)
    else if (isUse(said)) {
      const use = made.get(said) ?? madeUse(said, currency)
      made.set(said, use)
      node[as] = use
    }
  }
  return checked
}

const valueKinds: ReadonlyMap<string, object> = new Map(
  [CalendarDate, DateTime, DaysDuration, Decimal, MonthsDuration, Range, Time].map(kind => [kind.name, kind.prototype]),
)
const nameOfKind = new Map<unknown, string>([...valueKinds].map(([name, prototype]) => [prototype, name]))

const engineFields: ReadonlyMap<string, Field> = new Map(
  [...ownFields.values(), position, ...fileFields.values()].map((field, index) => [`${index} ${field.name}`, field]),
)
const nameOfEngineField = new Map<unknown, string>([...engineFields].map(([name, field]) => [field, name]))

function isUse(node: unknown): node is FieldUse {
  return typeof node === 'object' && node !== null && 'written' in node && 'keeps' in node && 'extent' in node
}

/** By the type of its name first; a computed field is shown like another type, or as money, and is none itself. */
function madeUse(said: FieldUse, currency: string): FieldUse {
  const {name, written, type} = said
  const read = fieldTypes.find(each => each.name === name)?.read(written, {currency})
  if (read?.ok) return read.use
  return (
    readKeptType(written, {currency}) ?? (isAmountOfMoney(said) ? amountShown(type) : shownAsWritten(type, written))
  )
}

/**
 * A copy that is data alone; what was one object stays one. Null where something to be made anew stands in a list, or where
 * something is of a kind that nobody here knows.
 */
function plainly(whole: CheckedDocument): Packed | null {
  let orderly = true
  const made = new Map<unknown, unknown>()
  const places: PackedPlace[] = []
  const values: KeptValue[] = []
  function copied(node: unknown): unknown {
    if (typeof node !== 'object' || node === null) return node
    if (!made.has(node)) fill(node)
    return made.get(node)
  }
  function fill(node: object): void {
    if (nameOfEngineField.has(node)) made.set(node, {})
    else if (isUse(node)) made.set(node, withoutFunctions(node))
    else if (Array.isArray(node)) fillArray(node)
    else if (node instanceof Map) fillMap(node)
    else if (node instanceof Set) made.set(node, new Set([...node].map(listed)))
    else fillObject(node)
  }
  function listed(node: unknown): unknown {
    orderly &&= !isUse(node) && !nameOfEngineField.has(node)
    return copied(node)
  }
  function fillArray(node: readonly unknown[]): void {
    const copy: unknown[] = []
    made.set(node, copy)
    for (const each of node) copy.push(listed(each))
  }
  function fillMap(node: ReadonlyMap<unknown, unknown>): void {
    const copy = new Map<unknown, unknown>()
    made.set(node, copy)
    for (const [key, value] of node) copy.set(listed(key), listed(value))
  }
  function fillObject(node: object): void {
    const copy: Record<string, unknown> = {}
    made.set(node, copy)
    const is = nameOfKind.get(Object.getPrototypeOf(node))
    if (is !== undefined) values.push({is, value: copy})
    else orderly &&= isPlain(node)
    for (const [as, value] of Object.entries(node)) {
      copy[as] = copied(value)
      const engineField = nameOfEngineField.get(value) ?? null
      if (engineField !== null || isUse(value)) places.push({in: copy, as, engineField})
    }
  }
  const checked = copied(whole) as CheckedDocument
  return orderly ? {checked, places, values} : null
}

function isPlain(node: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(node)
  return prototype === null || prototype === Object.prototype
}

function withoutFunctions(node: object): object {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => typeof value !== 'function'))
}
