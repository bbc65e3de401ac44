/** A new version of the application while people have the old one open. */
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import type {Visitor} from '../kit/browser.ts'
import {settled, withScript} from '../kit/modes.ts'
import {alert, button, documents, field, heading, menu, Served} from '../kit/one-tab.ts'

const served = new Served()

describe('after a new build', () => {
  let v: Visitor
  beforeEach(async () => {
    served.world.count = 0
    v = await served.visitor(withScript)
    await v.page.goto(`${served.url}/form`)
    v.requests.length = 0
  })
  afterEach(async () => {
    await v.page.unrouteAll({behavior: 'wait'})
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  /** From now on the server responds with another build: as data, and finally in documents too. */
  async function deploy({everywhere}: {everywhere: boolean}): Promise<void> {
    const build = String(await v.page.evaluate("JSON.parse(document.querySelector('#page').textContent).build"))
    await v.page.route(/\/(plain|other|form|cookie-target)(\?|$)/, async route => {
      const isData = route.request().resourceType() === 'fetch'
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({response, body: isData || everywhere ? body.replaceAll(build, 'another') : body})
    })
  }

  it('the next navigation is one full load, and the ones after it are not', async () => {
    await deploy({everywhere: true})
    await menu(v, 'Plain').click()
    await expect.poll(() => documents(v)).toEqual(['GET document /plain'])
    await heading(v, 'Plain')
    await v.page.waitForLoadState()
    await menu(v, 'Other').click()
    await heading(v, 'Other')
    expect(documents(v)).toEqual(['GET document /plain'])
  })

  it('there is never a reload loop, even if servers of two builds respond in turn', async () => {
    await deploy({everywhere: false})
    for (const name of ['Plain', 'Other', 'Plain']) {
      await menu(v, name).click()
      await heading(v, name)
      await v.page.waitForLoadState()
    }
    await settled(v)
    expect(documents(v)).toEqual(['GET document /plain'])
  })

  it('a submitted form is not lost: it acts once, and its target is one full load', async () => {
    await deploy({everywhere: true})
    await button(v, 'save').click()
    await alert(v).waitFor()
    expect(documents(v)).toEqual([])
    await field(v, 'Name').fill('Ada')
    await button(v, 'save').click()
    await heading(v, 'Target')
    await v.page.waitForLoadState()
    expect(served.world.count).toBe(1)
    expect(documents(v)).toEqual(['GET document /cookie-target'])
    await v.page.goBack()
    await v.page.waitForURL('about:blank')
  })

  it('a refresh does not remove typed input', async () => {
    await field(v, 'Name').fill('half a na')
    await deploy({everywhere: true})
    await Promise.all([
      v.page.waitForResponse('**/form?_data=*'),
      v.page.evaluate("window.dispatchEvent(new Event('nonet:changed'))"),
    ])
    await settled(v)
    expect(await field(v, 'Name').inputValue()).toBe('half a na')
    await menu(v, 'Plain').click()
    await heading(v, 'Plain')
    expect(documents(v)).toEqual(['GET document /plain'])
  })
})
