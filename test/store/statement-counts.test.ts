/** What some work asks of the database: statements, characters, and how often it had to wait. */
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {StatementCount} from '../../src/store/statement-counts.ts'
import {opened, stores} from '../kit/store-databases.ts'

describe('waves', () => {
  test('statements that are sent one after the other are as many waves', () => {
    const count = new StatementCount()
    count.send('a')()
    count.send('bb')()
    expect(count).toMatchObject({statements: 2, characters: 3, waves: 2})
  })

  test('statements that are sent at once are one', () => {
    const count = new StatementCount()
    const answers = [count.send('a'), count.send('b'), count.send('c')]
    for (const answered of answers) answered()
    expect(count).toMatchObject({statements: 3, waves: 1})
  })

  test('what follows the first answer waits for it, also while others are pending', () => {
    const count = new StatementCount()
    const [first, second] = [count.send('a'), count.send('b')]
    first()
    const third = count.send('c')
    second()
    count.send('d')()
    third()
    expect(count.waves).toBe(2)
  })
})

describe.each(stores)('statements of some work on $name', ({make}) => {
  test('are counted, however deep they are, and not those of other work', async () => {
    const store = await opened(await make())
    const one = () => store.readOne(db => sql`select 1 as one`.execute(db))
    const [{figures}, other] = await Promise.all([
      store.countStatements(async () => {
        await one()
        await Promise.all([one(), one()])
      }),
      store.countStatements(one),
      one(),
    ])
    expect(figures).toMatchObject({statements: 3, characters: 3 * 'select 1 as one'.length})
    expect(figures.waited).toBeGreaterThan(0)
    expect(other.figures.statements).toBe(1)
  })
})
