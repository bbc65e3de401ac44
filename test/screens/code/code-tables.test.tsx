// @vitest-environment jsdom
/** An own screen without own code: what a record can have done to it is a button, or a link to its form. */
import {screen} from '@testing-library/react'
import {expect, it} from 'vitest'
import type {CodeAction, CodeData, CodeRow} from '../../../src/screens/code/data.ts'
import {CodeScreen} from '../../../src/screens/code/screen.tsx'
import {renderIn} from '../../kit/dom.tsx'
import {pageWith} from '../../kit/render.tsx'

const title = {
  name: 'title',
  label: 'Title',
  help: '',
  required: true,
  control: 'line',
  attributes: {},
  options: null,
  values: ['Ours'],
} as const

const action = (name: string, more: Partial<CodeAction> = {}): CodeAction => ({
  name,
  label: name,
  tone: 'plain',
  of: 'Booking',
  can: true,
  fields: [],
  refused: null,
  ...more,
})

const row: CodeRow = {id: 'b1', version: 2, can: ['Cancel', 'Rename'], shown: {}, title: 'Ours'}

const dataWith = (rename: Partial<CodeAction>): CodeData => ({
  heading: 'Bookings',
  component: 'Bookings',
  address: {},
  data: {bookings: {rows: [row, {...row, id: 'b2', can: [], title: 'Theirs'}], more: false}},
  actions: {Cancel: action('Cancel'), Rename: action('Rename', {fields: [title], ...rename})},
  tables: [
    {
      name: 'bookings',
      label: 'Bookings',
      shows: 'rows',
      of: 'Booking',
      fields: [{key: 'title', label: 'Title', help: '', display: 'text'}],
    },
  ],
  problems: [],
})

const open = (data: CodeData) =>
  renderIn(<CodeScreen data={data} />, {page: {...pageWith({screen: 'code', data}), url: '/bookings?day=2026-03-10'}})

it('offers what is possible on a record: a button, or a link to the form with its values', () => {
  open(dataWith({}))
  expect(screen.getAllByRole('button', {name: 'Cancel: Ours'})).toHaveLength(1)
  expect(screen.getByRole('link', {name: 'Rename: Ours'}).getAttribute('href')).toBe(
    '/bookings?day=2026-03-10&_open=Rename&_record=b1',
  )
  expect(screen.queryByRole('button', {name: /Theirs/})).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('shows the form of the record that it was opened for', () => {
  open(dataWith({refused: {record: 'b1', problems: [], fields: [title]}}))
  expect(screen.getByRole('textbox', {name: /Title/})).toHaveProperty('value', 'Ours')
  expect(screen.getByRole('button', {name: 'Rename'})).toBeTruthy()
})
