/** A connection keeps the statements prepared that it used last, up to a number of characters. */
import {describe, expect, test} from 'vitest'
import {mostCharacters, PreparedStatements} from '../../../src/store/postgres/prepared-statements.ts'

const third = Math.floor(mostCharacters / 3)
const long = (letter: string): string => letter.repeat(third)

describe('the statements of a connection', () => {
  const remembering = () => {
    const forgotten: string[] = []
    return {forgotten, statements: new PreparedStatements(name => forgotten.push(name))}
  }

  test('keep their names', () => {
    const {statements} = remembering()
    const {name} = statements.of('a')
    expect(statements.of('b').name).not.toBe(name)
    expect(statements.of('a').name).toBe(name)
  })

  test('are forgotten when there are too many characters, the one that was used longest ago first', () => {
    const {statements, forgotten} = remembering()
    const names = ['a', 'b', 'c'].map(letter => {
      const statement = statements.of(long(letter))
      statement.exists = true
      return statement.name
    })
    statements.of(long('a'))
    statements.of(long('d'))
    expect(forgotten).toEqual([names[1]])
  })

  test('get a new name when they are prepared again', () => {
    const {statements} = remembering()
    const {name} = statements.of(long('a'))
    for (const letter of ['b', 'c', 'd']) statements.of(long(letter))
    expect(statements.of(long('a')).name).not.toBe(name)
  })

  test('that never succeeded are not removed from the server', () => {
    const {statements, forgotten} = remembering()
    for (const letter of ['a', 'b', 'c', 'd']) statements.of(long(letter))
    expect(forgotten).toEqual([])
  })
})
