/**
 * What colleagues learn about an absence in the planner: that a person is away, and when. The same dates are told once as an approved holiday and once as
 * a recorded sickness with a certificate; everything that a teammate can open, filter, search or subscribe to is the same, byte for byte, apart from ids.
 */
import {describe, expect, test} from 'vitest'
import {setPassword} from '../../src/accounts/admin.ts'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {mayOpen} from '../../src/points/screens/run.ts'
import {operator, runSystemActions} from '../../src/screens/testing.ts'
import {documentOf} from '../kit/documents.ts'
import {done, updating} from '../kit/engine.ts'
import {Client, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, rulesOfDocument, timeOff} from '../kit/time-off.ts'

type Reason = 'holiday' | 'sickness'

const password = 'staple-horse-lamp'
const day = 24 * 60 * 60 * 1000

interface World extends Company {
  readonly fixture: PeopleFixture
  readonly ada: Client
  readonly absence: {readonly entity: string; readonly id: string}
}

/** Bo is away from Tuesday, 10 March to Friday, 13 March. Ada is on Bo's team. */
async function worldOf(address: string, reason: Reason): Promise<World> {
  const made: PeopleFixture[] = []
  const office = await company(address, {
    open: async options => {
      const fixture = await peopleFixture({...options, records: true, searches: true, rules: rulesOfDocument})
      made.push(fixture)
      return {...fixture, store: fixture.engine.store}
    },
  })
  const [fixture] = made
  if (!fixture) throw new Error('no application')
  const {engine, people, kinds, make, act, allowance} = office
  const change = async (entity: string, id: string, fields: Parameters<typeof updating>[2]) =>
    done(await engine.change(operator, [updating(entity, {id, version: 1}, fields)]))
  await change('Kind', kinds.holiday, {notice: 0})
  await change('Kind', kinds.sickness, {interrupts: true, certificate_after: 1})
  for (const who of Object.values(people)) await allowance(who, 25)
  const kind = kinds[reason]
  const draft = done(
    await office.draft(people.bo, {kind, first_day: '2026-03-10', last_day: '2026-03-13', note: reason}),
  )
  let last = done(await act(people.bo, draft, 'submit'))
  if (reason === 'holiday') last = done(await act(people.max, last, 'approve', {answer: 'Enjoy your holiday'}))
  await make('Remark', {request: draft.id, author: people.max.id, text: `About the ${reason}`})
  if (reason === 'sickness') {
    fixture.clock.now += 3 * day
    await runSystemActions(engine)
    fixture.clock.now -= 3 * day
  }
  // Something of Ada's own beside it.
  const own = done(await office.draft(people.ada, {first_day: '2026-03-16', last_day: '2026-03-17', note: 'Skiing'}))
  done(await act(people.ada, own, 'submit'))
  const ada = new Client(fixture)
  await setPassword(engine, {...people.ada, email: 'ada@example.com', active: true, version: 1}, password)
  expect((await ada.signIn('ada@example.com', password)).status).toBe(303)
  return {...office, fixture, ada, absence: last}
}

const {specification} = documentOf(timeOff)
const plain = specification.screens.screens.filter(
  screen => mayOpen(screen, {roles: ['Employee']}) && !screen.route.path.includes(':'),
)
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Every screen that Ada may open, and those of requests with everything that an address may ask of them. */
function addressesIn({kinds, people, absence}: World): string[] {
  const opened = [`_open=${absence.id}`, '_open=1001', 'status=recorded', '_lookup=person&q=Bo']
  const asked = [
    ...opened,
    'status=approved',
    `kind=${kinds.sickness}`,
    'certificate_due=2026-03-11..2026-03-11',
    'number=1001',
    'sort=status',
    'sort=-kind',
    'sort=-created',
    'group=status',
    'columns=person,kind,status,days,note,created,updated',
    'requested=no',
    'view=agenda',
    'view=year',
    'q=sickness',
    '_export=csv',
  ]
  const ofRequests = plain.filter(({shows}) => 'entity' in shows && shows.entity === 'Request')
  const withBo = ['/away?', '/calendar?', '/?card=away-today&', '/?card=next-six-weeks&']
  return [
    ...plain.map(({route}) => route.path),
    ...ofRequests.flatMap(({route}) => opened.map(each => `${route.path}?${each}`)),
    ...withBo.flatMap(path => asked.map(each => `${path}${each}`)),
    ...['1001', absence.id].flatMap(key => ['', '?edit', '?action=approve'].map(form => `/requests/${key}${form}`)),
    ...[`/people/${people.bo.id}`, `/absences/${absence.id}`, '/requests/new?first_day=2026-03-10&last_day=2026-03-13'],
    ...['sickness', 'Bo', 'recorded', '1001', 'About the'].map(q => `/search?q=${encodeURIComponent(q)}`),
    ...['/notifications', '/account/subscriptions', '/about', '/_api', '/_api/openapi.json'],
  ]
}

async function told(world: World, path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await world.ada.get(path, {headers})
  return `${response.status} ${masked(await response.text())}`
}

const masked = (text: string): string =>
  text
    .replaceAll(uuid, 'ID')
    // The time in the id of a record.
    .replaceAll(/DTSTAMP:\w+/g, 'DTSTAMP')
    .replaceAll(/"(once|nonce|live|mark|state)":"[\w.-]{8,}"/g, '"$1":"…"')
    // Digests of parts, whose ids and times differ as well.
    .replaceAll(/"parts":\{[^}]*\}/g, '"parts":{}')
    // Written once for each process, when a part of a page is loaded for the first time.
    .replaceAll(/ vt-\w+="\w+"/g, '')
    .replaceAll(/class="avatar tone-\d+"/g, 'class="avatar"')
    .replaceAll(/(name="_once" value|nonce)="[^"]+"/g, '$1="…"')

/** What Ada learns at each address, and from what she sends. */
async function everythingTold(world: World): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  const addresses = addressesIn(world)
  for (const [index, path] of addresses.entries()) {
    const data = `${path}${path.includes('?') ? '&' : '?'}_data=x`
    all.set(masked(path), await told(world, data, {accept: pageMediaType}))
    if (index % 20 === 0) all.set(`${masked(path)} as a page`, await told(world, path))
  }
  for (const page of ['/away', '/calendar']) {
    const answer = await world.ada.post('/account/subscriptions', {_action: 'subscribe', page, format: 'ics'})
    const [, path = ''] = /value="http:\/\/localhost(\/_feeds\/[\w-]{43}\.\w+)"/.exec(await answer.text()) ?? []
    expect(path).not.toBe('')
    all.set(`feed of ${page}`, await told(world, path))
  }
  for (const fields of previews(world)) {
    const answer = await world.ada.post(
      '/requests/new',
      {_action: '_preview', ...fields},
      {headers: {accept: pageMediaType}},
    )
    all.set(`preview ${masked(JSON.stringify(fields))}`, `${answer.status} ${masked(await answer.text())}`)
  }
  for (const action of ['approve', 'revoke', 'withdraw', 'receive certificate', 'upload certificate', 'delete'])
    for (const path of ['/requests/1001', `/mine?_open=${world.absence.id}`, '/mine']) {
      const about = path === '/mine' ? {_record: `${world.absence.id}:3`} : {_version: '3'}
      const fields = {_action: action, once: await world.ada.tokenOf('/mine'), ...about}
      const answer = await world.ada.post(path, fields, {headers: {accept: pageMediaType}})
      all.set(`${action} at ${masked(path)}`, `${answer.status} ${masked(await answer.text())}`)
    }
  return all
}

/** Ada asks for the same days, and names Bo. */
const previews = ({kinds, people}: World) => [
  {kind: kinds.holiday, first_day: '2026-03-10', last_day: '2026-03-13'},
  {kind: kinds.sickness, first_day: '2026-03-10', last_day: '2026-03-13', cover: people.bo.id},
  {kind: kinds.unpaid, first_day: '2026-03-12', last_day: '2026-03-20', person: people.bo.id},
]

describe.each(storesOfStories)('on $name', ({make}) => {
  test('a teammate cannot tell an approved holiday from a recorded sickness', async () => {
    const world = await worldOf(await make(timeOff), 'holiday')
    const holiday = await everythingTold(world)
    const sickness = await everythingTold(await worldOf(await make(timeOff), 'sickness'))
    expect([...sickness.keys()]).toEqual([...holiday.keys()])
    for (const [at, text] of holiday) expect(`${at}: ${sickness.get(at)}`).toBe(`${at}: ${text}`)
    // And yet Ada sees that Bo is away.
    const shows = ['/', '/away', '/calendar', 'feed of /away', 'feed of /calendar', '/?card=away-today&sort=status']
    for (const at of shows) expect(holiday.get(at), at).toContain('Bo')
    expect(holiday.get('feed of /away')).toContain('Bo: away')
    for (const at of ['/requests/1001', '/requests/ID']) expect(holiday.get(at)).toMatch(/^404 /)
    // A search does not list the days on which a colleague was away.
    expect(holiday.get('/search?q=Bo')).toContain('"groups":[]')
    // Filtering by what she may not read of Bo's absence finds nothing of it.
    for (const at of ['/calendar?status=approved', '/calendar?status=recorded'])
      expect(holiday.get(at), at).not.toContain('Bo, ')
    expect(world.fixture.failures).toEqual([])
  })
})
