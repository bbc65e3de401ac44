/**
 * One definition for each figure of the planner, on every page that shows it. The day is Tuesday, 10 March 2026. Ada, Bo
 * and Cem are one team under Max; Hana is human resources.
 */
import {describe, expect, it} from 'vitest'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {TimelineData} from '../../src/features/planning/timeline-data.ts'
import type {Json} from '../../src/feel/core.ts'
import type {CardBody, DashboardData} from '../../src/screens/dashboard/data.ts'
import type {InboxData} from '../../src/screens/inbox/data.ts'
import {type Actor, runSystemActions} from '../../src/screens/testing.ts'
import {done} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

const card = async (at: Company, who: Actor, path: string, name: string): Promise<CardBody | undefined> => {
  const {data} = await pagesOf(at.engine).get<DashboardData>(who, path)
  return data.cards.find(each => each.name === name)?.body
}

/** The parts of the ring on the start page, and what they add up to. */
async function ring(at: Company, who: Actor) {
  const body = await card(at, who, '/', 'My allowance (days)')
  if (body?.as !== 'ring') throw new Error('no ring')
  const parts = Object.fromEntries(body.parts.map(({label, text}) => [label, Number(text)]))
  return {...parts, total: body.parts.reduce((sum, {text}) => sum + Number(text), 0)}
}

/** The first figure of the form for these dates. */
async function inForm(at: Company, who: Actor, dates: Readonly<Record<string, string>>) {
  const sent = {_action: '_preview', kind: at.kinds.holiday, first_half: 'no', last_half: 'no', ...dates}
  const {data} = await pagesOf(at.engine).post<FormScreenData>(who, '/requests/new', sent)
  return data.hints?.summary?.figures[0]
}

/** The first figure of Approvals. */
async function inApprovals(at: Company, id: string) {
  const {data} = await pagesOf(at.engine).get<InboxData>(at.people.max, `/to-decide?record=${id}`)
  return data.selected?.figures[0]
}

const submitted = async (at: Company, who: Actor, fields: Readonly<Record<string, Json>>) =>
  done(await at.act(who, done(await at.draft(who, fields)), 'submit'))

describe.each(storesOfStories)('one definition of each figure, on $name', ({make}) => {
  const open = async () => company(await make(timeOff))

  it('P4: “of” is days, carry-over and adjustments, less what has expired, on the start page, in the form and in Approvals', async () => {
    const at = await open()
    const {ada} = at.people
    await at.make('Policy', {name: 'Paris', kind: at.kinds.holiday, days: 25, carry_over: 5, carry_until: '3'})
    const balance = await at.allowance(ada, 25, {carried_over: 5})
    await runSystemActions(at.engine)
    await at.make('Correction', {allowance: balance.id, days: 1.5, reason: 'Worked on a move'})
    const taken = {person: ada.id, kind: at.kinds.holiday, status: 'taken'}
    await at.make('Request', {...taken, first_day: '2026-02-02', last_day: '2026-02-04'})
    at.clock.now = Date.parse('2026-04-15T08:00:00Z')
    // 25 + 5 + 1.5, of which 2 expired in March: 29.5; 3 taken.
    expect(await ring(at, ada)).toEqual({Left: 26.5, Planned: 0, Taken: 3, total: 29.5})
    const dates = {first_day: '2026-05-11', last_day: '2026-05-12'}
    expect(await inForm(at, ada, dates)).toMatchObject({text: '26.5', after: '24.5', of: '29.5'})
    const request = await submitted(at, ada, dates)
    expect(await inApprovals(at, request.id)).toMatchObject({text: '26.5', after: '24.5', of: '29.5'})
    expect(await ring(at, ada)).toEqual({Left: 24.5, Planned: 2, Taken: 3, total: 29.5})
  })

  it('P5: leave that has begun is taken up to today and planned from tomorrow', async () => {
    const at = await open()
    const {ada, bo} = at.people
    await at.make('Holiday', {place: at.places.paris, day: '2026-03-12', name: 'Founding day'})
    const balance = await at.allowance(ada, 25)
    const approved = {person: ada.id, kind: at.kinds.holiday, status: 'approved'}
    // Thursday noon, 5 March, to Monday, 16 March: 2.5 days up to Tuesday; Wednesday, Friday and Monday are ahead.
    await at.make('Request', {...approved, first_day: '2026-03-05', last_day: '2026-03-16', first_half: true})
    const of = async () => [await at.shown(balance, 'taken'), await at.shown(balance, 'planned')]
    expect([await at.shown(balance, 'used'), ...(await of())]).toEqual(['6.5', '3.5', '3'])
    expect(await ring(at, ada)).toEqual({Left: 18.5, Planned: 3, Taken: 3.5, total: 25})
    // Sick on Monday and until noon today: 1.5 of the days that were taken are given back.
    const ill = await at.make('Kind', {name: 'Flu', needs_approval: false, uses_allowance: false, interrupts: true})
    await at.make('Request', {
      ...{person: ada.id, kind: ill.id, status: 'recorded'},
      ...{first_day: '2026-03-09', last_day: '2026-03-10', last_half: true},
    })
    expect(await of()).toEqual(['2', '3'])
    // On its last day everything is taken.
    at.clock.now = Date.parse('2026-03-16T08:00:00Z')
    expect(await of()).toEqual(['5', '0'])
    // Bo works on Mondays and Tuesdays only, since Monday, 9 March.
    at.clock.now = Date.parse('2026-03-10T08:00:00Z')
    const part = await at.allowance(bo, 10)
    await at.make('Pattern', {person: bo.id, since: '2026-03-09', weekdays: ['Monday', 'Tuesday']})
    await at.make('Request', {...approved, person: bo.id, first_day: '2026-03-05', last_day: '2026-03-17'})
    expect([await at.shown(part, 'used'), await at.shown(part, 'taken'), await at.shown(part, 'planned')]).toEqual([
      ...['6', '4', '2'],
    ])
  })

  it('P5: leave over New Year is taken day by day from the year of each day', async () => {
    const at = await open()
    const {ada} = at.people
    const year = await at.allowance(ada, 25)
    const next = await at.make('Allowance', {person: ada.id, kind: at.kinds.holiday, year: 2027, days: 25})
    const approved = {person: ada.id, kind: at.kinds.holiday, status: 'approved'}
    // Monday to Thursday are in 2026; Friday and the week after in 2027.
    await at.make('Request', {...approved, first_day: '2026-12-28', last_day: '2027-01-08'})
    const of = async () =>
      Promise.all([year, next].flatMap(each => [at.shown(each, 'taken'), at.shown(each, 'planned')]))
    at.clock.now = Date.parse('2026-12-29T08:00:00Z')
    expect(await of()).toEqual(['2', '2', '0', '6'])
    at.clock.now = Date.parse('2027-01-04T08:00:00Z')
    expect(await of()).toEqual(['4', '0', '2', '4'])
  })

  it('P6: of a monthly accrual, the days available on the first day are named with that day, and today’s beside them', async () => {
    const at = await open()
    const {ada} = at.people
    await at.make('Policy', {name: 'Interns', kind: at.kinds.holiday, days: 24, accrual: 'monthly'})
    await at.allowance(ada, 24)
    await runSystemActions(at.engine)
    // March: 3 of 12 months; June: 6 of 12.
    expect(await ring(at, ada)).toMatchObject({Left: 6, total: 6})
    const dates = {first_day: '2026-06-08', last_day: '2026-06-09'}
    const note = '12 available on 8 Jun (6 today)'
    const form = await inForm(at, ada, dates)
    expect(form).toMatchObject({sentence: 'Days left: 10', text: '12', after: '10', of: '12', note})
    const request = await submitted(at, ada, dates)
    expect(await inApprovals(at, request.id)).toMatchObject({text: '12', after: '10', of: '12', note})
    expect(await ring(at, ada)).toMatchObject({Left: 4, Planned: 2})
    // In the same month there is nothing to explain.
    const soon = await inForm(at, ada, {first_day: '2026-03-30', last_day: '2026-03-30'})
    expect(soon).toMatchObject({sentence: 'Days left: 3 (currently 4)', of: '6'})
    expect(soon?.note).toBeUndefined()
  })

  it('P30: Away today, Who’s away and Overview count people, not requests', async () => {
    const at = await open()
    const {ada, bo, hana} = at.people
    const flu = await at.make('Kind', {name: 'Flu', needs_approval: false, uses_allowance: false, interrupts: true})
    const days = {first_day: '2026-03-09', last_day: '2026-03-13'}
    for (const who of [ada, bo])
      await at.make('Request', {person: who.id, kind: at.kinds.holiday, status: 'approved', ...days})
    await at.make('Request', {person: ada.id, kind: flu.id, status: 'recorded', ...days, last_day: '2026-03-10'})
    for (let index = 0; index < 9; index += 1) {
      const colleague = {name: `Kim ${index}`, email: `kim${index}@example.com`, roles: ['Employee'], team: at.team}
      const {id} = await at.make('User', colleague)
      await at.make('Request', {person: id, kind: at.kinds.holiday, status: 'approved', ...days})
    }
    const body = await card(at, hana, '/', 'Away today')
    expect(body).toMatchObject({as: 'people', more: {count: '11'}, timeline: {href: '/away'}})
    expect(body?.as === 'people' && body.people.length).toBe(8)
    expect(await card(at, hana, '/figures', 'Away today')).toMatchObject({text: '11'})
    expect((await pagesOf(at.engine).get<TimelineData>(hana, '/away')).data.present).toBe(11)
  })

  it('P31: a bar names the days of its request, without those credited back and by the working pattern', async () => {
    const at = await open()
    const {ada, bo, hana} = at.people
    const flu = await at.make('Kind', {name: 'Flu', needs_approval: false, uses_allowance: false, interrupts: true})
    const days = {kind: at.kinds.holiday, status: 'approved', first_day: '2026-03-09', last_day: '2026-03-13'}
    const leave = await at.make('Request', {person: ada.id, ...days})
    const ill = {person: ada.id, kind: flu.id, status: 'recorded', first_day: '2026-03-09', last_day: '2026-03-10'}
    await at.make('Request', ill)
    await at.make('Pattern', {person: bo.id, since: '2026-01-01', weekdays: ['Monday', 'Tuesday']})
    await at.make('Request', {person: bo.id, ...days})
    expect(await at.shown(leave, 'days')).toBe('3')
    const texts = async (who: Actor) => {
      const {data} = await pagesOf(at.engine).get<TimelineData>(who, '/away?view=month')
      const rows = data.groups.flatMap(group => group.rows)
      return ['Ada', 'Bo'].map(name => rows.find(row => row.name === name)?.bars.map(({text}) => text))
    }
    expect(await texts(hana)).toEqual([['3 days', '2 days'], ['2 days']])
    // Cem may not read the number, and no other one is computed for him.
    expect((await texts(at.people.cem)).flat()).not.toContainEqual(expect.stringMatching(/days?$/))
  })
})
