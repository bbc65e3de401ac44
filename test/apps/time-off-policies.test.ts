/**
 * Policies that change: from a year on, after a page that shows who gains and who loses, with a notification and a trace.
 * The day is Tuesday, 10 March 2026. Ada, Bo and Cem are one team under Max; Hana is human resources.
 */
import {describe, expect, it} from 'vitest'
import {notificationTexts} from '../../src/engine/links/notification-text.ts'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import {type Actor, listNotifications, runSystemActions} from '../../src/screens/testing.ts'
import {queryRows} from '../../src/store/sql.ts'
import {done, refusals, updating} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

const plain = (text = '') => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')

const terms = {days: '25', proration: 'months', rounding: 'half', accrual: 'yearly', carry_over: '5', carry_until: '12'}
const sentAs = (version: string, change: Readonly<Record<string, string>>) => ({
  ...{_action: 'change_terms', _version: version, ...terms},
  ...change,
})

describe.each(storesOfStories)('a policy that changes, on $name', ({make}) => {
  /** Everyone has 25 days and 5 carried over by a policy; Ada has used 2 of them. */
  async function opened() {
    const at = await company(await make(timeOff))
    const {ada, bo} = at.people
    const policy = await at.make('Policy', {
      name: 'Paris',
      kind: at.kinds.holiday,
      days: 25,
      carry_over: 5,
      carry_until: '12',
    })
    await at.make('Seniority', {policy: policy.id, after_years: 5, extra: 1})
    const own = {fixed: false, carried_over: 5}
    const [of, bos] = [await at.allowance(ada, 26, own), await at.allowance(bo, 26, own)]
    const taken = {person: ada.id, kind: at.kinds.holiday, status: 'taken'}
    await at.make('Request', {...taken, first_day: '2026-01-05', last_day: '2026-01-06'})
    for (let sweep = 0; sweep < 3; sweep += 1) await runSystemActions(at.engine)
    expect([await at.shown(of, 'days'), await at.shown(of, 'settled')]).toEqual(['26', 'true'])
    return {at, policy, of, bos, pages: pagesOf(at.engine)}
  }

  const told = async (at: Company, who: Actor & {kind: 'person'}) => {
    const rows = await at.store.readOne(
      db => queryRows(db)`
      select n.action from nonet_notification as n where n.person = ${who.id} order by n.at, n.id`,
    )
    return rows.map(([action]) => action)
  }

  const texts = async (at: Company, who: Actor & {kind: 'person'}) => {
    const read = await at.engine.read(who, async reader =>
      notificationTexts(reader, await listNotifications(reader, who.id, {skip: 0, most: 10})),
    )
    return read.map(each => plain(each?.sentence ?? ''))
  }

  const history = async (pages: ReturnType<typeof pagesOf>, who: Actor, id: string) => {
    const {data} = await pages.get<RecordData>(who, `/balances/${id}`)
    return data.history.map(({what}) => plain(what))
  }

  it('P3: is reviewed first: who gains and who loses, and nothing is stored until it is confirmed', async () => {
    const {at, policy, of, bos, pages} = await opened()
    const {hana} = at.people
    const version = await at.shown(policy, 'version')
    const address = `/policies/${policy.id}?action=change_terms`
    const sent = sentAs(version, {valid_from: '2026', days: '27', carry_until: '2'})
    const review = await pages.post<FormScreenData>(hana, address, sent)
    expect(review.redirect).toBeUndefined()
    // The terms typed are in the form: the page adds only what follows from them.
    expect(review.data.facts?.map(({label}) => label)).toEqual(['Days', 'Left'])
    expect(review.data.facts).toContainEqual({label: 'Days', text: '5 gain 10 in total'})
    const about = review.data.about.map(({name, when}) => `${name}: ${plain(when)}`)
    // Two days more, and three of the days carried over are lost: 26 + 5 - 2 = 29 becomes 28 + 5 - 3 - 2 = 28.
    expect(about[0]).toBe('Bo, Holiday 2026: Days: 26 → 28, Left: 31 → 28')
    expect(about).toContain('Ada, Holiday 2026: Days: 26 → 28, Left: 29 → 28')
    expect([await at.shown(of, 'days'), await at.shown(policy, 'days')]).toEqual(['26', '25'])
    await pages.post(hana, address, {...sent, _seen: review.data.seen ?? ''})
    expect([await at.shown(of, 'days'), await at.shown(of, 'left'), await at.shown(bos, 'left')]).toEqual([
      '28',
      '28',
      '28',
    ])
    // The version of before stays, for the years before.
    expect([await at.shown(policy, 'days'), await at.shown(policy, 'until_year')]).toEqual(['25', '2025'])
    expect(await at.shown(of, 'policy.name')).toBe('Paris, from 2026')
    expect(await at.shown(of, 'count(policy.steps)')).toBe('1')
  })

  it('P3: from next year on leaves this year as it is', async () => {
    const {at, policy, of, pages} = await opened()
    const {ada, hana} = at.people
    const next = await at.make('Allowance', {
      person: ada.id,
      kind: at.kinds.holiday,
      year: 2027,
      days: 26,
      fixed: false,
    })
    for (let sweep = 0; sweep < 3; sweep += 1) await runSystemActions(at.engine)
    const version = await at.shown(policy, 'version')
    const address = `/policies/${policy.id}?action=change_terms`
    const sent = sentAs(version, {valid_from: '2027', days: '27', carry_until: '3'})
    const review = await pages.post<FormScreenData>(hana, address, sent)
    expect(review.data.about.map(({name, when}) => `${name}: ${plain(when)}`)).toEqual([
      'Ada, Holiday 2027: Days: 26 → 28, Left: 26 → 28',
    ])
    await pages.post(hana, address, {...sent, _seen: review.data.seen ?? ''})
    expect([await at.shown(of, 'days'), await at.shown(next, 'days')]).toEqual(['26', '28'])
    // The version of 2027 is changed itself, the one before it no longer.
    const early = sentAs(await at.shown(policy, 'version'), {valid_from: '2027', days: '30'})
    const refused = await pages.post<FormScreenData>(hana, address, early)
    expect(JSON.stringify(refused.data)).toContain('Choose this year or a later one')
    const later = {entity: 'Policy', id: await at.shown(next, 'policy.id')}
    const {_action: _, _version: __, ...inputs} = sentAs('', {valid_from: '2027', days: '30'})
    const json = {...inputs, valid_from: 2027, days: 30, carry_over: 5}
    done(await at.act(hana, {...later, version: Number(await at.shown(later, 'version'))}, 'change_terms', json))
    expect([await at.shown(next, 'days'), await at.shown(later, 'until_year')]).toEqual(['31', 'null'])
  })

  it('P3: tells those concerned; P17: their allowances say what changed, from what and why', async () => {
    const {at, policy, of, pages} = await opened()
    const {ada, hana} = at.people
    expect(await told(at, ada)).toEqual([])
    const inputs = {valid_from: 2026, days: 27, proration: 'months', rounding: 'half', accrual: 'yearly', carry_over: 5}
    const version = Number(await at.shown(policy, 'version'))
    done(await at.act(hana, {...policy, version}, 'change_terms', {...inputs, carry_until: '3'}))
    expect(await told(at, ada)).toEqual(['follow_the_policy', 'move_the_expiry'])
    expect((await texts(at, ada)).toSorted()).toEqual([
      'The carry-over of your holiday allowance for 2026 now expires on Tue 31 Mar.',
      'Your holiday allowance for 2026 has changed from 26 to 28 because the policy has changed.',
    ])
    const said = await history(pages, hana, of.id)
    expect(said).toContain('Days 26 → 28: policy changed')
    expect(said).toContain('Carry-over expires on Tue 31 Mar: policy changed. Before, it was Thu 31 Dec')
    // Other causes are told apart.
    const person = {entity: 'User', id: ada.id}
    const now = {...ada, version: Number(await at.shown(person, 'version'))}
    done(await at.engine.change(hana, [updating('User', now, {joined: '2026-02-01'})]))
    await runSystemActions(at.engine)
    expect((await history(pages, hana, of.id)).join('\n')).toMatch(/Days 28 → [\d.]+: /)
  })

  it('P3: the extra days for length of service are reviewed, too', async () => {
    const {at, policy, of, pages} = await opened()
    const {hana} = at.people
    const version = await at.shown(policy, 'version')
    const address = `/policies/${policy.id}?action=set_extra_days`
    const sent = {_action: 'set_extra_days', _version: version, years: '5', extra_days: '3'}
    const review = await pages.post<FormScreenData>(hana, address, sent)
    expect(review.data.about.map(({when}) => plain(when))).toContain('Days: 26 → 28, Left: 29 → 31')
    await pages.post(hana, address, {...sent, _seen: review.data.seen ?? ''})
    expect(await at.shown(of, 'days')).toBe('28')
    const more = {_action: 'set_extra_days', _version: await at.shown(policy, 'version'), years: '6', extra_days: '1'}
    const second = await pages.post<FormScreenData>(hana, address, more)
    await pages.post(hana, address, {...more, _seen: second.data.seen ?? ''})
    expect([await at.shown(of, 'days'), await at.shown(policy, 'count(steps)')]).toEqual(['29', '2'])
  })

  it('P3: cannot be changed past that page: not in the list, not by a form', async () => {
    const {at, policy, pages} = await opened()
    const {hana} = at.people
    const {data} = await pages.get<ListData>(hana, '/policies')
    expect(data.columns.map(({label}) => label)).toContain('Days')
    expect(data.records.flatMap(({edits}) => edits ?? [])).toEqual([])
    const now = {...policy, version: Number(await at.shown(policy, 'version'))}
    expect(refusals(await at.engine.change(hana, [updating('Policy', now, {days: 30})]))).toEqual(['days: FORBIDDEN'])
  })
})
