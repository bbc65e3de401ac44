/** Any value that a field of a type can have, for property tests. */
import fc, {type Arbitrary} from 'fast-check'
import {fromDays, fromMillis, Time} from '../../src/feel/calendar.ts'
import {makeNum} from '../../src/feel/decimal.ts'
import {DaysDuration, type Value} from '../../src/feel/value.ts'
import type {FieldUse} from '../../src/points/entities/field-type.ts'
import {plainLocale} from '../../src/points/entities/field-type.ts'
import {typeOf} from './field-types.ts'

const most = Number.MAX_SAFE_INTEGER

/** Texts as people send them; the type itself decides which ones it accepts. */
function accepted(use: FieldUse, texts: Arbitrary<string>): Arbitrary<Value> {
  return texts
    .map(text => use.fromForm([text], plainLocale))
    .filter(judged => judged.ok && judged.value !== null)
    .map(judged => (judged.ok ? judged.value : null))
}

const units = fc.string({unit: 'binary', maxLength: 40})
const graphemes = fc.string({unit: 'grapheme', maxLength: 60})
const lines = fc.array(fc.oneof(graphemes, units), {maxLength: 4}).map(parts => parts.join('\r\n'))
const label = fc.stringMatching(/^[a-zäé0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
const scaled = (places: number) =>
  fc.bigInt({min: -BigInt(most), max: BigInt(most)}).map(units => makeNum(units, -places) ?? 0)
const references = (entity: string, options: {maxLength: number}) =>
  fc.uniqueArray(fc.uuid({version: 7}), options).map(ids => ids.sort().map(id => ({entity, id})))

export const fieldValues: readonly {readonly type: string; readonly values: Arbitrary<Value>}[] = [
  {type: 'text', values: accepted(typeOf('text'), fc.oneof(graphemes, units))},
  {type: 'long text', values: accepted(typeOf('long text'), lines)},
  {type: 'rich text', values: accepted(typeOf('rich text'), lines)},
  {type: 'number', values: fc.maxSafeInteger()},
  {type: 'number -50..50', values: fc.integer({min: -50, max: 50})},
  {type: 'decimal 1', values: scaled(1)},
  {type: 'decimal 9', values: scaled(9)},
  {type: 'money', values: scaled(2)},
  {type: 'yes/no', values: fc.boolean()},
  {type: 'date', values: fc.integer({min: -719_162, max: 2_932_896}).map(fromDays)},
  {type: 'time', values: fc.integer({min: 0, max: 86_399}).map(second => new Time(second))},
  {
    type: 'date and time',
    values: fc
      .oneof(
        fc.integer({min: -62_135_596_800_000, max: 253_402_300_799_999}),
        // Around the clock changes of Paris in 2026.
        fc.integer({min: 1_774_745_000_000, max: 1_774_752_000_000}),
        fc.integer({min: 1_792_880_000_000, max: 1_792_895_000_000}),
      )
      .map(fromMillis),
  },
  {
    type: 'duration',
    values: fc.integer({min: -315_576_000_000, max: 315_576_000_000}).map(each => new DaysDuration(each)),
  },
  {
    type: 'email',
    values: accepted(
      typeOf('email'),
      fc.tuple(label, label, label).map(([name, host, end]) => `${name}@${host}.${end}`),
    ),
  },
  {type: 'url', values: accepted(typeOf('url'), fc.webUrl({withQueryParameters: true, withFragments: true}))},
  {type: 'colour', values: fc.constantFrom('teal', 'pink', 'cyan')},
  {type: 'icon', values: fc.constantFrom('plane', 'inbox', 'calendar-days')},
  {type: 'phone', values: accepted(typeOf('phone'), fc.stringMatching(/^\+?[0-9]{3}[0-9 ()-]{0,10}$/))},
  {type: 'one of low, in progress, high', values: fc.constantFrom('low', 'in progress', 'high')},
  {type: "one of it's, plain", values: fc.constantFrom("it's", 'plain')},
  {type: "any of a, b c, it's", values: fc.subarray(['a', 'b c', "it's"])},
  {type: 'User', values: references('User', {maxLength: 1}).map(([one]) => one ?? null)},
  {type: 'file', values: references('file', {maxLength: 1}).map(([one]) => one ?? null)},
  {type: 'image', values: references('file', {maxLength: 1}).map(([one]) => one ?? null)},
  {type: 'many Tag', values: references('Tag', {maxLength: 5})},
  {type: 'files', values: references('file', {maxLength: 5})},
  {type: 'serial', values: fc.nat({max: most})},
]
