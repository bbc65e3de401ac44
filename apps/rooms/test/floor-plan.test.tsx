// @vitest-environment jsdom
/** The floor plan alone, with data that the test gives it. */
import {getByRole, queryByRole, within} from '@testing-library/dom'
import {userEvent} from '@testing-library/user-event'
import {renderScreen} from 'nonet/testing'
import {describe, expect, test} from 'vitest'

const harbour = {id: 'b1', name: 'Harbour House', mine: true}
const standUp = {
  ...{door_title: 'Stand-up', starts: '2026-03-11T13:00:00Z', ends: '2026-03-11T14:00:00Z', mine: true, overlaps: true},
  person: {id: 'p1', name: 'Ann Miller'},
}
const elbe = {id: 'r1', name: 'Elbe', floor: 1, seats: 8, needs_approval: false, x: 0, y: 0, width: 9, depth: 6}
const alster = {id: 'r2', name: 'Alster', floor: 1, seats: 6, needs_approval: false, x: 15, y: 8, width: 9, depth: 6}

const given = {
  data: {buildings: [harbour], rooms: [{...elbe, bookings: [standUp]}, alster]},
  address: {building: {id: 'b1', name: 'Harbour House'}, day: '2026-03-11'},
  can: {book: true, move: (booking: {mine: boolean}) => booking.mine},
}

describe('the floor plan', () => {
  test('is the same on the server and in the browser, and works as a list', async () => {
    const {html, container, status} = await renderScreen('Floor plan', given)
    expect(status).toBe(200)
    expect(html).toContain('Elbe')
    const list = within(getByRole(container, 'region', {name: 'Rooms'}))
    expect(list.getByText('Taken')).toBeTruthy()
    expect(list.getByRole('link', {name: 'Book: Alster'}).getAttribute('href')).toContain('room=r2')
    expect(list.queryByRole('link', {name: 'Book: Elbe'})).toBeNull()
  })

  test('offers to move what the server says can be moved', async () => {
    const mine = await renderScreen('Floor plan', given)
    expect(getByRole(mine.container, 'link', {name: 'Move'})).toBeTruthy()
    const others = await renderScreen('Floor plan', {...given, can: {book: true}})
    expect(queryByRole(others.container, 'link', {name: 'Move'})).toBeNull()
  })

  test('books the chosen room, and keeps what was typed when that is refused', async () => {
    const answers = [{refused: [{field: 'title', message: 'Another title, please.'}]}, null]
    const user = userEvent.setup()
    const chosen = {...given, address: {...given.address, room: {id: 'r2', name: 'Alster'}}}
    const {container, sent} = await renderScreen('Floor plan', {...chosen, onAction: () => answers.shift()})
    const form = within(getByRole(container, 'region', {name: /^Book Alster/}))
    await user.type(form.getByRole('textbox', {name: /^Title/}), 'Review')
    await user.click(form.getByRole('button', {name: 'Book'}))
    expect(sent).toEqual([
      {action: 'book', record: null, input: expect.objectContaining({room: 'r2', title: 'Review'})},
    ])
    expect((await form.findAllByText('Another title, please.')).length).toBeGreaterThan(0)
    expect(form.getByRole<HTMLInputElement>('textbox', {name: /^Title/}).value).toBe('Review')
    await user.click(form.getByRole('button', {name: 'Book'}))
    expect(sent).toHaveLength(2)
  })

  test('shows what others have done, and keeps what is being typed', async () => {
    const user = userEvent.setup()
    const chosen = {...given, address: {...given.address, room: {id: 'r2', name: 'Alster'}}}
    const {container, update} = await renderScreen('Floor plan', chosen)
    const form = within(getByRole(container, 'region', {name: /^Book Alster/}))
    await user.type(form.getByRole('textbox', {name: /^Title/}), 'Revi')
    await update({data: {rooms: [elbe, alster]}})
    expect(within(container).queryByText('Stand-up')).toBeNull()
    expect(form.getByRole<HTMLInputElement>('textbox', {name: /^Title/}).value).toBe('Revi')
  })

  test('speaks the language of the reader', async () => {
    const {container} = await renderScreen('Floor plan', {...given, language: 'de'})
    expect(getByRole(container, 'heading', {name: 'Grundriss'})).toBeTruthy()
  })
})
