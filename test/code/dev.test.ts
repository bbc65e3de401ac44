/** Own code under `nonet dev` and `nonet run`: a document of its own, as an author starts it. */
import {renameSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {nonet, nonetServing} from '../kit/cli.ts'
import {authorFolder} from '../kit/own-code.ts'

const document = `# Rooms

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Floor plan | /floors | code FloorPlan | everyone |

### Floor plan

| Data | Shows |
|---|---|
| rooms | list of Room sort name columns name |

## 3. Entities

### Room
- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |

## 6. Roles

| Role | Joins by |
|---|---|
| Anonymous | |

| Role | May | On | Where |
|---|---|---|---|
| Anonymous | read | Room | |
`

const component = (words: string) =>
  `export default ({data}: {data: {rooms: {rows: unknown[]}}}) => <p>${words}: {data.rooms.rows.length}</p>\n`

const pageOf = async (url: string) => (await fetch(new URL('/floors', url))).text()

it('nonet dev builds own code again when it is saved, and keeps the last one without errors', async () => {
  const folder = authorFolder({'app.md': document, 'screens/FloorPlan.tsx': component('First')})
  const running = await nonetServing(['dev', folder])
  const file = join(folder, 'screens/FloorPlan.tsx')
  try {
    expect(await pageOf(running.url)).toContain('<p>First: <!-- -->0</p>')
    const first = /own-FloorPlan-[\w-]+\.js/.exec(await pageOf(running.url))?.[0]
    writeFileSync(file, component('Second'))
    await expect.poll(() => pageOf(running.url)).toContain('<p>Second: <!-- -->0</p>')
    expect(await pageOf(running.url)).not.toContain(first)
    writeFileSync(file, 'export default () => <p>')
    await expect.poll(() => running.read().err).toContain('FloorPlan.tsx')
    expect(await pageOf(running.url)).toContain('Second')
    // As editors save.
    writeFileSync(join(folder, 'screens/FloorPlan.tmp'), component('Third'))
    renameSync(join(folder, 'screens/FloorPlan.tmp'), file)
    await expect.poll(() => pageOf(running.url)).toContain('<p>Third: <!-- -->0</p>')
  } finally {
    await running.stop()
  }
})

it('nonet run shows what was built, and tables with --no-code', async () => {
  const folder = authorFolder({'app.md': document, 'screens/FloorPlan.tsx': component('Built')})
  expect((await nonet(['build', folder])).code).toBe(0)
  const shown = async (...options: string[]) => {
    const running = await nonetServing(['run', folder, ...options])
    const page = await pageOf(running.url)
    expect(await running.stop()).toBe(0)
    return page
  }
  expect(await shown()).toContain('<p>Built: <!-- -->0</p>')
  const plain = await shown('--no-code')
  expect(plain).not.toContain('Built')
  expect(plain).toContain('<h1 tabindex="-1">Floor plan</h1>')
})
