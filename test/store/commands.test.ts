import {mkdir, readdir, readFile, stat, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {Readable} from 'node:stream'
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {backup, move, restore} from '../../src/cli/backup.ts'
import type {Command} from '../../src/cli/command.ts'
import {runCommand} from '../../src/cli/main.ts'
import {plan} from '../../src/cli/plan.ts'
import {openFolder} from '../../src/screens/testing.ts'
import {newId} from '../../src/store/ids.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import {makeFolder, opened, stores} from '../kit/store-databases.ts'
import {addRecord, documentOfFiles, entity, recordsOf} from '../kit/store-document.ts'
import {shapeOf} from '../kit/store-shape.ts'
import {talking} from '../kit/talking.ts'

async function said(command: Command, ...args: string[]): Promise<{code: number; out: string; err: string}> {
  const {io, said: texts} = talking()
  return {code: await command.run(args, io), ...texts}
}

/** Its one screen lists nothing, so that the database is only queried for the records. */
const screens =
  '## 2. Screens\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n| Rules | /rules | page | everyone |\n\n### Rules\n\nBe kind.\n'
const text = (...fields: string[]): string => `# Test\n\n${screens}\n## 3. Entities\n\n${entity('Ticket', fields)}`
const first = text('subject | text', 'code | text', 'note | text')

describe.each(stores)('nonet plan on $name', ({make}) => {
  const begun = async () => {
    const folder = await makeFolder()
    const address = await make()
    const store = await opened(address)
    const document = documentOfFiles({'app.md': first})
    await prepare(store, document)
    const write = async (content: string) => {
      await writeFile(join(folder, 'app.md'), content)
      return join(folder, 'app.md')
    }
    return {store, address, document, write}
  }

  test('prints the changes and their extent, and changes nothing', async () => {
    const {store, address, document, write} = await begun()
    for (const code of ['A', 'A', 'BC']) await addRecord(store, document, 'Ticket', {subject: 'x', code, note: 'n'})
    const before = await shapeOf(store)
    const path = await write(text('title (was subject) | text', 'code | text 0..1 | | | yes', 'due | date'))
    const {code, out} = await said(plan, path, '--db', address, '--sql')
    expect(code).toBe(1)
    expect(out).toContain('Ticket.subject is called title now; its values stay.')
    expect(out).toContain('Ticket gets the field due (`date`).')
    expect(out).toMatch(/x Ticket\.code: `text` becomes `text 0\.\.1`\. 1 value does not fit\.\n {6}"BC" in x\n/)
    expect(out).toMatch(
      /x In Ticket, code may occur only once\. 2 records have what another one has\.\n {6}"A" in 2 records/,
    )
    expect(out).toContain('! Ticket.note is removed. 3 values are lost.')
    expect(out).toContain('alter table')
    expect(await shapeOf(store)).toEqual(before)
    expect(Object.keys(await recordsOf(store, document, 'Ticket'))).toHaveLength(3)
  })

  test('prints that nothing changes, and what nonet run would do automatically', async () => {
    const {address, write} = await begun()
    const same = await said(plan, await write(first), '--db', address)
    expect(same).toEqual({code: 0, out: 'Nothing changes: the database fits the document.\n', err: ''})
    const more = await said(plan, await write(`${first.trimEnd()}\n| due | date | | | |\n`), '--db', address, '--json')
    expect(more.code).toBe(0)
    expect(JSON.parse(more.out)).toMatchObject({weight: 'safe', steps: [{text: 'Ticket gets the field due (`date`).'}]})
  })

  test('prints the id that accepts the plan', async () => {
    const {store, address, document, write} = await begun()
    await addRecord(store, document, 'Ticket', {note: 'n'})
    const after = text('subject | text', 'code | text')
    const {out} = await said(plan, await write(after), '--db', address)
    const id = /--accept (\w+)/.exec(out)?.[1]
    const prepared = await prepare(store, documentOfFiles({'app.md': after}), {accept: id})
    expect(prepared).toMatchObject({kind: 'ready'})
  })

  test('recognises an older document', async () => {
    const {store, address, document, write} = await begun()
    await prepare(store, documentOfFiles({[await write(first)]: text('subject | text')}))
    await prepare(store, document)
    const path = await write(first)
    await prepare(store, documentOfFiles({[path]: first}))
    await prepare(store, documentOfFiles({[path]: text('subject | text', 'code | text')}))
    const {out} = await said(plan, path, '--db', address)
    expect(out).toMatch(/This document was applied before, at [-0-9: ]+ \(number 4\); number 5 holds now\./)
  })

  test('backup, restore and move transfer the records and the files', async () => {
    const {store, address, document} = await begun()
    await addRecord(store, document, 'Ticket', {subject: 'x'})
    const folder = await makeFolder()
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files', 'a'), 'A')
    const made = await said(backup, join(folder, 'backup'), '--db', address, '--files', join(folder, 'files'))
    expect(made.out).toContain('1 file.')
    const restored = await make()
    const back = await said(restore, join(folder, 'backup'), '--db', restored, '--files', join(folder, 'again'))
    expect(back.code).toBe(0)
    expect(await readFile(join(folder, 'again', 'a'), 'utf8')).toBe('A')
    const moved = await make()
    const args = ['--files', join(folder, 'again'), '--to-files', join(folder, 'moved')]
    expect((await said(move, '--from', restored, '--to', moved, ...args)).code).toBe(0)
    expect(await readFile(join(folder, 'moved', 'a'), 'utf8')).toBe('A')
    const records = await recordsOf(await opened(moved), document, 'Ticket')
    expect(records).toEqual(await recordsOf(store, document, 'Ticket'))
  })

  test('records with files are never copied without them, and files that are lost already are reported', async () => {
    const {store, address} = await begun()
    const folder = await makeFolder()
    const files = await openFolder(join(folder, 'files'))
    const kept = await files.put(Readable.from([Buffer.from('plan')]), 100)
    await kept.keep()
    const insert = (content: string, name: string) =>
      store.transaction(db =>
        sql`insert into nonet_file (id, version, created, updated, name, media_type, size, content)
          values (${newId()}, 1, '2027-01-04T09:00:00.000Z', '2027-01-04T09:00:00.000Z', ${name}, 'text/plain', 4, ${content})`.execute(
          db,
        ),
      )
    await insert(kept.content, 'plan.txt')
    const target = join(folder, 'backup')
    await expect(said(backup, target, '--db', address)).rejects.toThrow('Records have 1 file, which would be missing.')
    await expect(said(backup, target, '--db', address, '--files', join(folder, 'typo'))).rejects.toThrow('no folder')
    const moved = join(folder, 'moved.sqlite')
    await expect(said(move, '--from', address, '--to', `sqlite:${moved}`)).rejects.toThrow('--files and --to-files')
    await insert('0'.repeat(64), 'lost.txt')
    const made = await said(backup, target, '--db', address, '--files', join(folder, 'files'))
    expect([made.code, made.err]).toEqual([0, 'Warning: 1 file of records was not in the folder: lost.txt\n'])
    const restored = join(folder, 'restored.sqlite')
    await expect(said(restore, target, '--db', `sqlite:${restored}`)).rejects.toThrow('The backup has 1 file.')
    await expect(said(restore, join(folder, 'none'), '--db', `sqlite:${restored}`)).rejects.toThrow('no backup')
    expect((await readdir(folder)).toSorted()).toEqual(['backup', 'files'])
  })

  test('a backup that fails leaves nothing behind, and the command one line', async () => {
    const {address} = await begun()
    const folder = await makeFolder()
    await writeFile(join(folder, 'files'), 'A text')
    const args = ['backup', join(folder, 'backup'), '--db', address, '--files', join(folder, 'files')]
    const {io, said: texts} = talking()
    expect(await runCommand(args, io)).toBe(1)
    expect(texts.err).toMatch(/^nonet: ENOTDIR: not a directory, [^\n]+\n$/)
    expect(await readdir(folder)).toEqual(['files'])
  })

  test('S27: databases, files and backups are created for their owner only', async () => {
    const {store, address, document} = await begun()
    await addRecord(store, document, 'Ticket', {subject: 'x'})
    const folder = await makeFolder()
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files', 'a'), 'A', {mode: 0o644})
    await said(backup, join(folder, 'backups', 'monday'), '--db', address, '--files', join(folder, 'files'))
    const restored = join(folder, 'data', 'restored.sqlite')
    const files = ['--files', join(folder, 'data', 'files')]
    await said(restore, join(folder, 'backups', 'monday'), '--db', `sqlite:${restored}`, ...files)
    const kept = await openFolder(join(folder, 'data', 'uploads'))
    await (await kept.put(Readable.from([Buffer.from('bytes')]), 100)).keep()
    const open = await opened(`sqlite:${restored}`)
    await addRecord(open, document, 'Ticket', {subject: 'y'})
    const made = await Promise.all(['backups', 'data'].map(name => modesIn(join(folder, name))))
    expect(Object.keys(made[1] ?? {})).toContain(`${restored}-wal`)
    for (const [path, mode] of made.flatMap(modes => Object.entries(modes)))
      expect([path, mode.toString(8)]).toEqual([path, path.endsWith('/') ? '700' : '600'])
  })
})

/** The mode of everything in a folder, and of the folder; a folder's name ends in a slash. */
async function modesIn(folder: string): Promise<Readonly<Record<string, number>>> {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true})
  const paths = entries.map(entry => `${join(entry.parentPath, entry.name)}${entry.isDirectory() ? '/' : ''}`)
  const modes = [`${folder}/`, ...paths].map(async path => [path, (await stat(path)).mode & 0o777] as const)
  return Object.fromEntries(await Promise.all(modes))
}

describe('commands about databases', () => {
  test('report missing options', async () => {
    const folder = await makeFolder()
    await writeFile(join(folder, 'app.md'), first)
    await expect(said(backup, join(folder, 'b'))).rejects.toThrow('--db')
    await expect(said(plan, join(folder, 'app.md'), '--db', 'nowhere')).rejects.toThrow('sqlite:FILE')
    await expect(said(backup, join(folder, 'b'), '--db', `sqlite:${join(folder, 'none')}`)).rejects.toThrow(
      'no database',
    )
    await expect(said(restore, folder, '--db', `sqlite:${join(folder, 'new')}`)).rejects.toThrow('no backup')
    await expect(said(move, '--from', 'sqlite:a', '--to', 'sqlite:b', '--files', 'x')).rejects.toThrow('--to-files')
  })

  test('plan for a missing database creates no file', async () => {
    const folder = await makeFolder()
    await writeFile(join(folder, 'app.md'), first)
    const file = join(folder, 'none.sqlite')
    const {code, out} = await said(plan, join(folder, 'app.md'), '--db', `sqlite:${file}`)
    expect(code).toBe(0)
    expect(out).toContain('Ticket is new.')
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  })
})
