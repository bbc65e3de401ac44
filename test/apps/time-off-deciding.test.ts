/**
 * Deciding about leave: over the limit of a team, for several people at once, and who is reminded. The day is Tuesday,
 * 10 March 2026. Ada, Bo and Cem are one team under Max, of whom one may be away; Hana is human resources.
 */
import {describe, expect, it} from 'vitest'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import type {Json} from '../../src/feel/core.ts'
import type {DashboardData} from '../../src/screens/dashboard/data.ts'
import type {InboxData} from '../../src/screens/inbox/data.ts'
import {type Actor, runSystemActions} from '../../src/screens/testing.ts'
import {queryRows} from '../../src/store/sql.ts'
import {done, person, refusals} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

const submitted = async (at: Company, who: Actor, fields: Readonly<Record<string, Json>>) =>
  done(await at.act(who, done(await at.draft(who, fields)), 'submit'))

const week = {first_day: '2026-04-13', last_day: '2026-04-17'}

describe.each(storesOfStories)('deciding about leave, on $name', ({make}) => {
  const open = async () => company(await make(timeOff))

  /** Bo is away, so Ada’s request exceeds the limit of one. */
  async function limited() {
    const at = await open()
    const {ada, bo, max} = at.people
    for (const who of [ada, bo]) await at.allowance(who, 25)
    done(await at.act(max, await submitted(at, bo, week), 'approve'))
    return {at, request: await submitted(at, ada, week), pages: pagesOf(at.engine)}
  }

  it('P9: the button that a rule refuses is not active, and the limit can be exceeded with a reason that is kept', async () => {
    const {at, request, pages} = await limited()
    const {ada, max} = at.people
    const {data} = await pages.get<InboxData>(max, `/to-decide?record=${request.id}`)
    expect(data.selected?.actions.map(({label, refused}) => [label, refused ?? false])).toEqual([
      ['Approve', true],
      ['Approve anyway', false],
      ['Decline', false],
    ])
    expect(refusals(await at.act(max, request, 'approve'))).toEqual(['TEAM_TOO_THIN'])
    expect(refusals(await at.act(max, request, 'approve_anyway'))).toEqual(['limit_reason: REQUIRED'])
    expect(refusals(await at.act(ada, request, 'approve_anyway', {limit_reason: 'I want to.'}))).toEqual([
      'LIMIT_NOT_REACHED',
    ])
    done(await at.act(max, request, 'approve_anyway', {limit_reason: 'Bo can be called.'}))
    expect(await at.shown(request, 'status')).toBe('approved')
    const record = await pages.get<RecordData>(max, '/requests/1002')
    expect(record.data.history[0]?.what).toContain('although the team’s limit is reached. Reason: Bo can be called.')
  })

  it('P9: below the limit there is nothing to override', async () => {
    const at = await open()
    const {ada, max} = at.people
    await at.allowance(ada, 25)
    const request = await submitted(at, ada, week)
    const {data} = await pagesOf(at.engine).get<InboxData>(max, `/to-decide?record=${request.id}`)
    expect(data.selected?.actions.map(({label, refused}) => [label, refused ?? false])).toEqual([
      ['Approve', false],
      ['Decline', false],
    ])
    // Someone else’s leave was cancelled while the page was open.
    expect(refusals(await at.act(max, request, 'approve_anyway', {limit_reason: 'Bo can be called.'}))).toEqual([
      'LIMIT_NOT_REACHED',
    ])
  })

  it('P9: human resources sees the same checks before it records leave, and decides itself', async () => {
    const {at, pages} = await limited()
    const {cem, hana} = at.people
    await at.allowance(cem, 25)
    const sent = {person: cem.id, kind: at.kinds.holiday, first_half: 'no', last_half: 'no', ...week}
    const form = await pages.post<FormScreenData>(hana, '/record', {_action: '_preview', ...sent})
    const checks = form.data.hints?.summary?.checks.map(({outcome, text}) => [outcome, text]) ?? []
    expect(checks).toContainEqual(['warns', 'The team’s limit is reached on one of these days: 1 of 1 already away.'])
    expect(form.data.hints?.summary?.blocked).toBeNull()
  })

  it('P11: nobody is told to decide about their own request', async () => {
    const at = await open()
    const {hana, max} = at.people
    const {id} = await at.make('User', {
      name: 'Anna',
      email: 'anna@example.com',
      roles: ['HR', 'Employee'],
      manager: max.id,
    })
    const anna = person(id, 'HR', 'Employee')
    await at.make('Allowance', {person: id, kind: at.kinds.holiday, year: 2026, days: 25})
    const request = await submitted(at, anna, week)
    at.clock.now = Date.parse('2026-03-20T08:00:00Z')
    await runSystemActions(at.engine)
    expect(await at.shown(request, 'escalated')).toBe('true')
    const told = await at.store.readOne(
      db => queryRows(db)`select n.person from nonet_notification as n where n.action = 'escalate'`,
    )
    expect(told.map(([who]) => who)).toEqual([hana.id])
  })

  it('P13: a cancellation has waited since it was asked for, not since the leave was', async () => {
    const at = await open()
    const {ada, bo, hana, max} = at.people
    for (const who of [ada, bo]) await at.allowance(who, 25)
    const leave = done(await at.act(max, await submitted(at, ada, week), 'approve'))
    at.clock.now = Date.parse('2026-03-12T08:00:00Z')
    await submitted(at, bo, {first_day: '2026-05-04', last_day: '2026-05-04'})
    at.clock.now = Date.parse('2026-03-16T08:00:00Z')
    done(await at.act(ada, leave, 'ask_to_cancel'))
    const pages = pagesOf(at.engine)
    const {data} = await pages.get<InboxData>(max, '/to-decide')
    expect(data.records.map(({name, age}) => [name, age.exact])).toEqual([
      ['Ada', 'just now'],
      ['Bo', expect.stringContaining('12 Mar')],
    ])
    const overview = await pages.get<DashboardData>(hana, '/figures')
    const oldest = overview.data.cards.find(({name}) => name === 'Oldest open requests')?.body
    expect(oldest?.as === 'table' && oldest.records.map(({cells}) => cells[1]?.text)).toEqual(['Bo', 'Ada'])
  })

  it('P25: the dates of one person are not given to several', async () => {
    const {at, pages} = await limited()
    const {data} = await pages.get<ListData>(at.people.max, '/team-requests')
    const labels = data.bulk.map(({label}) => label)
    expect(labels).toContain('Approve')
    expect(labels).not.toContain('Edit dates')
  })
})
