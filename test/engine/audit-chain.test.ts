/** The chain of the audit log: what it covers, what is found out, and writing by many at once. */
import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {
  type Collector,
  readHead,
  removeOldEntries,
  sealEntries,
  sendEntries,
} from '../../src/engine/audit/audit-chain.ts'
import type {AuditLog} from '../../src/engine/audit/audit-log.ts'
import {verifyChain} from '../../src/engine/audit/audit-verify.ts'
import {type Actor, type Engine, operator} from '../../src/screens/testing.ts'
import {openStore} from '../../src/store/open.ts'
import {type Db, queryRows} from '../../src/store/sql.ts'
import {engineOf, person} from '../kit/engine.ts'
import {opened, stores} from '../kit/store-databases.ts'

const document = `# Desk

## 3. Entities and their fields

### Thing

| Field | Type |
|---|---|
| name | text |

## 6. Roles and permissions

- audit log: Lead

| Role | Joins by |
|---|---|
| Lead | invitation |

| Role | May | On |
|---|---|---|
| Lead | create, read, update, delete | Thing, User |
`

const ada = '01970000-0000-7000-8000-000000000001'
const lead: Actor = person(ada, 'Lead')

function logOf(engine: Engine): AuditLog {
  if (!engine.audit) throw new Error('there is no audit log')
  return engine.audit
}

describe.each(stores)('the chain of the audit log, on $name', ({make}) => {
  async function desk(entries = 6) {
    const address = await make()
    const {engine, store, clock} = await engineOf({document, address})
    const log = logOf(engine)
    for (let at = 1; at <= entries; at += 1) {
      clock.now += 60_000
      await log.report({kind: 'roles', by: lead, about: ada, details: {name: `change ${at}`}})
    }
    await sealEntries(store)
    const tamper = (work: (db: Db) => Promise<unknown>) => store.transaction(work)
    const entryAt = async (number: number) => {
      const [row] = await store.readOne(
        db => queryRows(db)`select entry from nonet_audit_seal where number = ${number}`,
      )
      return String(row?.[0])
    }
    const problems = async (...anchor: [number, string] | []) => {
      const [number, digest] = anchor
      const verified = await verifyChain(store, number === undefined ? null : {number, digest: digest ?? ''})
      return verified.problems.map(({kind, number: at, ...more}) =>
        [kind, at, ...('to' in more && more.to !== at ? [more.to] : []), ...('from' in more ? [more.from] : [])].join(
          ' ',
        ),
      )
    }
    return {address, engine, store, clock, log, tamper, entryAt, problems}
  }

  it('is whole as it was written, and says where it ends', async () => {
    const {store, problems} = await desk()
    expect(await problems()).toEqual([])
    const head = await store.readOne(readHead)
    expect(await verifyChain(store)).toMatchObject({first: 1, last: 6, digest: head.digest, waiting: 0})
  })

  it('names an entry that was changed, in each of its columns', async () => {
    const {tamper, entryAt, problems} = await desk()
    const changes = [
      sql`at = '2020-01-01T00:00:00.000Z'`,
      sql`kind = 'key'`,
      sql`outcome = 'refused'`,
      sql`actor = 'operator'`,
      sql`person = null`,
      sql`about = '01970000-0000-7000-8000-000000000002'`,
      sql`address = '10.0.0.1'`,
      sql`details = '{}'`,
    ]
    for (const change of changes) {
      const [kept] = (await tamper(async db => {
        const {rows} = await sql<
          Record<string, unknown>
        >`select * from nonet_audit where id = ${await entryAt(3)}`.execute(db)
        await sql`update nonet_audit set ${change} where id = ${await entryAt(3)}`.execute(db)
        return rows
      })) as Record<string, unknown>[]
      expect(await problems()).toEqual(['changed 3'])
      await tamper(async db => {
        await sql`delete from nonet_audit where id = ${await entryAt(3)}`.execute(db)
        await db
          .insertInto('nonet_audit')
          .values(kept ?? {})
          .execute()
      })
      expect(await problems()).toEqual([])
    }
  })

  it('names entries that were removed, with or without their places in the chain', async () => {
    const {tamper, entryAt, problems} = await desk()
    const second = await entryAt(2)
    await tamper(db => sql`delete from nonet_audit where id = ${second}`.execute(db))
    expect(await problems()).toEqual(['removed 2'])
    await tamper(db => sql`delete from nonet_audit_seal where number in (2, 4, 5)`.execute(db))
    expect(await problems()).toEqual(['removed 2', 'removed 4 5'])
    await tamper(db => sql`delete from nonet_audit_seal where number = 1`.execute(db))
    expect(await problems()).toEqual(['removed 1 2', 'removed 4 5'])
  })

  it('finds an entry that was removed and takes a new place at the end', async () => {
    const {store, tamper, problems} = await desk()
    await tamper(db => sql`delete from nonet_audit_seal where number = 4`.execute(db))
    expect(await sealEntries(store)).toBe(1)
    expect(await problems()).toEqual(['removed 4'])
  })

  it('names entries that changed places', async () => {
    const {tamper, entryAt, problems} = await desk()
    const fifth = await entryAt(5)
    await tamper(async db => {
      await sql`delete from nonet_audit_seal where number = 5`.execute(db)
      await sql`update nonet_audit_seal set entry = ${fifth} where number = 2`.execute(db)
    })
    expect(await problems()).toEqual(['changed 2', 'removed 5'])
    const other = await desk()
    const [one, two] = [await other.entryAt(2), await other.entryAt(5)]
    const digests = await other.store.readOne(
      db => queryRows(db)`select digest from nonet_audit_seal where number in (2, 5) order by number`,
    )
    await other.tamper(async db => {
      await sql`delete from nonet_audit_seal where number in (2, 5)`.execute(db)
      await sql`insert into nonet_audit_seal (number, entry, digest) values (2, ${two}, ${digests[0]?.[0]}), (5, ${one}, ${digests[1]?.[0]})`.execute(
        db,
      )
    })
    expect(await other.problems()).toEqual(['moved 2 5', 'moved 5 2'])
  })

  it('finds a chain that was cut off, also at its end in another row, by a place that was noted elsewhere', async () => {
    const {store, tamper, problems} = await desk()
    const {number, digest} = await store.readOne(readHead)
    const cut = async (db: Db) => {
      await sql`delete from nonet_audit where id in (select entry from nonet_audit_seal where number > 4)`.execute(db)
      await sql`delete from nonet_audit_seal where number > 4`.execute(db)
    }
    await tamper(cut)
    expect(await problems()).toEqual(['cut off 5 6'])
    const [row] = await store.readOne(db => queryRows(db)`select digest from nonet_audit_seal where number = 4`)
    await tamper(db => sql`update nonet_audit_head set number = 4, digest = ${String(row?.[0])}`.execute(db))
    expect(await problems()).toEqual([])
    expect(await problems(number, digest)).toEqual(['cut off 5 6'])
    await tamper(db => sql`delete from nonet_audit_head`.execute(db))
    expect(await problems()).toEqual(['other chain 0'])
  })

  it('finds a chain that was written again from an entry on, by a place that was noted elsewhere', async () => {
    const {store, log, tamper, problems} = await desk()
    const {number, digest} = await store.readOne(readHead)
    await tamper(async db => {
      await sql`delete from nonet_audit`.execute(db)
      await sql`delete from nonet_audit_seal`.execute(db)
      await sql`delete from nonet_audit_head`.execute(db)
    })
    for (let at = 0; at < 8; at += 1) await log.report({kind: 'roles', by: operator, about: ada})
    await sealEntries(store)
    expect(await problems()).toEqual([])
    expect(await problems(number, digest)).toEqual(['other chain 6'])
  })

  it('goes on after old entries were removed, and finds out if more were removed than it says', async () => {
    const {store, clock, tamper, entryAt, problems} = await desk()
    const third = await store.readOne(db => queryRows(db)`select digest from nonet_audit_seal where number = 3`)
    // The fourth was written two minutes before now.
    const before = clock.now - 2.5 * 60_000
    expect(await removeOldEntries(store, {before, now: clock.now})).toBe(3)
    expect(await removeOldEntries(store, {before, now: clock.now})).toBe(0)
    expect(await problems()).toEqual([])
    expect(await problems(3, String(third[0]?.[0]))).toEqual([])
    expect(await problems(3, 'another')).toEqual(['other chain 3'])
    expect(await verifyChain(store)).toMatchObject({first: 4, last: 7})
    const fourth = await entryAt(4)
    await tamper(db => sql`update nonet_audit set kind = 'key' where id = ${fourth}`.execute(db))
    expect(await problems()).toEqual(['changed 4'])
    await tamper(db => sql`delete from nonet_audit_seal where number = 4`.execute(db))
    expect(await problems()).toEqual(['removed 4'])
  })

  it('removes everything that is old, and then has the entry about it', async () => {
    const {store, clock, problems} = await desk()
    expect(await removeOldEntries(store, {before: clock.now + 1, now: clock.now})).toBe(6)
    expect(await problems()).toEqual([])
    expect(await verifyChain(store)).toMatchObject({first: 7, last: 7})
  })

  it('has every entry once when many write and several seal at once', async () => {
    const {address, engine, store, log, problems} = await desk(0)
    const second = await opened(address)
    const third = await openStore(address)
    let isWriting = true
    const sealing = [store, second, third].map(async each => {
      while (isWriting) {
        await sealEntries(each)
        await new Promise(go => setTimeout(go, 1))
      }
    })
    let attempts = 0
    const writing = Array.from({length: 60}, (_, at) =>
      engine.unit(async ({db}) => {
        attempts += 1
        await log.note(db, {kind: 'sign-in', by: lead, details: {name: String(at)}})
        // Beside what a sign-in writes of its own.
        await sql`insert into nonet_browser (token, person, last) values (${String(at)}, ${ada}, '2026-03-10T09:00:00.000Z')`.execute(
          db,
        )
      }),
    )
    await Promise.all(writing)
    isWriting = false
    await Promise.all(sealing)
    await sealEntries(store)
    await third.close()
    expect(await problems()).toEqual([])
    expect(await verifyChain(store)).toMatchObject({first: 1, last: 60, waiting: 0})
    // Transactions that write entries do not conflict with each other, nor with those that seal.
    expect(attempts).toBe(60)
  })

  it('is without the entry of a transaction that was rolled back', async () => {
    const {engine, store, log, problems} = await desk(1)
    const failing = engine.unit(async ({db}) => {
      await log.note(db, {kind: 'key', by: lead})
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await sealEntries(store)
    expect(await verifyChain(store)).toMatchObject({last: 1, waiting: 0})
    expect(await problems()).toEqual([])
  })

  it('is handed to a log collector, each line at least once and in order, with its place', async () => {
    const {store, log} = await desk(3)
    const lines: string[] = []
    const collector: Collector = async text => void lines.push(...text.trim().split('\n'))
    const broken: Collector = async () => {
      throw new Error('the disk is full')
    }
    await expect(sendEntries(store, broken)).rejects.toThrow('full')
    expect(await sendEntries(store, collector)).toBe(3)
    expect(await sendEntries(store, collector)).toBe(0)
    await log.report({kind: 'key', by: lead, details: {before: 'made\nforged line', name: 'A "key"'}})
    await sealEntries(store)
    await sendEntries(store, collector)
    const read = lines.map(line => JSON.parse(line))
    expect(read.map(({audit}) => audit)).toEqual([1, 2, 3, 4])
    const head = await store.readOne(readHead)
    expect(read[3]).toMatchObject({
      ...{kind: 'key', outcome: 'done', actor: 'person', person: ada, digest: head.digest},
      details: {before: 'made forged line', name: 'A "key"'},
    })
  })

  it('keeps origin, refusals once in a minute with their number, and no text that is not one line', async () => {
    const {clock, store, log} = await desk(0)
    const refusal = {kind: 'call', by: lead, details: {call: 'List things'}} as const
    await log.during({address: '10.1.2.3'}, async () => {
      for (let at = 0; at < 5; at += 1) await log.reportRefusal(refusal)
      clock.now += 61_000
      await log.reportRefusal(refusal)
      await log.reportRefusal({...refusal, details: {call: 'Other'}})
    })
    await log.report({
      kind: 'key',
      by: operator,
      details: {name: `a${String.fromCharCode(0)}b\u2028c\ud800${'x'.repeat(999)}`},
    })
    const {rows} = await store.readOne(db =>
      sql<Record<string, unknown>>`select outcome, address, actor, details from nonet_audit order by id`.execute(db),
    )
    expect(rows.map(row => [row['outcome'], row['address'], row['actor']])).toEqual([
      ['refused', '10.1.2.3', 'person'],
      ['refused', '10.1.2.3', 'person'],
      ['refused', '10.1.2.3', 'person'],
      ['done', null, 'operator'],
    ])
    const details = rows.map(row => JSON.parse(String(row['details'])))
    expect(details.slice(0, 3)).toEqual([{call: 'List things'}, {call: 'List things', repeated: '4'}, {call: 'Other'}])
    expect(details[3].name).toMatch(/^a b c\ufffdx{294}$/)
    expect(details[3].name.length).toBeLessThanOrEqual(300)
  })
})

describe('without a role that sees it', () => {
  it('no audit log is kept', async () => {
    const plain = document.replace('- audit log: Lead\n\n', '')
    const [{make}] = stores.slice(0, 1) as [(typeof stores)[number]]
    const {engine} = await engineOf({document: plain, address: await make()})
    expect(engine.audit).toBeNull()
  })
})
