// @vitest-environment jsdom
/** Importing a file: its problems get the focus. */
import {screen} from '@testing-library/react'
import {expect, it} from 'vitest'
import type {ImportData} from '../../../src/features/import/data.ts'
import {ImportScreen} from '../../../src/features/import/screen.tsx'
import {moveFocus} from '../../../src/web/router/focus.ts'
import {renderIn} from '../../kit/dom.tsx'
import {field} from '../../kit/forms.tsx'

const data: ImportData = {
  heading: 'Import orders',
  back: {label: 'Orders', href: '/orders'},
  fields: [],
  report: {
    ok: false,
    count: 0,
    total: 1,
    problems: [{line: 2, column: 'price', value: 'x', message: 'No number.'}],
    existing: {total: 0, rows: []},
  },
  first: {columns: [], rows: []},
  existing: 'update',
  text: '',
  template: '/orders?_import&template',
  entityName: {one: 'order', several: 'orders'},
  maxRows: 1000,
}

it('a rejected file moves the focus to its problems', () => {
  renderIn(
    <main>
      <ImportScreen data={data} />
    </main>,
  )
  moveFocus()
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  expect(screen.getByRole('alert').textContent).toContain('No number.')
})

it('a missing file is reported at its field, which gets the focus', () => {
  renderIn(
    <main>
      <ImportScreen data={{...data, report: null, problem: {at: 'file', message: 'Choose a CSV file.'}}} />
    </main>,
  )
  moveFocus()
  const file = screen.getByLabelText('File')
  expect(document.activeElement).toBe(file)
  expect(file.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Choose a CSV file.').id).toBe('file-problem')
  expect(screen.queryByRole('table')).toBeNull()
})

it('an import of people offers a template, a default role, and invitations', () => {
  const options = [{value: 'Employee', label: 'Employee'}]
  const people = [
    field('_role', {label: 'Role', control: 'choice', options, none: 'No role', values: ['Employee']}),
    field('_invite', {label: 'Send each person an invitation', control: 'yes/no', values: ['no']}),
  ]
  renderIn(<ImportScreen data={{...data, report: null, people}} />)
  expect(screen.getByRole('link', {name: 'Download a template'}).getAttribute('href')).toBe(data.template)
  expect(screen.getByRole<HTMLSelectElement>('combobox', {name: 'Role'}).value).toBe('Employee')
  const invite = screen.getByRole<HTMLInputElement>('checkbox', {name: 'Send each person an invitation'})
  expect(invite.checked).toBe(false)
})

it('rows about existing records are listed, to be updated or skipped', () => {
  const existing = {
    total: 3,
    rows: [
      {line: 2, name: 'Order 7'},
      {line: 5, name: 'Order 9'},
    ],
  }
  const report = {ok: true, count: 1, total: 0, problems: [], existing}
  renderIn(<ImportScreen data={{...data, report, text: 'number,price\n7,2\n'}} />)
  const group = screen.getByRole('group', {name: '3 orders in this file already exist'})
  expect(group.textContent).toContain('Line 2: Order 7')
  expect(group.textContent).toContain('and 1 more')
  expect(screen.getByRole<HTMLInputElement>('radio', {name: 'Update'}).checked).toBe(true)
  expect(screen.getByRole('radio', {name: 'Skip'})).toBeTruthy()
  expect(screen.getByRole('button', {name: 'Import file'})).toBeTruthy()
})

it('P45: a file that only updates records is not called empty', () => {
  const about = (count: number, total: number) => {
    const report = {ok: true, count, total: 0, problems: [], existing: {total, rows: []}}
    const {unmount} = renderIn(<ImportScreen data={{...data, report}} />)
    const text = screen.getByText(/Nothing has been saved yet/).textContent
    unmount()
    return text
  }
  expect(about(0, 3)).toBe('No new orders, 3 existing ones to update or skip. Nothing has been saved yet.')
  expect(about(2, 1)).toBe('2 orders ready to import, 1 existing one to update or skip. Nothing has been saved yet.')
  expect(about(2, 0)).toBe('2 orders ready to import. Nothing has been saved yet.')
  expect(about(0, 0)).toBe('Nothing to import in this file. Nothing has been saved yet.')
})

it('picture: a refused row says so inside its cell, and what is added is not part of the status', () => {
  const rows = [{line: 2, isExisting: false, cells: ['x'], refused: 'No number.'}]
  const first = {columns: ['Price'], rows}
  const report = {ok: true, count: 1, total: 0, problems: [], existing: {total: 0, rows: []}}
  renderIn(<ImportScreen data={{...data, report, first, preview: ['1 Jan 2026 New Year'], text: 'x'}} />)
  // As a flexible box, the cell would lose its borders.
  expect(screen.getByRole('cell', {name: 'No number.'}).className).toBe('muted')
  const holiday = screen.getByText('1 Jan 2026 New Year')
  expect(screen.getByText(/Nothing has been saved yet/).parentElement?.contains(holiday)).toBe(false)
})

it('picture: single rows of a ready-made list can be left out', async () => {
  const report = {ok: true, count: 2, total: 0, problems: [], existing: {total: 0, rows: []}}
  const {user} = renderIn(
    <ImportScreen
      data={{...data, report, preview: ['1 Jan 2026: New Year', '24 Dec 2026: Christmas Eve'], text: 'x'}}
    />,
  )
  // P27: there is nothing about files.
  expect([screen.queryByLabelText('File'), screen.queryByRole('heading', {name: 'Columns'})]).toEqual([null, null])
  const box = screen.getByRole<HTMLInputElement>('checkbox', {name: '24 Dec 2026: Christmas Eve'})
  expect([box.checked, box.value]).toEqual([true, '1'])
  await user.click(box)
  screen.getByRole('button', {name: 'Import 1 order'})
  await user.click(box)
  screen.getByRole('button', {name: 'Import 2 orders'})
})
