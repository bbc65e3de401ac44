/**
 * The previews of the time-off planner's forms. The day is Tuesday, 10 March 2026. Ada, Bo and Cem are one team under
 * Max; Hana is human resources and Max's manager.
 */
import {describe, expect, it} from 'vitest'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import {done, refusals} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {company, timeOff} from '../kit/time-off.ts'

describe.each(storesOfStories)('forms of the time-off planner, on $name', ({make}) => {
  it('an action with dates starts with the current ones, and shows days and balance like the form', async () => {
    const at = await company(await make(timeOff))
    const {ada} = at.people
    const pages = pagesOf(at.engine)
    await at.allowance(ada, 20)
    const request = done(await at.draft(ada, {first_day: '2026-06-15', last_day: '2026-06-16', note: 'Wedding'}))
    done(await at.act(ada, request, 'submit'))
    const {data: record} = await pages.get<RecordData>(ada, '/requests/1001')
    const change = record.actions.find(({name}) => name === 'change_dates')
    expect(change?.onPage).toBe(true)
    const {data: form} = await pages.get<FormScreenData>(ada, change?.href ?? '')
    expect(form.fields.map(({name, values}) => [name, values])).toEqual([
      ['first_day', ['2026-06-15']],
      ['first_half', ['no']],
      ['last_day', ['2026-06-16']],
      ['last_half', ['no']],
      ['note', ['Wedding']],
    ])
    expect(form.hints?.summary?.figures[0]).toMatchObject({after: '18'})
    // The calendar of the form for new records; other months are requested at the address of the action.
    expect(form.calendar).toMatchObject({from: 'first_day', to: 'last_day', halfDays: ['first_half', 'last_half']})
    expect(form.calendar?.first).toBe('2026-06-01')
    const months = await pages.get<FormScreenData>(ada, `${form.calendar?.lookup}&_days=2026-09-01`)
    expect(months.data.calendar?.first).toBe('2026-09-01')
    const preview = await pages.post<FormScreenData>(ada, change?.href ?? '', {
      _action: '_preview',
      first_day: '2026-06-15',
      last_day: '2026-06-19',
    })
    expect(preview.data.hints?.summary?.figures[0]).toMatchObject({after: '15'})
    // What the action would refuse is said before it is sent.
    const soon = {_action: '_preview', first_day: '2026-03-12', last_day: '2026-03-13'}
    const tooSoon = await pages.post<FormScreenData>(ada, change?.href ?? '', soon)
    expect(tooSoon.data.hints?.summary).toMatchObject({blocked: expect.any(String)})
    // Submitting has the same rule: it is not repeated as a note.
    const checks = tooSoon.data.hints?.summary?.checks.filter(({text}) => text.includes('14 days in advance'))
    expect(checks?.map(({outcome}) => outcome)).toEqual(['blocks'])
    const moved = {
      _action: 'change_dates',
      _version: String(form.version),
      first_day: '2026-06-15',
      first_half: 'no',
      last_day: '2026-06-19',
      last_half: 'no',
    }
    expect((await pages.post(ada, change?.href ?? '', moved)).status).toBe(303)
    expect(await at.shown(request, 'days')).toBe('5')
  })

  it('blackout dates block the action whose rule names them, and not the correction by human resources', async () => {
    const at = await company(await make(timeOff))
    const {ada, hana} = at.people
    const pages = pagesOf(at.engine)
    await at.allowance(ada, 20)
    const request = done(await at.draft(ada, {first_day: '2026-06-15', last_day: '2026-06-16'}))
    done(await at.act(ada, request, 'submit'))
    const blocked = async (person: typeof ada, action: string) => {
      const {data} = await pages.get<FormScreenData>(person, `/requests/1001?action=${action}`)
      return data.hints?.blocksDays
    }
    expect(await blocked(ada, 'change_dates')).toBe(true)
    expect(await blocked(hana, 'correct_dates')).toBe(false)
  })

  it('reversed dates have neither days nor a balance; without an allowance, leave may span New Year', async () => {
    const at = await company(await make(timeOff))
    const {ada} = at.people
    const pages = pagesOf(at.engine)
    await at.allowance(ada, 20)
    const preview = (kind: string, first_day: string, last_day: string) =>
      pages.post<FormScreenData>(ada, '/requests/new', {
        _action: '_preview',
        kind,
        first_day,
        last_day,
        last_half: 'yes',
      })
    const reversed = await preview(at.kinds.holiday, '2026-06-16', '2026-06-15')
    expect(reversed.data.hints?.summary).toMatchObject({figures: [], amount: null})
    expect(reversed.data.hints?.facts.filter(({text}) => text !== '')).toEqual([])
    expect(reversed.data.hints?.problems.map(({message}) => message)).toContain('The last day is before the first day.')
    const newYear = {first_day: '2026-12-28', last_day: '2027-01-04'}
    done(await at.draft(ada, {...newYear, kind: at.kinds.unpaid}))
    const twoYears = {first_day: '2026-12-28', last_day: '2028-01-04'}
    expect(refusals(await at.draft(ada, twoYears))).toContain('last_day: TWO_YEARS_AT_MOST')
  })

  it('says beside colleagues that they are away in the chosen days, as far as the person may know', async () => {
    const at = await company(await make(timeOff))
    const {ada, bo, max, hana} = at.people
    const pages = pagesOf(at.engine)
    for (const who of [bo, max]) {
      await at.allowance(who, 20)
      const away = done(await at.draft(who, {first_day: '2026-06-15', last_day: '2026-06-16'}))
      const sent = done(await at.act(who, away, 'submit'))
      done(await at.act(who === bo ? max : hana, sent, 'approve'))
    }
    const notes = async (who: typeof ada, path: string, field: string, days: readonly [string, string]) => {
      const dates = {first_day: days[0], last_day: days[1]}
      const {data} = await pages.post<FormScreenData>(who, path, {_action: '_preview', ...dates})
      return data.hints?.notes?.[field]
    }
    const same = ['2026-06-16', '2026-06-19'] as const
    const words = expect.stringMatching(/^Away 15.16 Jun$/)
    // Bo is on Ada's team, Max is not.
    expect(await notes(ada, '/requests/new', 'cover', same)).toEqual({[bo.id]: words})
    expect(await notes(ada, '/requests/new', 'cover', ['2026-06-17', '2026-06-19'])).toEqual({})
    expect(await notes(max, '/deputies/new', 'deputy', same)).toEqual({[bo.id]: words})
    // Nobody covers for themselves.
    const offered = async (who: typeof ada, path: string, field: string) => {
      const shown = (await pages.get<FormScreenData>(who, path)).data.fields.find(({name}) => name === field)
      return shown?.options?.map(({value}) => value)
    }
    expect(await offered(ada, '/requests/new', 'cover')).toContain(bo.id)
    expect(await offered(ada, '/requests/new', 'cover')).not.toContain(ada.id)
    expect(await offered(max, '/deputies/new', 'deputy')).not.toContain(max.id)
    // Nor when a saved request is edited.
    const saved = done(await at.draft(ada, {first_day: '2026-08-03', last_day: '2026-08-04'}))
    const number = await at.shown(saved, 'string(number)')
    expect(await offered(ada, `/requests/${number}?edit`, 'cover')).toContain(bo.id)
    expect(await offered(ada, `/requests/${number}?edit`, 'cover')).not.toContain(ada.id)
    // Without JavaScript, after the button Check.
    const {data} = await pages.post<FormScreenData>(ada, '/requests/new', {
      ...{_action: '_check', kind: at.kinds.holiday, first_day: same[0], last_day: same[1]},
    })
    expect(data.hints?.notes?.cover).toEqual({[bo.id]: words})
  })
})
