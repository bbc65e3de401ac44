/** An application without own code gets the same files and pages, byte for byte, as if there were no such feature. */
import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {nonet, nonetServing} from '../kit/cli.ts'
import {authorFolder} from '../kit/own-code.ts'

const document = `# Rooms

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Floor plan | /floors | code FloorPlan | everyone |
| Rooms | /rooms | list of Room | everyone |

### Floor plan

| Data | Shows |
|---|---|
| rooms | list of Room columns name |

## 3. Entities

### Room

| Field | Type |
|---|---|
| name | text 1..40 |

## 6. Roles

| Role | May | On |
|---|---|---|
| everyone | read | Room |
`
const paths = ['/floors', '/rooms']

/** The pages, and the files that they link to, as texts. What differs by request is masked. */
async function served(args: readonly string[], cwd: string): Promise<ReadonlyMap<string, string>> {
  const {url, stop} = await nonetServing(['run', '.', ...args], {cwd})
  const found = new Map<string, string>()
  const load = async (path: string) =>
    (await fetch(new URL(path, url), {headers: {'accept-encoding': 'identity'}})).text()
  for (const path of paths) {
    const page = await load(path)
    found.set(path, page.replace(/"once":"[^"]+"/, '').replaceAll(new URL(url).host, 'host'))
    for (const [, file = ''] of page.matchAll(/(?:src|href)="(\/_nonet\/[^"]+\.(?:js|css))"/g))
      found.set(file, await load(file))
  }
  await stop()
  return found
}

it('an application whose code is not served has the pages and files of one that has none', async () => {
  const without = authorFolder({'app.md': document})
  const withCode = authorFolder({
    'app.md': document,
    'screens/FloorPlan.tsx': 'export default () => <p className="own">Mine</p>',
    'screens/FloorPlan.css': '.own { color: red }',
  })
  expect(await nonet(['build', '.'], {cwd: withCode})).toMatchObject({code: 0})
  const plain = await served([], without)
  expect(plain.size).toBeGreaterThan(8)
  expect(plain.get('/floors')).toContain('<h2>Rooms</h2>')
  const uncoded = await served(['--no-code'], withCode)
  const different = [...plain.keys(), ...uncoded.keys()].filter(path => plain.get(path) !== uncoded.get(path))
  expect(different).toEqual([])
  const scripts = [...plain.keys()].filter(path => path.endsWith('.js'))
  const files = await Promise.all(
    scripts.map(path => readFile(join('dist/browser', path.slice('/_nonet/'.length)), 'utf8')),
  )
  expect(scripts.filter((path, at) => plain.get(path) !== files[at])).toEqual([])

  // With its code they differ, so that the comparison can fail.
  const own = await served([], withCode)
  expect(own.get('/floors')).toContain('class="own"')
  expect([...own.keys()].filter(path => path.includes('kit-'))).toHaveLength(1)
}, 120_000)
