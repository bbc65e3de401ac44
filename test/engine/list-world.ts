/** A small document with every kind of field, random records of it, and the expected lists, in plain JavaScript. */

import {searchWords, typedWords} from '../../src/engine/lists/search-index.ts'
import type {FilterBy, ListDefinition, ListQuery, Path} from '../../src/engine/query/list-query.ts'
import type {Json} from '../../src/feel/core.ts'
import type {Value} from '../../src/feel/index.ts'
import {compareValues, equal, isList, type Reference} from '../../src/feel/value.ts'
import type {Field} from '../../src/points/entities/model.ts'
import type {Specification} from '../../src/points/specification.ts'
import type {Grant} from '../../src/screens/testing.ts'
import {newId} from '../../src/store/ids.ts'
import {type Granted, NaiveVisibility} from '../kit/naive-visibility.ts'
import {coreOf, type TestRecord} from '../kit/naive-world.ts'
import {maybe, pick, type Random, randomFrom} from '../kit/random.ts'
import {documentOf, entity, fieldsOf} from '../kit/store-document.ts'

export const now = Date.parse('2026-05-06T12:00:00Z')

export const worldText = [
  '## 3. Entities',
  '',
  entity('Team', ['name | text | yes | | '], ['named by: name']),
  entity('Tag', ['name | text | yes', 'secret | yes/no | yes | no'], ['named by: name']),
  entity('User', ['team | Team', 'manager | User', 'nick | text', 'tickets | list of Ticket by owner']),
  entity(
    'Ticket',
    [
      'subject | text | yes',
      'body | long text',
      'level | one of high, low, normal | yes',
      'mood | one of good, bad',
      'owner | User | yes',
      'helper | User',
      'parent | Ticket',
      'starts | date | yes',
      'due | date',
      'made | date and time',
      'price | decimal 2',
      'done | yes/no | yes',
      'sure | yes/no',
      'tags | many Tag',
      'colours | any of red, green, blue',
      'score | = if done then price else number',
      'number | number',
      'called | = helper.nick',
      'late | = due != null and due < date("2026-04-01")',
    ],
    ['named by: {owner}: {starts}'],
  ),
  '',
  '## 9. Constants',
  '',
  '| Name | Value |',
  '|---|---|',
  '| TIME_ZONE | "Europe/Paris" |',
].join('\n')

export const world = (): Specification => documentOf(worldText)

export {maybe, pick, type Random, randomFrom}

const subjects = [
  'Éclair café',
  'eclair',
  'Straße zu',
  'STRASSE',
  'blue Ångström',
  'Ærø',
  'ﬁne day',
  'o’Neill',
  'Zürich 42',
  'z',
]
const names = ['Ada', 'Åsa', 'ada', 'Émile', 'Zoë', 'Bob', 'Ada']

/** Few different values, so that there are ties, and many empty ones. */
export function randomRecords(random: Random, tickets: number): TestRecord[] {
  const records: TestRecord[] = []
  const add = (entity: string, values: Record<string, Json>): string => {
    const id = newId()
    records.push({entity, id, values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))})
    return id
  }
  const or = <T extends Json>(value: T, chance = 0.7): T | null => (maybe(random, chance) ? value : null)
  const teams = ['A', 'B', 'C'].map(name => add('Team', {name}))
  const tags = ['x', 'y', 'z'].map((name, index) => add('Tag', {name, secret: index === 2}))
  const users: string[] = []
  for (const [index, name] of names.entries())
    users.push(
      add('User', {
        name,
        email: `u${index}@example.com`,
        active: true,
        roles: [],
        team: or(pick(random, teams)),
        manager: users.length === 0 ? null : or(pick(random, users)),
        nick: or(pick(random, ['Nick', 'nack'])),
      }),
    )
  const made: string[] = []
  for (let n = 0; n < tickets; n++)
    made.push(
      add('Ticket', {
        subject: pick(random, subjects),
        body: or(`${pick(random, subjects)} and ${pick(random, subjects)}`),
        level: pick(random, ['high', 'low', 'normal']),
        mood: or(pick(random, ['good', 'bad'])),
        owner: pick(random, users),
        helper: or(pick(random, users)),
        parent: made.length === 0 ? null : or(pick(random, made), 0.3),
        starts: pick(random, ['2026-01-01', '2026-01-02', '2026-12-31', '2025-06-01']),
        due: or(pick(random, ['2026-02-01', '2026-03-31', '2027-01-01'])),
        made: or(pick(random, ['2026-01-01T10:00:00Z', '2026-03-29T00:30:00Z', '2026-03-30T22:30:00.5Z'])),
        price: or(pick(random, [0, 1.5, -2.25, 100])),
        done: maybe(random),
        sure: or(maybe(random)),
        tags: tags.filter(() => maybe(random, 0.4)),
        colours: ['red', 'green', 'blue'].filter(() => maybe(random, 0.4)),
        number: or(pick(random, [1, 2, 3])),
      }),
    )
  return records
}

const conditions: Readonly<Record<string, readonly string[]>> = {
  Ticket: [
    'owner = me',
    'owner.team = me.team',
    'level = "high"',
    'mood in ("good", "bad")',
    'due != null',
    'done',
    'helper = me or owner.manager = me',
    'score > 1',
    'level in ("low", "normal") and owner.team = me.team',
  ],
  User: ['team = me.team', 'manager = me', 'nick != null'],
  Team: ['name != "B"'],
  Tag: ['not(secret)'],
}

export function randomGrants(random: Random, specification: Specification): Granted {
  const everything: Grant[] = [{where: null, fields: null}]
  const granted = Object.entries(conditions).map(([entity, texts]): [string, Grant[]] => {
    if (maybe(random, 0.35)) return [entity, everything]
    const many =
      entity === 'Ticket' ? 1 + Math.floor(random() * 3) : maybe(random, 0.85) ? 1 + Math.floor(random() * 2) : 0
    return [entity, Array.from({length: many}, () => randomGrant(random, specification, {entity, texts}))]
  })
  return new Map(granted)
}

function randomGrant(
  random: Random,
  specification: Specification,
  {entity, texts}: {entity: string; texts: readonly string[]},
): Grant {
  const where = maybe(random, 0.35) ? null : coreOf(specification, entity, pick(random, texts))
  const names = [...fieldsOf(specification, entity).keys()]
  return {where, fields: maybe(random, 0.5) ? null : new Set(names.filter(() => maybe(random, 0.7)))}
}

/** The records as an actor finds them, by evaluating every condition on every record. */
export class NaiveList extends NaiveVisibility {
  list(screen: ListDefinition, asked: ListQuery): Reference[] {
    const sort = asked.sort.length > 0 ? asked.sort : screen.sort
    const words = typedWords(asked.search)
    const found = this.seen(screen.entity)
      .filter(record => screen.where === null || this.evaluate(screen.where, record) === true)
      .filter(record => !screen.condition || this.fulfils(screen.condition.core, record))
      .filter(record =>
        asked.filters.every(({path, by}) => this.exists(screen.entity, path) === false || this.fits(record, path, by)),
      )
      .filter(record => words.every(word => screen.search.some(path => this.begins(record, path, word))))
    const idDown = sort.filter(({path}) => this.keys(screen.entity, path).length > 0).at(-1)?.descending ?? false
    return found.toSorted((a, b) => {
      for (const {path, descending} of sort) {
        const order = this.compareBy(a, b, {path, descending})
        if (order !== 0) return order
      }
      return (a.id < b.id ? -1 : 1) * (idDown ? -1 : 1)
    })
  }

  /** Whether the actor sees the path on some record, according to the grants. */
  private exists(entity: string, path: Path): boolean {
    const [name = '', ...rest] = path
    const grants = this.granted.get(entity) ?? []
    const field = fieldsOf(this.world.specification, entity).get(name)
    if (!field || !grants.some(({fields}) => fields === null || fields.has(name) || name === 'id')) return false
    const type = field.type.type
    if (type.kind === 'reference' && (this.granted.get(type.entity) ?? []).length === 0) return false
    return rest.length === 0 || (type.kind === 'reference' && this.exists(type.entity, rest))
  }

  private fits(record: Reference, path: Path, by: FilterBy): boolean {
    const value = this.at(record, path)
    if (value === undefined) return false
    switch (by.filter) {
      case 'text':
        return typeof value === 'string' && value.toLowerCase().includes(by.text.toLowerCase())
      case 'yes/no':
        return value === by.yes
      case 'empty or not':
        return (value === null) !== by.filled
      case 'range':
        return value !== null && !below(value, by.low) && !below(by.high, value)
      case 'choice':
        return this.amongWords(value, by.words, by.none)
      case 'record':
        return this.amongRecords(record, {path, value}, by)
      case 'name':
        throw new Error('no list of these tests is filtered by names')
      case 'free':
        throw new Error('no list of these tests is filtered by what is free')
    }
  }

  private amongWords(value: Value, words: readonly string[], none: boolean): boolean {
    const held = value === null ? [] : isList(value) ? value : [value]
    return held.some(each => words.some(word => word === each)) || (none && held.length === 0)
  }

  private amongRecords(
    record: Reference,
    {path, value}: {path: Path; value: Value},
    {ids, none}: {ids: readonly string[]; none: boolean},
  ): boolean {
    const seen = this.linked(record, path)
    return seen.some(({id}) => ids.includes(id)) || (none && value === null)
  }

  private begins(record: Reference, path: Path, word: string): boolean {
    const value = this.at(record, path)
    return typeof value === 'string' && searchWords(value).some(each => each.startsWith(word))
  }

  /** The fields by which a path is sorted: the parts of a record's name, then its id. */
  private keys(entity: string, path: Path): Path[] {
    if (!this.exists(entity, path)) return []
    const {sort} = this.fieldAt(entity, path).type
    if (sort.sort === 'none') return []
    if (sort.sort !== 'name') return [path]
    const {parts} = this.world.specification.entities.entities.get(sort.entity)?.namedBy ?? {parts: []}
    const named = parts.flatMap(part => (part.kind === 'path' ? this.keys(sort.entity, part.path) : []))
    return [...named, ['id']].map(rest => [...path, ...rest])
  }

  private compareBy(a: Reference, b: Reference, {path, descending}: {path: Path; descending: boolean}): number {
    for (const key of this.keys(a.entity, path)) {
      const [x, y] = [this.at(a, key) ?? null, this.at(b, key) ?? null]
      if (x === null || y === null) {
        if (x !== y) return x === null ? 1 : -1
        continue
      }
      const order = this.compareValues(x, y, this.fieldAt(a.entity, key))
      if (order !== 0) return descending ? -order : order
    }
    return 0
  }

  private compareValues(x: Value, y: Value, field: Field): number {
    if (typeof x === 'boolean') return Number(x) - Number(y)
    const words = field.type.sort.sort === 'words' ? field.type.sort.words : null
    return words === null ? (compareValues(x, y) ?? 0) : words.indexOf(String(x)) - words.indexOf(String(y))
  }
}

const below = (a: Value, b: Value): boolean =>
  a !== null && b !== null && equal(a, b) !== true && (compareValues(a, b) ?? 0) < 0
