/** Timelines over HTTP: rows, bars and days off, with different permissions, by whole days and by the hour. */

import {describe, expect, test} from 'vitest'
import {documentSearchFields} from '../../../src/engine/required-indexes.ts'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import type {CalendarData} from '../../../src/features/planning/calendar-data.ts'
import type {TimelineData, TimelineRow} from '../../../src/features/planning/timeline-data.ts'
import {kinds} from '../../../src/screens/kinds.ts'
import {type Actor, documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {sqlite, storesOfStories} from '../../kit/store-databases.ts'
import {company, shown, timeOff} from '../../kit/time-off.ts'

/** Intl puts thin spaces around dashes. */
const plain = (text = '') => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
const rowsOf = ({own, groups}: TimelineData): TimelineRow[] => [
  ...(own ? [own] : []),
  ...groups.flatMap(({rows}) => rows),
]
const rowAt = (data: TimelineData, name: string) => rowsOf(data).find(row => row.name === name)

describe.each(storesOfStories)('who is away, on $name', ({make}) => {
  test('filters offer what the rows have: no filter by team for people who see one team', async () => {
    const made = await company(await make(timeOff))
    const {people, places} = made
    const other = await made.make('Team', {name: 'Sellers'})
    await made.make('Team', {name: 'Empty'})
    await made.make('Place', {name: 'Lisbon'})
    const zoe = {name: 'Zoe', email: 'zoe@example.com', roles: ['Employee'], team: other.id, place: places.berlin}
    await made.make('User', zoe)
    const pages = pagesOf(made.engine)
    const offered = async (who: Actor, address = '/away') => {
      const {data} = await pages.get<TimelineData>(who, address)
      return data.filterBar.filters.map(({label, options}) => [label, options.map(option => option.label)])
    }
    expect(await offered(people.hana)).toEqual([
      ['Team', ['Makers', 'Sellers']],
      ['Office', ['Berlin', 'Paris']],
    ])
    expect(await offered(people.ada)).toEqual([['Office', ['Berlin', 'Paris']]])
    // What is chosen stays, and so do the other options.
    expect((await offered(people.hana, `/away?person.team=${other.id}`))[0]).toEqual(['Team', ['Makers', 'Sellers']])
    expect((await offered(people.ada, `/away?person.team=${made.team}`))[0]).toEqual(['Team', ['Makers']])
  })

  test('shows everyone by team, half days as halves, and to everyone only readable records', async () => {
    const made = await company(await make(timeOff))
    const {people, kinds, places} = made
    const pages = pagesOf(made.engine)
    const away = (who: {id: string}, first_day: string, last_day: string, more = {}) =>
      made.make('Request', {person: who.id, kind: kinds.holiday, first_day, last_day, status: 'approved', ...more})
    await away(people.ada, '2026-03-12', '2026-03-13', {first_half: true})
    await away(people.bo, '2026-03-30', '2026-04-10')
    await away(people.cem, '2026-03-16', '2026-03-16', {status: 'submitted', last_half: true})
    await made.make('Holiday', {place: places.paris, day: '2026-03-20', name: 'Spring day'})
    await made.make('Holiday', {place: places.paris, day: '2026-05-01', name: 'Labour Day'})
    await made.make('Holiday', {place: places.berlin, day: '2026-05-01', name: 'Labour Day'})
    await made.make('User', {name: 'Gone', email: 'gone@example.com', roles: ['Employee'], active: false})
    const {data} = await pages.get<TimelineData>(people.hana, '/away')

    // Tuesday, 10 March: three months starting with 1 March.
    expect([data.view, data.period]).toEqual(['quarter', 'March – May 2026'])
    expect(data.bands.map(({text, units}) => [text, units])).toEqual([
      ['March 2026', 62],
      ['April 2026', 60],
      ['May 2026', 62],
    ])
    expect(data.heads).toHaveLength(92)
    expect(data.heads[1]).toMatchObject({key: '2026-03-02', text: '2', label: 'Monday 2 March', units: 2})
    expect(data.heads.filter(({now}) => now)).toMatchObject([{key: '2026-03-10', text: 'Tue 10'}])
    expect(data.views.map(({label, current}) => [label, current])).toEqual([
      ['Month', false],
      ['Quarter', true],
      ['Year', false],
    ])
    // The viewer's own row is above all others.
    expect(data.own?.name).toBe('Hana')
    expect(data.groups.map(({label, rows, present}) => [label, rows.map(({name}) => name), present])).toEqual([
      ['Makers', ['Ada', 'Bo', 'Cem'], 0],
      ['Other', ['Max'], 0],
    ])
    expect(data.count).toEqual({exact: 5})
    expect([data.present, data.presentAs]).toEqual([0, 'away'])
    // Thursday midday to Friday evening: units are half days.
    expect(rowAt(data, 'Ada')?.bars).toMatchObject([
      {start: 23, end: 26, before: false, after: false, text: '1.5 days', tone: 'hue hue-teal', half: null},
    ])
    expect(rowAt(data, 'Ada')?.bars[0]).toMatchObject({href: '/requests/1001', requested: false, texts: ['Holiday']})
    expect(plain(rowAt(data, 'Ada')?.bars[0]?.label)).toBe('Ada, 12 Mar (from noon) – 13 Mar, Holiday, Approved')
    // Half of a single day is half as high; undecided ones are hatched.
    expect(rowAt(data, 'Cem')?.bars).toMatchObject([{start: 30, end: 32, half: 'morning', requested: true}])
    expect(plain(rowAt(data, 'Cem')?.bars[0]?.label)).toBe('Cem, 16 Mar, morning, Holiday, Submitted')
    expect(rowAt(data, 'Ada')?.marks).toEqual([
      {start: 38, end: 40, kind: 'off', text: 'Spring day'},
      {start: 122, end: 124, kind: 'off', text: 'Labour Day'},
    ])
    // Named above the rows with their places, each extending to the next one.
    expect(data.named).toMatchObject([
      {start: 38, end: 122, text: 'Spring day', whose: 'Paris'},
      {start: 122, end: 184, text: 'Labour Day', whose: ''},
    ])
    expect(data.legend.map(({kind, text}) => `${kind}: ${text}`)).toEqual([
      'colour: Holiday',
      'requested: Requested',
      'half: Half day',
      'off: Public holiday',
    ])
    const hidden = await pages.get<TimelineData>(people.hana, data.requested?.href ?? '')
    expect([data.requested?.shown, hidden.data.requested?.shown]).toEqual([true, false])
    expect(rowAt(hidden.data, 'Cem')?.bars).toEqual([])

    // A member of the team sees that Ada is away, and not why: neither colour nor legend reveals it. A person whose
    // absences are hidden has no row: an empty one would mean that they are at work.
    const seen = await pages.get<TimelineData>(people.bo, '/away')
    expect(plain(rowAt(seen.data, 'Ada')?.bars[0]?.label)).toBe('Ada, away, 12 Mar (from noon) – 13 Mar')
    expect(rowAt(seen.data, 'Ada')?.bars).toMatchObject([{tone: 'neutral', texts: ['']}])
    expect(JSON.stringify(rowAt(seen.data, 'Ada')).includes('Holiday')).toBe(false)
    expect(seen.data.legend.map(({text}) => text)).toEqual(['Holiday', 'Other', 'Public holiday'])
    const stranger = await made.make('User', {name: 'Stranger', email: 's@example.com', roles: ['Employee']})
    const foreign = await pages.get<TimelineData>(person(stranger.id, 'Employee'), '/away')
    expect(rowsOf(foreign.data).map(({name, bars}) => [name, bars.length])).toEqual([])
    expect(rowsOf(seen.data).map(({name}) => name)).toEqual(['Bo', 'Ada', 'Cem'])

    // A month cuts longer bars; the next month shows the rest; a filter keeps the rows of that team.
    const month = await pages.get<TimelineData>(people.hana, '/away?view=month')
    expect(month.data.heads).toHaveLength(31)
    expect(rowAt(month.data, 'Bo')?.bars).toMatchObject([{start: 58, end: 62, after: true, text: 'until 10 Apr'}])
    expect(month.data.later).toBe('/away?view=month&on=2026-04-01')
    const later = await pages.get<TimelineData>(people.hana, `${month.data.later}&person.team=${made.team}`)
    expect(rowsOf(later.data).map(({name}) => name)).toEqual(['Ada', 'Bo', 'Cem'])
    expect(rowAt(later.data, 'Bo')?.bars).toMatchObject([{start: 0, end: 20, before: true, text: 'until 10 Apr'}])
    expect(later.data).toMatchObject({
      today: `/away?view=month&person.team=${made.team}`,
      keep: [
        {name: 'view', value: 'month'},
        {name: 'on', value: '2026-04-01'},
      ],
      filterBar: {filtered: true},
    })
    const year = await pages.get<TimelineData>(people.hana, '/away?view=year')
    expect([year.data.heads.length, year.data.bands.length]).toEqual([365, 12])
    expect(rowAt(year.data, 'Ada')?.bars).toMatchObject([{start: 11, end: 13}])
    expect((await pages.get<TimelineData>(people.hana, '/away?on=2026-02-30&view=odd')).data.heads).toEqual(data.heads)

    // A group is collapsed and expanded by a link.
    const [makers] = data.groups
    const folded = await pages.get<TimelineData>(people.hana, makers?.href ?? '')
    expect(folded.data.groups.map(({label, folded: is, rows}) => [label, is, rows.length])).toEqual([
      ['Makers', true, 0],
      ['Other', false, 2],
    ])
    expect(folded.data.groups[0]?.href).toBe('/away')
    const html = await pages.html(people.hana, '/away')
    expect(html.includes('<th scope="row" class="who"')).toBe(true)
    expect(html.includes(' style=')).toBe(false)

    // A year has fewer rows on a page, because each has dozens of bars; the viewer's own row is on every page.
    for (let index = 0; index < 60; index += 1)
      await made.make('User', {
        name: `Guest ${index}`,
        email: `guest${index}@example.com`,
        roles: ['Employee'],
        team: made.team,
      })
    const paged = await pages.get<TimelineData>(people.hana, '/away?view=year')
    expect([rowsOf(paged.data).length, paged.data.count]).toEqual([51, {exact: 66}])
    const rest = await pages.get<TimelineData>(people.hana, paged.data.page.next ?? '')
    expect([rowsOf(rest.data).length, rest.data.page.next, rest.data.own?.name]).toEqual([16, null, 'Hana'])
  })

  test('free time leads to the form with dates filled in, if the viewer may create a record there', async () => {
    const made = await company(await make(timeOff))
    const pages = pagesOf(made.engine)
    const {data} = await pages.get<TimelineData>(made.people.bo, '/away')
    expect(data.create).toEqual({
      href: '/requests/new',
      label: 'Request time off',
      from: 'first_day',
      to: 'last_day',
      row: null,
      timed: false,
    })
    // The form has no field for the person, who is always the actor: so only their own row accepts a request.
    expect(rowsOf(data).map(({name, create}) => [name, create])).toEqual([
      ['Bo', '/requests/new?first_day=2026-03-10&last_day=2026-03-10&_from=%2Faway'],
      ['Ada', null],
      ['Cem', null],
    ])
    const form = await pages.get<FormScreenData>(
      made.people.bo,
      `/requests/new?first_day=2026-03-12&last_day=2026-03-13&kind=${made.kinds.holiday}&person=${made.people.ada.id}&status=approved&note=`,
    )
    const values = new Map(form.data.fields.map(({name, values: texts}) => [name, texts]))
    expect([values.get('first_day'), values.get('last_day'), values.get('kind')]).toEqual([
      ['2026-03-12'],
      ['2026-03-13'],
      [made.kinds.holiday],
    ])
    // Fields that a person may not fill in are not prefilled either.
    expect([values.has('person'), values.has('status')]).toEqual([false, false])
    const day = (await pages.get<CalendarData>(made.people.bo, '/calendar')).data.days.find(
      each => each.date === '2026-03-16',
    )
    expect(day?.create).toBe('/requests/new?first_day=2026-03-16&last_day=2026-03-16&_from=%2Fcalendar')
  })

  test('a bar is moved and resized by people who may change its dates, with the rules of the document', async () => {
    const made = await company(await make(timeOff))
    const {people, kinds} = made
    const pages = pagesOf(made.engine)
    const away = (status: string, first_day: string, last_day: string) =>
      made.make('Request', {person: people.bo.id, kind: kinds.holiday, first_day, last_day, status})
    const draft = await away('draft', '2026-03-16', '2026-03-17')
    const seen = await pages.get<CalendarData>(people.bo, '/calendar')
    expect(seen.data.items).toEqual([])
    const send = (fields: Record<string, string>, who: Actor = people.bo) =>
      pages.post(who, '/away', {_action: 'move', _record: draft.id, _version: '1', _edge: 'both', ...fields})
    const datesOf = () =>
      shown(made.engine, {entity: 'Request', id: draft.id}, 'string(first_day) + " " + string(last_day)')
    expect((await send({_minutes: '2880'})).status).toBe(303)
    expect(await datesOf()).toBe('2026-03-18 2026-03-19')
    // Another person has changed it: nothing happens, and the page explains why.
    const stale = await send({_minutes: '1440'})
    expect(stale.status).toBe(409)
    expect((await send({_minutes: '1440', _version: '2', _edge: 'end'})).status).toBe(303)
    expect(await datesOf()).toBe('2026-03-18 2026-03-20')
    // A rule of the document: the last day is not before the first one.
    expect((await send({_minutes: '-7200', _version: '3', _edge: 'end'})).status).toBe(422)
    expect((await send({_minutes: '1440', _version: '3'}, people.ada)).status).toBe(404)
    expect((await send({_minutes: 'soon', _version: '3'})).status).toBe(400)
    expect(await datesOf()).toBe('2026-03-18 2026-03-20')
  })

  test('D20: closed days are drawn in their rows, and named in the group and above', async () => {
    const made = await company(await make(timeOff))
    const {people, kinds} = made
    const pages = pagesOf(made.engine)
    const closed = (reason: string, first_day: string, last_day: string, team: string | null) =>
      made.make('Closure', {reason, first_day, last_day, team})
    await closed('Stocktaking', '2026-03-18', '2026-03-20', made.team)
    await closed('Company day', '2026-03-25', '2026-03-25', null)
    await closed('Long ago', '2026-01-12', '2026-01-13', null)
    const away = {person: people.ada.id, kind: kinds.holiday, first_day: '2026-03-20', last_day: '2026-03-20'}
    await made.make('Request', {...away, status: 'approved'})
    const {data} = await pages.get<TimelineData>(people.hana, '/away')
    const days = [34, 36, 38].map(start => ({start, end: start + 2, kind: 'closed', text: 'Stocktaking'}))
    const all = {start: 48, end: 50, kind: 'closed', text: 'Company day'}
    expect(rowAt(data, 'Bo')?.marks).toEqual([...days, all])
    expect(rowAt(data, 'Max')?.marks).toEqual([all])
    expect(
      data.groups.map(({label, closed}) => [label, closed.map(({start, end, text}) => [start, end, text])]),
    ).toEqual([
      [
        'Makers',
        [
          [34, 40, 'Stocktaking'],
          [48, 50, 'Company day'],
        ],
      ],
      ['Other', [[48, 50, 'Company day']]],
    ])
    expect(data.closed.map(({days, text}) => `${plain(days)}: ${text}`)).toEqual([
      '18–20 Mar: Stocktaking (Makers)',
      '25 Mar: Company day',
    ])
    expect(data.heads[24]?.label).toBe('Wednesday 25 March, Company day')
    // The bar is drawn where a person is away; the days next to it stay hatched.
    const html = await pages.html(people.bo, '/away')
    expect(html.match(/<td colSpan="2" class="closed"/g)).toHaveLength(3 * 4 - 1 + 1)
    expect(html).toContain('aria-label="Closed days"')
  })

  test('D20: a calendar names closed days and public holidays, and whom they apply to', async () => {
    const made = await company(await make(timeOff))
    const pages = pagesOf(made.engine)
    await made.make('Closure', {
      reason: 'Stocktaking',
      first_day: '2026-03-18',
      last_day: '2026-03-19',
      team: made.team,
    })
    await made.make('Closure', {reason: 'Company day', first_day: '2026-03-19', last_day: '2026-03-19', team: null})
    await made.make('Holiday', {place: made.places.paris, day: '2026-03-20', name: 'Spring day'})
    const {data} = await pages.get<CalendarData>(made.people.bo, '/calendar')
    const day = (date: string) => data.days.find(each => each.date === date)
    expect(day('2026-03-18')).toMatchObject({closed: 'Stocktaking (Makers)', note: '', off: false})
    expect(day('2026-03-19')?.closed).toBe('Stocktaking (Makers), Company day')
    expect(day('2026-03-20')).toMatchObject({closed: '', note: 'Spring day (Paris)', off: false})
    expect(data.closed.map(({days, text}) => `${plain(days)}: ${text}`)).toEqual([
      '18–19 Mar: Stocktaking (Makers)',
      '19 Mar: Company day',
    ])
  })
})

const hall = `# Hall

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Today | / | timeline of Use by starts..ends per room | Member |
| Floors | /floors | timeline of Use by starts per floor | Member |

### Today

- rows: open
- search: title
- days off: Rest by day

## 3. Entities and their fields

### Room

- named by: name

| Field | Type | Required | Default |
|---|---|---|---|
| name | text | yes | |
| open | yes/no | yes | yes |

### Use

- named by: {title}, {room}

| Field | Type | Required |
|---|---|---|
| room | Room | yes |
| floor | one of ground, top | |
| title | text | yes |
| starts | date and time | yes |
| ends | date and time | |

### Rest

- named by: why

| Field | Type |
|---|---|
| day | date |
| why | text |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Member | anybody | sign-up |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Member | read | Room, Rest | | |
| Member | read | Use | title != "secret" | |
| Member | read | Use | title = "secret" | room, floor, starts, ends |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| TIME_ZONE | "Europe/Paris" | |
`

describe.each(storesOfStories)('rooms by the hour, on $name', ({make}) => {
  test('are in local time, overlapping ones in lanes, with the necessary hours', async () => {
    const {engine, clock} = await engineOf({document: hall, address: await make(hall), grants: documentGrants})
    const add = async (entity: string, fields: Record<string, string | boolean>) =>
      done(await engine.change(operator, [creating(entity, fields)])).id
    const blue = await add('Room', {name: 'Blue'})
    await add('Room', {name: 'Shut', open: false})
    const use = (title: string, starts: string, ends: string | null, more = {}) =>
      add('Use', {room: blue, title, starts, ...(ends === null ? {} : {ends}), ...more})
    // In March, Paris is an hour ahead of UTC.
    await use('talk', '2026-03-10T08:00:00Z', '2026-03-10T09:30:00Z', {floor: 'top'})
    await use('secret', '2026-03-10T09:00:00Z', '2026-03-10T10:00:00Z')
    await use('party', '2026-03-10T21:30:00Z', '2026-03-11T00:30:00Z')
    await use('until midnight', '2026-03-09T21:00:00Z', '2026-03-09T23:00:00Z')
    await use('a moment', '2026-03-10T12:00:00Z', null)
    await add('Rest', {day: '2026-03-12', why: 'Cleaning'})
    const member = person('01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf', 'Member')
    const pages = pagesOf(engine)
    const {data} = await pages.get<TimelineData>(member, '/')

    expect(data.period).toBe('Tuesday, 10 March 2026')
    expect(data.heads[0]).toMatchObject({text: '07:00', units: 4})
    expect(data.heads.at(-1)).toMatchObject({text: '22:00'})
    expect(data.heads.filter(({now}) => now).map(({text}) => text)).toEqual(['10:00'])
    const [only, ...others] = rowsOf(data)
    expect(others).toEqual([])
    // Ten o'clock: a line through all rows.
    expect([data.now, data.origin]).toEqual([12, {date: '2026-03-10', minute: 420, unit: 15}])
    clock.now += 14 * 60_000
    expect((await pages.get<TimelineData>(member, '/')).data.now).toBe(13)
    clock.now -= 14 * 60_000
    expect(only?.bars.map(({text, start, end, after}) => [plain(text), start, end, after])).toEqual([
      ['talk', 8, 14, false],
      ['10:00–11:00', 12, 16, false],
      ['a moment', 24, 25, false],
      ['party', 62, 64, true],
    ])
    expect(plain(only?.bars[0]?.label)).toBe('Blue, talk, 10 Mar, 09:00–10:30')
    expect(/rowspan="2"/i.test(await pages.html(member, '/'))).toBe(true)
    const night = await pages.get<TimelineData>(member, data.later)
    expect(night.data.heads[0]).toMatchObject({text: '01:00'})
    expect(rowsOf(night.data)[0]?.bars).toMatchObject([{text: 'party', start: 0, end: 2, before: true}])
    expect(documentSearchFields(engine.specification, kinds).get('Use')).toEqual(new Set(['title']))

    // In a week, a day off of everyone is marked in its header.
    const weeks = await pages.get<TimelineData>(member, '/?view=week')
    expect(weeks.data.heads[3]).toMatchObject({off: true, free: true, label: 'Thursday 12 March, Cleaning'})
    expect(rowsOf(weeks.data)[0]?.bars.map(({text, start, end}) => [plain(text), start, end])).toEqual([
      ['22:00 until midnight', 0, 2],
      ['09:00 talk', 2, 4],
      ['10:00', 2, 4],
      ['13:00 a moment', 2, 4],
      ['party', 2, 6],
    ])
    expect(weeks.data.heads).toHaveLength(7)
    expect((await pages.html(member, '/?view=week')).match(/aria-hidden="true">09:00 talk</g)).toHaveLength(1)

    // The night of the clock change is an hour shorter, and later entries stay at their local time.
    clock.now = Date.parse('2026-03-29T06:00:00Z')
    await use('early', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z')
    const spring = await pages.get<TimelineData>(member, '/')
    expect(spring.data.heads[0]).toMatchObject({text: '01:00'})
    expect(rowsOf(spring.data)[0]?.bars).toMatchObject([{text: 'early', start: 2, end: 10}])

    // Rows are paged, and only the records of those on the page are queried.
    await engine.change(
      operator,
      Array.from({length: 204}, (_, index) => creating('Room', {name: `Cabin ${index}`})),
    )
    const first = await pages.get<TimelineData>(member, '/?on=2026-03-10')
    expect([rowsOf(first.data).length, first.data.count, rowAt(first.data, 'Blue')?.bars.length]).toEqual([
      200,
      {exact: 205},
      4,
    ])
    const second = await pages.get<TimelineData>(member, first.data.page.next ?? '')
    expect(rowsOf(second.data)).toHaveLength(5)
    expect(second.data.heads[0]?.text).toBe('07:00')
    expect([second.data.page.next, second.data.page.previous === null]).toEqual([null, false])

    const floors = await pages.get<TimelineData>(member, '/floors?on=2026-03-10')
    expect(rowsOf(floors.data).map(({name, bars}) => [name, bars.length])).toEqual([
      ['Ground', 0],
      ['Top', 1],
    ])
  })
})

const lending = `# Lending

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Plan | / | timeline of Loan by first_day..last_day per thing | Member |

## 3. Entities and their fields

### Thing

| Field | Type | Required |
|---|---|---|
| name | text | yes |

### Loan

- named by: {thing}, {dates}
- span: dates = first_day..last_day

| Field | Type | Required |
|---|---|---|
| thing | Thing | yes |
| first_day | date | yes |
| last_day | date | yes |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Member | sign-up |

| Role | May | On |
|---|---|---|
| Member | all | Thing, Loan |
`

test('the bars of things count every day, weekends too', async () => {
  const {engine} = await engineOf({document: lending, address: await sqlite.make(lending), grants: documentGrants})
  const add = async (entity: string, fields: Record<string, string>) =>
    done(await engine.change(operator, [creating(entity, fields)]))
  const camera = await add('Thing', {name: 'Camera'})
  await add('Loan', {thing: camera.id, first_day: '2026-03-12', last_day: '2026-03-17'})
  const member = await add('User', {name: 'Ann', email: 'ann@example.org'})
  const {data} = await pagesOf(engine).get<TimelineData>(person(member.id, 'Member'), '/')
  expect(data.groups.flatMap(({rows}) => rows.flatMap(({bars}) => bars.map(({text}) => text)))).toEqual(['6 days'])
})
