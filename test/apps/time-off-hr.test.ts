/**
 * Actions of human resources, deputies and ill people in the time-off planner. The day is Tuesday, 10 March 2026. Ada,
 * Bo and Cem are one team under Max; Hana is human resources.
 */
import {describe, expect, it} from 'vitest'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import type {Json} from '../../src/feel/core.ts'
import type {InboxData} from '../../src/screens/inbox/data.ts'
import {type Actor, operator, runSystemActions} from '../../src/screens/testing.ts'
import {queryRows} from '../../src/store/sql.ts'
import {creating, done, refusals, updating} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

type Fields = Readonly<Record<string, Json>>

const perform = (action: string) => ({perform: {action, inputs: new Map()}})

/** Recorded by human resources, in one step. */
const recorded = (at: Company, who: Actor & {kind: 'person'}, fields: Fields) =>
  at.engine.change(at.people.hana, [creating('Request', {person: who.id, ...fields}, perform('record'))])

async function submitted(at: Company, who: Actor, fields: Fields) {
  const request = done(await at.draft(who, fields))
  return done(await at.act(who, request, 'submit'))
}

const toldOf = async (at: Company): Promise<string[]> => {
  const rows = await at.store.readOne(
    db => queryRows(db)`select n.action, n.person from nonet_notification as n order by n.at, n.id`,
  )
  const names = new Map(Object.values(at.people).map(({id, name}) => [id, name]))
  return rows.map(([action, person]) => `${names.get(String(person))}: ${action}`)
}

describe.each(storesOfStories)('human resources and deputies, on $name', ({make}) => {
  const fresh = async () => company(await make(timeOff))

  it('people see the public holidays of their own office, human resources those of all', async () => {
    const at = await fresh()
    const {ada, bo, hana} = at.people
    await at.make('Holiday', {place: at.places.paris, day: '2026-05-01', name: 'May Day'})
    await at.make('Holiday', {place: at.places.berlin, day: '2026-05-02', name: 'Berlin Day'})
    await at.make('Holiday', {place: at.places.paris, day: '2026-01-01', name: 'Past'})
    const {id} = await at.make('User', {name: 'New', email: 'new@example.com', roles: ['Employee']})
    const listed = async (who: Actor, path: string) => {
      const {data} = await pagesOf(at.engine).get<ListData>(who, path)
      return data.records.map(({cells}) => cells[0]?.text)
    }
    expect(await listed(ada, '/holidays/mine')).toEqual(['May Day'])
    expect(await listed(bo, '/holidays/mine')).toEqual(['Berlin Day'])
    expect(await listed({...ada, id}, '/holidays/mine')).toEqual(['May Day', 'Berlin Day'])
    expect(await listed(hana, '/holidays')).toEqual(['May Day', 'Berlin Day'])
  })

  it('D4: records an absence for a person, effective immediately, and notifies the person and the manager', async () => {
    const at = await fresh()
    const {ada, hana} = at.people
    const sick = done(
      await recorded(at, ada, {kind: at.kinds.sickness, first_day: '2026-03-10', last_day: '2026-03-11'}),
    )
    const facts = ['status', 'person.name', 'created_by.name', 'decided_by.name', 'days']
    expect(await Promise.all(facts.map(each => at.shown(sick, each)))).toEqual(['recorded', 'Ada', 'Hana', 'Hana', '2'])
    expect(await toldOf(at)).toEqual(['Ada: record', 'Max: record'])
    await at.allowance(ada, 3)
    const leave = {kind: at.kinds.holiday, first_day: '2026-03-16', last_day: '2026-03-18'}
    expect(await at.shown(done(await recorded(at, ada, leave)), 'status')).toBe('approved')
    const more = await recorded(at, ada, {...leave, first_day: '2026-03-19', last_day: '2026-03-19'})
    expect(refusals(more)).toEqual(['NOT_ENOUGH_DAYS'])
    const own = await recorded(at, hana, {kind: at.kinds.sickness, first_day: '2026-03-10', last_day: '2026-03-10'})
    expect(refusals(own)).toEqual(['NOT_YOUR_DRAFT'])
    // Only its owner can submit a draft.
    const draft = done(await at.draft(ada, {first_day: '2026-06-01', last_day: '2026-06-01'}))
    expect(refusals(await at.act(hana, draft, 'record'))).toEqual(['NOT_YOUR_DRAFT'])
  })

  it('D4: has a form for it with a person field, for human resources only', async () => {
    const at = await fresh()
    const {ada, hana} = at.people
    const pages = pagesOf(at.engine)
    const {data} = await pages.get<FormScreenData>(hana, '/record')
    expect(data.fields.map(({name}) => name)).toContain('person')
    expect(data.actions.map(({label}) => label)).toEqual(['Record', 'Save as draft'])
    expect((await pages.get(ada, '/record')).status).toBe(404)
    const asking = await pages.get<FormScreenData>(hana, '/requests/new')
    expect(asking.data.fields.map(({name}) => name)).not.toContain('person')
    const sent = {person: ada.id, kind: at.kinds.sickness, first_day: '2026-03-10', last_day: '2026-03-10'}
    const saved = await pages.post(hana, '/record', {...sent, _action: 'record'})
    expect(saved.redirect).toBe('/requests/1001')
    const forged = await pages.post<FormScreenData>(ada, '/requests/new', {...sent, person: hana.id, _action: 'submit'})
    expect(forged.status).toBe(403)
  })

  it('D4: an absence recorded from the page of a person is effective immediately, as from the menu', async () => {
    const at = await fresh()
    const {ada, hana} = at.people
    const pages = pagesOf(at.engine)
    const {data} = await pages.get<RecordData>(hana, `/people/${ada.id}`)
    const href = data.links?.find(({label}) => label === 'Record absence')?.href ?? ''
    expect(href).toMatch(`/record?person=${ada.id}`)
    expect(data.related.find(({heading}) => heading === 'Requests')?.add).toBeNull()
    const form = await pages.get<FormScreenData>(hana, href)
    expect(form.data.fields.find(({name}) => name === 'person')?.values).toEqual([ada.id])
    const inMenu = async (who: Actor) => (await pages.html(who, '/')).includes('href="/record"')
    expect([await inMenu(hana), await inMenu(ada)]).toEqual([true, false])
  })

  it('D5: a deputy decides while the manager is away, and neither before nor after', async () => {
    const at = await fresh()
    const {ada, bo, cem, max} = at.people
    await at.allowance(ada, 25)
    const request = await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-14'})
    expect(refusals(await at.act(bo, request, 'approve'))).toEqual(['NOT_FOUND'])
    const own = creating('Deputy', {deputy: bo.id, first_day: '2026-03-11', last_day: '2026-03-12'})
    const dated = done(await at.engine.change(max, [own]))
    expect(await toldOf(at)).toContain('Bo: create')
    expect(refusals(await at.act(bo, request, 'approve'))).toEqual(['NOT_FOUND'])
    at.clock.now = Date.parse('2026-03-11T08:00:00Z')
    const pages = pagesOf(at.engine)
    const {data} = await pages.get<InboxData>(bo, '/to-decide')
    expect(data.records.map(({name}) => name)).toEqual(['Ada'])
    expect((await pages.get<InboxData>(cem, '/to-decide')).data.records).toEqual([])
    // Nobody decides about their own request, not even as a deputy.
    await at.allowance(bo, 25)
    const ofBo = await submitted(at, bo, {first_day: '2026-05-04', last_day: '2026-05-04'})
    expect(refusals(await at.act(bo, ofBo, 'approve'))).toEqual(['OWN_REQUEST'])
    done(await at.act(bo, request, 'approve'))
    expect(await at.shown(request, 'decided_by.name')).toBe('Bo')
    at.clock.now = Date.parse('2026-03-13T08:00:00Z')
    expect(await at.shown(dated, 'last_day < today()')).toBe('true')
    expect((await pages.get<InboxData>(bo, '/to-decide')).data.records).toEqual([])
    const self = creating('Deputy', {deputy: max.id, first_day: '2026-03-11', last_day: '2026-03-12'})
    expect(refusals(await at.engine.change(max, [self]))).toEqual(['deputy: DEPUTY_SELF'])
  })

  it('D5: a manager approves several requests at once; the list is in the menu of people who have such requests', async () => {
    const at = await fresh()
    const {ada, bo, max} = at.people
    const pages = pagesOf(at.engine)
    const menuOf = async (who: Actor) => {
      const html = await pages.html(who, '/')
      return html.includes('href="/team-requests"')
    }
    expect([await menuOf(max), await menuOf(ada)]).toEqual([false, false])
    await Promise.all([at.allowance(ada, 25), at.allowance(bo, 25)])
    const first = await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-14'})
    const second = await submitted(at, bo, {first_day: '2026-05-04', last_day: '2026-05-04'})
    expect([await menuOf(max), await menuOf(ada)]).toEqual([true, false])
    const {data} = await pages.get<ListData>(max, '/team-requests')
    expect(data.records.map(({cells}) => cells[0]?.text)).toEqual(['Bo', 'Ada'])
    expect(data.bulk.map(({label}) => label)).toContain('Approve')
    const chosen = new URLSearchParams([
      ['_action', 'approve'],
      ...data.records.map(({id, version}) => ['_record', `${id}:${version}`]),
    ])
    const sent = await pages.post(max, '/team-requests', chosen)
    expect(sent.redirect).toBe('/team-requests')
    expect(await Promise.all([first, second].map(each => at.shown(each, 'status')))).toEqual(['approved', 'approved'])
  })

  it('two actions with the same label are one bulk action: each request gets the one that fits it', async () => {
    const at = await fresh()
    const {ada, bo, max, hana} = at.people
    await Promise.all([at.allowance(ada, 25), at.allowance(bo, 25)])
    const long = await submitted(at, ada, {first_day: '2026-04-07', last_day: '2026-05-08'})
    done(await at.act(max, long, 'approve'))
    const short = await submitted(at, bo, {first_day: '2026-06-01', last_day: '2026-06-01'})
    const statuses = () => Promise.all([long, short].map(each => at.shown(each, 'status')))
    expect(await statuses()).toEqual(['pre-approved', 'submitted'])
    const pages = pagesOf(at.engine)
    const {data} = await pages.get<ListData>(hana, '/requests?_all=yes')
    const labels = data.bulk.map(({label}) => label)
    expect(labels).toContain('Approve')
    expect(new Set(labels).size).toBe(labels.length)
    expect(data.records.map(({actions}) => actions.includes('approve'))).toEqual([true, true])
    expect(data.every?.actions).toContain('approve')
    const records = data.records.map(({id, version}) => ['_record', `${id}:${version}`])
    const asking = await pages.get<FormScreenData>(
      hana,
      `/requests?${new URLSearchParams([['_bulk', 'approve'], ...records])}`,
    )
    expect(asking.data.problems).toEqual([])
    expect(asking.data.fields.map(({name}) => name)).toEqual(['answer'])
    const sent = await pages.post(hana, '/requests', new URLSearchParams([['_action', 'approve'], ...records]))
    expect(sent.redirect).toBe('/requests')
    expect(await statuses()).toEqual(['approved', 'approved'])
  })

  it('leave ends with the last day at the company: new requests are rejected, earlier ones are shortened or cancelled', async () => {
    const at = await fresh()
    const {ada, hana} = at.people
    await at.allowance(ada, 25)
    const across = await submitted(at, ada, {first_day: '2026-04-27', last_day: '2026-05-05'})
    const later = await submitted(at, ada, {first_day: '2026-06-01', last_day: '2026-06-02'})
    const user = {entity: 'User', id: ada.id}
    const ended = {...user, version: Number(await at.shown(user, 'version'))}
    done(await at.act(hana, ended, 'end_employment', {left_on: '2026-04-30'}))
    const after = {kind: at.kinds.holiday, first_day: '2026-05-06', last_day: '2026-05-07'}
    const refused = await at.engine.change(ada, [creating('Request', after, perform('submit'))])
    expect(refusals(refused).join()).toContain('AFTER_THE_END')
    expect(refused.ok ? '' : refused.problems.map(({values}) => values['person.left_on'])).toContain('Thu 30 Apr')
    // At once, with the action of human resources.
    expect(await at.shown(across, 'string(last_day)')).toBe('2026-04-30')
    expect(await at.shown(across, 'string(days)')).toBe('4')
    expect(await at.shown(later, 'status')).toBe('cancelled')
    // It is not offered again: its date is changed by another action.
    const again = {...user, version: Number(await at.shown(user, 'version'))}
    expect(refusals(await at.act(hana, again, 'end_employment', {left_on: '2026-05-31'}))).toEqual(['NOT_NOW'])
  })

  it('the end of an employment can be changed and undone: leave follows, and the person is notified', async () => {
    const at = await fresh()
    const {ada, max, hana} = at.people
    await at.allowance(ada, 25)
    const across = await submitted(at, ada, {first_day: '2026-04-27', last_day: '2026-05-05', last_half: true})
    const later = done(
      await at.act(max, await submitted(at, ada, {first_day: '2026-06-01', last_day: '2026-06-02'}), 'approve'),
    )
    const open = await submitted(at, ada, {first_day: '2026-07-01', last_day: '2026-07-02'})
    const user = {entity: 'User', id: ada.id}
    const change = async (action: string, inputs: Fields = {}) => {
      const version = Number(await at.shown(user, 'version'))
      const before = (await toldOf(at)).length
      done(await at.act(hana, {...user, version}, action, inputs))
      return (await toldOf(at)).slice(before)
    }
    const facts = async () => ({
      across: await at.shown(across, 'string(last_day)'),
      half: await at.shown(across, 'last_half'),
      later: await at.shown(later, 'status'),
      open: await at.shown(open, 'status'),
    })
    const told = await change('end_employment', {left_on: '2026-04-29'})
    expect(told.filter(each => each.startsWith('Ada')).toSorted()).toEqual([
      'Ada: end',
      'Ada: end',
      'Ada: end_employment',
      'Ada: shorten',
    ])
    expect(await facts()).toEqual({across: '2026-04-29', half: 'false', later: 'cancelled', open: 'cancelled'})
    expect(await change('change_last_day', {left_on: '2026-05-04'})).toContain('Ada: lengthen')
    expect(await facts()).toEqual({across: '2026-05-04', half: 'false', later: 'cancelled', open: 'cancelled'})
    expect(await change('change_last_day', {left_on: '2026-06-01'})).toContain('Ada: restore')
    expect(await facts()).toEqual({across: '2026-05-05', half: 'true', later: 'approved', open: 'cancelled'})
    expect(await at.shown(later, 'string(last_day)')).toBe('2026-06-01')
    expect(await change('reinstate')).toContain('Ada: reinstate')
    expect(await facts()).toEqual({across: '2026-05-05', half: 'true', later: 'approved', open: 'submitted'})
    expect(await at.shown(later, 'string(last_day)')).toBe('2026-06-02')
    expect(await at.shown(user, 'left_on')).toBe('null')
  })

  it('an account that was closed too early is open again', async () => {
    const at = await fresh()
    const {ada, hana} = at.people
    const user = {entity: 'User', id: ada.id}
    const change = async (action: string, inputs: Fields = {}) =>
      done(await at.act(hana, {...user, version: Number(await at.shown(user, 'version'))}, action, inputs))
    await change('end_employment', {left_on: '2026-03-06'})
    expect(await at.shown(user, 'active')).toBe('false')
    await change('change_last_day', {left_on: '2026-03-31'})
    expect(await at.shown(user, 'active')).toBe('true')
    await change('change_last_day', {left_on: '2026-03-09'})
    expect(await at.shown(user, 'active')).toBe('false')
    await change('reinstate')
    expect(await at.shown(user, 'active')).toBe('true')
  })

  it('leave that was cancelled by the end stays cancelled where something else was booked since', async () => {
    const at = await fresh()
    const {ada, hana} = at.people
    await at.allowance(ada, 25)
    const later = await submitted(at, ada, {first_day: '2026-06-01', last_day: '2026-06-02'})
    const user = {entity: 'User', id: ada.id}
    const version = async () => Number(await at.shown(user, 'version'))
    done(await at.act(hana, {...user, version: await version()}, 'end_employment', {left_on: '2026-05-29'}))
    await at.make('Request', {person: ada.id, kind: at.kinds.unpaid, first_day: '2026-06-02', last_day: '2026-06-02'})
    done(await at.act(hana, {...user, version: await version()}, 'reinstate'))
    expect(await at.shown(later, 'status')).toBe('cancelled')
    const pages = pagesOf(at.engine)
    const path = (await pages.get<RecordData>(ada, '/requests/1001')).data.path
    expect(path.map(({label}) => label).at(-1)).toBe('Cancelled')
  })

  it('D19: says before saving that sick leave interrupts a holiday, and how many days are credited back', async () => {
    const at = await fresh()
    const {ada, max, hana} = at.people
    await at.allowance(ada, 25)
    const sick = await at.make('Kind', {
      ...{name: 'Sick leave', needs_approval: false, uses_allowance: false, interrupts: true},
    })
    const leave = {first_day: '2026-04-13', last_day: '2026-04-17', last_half: true}
    done(await at.act(max, await submitted(at, ada, leave), 'approve'))
    const pages = pagesOf(at.engine)
    const said = async (fields: Record<string, string>) => {
      const sent = {_action: '_preview', person: ada.id, kind: sick.id, first_half: 'no', last_half: 'no', ...fields}
      const {data} = await pages.post<FormScreenData>(hana, '/record', sent)
      return data.hints?.summary?.figures.map(({sentence}) => sentence.replaceAll(/[\u2009\u202f\u00a0]/g, ' '))
    }
    expect(await said({first_day: '2026-04-15', last_day: '2026-04-20'})).toEqual([
      'Overlapping leave: Ada, 13–17 Apr (until noon)',
      'Days credited back: 2.5',
    ])
    expect(await said({first_day: '2026-04-15', last_day: '2026-04-15', last_half: 'yes'})).toContain(
      'Days credited back: 0.5',
    )
    expect(await said({first_day: '2026-04-20', last_day: '2026-04-20'})).toEqual([])
  })

  it('changing dates shows the balance as it is and as it will be', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    await at.allowance(ada, 20)
    done(await at.act(max, await submitted(at, ada, {first_day: '2026-06-15', last_day: '2026-06-19'}), 'approve'))
    const pages = pagesOf(at.engine)
    const said = async (last_day: string) => {
      const sent = {_action: '_preview', first_day: '2026-06-15', last_day, first_half: 'no', last_half: 'no'}
      const {data} = await pages.post<FormScreenData>(max, '/requests/1001?action=correct_dates', sent)
      return data.hints?.summary?.figures.map(({sentence}) => sentence)
    }
    expect(await said('2026-06-16')).toEqual(['Days left: 18 (currently 15)'])
    expect(await said('2026-06-22')).toEqual(['Days left: 14 (currently 15)'])
    expect(await said('2026-06-19')).toEqual(['Days left: 15 of 20'])
  })

  it('a cancellation request shows the days it gives back, and can be withdrawn', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    await at.allowance(ada, 20)
    const request = done(
      await at.act(max, await submitted(at, ada, {first_day: '2026-06-15', last_day: '2026-06-19'}), 'approve'),
    )
    const asked = done(await at.act(ada, request, 'ask_to_cancel'))
    const {data} = await pagesOf(at.engine).get<InboxData>(max, '/to-decide')
    expect(data.selected?.figures[0]).toMatchObject({label: 'Days left', text: '15', after: '20'})
    const kept = done(await at.act(ada, asked, 'take_back_cancellation'))
    expect([await at.shown(kept, 'status'), (await toldOf(at)).at(-1)]).toEqual([
      'approved',
      'Max: take_back_cancellation',
    ])
  })

  it('HR is told of the cancellation request of someone without a manager, and decides it in the approvals', async () => {
    const at = await fresh()
    const {max, hana} = at.people
    await at.allowance(max, 20)
    done(await at.engine.change(operator, [updating('User', {id: max.id, version: 1}, {manager: null})]))
    const request = await submitted(at, max, {first_day: '2026-06-15', last_day: '2026-06-19'})
    const approved = done(await at.act(hana, request, 'approve'))
    const inbox = async () => (await pagesOf(at.engine).get<InboxData>(hana, '/to-decide')).data
    expect((await inbox()).selected).toBeNull()
    const asked = done(await at.act(max, approved, 'ask_to_cancel'))
    expect((await toldOf(at)).at(-1)).toBe('Hana: ask_to_cancel')
    expect((await inbox()).selected?.actions.map(({name}) => name)).toEqual(['allow_cancelling', 'keep'])
    done(await at.act(hana, asked, 'allow_cancelling'))
    expect(await at.shown(asked, 'status')).toBe('cancelled')
  })

  it('a second cancellation request is not answered with the message about the first', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    await at.allowance(ada, 20)
    const request = await submitted(at, ada, {first_day: '2026-06-15', last_day: '2026-06-19'})
    const approved = done(await at.act(max, request, 'approve'))
    const first = done(await at.act(ada, approved, 'ask_to_cancel'))
    const kept = done(await at.act(max, first, 'keep', {answer: 'Too late.'}))
    const second = done(await at.act(ada, kept, 'ask_to_cancel'))
    const cancelled = done(await at.act(max, second, 'allow_cancelling'))
    expect([await at.shown(kept, 'status'), await at.shown(cancelled, 'answer')]).toEqual(['cancelled', 'null'])
  })

  it('new dates show the balance with the approved ones, and with the new ones', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    await at.allowance(ada, 20)
    const request = done(
      await at.act(max, await submitted(at, ada, {first_day: '2026-06-15', last_day: '2026-06-19'}), 'approve'),
    )
    const longer = {first_day: '2026-06-15', last_day: '2026-06-23', first_half: false, last_half: false}
    done(await at.act(ada, request, 'change_dates', longer))
    const {data} = await pagesOf(at.engine).get<InboxData>(max, '/to-decide')
    expect(data.selected?.figures[0]).toMatchObject({label: 'Days left', text: '15', after: '13'})
  })

  it('new dates after the last day at the company are dropped, and the approved ones stay', async () => {
    const at = await fresh()
    const {ada, max, hana} = at.people
    await at.allowance(ada, 25)
    const whole = {first_half: false, last_half: false}
    const moved = async (from: readonly [string, string], to: readonly [string, string]) => {
      const sent = await submitted(at, ada, {first_day: from[0], last_day: from[1]})
      const approved = done(await at.act(max, sent, 'approve'))
      return done(await at.act(ada, approved, 'change_dates', {...whole, first_day: to[0], last_day: to[1]}))
    }
    const before = await moved(['2026-04-13', '2026-04-14'], ['2026-06-01', '2026-06-02'])
    const across = await moved(['2026-04-29', '2026-05-04'], ['2026-06-08', '2026-06-09'])
    const after = await moved(['2026-05-11', '2026-05-12'], ['2026-06-15', '2026-06-16'])
    const user = {entity: 'User', id: ada.id}
    const ended = {...user, version: Number(await at.shown(user, 'version'))}
    done(await at.act(hana, ended, 'end_employment', {left_on: '2026-04-30'}))
    const now = (request: Parameters<Company['shown']>[0]) =>
      Promise.all(
        ['status', 'string(first_day)', 'string(last_day)', 'string(held)'].map(each => at.shown(request, each)),
      )
    expect(await now(before)).toEqual(['approved', '2026-04-13', '2026-04-14', '0'])
    expect(await now(across)).toEqual(['approved', '2026-04-29', '2026-04-30', '0'])
    expect((await now(after))[0]).toBe('cancelled')
    expect(await toldOf(at)).toContain('Ada: drop_change')
  })

  it('a past year has no balance: unused days were carried over or expired', async () => {
    const at = await fresh()
    const {ada} = at.people
    const past = await at.allowance(ada, 25, {year: 2025, carried_over: 2})
    const open = await at.allowance(ada, 25, {carried_over: 5})
    await runSystemActions(at.engine)
    const facts = ['moved', 'lapsed', 'left', 'carries']
    const of = (record: {entity: string; id: string}) => Promise.all(facts.map(each => at.shown(record, each)))
    expect(await of(past)).toEqual(['5', '22', '0', '5'])
    expect(await of(open)).toEqual(['0', '0', '30', '5'])
    // Late corrections are kept: a correction of the past year is visible.
    await at.make('Correction', {allowance: past.id, days: 1, reason: 'Miscounted'})
    expect(await at.shown(past, 'left')).toBe('1')
  })

  it('a request shows its steps: short leave needs one approval, long leave another one by HR', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    await at.allowance(ada, 25)
    await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-14'})
    await submitted(at, ada, {first_day: '2026-06-01', last_day: '2026-06-26'})
    const pages = pagesOf(at.engine)
    const path = async (who: Actor, number: number) =>
      (await pages.get<RecordData>(who, `/requests/${number}`)).data.path.map(({label}) => label)
    for (const who of [ada, max]) {
      expect(await path(who, 1001)).toEqual(['Draft', 'Submitted', 'Approved', 'Taken'])
      expect(await path(who, 1002)).toEqual(['Draft', 'Submitted', 'Awaiting HR', 'Approved', 'Taken'])
    }
    // The form of a draft asks for hours only for leave types counted in hours.
    await at.draft(ada, {first_day: '2026-08-03', last_day: '2026-08-03'})
    const {data} = await pages.get<FormScreenData>(ada, '/requests/1003?edit')
    expect(data.hints?.without).toEqual(['hours'])
  })

  it('D5: reminds the decider, escalates to human resources after a week, who may decide', async () => {
    const at = await fresh()
    const {ada, hana} = at.people
    await at.allowance(ada, 25)
    const request = await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-14'})
    const pages = pagesOf(at.engine)
    const waiting = async () => (await pages.get<InboxData>(hana, '/to-decide')).data.records.length
    const start = at.clock.now
    // The page of the request says who decides, and until then when human resources will.
    const said = () => Promise.all(['decides', 'also_decides', 'hr_from'].map(name => at.shown(request, name)))
    expect(await said()).toEqual(['Max', 'null', '2026-03-17'])
    for (const days of [3, 5, 7]) {
      expect(await waiting()).toBe(0)
      at.clock.now = start + days * 86_400_000
      await runSystemActions(at.engine)
    }
    const told = (await toldOf(at)).filter(each => /remind|escalate/.test(each))
    expect(told.toSorted()).toEqual(['Hana: escalate', 'Max: remind', 'Max: remind', 'Max: remind'])
    expect(await waiting()).toBe(1)
    expect(await said()).toEqual(['Max', 'hr', 'null'])
    const version = Number(await at.shown(request, 'version'))
    done(await at.act(hana, {...request, version}, 'approve'))
    expect(await at.shown(request, 'status')).toBe('approved')
  })

  it('D10, D18: changes dates, with the same checks, and notifies the other side; revokes; duplicates', async () => {
    const at = await fresh()
    const {ada, max, hana} = at.people
    await at.allowance(ada, 5)
    const request = await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-14'})
    const week = {first_day: '2026-04-20', last_day: '2026-04-24', first_half: false, last_half: false}
    const longer = {...week, last_day: '2026-04-27'}
    expect(refusals(await at.act(ada, request, 'change_dates', longer))).toEqual(['NOT_ENOUGH_DAYS'])
    const soon = {...week, first_day: '2026-03-12', last_day: '2026-03-12'}
    expect(refusals(await at.act(ada, request, 'change_dates', soon))).toEqual(['TOO_SHORT_NOTICE'])
    const moved = done(await at.act(ada, request, 'change_dates', week))
    const approved = done(await at.act(max, moved, 'approve'))
    // Human resources are exempt from the notice period; the person is notified.
    const before = (await toldOf(at)).length
    const again = done(await at.act(hana, approved, 'correct_dates', soon))
    expect((await toldOf(at)).slice(before).toSorted()).toEqual(['Ada: correct_dates', 'Max: correct_dates'])
    expect([await at.shown(again, 'status'), await at.shown(again, 'days')]).toEqual(['approved', '1'])
    // A manager who moves it is not notified of it.
    const beforeMax = (await toldOf(at)).length
    const byMax = done(
      await at.act(max, again, 'correct_dates', {...soon, first_day: '2026-03-11', last_day: '2026-03-11'}),
    )
    expect((await toldOf(at)).slice(beforeMax)).toEqual(['Ada: correct_dates'])
    const revoked = done(await at.act(max, byMax, 'revoke', {answer: 'Audit.'}))
    expect([await at.shown(revoked, 'status'), (await toldOf(at)).at(-1)]).toEqual(['cancelled', 'Ada: revoke'])
    done(await at.act(ada, revoked, 'duplicate', {new_first_day: '2026-05-04', new_last_day: '2026-05-05'}))
    const copies = 'count(Request[person = this.person and status = "draft" and days = 2])'
    expect(await at.shown(revoked, copies)).toBe('1')
  })

  it('reopens a declined request, with the same checks, so that it can be decided again', async () => {
    const at = await fresh()
    const {ada, max, hana} = at.people
    await at.allowance(ada, 5)
    const request = await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-17'})
    const declined = done(await at.act(max, request, 'reject', {answer: 'Too busy.'}))
    expect(refusals(await at.act(ada, declined, 'reopen'))).toEqual(['FORBIDDEN'])
    // The days were taken in between.
    const other = await submitted(at, ada, {first_day: '2026-05-04', last_day: '2026-05-04'})
    expect(refusals(await at.act(max, declined, 'reopen'))).toEqual(['NOT_ENOUGH_DAYS'])
    done(await at.act(ada, other, 'withdraw'))
    const before = (await toldOf(at)).length
    const reopened = done(await at.act(hana, declined, 'reopen'))
    expect((await toldOf(at)).slice(before).toSorted()).toEqual(['Ada: reopen', 'Max: reopen'])
    expect([await at.shown(reopened, 'status'), await at.shown(reopened, 'answer')]).toEqual(['submitted', 'null'])
    expect(await at.shown(done(await at.act(max, reopened, 'approve')), 'status')).toBe('approved')
  })

  it('D16: lists all requests of a person, including past ones', async () => {
    const at = await fresh()
    const {ada, bo} = at.people
    for (const [first_day, status] of [
      ['2025-06-02', 'taken'],
      ['2026-01-12', 'rejected'],
      ['2026-06-01', 'draft'],
    ])
      await at.make('Request', {
        person: ada.id,
        kind: at.kinds.unpaid,
        first_day,
        last_day: first_day,
        status,
      } as Fields)
    await at.make('Request', {person: bo.id, kind: at.kinds.unpaid, first_day: '2026-06-01', last_day: '2026-06-01'})
    const {data} = await pagesOf(at.engine).get<ListData>(ada, '/mine')
    expect(data.count).toEqual({exact: 3})
  })

  it('counts each colleague once, however many of their requests are on the same days', async () => {
    const at = await fresh()
    const {ada, bo} = at.people
    for (const day of ['2026-05-04', '2026-05-06'])
      await at.make('Request', {
        person: bo.id,
        kind: at.kinds.unpaid,
        first_day: day,
        last_day: day,
        status: 'approved',
      })
    const request = done(await at.draft(ada, {first_day: '2026-05-04', last_day: '2026-05-08'}))
    expect(await at.shown(request, 'team_away')).toBe('1')
  })
})

/** A holiday from Monday, 4 May to Friday, 15 May 2026 of a person in Paris, who falls ill. 8 May is a public holiday there. */
const illnesses: readonly [what: string, holiday: Fields, ill: readonly Fields[], days: string, left: string][] = [
  ['nothing happens', {}, [], '9', '16'],
  ['two days in the middle', {}, [{first_day: '2026-05-05', last_day: '2026-05-06'}], '7', '18'],
  ['an afternoon', {}, [{first_day: '2026-05-05', last_day: '2026-05-05', first_half: true}], '8.5', '16.5'],
  ['a morning', {}, [{first_day: '2026-05-05', last_day: '2026-05-05', last_half: true}], '8.5', '16.5'],
  ['from before the holiday', {}, [{first_day: '2026-04-29', last_day: '2026-05-05'}], '7', '18'],
  ['until after the holiday', {}, [{first_day: '2026-05-14', last_day: '2026-05-20'}], '7', '18'],
  ['over the public holiday and a weekend', {}, [{first_day: '2026-05-07', last_day: '2026-05-11'}], '7', '18'],
  ['on the weekend alone', {}, [{first_day: '2026-05-07', last_day: '2026-05-10'}], '8', '17'],
  ['the whole time', {}, [{first_day: '2026-05-04', last_day: '2026-05-15'}], '0', '25'],
  ['longer than the whole time', {}, [{first_day: '2026-04-27', last_day: '2026-05-29'}], '0', '25'],
  [
    'twice',
    {},
    [
      {first_day: '2026-05-04', last_day: '2026-05-04'},
      {first_day: '2026-05-15', last_day: '2026-05-15', last_half: true},
    ],
    '7.5',
    '17.5',
  ],
  [
    'from noon, when the holiday begins at noon',
    {first_half: true},
    [{first_day: '2026-05-04', last_day: '2026-05-04', first_half: true}],
    '8',
    '17',
  ],
  [
    'all day, when the holiday begins at noon',
    {first_half: true},
    [{first_day: '2026-05-04', last_day: '2026-05-04'}],
    '8',
    '17',
  ],
  [
    'in the morning before the holiday begins at noon',
    {first_half: true},
    [{first_day: '2026-05-04', last_day: '2026-05-04', last_half: true}],
    '8.5',
    '16.5',
  ],
  [
    'all day, when the holiday ends at noon',
    {last_half: true},
    [{first_day: '2026-05-15', last_day: '2026-05-15'}],
    '8',
    '17',
  ],
  [
    'in the afternoon after the holiday has ended',
    {last_half: true},
    [{first_day: '2026-05-15', last_day: '2026-05-15', first_half: true}],
    '8.5',
    '16.5',
  ],
]

describe.each(storesOfStories)('D19: illness during a holiday, on $name', ({make}) => {
  it('credits the days to the balance, in half days', async () => {
    const at = await company(await make(timeOff))
    const {ada} = at.people
    await at.make('Holiday', {place: at.places.paris, day: '2026-05-08', name: 'Victory Day'})
    const flu = await at.make('Kind', {name: 'Flu', needs_approval: false, uses_allowance: false, interrupts: true})
    const balance = await at.allowance(ada, 25)
    const found: string[] = []
    for (const [what, holiday, ill] of illnesses) {
      const approved = {
        person: ada.id,
        kind: at.kinds.holiday,
        first_day: '2026-05-04',
        last_day: '2026-05-15',
        status: 'approved',
      }
      const request = await at.make('Request', {...approved, ...holiday})
      const others = []
      for (const each of ill)
        others.push(await at.make('Request', {person: ada.id, kind: flu.id, status: 'recorded', ...each}))
      found.push(`${what}: ${await at.shown(request, 'days')}, ${await at.shown(balance, 'left')}`)
      for (const each of [request, ...others])
        await at.engine.change({kind: 'operator'}, [
          {kind: 'delete', entity: 'Request', id: each.id, version: each.version, fields: new Map()},
        ])
    }
    expect(found).toEqual(illnesses.map(([what, , , days, left]) => `${what}: ${days}, ${left}`))
  })

  it('is accepted, while two illnesses or two holidays on one day are rejected', async () => {
    const at = await company(await make(timeOff))
    const {ada} = at.people
    const flu = await at.make('Kind', {name: 'Flu', needs_approval: false, uses_allowance: false, interrupts: true})
    const days = {first_day: '2026-05-04', last_day: '2026-05-08'}
    done(await at.draft(ada, days))
    done(await at.draft(ada, {...days, kind: flu.id}))
    expect(refusals(await at.draft(ada, {...days, kind: flu.id}))).toEqual(['first_day: OVERLAP'])
    expect(refusals(await at.draft(ada, days))).toEqual(['first_day: OVERLAP'])
  })
})
