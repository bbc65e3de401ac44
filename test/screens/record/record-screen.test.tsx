// @vitest-environment jsdom
/** The record screen: its details, related records, and buttons. */
import {screen, within} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {describe, expect, it} from 'vitest'
import type {ShownField} from '../../../src/engine/page/cells.ts'
import {RecordScreen} from '../../../src/screens/record/screen.tsx'
import {Marked} from '../../../src/web/components/cell.tsx'
import {renderIn} from '../../kit/dom.tsx'
import {recordData} from '../../kit/lists.ts'
import {Frame} from '../../kit/render.tsx'

const shown = (key: string, more: Partial<ShownField> = {}): ShownField => ({
  key,
  label: key,
  help: '',
  display: 'text',
  ...more,
})

const terms = () => screen.getAllByRole('term').map(({textContent}) => textContent)

describe('the details of a record', () => {
  it('have long texts last, and neither the name in the heading nor empty fields', () => {
    const fields = [shown('Name', {isName: true}), shown('Note', {display: 'long'}), shown('Customer'), shown('Phone')]
    const cells = [{text: 'Order 1'}, {text: 'Leave it at the door.'}, {text: 'Ada'}, {text: ''}]
    renderIn(<RecordScreen data={recordData({fields, cells})} />)
    expect(terms()).toEqual(['Customer', 'Note'])
  })

  it('have the name if there is nothing else', () => {
    const fields = [shown('Name', {isName: true}), shown('Phone')]
    renderIn(<RecordScreen data={recordData({fields, cells: [{text: 'Order 1'}, {text: ''}]})} />)
    expect(terms()).toEqual(['Name'])
  })
})

it('related records leave out empty columns', () => {
  const columns = [shown('Item'), shown('Remark'), shown('Amount')]
  const row = (id: string, amount: string) => ({
    id,
    href: null,
    cells: [{text: `Item ${id}`}, {text: ''}, {text: amount}],
  })
  const related = {
    heading: 'Lines',
    empty: '',
    columns,
    records: [row('1', ''), row('2', '4')],
    add: null,
    failed: null,
  }
  renderIn(<RecordScreen data={recordData({related: [related]})} />)
  const headers = within(screen.getByRole('table')).getAllByRole('columnheader')
  expect(headers.map(({textContent}) => textContent)).toEqual(['Item', 'Amount'])
})

it('editing and deleting are links without JavaScript', () => {
  const html = renderToString(
    <Frame>
      <RecordScreen data={recordData({edit: '/orders/1?edit', remove: '/orders/1?delete'})} />
    </Frame>,
  )
  expect(html).toMatch(/<a [^>]*href="\/orders\/1\?edit"/)
  expect(html).toMatch(/<a [^>]*href="\/orders\/1\?delete"/)
})

it('an icon without a colour is as large as the text', () => {
  const {container} = renderIn(<Marked mark={{icon: 'M5 12h14'}} text="Tree palm" />)
  expect(container.querySelector('svg')?.getAttribute('class')).toBe('icon hue')
})
