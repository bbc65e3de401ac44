/** The folder of uploaded files: complete or not at all, once for the same bytes, without unused files. */

import {createHash} from 'node:crypto'
import {readdir, rename, stat, utimes} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {FileTooLarge} from '../../src/engine/files/file-store.ts'
import {type FileStore, openFolder} from '../../src/screens/testing.ts'
import {makeFolder} from '../kit/store-databases.ts'

const day = 24 * 60 * 60 * 1000
const most = 1024 * 1024

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text)
}

async function kept(store: FileStore, text: string): Promise<string> {
  const put = await store.put(pieces(text), most)
  await put.keep()
  return put.content
}

async function textOf(stream: ReadableStream<Uint8Array> | null): Promise<string | null> {
  return stream && (await new Response(stream).text())
}

async function all(contents: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const content of contents) found.push(content)
  return found.sort()
}

/** As if it had been stored long ago. */
async function aged(folder: string, content: string, by = 2 * day): Promise<void> {
  const then = new Date(Date.now() - by)
  await utimes(join(folder, content.slice(0, 2), content), then, then)
}

async function opened() {
  const folder = await makeFolder()
  return {folder, store: await openFolder(folder)}
}

describe('a folder of files', () => {
  test('stores bytes by their SHA-256 and returns them, whole or in part', async () => {
    const {store} = await opened()
    const put = await store.put(pieces('Hello, ', 'wörld'), most)
    await put.keep()
    expect(put.content).toBe(createHash('sha256').update('Hello, wörld').digest('hex'))
    expect(put).toMatchObject({size: 13, mediaType: 'text/plain'})
    expect(await textOf(await store.open(put.content))).toBe('Hello, wörld')
    expect(await textOf(await store.open(put.content, {first: 7, last: 7}))).toBe('w')
    expect(await textOf(await store.open(put.content, {first: 0, last: 4}))).toBe('Hello')
    expect(await textOf(await store.open(put.content, {first: 11, last: 99}))).toBe('ld')
    expect(await store.open(put.content, {first: 13, last: 20})).toBeNull()
  })

  test('stores empty files too', async () => {
    const {store} = await opened()
    const content = await kept(store, '')
    expect(await textOf(await store.open(content))).toBe('')
  })

  test('shows nothing before it is kept, and nothing that was discarded', async () => {
    const {folder, store} = await opened()
    const put = await store.put(pieces('secret'), most)
    expect(await store.open(put.content)).toBeNull()
    await put.discard()
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
    expect(await all(store.contents(Date.now() + day))).toEqual([])
  })

  test('keeps nothing of uploads that are too large or cut off', async () => {
    const {folder, store} = await opened()
    await expect(store.put(pieces('12345', '67890', 'x'), 10)).rejects.toBeInstanceOf(FileTooLarge)
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10)
      throw new Error('the sender went away')
    }
    await expect(store.put(broken(), most)).rejects.toThrow('the sender went away')
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
    const exact = await store.put(pieces('12345', '67890'), 10)
    expect(exact.size).toBe(10)
  })

  test('stores the same bytes once, and renews them when they are uploaded again', async () => {
    const {folder, store} = await opened()
    const content = await kept(store, 'twice')
    await aged(folder, content)
    expect(await all(store.contents(Date.now() - day))).toEqual([content])
    expect(await kept(store, 'twice')).toBe(content)
    expect(await all(store.contents(Date.now() - day))).toEqual([])
    expect(await readdir(join(folder, content.slice(0, 2)))).toEqual([content])
  })

  test('removes old files, and keeps those uploaded again in between', async () => {
    const {folder, store} = await opened()
    const [old, wanted] = [await kept(store, 'old'), await kept(store, 'wanted')]
    await aged(folder, old)
    await aged(folder, wanted)
    const before = Date.now() - day
    expect(await all(store.contents(before))).toEqual([old, wanted].sort())
    await kept(store, 'wanted')
    expect(await store.remove(old, before)).toBe(true)
    expect(await store.remove(wanted, before)).toBe(false)
    expect(await store.open(old)).toBeNull()
    expect(await textOf(await store.open(wanted))).toBe('wanted')
    expect(await store.remove(old, before)).toBe(false)
  })

  test('restores files after a crash during removal, and never overwrites a newer one', async () => {
    const {folder, store} = await opened()
    const content = await kept(store, 'caught')
    const path = join(folder, content.slice(0, 2), content)
    await aged(folder, content)
    await rename(path, join(folder, 'leaving', content))
    expect(await all(store.contents(Date.now() - day))).toEqual([content])
    await rename(path, join(folder, 'leaving', content))
    await kept(store, 'caught')
    const {mtimeMs} = await stat(path)
    expect(await all(store.contents(Date.now() - day))).toEqual([])
    expect((await stat(path)).mtimeMs).toBe(mtimeMs)
    expect(await readdir(join(folder, 'leaving'))).toEqual([])
  })

  test('removes uploads that were never completed', async () => {
    const {folder, store} = await opened()
    await store.put(pieces('never kept'), most)
    const [name = ''] = await readdir(join(folder, 'incoming'))
    const then = new Date(Date.now() - 2 * day)
    expect(await store.forgetUnkept(Date.now() - day)).toBe(0)
    await utimes(join(folder, 'incoming', name), then, then)
    expect(await store.forgetUnkept(Date.now() - day)).toBe(1)
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  test('uses nothing but a SHA-256 as a path', async () => {
    const {store} = await opened()
    await expect(store.open('../../etc/passwd')).rejects.toThrow('SHA-256')
    await expect(store.remove('incoming', 0)).rejects.toThrow('SHA-256')
  })
})
