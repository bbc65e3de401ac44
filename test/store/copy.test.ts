import {existsSync} from 'node:fs'
import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import type {Specification} from '../../src/points/specification.ts'
import {backUp, restore} from '../../src/store/copy/backup.ts'
import {copyStore} from '../../src/store/copy/copy-store.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import {queryRows} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'
import {makeFolder, opened, stores} from '../kit/store-databases.ts'
import {addRecord, entitiesOf, entity, nextNumber, recordsOf} from '../kit/store-document.ts'
import {shapeOf} from '../kit/store-shape.ts'

const document = entitiesOf(
  entity('Thing', [
    'number | serial from 100',
    'name | text | | | yes',
    'story | long text',
    'many_of | many User',
    'amount | money',
    'share | decimal 3',
    'count | number',
    'flag | yes/no',
    'day | date',
    'at | time',
    'moment | date and time',
    'span | duration',
    'state | one of low, high',
    'colours | any of red, green',
    'mail | email',
    'other | Thing',
  ]),
)

async function filled(address: string): Promise<{store: Store; counter: {name: string}}> {
  const store = await opened(address)
  const prepared = await prepare(store, document)
  if (prepared.kind !== 'ready') throw new Error(prepared.text)
  const user = await addRecord(store, document, 'User', {name: 'Ada', email: 'a@example.org', roles: [], active: true})
  const counter = prepared.schema.tables.flatMap(({counters}) => counters)[0] ?? {name: ''}
  const number = () => nextNumber(store, counter)
  const first = await addRecord(store, document, 'Thing', {
    number: await number(),
    name: 'Ünïcode 😀 א "quoted" \'single\'',
    story: 'one\ntwo',
    many_of: [user],
    amount: -12.5,
    share: 0.001,
    count: 9007199254740991,
    flag: false,
    day: '0001-01-01',
    at: '23:59:59',
    moment: '2026-03-29T01:30:00.007Z',
    span: 'P3DT4H',
    state: 'high',
    colours: ['red', 'green'],
    mail: 'x@example.org',
  })
  await addRecord(store, document, 'Thing', {number: await number(), other: first})
  return {store, counter}
}

const all = async (store: Store, specification: Specification) => ({
  things: await recordsOf(store, specification, 'Thing'),
  users: await recordsOf(store, specification, 'User'),
})

const pairs = stores.flatMap(from => stores.map(to => ({from, to, name: `${from.name} to ${to.name}`})))

describe.each(pairs)('moving from $name', ({from, to}) => {
  test('transfers every value, reference, counter and document, into tables like those of a fresh database', async () => {
    const {store, counter} = await filled(await from.make())
    const target = await opened(await to.make())
    const sums = await copyStore(store, target)
    expect(sums.thing?.rows).toBe(2)
    expect(await all(target, document)).toEqual(await all(store, document))
    const fresh = await opened(await to.make())
    await prepare(fresh, document)
    expect(Object.keys(await shapeOf(fresh))).toContain('thing')
    expect(await shapeOf(target)).toEqual(await shapeOf(fresh))
    expect(await prepare(target, document)).toMatchObject({kind: 'ready', changed: false})
    expect(await nextNumber(target, counter)).toBe(102)
  })

  test('rejects a target that is not empty, and leaves it unchanged', async () => {
    const {store} = await filled(await from.make())
    const target = await opened(await to.make())
    await prepare(target, document)
    await expect(copyStore(store, target)).rejects.toMatchObject({code: 'NOT_EMPTY'})
    expect(Object.keys(await recordsOf(target, document, 'Thing'))).toEqual([])
  })

  test('leaves nothing behind when it fails in the middle', async () => {
    const {store} = await filled(await from.make())
    const target = await opened(await to.make())
    const failing = copyStore(store, target, table => {
      if (table === 'thing') throw new Error('cut')
    })
    await expect(failing).rejects.toThrow('cut')
    expect(Object.keys(await shapeOf(target))).toEqual([])
    await copyStore(store, target)
    expect(await all(target, document)).toEqual(await all(store, document))
  })
})

describe.each(stores.filter(({name}) => name === 'postgres'))('a copy on $name', ({make}) => {
  test('has the statistics that plans need, before anyone uses it', async () => {
    const {store} = await filled(await make())
    const target = await opened(await make())
    await copyStore(store, target)
    const known = await target.read(db => queryRows(db)`select reltuples from pg_class where relname = 'thing'`)
    expect(known).toEqual([['2']])
  })
})

describe.each(stores)('a backup of $name', ({make}) => {
  test('is restored with its files', async () => {
    const {store} = await filled(await make())
    const folder = await makeFolder()
    await mkdir(join(folder, 'uploads', 'ab'), {recursive: true})
    await writeFile(join(folder, 'uploads', 'ab', 'one'), 'content')
    const manifest = await backUp(store, join(folder, 'backup'), {files: join(folder, 'uploads')})
    expect(manifest.tables.thing?.rows).toBe(2)
    const target = await opened(await make())
    await restore(join(folder, 'backup'), target, {files: join(folder, 'restored')})
    // Reading it has left nothing behind: a backup may be on a read-only disk.
    expect((await readdir(join(folder, 'backup'))).toSorted()).toEqual(['files', 'manifest.json', 'records.sqlite'])
    expect(await all(target, document)).toEqual(await all(store, document))
    expect(await readFile(join(folder, 'restored', 'ab', 'one'), 'utf8')).toBe('content')
  })

  test('is a snapshot, while records are written', async () => {
    const {store} = await filled(await make())
    const folder = await makeFolder()
    let writing = true
    const write = async () => {
      for (let number = 1000; writing; number++) {
        const name = `n${number}`
        await addRecord(store, document, 'Thing', {number, name})
        await new Promise(resolve => setTimeout(resolve, 1))
      }
    }
    const writer = write()
    await backUp(store, join(folder, 'backup'))
    writing = false
    await writer
    const target = await opened(await make())
    await restore(join(folder, 'backup'), target)
    const numbers = Object.values(await recordsOf(target, document, 'Thing')).map(({number}) => Number(number))
    const written = numbers.filter(number => number >= 1000).toSorted((a, b) => a - b)
    expect(written).toEqual(written.map((_, index) => 1000 + index))
  })

  test('that was changed is rejected, and nothing is restored', async () => {
    const {store} = await filled(await make())
    const folder = await makeFolder()
    await mkdir(join(folder, 'uploads'))
    await writeFile(join(folder, 'uploads', 'one'), 'content')
    await backUp(store, join(folder, 'backup'), {files: join(folder, 'uploads')})
    await writeFile(join(folder, 'backup', 'files', 'one'), 'c0ntent')
    const target = await opened(await make())
    await expect(restore(join(folder, 'backup'), target)).rejects.toMatchObject({code: 'BAD_BACKUP'})
    await writeFile(join(folder, 'backup', 'files', 'one'), 'content')
    const {DatabaseSync} = await import('node:sqlite')
    const records = new DatabaseSync(join(folder, 'backup', 'records.sqlite'))
    records.exec(`update thing set name = 'other' where name is not null`)
    records.close()
    await expect(restore(join(folder, 'backup'), target)).rejects.toMatchObject({code: 'MISMATCH'})
    expect(Object.keys(await shapeOf(target))).toEqual([])
  })

  test('does not appear if it failed, and overwrites nothing', async () => {
    const {store} = await filled(await make())
    const folder = await makeFolder()
    await mkdir(join(folder, 'taken'))
    await expect(backUp(store, join(folder, 'taken'))).rejects.toMatchObject({code: 'NOT_EMPTY'})
    const empty = await opened(await make())
    await expect(backUp(empty, join(folder, 'backup'))).rejects.toMatchObject({code: 'EMPTY'})
    expect(existsSync(join(folder, 'backup'))).toBe(false)
  })
})

describe.each(stores)('numbers of a serial on $name', ({make}) => {
  test('are assigned once, with any concurrency', async () => {
    const address = await make()
    const {store, counter} = await filled(address)
    const other = await opened(address)
    const take = (from: Store) => nextNumber(from, counter)
    const numbers = await Promise.all(Array.from({length: 60}, (_, index) => take(index % 2 ? store : other)))
    expect(new Set(numbers).size).toBe(60)
    expect(Math.min(...numbers)).toBe(102)
  })
})
