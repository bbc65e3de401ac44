/** A value for any field, as sent by a form: the field's own type decides which of some texts it accepts. */
import type {Locale} from '../../src/points/entities/field-type.ts'
import {plainLocale} from '../../src/points/entities/field-type.ts'
import {entityReferredTo} from '../../src/points/entities/lookup.ts'
import type {Field} from '../../src/points/entities/model.ts'
import {ownFields} from '../../src/points/entities/own-fields.ts'
import {fail} from './naive-world.ts'

const two = (number: number): string => String(number).padStart(2, '0')
const dayAt = (n: number): string => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10)

/**
 * One of two values, scattered: a record takes several numbers, so that a field would often get only even ones, and the
 * same value in every record.
 */
const isFirst = (n: number): boolean => Math.imul(n, 0x9e_37_79_b1) >>> 31 === 0

function candidates(n: number): string[] {
  return [
    `sample ${n}`,
    `https://example.com/${n}`,
    `sample.${n}@example.com`,
    `+44 20 ${String(1_000_000 + n)}`,
    dayAt(n),
    `${dayAt(n)}T${two(n % 24)}:${two(n % 60)}`,
    `${two(n % 24)}:${two(n % 60)}`,
    // Before numbers: 1 is a yes.
    isFirst(n) ? 'yes' : 'no',
    String(n),
    String(2000 + (n % 100)),
    String((n % 50) + 1),
    String((n % 8) + 1),
    '1',
    '2 hours',
    isFirst(n) ? 'tree-palm' : 'plane',
    'PT2H',
  ]
}

/** `n`: different numbers give different values, if the type has several. `ids`: of records that it may refer to. */
export function sampleTexts(field: Field, n: number, ids: readonly string[] = []): readonly string[] | null {
  if (field.type.control.control === 'file') return ['_none']
  if (entityReferredTo(field) !== null) return ids.length === 0 ? null : [ids[n % ids.length] ?? '']
  const {words} = field.type.control
  if (words) return words.length === 0 ? [] : [words[n % words.length] ?? '']
  const fits = (text: string) => {
    const judged = field.type.fromForm([text], locale)
    return judged.ok && judged.value !== null
  }
  return [candidates(n).find(fits) ?? fail(`no sample fits ${field.name}: ${field.type.written}`)]
}

export const locale: Locale = plainLocale

/** Whether people may fill it in at all, given the permission. */
export function isFillable(field: Field): boolean {
  const {storage} = field.type
  if (field.computed !== null || field.state || field.setByEngine || ownFields.has(field.name)) return false
  return storage.kind === 'pairs' || (storage.kind === 'column' && storage.counter === null)
}
