/** The fields of boards, calendars and timelines, and the bullets of those with dates. */
import {describe, expect, test} from 'vitest'
import {documentOf} from '../../kit/documents.ts'

const entities = `
## 3. Entities and their fields

### Room

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| house | text | |
| open | yes/no | yes |
| seats | number | |
| opens | time | |
| closes | time | |

### Rest

| Field | Type |
|---|---|
| day | date |
| house | text |
| floor | number |

### Use

| Field | Type | Required |
|---|---|---|
| room | Room | yes |
| day | date | yes |
| last_day | date | |
| starts | date and time | yes |
| early | yes/no | yes |
| late | yes/no | yes |
| kind | one of talk, party | yes |
`

const codesOf = (shows: string, bullets: readonly string[] = []): string[] =>
  findingsOf(shows, bullets).map(({code}) => code)

function findingsOf(shows: string, bullets: readonly string[]) {
  const screens = `# Hall\n\n## 2. Screens and routes\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n| Uses | / | ${shows} | Member |\n`
  const details = bullets.length === 0 ? '' : `\n### Uses\n\n${bullets.map(each => `- ${each}`).join('\n')}\n`
  const {findings} = documentOf(`${screens}${details}${entities}`)
  return findings.filter(({severity}) => severity === 'error')
}

describe('a screen uses a suitable field', () => {
  test.each([
    ['board of Use by kind', []],
    ['board of Use by day', ['N217']],
    ['board of Use by room', ['N217']],
    ['calendar of Use by day', []],
    ['calendar of Use by day..last day', []],
    ['calendar of Use by starts', []],
    ['calendar of Use by kind', ['N217']],
    ['calendar of Use by day..starts', ['N217']],
    ['calendar of Use by nowhere', ['N212']],
    ['timeline of Use by starts per room', []],
    ['timeline of Use by starts per kind', []],
    ['timeline of Use by day..last_day per early', ['N217']],
    ['timeline of Use by room per room', ['N217']],
  ])('%s', (shows, codes) => {
    expect(codesOf(shows)).toEqual(codes)
  })
})

describe('the bullets of screens with dates', () => {
  const timeline = 'timeline of Use by day..last_day per room'
  test.each([
    ['half days: early, late', []],
    ['half days: early', ['N218']],
    ['half days: early, late, early', ['N218']],
    ['half days: early, kind', ['N218']],
    ['half days: early, never', ['N212']],
    ['days off: Rest by day', []],
    ['days off: Rest by day per house', []],
    ['days off: Rest by day per floor', ['N219']],
    ['days off: Rest by house', ['N219']],
    ['days off: Nothing by day', ['N219']],
    ['days off: whenever', ['N219']],
    ['closed days: Rest by day', []],
    ['closed days: Use by day..last_day', []],
    ['closed days: Rest by day..day per house', []],
    ['closed days: Use by day..room', ['N219']],
    ['closed days: Rest by day per floor', ['N219']],
    ['open: opens..closes', []],
    ['open: opens..closes except Rest by day', []],
    ['open: opens..closes except Rest[floor > 1] by day per house', []],
    ['open: opens..closes except Rest[floor] by day', ['N213']],
    ['open: opens..closes except Rest[never] by day', ['N055']],
    ['open: opens..closes except Rest by floor', ['N219']],
    ['open: opens..closes except never', ['N219']],
    ['closed days: Rest[floor = 2] by day', []],
    ['open: opens..seats', ['N219']],
    ['open: opens', ['N219']],
    ['open: nowhere.opens..closes', ['N219']],
    ['rows: open', []],
    ['rows: name', ['N213']],
    ['group by: room.house', []],
    ['group by: kind', ['N217']],
  ])('%s', (bullet, codes) => {
    expect(codesOf(timeline, [bullet])).toEqual(codes)
  })

  test('share one field with the rows', () => {
    const days = (per: string) => [
      'closed days: Rest by day per house',
      `open: opens..closes except Rest by day per ${per}`,
    ]
    expect([codesOf(timeline, days('house')), codesOf(timeline, days('name'))]).toEqual([[], ['N219']])
  })

  test('report rows on screens without rows', () => {
    expect(codesOf('calendar of Use by day', ['rows: open'])).toEqual(['N247'])
    expect(codesOf('calendar of Use by day', ['open: opens..closes'])).toEqual(['N247'])
  })

  test('name the reference of days in a calendar, which has no rows', () => {
    expect(codesOf('calendar of Use by day', ['days off: Rest by day per house'])).toEqual([])
    expect(codesOf('calendar of Use by day', ['closed days: Rest by day per house'])).toEqual([])
    expect(codesOf('calendar of Use by day', ['closed days: Rest by day per cellar'])).toEqual(['N219'])
  })
})

describe('a display', () => {
  test.each([
    ['record of Room', ['display: yes'], []],
    ['record of Room', ['display: open'], []],
    ['record of Room', ['display: no'], []],
    ['record of Room', ['display: house'], ['N243']],
    ['record of Room', ['display: opn'], ['N212']],
    // A choice without colours.
    ['record of Use', ['display: kind'], ['N243']],
    ['list of Room', ['display: open'], ['N247']],
    ['record of Room', ['with: Use by room', 'with where: day >= today()'], []],
    ['record of Room', ['with: Use by room', 'with where: day'], ['N213']],
    ['record of Room', ['with where: day >= today()'], ['N214']],
    ['record of Room', ['with: Use by room', 'with sort: -day'], []],
    ['record of Room', ['with: Use by room', 'with sort: dey'], ['N212']],
    ['record of Room', ['with sort: day'], ['N214']],
    ['record of Room', ['with: Use by room', 'with columns: day'], []],
    ['record of Room', ['with: Use by room', 'with columns: dey'], ['N212']],
    ['record of Room', ['with columns: day'], ['N214']],
  ])('%s with %j', (shows, bullets, codes) => {
    expect(codesOf(shows, bullets).filter(code => code !== 'N225')).toEqual(codes)
  })
})

describe('the order of suggestions', () => {
  test.each([
    [['instead: room', 'instead sort: same room.house, nearest room.seats, -room.open'], []],
    [['instead: room', 'instead sort: nearest room.house'], ['N242']],
    [['instead: room', 'instead sort: nearest day'], ['N242']],
    [['instead: room', 'instead sort: room.hause'], ['N212']],
    [['instead sort: room.house'], ['N242']],
  ])('by %j', (bullets, codes) => {
    expect(codesOf('form for Use', bullets).filter(code => code !== 'N225')).toEqual(codes)
  })

  test('by what is nearest names the numbers of the same record', () => {
    const found = findingsOf('form for Use', ['instead: room', 'instead sort: nearest room.house'])
    expect(found.find(({code}) => code === 'N242')).toMatchObject({
      message: '`room.house` is not a number, so no value is nearest to it.',
      hint: 'Write `nearest room.seats` or `same room.house`.',
    })
  })
})

describe('the filter for free records of a list', () => {
  const free = 'free: Use by day..last_day per room'
  test.each([
    [[free, 'free where: kind = "party"', 'free if: open and day <= last_day'], []],
    [[free, 'free if: seats'], ['N213']],
    [[free, 'free if: starts > now()'], ['N055']],
    [['free if: open'], ['N240']],
    [['free where: open'], ['N240']],
    [['free: Use by day..last_day per kind'], ['N240']],
    [['free: Use by early..late per room'], ['N240']],
  ])('%j', (bullets, codes) => {
    expect(codesOf('list of Room', bullets)).toEqual(codes)
  })
})
