// @vitest-environment jsdom
/** Which rows of a table are rendered again: ticking one of many must not cost as much as all of them. */
import {screen} from '@testing-library/react'
import {useState} from 'react'
import {expect, it, vi} from 'vitest'
import type {ShownField} from '../../src/engine/page/cells.ts'
import type {ActiveCellOf, TableRecord} from '../../src/web/components/data-row.tsx'
import {DataTable} from '../../src/web/components/data-table.tsx'
import {useSelection} from '../../src/web/hooks/use-selection.ts'
import {renderIn} from '../kit/dom.tsx'

const columns: readonly ShownField[] = [{key: 'name', label: 'Name', help: '', display: 'text'}]
const recordOf = (id: string, text = id): TableRecord => ({id, href: null, cells: [{text}], version: 1})
const labelOf = (name: string) => `Select ${name}`

function Table({records, cell}: {records: readonly TableRecord[]; cell: ActiveCellOf}) {
  const [shown, setShown] = useState(records)
  const selection = useSelection(
    shown.map(({id}) => id),
    {current: null},
  )
  return (
    <>
      <DataTable
        // Others than those of the last render, as a page makes them.
        columns={columns.map(column => ({...column}))}
        records={shown}
        cell={cell}
        select={{one: labelOf, all: 'Select all', selection}}
      />
      <button
        type="button"
        onClick={() => setShown(shown.map(each => (each.id === 'b' ? recordOf('b', 'Beta') : each)))}
      >
        Change
      </button>
    </>
  )
}

it('only a row that is ticked or whose record has changed is rendered again', async () => {
  const rendered: string[] = []
  const cell = vi.fn<ActiveCellOf>(({id}) => {
    rendered.push(id)
    return null
  })
  const {user} = renderIn(<Table records={['a', 'b', 'c'].map(id => recordOf(id))} cell={cell} />)
  rendered.length = 0
  await user.click(screen.getByRole('checkbox', {name: 'Select b'}))
  expect([...new Set(rendered)]).toEqual(['b'])
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', {name: 'Select c'}))
  expect(screen.getAllByRole('checkbox', {checked: true})).toHaveLength(2)
  rendered.length = 0
  await user.click(screen.getByRole('button', {name: 'Change'}))
  expect(screen.getByRole('cell', {name: 'Beta'})).toBeTruthy()
  expect([...new Set(rendered)]).toEqual(['b'])
})
