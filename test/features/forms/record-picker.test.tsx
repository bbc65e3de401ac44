// @vitest-environment jsdom
/**
 * Choosing a record by part of its name: by keyboard, by pointer, with an input method, and as plain HTML before
 * hydration.
 */
import {fireEvent, screen, waitFor, within} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {beforeEach, describe, expect, it} from 'vitest'
import type {OptionData} from '../../../src/engine/page/common.ts'
import {Control} from '../../../src/features/forms/components/field-control.tsx'
import {FormStateProvider} from '../../../src/features/forms/components/form-state.tsx'
import type {FormFieldData} from '../../../src/features/forms/data.ts'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, field, formData, formPage} from '../../kit/forms.tsx'
import {emptyPage, Frame} from '../../kit/render.tsx'

const cities = ['Aachen', 'Bonn', 'Bremen', 'Celle', 'Dresden', 'Essen', 'Fulda', 'Gera', 'Halle', 'Jena', 'Kiel']
const options: OptionData[] = cities.map((label, index) => ({value: `id-${index}`, label}))
const city = field('city', {control: 'record', entity: 'City', options})

let edits: string[] = []
beforeEach(() => {
  edits = []
})

function Form({one}: {one: FormFieldData}) {
  return (
    <form aria-label="form">
      <FormStateProvider problems={[]} onEdit={name => edits.push(name)}>
        <Control field={one} />
      </FormStateProvider>
    </form>
  )
}

const sent = () => [...new FormData(screen.getByRole<HTMLFormElement>('form'))]
const combobox = () =>
  waitFor(() => {
    const control = screen.getByRole('combobox', {name: /City|Cover/})
    if (!(control instanceof HTMLInputElement)) throw new Error('The picker is not there yet.')
    return control
  })
const offered = () => screen.getAllByRole('option').map(option => option.textContent)

describe('a reference with more than a few records', () => {
  it('is a list without JavaScript, in a person’s language', () => {
    const html = renderToString(
      <Frame page={emptyPage}>
        <Form one={city} />
      </Frame>,
    )
    expect(html).toContain('<select')
    expect(html).toContain('<option value="id-1">Bonn</option>')
    expect(html).not.toContain('combobox')
  })

  it('is found by typing and chosen by Enter; the form sends its id', async () => {
    const {user} = renderIn(<Form one={city} />)
    const input = await combobox()
    await user.type(input, 'br')
    expect(offered()).toEqual(['Bremen'])
    expect(screen.getByRole('status').textContent).toBe('1 result')
    await user.keyboard('{Enter}')
    expect(input.value).toBe('Bremen')
    expect(sent()).toEqual([['city', 'id-2']])
    expect(edits.length).toBeGreaterThan(0)
  })

  it('keeps what is highlighted when the same records come with other notes', async () => {
    const form = (note?: string) => (
      <Form one={{...city, options: options.map(option => (note === undefined ? option : {...option, note}))}} />
    )
    const {user, rerender} = renderIn(form())
    await user.type(await combobox(), 'e')
    await user.keyboard('{ArrowDown}')
    rerender(<Frame>{form('2 days')}</Frame>)
    expect(screen.getByRole('option', {name: /Aachen/}).textContent).toContain('2 days')
    await user.keyboard('{Enter}')
    expect(sent()).toEqual([['city', 'id-0']])
  })

  it('offers names that start with the typed text first', async () => {
    const {user} = renderIn(<Form one={city} />)
    await user.type(await combobox(), 'e')
    expect(offered().slice(0, 3)).toEqual(['Essen', 'Aachen', 'Bremen'])
  })

  it('is navigated by arrows, closed by Escape without losing the choice, and chosen by a click', async () => {
    const {user} = renderIn(<Form one={{...city, values: ['id-1']}} />)
    const input = await combobox()
    expect(input.value).toBe('Bonn')
    await user.click(input)
    expect(offered()).toHaveLength(cities.length)
    await user.keyboard('{ArrowDown}')
    expect(input.getAttribute('aria-activedescendant')).not.toBe('')
    await user.keyboard('{Escape}{Escape}')
    expect(screen.queryAllByRole('option')).toEqual([])
    expect(sent()).toEqual([['city', 'id-1']])
    await user.click(screen.getByRole('button', {name: 'Show options for City'}))
    await user.click(screen.getByRole('option', {name: 'Kiel'}))
    expect(sent()).toEqual([['city', 'id-10']])
  })

  it('reverts to the choice if nothing matches, and is empty if the text is deleted', async () => {
    const {user} = renderIn(<Form one={{...city, values: ['id-1']}} />)
    const input = await combobox()
    await user.clear(input)
    await user.type(input, 'Zürich')
    expect(screen.getByRole('status').textContent).toBe('No results')
    await user.tab()
    expect(input.value).toBe('Bonn')
    await user.clear(input)
    await user.tab()
    expect(sent()).toEqual([['city', '']])
  })

  it('replaces the choice by what is typed after a click, and keeps no text that names no record', async () => {
    const {user} = renderIn(<Form one={{...city, values: ['id-1']}} />)
    const input = await combobox()
    await user.click(input)
    await user.keyboard('kie{Enter}')
    expect(sent()).toEqual([['city', 'id-10']])
    await user.clear(input)
    await user.type(input, 'Zürich')
    // Nothing to choose: the list stays and says so.
    await user.keyboard('{Enter}')
    expect([input.value, screen.getByRole('status').textContent]).toEqual(['Zürich', 'No results'])
    // Leaving the closed list settles the text as well.
    await user.keyboard('{Escape}')
    await user.tab()
    expect([input.value, sent()]).toEqual(['Kiel', [['city', 'id-10']]])
  })

  it('B4: Enter that ends a composition of an input method chooses nothing', async () => {
    const {user} = renderIn(<Form one={city} />)
    const input = await combobox()
    await user.type(input, 'b')
    fireEvent.keyDown(input, {key: 'ArrowDown', isComposing: true})
    fireEvent.keyDown(input, {key: 'Enter', isComposing: true})
    expect(input.value).toBe('b')
    expect(screen.getAllByRole('option')).toHaveLength(2)
  })

  it('takes over an earlier choice in the list, with the focus', async () => {
    const container = document.createElement('div')
    document.body.append(container)
    const {findByRole} = within(container)
    const tree = <Form one={city} />
    container.innerHTML = renderToString(<Frame page={emptyPage}>{tree}</Frame>)
    const select = await findByRole<HTMLSelectElement>('combobox')
    select.value = 'id-3'
    select.focus()
    const {hydrateRoot} = await import('react-dom/client')
    const root = hydrateRoot(container, <Frame page={emptyPage}>{tree}</Frame>)
    await waitFor(() => expect(container.querySelector('input[role=combobox]')).not.toBeNull())
    const input = await findByRole<HTMLInputElement>('combobox')
    expect(input.value).toBe('Celle')
    await hasFocus(() => input)
    root.unmount()
    container.remove()
  })
})

describe('a reference with too many records to send', () => {
  const cover = field('cover', {
    control: 'record',
    entity: 'User',
    lookup: '/orders/new?_lookup=cover',
    required: false,
  })
  const people = [
    {value: 'p1', label: 'Robin Ott'},
    {value: 'p2', label: 'Robin Ott'},
  ]
  const answer = formPage(formData({fields: [{...cover, options: people}]}))

  it('is looked up on the server, shows avatars, and sends which of two with the same name is meant', async () => {
    const fake = new FakeRouter(emptyPage)
    fake.loaded = {kind: 'answer', answer}
    const {user} = renderIn(<Form one={cover} />, {router: fake.router})
    const input = await combobox()
    await user.type(input, 'rob')
    await waitFor(() => expect(fake.loads.at(-1)).toBe('/orders/new?_lookup=cover&q=rob'))
    const found = await screen.findAllByRole('option')
    expect(found).toHaveLength(2)
    expect(within(found[0] as HTMLElement).getByText('RO')).toBeTruthy()
    await user.click(found[1] as HTMLElement)
    expect(sent()).toEqual([
      ['cover', 'Robin Ott'],
      ['_picked.cover', 'p2 Robin Ott'],
    ])
  })

  it('keeps a typed name that was not picked, for the server to resolve', async () => {
    const fake = new FakeRouter(emptyPage)
    const {user} = renderIn(<Form one={cover} />, {router: fake.router})
    await user.type(await combobox(), 'Ada')
    await user.tab()
    expect(sent()).toEqual([
      ['cover', 'Ada'],
      ['_picked.cover', ''],
    ])
  })

  it('B1: keeps a stored record that is not among any options', async () => {
    renderIn(<Form one={{...cover, values: ['p9'], chosen: {value: 'p9', label: 'Zoë Ude'}}} />)
    expect((await combobox()).value).toBe('Zoë Ude')
    expect(sent()).toEqual([
      ['cover', 'Zoë Ude'],
      ['_picked.cover', 'p9 Zoë Ude'],
    ])
  })

  it('adds to the chosen ones if there may be several', async () => {
    const several: FormFieldData = {
      ...cover,
      control: 'records',
      values: ['p9'],
      options: [{value: 'p9', label: 'Zoë Ude'}],
    }
    const fake = new FakeRouter(emptyPage)
    fake.loaded = {kind: 'answer', answer}
    const {user} = renderIn(<Form one={several} />, {router: fake.router})
    const input = await combobox()
    await user.type(input, 'rob')
    await user.click((await screen.findAllByRole('option'))[0] as HTMLElement)
    expect(input.value).toBe('')
    const chosen = () => sent().filter(([name]) => name === 'cover')
    expect(chosen()).toEqual([
      ['cover', ''],
      ['cover', 'p9'],
      ['cover', 'p1'],
    ])
    await user.click(screen.getByRole('checkbox', {name: 'Zoë Ude'}))
    expect(chosen().map(([, value]) => value)).toEqual(['', 'p1'])
  })
})

describe('several of more than a few records', () => {
  const people = cities.map((label, index) => ({value: `id-${index}`, label: `${label} Meyer`}))
  const invited = field('cover', {
    control: 'records',
    entity: 'User',
    options: people,
    values: ['id-1'],
    required: false,
  })
  const chosen = () => sent().flatMap(([name, value]) => (name === 'cover' && value !== '' ? [value] : []))

  it('are boxes to tick without JavaScript', () => {
    const html = renderToString(
      <Frame page={emptyPage}>
        <Form one={invited} />
      </Frame>,
    )
    expect(html.match(/type="checkbox"/g)).toHaveLength(people.length)
    expect(html).not.toContain('combobox')
  })

  it('are found by typing, shown with their avatars, and can be removed and added again', async () => {
    const {user} = renderIn(<Form one={invited} />)
    const input = await combobox()
    expect(screen.getByRole('group', {name: /Cover/})).toBeTruthy()
    await user.type(input, 'br')
    await user.keyboard('{Enter}')
    expect([input.value, chosen()]).toEqual(['', ['id-1', 'id-2']])
    expect(edits).toContain('cover')
    expect(screen.getAllByText('BM', {selector: '.picked .avatar'})).toHaveLength(2)
    // Chosen records are not offered again.
    await user.click(screen.getByRole('button', {name: 'Show options for Cover'}))
    expect(offered()).not.toContain('BMBremen Meyer')
    expect(offered()).toHaveLength(people.length - 2)
    await user.click(screen.getByRole('checkbox', {name: 'Bonn Meyer'}))
    expect(chosen()).toEqual(['id-2'])
    await user.click(screen.getByRole('checkbox', {name: 'Bonn Meyer'}))
    expect(chosen()).toEqual(['id-1', 'id-2'])
    // Text that was given up does not stay behind.
    await user.type(input, 'xyz')
    await user.keyboard('{Escape}')
    expect([input.value, chosen()]).toEqual(['', ['id-1', 'id-2']])
  })

  it('keep the boxes ticked before the picker was loaded', async () => {
    renderIn(<Form one={invited} />)
    fireEvent.click(screen.getByRole('checkbox', {name: 'Celle Meyer'}))
    await combobox()
    expect(chosen()).toEqual(['id-1', 'id-3'])
  })
})
