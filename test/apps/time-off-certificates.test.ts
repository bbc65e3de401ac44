/**
 * Certificates for sick leave in the time-off planner: due after some days, reminded, uploaded and received. The day is
 * Tuesday, 10 March 2026. Ada works for Max; Hana is human resources.
 */
import {describe, expect, it} from 'vitest'
import type {ListData} from '../../src/features/collections/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import type {Json} from '../../src/feel/core.ts'
import type {DashboardData} from '../../src/screens/dashboard/data.ts'
import {runSystemActions} from '../../src/screens/testing.ts'
import {queryRows} from '../../src/store/sql.ts'
import {creating, done, refusals} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

type Fields = Readonly<Record<string, Json>>

const perform = {perform: {action: 'submit', inputs: new Map()}}

describe.each(storesOfStories)('certificates, on $name', ({make}) => {
  async function fresh() {
    const at = await company(await make(timeOff))
    const illness = {name: 'Illness', needs_approval: false, uses_allowance: false, certificate_after: 3}
    const {id: ill} = await at.make('Kind', illness)
    const called = (fields: Fields) =>
      at.engine.change(at.people.ada, [creating('Request', {kind: ill, ...fields}, perform)])
    return {at, ill, called}
  }

  const reminders = async (at: Company): Promise<number> => {
    const rows = await at.store.readOne(
      db => queryRows(db)`select n.id from nonet_notification as n where n.action = 'remind_of_certificate'`,
    )
    return rows.length
  }

  it('are due on the day after a number of calendar days, and not for shorter leave', async () => {
    const {at, called} = await fresh()
    const dueOf = async (first_day: string, last_day: string) =>
      at.shown(done(await called({first_day, last_day})), 'string(certificate_due)')
    expect(await dueOf('2026-03-10', '2026-03-12')).toBe('null')
    // Friday to Monday are four calendar days, two of them working days.
    expect(await dueOf('2026-03-13', '2026-03-16')).toBe('2026-03-16')
    const draft = done(await at.draft(at.people.bo, {first_day: '2026-03-10', last_day: '2026-03-20'}))
    expect(await at.shown(draft, 'string(certificate_due)')).toBe('null')
  })

  it('are due on a working day of the company, and marked as overdue afterwards, until they are uploaded', async () => {
    const {at, ill, called} = await fresh()
    const {hana} = at.people
    await at.make('Holiday', {place: at.places.paris, day: '2026-03-16', name: 'Day of rest'})
    // Thursday and three days are a Sunday, before a public holiday of her office.
    const sick = done(await called({first_day: '2026-03-12', last_day: '2026-03-20'}))
    expect(await at.shown(sick, 'string(certificate_due)')).toBe('2026-03-17')
    const state = async () => {
      const {data} = await pagesOf(at.engine).get<ListData>(hana, '/certificates')
      const column = data.columns.findIndex(({label}) => label === 'Certificate status')
      const marks = data.columns[column]?.marks ?? {}
      return data.records.map(({cells}) => [cells[column]?.text, marks[String(cells[column]?.value)]?.colour])
    }
    at.clock.now = Date.parse('2026-03-17T08:00:00Z')
    expect(await state()).toEqual([['Outstanding', 'amber']])
    at.clock.now = Date.parse('2026-03-18T08:00:00Z')
    expect(await state()).toEqual([['Overdue', 'red']])
    const uploaded = {
      status: 'recorded',
      first_day: '2026-03-04',
      last_day: '2026-03-11',
      certificate_sent: '2026-03-09',
    }
    await at.make('Request', {person: at.people.bo.id, kind: ill, ...uploaded})
    expect(await state()).toEqual([
      ['Uploaded', 'green'],
      ['Overdue', 'red'],
    ])
  })

  it('can be outstanding while the person changes the end of their own sick leave, until HR has received one', async () => {
    const {at, called} = await fresh()
    const {ada, bo, hana} = at.people
    const sick = done(await called({first_day: '2026-03-10', last_day: '2026-03-10'}))
    // The next morning the leave counts as taken; Ada is still ill.
    at.clock.now = Date.parse('2026-03-11T07:00:00Z')
    await runSystemActions(at.engine)
    expect(await at.shown(sick, 'status')).toBe('taken')
    const {version} = {version: Number(await at.shown(sick, 'version'))}
    const longer = done(await at.act(ada, {...sick, version}, 'change_end', {last_day: '2026-03-16', last_half: false}))
    expect(await at.shown(sick, 'status + " " + string(days)')).toBe('recorded 5')
    const shorter = done(await at.act(ada, longer, 'change_end', {last_day: '2026-03-13', last_half: false}))
    expect(refusals(await at.act(ada, shorter, 'change_end', {last_day: '2026-03-09', last_half: false}))).toEqual([
      'last_day: DATES_REVERSED',
    ])
    expect(refusals(await at.act(bo, shorter, 'change_end', {last_day: '2026-03-20', last_half: false}))).toEqual([
      'FORBIDDEN',
    ])
    const received = done(await at.act(hana, shorter, 'receive_certificate'))
    expect(refusals(await at.act(ada, received, 'change_end', {last_day: '2026-03-20', last_half: false}))).toEqual([
      'CERTIFIED',
    ])
  })

  it('remind the person from that day on, and are received by human resources', async () => {
    const {at, called} = await fresh()
    const {ada, max, hana} = at.people
    const pages = pagesOf(at.engine)
    const sick = done(await called({first_day: '2026-03-10', last_day: '2026-03-17'}))
    const due = async () => (await pages.get<ListData>(hana, '/certificates')).data.records.length
    const cards = async () => (await pages.get<DashboardData>(ada, '/')).data.cards.map(({name}) => name)
    await runSystemActions(at.engine)
    expect([await due(), await reminders(at)]).toEqual([1, 0])
    expect(await cards()).toContain('Certificates due')
    at.clock.now = Date.parse('2026-03-13T08:00:00Z')
    await runSystemActions(at.engine)
    await runSystemActions(at.engine)
    expect(await reminders(at)).toBe(1)
    at.clock.now = Date.parse('2026-03-15T08:05:00Z')
    await runSystemActions(at.engine)
    expect(await reminders(at)).toBe(2)
    const page = await pages.get<RecordData>(ada, '/requests/1001')
    expect(page.data.actions.map(({label}) => label)).toContain('Upload certificate')
    expect(refusals(await at.act(max, sick, 'receive_certificate'))).toEqual(['FORBIDDEN'])
    const received = done(await at.act(hana, sick, 'receive_certificate'))
    expect(await at.shown(sick, 'string(certificate_on)')).toBe('2026-03-15')
    expect(refusals(await at.act(hana, received, 'receive_certificate'))).toEqual(['NO_CERTIFICATE'])
    at.clock.now = Date.parse('2026-03-20T08:00:00Z')
    await runSystemActions(at.engine)
    expect([await due(), await reminders(at)]).toEqual([0, 2])
    expect(await cards()).not.toContain('Certificates due')
  })
})
