/**
 * The differential tests of permissions notice a build that is broken: each of its faults is made in a copy of the
 * source, and the tests must fail there. They pass in the copy without a fault.
 */
import {execFile} from 'node:child_process'
import {cp, mkdtemp, readFile, rm, symlink, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {faults} from '../kit/broken-builds.ts'

const parts = ['src', 'test', 'apps', 'scripts', 'docs', 'package.json', 'tsconfig.json', 'vitest.config.ts']
const suites = [
  'test/properties/list-permitted.test.ts',
  'test/properties/calls-permitted.test.ts',
  'test/properties/calls-permitted-feeds.test.ts',
]
const project = join(import.meta.dirname, '../..')

let copy = ''
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'nonet-broken-'))
  for (const part of parts) await cp(join(project, part), join(copy, part), {recursive: true})
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rm(copy, {recursive: true, force: true, maxRetries: 3}))

test('the copy without a fault passes', async () => {
  expect(await run()).toMatchObject({failed: 0, passed: expect.any(Number)})
})

test.each(faults)('$name: noticed', async ({file, from, to}) => {
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  expect(text.split(from)).toHaveLength(2)
  await writeFile(path, text.replace(from, to))
  try {
    expect((await run()).failed).toBeGreaterThan(0)
  } finally {
    await writeFile(path, text)
  }
})

/** Runs the tests of permissions in the copy. A run that could not start is an error, not a failed test. */
async function run(): Promise<{failed: number; passed: number}> {
  const report = join(copy, 'report.json')
  await rm(report, {force: true})
  const vitest = join(project, 'node_modules/vitest/vitest.mjs')
  const options = [
    'run',
    '--root',
    copy,
    '--retry=0',
    '--bail=1',
    '--reporter=json',
    `--outputFile=${report}`,
    ...suites,
  ]
  await new Promise(done => execFile(process.execPath, [vitest, ...options], {cwd: copy}, done))
  const {numFailedTests, numPassedTests} = JSON.parse(await readFile(report, 'utf8'))
  expect(numFailedTests + numPassedTests).toBeGreaterThan(0)
  return {failed: numFailedTests, passed: numPassedTests}
}
