/** What a served document takes of the memory: the process begins again with a small young generation. */
import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it, onTestFinished} from 'vitest'
import {newFolder, nonetServing} from '../kit/cli.ts'

async function flagsOf(env: Record<string, string>): Promise<string[]> {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'app.md'), '# Desk\n')
  const running = await nonetServing(['run', 'app.md'], {cwd, env})
  onTestFinished(async () => void (await running.stop()))
  const command = readFileSync(`/proc/${running.child.pid}/cmdline`, 'utf8').split('\0')
  return command.filter(text => text.startsWith('--max-semi'))
}

it('is bounded, in the process that was started', async () => {
  expect(await flagsOf({})).toEqual(['--max-semi-space-size=16'])
})

it('is left as it was chosen', async () => {
  expect(await flagsOf({NODE_OPTIONS: '--max-semi-space-size=64'})).toEqual([])
})
