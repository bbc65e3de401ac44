/** Turns: what one person, or one address without an account, has in progress, so that other clients are served. */
import {describe, expect, it, onTestFinished} from 'vitest'
import {writeExportFile} from '../../src/engine/csv/export.ts'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {operator} from '../../src/screens/testing.ts'
import {downloadLimits, exportLimits, Slots, workLimits} from '../../src/server/limits.ts'
import {BufferedResponse} from '../../src/server/response.ts'
import {listen} from '../../src/server/serve.ts'
import {handbook} from '../kit/documents.ts'
import {engineOf} from '../kit/engine.ts'
import {createFixture} from '../kit/fixture.ts'
import {sameOrigin, urlencoded} from '../kit/http.ts'
import {stores} from '../kit/store-databases.ts'

const one = {peer: '192.0.2.1'}
const other = {peer: '192.0.2.2'}
const form = {...urlencoded, ...sameOrigin}

/** Until nothing more happens without a `release`. */
const settled = () => new Promise(resolve => setTimeout(resolve, 30))

describe('turns', () => {
  it('X6: a few requests of one client are worked on at a time; those of others do not wait for them', async () => {
    const {app, world} = createFixture()
    const asked = Array.from({length: workLimits.each + 3}, () => app.request('/slow', {}, one))
    await expect.poll(() => world.waiting).toBe(workLimits.each)
    expect((await app.request('/far', {}, other)).status).toBe(200)
    await settled()
    expect(world.waiting).toBe(workLimits.each)
    world.release()
    await expect.poll(() => world.waiting).toBe(3)
    world.release()
    expect((await Promise.all(asked)).map(({status}) => status)).toEqual(asked.map(() => 200))
  })

  it('X6: a form waits for its turn, too, and its turn includes the page it leads to', async () => {
    const {app, world} = createFixture()
    const asked = Array.from({length: workLimits.each}, () => app.request('/slow', {}, one))
    await expect.poll(() => world.waiting).toBe(workLimits.each)
    const init = {method: 'POST', headers: form, body: '_action=save&name=Ada'}
    const sent = app.request('/form', init, one)
    await settled()
    expect(world.saved).toEqual([])
    world.release()
    expect((await sent).status).toBe(303)
    await Promise.all(asked)
  })

  it('X6: more than a client may have waiting is refused, with a time to wait', async () => {
    const slots = new Slots({each: 1, all: 10, waiting: 1})
    const first = slots.take('x')
    const second = slots.takeWithin('x', 5000)
    expect(await slots.takeWithin('x', 5000)).toBeNull()
    expect(await slots.takeWithin('y', 5000)).not.toBeNull()
    first?.()
    expect(await second).not.toBeNull()
  })

  it('X6: those that wait are served in the order in which they came, and each client in its turn', async () => {
    const slots = new Slots({each: 1, all: 2})
    const held = [slots.take('x'), slots.take('y')]
    const order: string[] = []
    for (const key of ['z', 'x', 'x'])
      void slots.takeWithin(key, 5000).then(release => {
        order.push(key)
        release?.()
      })
    for (const release of held) release?.()
    await expect.poll(() => order).toEqual(['x', 'z', 'x'])
  })

  it('X5: a client that has left waits no longer, and its page is not made; what it has sent is carried out', async () => {
    const {app, world} = createFixture()
    const gone = new AbortController()
    const asked = Array.from({length: workLimits.each}, () => app.request('/slow', {}, one))
    await expect.poll(() => world.waiting).toBe(workLimits.each)
    const page = app.request('/form', {}, {...one, gone: gone.signal})
    const init = {method: 'POST', headers: form, body: '_action=save&name=Ada'}
    const sent = app.request('/form', init, {...one, gone: gone.signal})
    await settled()
    gone.abort()
    expect((await page).status).toBe(499)
    world.release()
    await Promise.all([...asked, sent])
    expect([world.seenQueries, world.saved]).toEqual([[], ['name=Ada']])
    expect(world.logged.failures).toEqual([])
  })

  it('X5: a connection that is closed aborts its request', async () => {
    const signals: AbortSignal[] = []
    const app = {
      fetch: (_: Request, {gone}: {gone?: AbortSignal} = {}) => {
        if (gone) signals.push(gone)
        return new Promise<Response>(() => {})
      },
    }
    const listening = await listen(app, {port: 0, host: '127.0.0.1'})
    onTestFinished(() => listening.stop(10))
    const leaves = new AbortController()
    const asked = fetch(listening.url, {signal: leaves.signal}).catch(() => null)
    await expect.poll(() => signals.length).toBe(1)
    expect(signals[0]?.aborted).toBe(false)
    leaves.abort()
    await asked
    await expect.poll(() => signals[0]?.aborted).toBe(true)
  })

  it('X6: connections that wait are accepted before the work of the first begins', async () => {
    const order: string[] = []
    const app = {
      fetch: async (_: Request, {ready}: {ready?: () => Promise<void>} = {}) => {
        order.push('arrived')
        await ready?.()
        order.push('worked')
        const until = performance.now() + 20
        while (performance.now() < until);
        return new BufferedResponse('fine', {headers: {connection: 'close'}})
      },
    }
    const listening = await listen(app, {port: 0, host: '127.0.0.1'})
    onTestFinished(() => listening.stop(10))
    await Promise.all(Array.from({length: 40}, () => fetch(listening.url).then(response => response.text())))
    // Without this, each of them would be worked on before the next has arrived.
    expect(order.slice(0, 40).filter(each => each === 'worked').length).toBeLessThan(20)
  })
})

describe('exports', () => {
  it('X5: one export of a client is made at a time, besides its pages', async () => {
    const {app, world} = createFixture()
    const asked = Array.from({length: 3}, () => app.request('/slow?_export=csv', {}, one))
    await expect.poll(() => world.waiting).toBe(exportLimits.each)
    await settled()
    expect(world.waiting).toBe(exportLimits.each)
    expect((await app.request('/far', {}, one)).status).toBe(200)
    for (let left = 3; left > 0; left -= 1) {
      await expect.poll(() => world.waiting).toBe(1)
      world.release()
    }
    await Promise.all(asked)
  })

  it('X5: an export is not made before its download has a slot', async () => {
    const {app, world} = createFixture()
    const leaves = Array.from({length: downloadLimits.each + 2}, () => new AbortController())
    const asked = leaves.map(({signal}) => app.request('/slow?_export=csv', {}, {...one, gone: signal}))
    await expect.poll(() => world.waiting).toBe(1)
    for (const leave of leaves.slice(1)) leave.abort()
    expect((await Promise.all(asked.slice(1))).map(({status}) => status)).toEqual(asked.slice(1).map(() => 499))
    world.release()
    expect((await asked[0])?.status).toBe(200)
  })

  it('attack: a client that has left before its turn keeps no slot, so that its next download is served', async () => {
    const {app} = createFixture()
    const left = {...one, gone: AbortSignal.abort()}
    for (let at = 0; at < downloadLimits.each; at += 1)
      expect((await app.request('/far?_export=csv', {}, left)).status).toBe(499)
    expect((await app.request('/far?_export=csv', {}, one)).status).toBe(200)
  })

  it('X17: an export as the target of an action is not made for the action', async () => {
    const {app, world} = createFixture()
    const init = {
      method: 'POST',
      headers: {...form, accept: pageMediaType},
      body: '_action=stay',
    }
    const response = await app.request('/form?_export=csv&_data=x', init, one)
    expect(await response.json()).toMatchObject({redirect: '/form?_export=csv'})
    expect(world.seenQueries).toEqual([])
  })
})

describe.each(stores)('an export on $name', ({make}) => {
  it('X5: ends when its client leaves, and leaves no file open', async () => {
    const {engine} = await engineOf({document: handbook, address: await make(handbook)})
    const gone = new AbortController()
    let pieces = 0
    const made = writeExportFile(engine, {actor: operator, gone: gone.signal}, async function* () {
      for (; pieces < 1000; pieces += 1) {
        if (pieces === 3) gone.abort()
        yield 'a line\n'
      }
    })
    await expect(made).rejects.toThrow('aborted')
    expect(pieces).toBe(3)
    const late = writeExportFile(engine, {actor: operator, gone: gone.signal}, async function* () {
      pieces += 1
      yield 'a line\n'
    })
    await expect(late).rejects.toThrow('aborted')
    expect(pieces).toBe(3)
  })
})
