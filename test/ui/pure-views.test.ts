/**
 * Every view is a function of its data: it keeps nothing and listens to nothing. So a page that came as HTML is whole, is written here
 * without React, and is taken over only when its data changes. What the browser adds stands in `src/browser`.
 */
import {globSync, readFileSync} from 'node:fs'
import {expect, it} from 'vitest'

const keeps = /\buse[A-Z]\w*\(/
const listens = /\son[A-Z]\w*=\{/

it('views keep no state and listen to nothing', () => {
  const views = globSync('src/frontend/**/*.tsx').map(path => ({path, text: readFileSync(path, 'utf8')}))
  expect(views.length).toBeGreaterThan(30)
  expect(views.filter(({text}) => keeps.test(text) || listens.test(text)).map(({path}) => path)).toEqual([])
  expect('const [at, move] = useState(0)').toMatch(keeps)
  expect('<p onClick={move}>').toMatch(listens)
})
