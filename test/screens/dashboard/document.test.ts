/** Findings about the cards of a dashboard. */
import {expect, test} from 'vitest'
import {documentOf} from '../../kit/documents.ts'

const documentWith = (shows: string, as: string) => `# Leave

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Home | / | dashboard | signed in |

### Home

| Card | Shows | As |
|---|---|---|
| Card | ${shows} | ${as} |

## 3. Entities

### Leave

| Field | Type |
|---|---|
| person | User |
| kind | one of holiday, training |
| first | date |
| last | date |
| left | number |
| used | number |

## 4. States

### Leave
- starts: asked

| Action | From | To | Who |
|---|---|---|---|
| withdraw | asked | withdrawn | person |
`

const codes = (shows: string, as: string) =>
  documentOf(documentWith(shows, as))
    .findings.filter(({code}) => /^N2[0-3]/.test(code))
    .map(({code}) => code)

test.each([
  ['list of Leave columns kind, left actions withdraw', 'rows'],
  ['sum of Leave.left, used', 'ring'],
  ['sum of Leave.left, used by kind', 'meters'],
  ['sum of Leave.left, used by kind', 'meters if any'],
  ['list of Leave where person = me by first..last', 'next'],
  ['list of Leave by first', 'next'],
  ['list of Leave by first..last per person columns kind limit 3', 'people'],
])('%s can be drawn as %s', (shows, as) => {
  expect(codes(shows, as)).toEqual([])
})

test.each([
  ['sum of Leave.left', 'ring', 'N222'],
  ['sum of Leave.left, used', 'number', 'N222'],
  ['sum of Leave.left, used', 'meters', 'N222'],
  ['sum of Leave.left, used by kind', 'ring', 'N222'],
  ['sum of Leave.left, kind', 'ring', 'N223'],
  ['list of Leave', 'ring', 'N222'],
  ['count of Leave', 'rows', 'N222'],
  ['list of Leave', 'next', 'N222'],
  ['list of Leave by first..last', 'people', 'N222'],
  ['list of Leave by first..last', 'rows', 'N222'],
  ['list of Leave actions withdraw', 'table', 'N222'],
  ['list of Leave by kind', 'next', 'N220'],
  ['list of Leave by first per kind', 'people', 'N220'],
  ['list of Leave per person', 'rows', 'N220'],
  ['count of Leave actions withdraw', 'number', 'N220'],
])('%s cannot be drawn as %s: %s', (shows, as, code) => {
  expect(codes(shows, as)).toContain(code)
})

test.each([
  ['pie', 'donut'],
  ['Bar chart', 'bars'],
  ['dount', 'donut'],
])('the look %s is %s', (written, meant) => {
  const [found] = documentOf(documentWith('count of Leave by kind', written)).findings
  expect([found?.code, found?.fix?.text]).toEqual(['N220', meant])
})
