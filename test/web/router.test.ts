// @vitest-environment jsdom
/** The browser's router: which response is shown, and what becomes of those that fail or come late. */
import {afterEach, beforeEach, expect, it, onTestFinished, vi} from 'vitest'
import type {Page, PageAnswer} from '../../src/engine/page/frame.ts'
import {messagesFor} from '../../src/screens/messages.ts'
import {problemsOfPage} from '../../src/web/router/client.ts'
import {BrowserRouter} from '../../src/web/router/router.ts'
import {emptyPage, pageWith} from '../kit/render.tsx'

interface Pending {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly answer: (answer: PageAnswer, status?: number) => void
  readonly answerWith: (response: Response) => void
  readonly fail: () => void
}

const type = {'content-type': 'application/vnd.nonet.page+json'}
let requests: Pending[] = []
let navigated: string[] = []

// Other files share the window.
afterEach(() => history.replaceState(null, '', '/'))

beforeEach(() => {
  requests = []
  navigated = []
  history.replaceState(null, '', '/orders')
  sessionStorage.clear()
})

interface Opening {
  readonly loadScreen?: (page: Page) => Promise<unknown>
  readonly hasNavigation?: boolean
}

/** The requests stay open until the test answers them. */
function open({loadScreen = async () => {}, hasNavigation = true}: Opening = {}): BrowserRouter {
  vi.stubGlobal('fetch', (url: string, {method = 'GET', headers}: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      requests.push({
        method,
        url,
        headers: Object.fromEntries(new Headers(headers)),
        answer: (answer, status = 200) => resolve(new Response(JSON.stringify(answer), {status, headers: type})),
        answerWith: resolve,
        fail: () => reject(new TypeError('no connection')),
      })
    })
  })
  const navigation = Object.assign(new EventTarget(), {
    currentEntry: {key: 'first'},
    navigate(url: string) {
      navigated.push(new URL(url, location.href).pathname)
      return {finished: Promise.resolve()}
    },
  })
  if (hasNavigation) vi.stubGlobal('navigation', navigation)
  onTestFinished(() => void vi.unstubAllGlobals())
  const messages = messagesFor('en')
  const router = new BrowserRouter({page: named('first'), messages, loadMessages: async () => messages, loadScreen})
  router.subscribe(current => router.committed(current))
  return router
}

const named = (title: string): Page => ({...emptyPage, url: '/orders', title})
const failing = (status: number): Page => ({
  ...pageWith({
    screen: 'failure',
    data: {heading: 'Sorry', message: 'The server is busy.', reference: null, retry: true, links: []},
  }),
  url: '/orders',
  status,
})
const signIn: Page = {
  ...pageWith({
    screen: 'entry',
    data: {heading: 'Sign in', intro: '', notice: null, form: null, links: [], demo: [], pendingForm: null},
  }),
  url: '/sign-in',
  signsIn: true,
}

const redirection = (redirect: string, page: Page): PageAnswer => ({build: 'test', status: 303, redirect, page})
const submission = () => ({url: new URL('/orders', location.href), form: new FormData()})
const turn = () => new Promise(done => setTimeout(done))
const title = (router: BrowserRouter) => router.current().page.title

/** A refusal of the same page adds no entry to the history. */
it('shows a refusal on its page if the address has a fragment', async () => {
  const router = open()
  history.replaceState(null, '', '/orders#field-title')
  const {pageKey} = router.current()
  const outcome = router.submit(submission())
  requests[0]?.answer({...named('refused'), status: 422}, 422)
  expect((await outcome).kind).toBe('refused')
  expect([title(router), router.current().pageKey, navigated]).toEqual(['refused', pageKey, []])
})

it.each([
  ['a server that fails', failing(503), 'The server is busy.'],
  ['a proxy', null, messagesFor('en').failures.strange],
])('gives the reason to what was sent in place: %s', async (_, page, reason) => {
  const router = open()
  const outcome = router.submit({...submission(), refusedInPlace: true, staysOnPage: true})
  if (page) requests[0]?.answer(page, page.status)
  else requests[0]?.answerWith(new Response('Bad gateway', {status: 502}))
  await turn()
  // The page itself is read again, which fails as well; what is shown stays.
  requests[1]?.answer(failing(503), 503)
  const answered = await outcome
  expect(answered.kind === 'refused' && problemsOfPage(answered.page)).toEqual([{field: null, message: reason}])
  expect(title(router)).toBe('first')
})

it('leaves the page as it is if own code is told why its action was refused', async () => {
  const router = open()
  const outcome = router.submit({...submission(), refusedInPlace: true, staysOnPage: true})
  const problems = [{field: 'room', message: 'It is booked.'}]
  const refused = {record: 'a', problems, fields: []}
  const move = {name: 'move', label: 'Move', tone: 'plain', of: 'Booking', can: true, fields: [], refused} as const
  const data = {heading: '', component: 'Plan', address: {}, data: {}, actions: {move}, tables: [], problems: []}
  requests[0]?.answer({...pageWith({screen: 'code', data}), url: '/orders', title: 'refused', status: 409}, 409)
  await turn()
  requests[1]?.answer(named('fresh'))
  const answered = await outcome
  expect(answered.kind === 'refused' && problemsOfPage(answered.page)).toEqual(problems)
  expect(title(router)).toBe('fresh')
})

it('keeps the state of the page if what was sent stays on it, and shows a refusal of the page itself', async () => {
  const router = open()
  const {pageKey} = router.current()
  const done = router.submit({...submission(), staysOnPage: true})
  requests[0]?.answer(redirection('/orders', named('moved')))
  await done
  const refused = router.submit({...submission(), staysOnPage: true})
  requests[1]?.answer({...named('not moved'), status: 409}, 409)
  await refused
  expect([title(router), router.current().pageKey, requests.length]).toEqual(['not moved', pageKey, 2])
})

it('keeps the page if what was sent from beside it fails at a proxy', async () => {
  const router = open()
  const outcome = router.submit({url: new URL('/_undo', location.href), form: new FormData(), staysOnPage: true})
  requests[0]?.answerWith(new Response('Bad gateway', {status: 502}))
  await turn()
  requests[1]?.answer(named('fresh'))
  expect((await outcome).kind).toBe('refused')
  expect(title(router)).toBe('fresh')
})

it('does not show data that was requested before an action was answered', async () => {
  const router = open()
  const refresh = router.refresh()
  const outcome = router.submit({...submission(), staysOnPage: true})
  requests[1]?.answer(redirection('/orders', named('after the action')))
  await outcome
  requests[0]?.answer(named('before the action'))
  await refresh
  expect(title(router)).toBe('after the action')
})

it('does not show fresh data that was requested before what is shown', async () => {
  const router = open()
  const refreshes = [router.refresh(), router.refresh()]
  requests[1]?.answer(named('later'))
  await turn()
  requests[0]?.answer(named('earlier'))
  await Promise.all(refreshes)
  expect(title(router)).toBe('later')
})

it('reads the page again if the response to an earlier action comes after that to a later one', async () => {
  const router = open()
  const both = [submission(), submission()].map(each => router.submit({...each, staysOnPage: true}))
  requests[1]?.answer(redirection('/orders', named('second')))
  await turn()
  requests[0]?.answer(redirection('/orders', named('only the first')))
  await turn()
  expect(title(router)).toBe('second')
  requests[2]?.answer(named('both'))
  await Promise.all(both)
  expect(title(router)).toBe('both')
})

it('shows the sign-in page if the session has ended, also for what was sent in place', async () => {
  const router = open()
  const outcome = router.submit({...submission(), refusedInPlace: true, staysOnPage: true})
  requests[0]?.answer({...signIn, url: '/orders', status: 403}, 403)
  expect(await outcome).toEqual({kind: 'signed out'})
  expect(router.current().page.screen).toBe('entry')
  const undone = open().submit({...submission(), url: new URL('/_undo', location.href), staysOnPage: true})
  requests[1]?.answer(redirection('/sign-in', signIn))
  expect(await undone).toEqual({kind: 'signed out'})
  expect(navigated).toEqual(['/sign-in'])
})

it('sends again what its sender has now', async () => {
  const router = open()
  const retried = vi.fn()
  const outcome = router.submit({...submission(), onRetry: retried})
  requests[0]?.fail()
  expect(await outcome).toEqual({kind: 'unreachable'})
  router.status().failure?.retry()
  expect(retried).toHaveBeenCalledOnce()
  expect([router.status().failure, requests.length]).toEqual([null, 1])
})

it('says so if the script of the next screen cannot be loaded', async () => {
  const router = open({
    loadScreen: async page => {
      if (page.screen === 'entry') throw new TypeError('no script')
    },
  })
  const outcome = router.submit(submission())
  requests[0]?.answer({...signIn, url: '/orders'})
  await outcome
  expect(router.current().page.screen).toBe('failure')
})

it('loads the next document in a browser without the Navigation API', async () => {
  const assign = vi.fn()
  const router = open({hasNavigation: false})
  vi.stubGlobal('location', {href: 'http://localhost/orders', origin: 'http://localhost', assign})
  const outcome = router.submit({url: new URL('http://localhost/orders'), form: new FormData()})
  requests[0]?.answer(redirection('/orders/1', {...named('next'), url: '/orders/1'}))
  await outcome
  expect(assign).toHaveBeenCalledWith('http://localhost/orders/1')
})

it('names the parts of the page shown, and completes with them what comes without', async () => {
  const router = open()
  const {shell} = emptyPage
  const [first, second] = [router.refresh(), router.refresh()]
  requests[0]?.answer({...named('whole'), parts: {shell: 'one', html: 'two'}})
  requests[1]?.answer({...named('whole'), parts: {shell: 'one', html: 'two'}})
  await Promise.all([first, second])
  const third = router.refresh()
  expect(requests.map(({headers}) => headers['nonet-parts'])).toEqual(['', '', 'shell.one html.two'])
  const {shell: _, data, ...rest} = named('parts')
  const missing = {...rest, data: {heading: 'New'}, parts: {shell: 'one', html: 'two'}}
  requests[2]?.answerWith(new Response(JSON.stringify(missing), {headers: type}))
  await third
  const {page} = router.current()
  expect([page.title, page.shell, page.data]).toEqual(['parts', shell, {heading: 'New', html: ''}])
})
