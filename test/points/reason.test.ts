/** What the checker proves about conditions: by hand for what it must see, at random for what it must not claim. */
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {CalendarDate, DateTime, Time} from '../../src/feel/calendar.ts'
import type {Core} from '../../src/feel/core.ts'
import {makeNum} from '../../src/feel/decimal.ts'
import {evaluate, type} from '../../src/feel/index.ts'
import type {Reference, Value} from '../../src/feel/value.ts'
import {exampleOf} from '../../src/points/reason/example.ts'
import {follows, neverTogether} from '../../src/points/reason/judge.ts'
import {Terms} from '../../src/points/reason/term.ts'
import {documentOf} from '../kit/documents.ts'

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

const terms = new Terms(specification.entities)

function condition(text: string): Core {
  const typing = type(text, {...specification.scope, entity: 'Thing', old: true})
  if (!typing.ok) throw new Error(`${text}: ${typing.problems[0]?.message}`)
  return typing.core
}

describe('what is seen', () => {
  test('the document is sound', () => expect(sound).toBe(true))

  test.each([
    'votes > 10',
    'votes < 0 or votes > 10',
    'votes > FEW and votes < 4',
    'votes > MANY and votes < FEW',
    'weight > 2',
    'size = "small" and size = "large"',
    'size < "medium" and size != "small"',
    'open and not(open)',
    'owner = null',
    'title = ""',
    'first > last and first < last',
    'votes between 8 and 3',
    'count(parts) < 0',
    'helper = null and helper.name != null',
    'double > 20',
    'size in ("small", "medium") and size = "large"',
    'votes = 3 and votes in (4, 5)',
    'if open then votes > 10 else votes < 0',
    'votes != votes',
    'loud = true and loud = null',
  ])('%s never holds', text => expect(neverTogether([condition(text)], terms)).toBe(true))

  test.each([
    'votes >= 0',
    'votes < 11',
    'open or not(open)',
    'owner != null',
    'count(parts) >= 0',
    'size in ("small", "medium", "large")',
    'helper = null or helper != null',
    'votes <= MANY or votes > FEW',
    'title != ""',
    'double <= 20',
  ])('%s always holds', text => expect(follows(condition(text), terms)).toBe(true))

  test.each([
    'votes > 3',
    'loud or not(loud)',
    'last >= first or last < first',
    'weight >= -2',
    'old.votes >= 0',
    'due >= now() or due < now()',
    'count(parts) > 3',
    'me != null',
  ])('%s is left open', text => {
    expect(neverTogether([condition(text)], terms)).toBe(false)
    expect(follows(condition(text), terms)).toBe(false)
  })

  test('a narrower condition follows, a wider one does not', () => {
    expect(follows(condition('votes > FEW'), terms, [condition('votes > MANY and owner = me')])).toBe(true)
    expect(follows(condition('votes > MANY'), terms, [condition('votes > FEW')])).toBe(false)
  })

  test('an example names the fields that matter', () => {
    const made = exampleOf([condition('votes > 3 and size = "large"'), condition('votes < 6')], 'Thing', terms)
    expect(Object.fromEntries(made?.fields ?? [])).toEqual({votes: 4, size: 'large'})
  })

  test('two days after one another are found', () => {
    const made = exampleOf([condition('last > date("2026-01-01") and owner = me')], 'Thing', terms)
    expect(made).not.toBeNull()
  })
})

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
const written = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map(each => each.join(' '))
const small = fc.oneof(
  written(number, order, number),
  written(date, order, date),
  written(person, equality, person),
  written(fc.constant('size'), order, fc.constantFrom('"small"', '"medium"', '"large"')),
  written(fc.constant('colour'), equality, fc.constantFrom('"red"', '"green"', 'null')),
  written(fc.constantFrom('note', 'title'), equality, fc.constantFrom('""', '"a"', 'null')),
  written(fc.constantFrom('loud', 'open'), equality, fc.constantFrom('true', 'false', 'null')),
  fc.constantFrom('open', 'loud', 'other.open', 'last = null', 'weight != null', 'due != null', 'due < now()'),
  fc.constantFrom(
    'size in ("small", "large")',
    'votes between FEW and MANY',
    'votes in (1, [4..6))',
    'weight in (> 1)',
  ),
  fc.constantFrom('some p in parts satisfies p.votes > 3', 'colour not in ("red")', 'first in (< last)'),
)
const {any: written3} = fc.letrec<{any: string}>(tie => ({
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
const worlds = fc.record({
  t: record,
  u: record,
  before: record,
  me: orNull(fc.constantFrom(...people)),
  isNew: fc.boolean(),
})

type Made = typeof worlds extends fc.Arbitrary<infer One> ? One : never

function holds(core: Core, {t, u, before, me, isNew}: Made): Value {
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

describe('what is claimed', () => {
  const typed = written3.filter(text => type(text, {...specification.scope, entity: 'Thing', old: true}).ok)

  test('is confirmed by every record', () => {
    const claims = {never: 0, always: 0}
    fc.assert(
      fc.property(typed, fc.array(worlds, {minLength: 12, maxLength: 12}), (text, made) => {
        const core = condition(text)
        const [never, always] = [neverTogether([core], terms), follows(core, terms)]
        if (never) claims.never += 1
        if (always) claims.always += 1
        for (const world of never || always ? made : []) {
          if (never) expect(holds(core, world), text).not.toBe(true)
          if (always) expect(holds(core, world), text).toBe(true)
        }
      }),
      {numRuns: 400},
    )
    // A property about claims says nothing where there are none.
    expect(claims.never).toBeGreaterThan(3)
    expect(claims.always).toBeGreaterThan(3)
  })

  test('to follow from another is confirmed by every record', () => {
    let claims = 0
    fc.assert(
      fc.property(typed, typed, fc.array(worlds, {minLength: 12, maxLength: 12}), (one, other, made) => {
        const [given, core] = [condition(one), condition(other)]
        if (!follows(core, terms, [given])) return
        claims += 1
        for (const world of made)
          if (holds(given, world) === true) expect(holds(core, world), `${one} ⇒ ${other}`).toBe(true)
      }),
      {numRuns: 250},
    )
    expect(claims).toBeGreaterThan(3)
  })
})
