/** `nonet import` and `nonet export`, as functions of their arguments. */
import {existsSync, readFileSync} from 'node:fs'
import {mkdtemp, readdir, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import type {Command} from '../../src/cli/command.ts'
import {exportCommand, importCommand} from '../../src/cli/csv.ts'
import {stores} from '../kit/store-databases.ts'
import {talking} from '../kit/talking.ts'

const document = `# Shelf

## 3. Entities

### Book
- named by: title

| Field | Type | Required | Unique | Label |
|---|---|---|---|---|
| title | text 1..60 | yes | yes | |
| pages | number 1..9999 | | | Number of pages |
| sequel_of | Book | | | |
`

async function ran(command: Command, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const {io, said} = talking({env})
  const code = await command.run(args, io).catch((error: Error) => error.message)
  return {code, ...said}
}

describe.each(stores)('import and export on $name', ({make}) => {
  async function placed(csv = 'Title,number of pages,sequel_of\nTwo,30,One\nOne,,\n=Three,,\n') {
    const folder = await mkdtemp(join(tmpdir(), 'nonet-csv-'))
    const [path, file, address] = [join(folder, 'app.md'), join(folder, 'books.csv'), await make()]
    await writeFile(path, document)
    await writeFile(file, csv)
    return {folder, path, file, address}
  }

  test('import records and export them again', async () => {
    const {folder, path, file, address} = await placed()
    const args = [path, 'Book', file, '--db', address]
    expect(await ran(importCommand, [...args, '--dry-run'])).toEqual({
      code: 0,
      out: '3 records of Book would be imported.\n',
      err: '',
    })
    expect(await ran(importCommand, args)).toEqual({code: 0, out: '3 records of Book imported.\n', err: ''})
    const {out, code} = await ran(exportCommand, [path, 'Book'], {NONET_DB: address})
    expect(code).toBe(0)
    expect(out.split('\r\n').map(line => line.split(',').slice(5).join())).toEqual([
      'title,pages,sequel_of',
      'One,,',
      "'=Three,,",
      'Two,30,One',
      '',
    ])
    const target = join(folder, 'out.csv')
    expect(await ran(exportCommand, [path, 'Book', '--db', address, '--out', target])).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    expect(readFileSync(target, 'utf8')).toBe(out)
    expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([])
  })

  test('report the problems of each line', async () => {
    const {path, file, address} = await placed('title,Number of pages\nOne,none\n,5\nOne,7\n')
    const {code, out, err} = await ran(importCommand, [path, 'Book', file, '--db', address])
    expect({code, out}).toEqual({code: 1, out: ''})
    expect(err).toContain(`${file}:2: Number of pages: “none” NOT_A_NUMBER Enter a number`)
    expect(err).toContain(`${file}:3: title: REQUIRED Enter a title.`)
    expect(err).toMatch(/\n\n2 problems; nothing was changed\.\n$/)
  })
})

describe('import and export', () => {
  test.each([
    [importCommand, ['app.md', 'Book'], 'Name the document, the entity and the file: nonet import PATH ENTITY FILE'],
    [exportCommand, ['app.md'], 'Name the document and the entity: nonet export PATH ENTITY'],
    [exportCommand, ['app.md', 'Book', 'x'], 'Name the document and the entity: nonet export PATH ENTITY'],
  ])('print their usage', async (command, args, message) => {
    expect((await ran(command, args)).code).toBe(message)
  })

  test('report missing entities and files, and create nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nonet-csv-'))
    const path = join(folder, 'app.md')
    await writeFile(path, document)
    const db = `sqlite:${join(folder, 'none.sqlite')}`
    expect((await ran(exportCommand, [path, 'Bok', '--db', db])).code).toBe(
      'The document has no entity Bok. Did you mean `Book`?',
    )
    expect((await ran(importCommand, [path, 'Book', join(folder, 'no.csv'), '--db', db])).code).toBe(
      `${join(folder, 'no.csv')} cannot be read: ENOENT.`,
    )
    expect((await ran(exportCommand, [path, 'Book', '--db', db])).code).toBe(`There is no database ${db}.`)
    expect(existsSync(join(folder, 'none.sqlite'))).toBe(false)
  })

  test('do not touch the database of another document', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nonet-csv-'))
    const [path, other, file] = [join(folder, 'app.md'), join(folder, 'other.md'), join(folder, 'b.csv')]
    await writeFile(path, document)
    await writeFile(other, document.replace('| pages |', '| leaves |'))
    await writeFile(file, 'title\nOne\n')
    const db = `sqlite:${join(folder, 'data.sqlite')}`
    expect((await ran(importCommand, [path, 'Book', file, '--db', db])).code).toBe(0)
    expect((await ran(exportCommand, [other, 'Book', '--db', db])).code).toMatch(
      /The tables of this database are those of another version of this document/,
    )
  })
})
