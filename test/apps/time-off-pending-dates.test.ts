/**
 * Approved leave while new dates are requested: the approved dates stay certain and the new ones are requested, on
 * every page that shows either. The day is Tuesday, 10 March 2026. Ada, Bo and Cem are one team under Max, of whom one
 * may be away; Hana is human resources.
 */
import {describe, expect, it} from 'vitest'
import type {Visit} from '../../src/engine/reply.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {CalendarData} from '../../src/features/planning/calendar-data.ts'
import type {TimelineData} from '../../src/features/planning/timeline-data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import type {CardBody, DashboardData} from '../../src/screens/dashboard/data.ts'
import type {InboxData} from '../../src/screens/inbox/data.ts'
import {type Actor, createApplication} from '../../src/screens/testing.ts'
import {done, refusals} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

const old = {first_day: '2026-04-13', last_day: '2026-04-16', last_half: true} as const
const fresh = {first_day: '2026-04-20', last_day: '2026-04-22'}

/** Ada's approved leave, 13–16 April until noon, for which she now asks for 20–22 April. */
async function changing(at: Company) {
  const {ada, max} = at.people
  await at.allowance(ada, 25)
  const draft = done(await at.draft(ada, old))
  const approved = done(await at.act(max, done(await at.act(ada, draft, 'submit')), 'approve'))
  return done(await at.act(ada, approved, 'change_dates', {...fresh, first_half: false, last_half: false}))
}

/** Thin spaces around dashes are from Intl. */
const plain = (text = '') => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')

type Drawn = {readonly label: string; readonly requested: boolean; readonly movable: number | null}
const seen = ({label, requested}: Drawn) => `${requested ? 'requested' : 'certain'}: ${plain(label)}`

const barsOf = (rows: TimelineData['groups'][number]['rows'], name: string) =>
  rows.filter(row => row.name === name).flatMap(({bars}) => bars)

describe.each(storesOfStories)('P2: approved leave while new dates are requested, on $name', ({make}) => {
  const open = async () => company(await make(timeOff))

  it('P2: the chart shows the old dates as certain and the new ones as requested; colleagues see the old ones', async () => {
    const at = await open()
    await changing(at)
    const pages = pagesOf(at.engine)
    const chart = async (who: Actor) => {
      const {data} = await pages.get<TimelineData>(who, '/away?view=month&on=2026-04-01')
      const rows = [...(data.own ? [data.own] : []), ...data.groups.flatMap(group => group.rows)]
      return barsOf(rows, 'Ada')
    }
    const both = [
      'certain: Ada, 13–16 Apr (until noon), Holiday, Previously approved',
      'requested: Ada, 20–22 Apr, Holiday, Submitted',
    ]
    expect((await chart(at.people.hana)).map(seen)).toEqual(both)
    expect((await chart(at.people.ada)).map(seen)).toEqual(both)
    // Only the requested dates can be moved; the two bars of one record are told apart.
    const [certain, requested] = await chart(at.people.hana)
    expect([certain?.movable, certain?.text, requested?.text]).toEqual([null, '3.5 days', '3 days'])
    expect(certain?.id).not.toBe(requested?.id)
    const toColleague = await chart(at.people.bo)
    expect(toColleague.map(seen)).toEqual(['certain: Ada, away, 13–16 Apr (until noon)'])
    // Without the number of days, which Bo may not read, and which others may not be computed for him.
    expect([toColleague[0]?.text, toColleague[0]?.href]).toEqual(['13–16 Apr', null])
  })

  it('picture: taking back the new dates is not the leading button', async () => {
    const at = await open()
    await changing(at)
    const pages = pagesOf(at.engine)
    const tones = async (who: Actor) => {
      const {data} = await pages.get<RecordData>(who, '/requests/1001')
      return new Map(data.actions.map(({name, tone}) => [name, tone]))
    }
    const own = await tones(at.people.ada)
    expect([own.get('withdraw_change'), own.get('change_dates')]).toEqual(['plain', 'plain'])
    expect([...(await tones(at.people.max))].filter(([, tone]) => tone === 'primary')).toEqual([['approve', 'primary']])
  })

  it('P2: so do the calendar and its feed', async () => {
    const at = await open()
    await changing(at)
    const pages = pagesOf(at.engine)
    const inCalendar = async (who: Actor) => {
      const {data} = await pages.get<CalendarData>(who, '/calendar?on=2026-04-01')
      return data.items.map(seen)
    }
    expect(await inCalendar(at.people.hana)).toEqual([
      'certain: Ada, 13–16 Apr (until noon), Holiday, Previously approved',
      'requested: Ada, 20–22 Apr, Holiday, Submitted',
    ])
    expect(await inCalendar(at.people.bo)).toEqual(['certain: Ada, 13–16 Apr (until noon)'])
    const inFeed = async (actor: Actor) => {
      const application = createApplication(at.engine.specification, {engine: at.engine, settings: null})
      const sender = {address: '', agent: '', session: null, browser: null}
      const visit: Visit = {
        ...{path: '/calendar', url: '/calendar', query: new URLSearchParams(), parameters: {}},
        ...{actor, failed: String, idempotency: null, sender},
      }
      const feed = await application.open('/calendar', actor)?.screen.feed?.load(visit)
      const events = feed?.kind === 'calendar' ? feed.events : []
      expect(new Set(events.map(({id}) => id)).size).toBe(events.length)
      return events.map(({title, tentative, when}) => [
        title,
        tentative,
        when.kind === 'days' ? when.last - when.first : 0,
      ])
    }
    expect(await inFeed(at.people.hana)).toEqual([
      ['Ada', false, 0],
      ['Ada', true, 2],
    ])
    expect(await inFeed(at.people.bo)).toEqual([['Ada', false, 0]])
  })

  it('P2: the team limit, the strip of Approvals and the form of a colleague count the old dates', async () => {
    const at = await open()
    const {bo, cem, max} = at.people
    const request = await changing(at)
    await at.allowance(bo, 25)
    await at.allowance(cem, 25)
    const pages = pagesOf(at.engine)
    const asked = done(
      await at.act(bo, done(await at.draft(bo, {first_day: '2026-04-16', last_day: '2026-04-17'})), 'submit'),
    )
    expect(await at.shown(asked, 'team_away')).toBe('1')
    expect(refusals(await at.act(max, asked, 'approve'))).toEqual(['TEAM_TOO_THIN'])
    const {data} = await pages.get<InboxData>(max, `/to-decide?record=${asked.id}`)
    const rows = data.selected?.strip?.rows ?? []
    expect(barsOf(rows, 'Ada').map(seen)).toEqual([
      'certain: Ada, 13–16 Apr (until noon), Previously approved',
      'requested: Ada, 20–22 Apr, Submitted',
    ])
    const days = {kind: at.kinds.holiday, first_day: '2026-04-13', last_day: '2026-04-14'}
    const form = await pages.post<FormScreenData>(cem, '/requests/new', {_action: '_preview', ...days})
    const others = form.data.hints?.summary?.others?.records ?? []
    expect(others.map(({person, when}) => `${person.name} ${plain(when)}`)).toEqual(['Ada 13–16 Apr'])
    // Declined, the old dates are free of others; approved, they would have been free for Bo.
    done(await at.act(max, request, 'keep_dates', {answer: 'We need you then.'}))
    expect(await at.shown(request, 'away_from')).toBe('2026-04-13')
    expect(await at.shown(asked, 'team_away')).toBe('1')
  })

  it('P2: an extension that is not yet decided leaves the person away today, with the approved end', async () => {
    const at = await open()
    const {ada, bo, hana, max} = at.people
    await at.allowance(ada, 25)
    const days = {first_day: '2026-04-13', last_day: '2026-04-16'}
    const approved = done(
      await at.act(max, done(await at.act(ada, done(await at.draft(ada, days)), 'submit')), 'approve'),
    )
    done(
      await at.act(ada, approved, 'change_dates', {
        ...days,
        first_half: false,
        last_half: false,
        last_day: '2026-04-17',
      }),
    )
    const pages = pagesOf(at.engine)
    const card = async (who: Actor, path: string, name: string): Promise<CardBody | undefined> => {
      const {data} = await pages.get<DashboardData>(who, path)
      return data.cards.find(each => each.name === name)?.body
    }
    expect(await card(ada, '/', 'Next time off')).toMatchObject({next: {title: 'Holiday', texts: ['4 days']}})
    at.clock.now = Date.parse('2026-04-15T08:00:00Z')
    expect(await card(ada, '/', 'On leave')).toMatchObject({
      next: {title: 'Holiday', day: 'Thu 16 Apr', texts: ['4 days']},
    })
    const away = {people: [{name: 'Ada', back: 'back Fri'}]}
    expect(await card(bo, '/', 'Away today')).toMatchObject(away)
    expect(await card(hana, '/', 'Away today')).toMatchObject(away)
    expect(await card(hana, '/figures', 'Away today')).toMatchObject({text: '1'})
    const {data} = await pages.get<TimelineData>(bo, '/away')
    expect(data.present).toBe(1)
  })

  it('P2: the balance holds the longer of the two, because only one of them will be taken', async () => {
    const at = await open()
    const request = await changing(at)
    const left = 'sum(Allowance[person = this.person].left)'
    expect(await at.shown(request, left)).toBe('21.5')
    done(await at.act(at.people.max, request, 'approve'))
    expect(await at.shown(request, left)).toBe('22')
  })
})
