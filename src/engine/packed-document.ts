/**
 * A checked document as bytes, and back. Everything in it is plain data but the types of fields, which answer questions: those are
 * packed as what they say of themselves, and made anew from it. What the engine declares itself is packed by its name.
 */
import {isDeepStrictEqual} from 'node:util'
import {deserialize, serialize} from 'node:v8'
import type {FieldUse} from '../points/entities/field-type.ts'
import type {Field} from '../points/entities/model.ts'
import {fileFields, ownFields, position} from '../points/entities/own-fields.ts'
import {readKeptType, shownAs} from '../points/entities/types.ts'
import type {CheckedDocument} from '../points/specification.ts'

/** Null where what would be unpacked is not the same: then the document has to be checked each time. */
export function packDocument(checked: CheckedDocument): Buffer | null {
  const plain = replaced(checked, plainly)
  const bytes = serialize(plain)
  return isDeepStrictEqual(replaced(unpackDocument(bytes), plainly), plain) ? bytes : null
}

/** `bytes` are what `packDocument` made: whoever kept them made sure of it. */
export function unpackDocument(bytes: Uint8Array): CheckedDocument {
  const plain = deserialize(bytes) as CheckedDocument
  const currency = plain.specification.limits.settings.CURRENCY
  return replaced(plain, node => {
    if ('engineField' in node) return engineFields.get(String(node.engineField)) ?? null
    return isUse(node) ? madeUse(node, currency) : undefined
  }) as CheckedDocument
}

const engineFields: ReadonlyMap<string, Field> = new Map(
  [...ownFields.values(), position, ...fileFields.values()].map((field, index) => [`${index} ${field.name}`, field]),
)
const nameOfEngineField = new Map<object, string>([...engineFields].map(([name, field]) => [field, name]))

function plainly(node: object): object | undefined {
  const engineField = nameOfEngineField.get(node)
  if (engineField !== undefined) return {engineField}
  if (!isUse(node)) return undefined
  return Object.fromEntries(Object.entries(node).filter(([, value]) => typeof value !== 'function'))
}

function isUse(node: object): node is FieldUse {
  return 'written' in node && 'keeps' in node && 'extent' in node
}

function madeUse({written, type}: FieldUse, currency: string): FieldUse {
  return (written.startsWith('=') ? null : readKeptType(written, {currency})) ?? shownAs(type)
}

/** A copy in which `other` puts something else in the place of some objects; what was one object stays one. */
function replaced(whole: unknown, other: (node: object) => object | null | undefined): unknown {
  const made = new Map<object, unknown>()
  const keep = <Made>(node: object, copy: Made, fill: (copy: Made) => void): Made => {
    made.set(node, copy)
    fill(copy)
    return copy
  }
  function copied(node: unknown): unknown {
    if (typeof node !== 'object' || node === null) return node
    if (made.has(node)) return made.get(node)
    const instead = other(node)
    if (instead !== undefined) return keep(node, instead, () => {})
    if (Array.isArray(node)) return keep(node, [] as unknown[], copy => copy.push(...node.map(copied)))
    if (node instanceof Map)
      return keep(node, new Map(), copy => node.forEach((value, key) => void copy.set(copied(key), copied(value))))
    if (node instanceof Set) return keep(node, new Set(), copy => node.forEach(value => void copy.add(copied(value))))
    return keep(node, {} as Record<string, unknown>, copy => {
      for (const key in node) copy[key] = copied(node[key as keyof typeof node])
    })
  }
  return copied(whole)
}
