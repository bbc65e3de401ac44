/**
 * Every documented function works in every expression over records: rules, guards, effects, computed fields and
 * permissions.
 */

import {describe, expect, it} from 'vitest'
import {listPage} from '../../src/engine/lists/list.ts'
import {emptyQuery, plainList} from '../../src/engine/query/list-query.ts'
import {functions} from '../../src/feel/functions/table.ts'
import {abilities, documentGrants, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person, refusals} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, rulesOfDocument, shown} from '../kit/time-off.ts'

/** For each a condition that is true for the good record, and not for the bad one. */
const conditions: Readonly<Record<string, string>> = {
  'string length': 'string length(code) = 5',
  substring: 'substring(code, 1, 2) = "AB"',
  'substring before': 'substring before(code, "-") = "AB"',
  'substring after': 'substring after(code, "-") = "12"',
  'upper case': 'upper case(code) = "AB-12"',
  'lower case': 'lower case(code) = "ab-12"',
  contains: 'contains(code, "B-1")',
  'starts with': 'starts with(code, "AB")',
  'ends with': 'ends with(code, "12")',
  matches: 'matches(code, "^[A-Z]{2}-[0-9]+$")',
  replace: 'replace(code, "([A-Z]+)-([0-9]+)", "$2$1") = "12AB"',
  split: 'split(code, "-")[2] = "12"',
  'string join': 'string join(lines.name, "+") = "x+y"',
  decimal: 'decimal(n / 3, 1) = 0.7',
  floor: 'floor(n / 3) = 0 and n = 2',
  ceiling: 'ceiling(n / 3) = 1',
  'round up': 'round up(n / 3, 1) = 0.7',
  'round down': 'round down(n / 3, 1) = 0.6',
  'round half up': 'round half up(n / 4, 0) = 1',
  'round half down': 'round half down(n / 4, 0) = 0 and n = 2',
  abs: 'abs(-n) = 2',
  modulo: 'modulo(n, 5) = 2',
  even: 'even(n)',
  odd: 'odd(n + 1)',
  count: 'count(lines) = 2',
  sum: 'sum(lines.n) = 7',
  product: 'product(lines.n) = 12',
  min: 'min(lines.n) = 3',
  max: 'max(lines.n) = 4',
  mean: 'mean(lines.n) = 3.5',
  median: 'median(lines.n) = 3.5',
  all: 'all([n = 2, true])',
  any: 'any([n = 2, false])',
  'list contains': 'list contains(lines.n, 4)',
  'distinct values': 'count(distinct values([n, 2])) = 1',
  concatenate: 'sum(concatenate(lines.n, [n])) = 9',
  union: 'count(union(lines.n, [3, n])) = 3',
  'index of': 'index of(lines.n, 4)[1] = 2',
  append: 'append(lines.n, n)[3] = 2',
  'insert before': 'insert before(lines.n, 1, n)[1] = 2',
  remove: 'remove(lines.n, 1)[1] = 4',
  reverse: 'reverse(lines.n)[1] = 4',
  sublist: 'sublist(lines.n, 2, 1)[1] = 4',
  flatten: 'sum(flatten([lines.n, [n]])) = 9',
  date: 'date(string(day)) = date("2026-05-01")',
  time: 'time(n, 30, 0) = time("02:30:00")',
  'date and time': 'date(date and time(day, time("12:00:00"))) = date("2026-05-01")',
  duration: 'day + duration("P1D") = date("2026-05-02")',
  'years and months duration': 'years and months duration(day, date("2027-05-01")).years = 1',
  'day of week': 'day of week(day) = "Friday"',
  'day of year': 'day of year(day) = 121',
  'month of year': 'month of year(day) = "May"',
  'week of year': 'week of year(day) = 18',
  week: 'week(day) = date("2026-04-27")',
  month: 'month(day) = date("2026-05-01")',
  quarter: 'quarter(day) = date("2026-04-01")',
  year: 'year(day) = 2026',
  'working days': 'working days(day, date("2026-05-04")) = 2',
  now: 'created <= now() and n = 2',
  today: 'day > today()',
  number: 'number(substring after(code, "-")) = 12',
  string: 'string(n) = "2"',
  'is defined': 'is defined(day)',
}

const names = Object.keys(conditions)
const column = (name: string) => `is_${name.replaceAll(' ', '_')}`

const document = `# Every function

## 3. Entities

### Thing
- named by: title

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| code | text | yes |
| n | number | yes |
| day | date | |
| slug | text | |
| lines | list of Line by thing | |
${names.map(name => `| ${column(name)} | = ${conditions[name]} | |`).join('\n')}

### Line

| Field | Type | Required |
|---|---|---|
| thing | Thing | yes |
| name | text | yes |
| n | number | yes |

## 4. States

### Thing

| Action | Who | When | Then |
|---|---|---|---|
${names.map((name, at) => `| do ${at} | Member | ${conditions[name]} | set slug = if ${conditions[name]} then "yes" else "no" |`).join('\n')}
| shorten | Member | | set slug = lower case(replace(title, "[^A-Za-z0-9]+", "-")) |
| look | Member | | |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
${names.map(name => `| ${name} | Thing look | ${conditions[name]} | WRONG |`).join('\n')}

## 6. Roles

| Role | Joins by |
|---|---|
| Member | sign-up |
| Guest | sign-up |

| Role | May | On | Where |
|---|---|---|---|
| Member | all | Thing, Line | |
${names.map(name => `| Guest | read | Thing | not(${conditions[name]}) |`).join('\n')}

## 8. Errors

| Code | Status | Message |
|---|---|---|
| WRONG | 422 | This is wrong. |
`

it('L13: every function of the language is among them', () => {
  expect(names.toSorted()).toEqual(Object.keys(functions).toSorted())
})

describe.each(stores)('L13: on $name', ({make}) => {
  it('every function works in computed fields, guards, effects, rules and permissions', async () => {
    const {engine} = await engineOf({
      document,
      address: await make(document),
      grants: documentGrants,
      rules: rulesOfDocument,
    })
    const ada = person(
      done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'a@x.org'})])).id,
      'Member',
    )
    const thing = async (fields: Parameters<typeof creating>[1]) =>
      done(await engine.change(operator, [creating('Thing', fields)]))
    let good = await thing({title: 'Größe & Länge', code: 'AB-12', n: 2, day: '2026-05-01'})
    const bad = await thing({title: 'bad', code: 'zz', n: 13})
    for (const [name, n] of [
      ['x', 3],
      ['y', 4],
    ] as const)
      done(await engine.change(operator, [creating('Line', {thing: good.id, name, n})]))
    const truths = async (of: {entity: string; id: string}) => {
      const fields = names.map(name => `(if ${column(name)} then "${name}" else "")`)
      return (await shown(engine, of, `string join([${fields.join(', ')}], ",")`)).split(',').filter(Boolean)
    }
    expect(await truths(good)).toEqual(names)
    expect(await truths(bad)).toEqual([])
    const offered = async ({id}: {id: string}) => {
      const actions = await engine.read(ada, reader => abilities(reader, 'Thing').actionsOn(id))
      return actions.map(({name}) => name).filter(name => name.startsWith('do_'))
    }
    expect(await offered(good)).toEqual(names.map((_, at) => `do_${at}`))
    expect(await offered(bad)).toEqual([])
    for (const name of [
      'matches',
      'replace',
      'split',
      'string join',
      'product',
      'concatenate',
      'index of',
      'reverse',
      'sublist',
      'number',
    ]) {
      good = done(await act(engine, ada, good, `do_${names.indexOf(name)}`))
      expect([name, await shown(engine, good, 'slug')]).toEqual([name, 'yes'])
    }
    expect(refusals(await act(engine, ada, good, 'look'))).toEqual(['it was accepted'])
    expect(refusals(await act(engine, ada, bad, 'look'))).toEqual(names.map(() => 'WRONG'))
    good = done(await act(engine, ada, good, 'shorten'))
    expect(await shown(engine, good, 'slug')).toBe('gr-e-l-nge')
    const titles = await engine.read({...ada, roles: ['Guest']} as typeof ada, async reader => {
      const screen = plainList({entity: 'Thing', where: null, columns: [['title']], size: 10})
      const {rows} = await listPage(reader, reader.visibility, {screen, asked: emptyQuery})
      return rows.map(({cells}) => cells[0]?.text)
    })
    expect(titles).toEqual(['bad'])
  })
})
