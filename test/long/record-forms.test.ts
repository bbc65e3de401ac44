/** Records and forms in a real browser: what works without a script, and what a script adds. */

import {mkdtempSync, readFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {type Actor, nobody, openFolder, operator} from '../../src/engine/testing.ts'
import {type Listening, listen} from '../../src/server/serve.ts'
import {launchBrowser, type Visitor, visitor} from '../kit/browser.ts'
import {creating, done, engineFor, updating} from '../kit/engine.ts'
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

/** A draft of Ada's, each at days of its own. */
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

async function violations({page}: Visitor): Promise<string[]> {
  await page.evaluate(axe)
  const result = (await page.evaluate('axe.run()')) as {violations: {id: string; nodes: {html: string}[]}[]}
  return result.violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}

const button = (name: string) => `button:text-is("${name}")`

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a record %s', (_name, javaScriptEnabled) => {
  it('is edited on its page, and shows both versions to whoever was slower', async () => {
    const request = await draft()
    const v = await visit('ada', {javaScriptEnabled})
    await v.page.goto(request.url)
    await v.page.click('.head >> text="Edit"')
    await v.page.waitForSelector('h1:has-text("Edit")')
    expect(await v.page.inputValue('#field-note')).toBe('family')
    done(await office.engine.change(office.people.hana, [updating('Request', request, {note: 'theirs'})]))
    await v.page.fill('#field-note', 'mine')
    await v.page.check('#field-first_half')
    await v.page.click(button('Save'))
    await v.page.waitForSelector('.conflict')
    expect(await v.page.textContent('.conflict')).toContain('Hana changed this record')
    expect(await v.page.textContent('.versions >> nth=1')).toContain('theirs')
    expect(await v.page.inputValue('#field-note')).toBe('mine')
    if (javaScriptEnabled) expect(await violations(v)).toEqual([])
    await v.page.fill('#field-note', 'both of us')
    await v.page.click(button('Save'))
    await v.page.waitForSelector('.facts')
    expect(await v.page.textContent('.facts')).toContain('both of us')
    expect(await v.page.locator('.facts').textContent()).toContain('0.5')
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('is deleted after being asked once more', async () => {
    const {id} = await office.make('Allowance', {
      person: office.people.bo.id,
      kind: office.kinds.unpaid,
      year: javaScriptEnabled ? 2031 : 2032,
      days: 3,
    })
    const v = await visit('hana', {javaScriptEnabled})
    await v.page.goto(`${listening.url}/balances/${id}`)
    await v.page.click('.head >> text="Delete"')
    const asking = javaScriptEnabled ? v.page.getByRole('dialog') : v.page.getByRole('main')
    await asking.getByRole('heading', {name: /^Delete “.+”\?$/}).waitFor()
    await asking.getByRole('button', {name: 'Delete'}).click()
    await v.page.waitForSelector('h1:text("Balances")')
    expect((await v.page.goto(`${listening.url}/balances/${id}`))?.status()).toBe(404)
    await v.context.close()
  })

  it('is decided about with what the decision asks for, and talked about', async () => {
    const request = await submitted()
    const v = await visit('max', {javaScriptEnabled})
    await v.page.goto(request.url)
    expect(await v.page.textContent('.path [aria-current]')).toBe('Submitted')
    await v.page.fill('#field-add-Remark-text', 'Who covers?')
    await v.page.click(button('Add'))
    await v.page.waitForSelector('.trail >> text="Who covers?"')
    await v.page.click('.head >> text="Reject…"')
    const answer = javaScriptEnabled ? '#field-reject-answer' : '#field-answer'
    await v.page.waitForSelector(answer)
    if (javaScriptEnabled) expect(await v.page.locator('dialog:modal').count()).toBe(1)
    await v.page.click(`${button('Reject')}:visible`)
    await v.page.waitForSelector(`${answer}[aria-invalid]`)
    if (javaScriptEnabled) expect(await v.page.locator('dialog:modal').count()).toBe(1)
    await v.page.fill(answer, 'Not this time.')
    await v.page.click(`${button('Reject')}:visible`)
    await v.page.waitForSelector('.trail >> text="Not this time."')
    expect(await v.page.textContent('.path [aria-current]')).toBe('Rejected')
    expect(new URL(v.page.url()).pathname).toBe(request.path)
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('takes files, shows their size, and keeps those that stay', async () => {
    const request = await draft()
    const v = await visit('ada', {javaScriptEnabled})
    await v.page.goto(`${request.url}?edit`)
    const note = {name: 'Attest.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 '.padEnd(2000, 'x'))}
    await v.page.setInputFiles('#field-proof', note)
    await v.page.click(button('Save'))
    await v.page.waitForSelector('.file')
    expect(await v.page.textContent('.file')).toMatch(/Attest\.pdf\s+2 kB/)
    await v.page.goto(`${request.url}?edit`)
    if (javaScriptEnabled) await v.page.getByRole('button', {name: 'Remove Attest.pdf'}).click()
    else await v.page.getByRole('checkbox', {name: 'Keep Attest.pdf', checked: true}).uncheck()
    await v.page.click(button('Save'))
    await v.page.waitForSelector('.facts')
    expect(await v.page.locator('.file').count()).toBe(0)
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
})

describe('a form with a script', () => {
  it('keeps what was typed through a reload and another page, asks nothing, and forgets it when it is saved', async () => {
    const v = await visit('cem')
    const asked: string[] = []
    v.page.on('dialog', dialog => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await v.page.goto(`${listening.url}/requests/new`)
    await v.page.waitForSelector('#field-cover[role=combobox]')
    await v.page.fill('#field-note', 'a long story')
    await v.page.check('#field-last_half')
    await v.page.reload()
    await v.page.getByText('Draft restored.').waitFor()
    expect(await v.page.inputValue('#field-note')).toBe('a long story')
    expect(await v.page.isChecked('#field-last_half')).toBe(true)
    expect(await v.page.isChecked('#field-first_half')).toBe(false)
    // Typed in the last moment before leaving.
    await v.page.fill('#field-note', 'a longer story')
    await v.page.click('nav >> text="Rules"')
    await v.page.getByRole('heading', {level: 1, name: 'Rules'}).waitFor()
    await v.page.goBack()
    await v.page.getByText('Draft restored.').waitFor()
    expect(await v.page.inputValue('#field-note')).toBe('a longer story')
    expect(v.requests.filter(request => request.startsWith('POST') && !request.endsWith('/requests/new'))).toEqual([])
    await v.page.selectOption('#field-kind', {label: 'Sickness'})
    await v.page.fill('#field-first_day', '2026-03-10')
    await v.page.fill('#field-last_day', '2026-03-10')
    await v.page.click(button('Save as draft'))
    await v.page.waitForSelector('.facts')
    expect(await v.page.evaluate('Object.keys(sessionStorage).filter(key => key.startsWith("nonet-draft"))')).toEqual(
      [],
    )
    expect(asked).toEqual([])
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('says what would follow while it is typed', async () => {
    const v = await visit('cem')
    await v.page.goto(`${listening.url}/requests/new`)
    await v.page.waitForSelector('#field-cover[role=combobox]')
    await v.page.selectOption('#field-kind', {label: 'Holiday'})
    await v.page.fill('#field-first_day', '2026-09-10')
    await v.page.fill('#field-last_day', '2026-09-08')
    // Judged in the browser: the server is not asked for it.
    await v.page.waitForSelector('#field-last_day-hint:text("The last day is before the first day.")')
    await v.page.fill('#field-last_day', '2026-09-11')
    await v.page.check('#field-last_half')
    await v.page.waitForSelector('.hints >> text="1.5"')
    expect(await v.page.textContent('#field-last_day-hint')).toBe('')
    await v.page.fill('#field-first_day', '2026-03-11')
    await v.page.waitForSelector('.hint:text("Holiday must be asked for 14 days ahead.")')
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('has one calendar for both days, by keyboard, without a violation', async () => {
    const v = await visit('cem')
    await v.page.goto(`${listening.url}/requests/new`)
    await v.page.fill('#field-first_day', '2026-09-10')
    expect(await v.page.inputValue('#field-last_day')).toBe('2026-09-10')
    const button = v.page.getByRole('button', {name: 'Open calendar for First day'})
    await button.press('Enter')
    await v.page.getByRole('dialog', {name: 'Choose a date for First day'}).waitFor()
    await expect.poll(() => v.page.evaluate('document.activeElement.textContent')).toBe('10')
    expect(await violations(v)).toEqual([])
    await v.page.keyboard.press('ArrowRight')
    await v.page.keyboard.press('Enter')
    await v.page.getByRole('dialog', {name: 'Choose a date for Last day'}).waitFor()
    await v.page.keyboard.press('ArrowDown')
    await v.page.keyboard.press('Enter')
    expect(await v.page.inputValue('#field-first_day')).toBe('2026-09-11')
    expect(await v.page.inputValue('#field-last_day')).toBe('2026-09-18')
    expect(await v.page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => button.evaluate(each => each === each.ownerDocument.activeElement)).toBe(true)
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('finds people by part of their name, from the keyboard', async () => {
    const v = await visit('cem')
    await v.page.goto(`${listening.url}/requests/new`)
    await v.page.waitForSelector('#field-cover[role=combobox]')
    await v.page.focus('#field-cover')
    await v.page.keyboard.type('robin 20')
    await v.page.waitForSelector('.offers [role=option]:text-is("Robin 200")')
    expect(await violations(v)).toEqual([])
    // The first one is chosen by Enter alone.
    await v.page.keyboard.press('ArrowDown')
    await v.page.keyboard.press('Enter')
    expect(await v.page.inputValue('#field-cover')).toBe('Robin 200')
    await v.page.selectOption('#field-kind', {label: 'Sickness'})
    await v.page.fill('#field-first_day', '2026-03-12')
    await v.page.fill('#field-last_day', '2026-03-12')
    await v.page.click(button('Submit'))
    await v.page.waitForSelector('.facts')
    expect(await v.page.textContent('.facts')).toContain('Robin 200')
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('takes files that are dropped', async () => {
    const v = await visit('cem')
    await v.page.goto(`${listening.url}/requests/new`)
    await v.page.waitForSelector('#field-cover[role=combobox]')
    await v.page.evaluate(`
      const files = new DataTransfer()
      files.items.add(new File(['hello'], 'note.txt', {type: 'text/plain'}))
      document.querySelector('.drop').dispatchEvent(
        new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: files}))
    `)
    expect(await v.page.evaluate('document.querySelector("#field-proof").files[0].name')).toBe('note.txt')
    // No draft keeps a file, so that leaving asks.
    await v.page.getByText('note.txt').waitFor()
    await expect.poll(() => v.page.evaluate('Object.keys(sessionStorage).length')).toBe(1)
    const asking = v.page.getByRole('dialog', {name: 'Leave without saving?'})
    await v.page.click('nav >> text="Rules"')
    await asking.getByRole('button', {name: 'Stay'}).click()
    expect(new URL(v.page.url()).pathname).toBe('/requests/new')
    await v.page.getByText('note.txt').waitFor()
    await v.page.click('nav >> text="Rules"')
    await asking.getByRole('button', {name: 'Leave'}).click()
    await v.page.getByRole('heading', {level: 1, name: 'Rules'}).waitFor()
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
})

describe.each([
  {width: 1360, colorScheme: 'light'},
  {width: 390, colorScheme: 'dark'},
] as const)('in $colorScheme, $width wide', ({width, colorScheme}) => {
  it('a record, its forms and a refusal have no violation and do not scroll sideways', async () => {
    const request = await submitted()
    const v = await visit('hana', {colorScheme, viewport: {width, height: 800}})
    for (const path of [
      request.path,
      `${request.path}?edit`,
      `${request.path}?delete`,
      `${request.path}?action=reject`,
    ]) {
      await v.page.goto(`${listening.url}${path}`)
      expect([path, await violations(v)]).toEqual([path, []])
      expect(await v.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    }
    await v.page.goto(`${listening.url}/requests/new`)
    await v.page.click(button('Submit'))
    await v.page.waitForSelector('.summary')
    expect(await v.page.evaluate('document.activeElement.className')).toBe('summary')
    expect(await violations(v)).toEqual([])
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
})
