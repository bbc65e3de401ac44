/**
 * Time off in lieu in the time-off planner: overtime is reported, approved, taken and cancelled. The day is Tuesday, 10
 * March 2026. Ada works for Max; Hana is human resources.
 */
import {describe, expect, it} from 'vitest'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {Json} from '../../src/feel/core.ts'
import type {DashboardData} from '../../src/screens/dashboard/data.ts'
import type {Actor} from '../../src/screens/testing.ts'
import {creating, done, refusals} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

type Fields = Readonly<Record<string, Json>>

const perform = (action: string) => ({perform: {action, inputs: new Map()}})

describe.each(storesOfStories)('time off in lieu, on $name', ({make}) => {
  async function fresh(more: Fields = {}) {
    const at = await company(await make(timeOff))
    const {id: lieu} = await at.make('Kind', {name: 'Time off in lieu', uses_allowance: false, earned: true, ...more})
    return {at, lieu}
  }

  const worked = {day: '2026-03-07', hours: 8, note: 'Moved the servers.'}
  const reported = (at: Company, fields: Fields) =>
    at.engine.change(at.people.ada, [creating('Overtime', {...worked, ...fields}, perform('report'))])
  const recorded = (at: Company, fields: Fields) =>
    at.engine.change(at.people.hana, [
      creating('Overtime', {...worked, person: at.people.ada.id, ...fields}, perform('record')),
    ])
  const requested = (at: Company, fields: Fields) =>
    at.engine.change(at.people.ada, [creating('Request', fields, perform('submit'))])
  const week = {first_day: '2026-04-13', last_day: '2026-04-14'}

  it('is earned when the manager approves it, and cannot be taken beyond that', async () => {
    const {at, lieu} = await fresh()
    const {ada, max} = at.people
    expect(refusals(await requested(at, {kind: lieu, ...week}))).toEqual(['NOT_ENOUGH_DAYS'])
    const entry = done(await reported(at, {kind: lieu, hours: 12}))
    expect(refusals(await at.act(ada, entry, 'approve'))).toEqual(['OWN_REQUEST'])
    expect(refusals(await requested(at, {kind: lieu, ...week}))).toEqual(['NOT_ENOUGH_DAYS'])
    done(await at.act(max, entry, 'approve'))
    expect(refusals(await requested(at, {kind: lieu, ...week}))).toEqual(['NOT_ENOUGH_DAYS'])
    const taken = done(await requested(at, {kind: lieu, ...week, first_half: true}))
    const figures = ['days_left', 'left_after', 'entitled']
    expect(await Promise.all(figures.map(each => at.shown(taken, each)))).toEqual(['1.5', '0', '1.5'])
    expect(refusals(await requested(at, {kind: lieu, first_day: '2026-05-04', last_day: '2026-05-04'}))).toEqual([
      'NOT_ENOUGH_DAYS',
    ])
  })

  it('counts only time that has not expired on the first day', async () => {
    const {at, lieu} = await fresh({expires_after: 1})
    done(await at.act(at.people.max, done(await reported(at, {kind: lieu})), 'approve'))
    const late = {kind: lieu, first_day: '2026-04-08', last_day: '2026-04-08'}
    expect(refusals(await requested(at, late))).toEqual(['NOT_ENOUGH_DAYS'])
    done(await requested(at, {...late, first_day: '2026-04-07', last_day: '2026-04-07'}))
    // Nothing expires of what was declined.
    const declined = done(await reported(at, {kind: lieu, hours: 2}))
    const expires = () => at.shown(declined, 'if expires = null then "never" else string(expires)')
    expect(await expires()).toBe('2026-04-07')
    done(await at.act(at.people.max, declined, 'decline', {answer: 'It was not agreed.'}))
    expect(await expires()).toBe('never')
  })

  it('human resources records and deducts it immediately, but not below the taken time', async () => {
    const {at, lieu} = await fresh()
    const {ada, hana} = at.people
    const entry = done(await recorded(at, {kind: lieu, hours: 16}))
    expect(await at.shown(entry, 'status + ", " + decided_by.name')).toBe('approved, Hana')
    done(await requested(at, {kind: lieu, first_day: '2026-04-13', last_day: '2026-04-13'}))
    expect(refusals(await recorded(at, {kind: lieu, hours: -10}))).toEqual(['ALREADY_TAKEN'])
    done(await recorded(at, {kind: lieu, hours: -8}))
    expect(refusals(await at.act(hana, entry, 'revoke', {answer: 'Entered twice.'}))).toEqual(['ALREADY_TAKEN'])
    const accounts = await pagesOf(at.engine).get<ListData>(hana, '/time-accounts')
    expect(accounts.data.records.map(({cells}) => cells.map(({text}) => text))).toEqual([
      ['Ada', 'Makers', 'Time off in lieu', 'Days', '2', '1', '0', '0', '1', '0'],
    ])
    expect(refusals(await recorded(at, {kind: lieu, person: hana.id}))).toEqual(['OWN_REQUEST'])
    expect((await pagesOf(at.engine).get(ada, '/overtime/record')).status).toBe(404)
  })

  it('is reported for the past, with hours, by people who have a manager', async () => {
    const {at, lieu} = await fresh()
    const {ada, bo} = at.people
    expect(refusals(await reported(at, {kind: lieu, day: '2026-03-11'}))).toEqual(['day: NOT_WORKED_YET'])
    expect(refusals(await reported(at, {kind: lieu, hours: -1}))).toEqual(['NO_HOURS'])
    const entry = done(await reported(at, {kind: lieu}))
    expect(refusals(await at.act(bo, entry, 'approve'))).toEqual(['NOT_FOUND'])
    done(await at.act(ada, entry, 'withdraw'))
    const form = await pagesOf(at.engine).get<FormScreenData>(ada, '/overtime/new')
    expect(form.data.fields.map(({name}) => name)).toEqual(['kind', 'day', 'hours', 'note'])
    expect(form.data.actions.map(({label}) => label)).toEqual(['Report'])
  })

  it('is requested in hours of one day, where the leave type is counted in hours', async () => {
    const {at, lieu} = await fresh({unit: 'hours'})
    const {ada, hana} = at.people
    done(await recorded(at, {kind: lieu, hours: 10}))
    const day = {kind: lieu, first_day: '2026-04-13', last_day: '2026-04-13'}
    expect(refusals(await requested(at, {...day, last_day: '2026-04-14'}))).toEqual(['NOT_ENOUGH_HOURS'])
    expect(refusals(await requested(at, {...day, hours: 9}))).toEqual(['hours: TOO_MANY_HOURS'])
    expect(refusals(await requested(at, {...day, last_day: '2026-04-14', hours: 3}))).toEqual([
      'hours: HOURS_OF_ONE_DAY',
    ])
    expect(refusals(await requested(at, {...day, kind: at.kinds.unpaid, hours: 3}))).toEqual(['hours: NOT_IN_HOURS'])
    const sunday = {kind: lieu, first_day: '2026-04-12', last_day: '2026-04-12', hours: 3}
    expect(refusals(await requested(at, sunday))).toEqual(['last_day: NO_WORKING_TIME'])
    const taken = done(await requested(at, {...day, hours: 3}))
    expect(await at.shown(taken, 'string(hours_left) + ", " + string(hours_after)')).toBe('10, 7')
    // Another part of the same day, within the hours of the day.
    done(await requested(at, {...day, hours: 4}))
    expect(refusals(await requested(at, {...day, hours: 1.5}))).toEqual(['hours: TOO_MANY_HOURS'])
    expect(
      refusals(await requested(at, {...day, first_day: '2026-05-04', last_day: '2026-05-04', hours: 3.25})),
    ).toEqual(['NOT_ENOUGH_HOURS'])
    const pages = pagesOf(at.engine)
    const list = await pages.get<ListData>(ada, '/mine')
    expect(list.data.records.map(({cells}) => cells.map(({note}) => note).join(''))).toEqual(['4 hours', '3 hours'])
    // The form has the field for leave types that are counted in hours.
    const without = async (kind: string) =>
      (await pages.get<FormScreenData>(ada, `/requests/new?kind=${kind}`)).data.hints?.without
    expect([await without(lieu), await without(at.kinds.holiday), await without('')]).toEqual([
      [],
      ['hours'],
      ['hours'],
    ])
    // After a few hours, a person is back on the same day.
    const summary = async (values: Record<string, string>) =>
      (
        await pages.post<FormScreenData>(ada, '/requests/new', {
          ...{_action: '_preview', kind: lieu, first_day: '2026-06-01', last_day: '2026-06-01'},
          ...values,
        })
      ).data.hints?.summary
    expect([(await summary({hours: '2'}))?.amount, (await summary({hours: '2'}))?.back]).toEqual([
      {number: '2', unit: 'hours'},
      null,
    ])
    expect((await summary({}))?.back).toMatch(/^Back on/)
    // The start page has a card for earned time, and none for people without any.
    const cards = async (who: Actor) => (await pages.get<DashboardData>(who, '/')).data.cards.map(({name}) => name)
    expect([await cards(ada), await cards(hana)].map(names => names.includes('Time off in lieu (hours)'))).toEqual([
      true,
      false,
    ])
    expect((await pages.get<ListData>(hana, '/time-accounts')).data.records[0]?.cells.at(-1)?.text).toBe('3')
  })

  it('a leave type is granted every year, or earned', async () => {
    const {at} = await fresh()
    const both = creating('Kind', {name: 'Both', uses_allowance: true, earned: true})
    expect(refusals(await at.engine.change(at.people.hana, [both]))).toEqual(['earned: GRANTED_OR_EARNED'])
  })
})
