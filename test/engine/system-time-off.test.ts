/** System actions of the time-off planner: opens years with carried-over days, and completes past requests. */

import {describe, expect, it} from 'vitest'
import type {DoneChange} from '../../src/engine/transaction/context.ts'
import {undoChange} from '../../src/engine/write/undo.ts'
import {operator, readHistory, runSystemActions} from '../../src/screens/testing.ts'
import {done} from '../kit/engine.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {company, timeOff} from '../kit/time-off.ts'

describe.each(storesOfStories)('system actions of time off on $name', ({make}) => {
  const fresh = async () => company(await make(timeOff))
  const year = (of: number, field: string) => `sum(Allowance[person = this and year = ${of}].${field})`

  it('opens the year once for everyone, with one allowance for each kind that uses days', async () => {
    const {engine, people, make: create, shown} = await fresh()
    await create('Kind', {name: 'Training'})
    await create('Kind', {name: 'Old kind', active: false})
    // Five years are opened, and ten allowances calculated.
    expect(await runSystemActions(engine)).toEqual({performed: 15, refused: [], setbacks: [], rest: new Map()})
    const ada = {entity: 'User', id: people.ada.id}
    expect(await shown(ada, 'count(Allowance[person = this and year = 2026])')).toBe('2')
    expect(await shown(ada, year(2026, 'days'))).toBe('50')
    expect(await shown(ada, year(2026, 'carried_over'))).toBe('0')
    expect((await runSystemActions(engine)).performed).toBe(0)
    const [opened] = await engine.read(operator, reader => readHistory(reader, ada))
    expect(opened).toMatchObject({action: 'open_the_year', by: {kind: 'engine', id: null}, version: 1, changes: []})
  })

  it('notes in the history of a holiday which days are credited back, and corrects it', async () => {
    const {engine, people, kinds, make: create, shown} = await fresh()
    const flu = await create('Kind', {name: 'Flu', needs_approval: false, uses_allowance: false, interrupts: true})
    const week = {person: people.ada.id, first_day: '2026-04-13', last_day: '2026-04-17'}
    const holiday = await create('Request', {...week, kind: kinds.holiday, status: 'approved'})
    await runSystemActions(engine)
    const ill = {...week, last_day: '2026-04-14', kind: flu.id, status: 'recorded'}
    const sick = await create('Request', ill)
    expect((await runSystemActions(engine)).performed).toBe(1)
    const newest = async () => (await engine.read(operator, reader => readHistory(reader, holiday)))[0]
    expect(await newest()).toMatchObject({
      action: 'credit_back',
      by: {kind: 'engine', id: null},
      changes: [{field: 'credited', after: 2}],
    })
    await engine.change(operator, [{kind: 'delete', ...sick, fields: new Map()}])
    expect((await runSystemActions(engine)).performed).toBe(1)
    expect([(await newest())?.action, await shown(holiday, 'credited')]).toEqual(['charge_again', '0'])
    expect((await runSystemActions(engine)).performed).toBe(0)
  })

  it('credits back and completes a holiday during which the person was sick on every day', async () => {
    const {engine, clock, people, kinds, make: create, shown} = await fresh()
    const flu = await create('Kind', {name: 'Flu', needs_approval: false, uses_allowance: false, interrupts: true})
    const week = {person: people.ada.id, first_day: '2026-04-13', last_day: '2026-04-17'}
    const holiday = await create('Request', {...week, kind: kinds.holiday, status: 'approved'})
    await runSystemActions(engine)
    await create('Request', {...week, kind: flu.id, status: 'recorded'})
    expect(await runSystemActions(engine)).toMatchObject({performed: 1, refused: []})
    expect([await shown(holiday, 'days'), await shown(holiday, 'credited')]).toEqual(['0', '5'])
    clock.now = Date.parse('2026-04-20T08:00:00Z')
    expect((await runSystemActions(engine)).refused).toEqual([])
    expect(await shown(holiday, 'status')).toBe('taken')
  })

  it('P10: after an approval was undone, neither reminds again nor escalates again', async () => {
    const {engine, clock, people, draft, act} = await company(await make(timeOff), {undoWindow: 8000})
    await runSystemActions(engine)
    const asked = done(await draft(people.bo, {first_day: '2026-06-15', last_day: '2026-06-17'}))
    const sent = done(await act(people.bo, asked, 'submit'))
    clock.now += 8 * 24 * 60 * 60 * 1000
    const actions = async () => {
      const entries = await engine.read(operator, reader => readHistory(reader, sent))
      return entries.map(({action}) => action).filter(action => action === 'remind' || action === 'escalate')
    }
    await runSystemActions(engine)
    const before = await actions()
    expect(before.toSorted()).toEqual(['escalate', 'remind'])
    const changes: DoneChange[] = []
    const told = {
      describe: async () => ({text: 'Approved.', href: null, back: null}),
      done: (change: DoneChange) => void changes.push(change),
    }
    const approve = {kind: 'action', entity: 'Request', id: sent.id, action: 'approve', inputs: new Map()} as const
    const read = await engine.read(operator, reader => readHistory(reader, sent))
    const version = Math.max(...read.map(entry => entry.version))
    done(await engine.change(people.max, [{...approve, version}], {told}))
    clock.now += 2000
    const undone = await engine.unitOfWork(people.max, async context => {
      await undoChange(context, changes[0]?.id ?? '')
      return []
    })
    expect(undone.ok).toBe(true)
    await runSystemActions(engine)
    expect(await actions()).toEqual(before)
  })

  it('carries over remaining days, in half days, up to five; in Paris time', async () => {
    const {engine, clock, people, kinds, make: create, shown} = await fresh()
    await runSystemActions(engine)
    const taken = (person: string, last_day: string) =>
      create('Request', {
        person,
        kind: kinds.holiday,
        first_day: '2026-04-13',
        last_day,
        last_half: true,
        status: 'taken',
      })
    // 13 April to 7 May are nineteen working days, to 12 May twenty-two; each ends at midday.
    await taken(people.ada.id, '2026-05-07')
    await taken(people.bo.id, '2026-05-12')
    clock.now = Date.parse('2026-12-31T22:59:00Z')
    // The next year is already open, without carried-over days; its five allowances are calculated.
    expect((await runSystemActions(engine)).performed).toBe(10)
    expect(await shown({entity: 'User', id: people.ada.id}, year(2027, 'left'))).toBe('25')
    expect((await runSystemActions(engine)).performed).toBe(0)
    clock.now = Date.parse('2026-12-31T23:00:00Z')
    // Five years are closed, and five get the carried-over days.
    expect((await runSystemActions(engine)).performed).toBe(10)
    expect((await runSystemActions(engine)).performed).toBe(0)
    const [ada, bo, cem] = [people.ada, people.bo, people.cem].map(({id}) => ({entity: 'User', id}))
    if (!ada || !bo || !cem) throw new Error('a person is missing')
    const closed = (who: typeof ada) =>
      Promise.all(['moved', 'forfeited', 'left'].map(field => shown(who, year(2026, field))))
    expect(await closed(ada)).toEqual(['5', '1.5', '0'])
    expect(await shown(ada, year(2027, 'carried_over'))).toBe('5')
    expect(await closed(bo)).toEqual(['3.5', '0', '0'])
    expect(await shown(bo, year(2027, 'carried_over'))).toBe('3.5')
    expect(await shown(bo, year(2027, 'left'))).toBe('28.5')
    expect(await shown(cem, year(2027, 'carried_over'))).toBe('5')
  })

  it('D3: opens the next year four months before it starts, with the entitlement at that time', async () => {
    const {engine, clock, people, make: create, shown} = await fresh()
    const zoe = await create('User', {name: 'Zoe', email: 'zoe@example.com', roles: ['Employee'], joined: '2027-07-01'})
    await runSystemActions(engine)
    const ada = {entity: 'User', id: people.ada.id}
    clock.now = Date.parse('2026-08-31T21:59:00Z')
    expect((await runSystemActions(engine)).performed).toBe(0)
    clock.now = Date.parse('2026-08-31T22:00:00Z')
    // Six people, whose allowances are calculated; for the one who joins in July, months and days are prorated.
    expect((await runSystemActions(engine)).performed).toBe(14)
    expect([await shown(ada, year(2027, 'days')), await shown(ada, year(2027, 'carried_over'))]).toEqual(['25', '0'])
    // Six months of twelve.
    expect(await shown(zoe, year(2027, 'days'))).toBe('12.5')
  })

  it('D3: keeps the values that human resources entered for the next year', async () => {
    const {engine, clock, people, kinds, make: create, shown} = await fresh()
    await runSystemActions(engine)
    clock.now = Date.parse('2026-11-02T08:00:00Z')
    const own = {person: people.ada.id, kind: kinds.holiday, year: 2027, days: 20, carried_over: 2}
    const balance = await create('Allowance', own)
    clock.now = Date.parse('2027-01-04T08:00:00Z')
    await runSystemActions(engine)
    expect([await shown(balance, 'days'), await shown(balance, 'carried_over')]).toEqual(['20', '2'])
  })

  it('D3: opens a leave type that is added during the year immediately', async () => {
    const {engine, people, make: create, shown} = await fresh()
    await runSystemActions(engine)
    await create('Kind', {name: 'Training'})
    expect((await runSystemActions(engine)).performed).toBe(10)
    const ada = {entity: 'User', id: people.ada.id}
    expect(await shown(ada, 'count(Allowance[person = this and year = 2026])')).toBe('2')
    expect((await runSystemActions(engine)).performed).toBe(0)
  })

  it.each([
    ['2026-01-31', '25'],
    // Seven months of twelve: 14.58, to the next half day.
    ['2026-06-15', '14.5'],
    // Eleven months: 22.92.
    ['2026-02-01', '23'],
    ['2026-12-01', '2'],
    ['2019-06-15', '25'],
  ])('gives a person who joined on %s their share: %s days', async (joined, days) => {
    const {engine, make: create, shown} = await fresh()
    const zoe = await create('User', {name: 'Zoe', email: 'zoe@example.com', roles: ['Employee'], joined})
    await runSystemActions(engine)
    expect(await shown(zoe, year(2026, 'days'))).toBe(days)
  })

  it('opens no year for a person who has left', async () => {
    const {engine, make: create, shown} = await fresh()
    const zoe = await create('User', {name: 'Zoe', email: 'zoe@example.com', active: false})
    expect((await runSystemActions(engine)).performed).toBe(10)
    expect(await shown(zoe, 'count(Allowance[person = this])')).toBe('0')
  })

  it('completes leave on the day after its last, and catches up after a pause', async () => {
    const {engine, clock, people, kinds, make: create, shown} = await fresh()
    await runSystemActions(engine)
    const leave = (person: string, day: string) =>
      create('Request', {person, kind: kinds.holiday, first_day: day, last_day: day, status: 'approved'})
    const [one, two] = [await leave(people.ada.id, '2026-04-13'), await leave(people.bo.id, '2026-04-20')]
    clock.now = Date.parse('2026-04-13T21:59:00Z')
    expect((await runSystemActions(engine)).performed).toBe(0)
    clock.now = Date.parse('2026-04-13T22:01:00Z')
    expect((await runSystemActions(engine)).performed).toBe(1)
    expect([await shown(one, 'status'), await shown(two, 'status')]).toEqual(['taken', 'approved'])
    clock.now = Date.parse('2026-08-31T08:00:00Z')
    expect((await runSystemActions(engine)).performed).toBe(1)
    expect(await shown(two, 'status')).toBe('taken')
  })
})
