/**
 * A list in a browser with a server that takes a second to respond, and the time until a person sees the effect of an
 * action.
 */
import type {Browser, Page} from 'playwright-core'
import {onTestFinished} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {judgingVisitor} from './browser-judge.ts'
import {emailOf, Life, Person} from './browser-life.ts'
import {kept} from './kept.ts'
import {timeOff} from './time-off.ts'

/** Requests of three people wait for Max; Hana is human resources. */
export async function slowOffice(browser: Browser, name: 'Hana Sato' | 'Max Frei') {
  const assets = await kept('app-assets')
  const life = await Life.begin({document: timeOff, assets, browser, javaScriptEnabled: true})
  await life.add('Hana Sato', 'HR')
  await life.add('Max Frei', 'Employee')
  const manager = (await findByEmail(life.fixture.engine, emailOf('Max')))?.id ?? ''
  const kind = await life.make('Kind', {name: 'Unpaid leave', uses_allowance: false})
  await life.make('Kind', {name: 'Training', uses_allowance: false})
  for (const [index, who] of ['Ada Byron', 'Bo Diaz', 'Cem Acar'].entries()) {
    const person = await life.make('User', {name: who, email: `p${index}@example.com`, roles: ['Employee'], manager})
    const day = `2026-05-0${6 - index}`
    await life.make('Request', {person, kind, first_day: day, last_day: day, status: 'submitted'})
  }
  const v = await judgingVisitor(browser, {viewport: {width: 1440, height: 900}})
  onTestFinished(() => v.context.close())
  const person = new Person(name, v, life.url)
  await person.enter()
  return {life, v, person, page: person.page}
}

const answerAfter = 1000

/**
 * Actions are not answered before the returned function is called: anything seen until then did not wait for the
 * server.
 */
export async function holdAnswers(page: Page): Promise<() => void> {
  const {promise, resolve} = Promise.withResolvers<void>()
  await page.route('**', async (route, request) => {
    if (request.method() === 'POST') await promise
    await route.continue()
  })
  return resolve
}

/** Actions take a second from now on. */
export async function slowDown(page: Page): Promise<void> {
  await page.route('**', async (route, request) => {
    if (request.method() === 'POST') await new Promise(done => setTimeout(done, answerAfter))
    await route.continue()
  })
}

/**
 * The time after a click until the page matches the selector: milliseconds by the clock of the page, and of processor
 * time in its main thread. The limit of 100 ms applies to processor time, because the clock includes other tests; the
 * clock shows that nothing waited for the server.
 */
export async function feedback(page: Page, selector: string, press: () => Promise<void>) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', {timeDomain: 'threadTicks'})
  const used = async () => {
    const {metrics} = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({name}) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const seen = page.evaluate(
    wanted =>
      new Promise<number>(done => {
        const begin = () => {
          const start = performance.now()
          const look = () => {
            if (document.querySelector(wanted)) done(performance.now() - start)
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }
        addEventListener('click', begin, {capture: true, once: true})
      }),
    selector,
  )
  const before = await used()
  await press()
  const clock = await seen
  const processor = (await used()) - before
  await session.detach()
  return {clock, processor}
}
