/** A real server under load that is killed, or whose disk fails, and the invariants to check afterwards. */
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {sql} from 'kysely'
import {expect, onTestFinished} from 'vitest'
import {openStore} from '../../src/store/open.ts'
import {ended, newFolder, nonet, nonetServing, type Running} from './cli.ts'

const document = `# Notes

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Notes | /notes | list of Note | Keeper |
| New note | /notes/new | form for Note | Keeper |

### Notes

- sort: -created

## 3. Entities

### Note

| Field | Type | Required |
|---|---|---|
| name | text 1..60 | yes |
| text | long text | |

## 6. Roles

| Role | Joins by |
|---|---|
| Keeper | invitation |

| Role | May | On |
|---|---|---|
| Keeper | all | Note |

## 9. Limits

| Name | Value |
|---|---|
`

const person = {email: 'kim@example.com', password: 'staple-horse-lamp'}

export class Notes {
  readonly address: string
  /** Names of notes whose saving was acknowledged, and of those with an unknown outcome. */
  readonly acknowledged = new Set<string>()
  readonly refused = new Set<string>()
  private readonly path: string
  private cookie = ''
  private count = 0

  private constructor(address: string, path: string) {
    this.address = address
    this.path = path
  }

  static async on(address: string, more: {readonly limits?: string} = {}): Promise<Notes> {
    const path = join(newFolder(), 'app.md')
    const {limits = '| REQUESTS_PER_MINUTE | 1000000 |'} = more
    writeFileSync(path, `${document}${limits}\n`)
    const who = ['--email', person.email, '--name', 'Kim', '--role', 'Keeper', '--password-stdin']
    const added = await nonet(['user', 'add', path, '--db', address, ...who], {input: `${person.password}\n`})
    expect(added).toMatchObject({code: 0})
    return new Notes(address, path)
  }

  async serve(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Running> {
    const server = await nonetServing(['run', this.path, '--db', this.address, ...args], {env})
    // Also if the test fails in between.
    onTestFinished(() => void server.child.kill('SIGKILL'))
    if (this.cookie === '') await this.signIn(server.url)
    return server
  }

  private async signIn(url: string): Promise<void> {
    const answer = await fetch(`${url}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({_action: 'sign in', ...person}),
      redirect: 'manual',
      headers: {'sec-fetch-site': 'same-origin'},
    })
    expect(answer.status).toBe(303)
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  }

  /** In the format that a browser sends. */
  get cookies(): string {
    return this.cookie
  }

  async page(url: string, path: string): Promise<{status: number; text: string}> {
    const answer = await fetch(`${url}${path}`, {headers: {cookie: this.cookie}, redirect: 'manual'})
    return {status: answer.status, text: await answer.text()}
  }

  /** The status of the response, or null without one. */
  async save(url: string): Promise<{status: number; text: string} | null> {
    this.count += 1
    const name = `note ${this.count}`
    try {
      const answer = await fetch(`${url}/notes/new`, {
        method: 'POST',
        body: new URLSearchParams({_action: 'create', name, text: 'lorem ipsum '.repeat(300)}),
        redirect: 'manual',
        headers: {'sec-fetch-site': 'same-origin', cookie: this.cookie},
      })
      const text = await answer.text()
      if (answer.status === 303) this.acknowledged.add(name)
      else if (answer.status === 507) this.refused.add(name)
      return {status: answer.status, text}
    } catch {
      return null
    }
  }

  /** Saves continuously with several workers until it is stopped. */
  load(url: string, workers = 4): {end(): Promise<ReadonlyMap<number, number>>} {
    let going = true
    const statuses = new Map<number, number>()
    const work = async () => {
      while (going) {
        const status = (await this.save(url))?.status ?? 0
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 0) return
      }
    }
    const all = Promise.all(Array.from({length: workers}, work))
    return {
      async end() {
        going = false
        await all
        return statuses
      },
    }
  }

  /** Every acknowledged note exists exactly once, no rejected one exists, and the database is consistent. */
  async inspect(): Promise<void> {
    const store = await openStore(this.address)
    try {
      await store.read(async db => {
        if (store.database === 'sqlite') {
          expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{integrity_check: 'ok'}])
          expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
        }
        const {rows} = await sql<{
          name: unknown
          n: unknown
        }>`select name, count(*) as n from note group by name`.execute(db)
        const there = new Map(rows.map(({name, n}) => [String(name), Number(n)]))
        expect([...this.acknowledged].filter(name => !there.has(name))).toEqual([])
        expect([...this.refused].filter(name => there.has(name))).toEqual([])
        expect([...there].filter(([, n]) => n > 1)).toEqual([])
      })
    } finally {
      await store.close()
    }
  }
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Repeatedly kills the server while people save. */
export async function killServers(address: string, kills: number): Promise<number> {
  const notes = await Notes.on(address)
  for (let kill = 0; kill < kills; kill += 1) {
    const {url, child} = await notes.serve()
    const before = notes.acknowledged.size
    const load = notes.load(url)
    while (notes.acknowledged.size === before) await pause(5)
    await pause(Math.random() * 250)
    child.kill('SIGKILL')
    await ended(child)
    await load.end()
    await notes.inspect()
  }
  return notes.acknowledged.size
}

export {pause}
