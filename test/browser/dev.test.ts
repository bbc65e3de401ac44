import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {isMarked, mark, sharedBrowser, visitor} from '../kit/browser.ts'
import {newFolder, nonet, nonetServing, type Running} from '../kit/cli.ts'
import {handbook} from '../kit/documents.ts'

let browser: Browser
let running: Running
const folder = newFolder()
const write = (text: string) => writeFileSync(join(folder, 'app.md'), text)

beforeAll(async () => {
  browser = await sharedBrowser()
  write(handbook)
  running = await nonetServing(['dev', folder])
})
afterAll(async () => {
  expect(await running.stop()).toBe(0)
})

describe('nonet dev', () => {
  it('applies a saved document and refreshes open pages; a document with errors keeps the last valid one', async () => {
    const v = await visitor(browser)
    const findings = v.page.getByRole('status').filter({has: v.page.getByRole('heading')})
    await v.page.goto(`${running.url}/plain`)
    await v.page.waitForTimeout(300)
    await mark(v.page)

    write(handbook.replace('Plain words', 'Changed words'))
    await v.page.getByText('Changed words').waitFor()
    expect(await isMarked(v.page)).toBe(true)

    write(handbook.replace('| Plain | /plain | page |', '| Plain | /plain | pgae |'))
    await findings.waitFor()
    const shown = await findings.textContent()
    expect(shown).toContain('app.md:16:')
    expect(shown).toContain('N201')
    expect(await v.page.getByText('Changed words').count()).toBe(1)
    await expect.poll(() => running.read().err).toContain('the last good version keeps running')

    write(handbook.replace('Plain words', 'Other words'))
    await v.page.getByText('Other words').waitFor()
    expect(await findings.count()).toBe(0)

    write(`${handbook}| ACCENT | "violet" |\n`)
    await v.page.getByText('Plain words').waitFor()
    expect(await v.page.getAttribute('link[rel=stylesheet]', 'href')).toContain('-290.css')
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('does not start with an error in the document', async () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'app.md'), '## 1. A\n')
    expect(await nonet(['dev', 'app.md'], {cwd})).toMatchObject({code: 1})
  })
})

describe('nonet run', () => {
  it('has none of the features of nonet dev', async () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'app.md'), handbook)
    const served = await nonetServing(['run', 'app.md'], {cwd})
    const html = await (await fetch(`${served.url}/plain`)).text()
    expect(html).not.toContain('/_nonet/dev-')
    expect((await fetch(`${served.url}/_nonet/changes`)).status).toBe(404)
    await served.stop()
  })
})
