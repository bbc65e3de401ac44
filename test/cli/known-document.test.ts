/** A document that was found sound is not checked again; one that may have changed is. */

import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {type Memory, memoryPlace, recallDocument, rememberDocument} from '../../src/cli/document.ts'
import {readFiles, type SourceFile} from '../../src/document/source.ts'
import {packDocument, unpackDocument} from '../../src/engine/packed-document.ts'
import {checkWhole} from '../../src/engine/testing.ts'
import {plainLocale} from '../../src/points/entities/field-type.ts'
import {allFields} from '../../src/points/entities/scope.ts'
import type {CheckedDocument} from '../../src/points/specification.ts'
import {newFolder, nonet, nonetServing} from '../kit/cli.ts'
import {handbook, ninePoints} from '../kit/documents.ts'

const filesOf = (text: string): SourceFile[] => [{file: 'app.md', bytes: new TextEncoder().encode(text)}]

function placeFor(build = 'one'): Memory {
  return {at: join(newFolder(), 'data.sqlite-checked'), build}
}

/** What a type does is compared by what it is called and made of; functions are never equal. */
function withoutFunctions(checked: CheckedDocument): unknown {
  return JSON.parse(
    JSON.stringify(checked, (_key, value: unknown) =>
      typeof value === 'function'
        ? '()'
        : value instanceof Map || value instanceof Set
          ? {[value.constructor.name]: [...value]}
          : typeof value === 'bigint'
            ? `${value}n`
            : value,
    ),
  )
}

/** Of what kind everything in it is that is no plain data: a duration that is none any more lasts no time. */
function kindsIn(whole: unknown): string[] {
  const seen = new Set<unknown>()
  const kinds: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    kinds.push(node.constructor.name)
    for (const each of node instanceof Map ? [...node].flat() : node instanceof Set ? node : Object.values(node))
      visit(each)
  }
  visit(whole)
  return kinds.filter(kind => kind !== 'Object' && kind !== 'Array')
}

describe('a document that was packed', () => {
  it.each(['apps/time-off', 'apps/rooms', 'test/documents/helpdesk', 'test/documents/stock'])(
    'is the same afterwards: %s',
    async folder => {
      const checked = checkWhole(await readFiles(folder))
      const unpacked = unpackDocument(packDocument(checked) ?? new Uint8Array())
      expect(withoutFunctions(unpacked)).toEqual(withoutFunctions(checked))
      expect(kindsIn(unpacked)).toEqual(kindsIn(checked))
      const [before, after] = [checked, unpacked].map(({specification}) => [
        ...specification.entities.entities.values(),
      ])
      for (const [index, entity] of (before ?? []).entries())
        for (const [place, {type}] of allFields(entity).entries()) {
          const again = after?.[index] && allFields(after[index])[place]?.type
          for (const database of ['sqlite', 'postgres'] as const)
            expect(again?.check('x', database)).toBe(type.check('x', database))
          expect(again?.fromForm(['7'], plainLocale)).toEqual(type.fromForm(['7'], plainLocale))
          if (type.type.kind === 'number') expect(again?.toText(7, plainLocale)).toBe(type.toText(7, plainLocale))
        }
    },
  )

  it('has durations that last as long as before', async () => {
    const checked = checkWhole(await readFiles('test/documents/helpdesk'))
    expect(kindsIn(checked)).toContain('DaysDuration')
    expect(kindsIn(unpackDocument(packDocument(checked) ?? new Uint8Array()))).toContain('DaysDuration')
  })

  it('keeps what is one thing one thing', async () => {
    const {specification} = checkWhole(await readFiles('apps/time-off'))
    const packed = packDocument(checkWhole(await readFiles('apps/time-off')))
    const again = unpackDocument(packed ?? new Uint8Array()).specification
    const sharedIn = ({entities, actions}: typeof specification) => {
      const fields = new Set<unknown>([...entities.entities.values()].flatMap(({fields}) => [...fields.values()]))
      const met = new Set<unknown>()
      const walk = (node: unknown): number => {
        if (typeof node !== 'object' || node === null || met.has(node)) return 0
        met.add(node)
        const inner = node instanceof Map ? [...node.values()] : Object.values(node)
        return inner.reduce((sum: number, each) => sum + walk(each), fields.has(node) ? 1 : 0)
      }
      return walk(actions)
    }
    expect(sharedIn(again)).toBe(sharedIn(specification))
  })
})

describe('what is remembered of a document', () => {
  const files = filesOf(handbook)
  const checked = checkWhole(files)
  const known = {checked, fits: 'ab'.repeat(32)}

  it('is found again for the same text and the same build', async () => {
    const memory = placeFor()
    expect(await recallDocument(files, memory)).toBeNull()
    expect(await rememberDocument(files, known, memory)).toBe(true)
    const recalled = await recallDocument(files, memory)
    expect(recalled?.fits).toBe(known.fits)
    expect(recalled && withoutFunctions(recalled.checked)).toEqual(withoutFunctions(checked))
  })

  it('counts for nothing when the text, a file name or the build is another', async () => {
    const memory = placeFor()
    await rememberDocument(files, known, memory)
    expect(await recallDocument(filesOf(`${handbook} `), memory)).toBeNull()
    expect(await recallDocument([{...files[0], file: 'other.md'} as SourceFile], memory)).toBeNull()
    expect(await recallDocument(files, {...memory, build: 'two'})).toBeNull()
    expect(await recallDocument([...files, ...filesOf('')], memory)).toBeNull()
  })

  it('counts for nothing when a byte of it was lost or changed', async () => {
    const memory = placeFor()
    await rememberDocument(files, known, memory)
    const kept = readFileSync(memory.at)
    for (const damaged of [kept.subarray(0, 20), kept.subarray(0, -1), Buffer.concat([kept, kept]), Buffer.alloc(0)]) {
      writeFileSync(memory.at, damaged)
      expect(await recallDocument(files, memory)).toBeNull()
    }
    for (const at of [70, 200]) {
      const changed = Buffer.from(kept)
      changed[at] = (kept[at] ?? 0) ^ 1
      writeFileSync(memory.at, changed)
      expect(await recallDocument(files, memory)).toBeNull()
    }
  })

  it('is nothing where the document has an error', async () => {
    const wrong = filesOf(handbook.replace('| page | Staff |', '| pgae | Staff |'))
    const memory = placeFor()
    expect(await rememberDocument(wrong, {...known, checked: checkWhole(wrong)}, memory)).toBe(false)
    expect(existsSync(memory.at)).toBe(false)
  })

  it('is not missed where it cannot be written', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(await rememberDocument(files, known, {at: join(folder, 'file', 'checked'), build: 'one'})).toBe(false)
  })

  it('is kept beside the database, or beside the files where the database is a server', () => {
    expect(memoryPlace({db: 'sqlite:/srv/data.sqlite', files: '/srv/files'})).toBe('/srv/data.sqlite-checked')
    expect(memoryPlace({db: 'postgres://db/x', files: '/srv/files'})).toBe('/srv/checked')
  })
})

describe('nonet run', () => {
  it('remembers, answers the same from its memory, and sees every change of the document', async () => {
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
