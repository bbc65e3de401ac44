// @vitest-environment jsdom
/** Rows of a form: added, removed and moved by buttons and keyboard, and never lost when the page is refreshed. */
import {act, screen, waitFor, within} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {beforeEach, describe, expect, it} from 'vitest'
import type {LineItemData, LineItemsData} from '../../../src/features/forms/data.ts'
import {FormScreen} from '../../../src/screens/form/screen.tsx'
import {usePage} from '../../../src/web/router/router-provider.tsx'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, field, formData, formPage, sentBy} from '../../kit/forms.tsx'
import {Frame} from '../../kit/render.tsx'

const row = (index: number, what: string, id = ''): LineItemData => ({
  key: `lines.${index}`,
  id,
  version: 1,
  removed: false,
  facts: [],
  fields: [field(`lines.${index}.what`, {label: 'What', values: what === '' ? [] : [what]})],
})

const parts = (...rows: LineItemData[]): LineItemsData => ({
  name: 'lines',
  heading: 'Lines',
  rows,
  mayAdd: true,
  mayRemove: true,
  mayMove: true,
})

const data = formData({lineItems: [parts(row(0, 'mix', 'a'), row(1, 'knead', 'b'), row(2, ''))], version: 7})

function Screen() {
  const page = usePage()
  return page.screen === 'form' ? <FormScreen data={page.data} /> : null
}

function open(of = data) {
  const page = formPage(of)
  const fake = new FakeRouter(page)
  return {fake, page, ...renderIn(<Screen />, {page, router: fake.router})}
}

beforeEach(() => sessionStorage.clear())

const texts = () => screen.getAllByLabelText<HTMLInputElement>('What').map(({value}) => value)
const inRow = (place: number) => within(screen.getByRole('group', {name: `Lines, row ${place}`}))

describe('line items', () => {
  it('D1: are in the preview of the form, with those that are removed', async () => {
    const {user, fake} = open({...data, hints: {facts: [], after: null, problems: []}})
    await user.type(inRow(2).getByLabelText('What'), '!')
    await user.click(inRow(1).getByRole('button', {name: 'Remove'}))
    const asked = () => Object.fromEntries(fake.previews.at(-1) ?? [])
    await waitFor(() =>
      expect(asked()).toMatchObject({'lines.1.what': 'knead!', '_part.lines.1': 'b 1', '_drop.lines.0': 'yes'}),
    )
  })

  it('have numbers and checkboxes without JavaScript', () => {
    const html = renderToString(
      <Frame page={formPage(data)}>
        <FormScreen data={data} />
      </Frame>,
    )
    expect(html).toMatch(/type="number"[^>]*name="_place\.lines\.0"/)
    expect(html).toMatch(/type="checkbox"[^>]*name="_drop\.lines\.1"/)
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*>.*Add another/)
  })

  it('take over changes in the numbers and checkboxes before hydration', async () => {
    const container = document.createElement('div')
    document.body.append(container)
    const page = formPage(data)
    const tree = (
      <Frame page={page}>
        <FormScreen data={data} />
      </Frame>
    )
    container.innerHTML = renderToString(tree)
    const control = (name: string) => container.querySelector<HTMLInputElement>(`[name="${name}"]`)
    const [place, drop] = [control('_place.lines.1'), control('_drop.lines.0')]
    if (place) place.value = '1'
    if (drop) drop.checked = true
    const {hydrateRoot} = await import('react-dom/client')
    const root = hydrateRoot(container, tree)
    await waitFor(() => expect(texts()).toEqual(['knead', 'mix', '']))
    expect(inRow(2).getByRole('button', {name: 'Keep'})).toBeTruthy()
    root.unmount()
    container.remove()
  })

  it('are added with the focus in the new row, removed again, and sent in their order', async () => {
    const {user, fake} = open()
    await user.click(screen.getByRole('button', {name: 'Add another'}))
    await hasFocus(() => inRow(4).getByLabelText('What'))
    await user.keyboard('bake')
    await user.click(inRow(3).getByRole('button', {name: 'Remove'}))
    expect(texts()).toEqual(['mix', 'knead', 'bake'])
    await user.click(screen.getByRole('button', {name: 'Save'}))
    const sent = sentBy(fake.sent[0]).filter(([name]) => name.startsWith('_p') || name.startsWith('lines'))
    expect(sent).toEqual([
      ['_part.lines.0', 'a 1'],
      ['lines.0.what', 'mix'],
      ['_place.lines.0', '1'],
      ['_part.lines.1', 'b 1'],
      ['lines.1.what', 'knead'],
      ['_place.lines.1', '2'],
      ['_part.lines.3', ''],
      ['lines.3.what', 'bake'],
      ['_place.lines.3', '3'],
    ])
  })

  it('are moved by buttons and by Alt with arrows; the focus stays, and screen readers announce the position', async () => {
    const {user} = open()
    const up = inRow(2).getByRole('button', {name: 'Move up'})
    await user.click(up)
    expect(texts()).toEqual(['knead', 'mix', ''])
    await hasFocus(() => up)
    expect(screen.getByText('Moved to position 1 of 3')).toBeTruthy()
    await user.click(up)
    expect([texts()[0], up.getAttribute('aria-disabled')]).toEqual(['knead', 'true'])
    const field = inRow(1).getByLabelText('What')
    await user.click(field)
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(texts()).toEqual(['mix', 'knead', ''])
    await hasFocus(() => field)
  })

  it('that are stored are marked as removed and can be restored', async () => {
    const {user, fake} = open()
    await user.click(inRow(1).getByRole('button', {name: 'Remove'}))
    await user.click(inRow(2).getByRole('button', {name: 'Remove'}))
    await user.click(inRow(2).getByRole('button', {name: 'Keep'}))
    await user.click(screen.getByRole('button', {name: 'Save'}))
    expect(sentBy(fake.sent[0]).filter(([name]) => name.startsWith('_drop'))).toEqual([['_drop.lines.0', 'yes']])
  })

  it('B2: are unchanged when the page is refreshed, with the opened version', async () => {
    const {user, fake} = open()
    await user.click(screen.getByRole('button', {name: 'Add another'}))
    await user.keyboard('bake')
    act(() => fake.show(formPage(formData({lineItems: [parts(row(0, 'theirs', 'a'))], version: 8}), {once: 'another'})))
    expect(texts()).toEqual(['mix', 'knead', '', 'bake'])
    await user.click(screen.getByRole('button', {name: 'Save'}))
    expect(sentBy(fake.sent[0])).toContainEqual(['_version', '7'])
    expect(sentBy(fake.sent[0])).toContainEqual(['_once', 'another'])
  })

  it('take new data while nothing was typed', () => {
    const {fake} = open()
    act(() => fake.show(formPage(formData({lineItems: [parts(row(0, 'theirs', 'a'), row(1, ''))], version: 8}))))
    expect(texts()).toEqual(['theirs', ''])
  })

  it('show the rows of a rejection with their problems, which disappear when they are edited', async () => {
    const {user, fake, page} = open()
    await user.type(inRow(3).getByLabelText('What'), 'x')
    const refused = formData({
      lineItems: [parts(row(0, 'mix', 'a'), row(1, 'knead', 'b'), row(2, 'x'), row(3, ''))],
      problems: [{field: 'lines.2.what', label: 'What', message: 'Too short.'}],
    })
    fake.outcome = {kind: 'refused', page: formPage(refused, {status: 422, url: page.url})}
    await user.click(screen.getByRole('button', {name: 'Save'}))
    await waitFor(() => expect(texts()).toEqual(['mix', 'knead', 'x', '']))
    const wrong = inRow(3).getByLabelText('What')
    expect([wrong.getAttribute('aria-invalid'), wrong.getAttribute('aria-describedby')]).toEqual([
      'true',
      'field-lines.2.what-problem field-lines.2.what-hint',
    ])
    await user.type(wrong, 'yz')
    expect(wrong.getAttribute('aria-invalid')).toBeNull()
    expect(inRow(3).queryByText('Too short.')).toBeNull()
  })

  it('are restored from a draft', async () => {
    const {user, unmount} = open()
    await user.click(inRow(2).getByRole('button', {name: 'Move up'}))
    await user.click(screen.getByRole('button', {name: 'Add another'}))
    await user.keyboard('bake')
    await user.click(inRow(2).getByRole('button', {name: 'Remove'}))
    unmount()
    open()
    expect(screen.getByText('We restored your unsaved changes.')).toBeTruthy()
    expect(texts()).toEqual(['knead', 'mix', '', 'bake'])
    expect(inRow(2).getByRole('button', {name: 'Keep'})).toBeTruthy()
  })

  it('show what others filled in, with its label', () => {
    const told = {...row(0, 'mix', 'a'), facts: [{label: 'Article', text: 'Box'}]}
    open(formData({lineItems: [parts(told, row(1, ''))]}))
    expect(inRow(1).getByText('Box').previousSibling?.textContent).toBe('Article')
    expect(inRow(2).queryByText('Article')).toBeNull()
  })
})
