/** A valid document is not checked again; one that may have changed is. */

import {chmodSync, existsSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it, vi} from 'vitest'
import {type Memory, memoryPlace, recallDocument, rememberDocument} from '../../src/cli/document.ts'
import {readFiles, type SourceFile} from '../../src/document/source.ts'
import {checkWhole, readChecked} from '../../src/engine/check.ts'
import {Trees} from '../../src/feel/syntax/trees.ts'
import type {Specification} from '../../src/points/specification.ts'
import {kinds} from '../../src/screens/kinds.ts'
import {newFolder, nonet, nonetServing} from '../kit/cli.ts'
import {handbook, ninePoints} from '../kit/documents.ts'

const filesOf = (text: string): SourceFile[] => [{file: 'app.md', bytes: new TextEncoder().encode(text)}]

function placeFor(build = 'one'): Memory {
  return {at: join(newFolder(), 'data.sqlite-checked'), build}
}

/** Without functions, and without what all documents share. */
const dataOf = ({kinds: _, document, ...specification}: Specification): string =>
  JSON.stringify(specification, (_key, value) => {
    if (value instanceof Map) return [...value]
    if (value instanceof Set) return [...value]
    return typeof value === 'bigint' ? String(value) : value
  })

describe('the stored result of a document', () => {
  const files = filesOf(handbook)
  const trees = new Trees()
  const checked = checkWhole(files, kinds, trees)
  const known = {checked, fits: 'ab'.repeat(32), trees: trees.used}

  it('is found again for the same text and the same build', async () => {
    const memory = placeFor()
    expect(await recallDocument(files, memory)).toBeNull()
    expect(await rememberDocument(files, known, memory)).toBe(true)
    const recalled = await recallDocument(files, memory)
    expect(recalled?.fits).toBe(known.fits)
    const {findings, accepted, sound} = checked
    expect(recalled?.checked).toEqual({findings, accepted, sound})
    expect(recalled?.trees).toEqual(trees.used)
  })

  it.each(['apps/time-off', 'test/documents/helpdesk/app.md'])(
    'brings the trees of all expressions of %s, which is then read as before',
    async path => {
      const files = await readFiles(path)
      const first = new Trees()
      const result = checkWhole(files, kinds, first)
      expect(first.used.length).toBeGreaterThan(20)
      // As from the file.
      const again = new Trees(JSON.parse(JSON.stringify(first.used)))
      const read = readChecked(files, kinds, {trees: again, result})
      expect(dataOf(read.specification)).toBe(dataOf(result.specification))
      expect(again.used).toEqual(first.used)
    },
  )

  it('is ignored if the text, a file name or the build differs', async () => {
    const memory = placeFor()
    await rememberDocument(files, known, memory)
    expect(await recallDocument(filesOf(`${handbook} `), memory)).toBeNull()
    expect(await recallDocument([{...files[0], file: 'other.md'} as SourceFile], memory)).toBeNull()
    expect(await recallDocument(files, {...memory, build: 'two'})).toBeNull()
    expect(await recallDocument([...files, ...filesOf('')], memory)).toBeNull()
  })

  it('is ignored if a byte of it was lost or changed', async () => {
    const memory = placeFor()
    await rememberDocument(files, known, memory)
    const kept = readFileSync(memory.at)
    for (const damaged of [kept.subarray(0, 20), kept.subarray(0, -1), Buffer.concat([kept, kept]), Buffer.alloc(0)]) {
      writeFileSync(memory.at, damaged)
      expect(await recallDocument(files, memory)).toBeNull()
    }
    for (const at of [40, 70, kept.length - 3]) {
      const changed = Buffer.from(kept)
      changed[at] = (kept[at] ?? 0) ^ 1
      writeFileSync(memory.at, changed)
      expect(await recallDocument(files, memory)).toBeNull()
    }
  })

  it('is ignored if someone else could have written it, or if it is a link', async () => {
    const memory = placeFor()
    await rememberDocument(files, known, memory)
    const recalled = () => recallDocument(files, memory)
    expect(statSync(memory.at).mode & 0o777).toBe(0o600)
    for (const mode of [0o644, 0o620, 0o602]) {
      chmodSync(memory.at, mode)
      expect([mode, await recalled()]).toEqual([mode, null])
    }
    chmodSync(memory.at, 0o600)
    const other = vi.spyOn(process, 'getuid').mockReturnValue(4711)
    expect(await recalled()).toBeNull()
    other.mockRestore()
    expect(await recalled()).not.toBeNull()
    renameSync(memory.at, `${memory.at}-elsewhere`)
    symlinkSync(`${memory.at}-elsewhere`, memory.at)
    expect(await recalled()).toBeNull()
  })

  it('is empty if the document has an error', async () => {
    const wrong = filesOf(handbook.replace('| page | Staff |', '| pgae | Staff |'))
    const memory = placeFor()
    expect(await rememberDocument(wrong, {...known, checked: checkWhole(wrong, kinds)}, memory)).toBe(false)
    expect(existsSync(memory.at)).toBe(false)
  })

  it('is optional if it cannot be written', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(await rememberDocument(files, known, {at: join(folder, 'file', 'checked'), build: 'one'})).toBe(false)
  })

  it('is next to the database, or next to the files if the database is a server', () => {
    expect(memoryPlace({db: 'sqlite:/srv/data.sqlite', files: '/srv/files'})).toBe('/srv/data.sqlite-checked')
    expect(memoryPlace({db: 'postgres://db/x', files: '/srv/files'})).toBe('/srv/checked')
  })
})

describe('nonet run', () => {
  it('stores the result, serves the same from it, and notices every change of the document', async () => {
    const cwd = newFolder()
    const write = (text: string) => writeFileSync(join(cwd, 'app.md'), text)
    const args = ['run', 'app.md', '--db', 'sqlite:data.sqlite']
    write(handbook)
    const pages: string[] = []
    for (const _ of ['first', 'second']) {
      const running = await nonetServing(args, {cwd})
      pages.push(await (await fetch(`${running.url}/plain`)).text())
      await running.stop()
      expect(existsSync(join(cwd, 'data.sqlite-checked'))).toBe(true)
    }
    expect(pages[0]).toContain('Plain words')
    expect(pages[1]).toBe(pages[0])
    write(handbook.replace('| page | Staff |', '| pgae | Staff |'))
    expect(await nonet([...args, '--port', '0'], {cwd})).toMatchObject({code: 1})
    write(ninePoints)
    const running = await nonetServing(args, {cwd})
    expect((await fetch(`${running.url}/plain`)).status).toBe(404)
    await running.stop()
  })
})
