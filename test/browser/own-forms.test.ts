/** The form of an action of own code: records that are looked up, and files, with and without JavaScript. */
import {expect, it, onTestFinished} from 'vitest'
import {ServedCode} from '../../src/cli/served-code.ts'
import {buildOwnCode} from '../../src/code/build/bundle.ts'
import {buildFolder} from '../../src/code/build/own-files.ts'
import {operator} from '../../src/screens/testing.ts'
import {sharedBrowser} from '../kit/browser.ts'
import {hydrated} from '../kit/browser-judge.ts'
import {Life} from '../kit/browser-life.ts'
import {creating} from '../kit/engine.ts'
import {authorFolder} from '../kit/own-code.ts'

const document = `# Shelf

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Shelf | /shelf | code Shelf | Keeper |

### Shelf

| Data | Shows |
|---|---|
| things | list of Thing sort name columns name, city.name, plan |

| Action | Does | Fields |
|---|---|---|
| add | create Thing | name, city, plan |

## 3. Entities

### City
- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |

### Thing

| Field | Type | Required |
|---|---|---|
| name | text 2..40 | yes |
| city | City | yes |
| plan | file | |

## 6. Roles

| Role | Joins by |
|---|---|
| Keeper | invitation |

| Role | May | On |
|---|---|---|
| Keeper | create, read | Thing |
| Keeper | read | City |
`

const component = `import {ActionForm, PageHead, Value} from 'nonet/screen'
export default function Shelf({data, actions}: any) {
  return (
    <>
      <PageHead><h1 tabIndex={-1}>Shelf</h1></PageHead>
      <ul>
        {data.things.rows.map((thing: any) => (
          <li key={thing.id}>
            {thing.name} in {thing.city.name}, <Value of={thing} name="plan" />
          </li>
        ))}
      </ul>
      <ActionForm action={actions.add} />
    </>
  )
}
`

/** More than a list of choices holds. */
const cities = Array.from({length: 230}, (_, index) => `City ${index + 1}`)

it.each([true, false])(
  'looks up a record, uploads a file and keeps both after a refusal (JavaScript: %s)',
  async javaScriptEnabled => {
    const folder = authorFolder({'screens/Shelf.tsx': component})
    const manifest = await buildOwnCode({folder, components: ['Shelf'], addresses: {}, engineFolder: 'dist/code'})
    const own = new ServedCode({manifest, folder: buildFolder(folder)})
    onTestFinished(() => own.stop())
    const life = await Life.begin({document, assets: '', own, browser: await sharedBrowser(), javaScriptEnabled})
    onTestFinished(() => life.fixture.app.endStreams())
    await life.fixture.engine.change(
      operator,
      cities.map(name => creating('City', {name})),
    )
    await life.add('Ada Byron', 'Keeper')
    const ada = await life.person('Ada Byron')
    await ada.enter()
    await ada.goTo('/shelf')
    const {page} = ada
    if (javaScriptEnabled) {
      await page.evaluate(hydrated)
      // The fields of own code are hydrated after the page around them.
      await page.getByRole('combobox', {name: /^City/}).waitFor()
    }
    const plan = {name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('First floor')}
    await page.getByLabel(/^Plan/).setInputFiles([plan])
    await ada.fill({Name: 'X'})
    const city = page.getByRole('combobox', {name: /^City/}).or(page.getByRole('textbox', {name: /^City/}))
    await city.fill('City 117')
    if (javaScriptEnabled) await page.getByRole('option', {name: 'City 117'}).click()
    await ada.press('Add')
    await page.getByText('at least 2').first().waitFor()
    // Without a script, what was typed has become the records that it may mean.
    if (javaScriptEnabled) expect(await city.inputValue()).toBe('City 117')
    else await city.selectOption('City 117')
    await ada.fill({Name: 'Lamp'})
    // Browsers forget a file that was sent; the page keeps it where it can.
    if (!javaScriptEnabled) await page.getByLabel(/^Plan/).setInputFiles([plan])
    await ada.press('Add')
    await page.getByText('Lamp in City 117').waitFor()
    await page.getByText('Lamp in City 117, plan.txt').waitFor()
    // The form starts again.
    await expect.poll(() => ada.field('Name').inputValue()).toBe('')
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.getByRole('list', {name: 'Chosen files'}).count()).toBe(0)
    if (javaScriptEnabled) await ada.field('Name').and(page.locator(':focus')).waitFor()
  },
)
