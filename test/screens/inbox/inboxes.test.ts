/** The inbox over HTTP: the waiting records, one record with the data to decide, and the next one after a decision. */
import {describe, expect, test} from 'vitest'
import type {RecordPageData} from '../../../src/features/approvals/data.ts'
import type {ListData} from '../../../src/features/collections/data.ts'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import type {InboxData} from '../../../src/screens/inbox/data.ts'
import {type Actor, operator} from '../../../src/screens/testing.ts'
import {done, updating} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {sqlite, storesOfStories} from '../../kit/store-databases.ts'
import {company, timeOff} from '../../kit/time-off.ts'

const plain = (text = '') => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')

async function office(address: string) {
  const made = await company(address)
  const {people, kinds, make} = made
  await made.allowance(people.ada, 20, {carried_over: 2})
  const request = async (who: {id: string}, first_day: string, last_day: string, status = 'submitted') =>
    (await make('Request', {person: who.id, kind: kinds.holiday, first_day, last_day, status, note: 'family'})).id
  const ada = await request(people.ada, '2026-05-04', '2026-05-06')
  const bo = await request(people.bo, '2026-05-05', '2026-05-05', 'approved')
  const cem = await request(people.cem, '2026-06-01', '2026-06-02')
  return {...made, pages: pagesOf(made.engine), request, waiting: {ada, bo, cem}}
}

describe.each(storesOfStories)('an inbox, on $name', ({make}) => {
  test('does not count people on the public holidays of their office', async () => {
    const {pages, people, places, make: add} = await office(await make(timeOff))
    await add('Holiday', {place: places.berlin, day: '2026-05-05', name: 'Spring day'})
    const {data} = await pages.get<InboxData>(people.max, '/to-decide')
    expect(data.selected?.strip?.totals.slice(0, 3).map(total => total?.count)).toEqual([1, 1, 1])
  })

  test('opens the first record, with figures, the same days, checks and earlier records', async () => {
    const {pages, people, waiting, request} = await office(await make(timeOff))
    await request(people.ada, '2026-02-02', '2026-02-03', 'taken')
    await request(people.ada, '2026-09-07', '2026-09-08', 'approved')
    // Before the request, but after today; and declined ones do not come up.
    await request(people.ada, '2026-04-13', '2026-04-13', 'rejected')
    await request(people.ada, '2026-10-05', '2026-10-05', 'rejected')
    const {data, screen, status} = await pages.get<InboxData>(people.max, '/to-decide')
    expect([screen, status, data.opened]).toEqual(['inbox', 200, false])
    expect(data.records).toEqual([
      {
        id: waiting.ada,
        href: `/to-decide?record=${waiting.ada}`,
        name: 'Ada',
        person: people.ada.id,
        texts: ['Holiday', expect.stringMatching(/^4–6 May/)],
        mark: {colour: 'teal'},
        numbers: [{label: 'Days', text: '3 days'}],
        age: {text: 'today', exact: 'just now'},
        state: {label: 'Submitted', tone: 'wait'},
        check: {text: 'The team’s limit is reached on one of these days: 1 of 1 already away.', outcome: 'blocks'},
      },
      expect.objectContaining({id: waiting.cem, name: 'Cem', texts: ['Holiday', expect.stringMatching(/^1–2 Jun/)]}),
    ])
    const {selected} = data
    expect(selected).toMatchObject({
      id: waiting.ada,
      person: {id: people.ada.id, name: 'Ada'},
      href: '/requests/1001',
      position: 1,
      previous: null,
      next: `/to-decide?record=${waiting.cem}`,
    })
    expect(selected?.actions.map(({name, hotkey}) => [name, hotkey])).toEqual([
      ['approve', 'a'],
      // The team's limit is reached.
      ['approve_anyway', 'p'],
      ['reject', 'd'],
    ])
    // 22 days, of which two are taken and two booked: 18 before this request of three.
    expect(selected?.figures).toEqual([
      {key: 'days_before', label: 'Days left', text: '18', after: '15', of: '22', meter: {stays: 68.2, changes: 13.6}},
      {
        key: 'team_away',
        label: 'Team members already away',
        text: '1',
        after: null,
        of: '1',
        meter: {stays: 100, changes: 0},
      },
    ])
    const strip = selected?.strip
    expect(plain(strip?.period)).toBe('Makers, 4–17 May 2026')
    expect(strip?.rows.map(({name, bars}) => [name, bars.length])).toEqual([
      ['Ada', 1],
      ['Bo', 1],
      ['Cem', 0],
    ])
    expect(strip?.covers.indexOf(true)).toBe(0)
    expect(strip?.covers.lastIndexOf(true)).toBe(2)
    expect(strip?.totals.slice(0, 6)).toEqual([
      {count: 1, reached: true},
      {count: 2, reached: true},
      {count: 1, reached: true},
      {count: 0, reached: false},
      {count: 0, reached: false},
      null,
    ])
    expect(strip?.warning).toEqual({days: expect.stringMatching(/^Tue 5 May$/), count: 2, names: ['Bo']})
    // The team may be one person short, and Bo is away: approving would be rejected.
    expect(selected?.checks).toEqual([
      {text: 'Allowance available for the year', outcome: 'holds'},
      {text: 'Enough days left', outcome: 'holds', note: '3 requested, 18 available'},
      {text: 'Outside blackout periods', outcome: 'holds'},
      {text: 'The team’s limit is reached on one of these days: 1 of 1 already away.', outcome: 'blocks'},
    ])
    expect(selected?.earlier.map(({text, number, state}) => [text, number, state?.label])).toEqual([
      [expect.stringMatching(/^2–3 Feb/), '2 days', 'Taken'],
    ])
    expect(selected?.coming.map(({text}) => text)).toEqual([expect.stringMatching(/^7–8 Sep/)])
  })

  test('P20: names all of its days on which most people are away', async () => {
    const {pages, people, kinds, make: add, waiting} = await office(await make(timeOff))
    const day = '2026-05-04'
    await add('Request', {person: people.bo.id, kind: kinds.holiday, status: 'approved', first_day: day, last_day: day})
    const {data} = await pages.get<InboxData>(people.max, `/to-decide?record=${waiting.ada}`)
    const {days, count, names} = data.selected?.strip?.warning ?? {}
    expect([plain(days), count, names]).toEqual(['4–5 May', 2, ['Bo']])
  })

  test('marks the records that need attention: a rule that is no longer met, and a limit that is reached', async () => {
    const {pages, people, make: add, waiting, engine, team, allowance} = await office(await make(timeOff))
    await allowance(people.cem, 20)
    await add('Closure', {team, first_day: '2026-06-01', last_day: '2026-06-01', reason: 'Release'})
    const checks = async () => {
      const {records, selected} = (await pages.get<InboxData>(people.max, `/to-decide?record=${waiting.cem}`)).data
      expect(selected?.checks).toContainEqual({
        text: 'These dates overlap a blackout period: Release, Mon 1 Jun.',
        outcome: 'warns',
      })
      return records.map(({check}) => check && [plain(check.text), check.outcome])
    }
    const blackout = ['Blackout: Release, Mon 1 Jun', 'warns']
    expect(await checks()).toEqual([
      ['The team’s limit is reached on one of these days: 1 of 1 already away.', 'blocks'],
      blackout,
    ])
    const allow = async (most_away: number, version: number) =>
      done(await engine.change(operator, [updating('Team', {id: team, version}, {most_away})]))
    await allow(2, 1)
    expect(await checks()).toEqual([['Team members already away: 1 (limit 2)', 'warns'], blackout])
    await allow(3, 2)
    expect(await checks()).toEqual([null, blackout])
  })

  test('says who decides after the viewer, in the line and in the panel', async () => {
    const {pages, people, request, waiting, allowance} = await office(await make(timeOff))
    await allowance(people.cem, 40)
    const long = await request(people.cem, '2026-07-01', '2026-07-31')
    const next = {text: 'Goes to HR next', outcome: 'follows'}
    const {records, selected} = (await pages.get<InboxData>(people.max, `/to-decide?record=${long}`)).data
    expect(records.map(({id, check}) => [id, check?.outcome])).toEqual([
      [waiting.ada, 'blocks'],
      [waiting.cem, undefined],
      [long, 'follows'],
    ])
    expect(records[2]?.check).toEqual(next)
    expect(selected?.checks).toContainEqual(next)
    const {selected: short} = (await pages.get<InboxData>(people.max, `/to-decide?record=${waiting.cem}`)).data
    expect(short?.checks.map(({outcome}) => outcome)).not.toContain('follows')
  })

  test('the page of a record has the same figures, strip, checks and earlier records until it is decided', async () => {
    const {pages, people, waiting, act, request} = await office(await make(timeOff))
    const page = async (who: Actor, path = '/requests/1001') => (await pages.get<RecordPageData>(who, path)).data
    const {selected} = (await pages.get<InboxData>(people.max, `/to-decide?record=${waiting.ada}`)).data
    const shown = await page(people.max)
    const {figures, strip, checks, earlier, coming} = selected ?? {}
    expect(shown.reasons).toEqual({figures, strip, checks, earlier, coming})
    const facts = ({fields, cells}: RecordPageData) =>
      Object.fromEntries(fields.map(({label}, index) => [label, plain(cells[index]?.text)]))
    expect(facts(shown)).toMatchObject({'Can be decided by': 'Max', 'Escalates to HR on': 'Tue 17 Mar'})
    // The person who waits decides nothing.
    const own = await page(people.ada)
    expect(own.reasons).toBeUndefined()
    expect(facts(own)).toMatchObject({'Can be decided by': 'Max'})
    // Beside a list there is no room for it.
    const beside = (await pages.get<ListData>(people.max, `/team-requests?_open=${waiting.ada}`)).data.panel
    expect(beside?.screen).toBe('record')
    expect(beside?.data).not.toHaveProperty('reasons')
    done(await act(people.max, {entity: 'Request', id: waiting.cem, version: 1}, 'approve', {}))
    expect((await page(people.max, '/requests/1003')).reasons).toBeUndefined()
    const draft = await request(people.bo, '2026-07-06', '2026-07-06', 'draft')
    expect(draft).not.toBe('')
    expect((await page(people.bo, '/requests/1004')).reasons).toBeUndefined()
  })

  test('a second tab has the viewer’s decisions, the latest first', async () => {
    const {pages, people, waiting} = await office(await make(timeOff))
    const tabs = ({data}: {data: InboxData}) => data.tabs.map(({label, count, isCurrent}) => [label, count, isCurrent])
    const before = await pages.get<InboxData>(people.max, '/to-decide?tab=decided')
    expect(tabs(before)).toEqual([
      ['Waiting', '2', false],
      ['Decided', '', true],
    ])
    expect(before.data).toMatchObject({records: [], selected: null, empty: 'No decisions yet.'})
    const {selected} = (await pages.get<InboxData>(people.max, `/to-decide?record=${waiting.cem}`)).data
    const sent = {_action: 'reject', _version: String(selected?.version), _record: waiting.cem, answer: 'Not in June.'}
    await pages.post(people.max, `/to-decide?record=${waiting.cem}`, sent)
    // What no longer waits leads to what does.
    const gone = (await pages.get<InboxData>(people.max, `/to-decide?record=${waiting.cem}`)).data.selected
    expect(gone).toMatchObject({position: null, next: `/to-decide?record=${waiting.ada}`})
    const after = await pages.get<InboxData>(people.max, '/to-decide?tab=decided')
    expect(tabs(after)[0]).toEqual(['Waiting', '1', false])
    expect(after.data.records).toMatchObject([
      {id: waiting.cem, href: `/to-decide?tab=decided&record=${waiting.cem}`, state: {label: 'Declined'}},
    ])
    expect(after.data.selected).toMatchObject({id: waiting.cem, actions: [], figures: [], checks: []})
    // Only Max sees the decisions of Max.
    expect((await pages.get<InboxData>(people.bo, '/to-decide?tab=decided')).data.records).toEqual([])
  })

  test('what was decided last is first, also where another record was changed since', async () => {
    const {pages, people, waiting, clock, engine} = await office(await make(timeOff))
    const decide = async (id: string, action: string) => {
      const {selected} = (await pages.get<InboxData>(people.max, `/to-decide?record=${id}`)).data
      const sent = {_action: action, _version: String(selected?.version), _record: id, answer: 'Yes or no.'}
      await pages.post(people.max, `/to-decide?record=${id}`, sent)
      clock.now += 24 * 60 * 60 * 1000
    }
    await decide(waiting.cem, 'reject')
    await decide(waiting.ada, 'reject')
    const {version} = (await pages.get<InboxData>(people.max, `/to-decide?tab=decided&record=${waiting.cem}`)).data
      .selected ?? {version: 0}
    const fields = new Map([['note', {json: 'another note'}]])
    done(await engine.change(operator, [{kind: 'update', entity: 'Request', id: waiting.cem, version, fields}]))
    const {records} = (await pages.get<InboxData>(people.max, '/to-decide?tab=decided')).data
    expect(records.map(({id, age}) => [id, age.text])).toEqual([
      [waiting.ada, 'yesterday'],
      [waiting.cem, '2 days ago'],
    ])
  })

  test('shows and changes no record that the viewer may not read', async () => {
    const {pages, people, waiting} = await office(await make(timeOff))
    const at = `/to-decide?record=${waiting.ada}`
    expect((await pages.get<InboxData>(people.bo, '/to-decide')).data).toMatchObject({records: [], selected: null})
    expect((await pages.get(people.bo, at)).status).toBe(404)
    const sent = {_action: 'approve', _version: '1', _record: waiting.ada}
    expect((await pages.post(people.bo, at, sent)).status).toBe(404)
    expect((await pages.get(people.max, '/to-decide?record=nonsense')).status).toBe(404)
    // Ada may read her own request; it does not wait for her.
    expect((await pages.get<InboxData>(people.ada, at)).data.selected).toMatchObject({position: null, actions: []})
  })
})

// The rendered page.
describe('an inbox', () => {
  const {make} = sqlite

  test('after a decision the next one opens, and the inbox after the last', async () => {
    const {pages, people, waiting} = await office(await make(timeOff))
    const at = `/to-decide?record=${waiting.cem}`
    const {data} = await pages.get<InboxData>(people.max, at)
    expect(data).toMatchObject({opened: true, selected: {id: waiting.cem, position: 2, next: null}})
    const version = String(data.selected?.version)
    const sent = {_action: 'reject', _version: version, _record: waiting.cem, answer: 'Not in June.'}
    expect((await pages.post(people.max, at, sent)).redirect).toBe(`/to-decide?record=${waiting.ada}`)
    // Without a record in the address, the form contains the record.
    const first = (await pages.get<InboxData>(people.max, '/to-decide')).data.selected
    const last = {_action: 'reject', _version: String(first?.version), _record: waiting.ada, answer: 'Bo is away.'}
    expect((await pages.post(people.max, '/to-decide', last)).redirect).toBe('/to-decide')
    const {data: done} = await pages.get<InboxData>(people.max, '/to-decide')
    expect(done).toMatchObject({
      records: [],
      selected: null,
      empty: 'You’re all caught up.',
    })
    // A decided record can still be opened, without actions.
    const {data: past} = await pages.get<InboxData>(people.max, at)
    expect(past.selected).toMatchObject({id: waiting.cem, position: null, actions: [], next: null})
  })

  test('a rejection stays at the record and keeps the input', async () => {
    const {pages, people, waiting} = await office(await make(timeOff))
    const at = `/to-decide?record=${waiting.ada}`
    const version = String((await pages.get<InboxData>(people.max, at)).data.selected?.version)
    const without = await pages.post<InboxData>(people.max, at, {
      _action: 'reject',
      _version: version,
      _record: waiting.ada,
    })
    expect(without.status).toBe(422)
    expect(without.data.problems).toMatchObject([{field: 'answer'}])
    const thin = {_action: 'approve', _version: version, _record: waiting.ada, answer: 'Enjoy it.'}
    const refused = await pages.post<InboxData>(people.max, at, thin)
    expect(refused).toMatchObject({status: 409, screen: 'inbox', data: {selected: {id: waiting.ada}}})
    expect(refused.data.problems.map(({message}) => message)).toEqual([
      'The team’s limit is reached on one of these days: 1 of 1 already away.',
    ])
    expect(refused.data.selected?.actions.find(({name}) => name === 'approve')?.inputs[0]?.values).toEqual([
      'Enjoy it.',
    ])
    const late = {_action: 'reject', _version: '99', _record: waiting.ada, answer: 'No.'}
    expect(await pages.post<InboxData>(people.max, at, late)).toMatchObject({status: 409, screen: 'inbox'})
  })

  test('an action has its own page, which leads back to the record', async () => {
    const {pages, people, waiting} = await office(await make(timeOff))
    const at = `/to-decide?record=${waiting.ada}`
    const action = `${at}&action=reject`
    expect((await pages.get<InboxData>(people.max, at)).data.selected?.actions.at(-1)?.href).toBe(action)
    const form = await pages.get<FormScreenData>(people.max, action)
    expect(form).toMatchObject({screen: 'form', data: {cancel: at, back: {href: at}}})
    const sent = {_action: 'reject', _version: String(form.data.version), answer: 'Not then.'}
    expect((await pages.post(people.max, action, sent)).redirect).toBe(`/to-decide?record=${waiting.cem}`)
  })
})
