/** Documents and their data, as requested by a browser. */
import {describe, expect, it, onTestFinished} from 'vitest'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {serveFixture} from '../kit/browser.ts'
import {withoutScript, withScript} from '../kit/modes.ts'
import {heading, Served} from '../kit/one-tab.ts'
import {brokenScreens} from '../kit/views.tsx'

const served = new Served()

describe('the requests of a browser', () => {
  it.each([withScript, withoutScript])(
    'get a page with the right status, also with only the reserved key, $name',
    async mode => {
      const v = await served.visitor(mode)
      const bare = [
        ['/staff', 404, 'No such page'],
        ['/fail-null', 500, 'That did not work'],
        ['/fail-text', 500, 'That did not work'],
        ['/x%2fplain', 400, 'This link is broken'],
        ['//plain', 400, 'This link is broken'],
      ] as const
      for (const [path, status, shown] of [
        ['/plain?_data=x', 200, 'Plain'],
        ['/nothing', 404, 'No such page'],
        ['/fail', 500, 'That did not work'],
        ['/%zz', 400, 'This link is broken'],
        // The same kind as those above: JavaScript makes no difference.
        ...(mode.script ? [] : bare),
      ] as const) {
        const response = await v.page.goto(`${served.url}${path}`)
        expect([path, response?.status()]).toEqual([path, status])
        expect([path, await v.page.getByRole('heading', {level: 1}).textContent()]).toEqual([path, shown])
      }
      expect(v.complaints).toEqual([])
      await v.context.close()
    },
  )

  it('get what they ask for: documents, their data, and small responses if no page is needed', async () => {
    const v = await served.visitor(withScript)
    await v.page.goto(`${served.url}/plain`)
    const ask = (path: string, init: object = {}) =>
      v.page.evaluate(`(async () => {
        const answer = await fetch(${JSON.stringify(path)}, ${JSON.stringify(init)})
        const head = name => answer.headers.get(name)
        return {status: answer.status, type: head('content-type'), kept: head('cache-control'), tag: head('etag'), body: await answer.text()}
      })()`) as Promise<{status: number; type: string; kept: string; tag: string; body: string}>
    const data = {headers: {accept: pageMediaType}}
    const page = await ask('/plain')
    expect(page).toMatchObject({status: 200, type: 'text/html; charset=utf-8', kept: 'private, no-cache'})
    expect(await ask('/plain', {cache: 'no-store', headers: {'if-none-match': page.tag}})).toMatchObject({status: 304})
    expect(await ask('/plain', {method: 'HEAD'})).toEqual({...page, body: ''})
    expect((await ask('/plain', data)).type).toContain('text/html')
    expect((await ask('/plain?_data=x')).type).toContain('text/html')
    const asData = await ask('/plain?_data=x', data)
    expect(asData).toMatchObject({status: 200, type: pageMediaType, kept: 'private, no-store'})
    expect(JSON.parse(asData.body)).toMatchObject({build: expect.any(String), url: '/plain'})
    expect(JSON.parse((await ask('/hops/0?_data=x', data)).body)).toMatchObject({status: 302, redirect: '/plain'})
    const missing = await ask('/nothing?_data=x', data)
    expect([missing.status, JSON.parse(missing.body).screen]).toEqual([404, 'missing'])
    const [image] = await Promise.all([
      v.page.waitForResponse('**/nothing.png'),
      v.page.evaluate("new Image().src = '/nothing.png'"),
    ])
    expect([image.status(), image.headers()['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
    const form = 'application/x-www-form-urlencoded'
    for (const [type, body, status] of [
      [form, 'a=%zz', 400],
      ['multipart/form-data; boundary=x', '--x nonsense', 400],
      ['application/json', '{', 415],
    ] as const)
      expect((await ask('/form', {method: 'POST', headers: {'content-type': type}, body})).status).toBe(status)
    await v.context.close()
  })

  it('get a static page without scripts if even the error page cannot be rendered', async () => {
    const broken = await serveFixture({screens: brokenScreens})
    onTestFinished(broken.stop)
    const v = await served.visitor(withScript)
    expect((await v.page.goto(`${broken.url}/fail`))?.status()).toBe(500)
    await heading(v, 'Something went wrong')
    expect(await v.page.locator('script').count()).toBe(0)
    await v.page.getByRole('link', {name: 'Go to home page'}).click()
    await heading(v, 'Start')
    await v.context.close()
  })
})
