/** Labels, colours and icons of values and records, as declared in point 3. */
import {describe, expect, test} from 'vitest'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import {iconPath} from '../../src/points/icons-and-colours.ts'
import type {BoardData} from '../../src/screens/board/data.ts'
import {checkWhole, documentGrants, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const parcels = `# Parcels

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Parcels | / | list of Parcel | signed in |
| Parcel | /parcels/:number | record of Parcel | signed in |
| New parcel | /parcels/new | form for Parcel | Clerk |
| Board | /board | board of Parcel by status | signed in |
| Carriers | /carriers | list of Carrier | signed in |

### Parcels

- columns: number, carrier, size, status
- filters: status, size

### Carriers

- columns: name, colour

## 3. Entities and their fields

### Parcel

- named by: {number}

| Field | Type | Required |
|---|---|---|
| number | serial from 1 | |
| carrier | Carrier | yes |
| size | one of small, large | yes |

| Field | Value | Label | Colour | Icon |
|---|---|---|---|---|
| size | large | Over 5 kg | orange | package |
| | on_its_way | In transit | blue | |
| status | lost | | | |

### Carrier

- named by: name
- colour: colour
- icon: icon

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| colour | colour | |
| icon | icon | |

## 4. States and transitions

### Parcel

- starts: packed
- final: delivered, lost

| Action | From | To | Who |
|---|---|---|---|
| send | packed | on_its_way | Clerk |
| deliver | on_its_way | delivered | Clerk |
| lose | on_its_way | lost | Clerk |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Clerk | invitation |
| Guest | invitation |

| Role | May | On | Fields |
|---|---|---|---|
| Clerk | all | Parcel, Carrier, User | |
| Guest | read | Parcel | |
| Guest | read | Carrier | name |
`

describe.each(storesOfStories)('the appearance of values and records on $name', ({make}) => {
  const world = async () => {
    const {engine} = await engineOf({document: parcels, address: await make(parcels), grants: documentGrants})
    const add = async (entity: string, fields: Record<string, string>) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const ann = await add('User', {name: 'Ann', email: 'ann@example.org'})
    const swift = await add('Carrier', {name: 'Swift', colour: 'violet', icon: 'truck'})
    const plain = await add('Carrier', {name: 'Plain'})
    await add('Parcel', {carrier: swift.id, size: 'large'})
    await add('Parcel', {carrier: plain.id, size: 'small'})
    const [clerk, guest] = [person(ann.id, 'Clerk'), person(ann.id, 'Guest')]
    const pages = pagesOf(engine)
    const {data} = await pages.get<RecordData>(clerk, '/parcels/1')
    await pages.post(clerk, '/parcels/1', {_action: 'send', _version: String(data.version)})
    return {pages, clerk, guest}
  }

  test('values are shown by their labels, in cells, filters, forms, paths and history', async () => {
    const {pages, clerk} = await world()
    const list = await pages.get<ListData>(clerk, '/')
    expect(list.data.records.map(({cells}) => cells.slice(2).map(({text}) => text))).toEqual([
      ['Over 5 kg', 'In transit'],
      ['Small', 'Packed'],
    ])
    const [status, size] = list.data.filters
    expect(status?.options).toContainEqual({value: 'on_its_way', label: 'In transit', tone: 'wait hue hue-blue'})
    const large = expect.objectContaining({value: 'large', label: 'Over 5 kg'})
    expect(size?.options).toContainEqual(large)
    const form = await pages.get<FormScreenData>(clerk, '/parcels/new')
    expect(form.data.fields.find(({name}) => name === 'size')?.options).toContainEqual(large)
    const {data} = await pages.get<RecordData>(clerk, '/parcels/1')
    expect(data.path.map(({label}) => label)).toEqual(['Packed', 'In transit', 'Delivered'])
    expect(data.history[0]?.state?.label).toBe('In transit')
    const board = await pages.get<BoardData>(clerk, '/board')
    expect(board.data.columns.map(({label}) => label)).toContain('In transit')
  })

  test('values have the colour and icon of the document, states keep their shape', async () => {
    const {pages, clerk} = await world()
    const {data} = await pages.get<ListData>(clerk, '/')
    expect(data.columns[2]?.marks).toEqual({large: {colour: 'orange', icon: iconPath('package')}})
    expect(data.columns[3]?.tones?.['on_its_way']).toMatch(/^\w+ hue hue-blue$/)
    expect(data.columns[3]?.tones?.['lost']).toBe('good')
    const html = await pages.html(clerk, '/')
    expect(html).toMatch(/class="state \w+ hue hue-blue">In transit</)
    expect(html).toContain(`d="${iconPath('package')}"`)
  })

  test('records have their colour and icon wherever they are named, for people who may read them', async () => {
    const {pages, clerk, guest} = await world()
    const marks = ({records}: ListData) => records.map(({cells}) => cells[1]?.mark)
    expect(marks((await pages.get<ListData>(clerk, '/')).data)).toEqual([
      {colour: 'violet', icon: iconPath('truck')},
      undefined,
    ])
    const seen = await pages.get<ListData>(guest, '/')
    expect(marks(seen.data)).toEqual([undefined, undefined])
    expect(JSON.stringify(seen)).not.toContain('violet')
    const carriers = await pages.get<ListData>(clerk, '/carriers')
    expect(carriers.data.records[0]?.cells[0]).toMatchObject({text: 'Swift', mark: {colour: 'violet'}})
  })
})

describe('the checker', () => {
  const found = (from: string, to: string) =>
    checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(parcels.replace(from, to))}]).findings

  test('accepts the document as it is', () => {
    expect(found('', '').filter(({severity}) => severity === 'error')).toEqual([])
  })

  test.each([
    ['| size | large |', '| size | huge |', 'N328', '`huge` is not one of the values of `size`.'],
    ['| size | large |', '| sice | large |', 'N328', '`sice` is not a choice, a state or a computed text of Parcel.'],
    [
      '| size | large |',
      '| carrier | large |',
      'N328',
      '`carrier` is not a choice, a state or a computed text of Parcel.',
    ],
    ['| status | lost |', '| | on_its_way |', 'N328', '`on_its_way` of `status` already has a row.'],
    ['| orange |', '| orang |', 'N328', 'Unknown colour `orang`.'],
    ['| package |', '| pakage |', 'N329', 'Unknown icon `pakage`.'],
    ['- colour: colour', '- colour: shade', 'N309', 'Carrier has no field `shade`.'],
    ['- icon: icon', '- icon: name', 'N328', '`name` is not of type `icon`.'],
  ])('%s → %s is %s', (from, to, code, message) => {
    expect(found(from, to)).toContainEqual(expect.objectContaining({code, message}))
  })

  test('suggests the intended value', () => {
    expect(found('| orange |', '| orang |')[0]?.fix?.text).toBe('orange')
    expect(found('| package |', '| pakage |')[0]?.fix?.text).toBe('package')
  })
})
