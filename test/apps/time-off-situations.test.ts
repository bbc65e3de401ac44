/**
 * Situations of the time-off planner with figures calculated by hand from the calendars of 2026 and 2027, beyond those
 * of test/engine. The day is Tuesday, 10 March 2026. Ada, Bo and Cem are one team under Max, of whom one may be away;
 * Hana is human resources.
 */

import {describe, expect, it} from 'vitest'
import type {Json} from '../../src/feel/core.ts'
import {type Actor, operator, runSystemActions} from '../../src/screens/testing.ts'
import {done, refusals, updating} from '../kit/engine.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

type Fields = Readonly<Record<string, Json>>

async function submitted(at: Company, who: Actor, fields: Fields) {
  const request = done(await at.draft(who, fields))
  return {request, outcome: await at.act(who, request, 'submit')}
}

/** Requested and approved. */
async function approved(at: Company, who: Actor, fields: Fields) {
  const {outcome} = await submitted(at, who, fields)
  return done(await at.act(at.people.max, done(outcome), 'approve'))
}

const joining = (at: Company, joined: string, more: Fields = {}) =>
  at.make('User', {
    name: 'Zoe',
    email: 'zoe@example.com',
    roles: ['Employee'],
    manager: at.people.max.id,
    joined,
    ...more,
  })

const asActor = (id: string, ...roles: string[]) => ({kind: 'person', id, name: 'Zoe', roles}) as const

const on = (day: string, more: Fields = {}) => ({first_day: day, last_day: day, ...more})

describe.each(storesOfStories)('time off, situations, on $name', ({make: place}) => {
  const fresh = async () => company(await place(timeOff))

  it('adds half days exactly: 25 less 0.5, 0.5 and 2.5 is 21.5, which can be used to the last half', async () => {
    const at = await fresh()
    const {ada} = at.people
    const balance = await at.allowance(ada, 25)
    done((await submitted(at, ada, on('2026-04-01', {last_half: true}))).outcome)
    done((await submitted(at, ada, on('2026-04-01', {first_half: true}))).outcome)
    // Monday from midday to Wednesday: 3 - 0.5.
    done((await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-15', first_half: true})).outcome)
    expect([await at.shown(balance, 'used'), await at.shown(balance, 'left')]).toEqual(['3.5', '21.5'])
    // Monday 4 May to Tuesday 2 June: four weeks of five days and Monday, Tuesday are 22; from noon 21.5.
    const whole = await submitted(at, ada, {first_day: '2026-05-04', last_day: '2026-06-02'})
    expect(refusals(whole.outcome)).toEqual(['NOT_ENOUGH_DAYS'])
    const half = done(await at.engine.change(ada, [updating('Request', whole.request, {first_half: true})]))
    done(await at.act(ada, half, 'submit'))
    expect(await at.shown(balance, 'left')).toBe('0')
  })

  it('allows leave next to half a day only on its free side', async () => {
    const at = await fresh()
    const {ada} = at.people
    // Wednesday morning is taken.
    done(await at.draft(ada, on('2026-04-01', {last_half: true})))
    const before = {first_day: '2026-03-30', last_day: '2026-04-01', last_half: true}
    expect(refusals(await at.draft(ada, before))).toEqual(['first_day: OVERLAP'])
    expect(refusals(await at.draft(ada, {first_day: '2026-04-01', last_day: '2026-04-03'}))).toEqual([
      'first_day: OVERLAP',
    ])
    const after = done(await at.draft(ada, {first_day: '2026-04-01', last_day: '2026-04-03', first_half: true}))
    // Wednesday afternoon, Thursday, Friday.
    expect(await at.shown(after, 'days')).toBe('2.5')
    const until = done(await at.draft(ada, {first_day: '2026-03-30', last_day: '2026-03-31'}))
    expect(await at.shown(until, 'days')).toBe('2')
  })

  it('counts the week of 1 May differently in two places, and every weekday for a person without a place', async () => {
    const at = await fresh()
    const {ada, bo} = at.people
    await at.make('Holiday', {place: at.places.paris, day: '2026-05-01', name: 'Labour Day'})
    await at.make('Holiday', {place: at.places.paris, day: '2026-05-08', name: 'Victory Day'})
    await at.make('Holiday', {place: at.places.berlin, day: '2026-05-01', name: 'Labour Day'})
    // On a Saturday: a free day is not counted twice.
    await at.make('Holiday', {place: at.places.berlin, day: '2026-05-02', name: 'Bridging'})
    const zoe = await joining(at, '2020-01-01')
    const days = {first_day: '2026-04-29', last_day: '2026-05-08'}
    const away = [ada, bo, asActor(zoe.id, 'Employee')]
    const counted = await Promise.all(away.map(async who => at.shown(done(await at.draft(who, days)), 'days')))
    // 29 April to 8 May are eight weekdays: six in Paris, seven in Berlin.
    expect(counted).toEqual(['6', '7', '8'])
  })

  it('deducts no half day for a day that is free anyway: Monday to Saturday noon costs the same as Monday to Friday', async () => {
    const at = await fresh()
    const {ada, bo} = at.people
    await at.make('Holiday', {place: at.places.paris, day: '2026-05-08', name: 'Victory Day'})
    const week = {first_day: '2026-05-11', last_day: '2026-05-16', last_half: true}
    expect(refusals(await at.draft(ada, week))).toEqual(['last_half: HALF_OF_FREE_DAY'])
    const sunday = {first_day: '2026-05-10', last_day: '2026-05-15', first_half: true}
    expect(refusals(await at.draft(ada, sunday))).toEqual(['first_half: HALF_OF_FREE_DAY'])
    const holiday = {first_day: '2026-05-07', last_day: '2026-05-08', last_half: true}
    expect(refusals(await at.draft(ada, holiday))).toEqual(['last_half: HALF_OF_FREE_DAY'])
    // The 8th is a holiday in Paris only: in Berlin, Thursday and half of Friday.
    expect(await at.shown(done(await at.draft(bo, holiday)), 'days')).toBe('1.5')
  })

  it('takes half of a single day: the afternoon or the morning, never both', async () => {
    const at = await fresh()
    const {ada} = at.people
    const monday = {first_day: '2026-05-11', last_day: '2026-05-11'}
    expect(refusals(await at.draft(ada, {...monday, first_half: true, last_half: true}))).toEqual([
      'last_half: BOTH_HALVES',
    ])
    const morning = done(await at.draft(ada, {...monday, last_half: true}))
    const afternoon = done(await at.draft(ada, {...monday, first_half: true}))
    expect([await at.shown(morning, 'days'), await at.shown(afternoon, 'days')]).toEqual(['0.5', '0.5'])
    const until = done(
      await at.draft(ada, {first_day: '2026-05-12', last_day: '2026-05-13', first_half: true, last_half: true}),
    )
    expect(await at.shown(until, 'days')).toBe('1')
  })

  it('recalculates a request when its place gets another holiday, and credits the day', async () => {
    const at = await fresh()
    const {ada} = at.people
    const balance = await at.allowance(ada, 25)
    const {request, outcome} = await submitted(at, ada, {first_day: '2026-05-11', last_day: '2026-05-15'})
    done(outcome)
    expect(await at.shown(balance, 'left')).toBe('20')
    await at.make('Holiday', {place: at.places.paris, day: '2026-05-14', name: 'Ascension Day'})
    expect([await at.shown(request, 'days'), await at.shown(balance, 'left')]).toEqual(['4', '21'])
  })

  it('gives a person who joins during the year a share, to the nearest half day', async () => {
    const at = await fresh()
    // Months left of twelve, times 25: 10 make 20.83, 9 make 18.75 (half up), 5 make 10.42, 4 make 8.33, 2 make 4.17.
    const shares = {'03-02': '21', '04-01': '19', '08-20': '10.5', '09-01': '8.5', '11-30': '4'}
    const joined = await Promise.all(
      Object.keys(shares).map(day => joining(at, `2026-${day}`, {name: day, email: `joined-${day}@example.com`})),
    )
    await runSystemActions(at.engine)
    const days = await Promise.all(joined.map(who => at.shown(who, 'sum(Allowance[person = this].days)')))
    expect(days).toEqual(Object.values(shares))
  })

  it('lets a share be used to its last half day: 10.5 days for a person who joins in August', async () => {
    const at = await fresh()
    const zoe = await joining(at, '2026-08-03')
    await runSystemActions(at.engine)
    const who = asActor(zoe.id, 'Employee')
    // 7 to 21 September are eleven working days.
    const {request, outcome} = await submitted(at, who, {first_day: '2026-09-07', last_day: '2026-09-21'})
    expect(refusals(outcome)).toEqual(['NOT_ENOUGH_DAYS'])
    const half = done(await at.engine.change(who, [updating('Request', request, {last_half: true})]))
    done(await at.act(who, half, 'submit'))
    expect(await at.shown(zoe, 'sum(Allowance[person = this].left)')).toBe('0')
  })

  it('carries over the rest of a share in half days: 4 days, 1.5 taken, 2.5 carried over, 27.5 in the next year', async () => {
    const at = await fresh()
    const zoe = await joining(at, '2026-11-02')
    await runSystemActions(at.engine)
    const taken = {person: zoe.id, kind: at.kinds.holiday, status: 'taken'}
    await at.make('Request', {...taken, first_day: '2026-12-03', last_day: '2026-12-04', first_half: true})
    at.clock.now = Date.parse('2027-01-01T08:00:00Z')
    await runSystemActions(at.engine)
    const of = (year: number, field: string) =>
      at.shown(zoe, `sum(Allowance[person = this and year = ${year}].${field})`)
    expect([await of(2026, 'moved'), await of(2026, 'left'), await of(2027, 'carried_over')]).toEqual([
      '2.5',
      '0',
      '2.5',
    ])
    expect(await of(2027, 'left')).toBe('27.5')
  })

  it('opens the next year without carried-over days for a person who has taken too much', async () => {
    const at = await fresh()
    const {ada} = at.people
    await at.allowance(ada, 2)
    const three = {first_day: '2026-04-13', last_day: '2026-04-15', status: 'taken'}
    await at.make('Request', {person: ada.id, kind: at.kinds.holiday, ...three})
    at.clock.now = Date.parse('2027-01-04T08:00:00Z')
    const sweep = await runSystemActions(at.engine)
    expect(sweep.refused).toEqual([])
    const user = {entity: 'User', id: ada.id}
    const of = (year: number, field: string) =>
      at.shown(user, `sum(Allowance[person = this and year = ${year}].${field})`)
    expect([await of(2026, 'left'), await of(2027, 'carried_over'), await of(2027, 'left')]).toEqual(['-1', '0', '25'])
  })

  it('counts leave over New Year against the allowance of each year, as one request', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    const balance = await at.allowance(ada, 5)
    at.clock.now = Date.parse('2026-12-01T08:00:00Z')
    await at.make('Holiday', {place: at.places.paris, day: '2027-01-01', name: 'New Year'})
    const user = {entity: 'User', id: ada.id}
    const of2027 = (field: string) => at.shown(user, `sum(Allowance[person = this and year = 2027].${field})`)
    // Monday 28 to Thursday 31 December are four days; 1 January is free, and until noon of the 8th are four and a half.
    const dates = {first_day: '2026-12-28', last_day: '2027-01-08', last_half: true}
    const early = await submitted(at, ada, dates)
    expect(refusals(early.outcome)).toEqual(['NO_BALANCE'])
    await runSystemActions(at.engine)
    const request = {entity: 'Request', id: early.request.id, version: 1}
    const figures = ['days', 'next_amount', 'days_left', 'left_after', 'next_left', 'next_after']
    expect(await Promise.all(figures.map(each => at.shown(request, each)))).toEqual([
      ...['8.5', '4.5', '5', '1', '25', '20.5'],
    ])
    done(await at.act(ada, request, 'submit'))
    expect([await at.shown(balance, 'left'), await of2027('left')]).toEqual(['1', '20.5'])
    expect([await at.shown(balance, 'planned'), await of2027('planned')]).toEqual(['4', '4.5'])
    // Two more days of December are too many; January has its own days.
    const more = await submitted(at, ada, {first_day: '2026-12-21', last_day: '2026-12-22'})
    expect(refusals(more.outcome)).toEqual(['NOT_ENOUGH_DAYS'])
    done((await submitted(at, ada, {first_day: '2027-01-18', last_day: '2027-01-22'})).outcome)
    expect(await of2027('left')).toBe('15.5')
    const long = await submitted(at, ada, {first_day: '2026-12-24', last_day: '2026-12-24'})
    done(long.outcome)
    // Sick from 4 to 6 January: three days of the new year are credited back.
    done(await at.act(max, {...request, version: 2}, 'approve'))
    const flu = await at.make('Kind', {name: 'Flu', needs_approval: false, uses_allowance: false, interrupts: true})
    const sick = {person: ada.id, kind: flu.id, first_day: '2027-01-04', last_day: '2027-01-06'}
    await at.make('Request', {...sick, status: 'recorded'})
    expect(await at.shown(request, 'next_amount')).toBe('1.5')
    expect(await of2027('left')).toBe('18.5')
    // On 1 January what was taken in December is taken, and the rest is still planned from its own first day.
    at.clock.now = Date.parse('2027-01-02T08:00:00Z')
    await runSystemActions(at.engine)
    expect(await at.shown(balance, 'left')).toBe('0')
  })

  it('refuses leave over New Year if the days of the next year are not enough', async () => {
    const at = await fresh()
    const {ada} = at.people
    await at.allowance(ada, 25)
    await at.make('Allowance', {person: ada.id, kind: at.kinds.holiday, year: 2027, days: 2})
    at.clock.now = Date.parse('2026-12-01T08:00:00Z')
    const four = await submitted(at, ada, {first_day: '2026-12-28', last_day: '2027-01-06'})
    expect(refusals(four.outcome)).toEqual(['NOT_ENOUGH_NEXT_YEAR'])
    done(await at.act(ada, {entity: 'Request', id: four.request.id, version: 1}, 'withdraw'))
    const two = await submitted(at, ada, {first_day: '2026-12-28', last_day: '2027-01-04'})
    done(two.outcome)
  })

  it('D3: deducts January from the balance of January, which opens in September, and adds the remaining days at New Year', async () => {
    const at = await fresh()
    const {ada} = at.people
    const balance = await at.allowance(ada, 25, {carried_over: 1.5})
    at.clock.now = Date.parse('2026-12-01T08:00:00Z')
    // Christmas week without the 25th, and a week of January: each year separately.
    await at.make('Holiday', {place: at.places.paris, day: '2026-12-25', name: 'Christmas'})
    done((await submitted(at, ada, {first_day: '2026-12-21', last_day: '2026-12-31'})).outcome)
    const january = {first_day: '2027-01-04', last_day: '2027-01-08', last_half: true}
    const early = await submitted(at, ada, january)
    expect(refusals(early.outcome)).toEqual(['NO_BALANCE'])
    await runSystemActions(at.engine)
    const user = {entity: 'User', id: ada.id}
    const left = () => at.shown(user, 'sum(Allowance[person = this and year = 2027].left)')
    expect(await left()).toBe('25')
    done(await at.act(ada, {entity: 'Request', id: early.request.id, version: 1}, 'submit'))
    expect(await left()).toBe('20.5')
    // 21 to 31 December are nine weekdays, eight without Christmas: 25 + 1.5 - 8.
    expect(await at.shown(balance, 'left')).toBe('18.5')
    at.clock.now = Date.parse('2027-01-01T08:00:00Z')
    await runSystemActions(at.engine)
    // 25 + 5 - 4.5.
    expect(await left()).toBe('25.5')
  })

  it('gives a leave type that starts during the year its days immediately, each type with its own balance', async () => {
    const at = await fresh()
    const {ada} = at.people
    const user = {entity: 'User', id: ada.id}
    await runSystemActions(at.engine)
    const training = await at.make('Kind', {name: 'Training'})
    // Each of the five is created and calculated.
    expect((await runSystemActions(at.engine)).performed).toBe(10)
    at.clock.now = Date.parse('2027-01-04T08:00:00Z')
    await runSystemActions(at.engine)
    expect(await at.shown(user, 'count(Allowance[person = this and year = 2027])')).toBe('2')
    done((await submitted(at, ada, {kind: training.id, first_day: '2027-03-01', last_day: '2027-03-05'})).outcome)
    const left = (kind: string) =>
      at.shown(user, `sum(Allowance[person = this and year = 2027 and kind.name = "${kind}"].left)`)
    // 25 and the five carried over; a week of training is requested.
    expect([await left('Training'), await left('Holiday')]).toEqual(['25', '30'])
  })

  it('requires a second approval from 15.5 days on, and not for 15', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    await at.allowance(ada, 40)
    // 13 April to 4 May are sixteen working days.
    const long = {first_day: '2026-04-13', last_day: '2026-05-04', last_half: true}
    const more = await submitted(at, ada, long)
    expect(await at.shown(more.request, 'days')).toBe('15.5')
    done(await at.act(max, done(more.outcome), 'approve'))
    expect(await at.shown(more.request, 'status')).toBe('pre-approved')
    const year = {first_day: '2026-07-01', last_day: '2026-07-22', first_half: true, last_half: true}
    const exact = await submitted(at, ada, year)
    expect(await at.shown(exact.request, 'days')).toBe('15')
    done(await at.act(max, done(exact.outcome), 'approve'))
    expect(await at.shown(exact.request, 'status')).toBe('approved')
  })

  it('lets human resources reject what a manager approved, which credits 16 days', async () => {
    const at = await fresh()
    const {ada, max, hana} = at.people
    const balance = await at.allowance(ada, 25)
    const {request, outcome} = await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-05-04'})
    const halfway = done(await at.act(max, done(outcome), 'approve'))
    expect(await at.shown(balance, 'left')).toBe('9')
    expect(refusals(await at.act(ada, halfway, 'confirm'))).toEqual(['TWO_PEOPLE'])
    done(await at.act(hana, halfway, 'reject', {answer: 'The audit needs you.'}))
    expect([await at.shown(request, 'status'), await at.shown(balance, 'left')]).toEqual(['rejected', '25'])
  })

  it('requires two other people for the long leave of human resources', async () => {
    const at = await fresh()
    const {hana} = at.people
    const hr = async (name: string) => {
      const {id} = await at.make('User', {name, email: `${name.toLowerCase()}@example.com`, roles: ['HR']})
      return {kind: 'person', id, name, roles: ['HR']} as const
    }
    const [ines, jo] = [await hr('Ines'), await hr('Jo')]
    done(await at.engine.change(operator, [updating('User', {id: hana.id, version: 1}, {manager: ines.id})]))
    await at.allowance(hana, 25)
    const {outcome} = await submitted(at, hana, {first_day: '2026-04-13', last_day: '2026-05-04'})
    expect(refusals(await at.act(hana, done(outcome), 'approve'))).toEqual(['OWN_REQUEST'])
    const halfway = done(await at.act(ines, done(outcome), 'approve'))
    for (const who of [hana, ines]) expect(refusals(await at.act(who, halfway, 'confirm'))).toEqual(['TWO_PEOPLE'])
    done(await at.act(jo, halfway, 'confirm'))
    expect(await at.shown(halfway, 'status')).toBe('approved')
  })

  it('closes exactly the days of a closed period, for its team, and not for earlier requests', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    await at.allowance(ada, 25)
    const early = await submitted(at, ada, {first_day: '2026-04-22', last_day: '2026-04-23'})
    await at.make('Closure', {first_day: '2026-04-20', last_day: '2026-04-24', reason: 'Fair', team: at.team})
    for (const [first_day, last_day] of [
      ['2026-04-16', '2026-04-20'],
      ['2026-04-24', '2026-04-28'],
    ] as const) {
      const edge = await submitted(at, ada, {first_day, last_day})
      expect(refusals(edge.outcome)).toEqual(['CLOSED'])
      done(await at.act(ada, edge.request, 'withdraw'))
    }
    done((await submitted(at, ada, {first_day: '2026-04-16', last_day: '2026-04-17'})).outcome)
    done((await submitted(at, ada, {first_day: '2026-04-27', last_day: '2026-04-28'})).outcome)
    done(await at.act(max, done(early.outcome), 'approve'))
    const sick = await submitted(at, ada, on('2026-04-21', {kind: at.kinds.sickness}))
    done(sick.outcome)
  })

  it('counts notice from the day in Paris on which it is submitted, not on which it was written', async () => {
    const at = await fresh()
    const {ada} = at.people
    await at.allowance(ada, 25)
    // In Paris it is the 10th from 23:00 UTC of the 9th on: fourteen days ahead is the 24th.
    at.clock.now = Date.parse('2026-03-09T22:59:00Z')
    const [early, late] = [done(await at.draft(ada, on('2026-03-23'))), done(await at.draft(ada, on('2026-03-24')))]
    at.clock.now = Date.parse('2026-03-09T23:01:00Z')
    expect(refusals(await at.act(ada, early, 'submit'))).toEqual(['TOO_SHORT_NOTICE'])
    at.clock.now = Date.parse('2026-03-09T22:59:00Z')
    done(await at.act(ada, early, 'submit'))
    at.clock.now = Date.parse('2026-03-11T09:00:00Z')
    expect(refusals(await at.act(ada, late, 'submit'))).toEqual(['TOO_SHORT_NOTICE'])
  })

  it('keeps a team covered on each day of an absence, including half days, and ignores other teams', async () => {
    const at = await fresh()
    const {ada, bo, max} = at.people
    for (const who of [ada, bo, max]) await at.allowance(who, 25)
    await approved(at, ada, {first_day: '2026-04-13', last_day: '2026-04-15', last_half: true})
    // Ada is back at Wednesday noon, but Wednesday is one of her days away.
    const touching = await submitted(at, bo, {first_day: '2026-04-15', last_day: '2026-04-17', first_half: true})
    expect(await at.shown(touching.request, 'team_away')).toBe('1')
    expect(refusals(await at.act(max, done(touching.outcome), 'approve'))).toEqual(['TEAM_TOO_THIN'])
    const other = await submitted(at, max, {first_day: '2026-04-14', last_day: '2026-04-14'})
    done(await at.act(at.people.hana, done(other.outcome), 'approve'))
    expect(await at.shown(touching.request, 'team_away')).toBe('1')
    // Two may be away now.
    done(await at.engine.change(operator, [updating('Team', {id: at.team, version: 1}, {most_away: 2})]))
    done(await at.act(max, done(touching.outcome), 'approve'))
  })

  it('keeps the days of a cancellation request until it is approved, and then frees them', async () => {
    const at = await fresh()
    const {ada, bo, max} = at.people
    const balance = await at.allowance(ada, 25)
    await at.allowance(bo, 25)
    const week = {first_day: '2026-04-13', last_day: '2026-04-17'}
    const hers = await approved(at, ada, week)
    const his = await submitted(at, bo, week)
    const asked = done(await at.act(ada, hers, 'ask_to_cancel'))
    expect(await at.shown(balance, 'left')).toBe('20')
    expect(refusals(await at.draft(ada, on('2026-04-15')))).toEqual(['first_day: OVERLAP'])
    done(await at.act(max, asked, 'allow_cancelling'))
    expect([await at.shown(balance, 'left'), await at.shown(his.request, 'team_away')]).toEqual(['25', '0'])
    done(await at.act(max, done(his.outcome), 'approve'))
    done(await at.draft(ada, on('2026-04-15')))
  })
})
