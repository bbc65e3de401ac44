/** Open pages after changes of many records: in bulk, by an import, undone, and of another process. */
import {describe, expect, it, vi} from 'vitest'
import {addWithPassword} from '../../../src/accounts/admin.ts'
import {importCsv} from '../../../src/engine/csv/import.ts'
import type {RecordData} from '../../../src/features/records/data.ts'
import {operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, updating} from '../../kit/engine.ts'
import {followPage, quietWhile} from '../../kit/live.ts'
import {Client} from '../../kit/people.ts'
import {stores} from '../../kit/store-databases.ts'
import {officeOf, password} from '../../kit/undo.ts'

const notes = `# Notes

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Notes | / | list of Note | signed in |
| Note | /notes/:number | record of Note | signed in |

## 3. Entities

### Note

- named by: title

| Field | Type | Required |
|---|---|---|
| number | serial | |
| title | text 1..60 | yes |
| owner | User | |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Member | | sign-up |

| Role | May | On | Where |
|---|---|---|---|
| Member | all | Note | owner = me |
| Member | read | User | |
`

/** More than the rows that a commit tells. */
const many = 60

describe.each(stores)('an open page on $name', ({make}) => {
  async function office() {
    const address = await make(notes)
    const fixture = await officeOf(address, {document: notes})
    const {engine, ada} = fixture
    const open = async (name: string, path = '/') => {
      const client = new Client(fixture)
      await client.signIn(`${name.toLowerCase()}@example.com`, password)
      return {client, page: await followPage(client, path)}
    }
    const ofAda = (count: number) =>
      engine.change(
        operator,
        Array.from({length: count}, (_, at) => creating('Note', {title: `Note ${at}`, owner: ada})),
      )
    return {...fixture, address, open, ofAda}
  }

  it('is notified once of a change of many records, and others are not', async () => {
    const {engine, open, ofAda} = await office()
    const made = await ofAda(many)
    done(made)
    const [{page: hers}, {page: his}] = [await open('Ada'), await open('Bo')]
    const changes = (made.ok ? made.records : []).map(each => updating('Note', each, {title: 'Renamed'}))
    done(await engine.change(operator, changes))
    await expect.poll(() => hers.events).toEqual(['changed'])
    await quietWhile()
    expect([hers.events, his.events]).toEqual([['changed'], []])
  })

  it('is notified of an import that brings records of its person', async () => {
    const {engine, open} = await office()
    const [{page: hers}, {page: his}] = [await open('Ada'), await open('Bo')]
    const lines = Array.from({length: many}, (_, at) => `Import ${at},ada@example.com`)
    const bytes = new TextEncoder().encode(`title,owner\n${lines.join('\n')}\n`)
    const report = await importCsv(engine, operator, {
      entity: 'Note',
      open: async function* () {
        yield bytes
      },
    })
    expect(report).toMatchObject({ok: true, count: many})
    await expect.poll(() => hers.events).toEqual(['changed'])
    await quietWhile()
    expect(his.events).toEqual([])
  })

  it('is notified when a change is undone', async () => {
    const {signIn, open, ofAda} = await office()
    done(await ofAda(1))
    const [{page: list}, {page: record}] = [await open('Ada'), await open('Ada', '/notes/1')]
    const {page: his} = await open('Bo')
    const desk = await signIn('Ada')
    const {version} = (await desk.page('/notes/1')).data as RecordData
    const edited = await desk.post('/notes/1', {_action: 'update', _version: String(version), title: 'Edited'})
    await expect.poll(() => [list.events.length, record.events.length]).toEqual([1, 1])
    await desk.undo(edited.done?.id)
    await expect.poll(() => [list.events.length, record.events.length]).toEqual([2, 2])
    expect(his.events).toEqual([])
  })

  it('is notified of a change of another process, also of one that is too large to be told by rows', async () => {
    const {address, open, ofAda} = await office()
    done(await ofAda(45))
    const [{page: hers}, {page: his}] = [await open('Ada'), await open('Bo')]
    // A process that follows others begins to listen.
    await quietWhile()
    const other = await engineOf({document: notes, address})
    const all = await other.engine.store.read(
      async db => (await db.selectFrom('note').selectAll().execute()) as never[],
    )
    const changes = all.map(({id, version}) => updating('Note', {id, version: Number(version)}, {title: 'Elsewhere'}))
    done(await other.engine.change(operator, changes))
    await expect.poll(() => hers.events.length, {timeout: 5000}).toBeGreaterThan(0)
    await quietWhile()
    expect(his.events).toEqual([])
  })
})

describe('a thousand open pages', () => {
  it.each(stores.slice(0, 1))('are computed once for each person that a change concerns ($name)', async ({make}) => {
    const fixture = await officeOf(await make(notes), {document: notes})
    const {engine, ada} = fixture
    const people = Array.from({length: 50}, (_, at) => `Person${at}`)
    for (const name of people)
      await addWithPassword(engine, {
        name,
        email: `${name.toLowerCase()}@example.com`,
        password,
        roles: ['Member'],
      })
    const pages = []
    for (const name of ['Ada', ...people.slice(1)]) {
      const client = new Client(fixture)
      await client.signIn(`${name.toLowerCase()}@example.com`, password)
      for (let tab = 0; tab < 20; tab++) pages.push({name, ...(await followPage(client, '/'))})
    }
    expect(pages).toHaveLength(1000)
    await quietWhile()
    const computed = vi.spyOn(engine.store, 'noteReads')
    const began = performance.now()
    done(await engine.change(operator, [creating('Note', {title: 'New', owner: ada})]))
    const hers = pages.filter(({name}) => name === 'Ada')
    await expect.poll(() => hers.every(({events}) => events.length === 1)).toBe(true)
    expect(performance.now() - began).toBeLessThan(2000)
    await quietWhile()
    expect(pages.filter(({events}) => events.length > 0)).toHaveLength(20)
    // A page is noted with its parts; 49 people have other pages.
    expect(computed.mock.calls.length).toBeLessThan(10)
    computed.mockRestore()
  })
})
