/** The summary next to a form, its choices and its calendar, over HTTP: evaluated for the prospective record. */
import {describe, expect, test} from 'vitest'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import {counting} from '../../kit/counting.ts'
import {done, updating} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {sqlite, storesOfStories} from '../../kit/store-databases.ts'
import {company, timeOff} from '../../kit/time-off.ts'

const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/[\u2009\u202f\u00a0]/g, ' ')

async function office(address: string, document = timeOff) {
  const made = await company(address, {document})
  const {people, kinds, make} = made
  await made.allowance(people.ada, 6)
  await make('Request', {
    person: people.bo.id,
    kind: kinds.holiday,
    first_day: '2026-05-05',
    last_day: '2026-05-06',
    status: 'approved',
  })
  const {engine, counted} = counting(made.engine)
  const pages = pagesOf(engine)
  const preview = async (fields: Record<string, string>) => {
    const {data} = await pages.post<FormScreenData>(people.ada, '/requests/new', {
      _action: '_preview',
      kind: kinds.holiday,
      first_half: 'no',
      last_half: 'no',
      ...fields,
    })
    return data.hints
  }
  return {...made, pages, preview, counted}
}

describe.each(storesOfStories)('the summary of a form, on $name', ({make}) => {
  test('starts without a person if its actions are only for others', async () => {
    const {pages, people} = await office(await make(timeOff))
    const valuesAt = async (address: string) => {
      const {data} = await pages.get<FormScreenData>(people.hana, address)
      const own = Object.values(data.calendar?.days ?? {}).filter(day => day.own !== undefined)
      return [data.fields.find(({name}) => name === 'person')?.values ?? null, own.length]
    }
    expect(await valuesAt('/record')).toEqual([[], 0])
    expect(await valuesAt(`/record?person=${people.ada.id}`)).toEqual([[people.ada.id], 0])
    // A deputy may be for the person themselves.
    expect((await valuesAt('/deputies/new'))[0]).toEqual([people.hana.id])
  })

  test('is not about the viewer if it is for another person', async () => {
    const {pages, people, kinds} = await office(await make(timeOff))
    const {data} = await pages.post<FormScreenData>(people.hana, '/record', {
      _action: '_preview',
      person: people.ada.id,
      kind: kinds.holiday,
      first_half: 'no',
      last_half: 'no',
      first_day: '2026-05-04',
      last_day: '2026-05-06',
    })
    expect(data.hints?.summary?.checks.map(({text}) => plain(text))).toContain(
      '2 people away on 5–6 May, including this request (limit 1)',
    )
  })

  test('D26: shows amount, dates, return, balance, other people, rules and the next steps', async () => {
    const {preview, people} = await office(await make(timeOff))
    const hints = await preview({first_day: '2026-05-04', last_day: '2026-05-06'})
    const summary = hints?.summary
    expect(summary?.amount).toEqual({number: '3', unit: 'days'})
    expect(summary?.chosen?.text).toBe('Holiday')
    expect(plain(summary?.dates)).toBe('Mon 4 May – Wed 6 May')
    expect(plain(summary?.back)).toBe('Back on Thu 7 May')
    const nextYear = await preview({first_day: '2027-05-04', last_day: '2027-05-06'})
    expect(plain(nextYear?.summary?.dates)).toBe('Tue 4 May – Thu 6 May 2027')
    expect(summary?.figures.map(({sentence}) => sentence)).toEqual(['Days left: 3 (currently 6)'])
    expect(summary?.others?.records.map(({person, when}) => [person.name, plain(when)])).toEqual([['Bo', '5–6 May']])
    expect(summary?.others?.days.map(({people: there}) => there.length)).toEqual([0, 1, 1])
    expect(summary?.checks.map(({outcome, text}) => [outcome, plain(text)])).toEqual([
      ['holds', 'Enough notice'],
      ['holds', 'Allowance available for the year'],
      ['holds', 'Enough days left'],
      ['holds', 'Outside blackout periods'],
      ['warns', '2 people away on 5–6 May, including you (limit 1)'],
    ])
    expect(summary?.checks.map(({note}) => plain(note))).toEqual([
      '14 days needed; the earliest first day is Tue 24 Mar',
      '',
      '3 requested, 6 available',
      '',
      '',
    ])
    expect(summary?.next).toEqual([
      {person: {id: people.max.id, name: 'Max'}, title: 'Max will review this request', text: 'Can approve or decline'},
      {person: null, title: 'Approved', text: ''},
    ])
    expect(summary?.blocked).toBeNull()
  })

  test('expects what moves the request on, even where the document lists the rejection first', async () => {
    const isRow = (name: string) => (line: string) => line.startsWith(`| ${name} | submitted`)
    const lines = timeOff.split('\n')
    const rejecting = lines.find(isRow('reject')) ?? ''
    const others = lines.filter(line => line !== rejecting)
    const document = others.toSpliced(others.findIndex(isRow('approve')), 0, rejecting).join('\n')
    const {preview} = await office(await make(document), document)
    const {summary} = (await preview({first_day: '2026-05-04', last_day: '2026-05-06'})) ?? {}
    expect(summary?.next.map(({title, text}) => [title, text])).toEqual([
      ['Max will review this request', 'Can approve or decline'],
      ['Approved', ''],
    ])
  })

  test('names the current deputy who decides, and for whom', async () => {
    const {preview, people, make: create} = await office(await make(timeOff))
    const next = async () =>
      (await preview({first_day: '2026-05-04', last_day: '2026-05-06'}))?.summary?.next.map(({title, text}) => [
        title,
        text,
      ])
    const decided = [
      ['Max will review this request', 'Can approve or decline'],
      ['Approved', ''],
    ]
    // Ada herself, and a deputy of another period, do not decide.
    const deputy = (who: string, first_day: string, last_day: string) =>
      create('Deputy', {person: people.max.id, deputy: who, first_day, last_day})
    await deputy(people.ada.id, '2026-03-09', '2026-03-11')
    await deputy(people.cem.id, '2026-04-09', '2026-04-11')
    expect(await next()).toEqual(decided)
    await deputy(people.bo.id, '2026-03-09', '2026-03-11')
    // P14: he is notified when the request is submitted, not once it is approved.
    expect(await next()).toEqual([
      ['Max will be notified', ''],
      ['Bo will review this request', 'Deputy for Max · Can approve or decline'],
      ['Approved', ''],
    ])
  })

  test('P14: names everyone who is notified of what needs no decision', async () => {
    const {preview, people, make: create} = await office(await make(timeOff))
    const kind = (await create('Kind', {name: 'Flu', needs_approval: false, uses_allowance: false})).id
    await create('Deputy', {
      person: people.max.id,
      deputy: people.bo.id,
      first_day: '2026-03-09',
      last_day: '2026-03-11',
    })
    const {summary} = (await preview({kind, first_day: '2026-03-10', last_day: '2026-03-10'})) ?? {}
    expect(summary?.next.map(({title}) => title)).toEqual(['Recorded', 'Max will be notified', 'Bo will be notified'])
  })

  test('names human resources if there is no manager, and says so if no one can decide', async () => {
    const {pages, people, kinds, make: create} = await office(await make(timeOff))
    const next = async (overtime?: string) => {
      const sent = overtime
        ? {kind: overtime, day: '2026-03-09', hours: '2', note: 'Inventory'}
        : {kind: kinds.unpaid, first_day: '2026-05-04', last_day: '2026-05-06'}
      const path = overtime ? '/overtime/new' : '/requests/new'
      const {data} = await pages.post<FormScreenData>(people.hana, path, {_action: '_preview', ...sent})
      return data.hints?.summary?.next.map(({title, text}) => [title, text])
    }
    const kind = (await create('Kind', {name: 'In lieu', unit: 'hours', uses_allowance: false, earned: true})).id
    const missing = [
      ['No one can review this yet', 'Someone else with the role HR needs to review this.'],
      ['Submitted', ''],
    ]
    expect(await next()).toEqual(missing)
    expect(await next(kind)).toEqual([missing[0], ['Reported', '']])
    await create('User', {name: 'Ines', email: 'ines@example.com', roles: ['HR']})
    const decided = [
      ['HR will review this request', 'Can approve or decline'],
      ['Approved', ''],
    ]
    expect(await next()).toEqual(decided)
    expect(await next(kind)).toEqual([['HR will review this overtime entry', 'Can approve or decline'], decided[1]])
  })

  test('needs few statements, however many dates it tries to find valid ones', async () => {
    const {preview, counted} = await office(await make(timeOff))
    counted()
    const fine = await preview({first_day: '2026-05-04', last_day: '2026-05-06'})
    const statements = counted()
    expect(fine?.summary?.blocked).toBeNull()
    // A year of holiday with six days: more than two hundred periods are shorter.
    const long = await preview({first_day: '2026-04-01', last_day: '2026-12-18'})
    expect(long?.summary?.checks.find(({outcome}) => outcome === 'blocks')?.fixes[0]?.values['last_day']).toBe(
      '2026-04-08',
    )
    expect(counted() - statements).toBeLessThan(7)
    expect(statements).toBeLessThan(31)
    // Nor does a mistyped year cost more, and its period still gets the longest one that is valid.
    for (const last_day of ['2027-12-31', '2062-04-08', '9999-12-31']) {
      const endless = await preview({first_day: '2026-04-01', last_day})
      const [check] = endless?.summary?.checks.filter(({outcome}) => outcome === 'blocks') ?? []
      expect(check?.fixes[0]?.values['last_day']).toBe('2026-04-08')
      expect(counted() - statements).toBeLessThan(8)
    }
    const eternal = await preview({first_day: '0001-01-01', last_day: '9999-12-31'})
    expect(eternal?.summary?.blocked).not.toBeNull()
  })
})

// The rendered page.
describe('the summary of a form', () => {
  const {make} = sqlite

  test('D26: explains problems with figures, and offers valid dates', async () => {
    const {preview, make: create, kinds, places} = await office(await make(timeOff))
    const blocking = async (first_day: string, last_day: string, more: Record<string, string> = {}) => {
      const summary = (await preview({first_day, last_day, ...more}))?.summary
      const checks = summary?.checks.filter(({outcome}) => outcome === 'blocks') ?? []
      return {
        blocked: summary?.blocked,
        said: checks.map(({text, fixes: [fix]}) => [plain(text), plain(fix?.label), fix?.values]),
      }
    }
    // Ten working days with six left: the longest possible period ends on the sixth.
    expect(await blocking('2026-06-01', '2026-06-12')).toEqual({
      blocked: 'Fix the problem above to continue.',
      said: [
        [
          'Not enough days left: 10 requested, 6 available.',
          'End on Mon 8 Jun',
          {first_day: '2026-06-01', last_day: '2026-06-08', first_half: 'no', last_half: 'no'},
        ],
      ],
    })
    // Today is 10 March, and a holiday needs fourteen days of notice.
    const soon = await blocking('2026-03-12', '2026-03-13')
    expect(soon.said.map(([text, label]) => [text, label])).toEqual([
      [
        'Holiday must be requested at least 14 days in advance. The earliest first day is Tue 24 Mar.',
        'Move to 24–25 Mar',
      ],
    ])
    // Friday and Monday are two days, and stay two.
    const overWeekend = await blocking('2026-03-13', '2026-03-16')
    expect(overWeekend.said.map(([, label]) => label)).toEqual(['Move to 24–25 Mar'])
    // No suggestion begins or ends on a public holiday of her office, however far ahead, and none is offered twice.
    for (const day of ['2026-04-16', '2026-04-17'])
      await create('Holiday', {place: places.paris, day, name: `Festival ${day}`})
    await create('Closure', {reason: 'Stocktaking', first_day: '2026-03-11', last_day: '2026-04-15', team: null})
    const far = await blocking('2026-03-12', '2026-03-13')
    expect(far.said.map(([, label]) => label)).toEqual(['Move to 20–21 Apr', ''])
    await create('Closure', {reason: 'Year-end release', first_day: '2026-05-07', last_day: '2026-05-08', team: null})
    const closed = await blocking('2026-05-05', '2026-05-07')
    expect(closed.said.map(([text, label]) => [text, label])).toEqual([
      ['These dates overlap a blackout period: Year-end release, 7–8 May.', 'End on Wed 6 May'],
    ])
    // If its first days are closed, it begins after them, as long as most of it is left.
    const begins = await blocking('2026-05-07', '2026-05-15')
    expect(begins.said.map(([, label]) => label)).toEqual(['Start on Mon 11 May', ''])
    expect((await blocking('2026-05-05', '2026-05-07', {kind: kinds.sickness})).said).toEqual([])
    // Before or after what is closed: both are offered, also if the second keeps half of the days.
    await create('Closure', {reason: 'Audit', first_day: '2026-06-18', last_day: '2026-06-19', team: null})
    const across = await preview({first_day: '2026-06-16', last_day: '2026-06-23'})
    const offered = across?.summary?.checks.flatMap(({fixes}) => fixes.map(({label}) => plain(label)))
    expect(offered).toEqual(['End on Wed 17 Jun', 'Start on Mon 22 Jun'])
    // The name of a leave type is a common noun within a sentence.
    expect((await blocking('2028-05-02', '2028-05-03')).said[0]?.[0]).toMatch(/^There’s no holiday allowance /)
    expect((await blocking('2026-05-09', '2026-05-04')).said.map(([, label]) => label)).toEqual([''])
  })

  test('offers nothing that leaves another rule about the dates broken', async () => {
    const {engine, preview, people, shown} = await office(await make(timeOff))
    const version = Number(await shown({entity: 'User', id: people.ada.id}, 'version'))
    done(await engine.change(people.hana, [updating('User', {...people.ada, version}, {left_on: '2026-03-20'})]))
    const offered = async (first_day: string, last_day: string) => {
      const checks = (await preview({first_day, last_day}))?.summary?.checks ?? []
      return checks.flatMap(({text, outcome, fixes}) =>
        outcome === 'blocks' ? [[plain(text).split(/[:.]/)[0], fixes.map(({label}) => plain(label))]] : [],
      )
    }
    // Her last day is 20 March, and a holiday needs fourteen days of notice: no other dates are possible.
    expect(await offered('2026-03-16', '2026-03-24')).toEqual([
      ['Holiday must be requested at least 14 days in advance', []],
      ['Not enough days left', []],
      ['Choose dates on or before Fri 20 Mar, the last day at the company', []],
    ])
  })

  test('works without JavaScript: on the first page from defaults, and after Check from the input', async () => {
    const {pages, people, kinds} = await office(await make(timeOff))
    const first = await pages.get<FormScreenData>(people.ada, '/requests/new')
    expect(first.data.hints?.summary).toMatchObject({amount: null, dates: null, checks: [], blocked: null})
    const sent = {
      kind: kinds.holiday,
      first_day: '2026-06-01',
      last_day: '2026-06-12',
      first_half: 'no',
      last_half: 'no',
    }
    const html = await pages.html(people.ada, '/requests/new')
    expect(html).toContain('value="_check"')
    const checked = await pages.post<FormScreenData>(people.ada, '/requests/new', {...sent, _action: '_check'})
    expect(checked.status).toBe(200)
    expect(checked.data.hints?.summary?.amount).toEqual({number: '10', unit: 'days'})
    expect(checked.data.fields.find(({name}) => name === 'last_day')?.values).toEqual(['2026-06-12'])
    const refused = await pages.post<FormScreenData>(people.ada, '/requests/new', {...sent, _action: 'submit'})
    expect(refused.status).toBe(422)
    expect(refused.data.hints?.summary?.blocked).toBe('Fix the problem above to continue.')
  })

  test('is next to the form of an existing record, where rules of later steps are shown and block nothing', async () => {
    const {pages, people, kinds, make: create} = await office(await make(timeOff))
    const days = {first_day: '2026-06-01', last_day: '2026-06-03'}
    await create('Request', {person: people.ada.id, kind: kinds.holiday, status: 'draft', ...days})
    const address = '/requests/1002?edit'
    const first = await pages.get<FormScreenData>(people.ada, address)
    expect(first.data.hints?.summary).toMatchObject({
      amount: {number: '3', unit: 'days'},
      blocked: null,
      next: [],
      check: '',
    })
    const sent = {kind: kinds.holiday, first_half: 'no', last_half: 'no'}
    const after = await pages.post<FormScreenData>(people.ada, address, {
      ...sent,
      _action: '_preview',
      first_day: '2026-06-01',
      last_day: '2026-06-12',
    })
    const said = after.data.hints?.summary
    expect(said?.amount?.number).toBe('10')
    expect(said?.figures.map(({sentence}) => sentence)).toEqual(['Days left: 6 (4 short)'])
    expect(said?.checks.filter(({outcome}) => outcome !== 'holds').map(({outcome, text}) => [outcome, text])).toEqual([
      ['warns', 'Not enough days left: 10 requested, 6 available.'],
    ])
    expect(said?.blocked).toBeNull()
    // A value that cannot be read is not the one of before.
    const unread = {...sent, _action: '_preview', first_day: '2026-06-01', last_day: '2026-06-31'}
    const {data} = await pages.post<FormScreenData>(people.ada, address, unread)
    expect(data.hints?.summary).toMatchObject({amount: null, dates: null})
  })

  test('the form that changes a record has the calendar of its months, with the days of others marked', async () => {
    const {pages, people, kinds, make: create, places} = await office(await make(timeOff))
    await create('Holiday', {place: places.paris, day: '2026-05-01', name: 'Labour Day'})
    const dates = {first_day: '2026-05-04', last_day: '2026-05-06'}
    await create('Request', {person: people.ada.id, kind: kinds.holiday, ...dates})
    const {data} = await pages.get<FormScreenData>(people.ada, '/requests/1002?edit')
    expect(data.calendar).toMatchObject({
      from: 'first_day',
      to: 'last_day',
      halfDays: ['first_half', 'last_half'],
      first: '2026-05-01',
    })
    expect(data.calendar?.days['2026-05-01']).toEqual({off: 'Labour Day'})
    // The days of the record are the selected ones.
    expect(data.calendar?.days['2026-05-04']).toBeUndefined()
    expect(data.calendar?.days['2026-05-05']).toEqual({
      others: ['Bo'],
      full: '2 people away, including this request (limit 1)',
    })
    const later = await pages.get<FormScreenData>(people.ada, `${data.calendar?.lookup}&_days=2026-09-01`)
    expect(later.data.calendar).toMatchObject({first: '2026-09-01', last: '2026-12-31'})
    expect(later.data.fields).toEqual([])
  })

  test('the calendar shows the days of the person who is chosen in the form', async () => {
    const {pages, people, places, make: create} = await office(await make(timeOff))
    await create('Holiday', {place: places.paris, day: '2026-05-01', name: 'Labour Day'})
    await create('Holiday', {place: places.berlin, day: '2026-05-02', name: 'Berlin Day'})
    const first = await pages.get<FormScreenData>(people.hana, '/record?first_day=2026-05-04')
    expect(first.data.calendar?.lookup).toBe('/record')
    const {data} = await pages.get<FormScreenData>(people.hana, `/record?person=${people.bo.id}&first_day=2026-05-04`)
    expect(data.calendar?.lookup).toBe(`/record?person=${people.bo.id}`)
    expect(data.calendar?.texts.own).toBe('Bo')
    expect(data.calendar?.days['2026-05-01']).toBeUndefined()
    expect(data.calendar?.days['2026-05-02']).toEqual({off: 'Berlin Day'})
    expect(data.calendar?.days['2026-05-05']?.own).toBeDefined()
    const chosen = await pages.post<FormScreenData>(people.hana, '/record', {_action: '_preview', person: people.bo.id})
    expect(chosen.data.hints?.daysAt).toBe(data.calendar?.lookup)
    const later = await pages.get<FormScreenData>(people.hana, `${chosen.data.hints?.daysAt}&_days=2026-05-01`)
    expect(later.data.calendar?.days).toEqual(data.calendar?.days)
  })

  test('shows options as cards with a note, and has details of the surrounding days', async () => {
    const {pages, people, kinds, preview, make: create, places} = await office(await make(timeOff))
    await create('Closure', {reason: 'Stocktaking', first_day: '2026-03-19', last_day: '2026-03-20', team: null})
    await create('Holiday', {place: places.paris, day: '2026-04-06', name: 'Easter Monday'})
    const own = (day: string, status: string) =>
      create('Request', {person: people.ada.id, kind: kinds.unpaid, first_day: day, last_day: day, status})
    await own('2026-04-13', 'submitted')
    await own('2026-04-14', 'approved')
    const {data} = await pages.get<FormScreenData>(people.ada, '/requests/new')
    // Requested days are told apart from confirmed ones.
    expect(data.calendar?.days).toMatchObject({
      '2026-04-13': {own: 'Submitted', requested: true},
      '2026-04-14': {own: 'Approved'},
    })
    expect(data.calendar?.days['2026-04-14']).not.toHaveProperty('requested')
    const kind = data.fields.find(({name}) => name === 'kind')
    expect(kind?.cards).toBe(kind?.options?.length)
    expect(kind?.options?.find(({value}) => value === kinds.holiday)).toMatchObject({label: 'Holiday', mark: {}})
    expect(data.hints?.notes?.['kind']).toMatchObject({[kinds.holiday]: '6 left'})
    expect(data.calendar).toMatchObject({first: '2026-03-01', last: '2026-06-30', today: '2026-03-10'})
    expect(data.calendar?.texts).toMatchObject({
      off: 'Public holiday',
      closed: 'Blackout period',
      others: 'Colleagues',
    })
    expect(data.calendar?.days['2026-03-19']).toEqual({closed: 'Stocktaking'})
    expect(data.calendar?.days['2026-05-05']).toEqual({
      others: ['Bo'],
      full: '2 people away, including this request (limit 1)',
    })
    expect(data.hints?.blocksDays).toBe(true)
    expect((await preview({kind: kinds.sickness}))?.blocksDays).toBe(false)
    const later = await pages.get<FormScreenData>(people.ada, '/requests/new?_days=2026-07-01')
    expect(later.data.calendar).toMatchObject({first: '2026-07-01', last: '2026-10-31'})
    expect(later.data.fields).toEqual([])
  })
})
