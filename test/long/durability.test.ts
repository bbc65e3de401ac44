/**
 * Acknowledged changes survive kills, full disks and disks that do not sync. `NONET_KILLS` and `NONET_FAULTS` set the
 * numbers. Faults are injected into the system calls of the processes that write: the server itself on SQLite, its
 * backends on PostgreSQL.
 */
import {spawnSync} from 'node:child_process'
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {sql} from 'kysely'
import {beforeAll, describe, expect, it} from 'vitest'
import {databaseAddress, openStore} from '../../src/store/open.ts'
import {ended, type Running} from '../kit/cli.ts'
import {killServers, Notes, pause} from '../kit/durability.ts'
import {brokenSync, fullDisk, inject, needStrace} from '../kit/faults.ts'
import {startPostgres} from '../kit/postgres.ts'
import {sqlite, stores} from '../kit/store-databases.ts'

const kills = Number(process.env.NONET_KILLS ?? 200)
const faults = Number(process.env.NONET_FAULTS ?? 20)
const hour = {timeout: 60 * 60_000}

const pidOf = ({child}: Running): number => child.pid ?? 0

describe.each(stores)('a server that is killed under load on $name', ({make}) => {
  it(`keeps every acknowledged change, ${kills} times`, hour, async () => {
    expect(await killServers(await make(), kills)).toBeGreaterThan(kills)
  })
})

describe('a disk of a SQLite database', () => {
  beforeAll(needStrace)

  const begun = async () => {
    const address = await sqlite.make()
    const place = databaseAddress(address)
    const file = place.database === 'sqlite' ? place.file : ''
    return {notes: await Notes.on(address), paths: ['', '-wal', '-shm'].map(end => `${file}${end}`)}
  }

  it(
    `that is full ${faults} times: one clear error page, reading works, and so does saving afterwards`,
    hour,
    async () => {
      const {notes, paths} = await begun()
      const server = await notes.serve()
      for (let fault = 0; fault < faults; fault += 1) {
        expect((await notes.save(server.url))?.status).toBe(303)
        const load = notes.load(server.url, 2)
        const {failed, repair} = await inject([pidOf(server)], {...fullDisk, paths})
        await failed
        const refused = await notes.save(server.url)
        expect(refused?.status).toBe(507)
        expect(refused?.text).toContain('the server is out of disk space')
        for (const path of ['/notes', '/notes/new', '/sign-in'])
          expect([200, 302, 303]).toContain((await notes.page(server.url, path)).status)
        expect((await notes.page(server.url, '/notes')).text).toMatch(/note \d+/)
        // Before strace lets go: a call that it has begun to refuse would fail with another error than that of a full disk.
        const statuses = await load.end()
        await repair()
        expect([...statuses.keys()].filter(status => status !== 303 && status !== 507)).toEqual([])
        expect((await notes.save(server.url))?.status).toBe(303)
        await notes.inspect()
      }
      expect(server.read().out).toContain('There is no room left for the database.')
      await server.stop()
      await notes.inspect()
      expect(notes.refused.size).toBeGreaterThanOrEqual(faults)
    },
  )

  it(
    `that does not sync ${faults} times: nothing acknowledged is lost, even if the server is killed then`,
    hour,
    async () => {
      const {notes, paths} = await begun()
      for (let fault = 0; fault < faults; fault += 1) {
        const server = await notes.serve()
        const load = notes.load(server.url, 2)
        const {failed, repair} = await inject([pidOf(server)], {...brokenSync, paths})
        await failed
        const refused = await notes.save(server.url)
        expect(refused?.status).toBe(503)
        expect((await notes.page(server.url, '/notes')).status).toBe(200)
        if (fault % 2 === 0) {
          await repair()
          await load.end()
          expect((await notes.save(server.url))?.status).toBe(303)
          await server.stop()
        } else {
          server.child.kill('SIGKILL')
          await ended(server.child)
          await Promise.all([repair(), load.end()])
        }
        await notes.inspect()
      }
    },
  )
})

describe('a disk of a PostgreSQL database', () => {
  beforeAll(needStrace)

  it(
    `that is full ${faults} times: one clear error page, reading works, and so does saving afterwards`,
    hour,
    async () => {
      const postgres = await startPostgres({durable: true})
      try {
        const notes = await Notes.on(postgres.url)
        const server = await notes.serve()
        for (let fault = 0; fault < faults; fault += 1) {
          expect((await notes.save(server.url))?.status).toBe(303)
          const load = notes.load(server.url, 2)
          const {failed, repair} = await inject(processesOf(postgres.folder), {
            ...fullDisk,
            paths: await tableFiles(postgres.url, postgres.folder),
          })
          await failed
          const refused = await firstRefusal(notes, server.url)
          expect(refused).toMatchObject({status: 507, text: expect.stringContaining('the server is out of disk space')})
          expect((await notes.page(server.url, '/notes')).status).toBe(200)
          await repair()
          await load.end()
          expect((await notes.save(server.url))?.status).toBe(303)
          await notes.inspect()
        }
        await server.stop()
      } finally {
        await postgres.stop()
      }
    },
  )

  it(`that does not sync ${faults} times: it restarts, and nothing acknowledged is lost`, hour, async () => {
    const postgres = await startPostgres({durable: true})
    try {
      const notes = await Notes.on(postgres.url)
      const server = await notes.serve()
      for (let fault = 0; fault < faults; fault += 1) {
        await untilSaved(notes, server.url)
        const load = notes.load(server.url, 2)
        const {failed, repair} = await inject(processesOf(postgres.folder), {
          ...brokenSync,
          paths: readdirSync(join(postgres.folder, 'pg_wal')).map(name => join(postgres.folder, 'pg_wal', name)),
        })
        // It panics, and recovers from the data on disk, which must not fail again.
        await failed
        await repair()
        await load.end()
        await untilSaved(notes, server.url)
        await notes.inspect()
      }
      await server.stop()
    } finally {
      await postgres.stop()
    }
  })
})

/** The postmaster and all its child processes. */
function processesOf(folder: string): number[] {
  const [postmaster = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  const {stdout} = spawnSync('ps', ['-o', 'pid=', '--ppid', postmaster], {encoding: 'utf8'})
  return [postmaster, ...stdout.split('\n')].map(Number).filter(pid => pid > 0)
}

/**
 * The files of all our tables and indexes: the WAL is treated as if it were on another disk. If that is full,
 * PostgreSQL stops.
 */
async function tableFiles(url: string, folder: string): Promise<string[]> {
  const store = await openStore(url)
  try {
    const {rows} = await store.read(db =>
      sql<{
        path: unknown
      }>`select pg_relation_filepath(c.oid) as path from pg_class c left join pg_class o on o.reltoastrelid = c.oid where c.relkind in ('r', 'i', 't') and (c.relnamespace = 'public'::regnamespace or o.relnamespace = 'public'::regnamespace)`.execute(
        db,
      ),
    )
    return rows.map(({path}) => join(folder, String(path)))
  } finally {
    await store.close()
  }
}

async function firstRefusal(notes: Notes, url: string) {
  for (;;) {
    const answer = await notes.save(url)
    if (answer?.status !== 303) return answer
  }
}

async function untilSaved(notes: Notes, url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await notes.save(url))?.status === 303) return
    await pause(100)
  }
  throw new Error('nothing can be saved any more')
}
