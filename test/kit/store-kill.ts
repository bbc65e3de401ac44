/** Kills a process that writes and migrates, at a random time, and inspects the result. */
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {sql} from 'kysely'
import {expect} from 'vitest'
import {openStore} from '../../src/store/open.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import type {Store} from '../../src/store/store.ts'
import {insertRecord, recordsOf} from './store-document.ts'
import {type Shape, shapeOf} from './store-shape.ts'
import {victimDocuments} from './store-victim-documents.ts'

const script = fileURLToPath(new URL('store-victim.ts', import.meta.url))

export interface KillOptions {
  readonly make: () => Promise<string>
  readonly kills: number
  /** Milliseconds after an output within which it is killed. */
  readonly within: number
}

/** How often it was killed with the first, and with the second document in force. */
export async function killOften({make, kills, within}: KillOptions): Promise<{left: number[]; records: number}> {
  const address = await make()
  const shapes = await Promise.all(victimDocuments.map(document => freshShape(make, document)))
  const acknowledged = await begin(address)
  const left = victimDocuments.map(() => 0)
  for (let kill = 0; kill < kills; kill++) {
    // A round is a migration and three records for each of the two documents: eight lines.
    const lines = 1 + Math.floor(Math.random() * 9)
    const moment = {lines, delay: Math.random() * within, first: acknowledged.size}
    for (const [id, number] of await killOne(address, moment)) acknowledged.set(id, number)
    const store = await openStore(address)
    try {
      const found = await inspect(store, shapes, acknowledged)
      left[found] = (left[found] ?? 0) + 1
    } finally {
      await store.close()
    }
  }
  return {left, records: acknowledged.size}
}

async function freshShape(
  make: KillOptions['make'],
  {specification}: (typeof victimDocuments)[number],
): Promise<Shape> {
  const store = await openStore(await make())
  await prepare(store, specification)
  const shape = await shapeOf(store)
  await store.close()
  return shape
}

/** Enough records that a migration takes a while. */
async function begin(address: string): Promise<Map<string, number>> {
  const [document] = victimDocuments
  const store = await openStore(address)
  const acknowledged = new Map<string, number>()
  if (!document) throw new Error('There is no document.')
  await prepare(store, document.specification)
  await store.transaction(async db => {
    for (let number = 0; number < 600; number++) {
      const record = {specification: document.specification, name: document.entity, values: document.values(number)}
      acknowledged.set(await insertRecord(db, store.database, record), number)
    }
  })
  await store.close()
  return acknowledged
}

interface Killing {
  /** The lines of output to wait for, so that a slow machine is not killed before it has started. */
  readonly lines: number
  /** Milliseconds after that. */
  readonly delay: number
  /** The number of its first record. */
  readonly first: number
}

async function killOne(address: string, {lines, delay, first}: Killing): Promise<Map<string, number>> {
  const victim = spawn(process.execPath, [script, address, String(first)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'compiled')},
  })
  let said = ''
  let complained = ''
  victim.stderr.on('data', chunk => {
    complained += String(chunk)
  })
  const reached = new Promise<void>(resolve => {
    victim.stdout.on('data', chunk => {
      said += String(chunk)
      if (said.split('\n').length > lines) resolve()
    })
  })
  const ended = once(victim, 'close')
  await Promise.race([reached, ended])
  await new Promise(resolve => setTimeout(resolve, delay))
  victim.kill('SIGKILL')
  const [, signal] = await ended
  if (signal !== 'SIGKILL') throw new Error(`The victim died unexpectedly: ${complained}`)
  const acks = [...said.matchAll(/^ack (\S+) (\d+)\n/gm)]
  return new Map(acks.map(([, id = '', number]) => [id, Number(number)]))
}

/** Which of the two documents is in force, after checking consistency. */
async function inspect(
  store: Store,
  shapes: readonly Shape[],
  acknowledged: ReadonlyMap<string, number>,
): Promise<number> {
  if (store.database === 'sqlite') await intact(store)
  else await noneElse(store)
  const shape = await shapeOf(store)
  const found = victimDocuments.findIndex(({entity}) => entity.toLowerCase() in shape)
  const document = victimDocuments[found]
  if (!document) throw new Error(`Neither document is in force: ${Object.keys(shape)}.`)
  expect(shape).toEqual(shapes[found])
  expect(await prepare(store, document.specification)).toMatchObject({kind: 'ready', changed: false})
  const records = await recordsOf(store, document.specification, document.entity)
  const kept = Object.fromEntries([...acknowledged.keys()].map(id => [id, records[id]]))
  expect(kept).toEqual(Object.fromEntries([...acknowledged].map(([id, number]) => [id, document.values(number)])))
  return found
}

async function intact(store: Store): Promise<void> {
  await store.read(async db => {
    expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{integrity_check: 'ok'}])
    expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
  })
}

/** The server notices only after a while that the client is gone, and may finish a commit until then. */
async function noneElse(store: Store): Promise<void> {
  const others = sql<{n: unknown}>`select count(*) as n from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and application_name = 'nonet'
    and pid <> pg_backend_pid()`
  for (;;) {
    const {rows} = await store.read(db => others.execute(db))
    if (Number(rows[0]?.n) === 0) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
