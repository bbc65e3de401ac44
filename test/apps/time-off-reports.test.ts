/**
 * Absence reports of the time-off planner, for payroll: each day counts in its own period. The day is Tuesday, 10 March
 * 2026.
 */
import {describe, expect, it} from 'vitest'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {Json} from '../../src/feel/core.ts'
import type {DashboardData} from '../../src/screens/dashboard/data.ts'
import {type Actor, operator, runSystemActions} from '../../src/screens/testing.ts'
import {creating, done, updating} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

/** Recorded by human resources, in one step. */
async function away(at: Company, who: Actor & {kind: 'person'}, kind: string, dates: Readonly<Record<string, Json>>) {
  const perform = {perform: {action: 'record', inputs: new Map()}}
  done(await at.engine.change(at.people.hana, [creating('Request', {person: who.id, kind, ...dates}, perform)]))
}

describe.each(storesOfStories)('absence reports on $name', ({make}) => {
  it('count every working day in its period, per person and as the sick rate of teams, with CSV; managers see their team', async () => {
    const at = await company(await make(timeOff))
    const {ada, bo, hana, max} = at.people
    const flu = await at.make('Kind', {name: 'Flu', needs_approval: false, uses_allowance: false, interrupts: true})
    await at.allowance(ada, 25)
    const easter = creating('Holiday', {place: at.places.paris, day: '2026-04-06', name: 'Easter Monday'})
    done(await at.engine.change(operator, [easter]))
    // Three working days in March; in April three and a half, because Easter Monday is free.
    await away(at, ada, at.kinds.holiday, {first_day: '2026-03-27', last_day: '2026-04-07', last_half: true})
    await away(at, ada, at.kinds.unpaid, {first_day: '2026-03-12', last_day: '2026-03-12', first_half: true})
    await away(at, bo, flu.id, {first_day: '2026-02-26', last_day: '2026-03-04'})

    const pages = pagesOf(at.engine)
    const form = await pages.get<FormScreenData>(hana, '/reports/new')
    expect(form.data.fields.map(({values}) => values)).toEqual([['2026-03-01'], ['2026-03-31']])
    expect(form.data.actions.map(({label}) => label)).toContain('Create report')
    const created = (first_day: string, last_day: string) =>
      pages.post(hana, '/reports/new', {_action: 'report', first_day, last_day})
    expect((await created('2026-03-01', '2026-03-31')).status).toBe(303)
    expect((await created('2026-04-01', '2026-04-30')).status).toBe(303)

    const lines = async (who: Actor, path: string) =>
      (await pages.html(who, path))
        .trim()
        .split('\r\n')
        .map(line => line.replace('\ufeff', ''))
    const all = await lines(hana, '/absences?_export=csv')
    expect(all[0]).toBe('Person,Team,First day,Last day,Working days,Holiday,Sick,Other,Total')
    expect(all).toHaveLength(11)
    const of = (name: string) =>
      all.filter(line => line.startsWith(`${name},`)).map(line => line.split(',').slice(4).join(' '))
    expect(of('Ada').toSorted()).toEqual(['21 3.5 0 0 3.5', '22 3 0 0.5 3.5'])
    expect(of('Bo').toSorted()).toEqual(['22 0 0 0 0', '22 0 3 0 3'])
    // Ada, Bo and Cem work 66 days in March.
    const rates = await lines(hana, '/sick-rates?_export=csv')
    expect(
      rates
        .slice(1)
        .map(line => line.split(',').slice(3).join(' '))
        .toSorted(),
    ).toEqual(['64 0 0', '66 3 4.5'])

    const payroll = await lines(hana, '/payroll?_export=csv')
    expect(payroll.toSorted()).toEqual([
      'Ada,,ada@example.com,Holiday,3,2026-03-27 – 2026-03-31,2026-03-01,2026-03-31,Makers',
      'Ada,,ada@example.com,Holiday,3.5,2026-04-01 – 2026-04-07 ½,2026-04-01,2026-04-30,Makers',
      'Ada,,ada@example.com,Unpaid leave,0.5,2026-03-12 ½,2026-03-01,2026-03-31,Makers',
      'Bo,,bo@example.com,Flu,3,2026-03-01 – 2026-03-04,2026-03-01,2026-03-31,Makers',
      'Person,Employee ID,Email,Type,Days,Dates,First day,Last day,Team',
    ])

    // A leave of two months is in the month of its first day, and the chart says so.
    const {cards} = (await pages.get<DashboardData>(hana, '/figures')).data
    const months = cards.find(({name}) => name === 'Days off by month')?.body
    expect(months && 'unit' in months && months.unit).toBe('days by start date')
    const team = await pages.get<ListData>(max, '/absences')
    expect(new Set(team.data.records.map(({cells}) => cells[0]?.text))).toEqual(new Set(['Ada', 'Bo', 'Cem']))
    expect((await pages.get<ListData>(ada, '/absences')).data.records).toEqual([])
    const [head, ...own] = await lines(max, '/absences?_export=csv')
    expect(head).toBe(all[0])
    expect(own).toHaveLength(6)
    expect(own.every(line => line.split(',')[1] === 'Makers')).toBe(true)
  })

  it('count nobody before their first day at the company or after their last one, and leave days of 0 out of payroll', async () => {
    const at = await company(await make(timeOff))
    const {ada, bo, cem, max, hana} = at.people
    await at.allowance(ada, 25)
    const employed = async (who: Actor & {kind: 'person'}, fields: Readonly<Record<string, Json>>) =>
      done(await at.engine.change(operator, [updating('User', {id: who.id, version: 1}, fields)]))
    await employed(cem, {joined: '2026-03-16'})
    await employed(bo, {left_on: '2026-03-06'})
    await employed(max, {joined: '2026-04-01'})
    // Ada's holiday touches the period on a Sunday alone.
    await away(at, ada, at.kinds.holiday, {first_day: '2026-03-27', last_day: '2026-03-29'})
    const pages = pagesOf(at.engine)
    await pages.post(hana, '/reports/new', {_action: 'report', first_day: '2026-03-01', last_day: '2026-03-26'})
    await pages.post(hana, '/reports/new', {_action: 'report', first_day: '2026-03-29', last_day: '2026-03-31'})
    const rows = async (path: string) => (await pages.html(hana, path)).trim().split('\r\n').slice(1)
    const days = (await rows('/absences?_export=csv')).map(line => {
      const [name, , first, , working] = line.split(',')
      return `${first} ${name} ${working}`
    })
    expect(days.toSorted()).toEqual([
      '2026-03-01 Ada 19',
      '2026-03-01 Bo 5',
      '2026-03-01 Cem 9',
      '2026-03-01 Hana 19',
      '2026-03-29 Ada 2',
      '2026-03-29 Cem 2',
      '2026-03-29 Hana 2',
    ])
    expect(await rows('/payroll?_export=csv')).toEqual([])
  })

  it('name the dates of payroll in their order, and mark half days', async () => {
    const at = await company(await make(timeOff))
    const {ada, hana} = at.people
    await at.allowance(ada, 25)
    await away(at, ada, at.kinds.holiday, {first_day: '2026-03-27', last_day: '2026-04-07', last_half: true})
    await away(at, ada, at.kinds.holiday, {first_day: '2026-02-27', last_day: '2026-03-02', first_half: true})
    await away(at, ada, at.kinds.holiday, {first_day: '2026-03-12', last_day: '2026-03-12', last_half: true})
    await away(at, ada, at.kinds.holiday, {first_day: '2026-03-10', last_day: '2026-03-11', first_half: true})
    const pages = pagesOf(at.engine)
    const datesOf = async (first_day: string, last_day: string) => {
      await pages.post(hana, '/reports/new', {_action: 'report', first_day, last_day})
      const rows = (await pages.html(hana, '/payroll?_export=csv')).split('\r\n')
      return rows
        .find(row => row.includes(`,${first_day},${last_day},`))
        ?.split('"')[1]
        ?.split(', ')
    }
    expect(await datesOf('2026-03-01', '2026-03-31')).toEqual([
      '2026-03-01 – 2026-03-02',
      '2026-03-10 ½ – 2026-03-11',
      '2026-03-12 ½',
      '2026-03-27 – 2026-03-31',
    ])
    // In a period of any length.
    expect(await datesOf('2025-01-01', '2026-12-31')).toEqual([
      '2026-02-27 ½ – 2026-03-02',
      '2026-03-10 ½ – 2026-03-11',
      '2026-03-12 ½',
      '2026-03-27 – 2026-04-07 ½',
    ])
  })

  it('have no payroll lines for withdrawn requests; the days of undecided ones are added on approval', async () => {
    const at = await company(await make(timeOff))
    const {ada, bo, max, hana} = at.people
    const asked = async (who: Actor, day: string) => {
      const request = done(await at.draft(who, {kind: at.kinds.unpaid, first_day: day, last_day: day}))
      return done(await at.act(who, request, 'submit'))
    }
    const open = await asked(ada, '2026-04-14')
    done(await at.act(bo, await asked(bo, '2026-04-15'), 'withdraw'))
    const pages = pagesOf(at.engine)
    await pages.post(hana, '/reports/new', {_action: 'report', first_day: '2026-04-01', last_day: '2026-04-30'})
    const rows = async () => (await pages.html(hana, '/payroll?_export=csv')).trim().split('\r\n').slice(1)
    const line = (days: number, dates: string) =>
      `Ada,,ada@example.com,Unpaid leave,${days},${dates},2026-04-01,2026-04-30,Makers`
    expect(await rows()).toEqual([line(0, '')])
    done(await at.act(max, open, 'approve'))
    expect(await rows()).toEqual([line(1, '2026-04-14')])
  })

  it('have lines for absences that are entered later, and rows for people who are added later', async () => {
    const at = await company(await make(timeOff))
    const {ada, bo, hana} = at.people
    await at.allowance(ada, 25)
    const pages = pagesOf(at.engine)
    await pages.post(hana, '/reports/new', {_action: 'report', first_day: '2026-02-01', last_day: '2026-02-28'})
    const rows = async (path: string) => (await pages.html(hana, path)).trim().split('\r\n').slice(1)
    const people = await rows('/absences?_export=csv')
    expect(await rows('/payroll?_export=csv')).toEqual([])
    await away(at, ada, at.kinds.unpaid, {first_day: '2026-02-09', last_day: '2026-02-10'})
    await away(at, bo, at.kinds.unpaid, {first_day: '2026-03-02', last_day: '2026-03-03'})
    await at.make('User', {name: 'Dora', email: 'dora@example.com', roles: ['Employee'], joined: '2026-02-16'})
    await at.make('User', {name: 'Emil', email: 'emil@example.com', roles: ['Employee'], joined: '2026-03-02'})
    expect((await runSystemActions(at.engine)).setbacks).toEqual([])
    expect(await rows('/payroll?_export=csv')).toEqual([
      'Ada,,ada@example.com,Unpaid leave,2,2026-02-09 – 2026-02-10,2026-02-01,2026-02-28,Makers',
    ])
    const added = (await rows('/absences?_export=csv')).filter(line => !people.includes(line))
    expect(added.map(line => line.split(',')[0]).toSorted()).toEqual(['Ada', 'Dora'])
    await runSystemActions(at.engine)
    expect(await rows('/payroll?_export=csv')).toHaveLength(1)
  })

  it('count a day of sick leave during a holiday once, also where the holiday is in two periods', async () => {
    const at = await company(await make(timeOff))
    const {ada, hana} = at.people
    const flu = await at.make('Kind', {name: 'Flu', needs_approval: false, uses_allowance: false, interrupts: true})
    await at.allowance(ada, 25)
    // Two days in March and four in April; the last of March, and the first and half of the second of April are sick.
    await away(at, ada, at.kinds.holiday, {first_day: '2026-03-30', last_day: '2026-04-06'})
    await away(at, ada, flu.id, {first_day: '2026-03-31', last_day: '2026-04-02', last_half: true})
    const pages = pagesOf(at.engine)
    await pages.post(hana, '/reports/new', {_action: 'report', first_day: '2026-03-01', last_day: '2026-03-31'})
    await pages.post(hana, '/reports/new', {_action: 'report', first_day: '2026-04-01', last_day: '2026-04-30'})
    const rows = async (path: string) =>
      (await pages.html(hana, path))
        .trim()
        .split('\r\n')
        .filter(line => line.startsWith('Ada,'))
    expect((await rows('/absences?_export=csv')).map(line => line.split(',').slice(5).join(' ')).toSorted()).toEqual([
      '1 1 0 2',
      '2.5 1.5 0 4',
    ])
    expect((await rows('/payroll?_export=csv')).map(line => line.split(',').slice(3, 6).join(' ')).toSorted()).toEqual([
      'Flu 1 2026-03-31',
      'Flu 1.5 2026-04-01 – 2026-04-02 ½',
      'Holiday 1 2026-03-30 – 2026-03-31',
      'Holiday 2.5 2026-04-01 – 2026-04-06',
    ])
  })

  it('count the days of personal working patterns, also of leave at the edges of the period', async () => {
    const at = await company(await make(timeOff))
    const {ada, bo, hana} = at.people
    await at.allowance(ada, 25)
    // Ada always works Monday to Wednesday, Bo Monday to Thursday from the middle of March.
    await at.make('Pattern', {person: ada.id, since: '2025-01-01', weekdays: ['Monday', 'Tuesday', 'Wednesday']})
    await at.make('Pattern', {
      person: bo.id,
      since: '2026-03-16',
      weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
    })
    await away(at, ada, at.kinds.holiday, {first_day: '2026-03-30', last_day: '2026-04-03'})
    const pages = pagesOf(at.engine)
    await pages.post(hana, '/reports/new', {_action: 'report', first_day: '2026-03-01', last_day: '2026-03-31'})
    await pages.post(hana, '/reports/new', {_action: 'report', first_day: '2026-04-01', last_day: '2026-04-30'})
    const text = await pages.html(hana, '/absences?_export=csv')
    const of = (name: string) =>
      text
        .split('\r\n')
        .filter(line => line.replace('\ufeff', '').startsWith(`${name},`))
        .map(line => line.split(',').slice(4, 6).join(' '))
        .toSorted()
    expect(of('Ada')).toEqual(['13 1', '14 2'])
    expect(of('Bo')).toEqual(['18 0', '20 0'])
  })
})
