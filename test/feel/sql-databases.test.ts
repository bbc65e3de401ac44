/** The databases of tests: fresh, isolated, and removed afterwards. */
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {fileURLToPath} from 'node:url'
import pg from 'pg'
import {describe, expect, test} from 'vitest'
import {databases} from '../kit/databases.ts'

describe.each(databases)('$name', ({open}) => {
  test('is empty and not shared with another test', async () => {
    const [one, other] = [await open(), await open()]
    await one.run('create table t (n integer)')
    await one.run('insert into t values (1)')
    await other.run('create table t (n integer)')
    expect((await one.rows('select count(*) as c from t')).map(({c}) => Number(c))).toEqual([1])
    expect((await other.rows('select count(*) as c from t')).map(({c}) => Number(c))).toEqual([0])
    await one.close()
    await other.close()
  })
})

describe('the PostgreSQL server of a run', () => {
  const kit = fileURLToPath(new URL('../kit/postgres.ts', import.meta.url))
  const starts = `const {startPostgres} = await import(${JSON.stringify(kit)}); const server = await startPostgres(); console.log(server.url);`

  /** A process that starts a server, prints its address, and continues with `then`. */
  async function runWith(then: string) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', starts + then], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [url] = await once(child.stdout, 'data')
    return {child, url: String(url).trim()}
  }

  async function answers(url: string): Promise<boolean> {
    const client = new pg.Client({connectionString: url})
    // A server that stops during a response reports it here.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      return false
    }
  }

  async function isGoneSoon(url: string): Promise<boolean> {
    for (let tries = 0; tries < 50; tries++) {
      if (!(await answers(url))) return true
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    return false
  }

  test('does not change the exit code of the run', async () => {
    const {child, url} = await runWith('process.exitCode = 3; await server.stop()')
    const [code] = await once(child, 'exit')
    expect(code).toBe(3)
    expect(await answers(url)).toBe(false)
  })

  test('stops when the run is killed', async () => {
    const {child, url} = await runWith('setInterval(() => {}, 1000)')
    expect(await answers(url)).toBe(true)
    child.kill('SIGKILL')
    expect(await isGoneSoon(url)).toBe(true)
  })
})
