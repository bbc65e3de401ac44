/** People who have created or changed something cannot be deleted: they are deactivated. */
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {operator} from '../../src/engine/base/actor.ts'
import {insertFiles} from '../../src/engine/transaction/file-records.ts'
import {writeAll} from '../../src/engine/write/write.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import {creating, deleting, done, engineOf, person, refusals, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {officeOf} from '../kit/undo.ts'

const document = `# Office

## 3. Entities

### User

| Field | Type |
|---|---|
| number | serial |
| phones | list of Phone by person |

### Phone

- part of: User

| Field | Type | Required |
|---|---|---|
| person | User | yes |
| number | text | yes |

### Note

| Field | Type | Required |
|---|---|---|
| text | text | yes |
| scan | file | |

## 6. Roles

| Role | Joins by |
|---|---|
| Head | invitation |

| Role | May | On |
|---|---|---|
| Head | all | User, Phone, Note |
`

const screens = `## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| People | / | list of User | signed in |
| Person | /people/:number | record of User | signed in |

## 3.`

describe.each(stores)('X7: deleting people on $name', ({make}) => {
  const office = async () => {
    const {engine} = await engineOf({address: await make(document), document})
    const add = async (name: string) =>
      done(await engine.change(operator, [creating('User', {name, email: `${name}@example.com`, roles: ['Head']})]))
    const [ada, bo] = [await add('ada'), await add('bo')]
    const remove = async (by: {id: string}, ...people: {id: string; version: number}[]) =>
      engine.change(
        person(by.id, 'Head'),
        people.map(each => deleting('User', each)),
      )
    const people = async () =>
      engine.store.read(async db => (await sql<{name: string}>`select name from "user" order by name`.execute(db)).rows)
    return {engine, add, ada, bo, remove, people}
  }

  test('is refused if they have created or changed a record', async () => {
    const {engine, add, ada, bo, remove, people} = await office()
    const note = done(await engine.change(person(bo.id, 'Head'), [creating('Note', {text: 'Hello'})]))
    expect(refusals(await remove(ada, bo))).toEqual(['PERSON_IN_USE'])
    const eve = await add('eve')
    done(await engine.change(person(eve.id, 'Head'), [updating('Note', note, {text: 'Hi'})]))
    expect(refusals(await remove(ada, eve))).toEqual(['PERSON_IN_USE'])
    // Another person is a record like any other.
    const tom = await add('tom')
    done(await engine.change(person(tom.id, 'Head'), [updating('User', eve, {name: 'Eve'})]))
    expect(refusals(await remove(ada, tom))).toEqual(['PERSON_IN_USE'])
    expect(await people()).toHaveLength(4)
  })

  test('is refused if they have uploaded a file', async () => {
    const {engine, ada, bo, remove} = await office()
    const sent = {name: 'scan.txt', mediaType: 'text/plain', size: 4, content: '0'.repeat(64)}
    await engine.unitOfWork(person(bo.id, 'Head'), async writing => {
      await insertFiles(writing, [{id: writing.newId(), sent}])
      return []
    })
    expect(refusals(await remove(ada, bo))).toEqual(['PERSON_IN_USE'])
  })

  test('is possible otherwise, also if they have changed their own account and its parts', async () => {
    const {engine, ada, bo, remove, people} = await office()
    const me = person(bo.id, 'Head')
    const own = done(await engine.change(me, [updating('User', bo, {name: 'Bo'})]))
    done(await engine.change(me, [creating('Phone', {person: bo.id, number: '110'})]))
    expect(await remove(ada, own)).toMatchObject({ok: true})
    expect(await people()).toEqual([{name: 'ada'}])
  })

  test('is not offered on their page, which says what to do instead', async () => {
    const shown = document.replace('## 3.', screens).replaceAll('Head', 'Member')
    const {bo, signIn, engine} = await officeOf(await make(shown), {document: shown})
    const ada = await signIn('Ada')
    const deletionOf = async () => ((await ada.page('/people/2')).data as RecordData).deletion
    expect(await deletionOf()).toMatchObject({isPossible: true})
    done(await engine.change(person(bo, 'Member'), [creating('Note', {text: 'Hello'})]))
    expect(await deletionOf()).toMatchObject({
      isPossible: false,
      heading: '“Bo” can’t be deleted',
      warning: expect.stringContaining('Deactivate them instead'),
    })
    const {version} = (await ada.page('/people/2')).data as RecordData
    const refused = await ada.post('/people/2', {_action: 'delete', _version: String(version)})
    expect(refused.status).toBe(409)
    expect(JSON.stringify(refused.data)).toContain('Deactivate them instead')
  })

  test('X15: leaves nothing of their account, not even the session in which they delete themselves', async () => {
    const {engine, bo} = await office()
    const at = '2026-03-10T09:00:00.000Z'
    const [digest, other] = ['1'.repeat(43), '2'.repeat(43)]
    await engine.store.transaction(async db => {
      await sql`insert into nonet_account (person, hash, changed) values (${bo.id}, 'x', ${at})`.execute(db)
      for (const token of [digest, other])
        await sql`insert into nonet_session (token, person, made, seen, agent, address)
          values (${token}, ${bo.id}, ${at}, ${at}, '', '')`.execute(db)
    })
    const outcome = await engine.unitOfWork(person(bo.id, 'Head'), context =>
      writeAll({...context, keepsSession: digest}, [deleting('User', bo)]),
    )
    expect(outcome).toMatchObject({ok: true})
    for (const table of ['nonet_account', 'nonet_session'])
      expect(
        await engine.store.read(async db => (await sql`select * from ${sql.table(table)}`.execute(db)).rows),
      ).toEqual([])
  })

  test('is refused for the last person who can give people their roles, whatever they have done', async () => {
    const {engine, ada, bo, remove, people} = await office()
    expect(refusals(await remove(ada, ada, bo))).toEqual(['LAST_ADMINISTRATOR'])
    expect(await remove(ada, bo)).toMatchObject({ok: true})
    done(await engine.change(person(ada.id, 'Head'), [creating('Note', {text: 'Hello'})]))
    expect(refusals(await remove(ada, ada))).toEqual(['LAST_ADMINISTRATOR'])
    expect(await people()).toEqual([{name: 'ada'}])
  })
})
