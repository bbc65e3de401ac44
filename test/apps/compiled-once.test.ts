/** The pages of the time-off planner: expressions are compiled at the first request, for everyone with the same roles. */
import {describe, expect, it, vi} from 'vitest'
import {ExpressionCompiler} from '../../src/feel/sql/expression-compiler.ts'
import {done} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {company, timeOff} from '../kit/time-off.ts'

describe.each(storesOfStories)('pages that were shown before, on $name', ({make}) => {
  it('compile nothing', async () => {
    const at = await company(await make(timeOff))
    const {ada, hana} = at.people
    const pages = pagesOf(at.engine)
    await at.allowance(ada, 20)
    const request = done(await at.draft(ada, {first_day: '2026-06-15', last_day: '2026-06-16'}))
    done(await at.act(ada, request, 'submit'))
    const {screens} = at.engine.specification.screens
    const paths = screens.map(({route}) => route.path).filter(path => !path.includes(':'))
    const compiled: string[] = []
    for (const who of [ada, hana])
      for (const path of [...paths, '/requests/1001', '/requests/1001?action=change_dates']) {
        const first = await pages.get(who, path)
        if (first.status !== 200) continue
        const spy = vi.spyOn(ExpressionCompiler, 'for')
        await pages.get(who, path)
        if (spy.mock.calls.length > 0) compiled.push(`${who.name} ${path}: ${spy.mock.calls.length}`)
        spy.mockRestore()
      }
    expect(compiled).toEqual([])
  })
})
