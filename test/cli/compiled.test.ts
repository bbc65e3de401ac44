/** What is compiled is kept beside the command, and only ever makes it faster. */
import {cpSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {newFolder, nonet, nonetServing} from '../kit/cli.ts'

/** A command of one's own. */
function copied(): {dist: string; compiled: () => string[]} {
  const dist = join(newFolder(), 'dist')
  cpSync('dist', dist, {recursive: true})
  const compiled = () =>
    readdirSync(dist)
      .filter(name => name.startsWith('main-'))
      .map(name => join(dist, name))
  return {dist, compiled}
}

describe('what is compiled of the command', () => {
  test('lies beside it from its build on', () => {
    const [file = '', ...others] = copied().compiled()
    expect(others).toEqual([])
    expect(file).toContain(`${process.version}-${process.arch}`)
    expect(statSync(file).size).toBeGreaterThan(500_000)
  })

  test('counts for nothing where it is damaged, and is written anew by whoever serves', async () => {
    const {dist, compiled} = copied()
    const [file = ''] = compiled()
    const whole = readFileSync(file)
    for (const damaged of [
      Buffer.alloc(0),
      Buffer.from('not compiled'),
      whole.subarray(0, 100_000),
      Buffer.concat([whole, whole]),
    ]) {
      writeFileSync(file, damaged)
      expect((await nonet(['--help'], {dist})).code).toBe(0)
      expect(readFileSync(file).equals(damaged)).toBe(true)
    }
    const server = await nonetServing(['run', join(process.cwd(), 'apps/time-off/app.md')], {dist})
    expect((await fetch(`${server.url}/sign-in`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(compiled()).toEqual([file])
    expect(statSync(file).size).toBeGreaterThan(500_000)
  })

  test('is no part of another build', async () => {
    const {dist, compiled} = copied()
    const main = join(dist, 'main.js')
    const text = readFileSync(main, 'utf8')
    const changed = text.replace('Nonet runs a nine-point', 'Ninet runs a nine-point')
    expect(changed).not.toBe(text)
    writeFileSync(main, changed)
    const [file = ''] = compiled()
    // A build has a name of its own, which `nonet.js` knows.
    const begin = join(dist, 'nonet.js')
    writeFileSync(begin, readFileSync(begin, 'utf8').replace(/"[0-9a-f]{64}"/, `"${'0'.repeat(64)}"`))
    expect((await nonet(['--help'], {dist})).out).toContain('Ninet runs')
    expect(compiled()).toEqual([file])
  })
})
