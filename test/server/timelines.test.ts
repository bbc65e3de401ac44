/** Timelines over HTTP: rows, bars and days off, as people who see different things, by whole days and by the hour. */

import {describe, expect, test} from 'vitest'
import type {CalendarData} from '../../src/contract/calendar.ts'
import type {TimelineData, TimelineRow} from '../../src/contract/timeline.ts'
import {documentSearchFields} from '../../src/engine/required-indexes.ts'
import {documentGrants, operator} from '../../src/engine/testing.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {stores} from '../kit/store-databases.ts'
import {company, timeOff} from '../kit/time-off.ts'

/** Intl sets thin spaces around dashes. */
const plain = (text = '') => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
const rowsOf = ({groups}: TimelineData): TimelineRow[] => groups.flatMap(({rows}) => rows)
const rowAt = (data: TimelineData, name: string) => rowsOf(data).find(row => row.name === name)

describe.each(stores)('who is away, on $name', ({make}) => {
  test('shows everybody by team, half days as halves, and to each only what they may read', async () => {
    const made = await company(await make(timeOff))
    const {people, kinds, places} = made
    const pages = pagesOf(made.engine)
    const away = (who: {id: string}, first_day: string, last_day: string, more = {}) =>
      made.make('Request', {person: who.id, kind: kinds.holiday, first_day, last_day, status: 'approved', ...more})
    await away(people.ada, '2026-03-12', '2026-03-13', {first_half: true})
    await away(people.bo, '2026-04-03', '2026-04-10')
    await away(people.cem, '2026-03-16', '2026-03-16', {status: 'submitted'})
    await made.make('Holiday', {place: places.paris, day: '2026-03-20', name: 'Spring day'})
    await made.make('User', {name: 'Gone', email: 'gone@example.com', roles: ['Employee'], active: false})
    const {data} = await pages.get<TimelineData>(people.hana, '/away')

    // Tuesday, 10 March: four weeks from Monday on.
    expect(data.heads.map(({key}) => key)).toHaveLength(28)
    expect(data.heads[0]).toMatchObject({key: '2026-03-09', label: 'Monday 9 March', units: 2})
    expect(data.heads.filter(({now}) => now).map(({key}) => key)).toEqual(['2026-03-10'])
    expect(data.heads.filter(({off}) => off)).toHaveLength(8)
    expect(data.groups.map(({label, rows}) => [label, rows.map(({name}) => name)])).toEqual([
      ['Makers', ['Ada', 'Bo', 'Cem']],
      ['Others', ['Hana', 'Max']],
    ])
    expect(data.count).toEqual({exact: 5})
    // Thursday midday to Friday evening: units are half days.
    expect(rowAt(data, 'Ada')?.bars).toMatchObject([
      {start: 7, end: 10, before: false, after: false, text: '1.5 days', tone: 'good', href: '/requests/1001'},
    ])
    expect(plain(rowAt(data, 'Ada')?.bars[0]?.label)).toBe('Ada, 12–13 Mar, from noon, Holiday, Approved')
    expect(rowAt(data, 'Bo')?.bars).toMatchObject([{start: 50, end: 56, after: true, text: 'until 10 Apr'}])
    expect(rowAt(data, 'Cem')?.bars).toEqual([])
    expect(rowAt(data, 'Ada')?.marks).toEqual([{start: 22, end: 24, kind: 'off', text: 'Spring day'}])
    expect(rowAt(data, 'Bo')?.marks).toEqual([])

    // Somebody of the team sees that Ada is away, and not why. Whose absences somebody may not read has no row
    // there: an empty one would say that they are at work.
    const seen = await pages.get<TimelineData>(people.bo, '/away')
    expect(plain(rowAt(seen.data, 'Ada')?.bars[0]?.label)).toBe('Ada, 12–13 Mar, from noon, Approved')
    const stranger = await made.make('User', {name: 'Stranger', email: 's@example.com', roles: ['Employee']})
    const foreign = await pages.get<TimelineData>(person(stranger.id, 'Employee'), '/away')
    expect(rowsOf(foreign.data).map(({name, bars}) => [name, bars.length])).toEqual([])
    expect(rowsOf(seen.data).map(({name}) => name)).toEqual(['Ada', 'Bo', 'Cem'])

    // Moving on shows the rest of what was cut; narrowing leaves the rows of that team.
    expect(data.later).toBe('/away?on=2026-04-07')
    const later = await pages.get<TimelineData>(people.hana, `${data.later}&person.team=${made.team}`)
    expect(rowsOf(later.data).map(({name}) => name)).toEqual(['Ada', 'Bo', 'Cem'])
    expect(rowAt(later.data, 'Bo')?.bars).toMatchObject([{start: 0, end: 10, before: true, text: 'until 10 Apr'}])
    expect(later.data).toMatchObject({
      today: `/away?person.team=${made.team}`,
      keep: [{name: 'on', value: '2026-04-07'}],
      filterBar: {filtered: true},
    })
    expect((await pages.get<TimelineData>(people.hana, '/away?on=2026-02-30&view=odd')).data.heads).toEqual(data.heads)
    const html = await pages.html(people.hana, '/away')
    expect(html.includes('<th scope="row" class="who"')).toBe(true)
    expect(html.includes(' style=')).toBe(false)
  })

  test('D20: closed days are drawn in the rows they are for, and named in the group and above', async () => {
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
    const days = [18, 20, 22].map(start => ({start, end: start + 2, kind: 'closed', text: 'Stocktaking'}))
    const all = {start: 32, end: 34, kind: 'closed', text: 'Company day'}
    expect(rowAt(data, 'Bo')?.marks).toEqual([...days, all])
    expect(rowAt(data, 'Max')?.marks).toEqual([all])
    expect(
      data.groups.map(({label, closed}) => [label, closed.map(({start, end, text}) => [start, end, text])]),
    ).toEqual([
      [
        'Makers',
        [
          [18, 24, 'Stocktaking'],
          [32, 34, 'Company day'],
        ],
      ],
      ['Others', [[32, 34, 'Company day']]],
    ])
    expect(data.closed.map(({days, text}) => `${plain(days)}: ${text}`)).toEqual([
      '18–20 Mar: Stocktaking (Makers)',
      '25 Mar: Company day',
    ])
    expect(data.heads[16]?.label).toBe('Wednesday 25 March, Company day')
    // Where somebody is away, the bar is drawn; the days beside it stay hatched.
    const html = await pages.html(people.bo, '/away')
    expect(html.match(/<td colSpan="2" class="closed">/g)).toHaveLength(3 * 4 - 1 + 1)
    expect(html).toContain('<ul class="closed-days" aria-label="Closed days">')
  })

  test('D20: a calendar names closed days and public holidays, and whose they are', async () => {
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

describe.each(stores)('rooms by the hour, on $name', ({make}) => {
  test('stand by the clocks of the zone, over each other in lanes, with the hours that are needed', async () => {
    const {engine, clock} = await engineOf({document: hall, address: await make(hall), grants: documentGrants})
    const add = async (entity: string, fields: Record<string, string | boolean>) =>
      done(await engine.change(operator, [creating(entity, fields)])).id
    const blue = await add('Room', {name: 'Blue'})
    await add('Room', {name: 'Shut', open: false})
    const use = (title: string, starts: string, ends: string | null, more = {}) =>
      add('Use', {room: blue, title, starts, ...(ends === null ? {} : {ends}), ...more})
    // In March clocks in Paris are an hour ahead of Greenwich.
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
    expect(documentSearchFields(engine.specification).get('Use')).toEqual(new Set(['title']))

    // As weeks, a day off of everybody is marked at its head.
    const weeks = await pages.get<TimelineData>(member, '/?view=weeks')
    expect(weeks.data.heads[3]).toMatchObject({off: true, label: 'Thursday 12 March, Cleaning'})
    expect(rowsOf(weeks.data)[0]?.bars.map(({text, start, end}) => [plain(text), start, end])).toEqual([
      ['22:00', 0, 2],
      ['09:00', 2, 4],
      ['10:00', 2, 4],
      ['13:00', 2, 4],
      ['party', 2, 6],
    ])
    // Two weeks, so that there is room in a day to say when a bar begins.
    expect(weeks.data.heads).toHaveLength(14)
    expect((await pages.html(member, '/?view=weeks')).match(/aria-hidden="true">09:00</g)).toHaveLength(1)

    // The night the clocks go forward has an hour less, and what lies beyond it stays where clocks show it.
    clock.now = Date.parse('2026-03-29T06:00:00Z')
    await use('early', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z')
    const spring = await pages.get<TimelineData>(member, '/')
    expect(spring.data.heads[0]).toMatchObject({text: '01:00'})
    expect(rowsOf(spring.data)[0]?.bars).toMatchObject([{text: 'early', start: 2, end: 10}])

    // Rows are paged, and only those of the page are asked for.
    await engine.change(
      operator,
      Array.from({length: 54}, (_, index) => creating('Room', {name: `Cabin ${index}`})),
    )
    const first = await pages.get<TimelineData>(member, '/?on=2026-03-10')
    expect([rowsOf(first.data).length, first.data.count, rowAt(first.data, 'Blue')?.bars.length]).toEqual([
      50,
      {exact: 55},
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
