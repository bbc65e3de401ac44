/** Own code under `nonet dev`, in a browser: what is saved is shown in place, and mistakes are explained. */
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it, onTestFinished} from 'vitest'
import {sharedBrowser} from '../kit/browser.ts'
import {hydrated} from '../kit/browser-judge.ts'
import {nonetServing} from '../kit/cli.ts'
import {visitorIn, withScript} from '../kit/modes.ts'
import {authorFolder} from '../kit/own-code.ts'

const document = `# Rooms

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Floor plan | /floors | code FloorPlan | everyone |

### Floor plan

| Data | Shows |
|---|---|
| free | count of Room |

## 3. Entities

### Room

| Field | Type |
|---|---|
| name | text 1..40 |

## 6. Roles

| Role | Joins by |
|---|---|
| Anonymous | |

| Role | May | On |
|---|---|---|
| Anonymous | read | Room |
`

const screen = (words: string, body = '<Note />') => `import {useState} from 'react'
import {Note} from './note'

export default function FloorPlan({data}) {
  const [count, setCount] = useState(0)
  return (
    <section>
      <h1>${words}</h1>
      <button type="button" onClick={() => setCount(count + 1)}>Counted {count}</button>
      <label>Name <input name="name" /></label>
      ${body}
    </section>
  )
}
`
const note = (words: string) => `export const Note = () => <p className="note">${words}</p>\n`

/** Milliseconds, on a busy machine; on an idle one it takes a tenth of them. */
const soon = 3000

async function developing() {
  const folder = authorFolder({
    'app.md': document,
    'screens/FloorPlan.tsx': screen('First'),
    'screens/note.tsx': note('one'),
    'screens/FloorPlan.css': '.note { color: rgb(1, 2, 3) }',
  })
  const running = await nonetServing(['dev', '.'], {cwd: folder})
  const v = await visitorIn(await sharedBrowser(), withScript)
  onTestFinished(async () => {
    await v.context.close()
    await running.stop()
  })
  const {page} = v
  const said: string[] = []
  page.on('console', message => void said.push(message.text()))
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.goto(`${running.url}/floors`)
  await page.evaluate(hydrated)
  return {
    v,
    page,
    said,
    loads: () => loads,
    text: () => page.locator('main').textContent(),
    save: (file: string, text: string) => writeFileSync(join(folder, 'screens', file), text),
  }
}

it('shows what was saved in place: the state of the page stays', async () => {
  const {v, page, loads, text, save} = await developing()
  await page.getByRole('button', {name: 'Counted 0'}).click()
  await page.getByLabel('Name').fill('typed')
  const takes: number[] = []
  for (const [file, content, words] of [
    ['FloorPlan.tsx', screen('Second'), 'Second'],
    ['note.tsx', note('two'), 'two'],
  ] as const) {
    const started = performance.now()
    save(file, content)
    await page.locator('main').getByText(words).waitFor()
    takes.push(performance.now() - started)
  }
  expect(Math.min(...takes)).toBeLessThan(soon)
  save('FloorPlan.css', '.note { color: rgb(7, 8, 9) }')
  const colour = () => page.evaluate('getComputedStyle(document.querySelector(".note")).color')
  await expect.poll(colour).toBe('rgb(7, 8, 9)')
  expect(await text()).toContain('Counted 1')
  expect(await page.getByLabel('Name').inputValue()).toBe('typed')
  expect(loads()).toBe(1)
  expect(v.complaints).toEqual([])
  // The next page has the same.
  await page.reload()
  await expect.poll(text).toContain('SecondCounted 0')
})

it('explains mistakes, and shows the page again when they are corrected', async () => {
  const {page, said, text, save} = await developing()
  save('FloorPlan.tsx', screen('Second', '{[1, 2].map(each => <b>{each}</b>)}'))
  await expect.poll(text).toContain('Second')
  await expect.poll(() => said.join()).toContain('Each child in a list should have a unique "key" prop.')
  save('FloorPlan.tsx', screen('Third', '{data.nothing.rows}'))
  await expect.poll(() => page.locator('main .broken').count()).toBe(1)
  save('FloorPlan.tsx', screen('Fourth'))
  await expect.poll(text).toContain('Fourth')
})
