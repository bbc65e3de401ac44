/** How many statements a page of the planner sends, and how often it waits for an answer before it sends the next ones. */
import {describe, expect, test} from 'vitest'
import {done} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {stores} from '../kit/store-databases.ts'
import {company, timeOff} from '../kit/time-off.ts'

/** With the beginning and the end of the read. */
const bounds: readonly {
  readonly who: 'ada' | 'max' | 'hana'
  readonly path: string
  readonly statements: number
  readonly waves: number
}[] = [
  {who: 'hana', path: '/', statements: 24, waves: 5},
  {who: 'max', path: '/', statements: 24, waves: 5},
  {who: 'ada', path: '/', statements: 24, waves: 5},
  {who: 'max', path: '/to-decide', statements: 17, waves: 7},
  {who: 'ada', path: '/requests/new', statements: 17, waves: 6},
  {who: 'hana', path: '/requests', statements: 7, waves: 4},
  {who: 'hana', path: '/requests/1001', statements: 23, waves: 8},
  {who: 'max', path: '/requests/1001', statements: 24, waves: 8},
  {who: 'hana', path: '/figures', statements: 10, waves: 3},
  {who: 'hana', path: '/calendar', statements: 10, waves: 3},
]

/** The server needs about a hundred and fifty bytes for each character that a connection keeps. */
const mostCharacters = 200_000
/** With the texts of two webhooks, and everything that it makes due. */
const mostForApproval = 33

describe.each(stores.filter(({name}) => name === 'postgres'))('pages of the planner on $name', ({make}) => {
  test('send few statements, and wait for few of them', async () => {
    const at = await company(await make(timeOff))
    const {ada} = at.people
    const pages = pagesOf(at.engine)
    await at.allowance(ada, 20)
    const request = done(await at.draft(ada, {first_day: '2026-06-15', last_day: '2026-06-16'}))
    const submitted = done(await at.act(ada, request, 'submit'))
    const over: string[] = []
    for (const {who, path, statements, waves} of bounds) {
      const {value, figures} = await at.engine.store.countStatements(() => pages.get(at.people[who], path))
      expect(value.status, `${who} ${path}`).toBe(200)
      if (figures.statements > statements || figures.waves > waves)
        over.push(`${who} ${path}: ${figures.statements} statements in ${figures.waves} waves`)
      if (figures.characters > mostCharacters) over.push(`${who} ${path}: ${figures.characters} characters`)
    }
    expect(over).toEqual([])
    const approved = await at.engine.store.countStatements(() => at.act(at.people.max, submitted, 'approve'))
    done(approved.value)
    expect(approved.figures.statements).toBeLessThanOrEqual(mostForApproval)
  })
})
