/** What a statement uses in many places is sent once, in each form that it has. */
import {sql} from 'kysely'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {Placed, type TermForm} from '../../src/feel/sql/dialect.ts'
import {databases, type OpenDatabase} from '../kit/databases.ts'

const placed = (given: unknown, form: TermForm) => sql`${new Placed(given, form)}`
const text: TermForm = {as: 'text'}

describe.each(databases)('on $name', ({name, open}) => {
  let database: OpenDatabase | undefined
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.close())
  const db = () => {
    if (!database) throw new Error('not open')
    return database.db
  }

  test('the same value in the same form has one place', () => {
    const query = sql`select ${placed('a', text)}, ${placed('b', text)}, ${placed('a', text)}`.compile(db())
    expect(query.parameters).toEqual(['a', 'b'])
    expect(query.sql).toBe(name === 'sqlite' ? 'select ?1, ?2, ?1' : 'select $1, $2, $1')
  })

  test('the same text in another form has its own, and so has a number that is written alike', () => {
    const query = sql`select ${placed('1', text)}, ${placed('1', {as: 'id'})}, ${placed(1n, text)}`.compile(db())
    expect(query.parameters).toEqual(['1', '1', 1n])
  })

  test('a value whose form the database decides is sent wherever it is', () => {
    const query = sql`select ${'a'}, ${'a'}, ${placed('a', text)}`.compile(db())
    expect(query.parameters).toEqual(['a', 'a', 'a'])
  })

  test('statements share nothing', () => {
    const one = sql`select ${placed('a', text)}`
    expect(one.compile(db()).parameters).toEqual(['a'])
    expect(one.compile(db()).parameters).toEqual(['a'])
  })

  test('the database gets each value in its places', async () => {
    const [a, b] = [placed('a', text), placed('b', text)].map(each => sql`cast(${each} as text)`)
    const {rows} = await sql`select ${b} as x, ${a} as y, ${b} as z, cast(${'c'} as text) as w`.execute(db())
    expect(rows).toEqual([{x: 'b', y: 'a', z: 'b', w: 'c'}])
  })
})
