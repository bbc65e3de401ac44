// @vitest-environment jsdom
/** Own code gets data that it cannot change: other renders read the same objects. */
import {screen} from '@testing-library/react'
import {expect, it} from 'vitest'
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
