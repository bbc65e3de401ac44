/**
 * The time-off planner decides as its document says. Figures are calculated by hand from a calendar of 2026; the day is
 * Tuesday, 10 March, and holiday must be requested fourteen days ahead: from 24 March on.
 */

import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {fillMessage} from '../../src/engine/display/error-message.ts'
import type {Repeatable} from '../../src/engine/idempotency.ts'
import {type Actor, abilities, type Engine, type Outcome, operator, readHistory} from '../../src/screens/testing.ts'
import {creating, deleting, done, person, refusals, updating} from '../kit/engine.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

const idOf = (actor: Actor) => (actor.kind === 'person' ? actor.id : '')

/** The messages shown to people. */
function messages({specification}: Engine, outcome: Outcome): string[] {
  return outcome.ok ? [] : outcome.problems.map(each => fillMessage(specification.errors, each).message)
}

async function notified({engine, people}: Company): Promise<string[]> {
  const rows = await engine.read(operator, async ({db}) =>
    sql<{person: string; action: string}>`select person, action from nonet_notification order by id`.execute(db),
  )
  const names = new Map(Object.values(people).map(({id, name}) => [id, name]))
  return rows.rows.map(({person, action}) => `${names.get(person)}: ${action}`)
}

async function offers({engine}: Company, who: Actor, at: {entity: string; id: string}): Promise<string[]> {
  const offered = await engine.read(who, reader => abilities(reader, at.entity).actionsOn(at.id))
  return offered.map(({name, asks}) =>
    [name, ...asks.map(({field, optional}) => field.name + (optional ? '?' : ''))].join(' '),
  )
}

describe.each(storesOfStories)('time off on $name', ({make}) => {
  const fresh = async () => company(await make(timeOff))

  const submitted = async (at: Company, who: Actor, fields: Record<string, string | boolean>) => {
    const request = done(await at.draft(who, fields))
    return {outcome: await at.act(who, request, 'submit'), request}
  }

  it('counts working days without weekends and without the public holidays of the person’s place', async () => {
    const {draft, shown, people, places, make: create} = await fresh()
    await create('Holiday', {place: places.paris, day: '2026-04-06', name: 'Easter Monday'})
    await create('Holiday', {place: places.berlin, day: '2026-04-03', name: 'Good Friday'})
    await create('Holiday', {place: places.berlin, day: '2026-04-06', name: 'Easter Monday'})
    const days = {first_day: '2026-03-30', last_day: '2026-04-10'}
    const [ada, bo] = [done(await draft(people.ada, days)), done(await draft(people.bo, days))]
    expect(await shown(ada, 'days')).toBe('9')
    expect(await shown(bo, 'days')).toBe('8')
  })

  it('deducts half a day for each midday', async () => {
    const {draft, shown, people} = await fresh()
    const days = {first_day: '2026-03-30', last_day: '2026-04-01'}
    const one = done(await draft(people.ada, {...days, first_half: true}))
    const two = done(await draft(people.bo, {...days, first_half: true, last_half: true}))
    expect(await shown(one, 'days')).toBe('2.5')
    expect(await shown(two, 'days')).toBe('2')
  })

  it('allows a morning and an afternoon of one day as two requests, and nothing else with them', async () => {
    const {draft, shown, people} = await fresh()
    const day = {first_day: '2026-03-30', last_day: '2026-03-30'}
    const morning = done(await draft(people.ada, {...day, last_half: true}))
    const afternoon = done(await draft(people.ada, {...day, first_half: true}))
    expect([await shown(morning, 'days'), await shown(afternoon, 'days')]).toEqual(['0.5', '0.5'])
    expect(refusals(await draft(people.ada, day))).toEqual(['first_day: OVERLAP'])
    expect(refusals(await draft(people.ada, {...day, last_half: true}))).toEqual(['first_day: OVERLAP'])
    done(await draft(people.bo, day))
  })

  it('allows leave to end at midday where the next starts, and frees the days of withdrawn requests', async () => {
    const {draft, act, people} = await fresh()
    const first = done(await draft(people.ada, {first_day: '2026-03-30', last_day: '2026-04-01', last_half: true}))
    done(await draft(people.ada, {first_day: '2026-04-01', last_day: '2026-04-03', first_half: true}))
    const again = {first_day: '2026-03-31', last_day: '2026-03-31'}
    expect(refusals(await draft(people.ada, again))).toEqual(['first_day: OVERLAP'])
    done(await act(people.ada, first, 'withdraw'))
    done(await draft(people.ada, again))
  })

  it('reports all problems with the dates at once, and stores nothing', async () => {
    const {draft, people, engine} = await fresh()
    const reversed = await draft(people.ada, {first_day: '2027-01-04', last_day: '2026-12-31', cover: idOf(people.ada)})
    expect(refusals(reversed)).toEqual(['last_day: DATES_REVERSED', 'cover: COVER_SELF'])
    const {rows} = await engine.read(operator, ({db}) => sql`select id from request`.execute(db))
    expect(rows).toEqual([])
  })

  it('finds no working time in a weekend', async () => {
    const {draft, people} = await fresh()
    const weekend = await draft(people.ada, {first_day: '2026-04-11', last_day: '2026-04-12'})
    expect(refusals(weekend)).toEqual(['last_day: NO_WORKING_TIME'])
  })

  it('requires fourteen days of notice for holiday: 23 March is too soon, 24 March is not', async () => {
    const at = await fresh()
    await at.allowance(at.people.ada, 25)
    const soon = await submitted(at, at.people.ada, {first_day: '2026-03-23', last_day: '2026-03-23'})
    expect(refusals(soon.outcome)).toEqual(['TOO_SHORT_NOTICE'])
    expect(messages(at.engine, soon.outcome)).toEqual([
      'Holiday must be requested at least 14 days in advance. The earliest first day is Tue 24 Mar.',
    ])
    const later = await submitted(at, at.people.ada, {first_day: '2026-03-24', last_day: '2026-03-24'})
    done(later.outcome)
    expect(await at.shown(later.request, 'status')).toBe('submitted')
  })

  it('allows using a balance to the last half day and no further', async () => {
    const at = await fresh()
    const balance = await at.allowance(at.people.ada, 5, {carried_over: 1.5})
    // 30 March to 7 April are seven working days; to midday six and a half.
    done(
      (await submitted(at, at.people.ada, {first_day: '2026-03-30', last_day: '2026-04-07', last_half: true})).outcome,
    )
    expect(await at.shown(balance, 'used')).toBe('6.5')
    expect(await at.shown(balance, 'left')).toBe('0')
    const more = await submitted(at, at.people.ada, {first_day: '2026-04-08', last_day: '2026-04-08', last_half: true})
    expect(refusals(more.outcome)).toEqual(['NOT_ENOUGH_DAYS'])
    expect(messages(at.engine, more.outcome)).toEqual(['Not enough days left: 0.5 requested, 0 available.'])
    expect(await at.shown(more.request, 'status')).toBe('draft')
    expect(await at.shown(balance, 'left')).toBe('0')
  })

  it('credits days when a request is rejected, and when it is withdrawn', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    const balance = await at.allowance(ada, 10)
    const one = await submitted(at, ada, {first_day: '2026-03-30', last_day: '2026-04-02'})
    const two = await submitted(at, ada, {first_day: '2026-04-07', last_day: '2026-04-08'})
    expect(await at.shown(balance, 'left')).toBe('4')
    done(await at.act(max, done(one.outcome), 'reject', {answer: 'Stocktaking.'}))
    expect(await at.shown(balance, 'left')).toBe('8')
    done(await at.act(ada, done(two.outcome), 'withdraw'))
    expect(await at.shown(balance, 'left')).toBe('10')
    expect(await at.shown(one.request, 'answer')).toBe('Stocktaking.')
  })

  it('lets a manager decide up to fifteen days alone, and notifies everyone concerned', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    await at.allowance(ada, 25)
    // 13 April to 1 May are three weeks of five days.
    const {outcome, request} = await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-05-01'})
    expect(await at.shown(request, 'days')).toBe('15')
    at.clock.now += 60_000
    const approved = done(await at.act(max, done(outcome), 'approve', {answer: 'Enjoy.'}))
    expect(approved.version).toBe(3)
    expect(await at.shown(request, 'status')).toBe('approved')
    expect(await at.shown(request, 'decided_by.name')).toBe('Max')
    expect(await at.shown(request, 'string(decided_at)')).toContain('2026-03-10T10:01:00')
    expect(await notified(at)).toEqual(['Max: submit', 'Ada: approve'])
    const [latest] = await at.engine.read(ada, reader => readHistory(reader, request))
    expect(latest).toMatchObject({
      action: 'approve',
      version: 3,
      by: {kind: 'person', id: max.id},
      changes: [
        {field: 'answer', after: 'Enjoy.'},
        {field: 'decided_by', after: max.id},
        {field: 'decided_at'},
        {field: 'status', before: 'submitted', after: 'approved'},
      ],
    })
  })

  it('requires two people for sixteen days', async () => {
    const at = await fresh()
    const {ada, max, hana} = at.people
    await at.allowance(ada, 25)
    const {outcome, request} = await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-05-04'})
    expect(await at.shown(request, 'days')).toBe('16')
    const halfway = done(await at.act(max, done(outcome), 'approve'))
    expect(await at.shown(request, 'status')).toBe('pre-approved')
    expect(await at.shown(request, 'decided_by.name')).toBe('Max')
    expect(refusals(await at.act(max, halfway, 'confirm'))).toEqual(['TWO_PEOPLE'])
    done(await at.act(hana, halfway, 'confirm'))
    expect(await at.shown(request, 'status')).toBe('approved')
    expect(await at.shown(request, 'decided_by.name')).toBe('Hana')
  })

  it('keeps the first answer if the second person gives none', async () => {
    const at = await fresh()
    const {ada, max, hana} = at.people
    await at.allowance(ada, 25)
    const {outcome, request} = await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-05-04'})
    const halfway = done(await at.act(max, done(outcome), 'approve', {answer: 'Enjoy it.'}))
    done(await at.act(hana, halfway, 'confirm', {answer: null}))
    expect(await at.shown(request, 'answer')).toBe('Enjoy it.')
  })

  it('does not accept the same person twice for long leave, even if they are manager and human resources', async () => {
    const at = await fresh()
    const {max, hana} = at.people
    await at.allowance(max, 25)
    const {outcome} = await submitted(at, max, {first_day: '2026-04-13', last_day: '2026-05-04'})
    const halfway = done(await at.act(hana, done(outcome), 'approve'))
    expect(refusals(await at.act(hana, halfway, 'confirm'))).toEqual(['TWO_PEOPLE'])
    const {id} = await at.make('User', {name: 'Ines', email: 'ines@example.com', roles: ['HR']})
    done(await at.act({kind: 'person', id, name: 'Ines', roles: ['HR']}, halfway, 'confirm'))
  })

  it('lets nobody decide about their own time off, or about requests they may not see', async () => {
    const at = await fresh()
    const {ada, bo, max, hana} = at.people
    await at.allowance(ada, 25)
    const own = done((await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-14'})).outcome)
    expect(refusals(await at.act(ada, own, 'approve'))).toEqual(['OWN_REQUEST'])
    expect(refusals(await at.act(bo, own, 'approve'))).toEqual(['NOT_FOUND'])
    const sick = done(await at.draft(hana, {kind: at.kinds.sickness, first_day: '2026-03-12', last_day: '2026-03-12'}))
    await at.engine.change(operator, [updating('Request', sick, {status: 'submitted'})])
    expect(refusals(await at.act(hana, {...sick, version: 2}, 'reject', {answer: 'no'}))).toEqual(['OWN_REQUEST'])
    expect(
      refusals(await at.engine.change(operator, [updating('User', {id: max.id, version: 1}, {manager: max.id})])),
    ).toEqual(['manager: MANAGES_SELF'])
  })

  it('needs no approval and no notice for sickness, and does not affect the balance', async () => {
    const at = await fresh()
    const {ada} = at.people
    const balance = await at.allowance(ada, 25)
    const {outcome, request} = await submitted(at, ada, {
      kind: at.kinds.sickness,
      first_day: '2026-03-10',
      last_day: '2026-03-11',
    })
    done(outcome)
    expect(await at.shown(request, 'status')).toBe('recorded')
    expect(await at.shown(request, 'decided_at = null and decided_by = null')).toBe('true')
    expect(await at.shown(balance, 'left')).toBe('25')
    expect(await notified(at)).toEqual(['Max: submit'])
  })

  it('leaves the holiday of people without a manager to HR, who cannot decide on their own', async () => {
    const at = await fresh()
    const {hana} = at.people
    const eve = await at.make('User', {name: 'Eve', email: 'eve@example.com', roles: ['HR'], joined: '2020-01-01'})
    await at.allowance(hana, 25)
    const {outcome} = await submitted(at, hana, {first_day: '2026-04-13', last_day: '2026-04-14'})
    const request = done(outcome)
    expect(await at.shown(request, 'status = "submitted" and escalated')).toBe('true')
    expect(refusals(await at.act(hana, request, 'approve'))).toEqual(['OWN_REQUEST'])
    done(await at.act(person(eve.id, 'HR'), request, 'approve'))
    expect(await at.shown(request, 'status')).toBe('approved')
    done(
      (await submitted(at, hana, {kind: at.kinds.sickness, first_day: '2026-04-15', last_day: '2026-04-15'})).outcome,
    )
  })

  it('rejects holiday on closed days of everyone, or of the team', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    await at.allowance(ada, 25)
    await at.allowance(max, 25)
    await at.make('Closure', {first_day: '2026-04-20', last_day: '2026-04-21', reason: 'Fair', team: at.team})
    await at.make('Closure', {first_day: '2026-12-28', last_day: '2026-12-31', reason: 'Stocktaking'})
    const week = {first_day: '2026-04-21', last_day: '2026-04-22'}
    expect(refusals((await submitted(at, ada, week)).outcome)).toEqual(['CLOSED'])
    done((await submitted(at, max, week)).outcome)
    const winter = await submitted(at, max, {first_day: '2026-12-24', last_day: '2026-12-28'})
    expect(refusals(winter.outcome)).toEqual(['CLOSED'])
    const unpaid = done(await at.engine.change(max, [updating('Request', winter.request, {kind: at.kinds.unpaid})]))
    done(await at.act(max, unpaid, 'submit'))
  })

  it('counts who is away on the same day, not everyone who is away at some time during a long request', async () => {
    const at = await fresh()
    const {ada, bo, cem, max} = at.people
    for (const who of [ada, bo, cem]) await at.allowance(who, 25)
    const long = await submitted(at, cem, {first_day: '2026-04-13', last_day: '2026-04-24'})
    const first = await submitted(at, ada, {first_day: '2026-04-14', last_day: '2026-04-15'})
    const second = await submitted(at, bo, {first_day: '2026-04-20', last_day: '2026-04-21'})
    for (const {outcome} of [first, second]) done(await at.act(max, done(outcome), 'approve'))
    expect(await at.shown(long.request, 'team_away')).toBe('1')
  })

  it('keeps enough people of a team at work', async () => {
    const at = await fresh()
    const {ada, bo, cem, max} = at.people
    for (const who of [ada, bo, cem]) await at.allowance(who, 25)
    const first = await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-17'})
    const second = await submitted(at, bo, {first_day: '2026-04-16', last_day: '2026-04-20'})
    const third = await submitted(at, cem, {first_day: '2026-04-20', last_day: '2026-04-20'})
    done(await at.act(max, done(first.outcome), 'approve'))
    expect(await at.shown(second.request, 'team_away')).toBe('1')
    const thin = await at.act(max, done(second.outcome), 'approve')
    expect(refusals(thin)).toEqual(['TEAM_TOO_THIN'])
    expect(messages(at.engine, thin)).toEqual([
      'The team’s limit is reached on one of these days: 1 of 1 already away.',
    ])
    expect(await at.shown(second.request, 'status')).toBe('submitted')
    done(await at.act(max, done(third.outcome), 'approve'))
  })

  it('lets people request a cancellation until it starts, and managers keep or cancel it', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    const balance = await at.allowance(ada, 25)
    const {outcome, request} = await submitted(at, ada, {
      ...{first_day: '2026-04-13', last_day: '2026-04-17', note: 'A break.'},
    })
    const approved = done(await at.act(max, done(outcome), 'approve'))
    const asked = done(await at.act(ada, approved, 'ask_to_cancel', {cancel_reason: 'The flight is cancelled.'}))
    expect(await at.shown(balance, 'left')).toBe('20')
    // The reason for the leave itself is kept.
    expect(await at.shown(request, 'note')).toBe('A break.')
    expect(refusals(await at.act(max, asked, 'keep'))).toEqual(['answer: REQUIRED'])
    const kept = done(await at.act(max, asked, 'keep', {answer: 'Everyone has planned around it.'}))
    const again = done(await at.act(ada, kept, 'ask_to_cancel'))
    const gone = done(await at.act(max, again, 'allow_cancelling'))
    expect(await at.shown(request, 'status')).toBe('cancelled')
    expect(await at.shown(balance, 'left')).toBe('25')
    expect(refusals(await at.act(max, gone, 'keep', {answer: 'no'}))).toEqual(['NOT_NOW'])
    expect(refusals(await at.act(ada, gone, 'withdraw'))).toEqual(['NOT_NOW'])
  })

  it('changes approved dates with a new decision; declined or withdrawn, the earlier dates apply again', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    const balance = await at.allowance(ada, 25)
    const {outcome, request} = await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-17'})
    const approved = done(await at.act(max, done(outcome), 'approve'))
    const shorter = {first_day: '2026-04-20', first_half: false, last_day: '2026-04-21', last_half: false}
    const asked = done(await at.act(ada, approved, 'change_dates', shorter))
    const values = async (...names: string[]) => Promise.all(names.map(name => at.shown(request, name)))
    expect(await values('status', 'first_day', 'earlier_first_day', 'earlier_days', 'decided_by')).toEqual([
      'submitted',
      '2026-04-20',
      '2026-04-13',
      '5',
      'null',
    ])
    // The longer of the two counts, and nothing else can be booked on the earlier dates.
    expect(await at.shown(balance, 'left')).toBe('20')
    await expect(submitted(at, ada, {first_day: '2026-04-14', last_day: '2026-04-14'})).rejects.toThrow('OVERLAP')
    expect(await offers(at, max, request)).toContain('keep_dates answer')
    const kept = done(await at.act(max, asked, 'keep_dates', {answer: 'The release is on Monday.'}))
    const restored = ['approved', '2026-04-13', '2026-04-17', 'null', 'null', '5']
    const all = ['status', 'first_day', 'last_day', 'earlier_first_day', 'earlier_days', 'days']
    expect(await values(...all)).toEqual(restored)
    expect(await at.shown(balance, 'left')).toBe('20')
    const again = done(await at.act(ada, kept, 'change_dates', shorter))
    const back = done(await at.act(ada, again, 'withdraw_change'))
    expect(await values(...all)).toEqual(restored)
    const last = done(await at.act(ada, back, 'change_dates', shorter))
    done(await at.act(max, last, 'approve'))
    expect(await values(...all)).toEqual(['approved', '2026-04-20', '2026-04-21', 'null', 'null', '2'])
    expect(await at.shown(balance, 'left')).toBe('23')
  })

  it('lets nobody cancel leave that has started', async () => {
    const at = await fresh()
    const {ada, bo, max} = at.people
    await at.allowance(ada, 25)
    const {outcome} = await submitted(at, ada, {first_day: '2026-04-14', last_day: '2026-04-16'})
    const approved = done(await at.act(max, done(outcome), 'approve'))
    const days = {first_day: '2026-04-14', last_day: '2026-04-16'}
    const sick = done((await submitted(at, bo, {kind: at.kinds.sickness, ...days})).outcome)
    at.clock.now = Date.parse('2026-04-14T21:59:00Z')
    const asked = done(await at.act(ada, approved, 'ask_to_cancel'))
    const kept = done(await at.act(max, asked, 'keep', {answer: 'Sorry'}))
    // In Paris it is already the fifteenth.
    at.clock.now = Date.parse('2026-04-14T22:01:00Z')
    expect(refusals(await at.act(ada, kept, 'ask_to_cancel'))).toEqual(['TOO_LATE'])
    expect(refusals(await at.act(bo, sick, 'withdraw'))).toEqual(['TOO_LATE'])
  })

  it('D43: records sickness without an approval, and lets it be withdrawn until it starts', async () => {
    const at = await fresh()
    const {ada, max} = at.people
    const sickness = {kind: at.kinds.sickness, first_day: '2026-03-11', last_day: '2026-03-12'}
    const {request, outcome} = await submitted(at, ada, sickness)
    const [entry] = await at.engine.read(ada, reader => readHistory(reader, request))
    expect(entry).toMatchObject({
      action: 'submit',
      by: {name: 'Ada'},
      changes: [{field: 'status', before: 'draft', after: 'recorded'}],
    })
    expect(await offers(at, ada, request)).toEqual(['change_end last_day last_half', 'withdraw'])
    expect(await offers(at, max, request)).toEqual([
      'correct_dates first_day first_half last_day last_half',
      'revoke answer',
    ])
    done(await at.act(ada, done(outcome), 'withdraw'))
    expect(await at.shown(request, 'status')).toBe('withdrawn')
  })

  it('D3: rejects holiday in a year without a balance, and explains that it is not open yet', async () => {
    const at = await fresh()
    const {ada} = at.people
    await at.allowance(ada, 25)
    const {outcome, request} = await submitted(at, ada, {first_day: '2027-06-01', last_day: '2027-09-30'})
    expect(refusals(outcome)).toEqual(['NO_BALANCE'])
    expect(messages(at.engine, outcome)[0]).toMatch(
      /^There’s no holiday allowance for that year yet\. .* 4 months before/,
    )
    expect(await at.shown(request, 'status')).toBe('draft')
    const sick = {kind: at.kinds.sickness, first_day: '2027-01-04', last_day: '2027-01-04'}
    done((await submitted(at, ada, sick)).outcome)
  })

  it('D13: neither offers nor accepts inactive leave types', async () => {
    const at = await fresh()
    const {ada} = at.people
    const overtime = await at.make('Kind', {name: 'Overtime', active: false})
    const days = {kind: overtime.id, first_day: '2026-04-14', last_day: '2026-04-16'}
    expect(refusals(await at.draft(ada, days))).toEqual(['kind: NOT_OFFERED'])
  })

  it('D20: names the closed period and its days in the error', async () => {
    const at = await fresh()
    const {ada} = at.people
    await at.allowance(ada, 25)
    await at.make('Closure', {reason: 'Stocktaking', first_day: '2026-04-15', last_day: '2026-04-16'})
    const {outcome} = await submitted(at, ada, {first_day: '2026-04-14', last_day: '2026-04-17'})
    expect(refusals(outcome)).toEqual(['CLOSED'])
    expect(messages(at.engine, outcome)).toEqual(['These dates overlap a blackout period: Stocktaking, 15–16 Apr.'])
  })

  it('D18: notifies people when another person changes or deletes their request, and not of their own changes', async () => {
    const at = await fresh()
    const {ada, hana} = at.people
    const days = {first_day: '2026-04-13', last_day: '2026-04-14'}
    const draft = done(await at.draft(ada, days))
    const own = done(await at.engine.change(ada, [updating('Request', draft, {note: 'Sailing'})]))
    expect(await notified(at)).toEqual([])
    const moved = done(await at.engine.change(hana, [updating('Request', own, {first_day: '2026-04-14'})]))
    expect(await notified(at)).toEqual(['Ada: update'])
    done(await at.engine.change(hana, [deleting('Request', moved)]))
    expect(await notified(at)).toEqual(['Ada: update', 'Ada: delete'])
  })

  it('D18: notifies people when a public holiday is added, moved or removed during their leave', async () => {
    const at = await fresh()
    const {ada, bo, hana} = at.people
    await at.allowance(ada, 25)
    done((await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-17'})).outcome)
    const before = (await notified(at)).length
    const day = {place: at.places.paris, day: '2026-05-01', name: 'Labour Day'}
    const added = done(await at.engine.change(hana, [creating('Holiday', day)]))
    expect(await notified(at)).toHaveLength(before)
    const moved = done(await at.engine.change(hana, [updating('Holiday', added, {day: '2026-04-15'})]))
    const back = done(await at.engine.change(hana, [updating('Holiday', moved, {day: '2026-05-01'})]))
    done(await at.engine.change(hana, [updating('Holiday', back, {name: 'May Day'})]))
    expect((await notified(at)).slice(before)).toEqual(['Ada: update', 'Ada: update'])
    expect(bo.name).toBe('Bo')
  })

  it('offers each person their current actions with their inputs', async () => {
    const at = await fresh()
    const {ada, bo, max, hana} = at.people
    await at.allowance(ada, 25)
    const request = done(await at.draft(ada, {first_day: '2026-04-13', last_day: '2026-04-17'}))
    expect(await offers(at, ada, request)).toEqual(['submit', 'withdraw'])
    expect(await offers(at, max, request)).toEqual([])
    done(await at.act(ada, request, 'submit'))
    const dates = 'change_dates first_day first_half last_day last_half'
    expect(await offers(at, ada, request)).toEqual([`${dates} note?`, 'withdraw'])
    const corrected = dates.replace('change', 'correct')
    expect(await offers(at, max, request)).toEqual(['approve answer?', 'reject answer', corrected])
    expect(await offers(at, hana, request)).toEqual(['approve answer?', 'reject answer', corrected])
    expect(await offers(at, bo, request)).toEqual([])
    done(await at.act(max, {...request, version: 2}, 'approve'))
    expect(await offers(at, ada, request)).toEqual([
      'change_dates first_day first_half last_day last_half note?',
      'ask_to_cancel cancel_reason?',
    ])
    expect(await offers(at, max, request)).toEqual([corrected, 'revoke answer'])
    expect(await offers(at, {kind: 'nobody'}, request)).toEqual([])
  })

  it('reports a conflict to the second of two people, and accepts no other inputs', async () => {
    const at = await fresh()
    const {ada, max, hana} = at.people
    await at.allowance(ada, 25)
    const request = done((await submitted(at, ada, {first_day: '2026-04-13', last_day: '2026-04-17'})).outcome)
    expect(refusals(await at.act(max, request, 'approve', {note: 'x', status: 'taken'}))).toEqual([
      'note: UNKNOWN_FIELD',
      'status: UNKNOWN_FIELD',
    ])
    expect(refusals(await at.act(max, request, 'reject', {answer: 'x'.repeat(2001)}))).toEqual(['answer: TOO_LONG'])
    expect(refusals(await at.act(max, request, 'finish'))).toEqual(['FORBIDDEN'])
    expect(refusals(await at.act(max, request, 'explode'))).toEqual(['UNKNOWN_ACTION'])
    done(await at.act(max, request, 'approve'))
    expect(refusals(await at.act(hana, request, 'reject', {answer: 'No.'}))).toEqual(['CONFLICT'])
  })

  it('creates and submits in one step, or reports all problems of both and stores nothing', async () => {
    const at = await fresh()
    const {ada} = at.people
    await at.allowance(ada, 3)
    const repeatable: Repeatable = {request: {kind: 'own', key: 'key', fingerprint: ''}, leadsTo: () => '/there'}
    const inOneStep = (fields: Record<string, string>) => {
      const create = creating('Request', {kind: at.kinds.holiday, ...fields})
      const perform = {action: 'submit', inputs: new Map()}
      return at.engine.change(ada, [{...create, perform}], {repeatable})
    }
    const wrong = await inOneStep({first_day: '2026-03-16', last_day: '2026-03-20', cover: idOf(ada)})
    expect(refusals(wrong)).toEqual(['TOO_SHORT_NOTICE', 'NOT_ENOUGH_DAYS', 'cover: COVER_SELF'])
    const {rows} = await at.engine.read(operator, ({db}) => sql`select id from request`.execute(db))
    expect(rows).toEqual([])
    const made = done(await inOneStep({first_day: '2026-04-13', last_day: '2026-04-15'}))
    expect(await at.shown(made, 'status')).toBe('submitted')
    expect(made.version).toBe(2)
    const again = inOneStep({first_day: '2026-04-13', last_day: '2026-04-15'})
    await expect(again).rejects.toMatchObject({to: '/there'})
  })
})
