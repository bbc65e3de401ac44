import {rename, rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {sql} from 'kysely'
import {describe, expect, onTestFinished, test} from 'vitest'
import {databaseAddress, openStore, openToRead} from '../../src/store/open.ts'
import {mostCharacters} from '../../src/store/postgres/prepared-statements.ts'
import {type Db, queryValues} from '../../src/store/sql.ts'
import {newDatabaseName, onServer} from '../kit/postgres-template.ts'
import {makeFolder, opened, stores} from '../kit/store-databases.ts'
import {violationOf} from '../kit/violations.ts'

const count = async (db: Db): Promise<number> => {
  const {rows} = await sql<{n: unknown}>`select count(*) as n from item`.execute(db)
  return Number(rows[0]?.n)
}

async function roleOn(address: string, attributes: string): Promise<{role: string; url: string}> {
  const role = newDatabaseName()
  await onServer(address, `create role ${role} login password 'secret' ${attributes}`)
  const url = new URL(address)
  Object.assign(url, {username: role, password: 'secret'})
  return {role, url: url.href}
}

async function dropRole(address: string, role: string): Promise<void> {
  await onServer(address, `drop owned by ${role}`)
  await onServer(address, `drop role ${role}`)
}

const add = (db: Db, id: number) => sql`insert into item (id) values (${id})`.execute(db)
const table = (db: Db) => sql`create table item (id integer primary key)`.execute(db)

describe.each(stores.filter(({name}) => name === 'postgres'))('large statements on $name', ({make}) => {
  const filler = (size: number) => sql.raw(`/*${'.'.repeat(size)}*/`)
  const ask = (db: Db, {asked, size}: {readonly asked: number; readonly size: number}) =>
    sql<{n: unknown}>`select ${asked}::integer + 1 as n ${filler(size)}`.execute(db)
  const prepared = async (db: Db) => (await sql`select 1 from pg_prepared_statements`.execute(db)).rows.length
  const process = async (db: Db) => (await sql`select pg_backend_pid() as id`.execute(db)).rows

  test('are prepared once per connection, also after their table has changed', async () => {
    const store = await opened(await make())
    await store.exclusive(table)
    const counted = (db: Db) => sql<{n: unknown}>`select count(*) as n ${filler(2000)} from item`.execute(db)
    for (const size of [10, 3000, 3000, 4000]) await store.read(db => ask(db, {asked: 1, size}))
    await store.read(counted)
    expect(await store.read(prepared)).toBe(3)
    expect((await store.read(db => ask(db, {asked: 41, size: 3000}))).rows).toEqual([{n: '42'}])
    await store.exclusive(db => sql`alter table item add column more text`.execute(db))
    await store.transaction(db => add(db, 1))
    expect((await store.read(counted)).rows).toEqual([{n: '1'}])
  })

  test('are planned once, without their values', async () => {
    const store = await opened(await make())
    for (const asked of [1, 2, 3]) await store.read(db => ask(db, {asked, size: 3000}))
    const plans = await store.read(db =>
      sql`select generic_plans as once, custom_plans as each from pg_prepared_statements`.execute(db),
    )
    expect(plans.rows).toEqual([{once: '3', each: '0'}])
  })

  test('are forgotten when they become too many, those that were used longest ago first', async () => {
    const store = await opened(await make())
    const sizes = [1, 2, 3, 4, 5].map(each => Math.floor(mostCharacters / 3) + each)
    const [first = 0, second = 0] = sizes
    const askAll = async (some: readonly number[]) => {
      for (const size of some) await store.read(db => ask(db, {asked: 1, size}))
    }
    await askAll([first, second, first])
    const before = await store.read(process)
    await askAll(sizes)
    expect(await store.read(process)).toEqual(before)
    expect(await store.read(prepared)).toBe(2)
  })

  test('that failed are forgotten in the middle of a transaction', async () => {
    const store = await opened(await make())
    const size = Math.floor(mostCharacters / 3)
    await expect(store.read(db => sql`select ${filler(size)} from nowhere`.execute(db))).rejects.toThrow()
    const all = store.read(async db => {
      for (const more of [1, 2, 3, 4]) await ask(db, {asked: more, size: size + more})
      return (await ask(db, {asked: 1, size})).rows
    })
    expect(await all).toEqual([{n: '2'}])
  })
})

describe.each(stores)('a store on $name', ({name, make}) => {
  test('keeps what a transaction wrote and shows it to every store on the same address', async () => {
    const address = await make()
    const [one, other] = [await opened(address), await opened(address)]
    await one.exclusive(table)
    await one.transaction(db => add(db, 1))
    expect(await other.read(count)).toBe(1)
  })

  test('rolls back when the work fails, and continues afterwards', async () => {
    const store = await opened(await make())
    await store.exclusive(table)
    const failing = store.transaction(async db => {
      await add(db, 1)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await store.transaction(db => add(db, 2))
    expect(await store.read(count)).toBe(1)
  })

  test('a read sees one snapshot, whatever is written at the same time', async () => {
    const address = await make()
    const [store, writer] = [await opened(address), await opened(address)]
    await store.exclusive(table)
    const seen = await store.read(async db => {
      const before = await count(db)
      await writer.transaction(inner => add(inner, 1))
      return [before, await count(db)]
    })
    expect(seen).toEqual([0, 0])
    expect(await store.read(count)).toBe(1)
  })

  test('a read cannot write', async () => {
    const store = await opened(await make())
    await store.exclusive(table)
    await expect(store.read(db => add(db, 1))).rejects.toMatchObject({code: 'READ_ONLY'})
    expect(await store.read(count)).toBe(0)
  })

  test('two stores that count and then add never exceed what each of them checked', async () => {
    const address = await make()
    const both = [await opened(address), await opened(address)]
    await both[0]?.exclusive(table)
    const addIfFew = (id: number) => async (db: Db) => {
      if ((await count(db)) < 5) await add(db, id)
    }
    const work = Array.from({length: 40}, (_, id) => both[id % 2]?.transaction(addIfFew(id), {attempts: 100}))
    await Promise.all(work)
    expect(await both[0]?.read(count)).toBe(5)
  })

  test('conflicting work is retried until it succeeds', async () => {
    const address = await make()
    const store = await opened(address)
    await store.exclusive(async db => {
      await table(db)
      await add(db, 0)
    })
    const increment = async (db: Db) => {
      await sql`update item set id = ${(await first(db)) + 1}`.execute(db)
    }
    await Promise.all(Array.from({length: 30}, () => store.transaction(increment)))
    expect(await store.read(first)).toBe(30)
  })

  test('an exclusive change of tables waits for another one in another store', async () => {
    const address = await make()
    const [one, other] = [await opened(address), await opened(address)]
    const order: string[] = []
    const begun = Promise.withResolvers<void>()
    const slow = one.exclusive(async db => {
      order.push('first begins')
      begun.resolve()
      await table(db)
      await new Promise(resolve => setTimeout(resolve, 200))
      order.push('first ends')
    })
    await begun.promise
    await other.exclusive(async db => {
      order.push('second')
      await add(db, 1)
    })
    await slow
    expect(order).toEqual(['first begins', 'first ends', 'second'])
  })

  test('reports the constraint that rejected a change', async () => {
    const store = await opened(await make())
    await store.exclusive(async db => {
      await sql`create table item (id integer primary key, a text not null, constraint short check (length(a) < 3))`.execute(
        db,
      )
      await sql`create unique index once on item (lower(a))`.execute(db)
      await sql`insert into item values (1, 'x')`.execute(db)
    })
    const refused = async (id: number, a: string | null) =>
      violationOf(
        await store
          .transaction(db => sql`insert into item values (${id}, ${a})`.execute(db))
          .catch((error: unknown) => error),
      )
    expect(await refused(2, 'X')).toMatchObject({kind: 'unique', constraint: 'once'})
    expect(await refused(2, 'long')).toMatchObject({kind: 'check', constraint: 'short'})
    expect(await refused(2, null)).toMatchObject({kind: 'required', columns: ['item.a']})
    expect(await refused(1, 'b')).toMatchObject({kind: 'unique'})
  })

  test('rejects work after it was closed', async () => {
    const store = await openStore(await make())
    await store.close()
    await expect(store.read(count)).rejects.toThrow()
    await expect(store.transaction(count)).rejects.toThrow()
  })

  test('returns whole numbers exactly', async () => {
    const store = await opened(await make())
    const {rows} = await store.read(db => sql<{n: unknown}>`select 9007199254740993 as n`.execute(db))
    expect(rows[0]?.n).toBe(name === 'sqlite' ? 9007199254740993n : '9007199254740993')
  })
})

const first = async (db: Db): Promise<number> => {
  const {rows} = await sql<{id: unknown}>`select id from item`.execute(db)
  return Number(rows[0]?.id)
}

describe('addresses', () => {
  test('are parsed, and rejected with a hint', () => {
    expect(databaseAddress('sqlite:/a/b.sqlite')).toEqual({database: 'sqlite', file: '/a/b.sqlite'})
    expect(databaseAddress('sqlite:///a/b.sqlite')).toEqual({database: 'sqlite', file: '/a/b.sqlite'})
    expect(databaseAddress('postgres://x@h/d')).toEqual({database: 'postgres', url: 'postgres://x@h/d'})
    for (const wrong of ['', 'mysql://x', 'sqlite:', 'records.sqlite', 'sqlite::memory:'])
      expect(() => databaseAddress(wrong)).toThrow(/sqlite:FILE/)
  })
})

describe('connections on sqlite', () => {
  test('let others have their turn between long reads, but not while others wait to write', async () => {
    const store = await opened(`sqlite:${join(await makeFolder(), 'data.sqlite')}`)
    const long = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select max(i) from n`
    const turnsDuring = async (work: (db: Db) => Promise<unknown>, {writing}: {writing: boolean}) => {
      let turns = 0
      const each = async (db: Db) => {
        const counting = setInterval(() => (turns += 1))
        for (let time = 0; time < 4; time += 1) await work(db)
        clearInterval(counting)
      }
      await (writing ? store.transaction(each) : store.read(each))
      return turns
    }
    const read = (db: Db) => queryValues(db, {sql: long, parameters: []})
    expect(await turnsDuring(read, {writing: false})).toBeGreaterThanOrEqual(3)
    expect(await turnsDuring(read, {writing: true})).toBe(0)
  })

  test('a file that is not a database, or not ours, is rejected and unchanged', async () => {
    const folder = await makeFolder()
    const text = join(folder, 'text.sqlite')
    await writeFile(text, 'This is a letter to my grandmother, and not a database at all. '.repeat(50))
    await expect(openStore(`sqlite:${text}`)).rejects.toMatchObject({code: 'DAMAGED'})
    const {DatabaseSync} = await import('node:sqlite')
    const foreign = join(folder, 'foreign.sqlite')
    const database = new DatabaseSync(foreign)
    database.exec('create table theirs (x)')
    database.close()
    await expect(openStore(`sqlite:${foreign}`)).rejects.toMatchObject({code: 'NOT_OURS'})
  })

  test('an obstacle is named: a folder in its place, or a file in place of its folder', async () => {
    const folder = await makeFolder()
    await expect(openStore(`sqlite:${folder}`)).rejects.toThrow(`${folder} is a folder.`)
    await writeFile(join(folder, 'text'), '')
    await expect(openStore(`sqlite:${join(folder, 'text', 'a.sqlite')}`)).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringContaining(`The folder ${join(folder, 'text')} cannot be created (EEXIST).`),
    })
  })

  test('opening to read creates no file', async () => {
    expect(await openToRead(`sqlite:${join(await makeFolder(), 'none.sqlite')}`)).toBeNull()
  })

  test('opening to read refuses to write', async () => {
    const address = `sqlite:${join(await makeFolder(), 'a.sqlite')}`
    await (await opened(address)).exclusive(table)
    const store = await openToRead(address)
    await expect(store?.transaction(db => add(db, 1))).rejects.toMatchObject({code: 'READ_ONLY'})
    expect(await store?.read(count)).toBe(0)
    await store?.close()
  })
})

describe.each(stores.filter(({name}) => name === 'postgres'))('connections on $name', ({make}) => {
  test('an unreachable server has a code', async () => {
    const unreachable = openStore('postgres://x:secret@127.0.0.1:1/none')
    await expect(unreachable).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringMatching(/ postgres:\/\/x@127\.0\.0\.1:1\/none: connect ECONNREFUSED /),
    })
  })

  test('a role without rights is told which one is missing', async () => {
    const address = await make()
    const {role, url} = await roleOn(address, '')
    onTestFinished(() => dropRole(address, role))
    const store = await openStore(url)
    onTestFinished(() => store.close())
    await expect(store.exclusive(table)).rejects.toMatchObject({
      code: 'NOT_PERMITTED',
      message: expect.stringContaining('permission denied for schema public.'),
    })
  })

  test('a server that allows fewer connections than the pool may open is used with those', async () => {
    const address = await make()
    const store = await opened(address)
    await store.exclusive(table)
    const {role, url} = await roleOn(address, 'superuser connection limit 2')
    onTestFinished(() => dropRole(address, role))
    // The limit does not apply to superusers.
    const limited = await openStore(url)
    onTestFinished(() => limited.close())
    await onServer(address, `alter role ${role} nosuperuser`)
    await onServer(address, `grant all on item to ${role}`)
    const slow = () => limited.read(db => sql`select pg_sleep(0.05), count(*) from item`.execute(db))
    expect(await Promise.all(Array.from({length: 12}, slow))).toHaveLength(12)
  })

  test('the address is shown without the password', async () => {
    const store = await opened(await make())
    expect(store.address).not.toContain(':nonet@')
  })

  test('statements are not compiled, and reading by an index costs what an administrator says', async () => {
    const address = await make()
    const {role, url} = await roleOn(address, '')
    onTestFinished(() => dropRole(address, role))
    const planning = async () => {
      const store = await openToRead(url)
      const settings = await store?.read(db =>
        sql`select current_setting('jit') as compiled, current_setting('random_page_cost') as cost`.execute(db),
      )
      await store?.close()
      return settings?.rows
    }
    expect(await planning()).toEqual([{compiled: 'off', cost: '1.1'}])
    await onServer(address, `alter role ${role} set random_page_cost = 3`)
    expect(await planning()).toEqual([{compiled: 'off', cost: '3'}])
  })

  test('tables are in the schema public, whatever the role is called', async () => {
    const store = await opened(await make())
    await store.exclusive(table)
    const {rows} = await store.read(db => sql`select schemaname from pg_tables where tablename = 'item'`.execute(db))
    expect(rows).toEqual([{schemaname: 'public'}])
  })

  test.each([
    ['40001', 2, 'a collision'],
    ['40P01', 2, 'a deadlock'],
    ['53200', 2, 'no room for locks'],
    ['23505', 2, 'a value that was just taken'],
    ['23503', 2, 'a record that was just deleted'],
    ['22012', 1, 'a mistake'],
  ])('O1: after %s the work is attempted %i times (%s)', async (code, times) => {
    const store = await opened(await make())
    const fail = sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`)
    let attempts = 0
    const work = store.transaction(async db => {
      attempts += 1
      if (attempts === 1) await fail.execute(db)
    })
    await (times === 1 ? expect(work).rejects.toMatchObject({code}) : work)
    expect(attempts).toBe(times)
  })

  test('O1: a constraint that is violated each time is reported as it is, after three attempts', async () => {
    const store = await opened(await make())
    await store.exclusive(table)
    let attempts = 0
    const work = store.transaction(async db => {
      attempts += 1
      await add(db, 1)
      await add(db, 1)
    })
    await expect(work).rejects.toMatchObject({code: '23505'})
    expect(attempts).toBe(3)
  })

  test('work whose connection was cut is retried, and the pool recovers', async () => {
    const address = await make()
    const store = await opened(address)
    await store.exclusive(table)
    let attempts = 0
    await store.transaction(async db => {
      attempts += 1
      await add(db, 1)
      if (attempts === 1) await cutAllBut(address)
      await add(db, 2)
    })
    expect(attempts).toBe(2)
    expect(await store.read(count)).toBe(2)
  })

  test('a connection cut while saving has an unknown outcome, and nothing is done twice', async () => {
    const address = await make()
    const store = await opened(address)
    await store.exclusive(async db => {
      await table(db)
      const cut = 'begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end'
      await sql.raw(`create function cut() returns trigger language plpgsql as '${cut}'`).execute(db)
      await sql
        .raw(
          'create constraint trigger late after insert on item deferrable initially deferred for each row execute function cut()',
        )
        .execute(db)
    })
    let attempts = 0
    const work = store.transaction(async db => {
      attempts += 1
      await add(db, 1)
    })
    await expect(work).rejects.toMatchObject({code: 'OUTCOME_UNKNOWN'})
    expect(attempts).toBe(1)
  })
})

async function cutAllBut(address: string): Promise<void> {
  await onServer(
    address,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
}

describe('a SQLite file that is replaced while in use', () => {
  const replacements = {
    'another file is renamed into its place': async (file: string) => {
      const other = await openStore(`sqlite:${file}.other`)
      await other.exclusive(table)
      await other.close()
      await rename(`${file}.other`, file)
    },
    'it is moved away': (file: string) => rename(file, `${file}.old`),
    'it is removed': (file: string) => rm(file),
  }

  test.each(Object.entries(replacements))(
    'S22: rejects every write once %s, and can still be read',
    async (_, replace) => {
      const file = join(await makeFolder(), 'records.sqlite')
      const store = await opened(`sqlite:${file}`)
      await store.exclusive(table)
      await store.transaction(db => add(db, 1))
      expect(await store.read(count)).toBe(1)
      await replace(file)
      const replaced = {code: 'REPLACED', message: expect.stringContaining(file)}
      for (const options of [{}, {together: true}])
        await expect(store.transaction(db => add(db, 2), options)).rejects.toMatchObject(replaced)
      await expect(store.exclusive(db => add(db, 3))).rejects.toMatchObject(replaced)
      expect(await store.read(count)).toBe(1)
      await expect(store.transaction(db => add(db, 4))).rejects.toMatchObject(replaced)
    },
  )

  test('S22: rejects the commit of a change in progress', async () => {
    const file = join(await makeFolder(), 'records.sqlite')
    const store = await opened(`sqlite:${file}`)
    await store.exclusive(table)
    expect(await store.read(count)).toBe(0)
    const change = store.transaction(async db => {
      await add(db, 1)
      await rename(file, `${file}.old`)
    })
    await expect(change).rejects.toMatchObject({code: 'REPLACED'})
    expect(await store.read(count)).toBe(0)
  })

  test('S22: works as before once it is back in its place', async () => {
    const file = join(await makeFolder(), 'records.sqlite')
    const store = await opened(`sqlite:${file}`)
    await store.exclusive(table)
    await rename(file, `${file}.old`)
    await expect(store.transaction(db => add(db, 1))).rejects.toMatchObject({code: 'REPLACED'})
    await rename(`${file}.old`, file)
    await store.transaction(db => add(db, 2))
    expect(await store.read(count)).toBe(1)
  })
})

describe.each(stores.filter(({name}) => name === 'postgres'))('a pool of connections on $name', ({make}) => {
  test('is busy, not broken, if all of its connections are in use for too long', async () => {
    const store = await openStore(await make(), {connections: 1, connectionTimeout: 2000})
    onTestFinished(() => store.close())
    await store.read(async () => {
      await expect(store.transaction(async () => {}, {attempts: 1})).rejects.toMatchObject({code: 'BUSY'})
    })
  })
})
