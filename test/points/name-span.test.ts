import {describe, expect, it} from 'vitest'
import type {Entity} from '../../src/points/entities/model.ts'
import {joinName, type NameText, nameOfRecord} from '../../src/points/entities/run.ts'

const text = (said: string): NameText => ({text: said, day: false})
const day = (said: string): NameText => ({text: said, day: true})

describe('two days in a name', () => {
  it.each([
    ['7 May 2026', ' to ', '11 May 2026', '7 to 11 May 2026'],
    ['30 Nov 2026', ' to ', '25 Dec 2026', '30 Nov to 25 Dec 2026'],
    ['28 Dec 2026', ' to ', '2 Jan 2027', '28 Dec 2026 to 2 Jan 2027'],
    ['7. Mai 2026', ' bis ', '11. Mai 2026', '7. bis 11. Mai 2026'],
    ['16 Dec 2026', '–', '18 Dec 2026', '16–18 Dec 2026'],
    ['30 Nov 2026', '–', '4 Dec 2026', '30 Nov – 4 Dec 2026'],
    ['2 Jun 2026', '–', '2 Jun 2026', '2 Jun 2026'],
    ['2 Jun 2026', ' (due ', '2 Jun 2026', '2 Jun 2026 (due 2 Jun 2026'],
    ['', ' to ', '2 Jun 2026', ' to 2 Jun 2026'],
  ])('%s%s%s is said as %s', (first, middle, last, said) => {
    expect(joinName([text('Ada, '), day(first), text(middle), day(last)])).toBe(`Ada, ${said}`)
  })

  it('leaves everything else alone', () => {
    expect(joinName([text('May'), text(' '), text('May')])).toBe('May May')
  })
})

describe('what a record is called', () => {
  const room = {
    label: 'Booking',
    fields: new Map(),
    namedBy: {
      parts: [
        {kind: 'path', path: ['title']},
        {kind: 'text', text: ', '},
        {kind: 'path', path: ['room']},
      ],
    },
  } as unknown as Entity
  it.each([
    ['Planning', 'Pilot', 'Planning, Pilot'],
    ['', 'Pilot', 'Pilot'],
    ['Planning', '', 'Planning'],
    ['', '', 'Booking'],
    ['-5 °C', 'Cellar -', '-5 °C, Cellar -'],
  ])('“%s” in “%s” is %s', (title, place, said) => {
    expect(nameOfRecord(room, ([name]) => (name === 'title' ? title : place))).toBe(said)
  })
})
