/** Random conditions over all kinds of fields, as authors write them, and random records to evaluate them on. */
import fc from 'fast-check'
import {Terms} from '../../src/analysis/terms.ts'
import {CalendarDate, DateTime, Time} from '../../src/feel/calendar.ts'
import type {Core} from '../../src/feel/core.ts'
import {makeNum} from '../../src/feel/decimal.ts'
import {evaluate, type} from '../../src/feel/index.ts'
import type {Reference, Value} from '../../src/feel/value.ts'
import {documentOf} from './documents.ts'

const {specification, sound} = documentOf(`# Things

## 3. Entities

### Thing

| Field | Type | Required |
|---|---|---|
| title | text 1..40 | yes |
| note | text 1..40 | |
| votes | number 0..10 | yes |
| weight | decimal 1, -2..2 | |
| open | yes/no | yes |
| loud | yes/no | |
| size | one of small, medium, large | yes |
| colour | one of red, green | |
| first | date | yes |
| last | date | |
| due | date and time | |
| owner | User | yes |
| helper | User | |
| other | Thing | |
| parts | list of Thing by other | |
| double | = votes * 2 | |
| score | = if open then votes else weight | |

## 9. Limits

| Name | Value |
|---|---|
| FEW | 3 |
| MANY | 8 |
`)

export {sound}

export const terms = new Terms(specification.entities)

export function condition(text: string): Core {
  const typing = type(text, {...specification.scope, entity: 'Thing', old: true})
  if (!typing.ok) throw new Error(`${text}: ${typing.problems[0]?.message}`)
  return typing.core
}

/** Conditions as authors write them, over all kinds of fields. */
const number = fc.oneof(
  fc.constantFrom('votes', 'weight', 'double', 'score', 'FEW', 'MANY', 'old.votes', 'other.votes', 'first.month'),
  fc.constantFrom('count(parts)', 'votes + 2', 'votes - weight', '-votes', 'votes * 3', 'string length(title)'),
  fc.integer({min: -3, max: 12}).map(String),
  fc.constantFrom('1.5', '-0.5'),
)
const date = fc.constantFrom('first', 'last', 'today()', 'date("2026-06-01")', 'date("2026-06-03")', 'other.first')
const person = fc.constantFrom('owner', 'helper', 'me', 'null', 'other.owner', 'created_by')
const order = fc.constantFrom('<', '<=', '>', '>=', '=', '!=')
const equality = fc.constantFrom('=', '!=')
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map(each => each.join(' '))
const small = fc.oneof(
  joined(number, order, number),
  joined(date, order, date),
  joined(person, equality, person),
  joined(fc.constant('size'), order, fc.constantFrom('"small"', '"medium"', '"large"')),
  joined(fc.constant('colour'), equality, fc.constantFrom('"red"', '"green"', 'null')),
  joined(fc.constantFrom('note', 'title'), equality, fc.constantFrom('""', '"a"', 'null')),
  joined(fc.constantFrom('loud', 'open'), equality, fc.constantFrom('true', 'false', 'null')),
  fc.constantFrom('open', 'loud', 'other.open', 'last = null', 'weight != null', 'due != null', 'due < now()'),
  fc.constantFrom(
    'size in ("small", "large")',
    'votes between FEW and MANY',
    'votes in (1, [4..6))',
    'weight in (> 1)',
  ),
  fc.constantFrom('some p in parts satisfies p.votes > 3', 'colour not in ("red")', 'first in (< last)'),
)
const {any: written} = fc.letrec<{any: string}>(tie => ({
  any: fc.oneof(
    {maxDepth: 3, depthSize: 'small'},
    small,
    tie('any').map(one => `not(${one})`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `(${a}) and (${b})`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `(${a}) or (${b})`),
    fc.tuple(tie('any'), tie('any'), tie('any')).map(([a, b, c]) => `if (${a}) then (${b}) else (${c})`),
  ),
}))

const days = [1, 2, 3, 4].map(day => new CalendarDate(2026, 6, day))
const people: Reference[] = ['a', 'b', 'c'].map(id => ({entity: 'User', id}))
const things: Reference[] = ['t', 'u'].map(id => ({entity: 'Thing', id}))
const orNull = (arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, {nil: null})
const record = fc.record<Record<string, Value>>({
  title: fc.constantFrom('a', 'b'),
  note: orNull(fc.constantFrom('a', 'b')),
  votes: fc.integer({min: 0, max: 10}),
  weight: orNull(fc.integer({min: -20, max: 20}).map(tenths => makeNum(BigInt(tenths), -1) ?? 0)),
  open: fc.boolean(),
  loud: orNull(fc.boolean()),
  size: fc.constantFrom('small', 'medium', 'large'),
  colour: orNull(fc.constantFrom('red', 'green')),
  first: fc.constantFrom(...days),
  last: orNull(fc.constantFrom(...days)),
  due: orNull(fc.constantFrom(...days.map(day => new DateTime(day, new Time(43_200, 0, 0))))),
  owner: fc.constantFrom(...people),
  helper: orNull(fc.constantFrom(...people)),
  other: orNull(fc.constantFrom(...things)),
  created_by: orNull(fc.constantFrom(...people)),
  parts: fc.subarray([...things]),
})
export const worlds = fc.record({
  t: record,
  u: record,
  before: record,
  me: orNull(fc.constantFrom(...people)),
  isNew: fc.boolean(),
})

type Made = typeof worlds extends fc.Arbitrary<infer One> ? One : never

export function holds(core: Core, {t, u, before, me, isNew}: Made): Value {
  const records: Readonly<Record<string, Record<string, Value>>> = {t, u, old: before}
  const read = (reference: Reference, name: string): Value => {
    const computed = specification.entities.entities.get(reference.entity)?.fields.get(name)?.computed?.core
    if (computed) return evaluate(computed, {...environment, this: reference})
    return records[reference.id]?.[name] ?? null
  }
  const environment = {
    world: {all: () => things, field: read, relation: read},
    this: {entity: 'Thing', id: 't'},
    me: me as Reference | null,
    old: isNew ? null : {entity: 'Thing', id: 'old'},
    inputs: new Map<string, Value>(),
    now: new DateTime(new CalendarDate(2026, 6, 2), new Time(3600, 0, 0)),
    zone: 'UTC',
    workingWeek: [1, 2, 3, 4, 5],
  }
  return evaluate(core, environment)
}

export const conditions = written.filter(text => type(text, {...specification.scope, entity: 'Thing', old: true}).ok)
