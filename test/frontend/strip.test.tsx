// @vitest-environment jsdom
/** The strip of an inbox: its days have accessible names, and numbers where there is space. */
import {screen} from '@testing-library/react'
import {expect, test} from 'vitest'
import {Strip} from '../../src/frontend/screens/inbox/strip.tsx'
import {renderIn} from '../kit/dom.tsx'

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

function numbersOf(days: number): string[] {
  const heads = headsOf(days)
  renderIn(
    <Strip
      strip={{
        period: 'March 2026',
        heads,
        rows: [],
        more: 0,
        people: false,
        legend: [],
        own: '',
        totals: heads.map(() => null),
        limit: null,
        covers: heads.map(() => false),
        warnings: [],
      }}
    />,
  )
  const cells = screen.getAllByRole('columnheader')
  expect(cells.map(cell => cell.querySelector('.only-read')?.textContent)).toEqual(heads.map(({label}) => label))
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
