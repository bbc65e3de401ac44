/** Findings about the address and the data of own code. */
import {expect, test} from 'vitest'
import {checkWhole} from '../../../src/screens/testing.ts'
import {floors} from '../../kit/floors.ts'

const about = /^N2(?:49|50|51|11|12|13|15|18|20|23|24|31|32|34)|^N05|^N06|^N018/

const found = (document: string) =>
  checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(document)}]).findings.filter(
    ({code, severity}) => about.test(code) || severity === 'error',
  )

const codesWith = (from: string, to: string): string[] => {
  if (!floors.includes(from)) throw new Error(`the document has no ${from}`)
  return found(floors.replace(from, to)).map(({code}) => code)
}

const depends = [
  '`close` is never possible: no role that can open "Floor plan" may update Building.',
  '"Search" depends on `keeper`, which Guest may not read, so they see fewer records.',
]
const messages = (document: string) => found(document).map(({message}) => message)

test('a document with own code has no finding, but about conditions that some people may not read', () => {
  expect(messages(floors)).toEqual(depends)
})

const rooms = 'list of Room where building = address.building and floor = address.floor sort name limit 3'
const free = 'count of Room where building = address.building and kind = "office"'

test.each([
  ['N249', '; day: date = today()', '; day'],
  ['N249', '; day: date', '; day: files'],
  ['N068', 'day: date = today()', 'day: date = "never"'],
  ['N249', '; day: date', '; Day: date'],
  ['N249', '; day: date', '; constructor: date'],
  ['N249', '; day: date', '; page: number; day: date'],
  ['N249', 'floor: number;', 'floor: number = 1;'],
  ['N249', '; day: date', '; floor: number; day: date'],
  ['N249', 'keeper: User', 'keeper: User = me.boss'],
  ['N211', 'building: Building;', 'building: Bilding;'],
  ['N055', 'address.floor', 'address.flor'],
  ['N250', '| rooms | list', '| Rooms | list'],
  ['N250', '| free |', '| rooms |'],
  ['N250', '| free |', '| valueOf |'],
  ['N250', '| free |', '| |'],
  ['N250', '| rooms.bookings |', '| halls.bookings |'],
  ['N250', '| rooms.bookings |', '| rooms.features |'],
  ['N250', '| rooms.bookings | list where', '| rooms.bookings | list of Booking where'],
  ['N250', rooms, 'rooms of Room'],
  ['N250', rooms, `${rooms} limit 4`],
  ['N250', 'limit 3', 'limit 201'],
  ['N250', 'limit 3', 'pages of 2 limit 3'],
  ['N250', 'pages of 2', 'pages of 0'],
  ['N250', 'columns name, x,', 'columns name, name, x,'],
  ['N250', 'taken = count(bookings)', 'name = count(bookings)'],
  ['N250', 'taken = count(bookings)', 'can = count(bookings)'],
  ['N250', 'taken = count(bookings)', 'taken = bookings'],
  ['N250', 'taken = count(bookings)', 'taken = keeper'],
  ['N055', 'taken = count(bookings)', 'taken = count(bokings)'],
  ['N211', free, free.replace('Room', 'Rom')],
  ['N250', free, `${free} limit 3`],
  ['N223', 'sum of Room.seats', 'sum of Room.name'],
  ['N250', 'sum of Room.seats', 'sum of Room.seats, x'],
  ['N212', 'columns name, kind, building', 'columns name, kinds, building'],
  ['N213', 'where number = address.number', 'where number'],
  ['N251', '| book | create Booking then book |', '| Book | create Booking then book |'],
  ['N251', '| draft | create Booking |', '| book | create Booking |'],
  ['N251', 'create Booking then book', 'make Booking'],
  ['N251', 'update Booking | title', 'update Booking then book | title'],
  ['N251', 'update Booking | title', 'update Booking | titel'],
  ['N251', 'update Booking | title', 'update Booking | status'],
  ['N251', 'update Booking | title', 'update Booking | title by name'],
  ['N251', 'update Booking | title', 'update Booking | title, new ones too'],
  ['N251', '| delete Booking | |', '| delete Booking | title |'],
  ['N251', 'person = me; notes', 'persons = me; notes'],
  ['N251', 'person = me; notes', 'person = me.boss; notes'],
  ['N251', '| Booked |', '| Bookd |'],
  ['N251', '| delete Booking | | | |', '| delete Booking | | | Booked |'],
  ['N251', '| cancel of Booking | | | |', '| cancel of Booking | | | Floor plan |'],
  ['N230', 'create Booking then book', 'create Booking then bok'],
  ['N230', 'cancel of Booking', 'stop of Booking'],
  ['N211', 'delete Booking', 'delete Bokking'],
  ['N061', 'notes = "for " + title', 'notes = title + 1'],
  ['N016', '| Data | Shows |\n|---|---|\n| room |', '| Room | Rows |\n|---|---|\n| room |'],
  ['N018', '- address: number', '- adress: number'],
])('%s: %s → %s', (code, from, to) => {
  expect(codesWith(from, to)).toContain(code)
})

test('a mistake is at its place, and says what was meant', () => {
  const document = floors.replace('address.floor', 'address.flor')
  const [finding] = found(document)
  const line = document.split('\n')[(finding?.line ?? 0) - 1] ?? ''
  expect(line.slice((finding?.column ?? 0) - 1)).toMatch(/^flor /)
  expect(finding?.hint).toBe('Did you mean `floor`?')
  expect(finding?.fix?.text).toBe('floor')
})

test('a field called address keeps its fields', () => {
  const document = floors
    .replace('| number | serial | |', '| number | serial | |\n| address | Building | |')
    .replace('where number = address.number', 'where number = address.number and not(address.closed)')
  expect(messages(document)).toEqual(depends)
})

test('data and columns that no one of the screen may read are findings', () => {
  const hidden = floors
    .replace('| Guest | read | Room | floor = 1 | all except x, keeper |\n', '')
    .replace(
      '| Search | /search-rooms | code Rooms | Employee, Guest |',
      '| Search | /search-rooms | code Rooms | Guest |',
    )
  expect(found(hidden).map(({code, message}) => `${code} ${message}`)).toEqual(
    expect.arrayContaining([
      'N232 `found` is always empty: no role that can open "Search" may read Room.',
      'N232 `keeper` is always empty: no role that can open "Search" may read User.',
    ]),
  )
  const column = floors
    .replace(
      '| Room | /rooms/:number | code RoomPage | Employee, Guest |',
      '| Room | /rooms/:number | code RoomPage | Guest |',
    )
    .replace('columns name, kind, building', 'columns name, x')
  expect(found(column).map(({code}) => code)).toContain('N231')
})

test('an action that no role of its screen may perform is a finding at its row, others are not', () => {
  const told = (from: string, to: string, more: readonly [string, string] = ['', '']) => {
    expect(floors).toContain(from)
    const document = floors.replace(from, to).replace(...more)
    return messages(document).filter(message => !depends.includes(message))
  }
  const never = (name: string, may: string) =>
    `\`${name}\` is never possible: no role that can open "Floor plan" may ${may}.`
  expect(told('| cancelled | person | notes |', '| cancelled | Warden | notes |', ['| Guest | is', warden])).toEqual([
    never('cancel', 'perform `cancel`'),
  ])
  expect(told('| booked | person |', '| booked | Warden |', ['| Guest | is', warden])).toEqual([
    never('book', 'perform `book`'),
  ])
  expect(told('| Employee | delete | Booking | person = me and status = "draft" | |\n', '')).toEqual([
    never('remove', 'delete Booking'),
  ])
  // Visitors may not, and people with a role may open the page, too.
  expect(
    told('code FloorPlan | Employee, Guest', 'code FloorPlan | everyone').filter(each => each.includes('never')),
  ).toEqual([])
})

test('a field under Sets that no role of the screen may set is a finding at its name', () => {
  const grant = '| room, title, starts, notes, person |'
  const without = floors.replace(grant, '| room, title, starts, notes |')
  const of = (document: string) => found(document).filter(({message}) => !depends.includes(message))
  const [finding, ...others] = of(without)
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    code: 'N232',
    severity: 'warning',
    message: '`book` is never possible: no role that can open "Floor plan" may set `person` of a new Booking.',
    hint: 'Grant `create` on Booking with `person` under Fields to Employee in point 6, or remove it here.',
  })
  const line = without.split('\n')[(finding?.line ?? 0) - 1] ?? ''
  expect(line.slice((finding?.column ?? 0) - 1)).toMatch(/^person = me; notes/)
  // Both of what it suggests.
  const granted = '| Employee | create | Booking | person = me | person |\n| Employee | update'
  expect(of(without.replace('| Employee | update', granted))).toEqual([])
  expect(of(without.replace('person = me; notes =', 'notes ='))).toEqual([])
  // Some may.
  expect(of(without.replace('| Employee | update', '| Guest | create | Booking | | |\n| Employee | update'))).toEqual(
    [],
  )
  const update = floors.replace('update Booking | title | |', 'update Booking | title | person = me; notes = "" |')
  expect(of(update).map(({message}) => message)).toEqual([
    '`rename` is never possible: no role that can open "Floor plan" may set `person` of Booking.',
  ])
})

test('what the action after a creation asks for needs no grant under Sets', () => {
  const document = floors
    .replace('| draft | booked | person | |', '| draft | booked | person | guests: number |')
    .replace('notes = "for " + title', 'guests = 2')
  expect(messages(document)).toEqual(depends)
})

const warden = '| Warden | looks after it | invitation |\n| Guest | is'

test.each([
  ['person: nick', 'A person has no field `nick`.'],
  ['person: boss', '`boss` is not a single value, which every page could have.'],
  ['persn: email', 'Unknown setting `persn`.'],
  ['layuot: Public', 'Unknown setting `layuot`.'],
])('directly under the heading of point 2, - %s is a mistake', (written, message) => {
  const document = floors.replace('## 2. Screens and routes\n', `## 2. Screens and routes\n\n- ${written}\n`)
  expect(messages(document)).toEqual(expect.arrayContaining([message]))
  expect(messages(document.replace(written, 'person: email'))).toEqual(depends)
})
