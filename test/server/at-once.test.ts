/**
 * Changes that two people, or one person twice, send at the same moment: one succeeds, and the others get the response
 * that they would get a moment later. Each "process" is an application of its own on the same database.
 */
import {describe, expect, test} from 'vitest'
import {type ApiClient, apiFixture, ApiClient as Caller} from '../kit/api.ts'
import {Client, type PeopleFixture} from '../kit/people.ts'
import {onServer} from '../kit/postgres-template.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Lockers

## 1. What

Lockers with codes.

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Lockers | /lockers | list of Locker | everyone |
| New locker | /lockers/new | form for Locker | everyone |
| Locker | /lockers/:number | record of Locker | everyone |
| New key | /keys/new | form for Key | everyone |

## 3. Entities

### Locker

- named by: code

| Field | Type | Required | Unique |
|---|---|---|---|
| number | serial from 1 | | |
| code | text 1..40 | yes | yes |

### Key

| Field | Type | Required |
|---|---|---|
| locker | Locker | yes |
| text | text 1..40 | yes |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Keeper | keeps | invitation |

| Role | May | On |
|---|---|---|
| everyone | create, read, delete | Locker, Key |

## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| New locker | POST | /api/lockers | create Locker | everyone |
`

const lockers = ({engine}: PeopleFixture, code: string) =>
  engine.store.read(db => db.selectFrom('locker').selectAll().where('code', 'like', code).execute())

const tally = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].sort().map(status => [status, statuses.filter(each => each === status).length]),
  )

const rounds = 4

/** Every transaction has looked for what another one is about to write. */
const slowly = `create function pause() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.05); return coalesce(new, old); end $$;
  create trigger pause before insert or delete on locker for each row execute function pause();
  create trigger pause before insert on key for each row execute function pause()`
/** Where a value is looked for by another index than its unique one, PostgreSQL reports the value and not the collision. */
const indexed = `create index locker_code on locker (code);
  insert into locker (id, number, code, created, updated, version)
    select gen_random_uuid(), 1000 + i, i::text, created, updated, version from locker, generate_series(1, 3000) as i;
  analyze locker`

describe.each(stores)('at the same moment on $name', ({name, make}) => {
  const processes = async (): Promise<readonly [PeopleFixture, PeopleFixture]> => {
    const address = await make()
    const both = [await apiFixture({address, document}), await apiFixture({address, document})] as const
    await new Caller(both[0]).post('/api/lockers', {code: 'First'})
    if (name === 'postgres') await onServer(address, `${indexed}; ${slowly}`)
    return both
  }

  test('O1, X8: one of twenty calls with one unique value creates the record, the others are told that it is taken', async () => {
    const [one, other] = await processes()
    const callers: readonly ApiClient[] = [new Caller(one), new Caller(other)]
    const calls = Array.from({length: 20}, (_, at) => callers[at % 2]?.post('/api/lockers', {code: 'A-1'}))
    const answers = await Promise.all(calls)
    expect(tally(answers.map(answer => answer?.status ?? 0))).toEqual({201: 1, 422: 19})
    const refused = answers.filter(answer => answer?.status === 422)
    for (const answer of refused) expect(answer?.text).toContain('NOT_UNIQUE')
    expect(await lockers(one, 'A-%')).toHaveLength(1)
  })

  test('O1: of two forms with one unique value, one is saved and the other says that it is already in use', async () => {
    const [one, other] = await processes()
    for (let round = 0; round < rounds; round += 1) {
      const clients = [new Client(one), new Client(round % 2 ? one : other)]
      const tokens = await Promise.all(clients.map(client => client.tokenOf('/lockers/new')))
      const answers = await Promise.all(
        clients.map((client, at) =>
          client.post('/lockers/new', {_action: 'create', _once: tokens[at] ?? '', code: `B-${round}`}),
        ),
      )
      expect(tally(answers.map(({status}) => status))).toEqual({303: 1, 422: 1})
      for (const answer of answers) if (answer.status === 422) expect(await answer.text()).toMatch(/already in use/)
    }
    expect(await lockers(one, 'B-%')).toHaveLength(rounds)
  })

  test('O1: a double click gets the first answer twice, in one process and across two', async () => {
    const [one, other] = await processes()
    for (let round = 0; round < rounds; round += 1) {
      const client = new Client(one)
      const twin = new Client(round % 2 ? one : other)
      const fields = {_action: 'create', _once: await client.tokenOf('/lockers/new'), code: `C-${round}`}
      for (const [key, value] of client.cookies) twin.cookies.set(key, value)
      const answers = await Promise.all([client, twin, client, twin].map(each => each.post('/lockers/new', fields)))
      const [first] = answers
      expect(answers.map(({status, headers}) => [status, headers.get('location')])).toEqual(
        answers.map(() => [303, first?.headers.get('location')]),
      )
    }
    expect(await lockers(one, 'C-%')).toHaveLength(rounds)
  })

  test('O1: a record that someone refers to at the moment of its deletion stays, or the reference is refused', async () => {
    const [one, other] = await processes()
    for (let round = 0; round < rounds; round += 1) {
      const [remover, user] = [new Client(one), new Client(other)]
      await remover.post('/lockers/new', {_action: 'create', code: `D-${round}`})
      const [row] = await lockers(one, `D-${round}`)
      const answers = await Promise.all([
        remover.post(`/lockers/${row?.['number']}?delete`, {_action: 'delete', _version: '1'}),
        user.post('/keys/new', {_action: 'create', locker: String(row?.['id']), text: 'spare'}),
      ])
      expect([
        [303, 422],
        [409, 303],
      ]).toContainEqual(answers.map(({status}) => status))
    }
  })
})
