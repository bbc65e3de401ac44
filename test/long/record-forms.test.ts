/** Records and forms in a real browser: without JavaScript, and with its enhancements. */

import {mkdtempSync, readFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {type Actor, nobody, openFolder, operator} from '../../src/screens/testing.ts'
import {type Listening, listen} from '../../src/server/serve.ts'
import {launchBrowser, type Visitor, visitor} from '../kit/browser.ts'
import {creating, done, engineFor, updating} from '../kit/engine.ts'
import {field, heading, link, menu} from '../kit/find.ts'
import {appFor} from '../kit/pages.ts'
import {type Company, company} from '../kit/time-off.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

let browser: Browser
let office: Company
let listening: Listening
const failures: unknown[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'nonet-forms-'))
  office = await company(`sqlite:${join(folder, 'data.sqlite')}`, {open: engineFor})
  const actors = new Map<string, Actor>(Object.entries(office.people))
  const many = Array.from({length: 205}, (_, index) =>
    creating('User', {name: `Robin ${index}`, email: `r${index}@example.com`, roles: ['Employee']}),
  )
  done(await office.engine.change(operator, many))
  const app = appFor({
    engine: office.engine,
    files: await openFolder(join(folder, 'files')),
    actorOf: async request => actors.get(/who=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? '') ?? nobody,
    failed: cause => failures.push(cause),
    around: application => ({
      ...application,
      shell: actor => ({
        ...application.shell(actor),
        ...(actor.kind === 'person' ? {person: {id: actor.id, name: actor.name, is: '', href: '/account'}} : {}),
      }),
    }),
  })
  listening = await listen(app, {port: 0, host: '127.0.0.1'})
})
afterAll(async () => {
  await browser.close()
  await listening.stop(100)
  await office.store.close()
  expect(failures).toEqual([])
})

async function visit(who: keyof Company['people'], options: Parameters<typeof visitor>[1] = {}): Promise<Visitor> {
  const v = await visitor(browser, options)
  await v.context.addCookies([{name: 'who', value: who, url: listening.url}])
  return v
}

/** Drafts of Ada, each on different days. */
let week = 0
async function draft() {
  week += 1
  const monday = new Date(Date.parse('2026-04-06') + week * 7 * 86_400_000).toISOString().slice(0, 10)
  const record = done(await office.draft(office.people.ada, {first_day: monday, last_day: monday, note: 'family'}))
  const path = `/requests/${await office.shown(record, 'number')}`
  return {...record, path, url: `${listening.url}${path}`, monday}
}

async function submitted() {
  const request = await draft()
  await office.allowance(office.people.ada, 30).catch(() => null)
  const outcome = await office.act(office.people.ada, request, 'submit')
  expect(outcome.ok).toBe(true)
  return request
}

/** Figures that are computed again are pale until the answer comes. */
async function violations({page}: Visitor): Promise<string[]> {
  await page.locator('.stale').first().waitFor({state: 'detached'})
  await page.evaluate(axe)
  const result = (await page.evaluate('axe.run()')) as {violations: {id: string; nodes: {html: string}[]}[]}
  return result.violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}

const press = ({page}: Visitor, name: string) =>
  page.getByRole('button', {name, exact: true}).filter({visible: true}).click()
const facts = ({page}: Visitor) => page.getByRole('main').getByRole('definition')
const state = ({page}: Visitor, name: string) => page.locator('[aria-current=step]').getByText(name, {exact: true})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a record %s', (_name, javaScriptEnabled) => {
  it('is edited on its page, and shows both versions after a conflict', async () => {
    const request = await draft()
    const v = await visit('ada', {javaScriptEnabled})
    await v.page.goto(request.url)
    await link(v.page, 'Edit').click()
    await v.page.getByRole('heading', {level: 1, name: /Edit/}).waitFor()
    expect(await field(v.page, 'Reason').inputValue()).toBe('family')
    done(await office.engine.change(office.people.hana, [updating('Request', request, {note: 'theirs'})]))
    await field(v.page, 'Reason').fill('mine')
    if (javaScriptEnabled) await v.page.getByRole('radiogroup', {name: 'First day'}).getByText('Afternoon').click()
    else await field(v.page, 'From noon').check()
    await press(v, 'Save')
    await v.page.getByText(/Hana changed this record/).waitFor()
    await v.page.getByRole('group', {name: 'Reason'}).getByText('theirs').waitFor()
    expect(await field(v.page, 'Reason').inputValue()).toBe('mine')
    if (javaScriptEnabled) expect(await violations(v)).toEqual([])
    await field(v.page, 'Reason').fill('both of us')
    await press(v, 'Save')
    await facts(v).getByText('both of us').waitFor()
    await facts(v).getByText('½ day').waitFor()
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('is deleted after a confirmation', async () => {
    const {id} = await office.make('Allowance', {
      person: office.people.bo.id,
      kind: office.kinds.unpaid,
      year: javaScriptEnabled ? 2031 : 2032,
      days: 3,
    })
    const v = await visit('hana', {javaScriptEnabled})
    await v.page.goto(`${listening.url}/balances/${id}`)
    await link(v.page, 'Delete').click()
    const asking = javaScriptEnabled ? v.page.getByRole('dialog') : v.page.getByRole('main')
    await asking.getByRole('heading', {name: /^Delete .+ “.+”\?$/}).waitFor()
    await asking.getByRole('button', {name: 'Delete'}).click()
    await heading(v.page, 'Allowances').waitFor()
    expect((await v.page.goto(`${listening.url}/balances/${id}`))?.status()).toBe(404)
    await v.context.close()
  })

  it('is decided with the inputs of the decision, and commented on', async () => {
    const request = await submitted()
    const v = await visit('max', {javaScriptEnabled})
    await v.page.goto(request.url)
    await state(v, 'Submitted').waitFor()
    await field(v.page, 'Add a comment').fill('Who covers?')
    await press(v, 'Comment')
    await v.page.getByRole('listitem').getByText('Who covers?').waitFor()
    await link(v.page, 'Decline…').click()
    const answer = field(v.page, 'Message')
    await answer.waitFor()
    if (javaScriptEnabled) expect(await v.page.getByRole('dialog').count()).toBe(1)
    await press(v, 'Decline')
    await answer.and(v.page.locator('[aria-invalid=true]')).waitFor()
    if (javaScriptEnabled) expect(await v.page.getByRole('dialog').count()).toBe(1)
    await answer.fill('Not this time.')
    await press(v, 'Decline')
    await v.page.getByRole('listitem').getByText('Not this time.').waitFor()
    await state(v, 'Declined').waitFor()
    expect(new URL(v.page.url()).pathname).toBe(request.path)
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
})

describe('a form with JavaScript', () => {
  it('keeps its input through a reload and another page, without asking, and clears it when it is saved', async () => {
    const v = await visit('cem')
    const asked: string[] = []
    v.page.on('dialog', dialog => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await v.page.goto(`${listening.url}/requests/new`)
    await v.page
      .getByRole('combobox', {name: /^Cover/})
      .and(v.page.locator('input'))
      .waitFor()
    await field(v.page, 'Reason').fill('a long story')
    await v.page.getByRole('radio', {name: /^Sickness/}).check()
    await v.page.reload()
    await v.page.getByText('We restored your unsaved changes.').waitFor()
    expect(await field(v.page, 'Reason').inputValue()).toBe('a long story')
    expect(await v.page.getByRole('radio', {name: /^Sickness/}).isChecked()).toBe(true)
    // Typed just before leaving.
    await field(v.page, 'Reason').fill('a longer story')
    await menu(v.page, 'Rules').click()
    await v.page.getByRole('heading', {level: 1, name: 'Rules'}).waitFor()
    await v.page.goBack()
    await v.page.getByText('We restored your unsaved changes.').waitFor()
    expect(await field(v.page, 'Reason').inputValue()).toBe('a longer story')
    expect(v.requests.filter(request => request.startsWith('POST') && !request.endsWith('/requests/new'))).toEqual([])
    await field(v.page, 'First day').fill('2026-03-10')
    await field(v.page, 'Last day').fill('2026-03-10')
    await press(v, 'Save as draft')
    await facts(v).first().waitFor()
    expect(await v.page.evaluate('Object.keys(sessionStorage).filter(key => key.startsWith("nonet-draft"))')).toEqual(
      [],
    )
    expect(asked).toEqual([])
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('shows a preview while a person types', async () => {
    const v = await visit('cem')
    await v.page.goto(`${listening.url}/requests/new`)
    await v.page
      .getByRole('combobox', {name: /^Cover/})
      .and(v.page.locator('input'))
      .waitFor()
    await v.page.getByRole('radio', {name: /^Holiday/}).check()
    await field(v.page, 'First day').fill('2026-09-10')
    await field(v.page, 'Last day').fill('2026-09-08')
    // Evaluated in the browser, without a request.
    await v.page.getByText('The last day is before the first day.').first().waitFor()
    await field(v.page, 'Last day').fill('2026-09-11')
    await v.page.getByRole('radiogroup', {name: 'Last day'}).getByText('Morning').click()
    await v.page.getByRole('region', {name: 'Summary'}).getByText('1.5').waitFor()
    expect(await v.page.getByText('The last day is before the first day.').count()).toBe(0)
    await field(v.page, 'First day').fill('2026-03-11')
    await v.page.getByText('must be requested at least 14 days in advance.').first().waitFor()
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('has one accessible calendar for both days, by keyboard', async () => {
    const v = await visit('cem')
    await v.page.goto(`${listening.url}/requests/new`)
    await v.page.getByRole('table', {name: 'March 2026'}).waitFor()
    await field(v.page, 'First day').fill('2026-09-10')
    const chosen = () => Promise.all(['First day', 'Last day'].map(name => field(v.page, name).inputValue()))
    expect(await chosen()).toEqual(['2026-09-10', '2026-09-10'])
    const day = (name: string) => v.page.getByRole('button', {name: `${name} September 2026`})
    await day('Thursday, 10').and(v.page.locator('[aria-pressed=true]')).waitFor()
    expect(await violations(v)).toEqual([])
    await day('Thursday, 10').focus()
    await v.page.keyboard.press('ArrowRight')
    await v.page.keyboard.press('ArrowDown')
    await day('Friday, 18').and(v.page.locator(':focus')).waitFor()
    await v.page.keyboard.press('Enter')
    await expect.poll(() => chosen()).toEqual(['2026-09-10', '2026-09-18'])
    // A third day starts again; with Shift, the period becomes longer.
    await v.page.keyboard.press('ArrowDown')
    await day('Friday, 25').and(v.page.locator(':focus')).waitFor()
    await v.page.keyboard.press('Enter')
    await expect.poll(() => chosen()).toEqual(['2026-09-25', '2026-09-25'])
    await v.page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => chosen()).toEqual(['2026-09-25', '2026-10-02'])
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('finds people by part of their name, by keyboard', async () => {
    const v = await visit('cem')
    await v.page.goto(`${listening.url}/requests/new`)
    await v.page
      .getByRole('combobox', {name: /^Cover/})
      .and(v.page.locator('input'))
      .waitFor()
    await field(v.page, 'Covered by').focus()
    await v.page.keyboard.type('robin 20')
    await v.page.getByRole('option', {name: 'Robin 200', exact: true}).waitFor()
    expect(await violations(v)).toEqual([])
    // The first one is chosen with Enter only.
    await v.page.keyboard.press('ArrowDown')
    await v.page.keyboard.press('Enter')
    expect(await field(v.page, 'Covered by').inputValue()).toBe('Robin 200')
    await v.page.getByRole('radio', {name: /^Sickness/}).check()
    await field(v.page, 'First day').fill('2026-03-12')
    await field(v.page, 'Last day').fill('2026-03-12')
    await press(v, 'Submit')
    await facts(v).getByText('Robin 200').waitFor()
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('accepts dropped files', async () => {
    const v = await visit('cem')
    await v.page.goto(`${listening.url}/requests/new`)
    await v.page
      .getByRole('combobox', {name: /^Cover/})
      .and(v.page.locator('input'))
      .waitFor()
    await v.page.evaluate(`
      const files = new DataTransfer()
      files.items.add(new File(['hello'], 'note.txt', {type: 'text/plain'}))
      document.querySelector('.drop').dispatchEvent(
        new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: files}))
    `)
    expect(await v.page.getByLabel(/^Attachments/).evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe(
      'note.txt',
    )
    // Drafts do not keep files, so leaving asks for confirmation.
    await v.page.getByText('note.txt').waitFor()
    await expect.poll(() => v.page.evaluate('Object.keys(sessionStorage).length')).toBe(1)
    const asking = v.page.getByRole('dialog', {name: 'Leave without saving?'})
    await menu(v.page, 'Rules').click()
    await asking.getByRole('button', {name: 'Stay'}).click()
    expect(new URL(v.page.url()).pathname).toBe('/requests/new')
    await v.page.getByText('note.txt').waitFor()
    await menu(v.page, 'Rules').click()
    await asking.getByRole('button', {name: 'Leave'}).click()
    await v.page.getByRole('heading', {level: 1, name: 'Rules'}).waitFor()
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
})
