// @vitest-environment jsdom
/** Own code gets data that it cannot change: other renders read the same objects. */
import {screen} from '@testing-library/react'
import {expect, it} from 'vitest'
import type {Shell} from '../../../src/engine/page/frame.ts'
import type {CodeData, CodeRow} from '../../../src/screens/code/data.ts'
import {
  ActionForm,
  AddressForm,
  ButtonLink,
  DataTable,
  Link,
  usePerson,
  Value,
} from '../../../src/screens/code/kit/index.ts'
import {type OwnProps, OwnScreen} from '../../../src/screens/code/own-screen.tsx'
import {renderIn} from '../../kit/dom.tsx'
import {floorPlan} from '../../kit/own-code.ts'
import {pageWith} from '../../kit/render.tsx'

function tried(work: () => unknown): string {
  try {
    work()
    return 'done'
  } catch (error) {
    return error instanceof TypeError ? 'refused' : String(error)
  }
}

/** As JavaScript without types would. */
const at = (value: unknown, ...path: string[]): object =>
  path.reduce((found: object, name) => Object(Reflect.get(found, name)), Object(value))

function Changing({data, address, actions}: OwnProps) {
  const [rows, first] = [at(data, 'rooms', 'rows'), at(data, 'rooms', 'rows', '0')]
  const works = [
    () => Array.prototype.reverse.call(rows),
    () => Array.prototype.push.call(rows, {name: 'Mine'}),
    () => Object.assign(first, {name: 'Mine'}),
    () => Array.prototype.push.call(at(first, 'can'), 'delete'),
    () => Object.assign(address, {floor: 9}),
    () => Object.assign(actions, {rename: null}),
  ]
  return <p>{works.map(tried).join(' ')}</p>
}

it('is refused to sort, to change and to add in place', () => {
  const data = structuredClone(floorPlan)
  const content = <OwnScreen data={data} componentOf={() => Changing} />
  renderIn(content, {page: pageWith({screen: 'code', data})})
  expect(screen.getByText(/refused/).textContent).toBe('refused '.repeat(6).trim())
  expect(data).toEqual(floorPlan)
})

function Styled({actions: {rename}}: OwnProps) {
  return (
    <>
      <Link href="/a" className="card">
        own
      </Link>
      <ButtonLink href="/b">of the product</ButtonLink>
      <AddressForm className="card">
        <button type="submit">address</button>
      </AddressForm>
      {rename && (
        <ActionForm action={{...rename, of: null}} className="card">
          <button type="submit">action</button>
        </ActionForm>
      )}
    </>
  )
}

function Who() {
  return <p>{JSON.stringify(usePerson())}</p>
}

it('is the author’s where it gives an element of the kit a class', () => {
  const data = structuredClone(floorPlan)
  renderIn(<OwnScreen data={data} componentOf={() => Styled} />, {page: pageWith({screen: 'code', data})})
  const isOwn = (element: Element | null) => element?.hasAttribute('data-own-class')
  expect(isOwn(screen.getByText('own'))).toBe(true)
  expect(isOwn(screen.getByText('of the product'))).toBe(false)
  for (const name of ['address', 'action']) expect(isOwn(screen.getByText(name).closest('form'))).toBe(true)
})

it('has the person without what only the menu of the product needs', () => {
  const data = structuredClone(floorPlan)
  const shown = (person: Partial<Pick<Shell, 'person'>>) => {
    const page = pageWith({screen: 'code', data})
    const {unmount} = renderIn(<OwnScreen data={data} componentOf={() => Who} />, {
      page: {...page, shell: {...page.shell, ...person}},
    })
    const text = screen.getByText(/^[{n]/).textContent
    unmount()
    return JSON.parse(text ?? '')
  }
  const ada = {id: 'a1', name: 'Ada', is: 'Member', href: '/account'}
  expect(shown({person: {...ada, values: {image: null, username: 'ada', id: 'forged'}}})).toEqual({
    id: 'a1',
    name: 'Ada',
    image: null,
    username: 'ada',
  })
})

const withPlaces: CodeData = {
  ...floorPlan,
  data: {
    rooms: {
      rows: [{id: 'r1', version: 1, can: [], shown: {}, name: 'Attic', seats: 4, place: {id: 'p1', name: 'Ulm'}}],
      more: false,
    },
  },
  tables: floorPlan.tables.slice(0, 1).map(table => ({
    ...table,
    fields: [...table.fields, {key: 'seats', label: 'Seats', help: '', display: 'number'}],
  })),
}

function Placed({data}: OwnProps) {
  const rows: CodeRow[] = Reflect.get(at(data, 'rooms'), 'rows')
  const [first] = rows
  return (
    <>
      <output>{first && <Value of={first} name="place" />}</output>
      <DataTable rows={rows} columns={['seats', 'name', 'nonsense']} />
    </>
  )
}

it('shows a record of which more than the name is read by its name, and columns in the order of the author', () => {
  const content = <OwnScreen data={withPlaces} componentOf={() => Placed} />
  renderIn(content, {page: pageWith({screen: 'code', data: withPlaces})})
  expect(screen.getByRole('status').textContent).toBe('Ulm')
  expect(screen.getAllByRole('columnheader').map(({textContent}) => textContent)).toEqual(['Seats', 'Name'])
})
