/** Calendars over HTTP: the days shown, their entries in the time zone, and the entries each person sees. */

import {describe, expect, test} from 'vitest'
import type {CalendarData} from '../../../src/features/planning/calendar-data.ts'
import {type Actor, documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {stores, storesOfStories} from '../../kit/store-databases.ts'
import {company, timeOff} from '../../kit/time-off.ts'

/** The days of each item, by date. */
function lying({days, items}: CalendarData): string[] {
  const first = Date.parse(days[0]?.date ?? '')
  const dateAt = (index: number) => new Date(first + index * 86_400_000).toISOString().slice(0, 10)
  return items.map(item => `${item.text}: ${dateAt(item.first)} to ${dateAt(item.last)} ${item.times}`.trim())
}

describe.each(storesOfStories)('a calendar of days, on $name', ({make}) => {
  test('shows the weeks of a month, a week, or the coming days, to everyone only permitted records', async () => {
    const made = await company(await make(timeOff))
    const {people, kinds} = made
    const pages = pagesOf(made.engine)
    const away = (who: {id: string}, first_day: string, last_day: string, status: string) =>
      made.make('Request', {person: who.id, kind: kinds.holiday, first_day, last_day, status})
    await away(people.ada, '2026-02-20', '2026-03-03', 'approved')
    await away(people.bo, '2026-03-31', '2026-04-08', 'submitted')
    await away(people.cem, '2026-03-16', '2026-03-16', 'rejected')
    await away(people.max, '2026-03-11', '2026-03-11', 'approved')
    await made.make('Team', {name: 'Sales'})
    const month = await pages.get<CalendarData>(people.hana, '/calendar')
    const {data} = month
    expect([data.view, data.period, data.days.length]).toEqual(['month', 'March 2026', 42])
    expect(data.days[0]).toMatchObject({date: '2026-02-23', text: '23 Feb', outside: true, off: false})
    expect(data.days.filter(({today}) => today)).toMatchObject([{date: '2026-03-10', outside: false}])
    expect(data.days.filter(({off}) => off)).toHaveLength(12)
    expect(lying(data).map(each => each.split(': ')[0])).toEqual(['Ada', 'Max', 'Bo'])
    expect(data.items[0]).toMatchObject({first: -3, last: 8, tone: 'hue hue-teal', requested: false, half: null})
    expect(data.items[0]).toMatchObject({state: {label: 'Approved', tone: 'good'}, href: '/requests/1001'})
    expect(data.legend.map(({text}) => text)).toEqual(['Holiday', 'Requested'])
    expect([data.earlier, data.later, data.today]).toEqual([
      '/calendar?on=2026-02-01',
      '/calendar?on=2026-04-01',
      '/calendar',
    ])

    const week = await pages.get<CalendarData>(people.hana, '/calendar?view=week&on=2026-04-01')
    expect(week.data.days.map(({date}) => date).slice(0, 2)).toEqual(['2026-03-30', '2026-03-31'])
    expect(week.data.items).toMatchObject([{text: 'Bo', first: 1, last: 9}])
    expect(week.data.later).toBe('/calendar?view=week&on=2026-04-08')
    const agenda = await pages.get<CalendarData>(people.hana, data.days[16]?.href ?? '')
    expect(agenda.data).toMatchObject({view: 'agenda', days: {length: 28}})
    expect(agenda.data.items.map(({text}) => text)).toEqual(['Max', 'Bo'])

    // Bo sees that Ada in his team is away, his own request with its name for him, and nothing of Max, who is in no
    // team.
    const seen = await pages.get<CalendarData>(people.bo, '/calendar')
    expect(seen.data.items.map(({text}) => text)).toEqual(['Ada', 'Holiday'])
    // He sees one team, so there is no choice of teams for him. A chosen one can still be cleared.
    const offered = ({filterBar}: CalendarData) => filterBar.filters.map(({key, options}) => [key, options.length])
    expect(offered(seen.data).map(([key]) => key)).toEqual(['status'])
    expect(offered(data)[0]).toEqual(['person.team', 2])
    const team = month.data.filterBar.filters[0]?.options[1]?.value
    const chosen = await pages.get<CalendarData>(people.bo, `/calendar?person.team=${team}`)
    expect(offered(chosen.data).map(([key]) => key)).toEqual(['person.team', 'status'])
    // He may not read the state of Ada's request, so a filter by it leaves only his own.
    const filtered = await pages.get<CalendarData>(people.bo, '/calendar?status=approved,submitted')
    expect(filtered.data.items.map(({text}) => text)).toEqual(['Holiday'])
    expect(seen.data.keep).toEqual([])
    // A holiday in Berlin is a day off for Bo; Hana in Paris reads where it applies.
    await made.make('Holiday', {place: made.places.berlin, day: '2026-03-12', name: 'Spring day'})
    const dayOf = async (who: Actor) =>
      (await pages.get<CalendarData>(who, '/calendar')).data.days.find(({date}) => date === '2026-03-12')
    expect(await dayOf(people.bo)).toMatchObject({note: 'Spring day (Berlin)'})
    expect((await dayOf(people.bo))?.elsewhere).toBeUndefined()
    expect(await dayOf(people.hana)).toMatchObject({note: 'Spring day (Berlin)', elsewhere: true})
    const html = await pages.html(people.hana, '/calendar')
    expect([html.includes('colSpan="7"') || html.includes('colspan="7"'), html.includes(' style=')]).toEqual([
      true,
      false,
    ])
  })
})

const diary = `# Diary

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Diary | / | calendar of Entry by starts..ends | Member |
| Due | /due | calendar of Entry by due | Member |

### Diary

- columns: place
- days off: Rest by day

## 3. Entities and their fields

### Entry

- named by: title

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| starts | date and time | yes |
| ends | date and time | |
| due | date | |
| place | text | |

### Rest

- named by: why

| Field | Type |
|---|---|
| day | date |
| why | text |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| TIME_ZONE | "America/Los_Angeles" | |
| LANGUAGE | "de" | |
`

describe.each(storesOfStories)('a calendar of times, on $name', ({make}) => {
  test('puts each on its local day, in the language of the document', async () => {
    const {engine, clock} = await engineOf({document: diary, address: await make(diary), grants: documentGrants})
    // In Los Angeles it is still the day before.
    clock.now = Date.parse('2026-11-02T02:00:00Z')
    const add = async (entity: string, fields: Record<string, string>) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    await add('Entry', {title: 'evening', starts: '2026-11-03T02:00:00Z', ends: '2026-11-03T03:30:00Z', place: 'Halle'})
    await add('Entry', {title: 'to midnight', starts: '2026-11-05T06:00:00Z', ends: '2026-11-05T08:00:00Z'})
    await add('Entry', {title: 'night', starts: '2026-11-06T06:00:00Z', ends: '2026-11-06T10:00:00Z'})
    await add('Entry', {title: 'moment', starts: '2026-11-07T20:00:00Z', due: '2026-11-30'})
    await add('Rest', {day: '2026-11-11', why: 'Ruhetag'})
    const pages = pagesOf(engine)
    const member = person('01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf', 'Member')
    const {data} = await pages.get<CalendarData>(member, '/')
    expect(data.days.find(({today}) => today)?.date).toBe('2026-11-01')
    expect([data.period, data.days[0]?.weekday, data.days[0]?.text]).toEqual(['November 2026', 'Mo', '26. Okt.'])
    expect(data.days.find(({note}) => note !== '')).toMatchObject({date: '2026-11-11', note: 'Ruhetag', off: true})
    expect(data.views.map(({label}) => label)).toEqual(['Tag', 'Woche', 'Monat', 'Jahr', 'Liste'])
    expect(lying(data).slice(0, 2)).toEqual([
      'evening: 2026-11-02 to 2026-11-02 18:00–19:30',
      'to midnight: 2026-11-04 to 2026-11-04 22:00–00:00',
    ])
    expect(data.items[2]).toMatchObject({text: 'night', time: ''})
    expect((data.items[2]?.last ?? 0) - (data.items[2]?.first ?? 0)).toBe(1)
    expect(data.items[3]).toMatchObject({text: 'moment', times: '12:00'})
    expect(data.items[0]).toMatchObject({cells: [{text: 'Halle'}]})
    expect(data.items[0]?.label).toMatch(/^evening, 2\. Nov\..*18:00.*19:30.*, Halle$/)
    const due = await pages.get<CalendarData>(member, '/due')
    expect(lying(due.data)).toEqual(['moment: 2026-11-30 to 2026-11-30'])
    const empty = await pages.get<CalendarData>(member, '/due?on=2027-01-15')
    expect(empty.data.empty).toBe('Keine Einträge in diesem Zeitraum.')
    expect([empty.data.hours, data.hours]).toEqual([null, null])

    // Entries of whole days are above the hours; entries past midnight are on both days.
    await add('Entry', {title: 'fair', starts: '2026-11-04T20:00:00Z', ends: '2026-11-06T20:00:00Z'})
    const week = await pages.get<CalendarData>(member, '/?view=week&on=2026-11-04')
    expect(week.data.hours).toMatchObject({first: 0, labels: {length: 24}, now: null})
    const minutes = week.data.items.map(item => [item.text, item.minutes && [item.minutes.begins, item.minutes.ends]])
    expect(Object.fromEntries(minutes)).toEqual({
      evening: [1080, 1170],
      'to midnight': [2 * 1440 + 1320, 3 * 1440],
      night: [3 * 1440 + 1320, 4 * 1440 + 120],
      moment: [5 * 1440 + 720, 5 * 1440 + 720],
      fair: null,
    })
    const html = await pages.html(member, '/?view=week&on=2026-11-04')
    const hours = html.slice(html.indexOf('class="hours"'), html.indexOf('class="on-phones"'))
    expect(hours.match(/<ol aria-label="[^"]+"/g)).toHaveLength(5)
    expect(hours).toContain('<li class="placed from-40 from-80 from-320 from-640 for-10 for-80 at0 wide1 of1">')
    expect(hours).toMatch(
      /<li class="placed from-40 from-1280 for-40 for-80 at[^"]+">.{0,40}<(?:a|span) class="stretch plain after"/,
    )
    expect(hours).toMatch(/<li class="placed for-40 for-80 at[^"]+">.{0,40}<(?:a|span) class="stretch plain before"/)
    expect(hours).not.toContain('fair')
    expect(html).toMatch(/class="lane"><td class="clock">ganztägig.*?fair/s)
    expect(html).not.toContain(' style=')
    const now = await pages.get<CalendarData>(member, '/?view=week')
    expect(now.data.hours).toMatchObject({first: 7, labels: {length: 13}, now: 6 * 1440 + 18 * 60})
  })
})

describe.each(stores)('a calendar with more than a page shows, on $name', ({make}) => {
  test('has those that begin first, and says from which day on some may be missing', async () => {
    const {engine} = await engineOf({document: diary, address: await make(diary), grants: documentGrants})
    const dueOn = (index: number) => `2026-03-${String(1 + Math.floor(index / 20)).padStart(2, '0')}`
    const fields = (index: number) => ({title: `Entry ${index}`, starts: '2026-03-01T12:00:00Z', due: dueOn(index)})
    done(
      await engine.change(
        operator,
        Array.from({length: 510}, (_, index) => creating('Entry', fields(index))),
      ),
    )
    const pages = pagesOf(engine)
    const shown = async (query: string) => {
      const member = person('01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf', 'Member')
      const {data} = await pages.get<CalendarData>(member, `/due?${query}on=2026-03-10`)
      return [data.items.length, data.more]
    }
    expect(await shown('')).toEqual([
      500,
      'Nicht alles passt hierher: Einträge, die am 25. März oder später beginnen, fehlen vielleicht. Nutzen Sie die Filter.',
    ])
    expect(await shown('view=week&')).toEqual([140, null])
    expect(await shown('view=year&')).toEqual([510, null])
  })
})
