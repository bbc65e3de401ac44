/**
 * Typed expressions over the small schema, as text: every operator and function that exists in SQL, by the type of its
 * result. `around` defines the names at a place: which prefix leads to a record of which entity.
 */
import fc from 'fast-check'
import {levels, skills} from './sql-schema.ts'
import {days, instants, texts} from './sql-world.ts'

type Text = fc.Arbitrary<string>
type Place = readonly (readonly [prefix: string, entity: string])[]
export type Kind =
  | 'boolean'
  | 'number'
  | 'text'
  | 'date'
  | 'time'
  | 'date and time'
  | 'days duration'
  | 'months duration'
  | 'level'
  | 'Person'
  | 'Item'
const kinds: readonly Kind[] = [
  'boolean',
  'number',
  'text',
  'date',
  'time',
  'date and time',
  'days duration',
  'months duration',
  'level',
  'Person',
  'Item',
]

const fields: Readonly<Record<string, Readonly<Record<Kind, readonly string[]>>>> = {
  Item: {
    boolean: ['flag', 'maybe', 'late'],
    number: ['whole', 'few', 'price', 'rate', 'hours', 'double', 'ratio', 'total', 'work'],
    text: ['title', 'note', 'id'],
    date: ['day', 'due', 'soonest'],
    time: ['clock'],
    'date and time': ['made', 'done'],
    'days duration': ['span'],
    'months duration': ['term'],
    level: ['level', 'mood'],
    Person: ['owner', 'maker', 'boss'],
    Item: ['parent'],
  },
  Person: {
    boolean: ['active'],
    number: ['load'],
    text: ['name', 'initial', 'id'],
    date: ['born'],
    time: [],
    'date and time': [],
    'days duration': [],
    'months duration': [],
    level: [],
    Person: ['manager'],
    Item: [],
  },
  Tag: {
    boolean: [],
    number: ['weight'],
    text: ['label'],
    date: [],
    time: [],
    'date and time': [],
    'days duration': [],
    'months duration': [],
    level: [],
    Person: [],
    Item: [],
  },
}

const quote = (text: string): string => JSON.stringify(text)
const pick = (...items: readonly string[]): Text => fc.constantFrom(...items)
const of = (template: string, ...parts: readonly Text[]): Text =>
  fc.tuple(...parts).map(values => values.reduce((text, value) => text.replace('#', () => value), template))

const literals: Readonly<Record<Kind, Text>> = {
  boolean: pick('true', 'false'),
  number: fc.oneof(
    pick('0', '1', '2', '-1', '3', '10', '0.5', '0.1', '-2.5', '1.005', '100', 'LIMIT', 'RATE', 'given'),
    pick(
      '9999999999999999999999999999999999',
      '0.0000000000000000000000000000000001',
      '12345678901234567890.123456789',
    ),
    pick('9007199254740993', '-9223372036854775808', '99999999999999999.99', '1e30', '7e-20'),
    fc.integer({min: -1000, max: 1000}).map(String),
  ),
  text: fc.oneof(pick(...texts.map(quote)), pick('words')),
  date: fc.oneof(
    pick(...days.map(day => `date("${day}")`)),
    pick('today()', 'when', 'date("0001-01-01")', 'date("9999-12-31")'),
  ),
  time: pick(
    'time("00:00:00")',
    'time("12:30:45")',
    'time("23:59:59")',
    'time("10:00:00.5")',
    'time("01:02:03.000000001")',
  ),
  'date and time': fc.oneof(
    pick(...instants.map(instant => `date and time("${instant}")`)),
    pick('now()', 'date and time("2026-03-29T02:30:00")', 'date and time("2025-10-26T02:30:00")'),
    pick('date and time("2024-02-29T12:00:00+05:30")'),
  ),
  'days duration': pick(
    ...['P1D', 'P7D', '-P1D', 'PT36H', 'PT1S', '-PT0.5S', 'PT0.000000001S', 'P0D', 'P3650D', 'PT12H30M'].map(
      text => `duration("${text}")`,
    ),
    'WINDOW',
  ),
  'months duration': pick(
    ...['P1M', 'P1Y', '-P1M', 'P13M', 'P0M', '-P25M', 'P100Y'].map(text => `duration("${text}")`),
  ),
  level: pick(...levels.map(quote)),
  Person: pick('me', 'person', 'null'),
  Item: pick('old'),
}

const ordered: readonly Kind[] = [
  'number',
  'text',
  'date',
  'time',
  'date and time',
  'days duration',
  'months duration',
  'level',
]
const scalars: readonly Kind[] = [
  'number',
  'text',
  'date',
  'time',
  'date and time',
  'days duration',
  'months duration',
  'boolean',
  'level',
]

/** Cached, because the same place at the same depth occurs often. */
const remembered = new Map<string, Text>()

function expression(
  kind: Kind,
  depth = 3,
  around: Place = [
    ['', 'Item'],
    ['this.', 'Item'],
    ['old.', 'Item'],
    ['me.', 'Person'],
  ],
): Text {
  const key = `${kind} ${depth} ${around.flat().join()}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const made = make(kind, depth, around)
  remembered.set(key, made)
  return made
}

function leaf(kind: Kind, around: Place): Text {
  const paths = around.flatMap(([prefix, entity]) => (fields[entity]?.[kind] ?? []).map(field => `${prefix}${field}`))
  const reached = around.flatMap(([prefix, entity]) =>
    (fields[entity]?.Person ?? []).flatMap(person =>
      (fields.Person?.[kind] ?? []).map(field => `${prefix}${person}.${field}`),
    ),
  )
  const itself = kind === 'Item' && around.some(([prefix]) => prefix === 'this.') ? ['this'] : []
  const all: {weight: number; arbitrary: Text}[] = [{weight: 2, arbitrary: literals[kind]}]
  if (paths.length > 0) all.push({weight: 6, arbitrary: pick(...paths, ...itself)})
  if (reached.length > 0) all.push({weight: 2, arbitrary: pick(...reached)})
  return fc.oneof(...all)
}

function make(kind: Kind, depth: number, around: Place): Text {
  if (depth <= 0) return leaf(kind, around)
  const sub = (inner: Kind): Text => expression(inner, depth - 1, around)
  const compound = [...(compounds[kind]?.(sub, depth, around) ?? []), ...everyKind(kind, sub, depth, around)]
  return fc.oneof({weight: 1, arbitrary: leaf(kind, around)}, ...compound.map(arbitrary => ({weight: 1, arbitrary})))
}

type Sub = (kind: Kind) => Text

function everyKind(kind: Kind, sub: Sub, depth: number, around: Place): Text[] {
  // A choice next to a literal is a text, which has another order.
  if (kind === 'level') return []
  const choices = [of('(if # then # else #)', sub('boolean'), sub(kind), sub(kind))]
  if (kind === 'Person') return choices
  const one = listOf(kind, depth, around)
  return one === undefined ? choices : [...choices, of('#[#]', one, pick('1', '2', '-1', '100'))]
}

const relations: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  Item: [
    ['parts', 'Item'],
    ['tags', 'Tag'],
  ],
  Person: [['items', 'Item']],
}

/** A list of records and their entity. */
function records(depth: number, around: Place): readonly {entity: string; list: Text}[] {
  const paths = around.flatMap(([prefix, of]) => (relations[of] ?? []).map(([name, entity]) => [prefix + name, entity]))
  const all = [...paths, ['Item', 'Item'], ['Person', 'Person'], ['Tag', 'Tag']].map(([path = '', entity = '']) => ({
    entity,
    list: pick(path),
  }))
  if (depth <= 0) return all
  return all.map(({entity, list}) => ({
    entity,
    list: fc.oneof(list, of('#[#]', list, expression('boolean', depth - 1, inside(entity)))),
  }))
}

const inside = (entity: string): Place => [
  ['', entity],
  ['this.', 'Item'],
]

/** A list of values of a kind: a path over records, or a literal list. */
function listOf(kind: Kind, depth: number, around: Place): Text | undefined {
  const overRecords = recordLists(kind, depth, around)
  const written = fc
    .array(expression(kind, Math.min(depth - 1, 1), around), {minLength: 1, maxLength: 3})
    .map(items => `[${items.join(', ')}]`)
  const all = [...overRecords, ...(kind === 'Item' || kind === 'Person' ? [] : [written])]
  if (all.length === 0) return undefined
  const plain = fc.oneof(...all)
  return depth < 2
    ? plain
    : fc.oneof({weight: 4, arbitrary: plain}, {weight: 1, arbitrary: madeOf(plain, kind, around)})
}

/** Patterns that distinguish engines: priority of alternatives, greediness, word and line boundaries, and case. */
const patterns = pick(
  ...[
    '[a-z]',
    '^[A-Z]',
    'a|ab',
    '(a|ab)(c|bcd)?',
    'a?(ab)?',
    'a*?b',
    '(a*)(b*)',
    '.',
    '.$',
    '^',
    '$',
    '\\b',
    '\\d+',
    '\\s+',
    '\\w',
    '',
    'x*',
  ].map(quote),
  ...[
    '[^a-z]+',
    '(.)(.)',
    'e\u0301',
    '\\p{L}',
    '\\P{L}+',
    'ß',
    'İ',
    '[à-ÿ]',
    '(?:0|1)+',
    '%|_',
    '"',
    '(?i)STRA',
    'Σ|σ',
  ].map(quote),
)
const flags = pick('""', '"i"', '"s"', '"m"', '"x"', '"im"', 'null')

/** Lists derived from lists. */
function madeOf(list: Text, kind: Kind, around: Place): Text {
  const position = pick('1', '2', '-1', '0', '5', '1.5', 'few')
  const item = leaf(kind, around)
  return fc.oneof(
    of('concatenate(#, #)', list, list),
    of('union(#, #)', list, list),
    of('append(#, #)', list, item),
    of('append(#, #, #)', list, item, item),
    of('reverse(#)', list),
    of('sublist(#, #)', list, position),
    of('sublist(#, #, #)', list, position, pick('0', '1', '2', '9', '-1', '0.5', 'few')),
    of('remove(#, #)', list, position),
    of('insert before(#, #, #)', list, position, item),
    of('flatten([#, #])', list, list),
    of('(if # then # else #)', leaf('boolean', around), list, list),
  )
}

const recordLists = (kind: Kind, depth: number, around: Place): Text[] =>
  records(depth - 1, around).flatMap(({entity, list}) => {
    const names = fields[entity]?.[kind] ?? []
    if (kind === 'Item') return entity === 'Item' ? [list] : []
    return names.length === 0 ? [] : [of('#.#', list, pick(...names))]
  })

function lists(kind: Kind, depth: number, around: Place, template: string): Text[] {
  const list = listOf(kind, depth, around)
  return list === undefined ? [] : [of(template, list)]
}

/** The most important ones occur most often. */
const often = (text: Text): Text[] => [text, text, text, text]

/** The words of an `any of` field. */
const skillLists = (around: Place): Text =>
  pick(...around.filter(([, entity]) => entity === 'Item').map(([prefix]) => `${prefix}needs`), '["sew"]')

const day = (sub: Sub): Text => fc.oneof(sub('date'), sub('date and time'))

const compounds: Partial<Record<Kind, (sub: Sub, depth: number, around: Place) => Text[]>> = {
  boolean: (sub, depth, around) => [
    ...often(of('(# # #)', sub('boolean'), pick('and', 'or'), sub('boolean'))),
    ...often(of('not(#)', sub('boolean'))),
    ...often(of('(# # #)', sub('number'), pick('=', '!=', '<', '<=', '>', '>='), sub('number'))),
    of('is defined(#)', sub('text')),
    ...ordered.map(kind => of('(# # #)', sub(kind), pick('=', '!=', '<', '<=', '>', '>='), sub(kind))),
    of('(# # #)', sub('Person'), pick('=', '!='), sub('Person')),
    of('(# # #)', sub('boolean'), pick('=', '!='), sub('boolean')),
    ...scalars.map(kind => of('(# # null)', sub(kind), pick('=', '!='))),
    ...ordered.map(kind => of('(# between # and #)', sub(kind), sub(kind), sub(kind))),
    ...ordered.map(kind =>
      of('(# in ###..##)', sub(kind), pick('[', '('), sub(kind), fc.constant(''), sub(kind), pick(']', ')')),
    ),
    ...scalars.map(kind => of('(# in (#, #))', sub(kind), sub(kind), literals[kind])),
    of('(# in (<= #, > #))', sub('number'), sub('number'), sub('number')),
    of(
      'list contains(#, #)',
      pick(...around.filter(([, entity]) => entity === 'Item').map(([prefix]) => `${prefix}needs`), '["sew"]'),
      pick(...skills.map(quote)),
    ),
    ...records(depth - 1, around).map(({entity, list}, at) =>
      of(
        `(# v${depth}_${at} in # satisfies #)`,
        pick('some', 'every'),
        list,
        expression('boolean', depth - 1, [
          [`v${depth}_${at}.`, entity],
          ['this.', 'Item'],
        ]),
      ),
    ),
    ...ordered.flatMap(kind => lists(kind, depth, around, '#').map(list => of('(# in #)', sub(kind), list))),
    ...(['Person', 'Item'] as const).flatMap(kind =>
      recordLists(kind, depth, around).map(list => of('(# in #)', sub(kind), list)),
    ),
    ...(['number', 'text', 'date'] as const).flatMap(kind =>
      lists(kind, depth, around, '#').map(list =>
        of(
          `(# w${depth} in # satisfies (w${depth} # #))`,
          pick('some', 'every'),
          list,
          pick('=', '<', '>='),
          sub(kind),
        ),
      ),
    ),
    of('(some w in # satisfies (w = #))', skillLists(around), pick(...skills.map(quote))),
    ...lists('boolean', depth, around, 'all(#)'),
    ...lists('boolean', depth, around, 'any(#)'),
    ...(['number', 'text', 'date'] as const).flatMap(kind =>
      lists(kind, depth, around, '#').map(list => of('list contains(#, #)', list, sub(kind))),
    ),
    ...['contains', 'starts with', 'ends with'].map(name => of(`${name}(#, #)`, sub('text'), sub('text'))),
    of('matches(#, #)', sub('text'), patterns),
    of('matches(#, #, #)', sub('text'), patterns, flags),
    of('even(#)', sub('number')),
    of('odd(#)', sub('number')),
  ],
  number: (sub, depth, around) => [
    ...often(of('(# # #)', sub('number'), pick('+', '-', '*', '/'), sub('number'))),
    of('(# ** #)', sub('number'), pick('2', '3', '0', '1', '-1', '-2', '17')),
    of('(-#)', sub('number')),
    of('abs(#)', sub('number')),
    of('modulo(#, #)', sub('number'), sub('number')),
    of('floor(#)', sub('number')),
    of('ceiling(#)', sub('number')),
    ...often(
      of(
        '#(#, #)',
        pick('decimal', 'floor', 'ceiling', 'round up', 'round down', 'round half up', 'round half down'),
        sub('number'),
        pick('0', '1', '2', '-1', '5', 'few', '20'),
      ),
    ),
    of('string length(#)', sub('text')),
    of('number(#)', sub('text')),
    of(
      'number(#)',
      pick('string(price)', 'string(rate)', '"-1.5e" + string(few)', 'string(few) + "e5"', '"." + title', '"1e99999"'),
    ),
    of(
      'number(#, #, #)',
      pick('note', 'string(price)', '"1.000," + string(few)', '"1 0" + string(whole)'),
      pick('"."', '","', '" "', '"x"', 'note'),
      pick('","', '"."', '"x"'),
    ),
    of('count(split(#, #))', sub('text'), patterns),
    ...lists('number', depth, around, 'product(#)'),
    of('(# / #)', sub('days duration'), sub('days duration')),
    of('(# / #)', sub('months duration'), sub('months duration')),
    of('#.#', day(sub), pick('year', 'month', 'day', 'weekday')),
    of('#.#', fc.oneof(sub('time'), sub('date and time')), pick('hour', 'minute', 'second')),
    of('#.#', sub('days duration'), pick('days', 'hours', 'minutes', 'seconds')),
    of('#.#', sub('months duration'), pick('years', 'months')),
    of('#(#)', pick('day of year', 'week of year', 'year'), day(sub)),
    of('working days(#, #)', day(sub), day(sub)),
    ...lists('date', depth, around, '#').map(list => of('working days(#, #, #)', sub('date'), sub('date'), list)),
    ...['sum', 'mean', 'median', 'min', 'max', 'count'].flatMap(name => lists('number', depth, around, `${name}(#)`)),
    ...lists('text', depth, around, 'count(#)'),
    ...lists('text', depth, around, 'count(distinct values(#))'),
    ...lists('text', depth, around, '#').map(list => of('sum(index of(#, #))', list, sub('text'))),
    ...lists('number', depth, around, '#').map(list => of('index of(#, #)[#]', list, sub('number'), pick('1', '-1'))),
    ...lists('number', depth, around, '#').map(list =>
      of('count(#[item # #])', list, pick('>', '!=', '<='), leaf('number', [])),
    ),
    ...lists('date', depth, around, '#').map(list => of('count(#[item > date("2025-01-01")])', list)),
    of('count(#[item != "sew"])', skillLists(around)),
    ...lists('number', depth, around, '#').map(list => of('distinct values(#)[#]', list, pick('1', '2', '-1'))),
    ...lists('number', depth, around, 'sum(distinct values(#))'),
    ...records(depth - 1, around).map(({list}) => of('count(#)', list)),
    of(
      'count(#)',
      pick(...around.filter(([, entity]) => entity === 'Item').map(([prefix]) => `${prefix}needs`), '["sew"]'),
    ),
    of('min(#, #)', sub('number'), sub('number')),
  ],
  text: (sub, depth, around) => [
    of('(# + #)', sub('text'), sub('text')),
    ...scalars.map(kind => of('string(#)', sub(kind))),
    of('substring(#, #)', sub('text'), pick('1', '2', '-1', '-2', '5', '0', 'few')),
    of('substring(#, #, #)', sub('text'), pick('1', '2', '-1'), pick('1', '2', '100', '0', 'few')),
    of('substring before(#, #)', sub('text'), sub('text')),
    of('substring after(#, #)', sub('text'), sub('text')),
    of(
      'replace(#, #, #)',
      sub('text'),
      patterns,
      pick('""', '"-"', '"[$0]"', '"$1$2"', '"$12"', '"\\\\$"', '"$"', 'note'),
    ),
    of('replace(#, #, #, #)', sub('text'), patterns, pick('"x"', '"$1"'), flags),
    of('split(#, #)[#]', sub('text'), patterns, pick('1', '2', '-1')),
    ...lists('text', depth, around, 'string join(#)'),
    ...lists('text', depth, around, '#').map(list =>
      of('string join(#, #)', list, pick('", "', '""', 'note', 'title')),
    ),
    of('upper case(#)', sub('text')),
    of('lower case(#)', sub('text')),
    of('day of week(#)', day(sub)),
    of('month of year(#)', day(sub)),
    ...['min', 'max'].flatMap(name => lists('text', depth, around, `${name}(#)`)),
  ],
  date: (sub, depth, around) => [
    of('(# # #)', sub('date'), pick('+', '-'), fc.oneof(sub('days duration'), sub('months duration'))),
    of('date(#)', fc.oneof(sub('date and time'), sub('text'))),
    of('date(#, few, #)', fc.oneof(pick('2024', '2023', '0'), sub('number')), pick('1', '28', '29', '31', 'whole')),
    of('date(whole, #, #)', pick('1', '2', '12', '13'), pick('1', '28', '29', '30', '31')),
    of('#(#)', pick('week', 'month', 'quarter'), day(sub)),
    ...['min', 'max'].flatMap(name => lists('date', depth, around, `${name}(#)`)),
  ],
  time: sub => [
    of('(# # #)', sub('time'), pick('+', '-'), sub('days duration')),
    of('time(#)', sub('date and time')),
    of('time(few, #, #)', pick('0', '59', 'whole'), fc.oneof(pick('0', '59.5', '60'), sub('number'))),
    of('time(#, few, #)', pick('0', '23', '24'), fc.oneof(pick('0', '59.25', '1.0000000009'), sub('number'))),
  ],
  'date and time': (sub, depth, around) => [
    of('(# # #)', sub('date and time'), pick('+', '-'), fc.oneof(sub('days duration'), sub('months duration'))),
    of('date and time(#)', sub('date')),
    of('date and time(#, #)', day(sub), sub('time')),
    ...['min', 'max'].flatMap(name => lists('date and time', depth, around, `${name}(#)`)),
  ],
  'days duration': (sub, depth, around) => [
    of('(# - #)', sub('date'), sub('date')),
    of('(# - #)', sub('date and time'), sub('date and time')),
    of('(# - #)', sub('time'), sub('time')),
    of('(# # #)', sub('days duration'), pick('+', '-'), sub('days duration')),
    of('(# # #)', sub('days duration'), pick('*', '/'), sub('number')),
    of('(-#)', sub('days duration')),
    of('abs(#)', sub('days duration')),
    ...['min', 'max'].flatMap(name => lists('days duration', depth, around, `${name}(#)`)),
  ],
  'months duration': sub => [
    of('(# # #)', sub('months duration'), pick('+', '-'), sub('months duration')),
    of('(# # #)', sub('months duration'), pick('*', '/'), sub('number')),
    of('(-#)', sub('months duration')),
    of('abs(#)', sub('months duration')),
    of('years and months duration(#, #)', day(sub), day(sub)),
  ],
}

export const expressions: Text = fc.oneof(
  {weight: 4, arbitrary: expression('boolean')},
  {weight: 1, arbitrary: expression('boolean', 4)},
  {weight: 3, arbitrary: expression('number')},
  ...kinds.slice(2).map(kind => ({weight: 1, arbitrary: expression(kind, 2)})),
)
