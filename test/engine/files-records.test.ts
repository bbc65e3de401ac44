/** Files and records: who gets a file, how, and the removal of unreferenced files. */

import {readdir, utimes} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import type {FileInput, SentFile} from '../../src/engine/files/file-store.ts'
import {day, sweepFiles} from '../../src/engine/jobs/interval-jobs.ts'
import {entityOf} from '../../src/engine/query/read-context.ts'
import {readStored} from '../../src/engine/query/stored.ts'
import {fileHref} from '../../src/engine/transaction/file-records.ts'
import {writeAll} from '../../src/engine/write/write.ts'
import {isList, isReference} from '../../src/feel/value.ts'
import {type Actor, type Engine, type FileStore, nobody, openFolder, operator} from '../../src/screens/testing.ts'
import {download, readFileHref} from '../../src/server/file-download.ts'
import {condition, creating, deleting, done, engineOf, grant, person} from '../kit/engine.ts'
import {makeFolder, stores} from '../kit/store-databases.ts'

const document = `# Proofs

## 3. Entities

### Request

| Field | Type |
|---|---|
| person | User |
| proof | files |
| photo | image |
| secret | file |
| note | text |
`

const most = 1024 * 1024

const ranges: readonly [string, Record<string, string>, number, string, string | null][] = [
  ['a range', {range: 'bytes=0-4'}, 206, 'Hello', 'bytes 0-4/12'],
  ['a range to the end', {range: 'bytes=7-'}, 206, 'world', 'bytes 7-11/12'],
  ['a range beyond the end', {range: 'bytes=7-99'}, 206, 'world', 'bytes 7-11/12'],
  ['the last bytes', {range: 'bytes=-3'}, 206, 'rld', 'bytes 9-11/12'],
  ['more last bytes than there are', {range: 'bytes=-99'}, 206, 'Hello, world', 'bytes 0-11/12'],
  ['a range behind the end', {range: 'bytes=12-'}, 416, '', 'bytes */12'],
  ['the last none', {range: 'bytes=-0'}, 416, '', 'bytes */12'],
  ['several ranges', {range: 'bytes=0-1,3-4'}, 200, 'Hello, world', null],
  ['a range that runs backwards', {range: 'bytes=5-2'}, 200, 'Hello, world', null],
  ['another unit', {range: 'lines=0-1'}, 200, 'Hello, world', null],
  ['nothing of a range', {range: 'bytes=-'}, 200, 'Hello, world', null],
  ['a range of an earlier version', {range: 'bytes=0-4', 'if-range': '"other"'}, 200, 'Hello, world', null],
]

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'latin1')
}

async function sent(files: FileStore, name: string, text: string): Promise<SentFile> {
  const {content, size, mediaType, keep} = await files.put(bytesOf(text), most)
  await keep()
  return {name, content, size, mediaType}
}

describe.each(stores)('X13: a file whose change fails after it was kept, on $name', ({make}) => {
  const failing = async (prepare: (files: FileStore) => Promise<unknown> = async () => {}, during = prepare) => {
    const folder = await makeFolder()
    const files = await openFolder(folder)
    const {engine} = await engineOf({document, address: await make(document)})
    const ada = person(
      done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'a@example.com'})])).id,
    )
    await prepare(files)
    const {content, size, mediaType, ...received} = await files.put(bytesOf('The same words'), most)
    const add = [{name: 'words.txt', content, size, mediaType, received}]
    const fields = new Map([['proof', {files: {keep: [], add}}]])
    const breaking = {
      keep: async () => {
        await during(files)
        throw new Error('the commit failed')
      },
      withdraw: async () => {},
    }
    const change = engine.unitOfWork(ada, async context => {
      const records = await writeAll(context, [{kind: 'create', entity: 'Request', fields}])
      context.beforeCommit.push(breaking)
      return records
    })
    await expect(change).rejects.toThrow('the commit failed')
    const names = await readdir(folder, {recursive: true, withFileTypes: true})
    return names.filter(each => each.isFile()).map(({name}) => name === content)
  }
  const store = async (files: FileStore) => (await files.put(bytesOf('The same words'), most)).keep()

  test('is removed at once', async () => {
    expect(await failing()).toEqual([])
  })

  test('stays if the same bytes were there before', async () => {
    expect(await failing(store, async () => {})).toEqual([true])
  })

  test('stays if the same bytes are stored for something else in the meantime', async () => {
    expect(await failing(async () => {}, store)).toEqual([true])
  })
})

describe.each(stores)('files of records on $name', ({make}) => {
  async function fresh() {
    const made = await engineOf({
      document,
      address: await make(),
      grants: specification => (actor, act, entity) => {
        if (actor.kind !== 'person' || entity !== 'Request' || act !== 'read') return []
        return [grant(condition(specification, 'Request', 'person = me'), ['person', 'proof', 'photo'])]
      },
    })
    const folder = await makeFolder()
    const users = []
    for (const name of ['ada', 'bo'])
      users.push(
        person(done(await made.engine.change(operator, [creating('User', {name, email: `${name}@example.com`})])).id),
      )
    const [ada = nobody, bo = nobody] = users
    return {...made, folder, files: await openFolder(folder), ada, bo}
  }

  /** Sets a file field to the uploaded files, in the transaction that changes its record. */
  async function attach(engine: Engine, record: {id: string; field: string}, input: FileInput) {
    const fields = new Map([[record.field, {files: input}]])
    const outcome = await engine.change(operator, [{kind: 'update', entity: 'Request', id: record.id, fields}])
    if (!outcome.ok) return outcome.problems[0]?.code ?? outcome.code
    const stored = await engine.read(operator, reader =>
      readStored(reader, entityOf(reader, 'Request'), record.id, reader.visibility.records('Request')),
    )
    const value = stored?.get(record.field) ?? null
    return (isList(value) ? value : [value]).filter(isReference)
  }

  async function withProof() {
    const made = await fresh()
    const {engine, files, ada} = made
    const id = done(
      await engine.change(operator, [creating('Request', {person: ada.kind === 'person' ? ada.id : ''})]),
    ).id
    const add = [await sent(files, 'Zoë’s "note".txt', 'Hello, world'), await sent(files, 'scan.pdf', '%PDF-1.7')]
    const references = await attach(engine, {id, field: 'proof'}, {keep: [], add})
    if (typeof references === 'string') throw new Error(references)
    const [note, scan] = references
    if (!note || !scan) throw new Error('no files')
    const href = fileHref({entity: 'Request', record: id, field: 'proof', file: note.id})
    const got = async (actor: Actor, path = href, headers: Record<string, string> = {}, method = 'GET') => {
      const request = new Request(`http://x${path}`, {headers, method})
      const response = await download(request, path, {files, read: work => engine.read(actor, work)})
      // Read to the end, which closes the file.
      const bytes = await response?.bytes()
      return response && new Response(bytes?.length ? bytes : null, response)
    }
    return {...made, id, note, scan, references, href, got}
  }

  test('are sent as attachments that no browser runs, to people who may read the field', async () => {
    const {got, ada} = await withProof()
    const response = await got(ada)
    expect(response?.status).toBe(200)
    expect(await response?.text()).toBe('Hello, world')
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="Zo__s _note_.txt"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20%22note%22.txt`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-length': '12',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    })
  })

  test('do not exist for anybody else, or by another path', async () => {
    const {engine, files, got, ada, bo, id, note, href} = await withProof()
    expect(await got(bo)).toBeNull()
    expect(await got(nobody)).toBeNull()
    const other = done(
      await engine.change(operator, [creating('Request', {person: bo.kind === 'person' ? bo.id : ''})]),
    ).id
    const secret = await attach(engine, {id, field: 'secret'}, {keep: [], add: [await sent(files, 's', 'secret')]})
    const [hidden] = typeof secret === 'string' ? [] : secret
    const at = {entity: 'Request', record: id, field: 'proof', file: note.id}
    const ways = [
      {...at, record: other},
      {...at, field: 'photo'},
      {...at, field: 'note'},
      {...at, field: 'secret', file: hidden?.id ?? ''},
      {...at, file: hidden?.id ?? ''},
      {...at, entity: 'User'},
      {...at, entity: 'file'},
      {...at, record: 'x'},
      {...at, file: "' or 1=1"},
    ]
    for (const way of ways) {
      expect(await got(bo, fileHref(way))).toBeNull()
      expect(await got(ada, fileHref(way))).toBeNull()
    }
    expect(await got(ada, `${href}/more`)).toBeNull()
    expect(await got(ada, '/_nonet/file/')).toBeNull()
    expect(readFileHref('/other/a/b/c/d')).toBeNull()
    expect((await got(operator, fileHref({...at, field: 'secret', file: hidden?.id ?? ''})))?.status).toBe(200)
  })

  test('are sent in part for a range request, and HEAD has the same headers', async () => {
    const {got, ada, href} = await withProof()
    for (const [what, headers, status, text, range] of ranges) {
      const response = await got(ada, href, headers)
      const shown = [what, response?.status, await response?.text(), response?.headers.get('content-range') ?? null]
      expect(shown).toEqual([what, status, text, range])
      const head = await got(ada, href, headers, 'HEAD')
      expect([what, head?.status, await head?.text()]).toEqual([what, status, ''])
      expect(Object.fromEntries(head?.headers ?? [])).toEqual(Object.fromEntries(response?.headers ?? []))
    }
  })

  test('are not sent again to clients that have them', async () => {
    const {got, ada, bo, href} = await withProof()
    const etag = (await got(ada))?.headers.get('etag') ?? ''
    expect((await got(ada, href, {'if-none-match': `"x", W/${etag}`}))?.status).toBe(304)
    expect((await got(ada, href, {range: 'bytes=0-1', 'if-range': etag}))?.status).toBe(206)
    expect(await got(bo, href, {'if-none-match': etag})).toBeNull()
  })

  test('are kept or removed one by one, and come only from the same field or form', async () => {
    const {engine, files, id, note, scan} = await withProof()
    const other = done(await engine.change(operator, [creating('Request', {})])).id
    const stolen = await attach(engine, {id: other, field: 'proof'}, {keep: [note.id], add: []})
    expect(stolen).toBe('NO_SUCH_RECORD')
    const left = await attach(engine, {id, field: 'proof'}, {keep: [scan.id], add: []})
    expect(left).toEqual([scan])
    const photo = await sent(files, 'me.png', '\x89PNG\r\n\x1a\n')
    expect(
      await attach(engine, {id, field: 'photo'}, {keep: [], add: [await sent(files, 'me.png', 'no picture')]}),
    ).toBe('NOT_A_CHOICE')
    expect(await attach(engine, {id, field: 'photo'}, {keep: [], add: [photo]})).toHaveLength(1)
  })

  test('without references for a day are removed, and no others', async () => {
    const {engine, store, files, folder, clock, id, note, scan, got, ada, href} = await withProof()
    const {entities} = engine.specification
    const orphan = await sent(files, 'orphan', 'left by a crash')
    await files.put(bytesOf('never kept'), most)
    const sweep = (now: number) => sweepFiles({store, entities, files}, now)
    expect(await sweep(clock.now)).toEqual({records: 0, contents: 0, unkept: 0})
    await age(folder, clock.now - 2 * day)
    expect(await sweep(clock.now)).toEqual({records: 0, contents: 1, unkept: 1})
    expect(await files.open(orphan.content)).toBeNull()
    // Removed from its record: it is deleted when it is a day old.
    await attach(engine, {id, field: 'proof'}, {keep: [note.id], add: []})
    expect(await sweep(clock.now)).toEqual({records: 0, contents: 0, unkept: 0})
    await age(folder, clock.now - 2 * day)
    clock.now += 2 * day
    expect(await sweep(clock.now)).toEqual({records: 1, contents: 1, unkept: 0})
    expect((await got(ada))?.status).toBe(200)
    expect(await got(ada, href.replace(note.id, scan.id))).toBeNull()
    done(await engine.change(operator, [deleting('Request', {id, version: 3})]))
    expect(await sweep(clock.now)).toEqual({records: 1, contents: 1, unkept: 0})
    expect(
      await readdir(folder, {recursive: true, withFileTypes: true}).then(all => all.filter(each => each.isFile())),
    ).toEqual([])
  })

  test('uploaded again during the cleanup are kept', async () => {
    const {engine, store, files, folder, clock, id} = await withProof()
    const {entities} = engine.specification
    const old = await sent(files, 'again', 'the same bytes')
    await age(folder, clock.now - 2 * day)
    const slow: FileStore = {
      put: (bytes, size) => files.put(bytes, size),
      open: (content, range) => files.open(content, range),
      contents: before => files.contents(before),
      forgetUnkept: before => files.forgetUnkept(before),
      // Between the check whether it is used and its removal, it is uploaded again.
      remove: async (content, before) => {
        await attach(engine, {id, field: 'photo'}, {keep: [], add: []})
        await attach(engine, {id, field: 'secret'}, {keep: [], add: [await sent(files, 'again', 'the same bytes')]})
        return files.remove(content, before)
      },
    }
    expect(await sweepFiles({store, entities, files: slow}, clock.now)).toMatchObject({contents: 0})
    const bytes = await files.open(old.content)
    expect(bytes && (await new Response(bytes).text())).toBe('the same bytes')
  })
})

/** Everything in the folder, as if it had been stored then. */
async function age(folder: string, at: number): Promise<void> {
  for (const each of await readdir(folder, {recursive: true, withFileTypes: true}))
    if (each.isFile()) await utimes(join(each.parentPath, each.name), new Date(at), new Date(at))
}
