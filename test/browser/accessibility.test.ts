import {readFileSync} from 'node:fs'
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {type ServedFixture, serveFixture, sharedBrowser, visitor} from '../kit/browser.ts'
import {alert, button, heading} from '../kit/find.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

let browser: Browser
let served: ServedFixture
beforeAll(async () => {
  browser = await sharedBrowser()
  served = await serveFixture()
})
afterAll(async () => {
  await served.stop()
})

interface Violation {
  readonly id: string
  readonly nodes: readonly {readonly html: string}[]
}

const looks = [
  {colorScheme: 'light', width: 1200},
  {colorScheme: 'dark', width: 390},
] as const

describe.each(looks)('in $colorScheme, $width wide', ({colorScheme, width}) => {
  it.each(['/', '/about', '/nothing', '/fail', '/%zz', '/form'])(
    '%s is accessible and does not scroll sideways',
    async path => {
      const v = await visitor(browser, {colorScheme, viewport: {width, height: 800}})
      await v.page.goto(served.url + path)
      if (path === '/form') {
        await button(v.page, 'save').click()
        await alert(v.page).waitFor()
      }
      await v.page.evaluate(axe)
      const result = (await v.page.evaluate('axe.run()')) as {violations: Violation[]}
      expect(result.violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([])
      expect(await v.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
      expect(v.complaints).toEqual([])
      await v.context.close()
    },
  )
})

describe('by keyboard', () => {
  it('the first Tab stop skips to the content, and every link can be reached and followed', async () => {
    const v = await visitor(browser)
    await v.page.goto(`${served.url}/plain`)
    await v.page.keyboard.press('Tab')
    expect(await v.page.evaluate('document.activeElement.className')).toBe('skip')
    await v.page.keyboard.press('Enter')
    expect(await v.page.evaluate('document.activeElement.id')).toBe('main')
    await v.page.keyboard.press('Tab')
    await v.page.keyboard.press('Enter')
    await heading(v.page, 'Other').waitFor()
    await v.context.close()
  })
})
