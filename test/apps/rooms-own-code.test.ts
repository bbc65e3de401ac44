/** The own code of the rooms fits its document, and has tests as authors write them. */
import {execFileSync} from 'node:child_process'
import {resolve} from 'node:path'
import {expect, it} from 'vitest'
import {authorTests} from '../kit/author-tests.ts'
import {nonetHere} from '../kit/cli.ts'

it('has no errors of TypeScript against the types of its document and of the kit', async () => {
  expect((await nonetHere(['types', resolve('apps/rooms')])).code).toBe(0)
  const typescript = resolve('node_modules/.bin/tsc')
  expect(execFileSync(typescript, ['-p', 'apps/rooms'], {encoding: 'utf8'})).toBe('')
})

it('passes its own tests', async () => {
  const {code, out} = await authorTests(resolve('apps/rooms'))
  expect(out).toMatch(/Test Files\s+3 passed/)
  expect(code).toBe(0)
})
