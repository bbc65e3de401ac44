/** What own code declares over HTTP: lists, pages, single records and figures, as two roles see them. */
import {describe, expect, test} from 'vitest'
import type {CodeData} from '../../../src/screens/code/data.ts'
import {floorsOf} from '../../kit/floors.ts'
import {stores} from '../../kit/store-databases.ts'

const named = (name: string, id: string) => ({id, name})

describe.each(stores)('the data of own code on $name', ({make}) => {
  test('is what the document declares, for the values of the address', async () => {
    const made = await floorsOf(await make())
    const {pages, ada, eve, rooms, buildings, bookings} = made
    const found = await pages.get<CodeData>(ada, `/floors/${buildings.main}/1`)
    expect([found.status, found.screen, found.title]).toEqual([200, 'code', 'Floor plan'])
    const {data} = found
    expect(data.component).toBe('FloorPlan')
    expect(data.html).toContain('The rooms of a floor')
    expect(data.address).toEqual({building: named('Main', buildings.main), floor: 1, day: '2026-03-10'})
    const keeper = {
      ...named('Ada', ada.kind === 'person' ? ada.id : ''),
      boss: named('Eve', eve.kind === 'person' ? eve.id : ''),
    }
    const booking = {version: 1, can: [] as string[], shown: {status: 'Draft'}, status: 'draft'}
    const persons = {ada: named('Ada', keeper.id), eve: keeper.boss}
    expect(data.data.rooms).toEqual({
      more: true,
      rows: [
        {
          id: rooms.aspen,
          version: 1,
          can: [],
          shown: {tall: 'No'},
          name: 'Aspen',
          x: 10,
          keeper,
          taken: 4,
          tall: false,
          bookings: {
            more: true,
            rows: [
              {
                ...booking,
                can: ['rename', 'remove'],
                id: bookings.ours,
                title: 'Ours',
                person: persons.ada,
                notes: 'about Ours',
              },
              {...booking, id: bookings.theirs, title: 'Theirs', person: persons.eve, notes: null},
            ],
          },
        },
        expect.objectContaining({name: 'Birch', x: null, keeper: null, taken: 0, bookings: {rows: [], more: false}}),
        expect.objectContaining({name: 'Cedar'}),
      ],
    })
    expect(data.data.free).toBe(4)
    expect(data.data.seats).toEqual({
      more: false,
      groups: [
        {value: 'office', label: 'Office', number: 10},
        {value: 'meeting', label: 'Meeting', number: 8},
      ],
    })
    expect(data.data.keepers).toEqual({
      more: false,
      groups: [
        {value: null, label: '', number: 5},
        {value: persons.ada, label: 'Ada', number: 1},
      ],
    })
    expect(data.data.next).toMatchObject({
      id: bookings.ours,
      starts: '2026-03-10T10:00:00.000Z',
      room: named('Aspen', rooms.aspen),
    })
    expect(data.tables.map(({name, shows, of}) => `${name} ${shows} of ${of}`)).toEqual([
      'rooms rows of Room',
      'rooms.bookings rows of Booking',
      'free number of Room',
      'seats groups of Room',
      'keepers groups of Room',
      'next one of Booking',
    ])
    const other = await pages.get<CodeData>(ada, `/floors/${buildings.main}/4?day=2026-03-11`)
    expect(other.data.data.rooms).toMatchObject({rows: [{name: 'Elm', tall: true, bookings: {rows: []}}], more: false})
    const after = await pages.get<CodeData>(ada, `/floors/${buildings.main}/1?day=2026-03-11`)
    expect(after.data.data.rooms).toMatchObject({
      rows: [{bookings: {rows: [{title: 'Tomorrow'}], more: false}}, {}, {}],
    })
  })

  test('another role sees other rows, and nothing of what it may not read', async () => {
    const {pages, gus, buildings} = await floorsOf(await make())
    const {data} = await pages.get<CodeData>(gus, `/floors/${buildings.main}/1`)
    expect(data.data.rooms).toMatchObject({
      rows: [{name: 'Aspen', x: null, keeper: null, taken: 0, bookings: {rows: []}}, {}, {}],
    })
    expect(data.data.next).toBeNull()
    expect(data.data.keepers).toEqual({groups: [{value: null, label: '', number: 5}], more: false})
    expect(data.tables[0]?.fields.map(({key}) => key)).toEqual(['name', 'taken', 'tall'])
    // The rooms of this floor are hidden: no condition tells that there are any.
    const upper = await pages.get<CodeData>(gus, `/floors/${buildings.main}/4`)
    expect([upper.data.data.rooms, upper.data.data.free]).toEqual([{rows: [], more: false}, 3])
    const raw = JSON.stringify(await pages.get(gus, `/floors/${buildings.main}/1`))
    for (const secret of ['Theirs', 'about', 'Hidden']) expect(raw).not.toContain(secret)
  })

  test('malformed values of the query are defaults; in the path, and of hidden records, there is no page', async () => {
    const {pages, ada, gus, buildings} = await floorsOf(await make())
    const status = async (who: typeof ada, path: string) => (await pages.get(who, path)).status
    const day = async (query: string) =>
      (await pages.get<CodeData>(ada, `/floors/${buildings.main}/1${query}`)).data.address.day
    expect(await Promise.all([day('?day=today'), day('?day='), day('?day=2026-13-45'), day('?day=%00')])).toEqual(
      Array.from({length: 4}, () => '2026-03-10'),
    )
    const time = async (query: string) => (await pages.get<CodeData>(ada, `/search-rooms${query}`)).data.address.at
    expect(await Promise.all([time(''), time('?at=14:30'), time('?at=14:30:15'), time('?at=25:00')])).toEqual([
      '09:00:00',
      '14:30:00',
      '14:30:15',
      '09:00:00',
    ])
    expect(await status(ada, `/floors/${buildings.main}/first`)).toBe(404)
    expect(await status(ada, `/floors/${buildings.main}/1e999999`)).toBe(404)
    expect(await status(ada, '/floors/anywhere/1')).toBe(404)
    expect(await status(ada, `/floors/${ada.kind === 'person' ? ada.id : ''}/1`)).toBe(404)
    expect(await status(gus, `/floors/${buildings.annex}/1`)).toBe(404)
    expect(await status(ada, `/floors/${buildings.annex}/1`)).toBe(200)
    expect(await status(gus, `/search-rooms?keeper=${ada.kind === 'person' ? ada.id : ''}`)).toBe(404)
    expect(await status(gus, '/rooms/5')).toBe(404)
    expect(await status(gus, '/rooms/1')).toBe(200)
    expect(await status({kind: 'nobody'}, '/rooms/1')).not.toBe(200)
  })

  test('pages are numbered, and a page that is not there is the last one', async () => {
    const {pages, ada} = await floorsOf(await make())
    const found = async (query: string) => {
      const {data} = await pages.get<CodeData>(ada, `/search-rooms${query}`)
      const shown = data.data.found
      if (shown === null || typeof shown !== 'object' || !('pages' in shown)) throw new Error('no page')
      const {rows, ...rest} = shown as Extract<typeof shown, {pages: number}>
      return {...rest, names: rows.map(({name}) => name), features: rows.map(({features}) => features)}
    }
    expect(await found('')).toMatchObject({page: 1, pages: 3, count: 6, names: ['Aspen', 'Birch']})
    expect((await found('')).features[0]).toEqual([
      expect.objectContaining({name: 'Screen'}),
      expect.objectContaining({name: 'Window'}),
    ])
    expect(await found('?page=2')).toMatchObject({page: 2, names: ['Cedar', 'Dogwood']})
    expect(await found('?page=99')).toMatchObject({page: 3, names: ['Elm', 'Fir']})
    expect(await found('?page=-1')).toMatchObject({page: 1})
    expect(await found('?kind=meeting&page=2')).toMatchObject({page: 1, pages: 1, count: 1, names: ['Birch']})
    expect(await found('?kind=__proto__')).toMatchObject({count: 6})
  })
})

test('without own code, the page has its data as tables', async () => {
  const [{make}] = stores as [(typeof stores)[number]]
  const {pages, ada, buildings} = await floorsOf(await make())
  const html = await pages.html(ada, `/floors/${buildings.main}/1`)
  for (const text of ['Floor plan', 'Aspen', 'Ours', 'Keeper']) expect(html).toContain(text)
  expect(html).not.toContain(' style=')
})
