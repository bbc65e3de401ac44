/** The requests of the demonstration satisfy the rules of the document on any day. */
import {describe, expect, test} from 'vitest'
import {column, companyOn, eventsOf, isDropped, momentOf, overlap, rowsOf, stateAt, todays} from './demo-company.ts'
import {holdOnDays} from './demo-days.ts'
import {addDays, numberOf, weekdayOf} from './demo-files.ts'

const count = <T>(items: readonly T[], is: (item: T) => boolean): number => items.filter(is).length

describe('three hundred requests', () => {
  test('are numbered from 1001, in all states, most of them taken or approved', () => {
    expect(column('Request', 'number')).toEqual(Array.from({length: 300}, (_, index) => String(1001 + index)))
    const inState = (state: string) => count(column('Request', 'status'), one => one === state)
    expect(inState('taken') + inState('approved')).toBeGreaterThan(200)
    const few = {
      submitted: [18, 30],
      draft: [4, 10],
      'pre-approved': [3, 6],
      rejected: [8, 15],
      withdrawn: [4, 10],
      cancelled: [2, 10],
      cancel_asked: [3, 6],
    }
    for (const [state, [least = 0, most = 0]] of Object.entries(few)) {
      expect(inState(state), state).toBeGreaterThanOrEqual(least)
      expect(inState(state), state).toBeLessThanOrEqual(most)
    }
    expect(new Set(column('Request', 'kind')).size).toBeGreaterThanOrEqual(8)
    expect(count(rowsOf('Request'), row => /yes/.test(`${row.first_half} ${row.last_half}`))).toBeGreaterThan(15)
    expect(count(column('Request', 'cover'), cover => cover !== '')).toBeGreaterThan(80)
  })

  describe.each(todays)('loaded on %s, %s', (_, today) => {
    const company = companyOn(today)
    const {requests, user, kind, rows} = company
    const alive = requests.filter(request => !isDropped(request))

    test('range from ten months ago to half a year ahead, with many people away now', () => {
      const told = requests.filter(({seasonal}) => !seasonal)
      expect(told.every(({first, last}) => first >= addDays(today, -315) && last <= addDays(today, 190))).toBe(true)
      const now = requests.filter(({status, first, last}) => status === 'approved' && first <= today && last >= today)
      expect(now.length).toBeGreaterThanOrEqual(7)
      const near = told.filter(({first}) => first >= addDays(today, -60) && first <= addDays(today, 60))
      expect(near.length).toBeGreaterThan(told.length / 3)
    })

    test('have dates that match their state', () => {
      for (const {status, first, last, row, seasonal} of requests) {
        if (status === 'taken') expect(last < today, row.number).toBe(true)
        if (['submitted', 'draft', 'pre-approved', 'cancel_asked'].includes(status))
          expect(first > today, row.number).toBe(true)
        // The system immediately completes seasonal requests of this year that are over.
        if (status === 'approved' && !seasonal) expect(last >= today, row.number).toBe(true)
        if (status === 'approved' && seasonal) expect(first.slice(0, 4)).toBe(today.slice(0, 4))
      }
    })

    test('start and end on working days if they are relative to today', () => {
      const told = requests.filter(({seasonal}) => !seasonal)
      expect(
        told.filter(({first, last}) => weekdayOf(numberOf(first)) > 5 || weekdayOf(numberOf(last)) > 5 || last < first),
      ).toEqual([])
    })

    test('satisfy the rules on dates, cover and notice', () => {
      for (const request of requests) {
        const {row, person, first} = request
        expect(row.cover, row.number).not.toBe(person)
        expect(first >= (user(person).joined ?? ''), row.number).toBe(true)
        const asked = momentOf(company, request.number, 'submit').slice(0, 10)
        if (asked !== '' && kind(request.kind).needs_approval === 'yes')
          expect(first >= addDays(asked, Number(kind(request.kind).notice)), row.number).toBe(true)
      }
    })

    test('have a cover who is not away at the time', () => {
      for (const request of alive.filter(({row}) => row.cover !== '')) {
        const away = alive.filter(other => other.person === request.row.cover && overlap(request, other))
        expect(away.map(other => [request.row.number, other.row.number])).toEqual([])
      }
    })

    test('avoid closed days', () => {
      for (const {number, person, first, last} of alive.filter(one => one.kind === 'Holiday')) {
        const asked = momentOf(company, number, 'submit')
        const closed = rows('Closure').filter(
          closure =>
            ['', user(person).team].includes(closure.team) &&
            (closure.first_day ?? '') <= last &&
            (closure.last_day ?? '') >= first &&
            (closure.created ?? '') < asked,
        )
        expect(closed, number).toEqual([])
      }
    })

    test('are decided by the manager, long leave by two people, and never by oneself', () => {
      for (const {row, number, person, days, asWritten} of requests) {
        const events = eventsOf(company, number)
        for (const event of events.filter(one => ['approve', 'reject'].includes(one.action ?? '')))
          expect(event.by, row.number).toBe(user(person).manager)
        const second = events.find(one => one.action === 'confirm')
        if (second) expect(user(second.by ?? '').roles).toBe('Employee; HR')
        if (second) expect([person, user(person).manager]).not.toContain(second.by)
        // A long leave that is cut short by New Year was still decided as a long one.
        if (
          asWritten &&
          ['approved', 'taken'].includes(row.status ?? '') &&
          kind(row.kind ?? '').needs_approval === 'yes'
        )
          expect(second !== undefined, `${row.number}: ${days} days`).toBe(days > 15)
        if (asWritten && row.status === 'pre-approved') expect(days).toBeGreaterThan(15)
        expect(row.decided_by).not.toBe(person)
      }
    })

    test('never leave a team understaffed when they are approved', () => {
      const most = new Map(rows('Team').map(team => [team.name, Number(team.most_away)]))
      for (const request of requests) {
        const judged = momentOf(company, request.number, 'approve')
        if (judged === '') continue
        const {team} = user(request.person)
        const others = requests.filter(({person}) => person !== request.person && user(person).team === team)
        const away = others.filter(
          other => overlap(request, other) && stateAt(eventsOf(company, other.number), judged) === 'approved',
        )
        expect(away.length, request.number).toBeLessThan(most.get(team) ?? 0)
      }
    })
  })
})

// Every day: test/long. Every third one is of every weekday and month.
describe('loaded on any day of four years', () => holdOnDays(3))
