// @vitest-environment jsdom
/** The strip of an inbox: its days have accessible names, and numbers where there is space; bars that are too close share a target. */
import {screen, within} from '@testing-library/react'
import {expect, test} from 'vitest'
import {Strip} from '../../../src/features/planning/components/strip.tsx'
import type {TimelineBar} from '../../../src/features/planning/timeline-data.ts'
import {renderIn} from '../../kit/dom.tsx'

const headsOf = (days: number) =>
  Array.from({length: days}, (_, index) => ({
    key: `2026-03-${index + 1}`,
    short: 'M',
    text: String(index + 1),
    label: `${index + 1} March`,
    units: 2,
    now: false,
    off: false,
  }))

test('names the number on the days on which the limit is exceeded', () => {
  const heads = headsOf(2)
  const warned = (count: number) => (
    <Strip
      strip={{
        period: 'March 2026',
        hourly: false,
        heads,
        rows: [],
        more: 0,
        people: true,
        legend: [],
        own: '',
        totals: heads.map(() => ({count, reached: true})),
        limit: 2,
        presentAs: 'away',
        covers: heads.map(() => true),
        warning: {days: 'Mon 2 Mar', count, names: ['Ada', 'Ben']},
      }}
    />
  )
  renderIn(warned(3))
  expect(screen.getByText('3 people away on Mon 2 Mar (limit 2).')).toBeTruthy()
  renderIn(warned(2))
  expect(screen.getByText('The limit of 2 is reached on Mon 2 Mar.')).toBeTruthy()
})

function numbersOf(days: number): string[] {
  const heads = headsOf(days)
  renderIn(
    <Strip
      strip={{
        period: 'March 2026',
        hourly: false,
        heads,
        rows: [],
        more: 0,
        people: false,
        legend: [],
        own: '',
        totals: heads.map(() => null),
        limit: null,
        presentAs: '',
        covers: heads.map(() => false),
        warning: null,
      }}
    />,
  )
  const cells = screen.getAllByRole('columnheader')
  expect(cells.map(cell => cell.querySelector('.sr-only')?.textContent)).toEqual(heads.map(({label}) => label))
  return cells
    .map(cell => cell.querySelector('[aria-hidden]')?.textContent?.replace('M', '').trim() ?? '')
    .filter(text => text !== '')
}

test('every day of two weeks has its number', () => {
  expect(numbersOf(14)).toHaveLength(14)
})

test('of four weeks only the first day of each is numbered, so that numbers do not overlap', () => {
  expect(numbersOf(28)).toEqual(['1', '8', '15', '22'])
})

const barAt = (id: string, start: number, end: number): TimelineBar => ({
  id,
  href: `/bookings/${id}`,
  start,
  end,
  before: false,
  after: false,
  text: id,
  label: `Hall, ${id}`,
  when: `${id} o’clock`,
  texts: [],
  tone: 'good',
  requested: false,
  half: null,
  state: null,
  movable: null,
})

test('half hours of a day that are too close to point at share a button; a single one is a link', () => {
  const hours = Array.from({length: 13}, (_, index) => {
    const text = `${String(index + 7).padStart(2, '0')}:00`
    return {key: String(index), short: '', text, label: text, units: 4, now: false, off: false}
  })
  const bars = [barAt('nine', 8, 10), barAt('half-past-nine', 10, 12), barAt('four', 36, 38)]
  renderIn(
    <Strip
      strip={{
        period: 'Mill, Monday, 23 November 2026',
        hourly: true,
        heads: hours,
        rows: [{id: 'hall', name: 'Hall', href: null, bars, marks: [], create: null}],
        more: 0,
        people: false,
        legend: [],
        own: 'hall',
        totals: hours.map(() => ({count: 1, reached: false})),
        limit: null,
        presentAs: '',
        covers: hours.map((_, index) => index === 2),
        warning: null,
      }}
    />,
  )
  const both = screen.getByRole('button', {name: 'Hall, 2 entries: nine o’clock; half-past-nine o’clock'})
  const list = document.getElementById(both.getAttribute('popovertarget') ?? '')
  expect(
    list &&
      within(list)
        .getAllByRole('link', {hidden: true})
        .map(link => link.getAttribute('href')),
  ).toEqual(['/bookings/nine', '/bookings/half-past-nine'])
  expect(screen.getByRole('link', {name: 'Hall, four'}).getAttribute('href')).toBe('/bookings/four')
  // Every second hour has room for its time, and hours without a limit have no totals.
  const shown = screen
    .getAllByRole('columnheader')
    .map(cell => cell.querySelector('[aria-hidden]')?.textContent?.trim())
  expect(shown.filter(text => text !== '')).toEqual(['07:00', '09:00', '11:00', '13:00', '15:00', '17:00'])
  expect(screen.queryByRole('rowheader', {name: 'Total'})).toBeNull()
})
