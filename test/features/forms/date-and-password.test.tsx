// @vitest-environment jsdom
/** Dates from a calendar, and passwords that can be shown and are cleared after a rejection. */
import {fireEvent, screen, waitFor} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {Control} from '../../../src/features/forms/components/field-control.tsx'
import {Fields} from '../../../src/features/forms/components/fields.tsx'
import {PasswordInput} from '../../../src/features/forms/components/password-input.tsx'
import {writeValues} from '../../../src/screens/form/screen.tsx'
import {ActionForm, SubmitButton} from '../../../src/web/router/action-form.tsx'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, field, formData, formPage} from '../../kit/forms.tsx'
import {emptyPage, Frame, pageWith} from '../../kit/render.tsx'

const day = field('day', {control: 'date', values: ['2026-03-10'], attributes: {min: '2026-03-05'}})
const first = field('first', {control: 'date', until: 'last'})
const last = field('last', {control: 'date'})
const period = () => ['First', 'Last'].map(label => screen.getByLabelText<HTMLInputElement>(label).value)
const march = (day: number) => screen.findByRole('button', {name: new RegExp(` ${day} March 2026`)})

const typed = () => screen.getByLabelText<HTMLInputElement>('Day')

describe('the calendar of a date', () => {
  it.each([
    ['Pacific/Kiritimati', '1 April 2026'],
    ['America/Adak', '31 March 2026'],
  ])('code 18: opens at today in the time zone of the application, %s', async (zone, today) => {
    vi.useFakeTimers({now: Date.parse('2026-03-31T12:00:00Z'), toFake: ['Date']})
    onTestFinished(() => void vi.useRealTimers())
    const page = {...emptyPage, shell: {...emptyPage.shell, zone}}
    const {user} = renderIn(<Fields fields={[field('day', {control: 'date'})]} />, {page})
    await user.click(screen.getByRole('button', {name: /calendar/i}))
    const button = await screen.findByRole('button', {name: new RegExp(` ${today}`)})
    expect(button.closest('td')?.getAttribute('data-today')).toBe('true')
  })
})

describe('a date with a time', () => {
  const starts = field('starts', {control: 'date and time', until: 'ends', values: ['2026-03-10T09:00']})
  const times = () => ['Starts', 'Ends'].map(label => screen.getByLabelText<HTMLInputElement>(label).value)
  const move = (to: string) => {
    screen.getByLabelText('Starts').focus()
    fireEvent.input(screen.getByLabelText('Starts'), {target: {value: to}})
  }

  it('moves the end of its period along, and proposes one an hour later if there is none', () => {
    const {unmount} = renderIn(
      <Fields fields={[starts, field('ends', {control: 'date and time', values: ['2026-03-10T09:45']})]} />,
    )
    move('2026-03-11T23:30')
    expect(times()).toEqual(['2026-03-11T23:30', '2026-03-12T00:15'])
    move('2026-03-11T10:00')
    expect(times()).toEqual(['2026-03-11T10:00', '2026-03-11T10:45'])
    unmount()
    renderIn(<Fields fields={[starts, field('ends', {control: 'date and time'})]} />)
    move('2026-03-10T14:00')
    expect(times()).toEqual(['2026-03-10T14:00', '2026-03-10T15:00'])
  })

  it('is written together with its end by a suggestion, which moves neither again', () => {
    const {container} = renderIn(
      <form>
        <Fields fields={[starts, field('ends', {control: 'date and time', values: ['2026-03-10T10:00']})]} />
        <button type="button">Move</button>
      </form>,
    )
    move('2026-03-10T13:00')
    screen.getByRole('button', {name: 'Move'}).focus()
    const form = container.querySelector('form')
    if (form) writeValues(form, {starts: '2026-03-10T16:00', ends: '2026-03-10T17:00'})
    expect(times()).toEqual(['2026-03-10T16:00', '2026-03-10T17:00'])
    move('2026-03-10T08:00')
    expect(times()).toEqual(['2026-03-10T08:00', '2026-03-10T09:00'])
  })
})

describe('a time of the day', () => {
  const begins = field('begins', {control: 'time', until: 'finishes', values: ['10:00']})
  const finishes = field('finishes', {control: 'time', values: ['10:45:00']})
  const times = () => ['Begins', 'Finishes'].map(label => screen.getByLabelText<HTMLInputElement>(label).value)

  it('moves the end along once it reaches it, with the length of before, and never past midnight', () => {
    renderIn(<Fields fields={[begins, finishes]} />)
    const type = (text: string) => fireEvent.input(screen.getByLabelText('Begins'), {target: {value: text}})
    screen.getByLabelText('Begins').focus()
    // While 14:30 is typed, it passes through 01:00 and 14:00.
    for (const text of ['01:00', '14:00', '14:30']) type(text)
    expect(times()).toEqual(['14:30', '15:15'])
    screen.getByLabelText('Finishes').focus()
    screen.getByLabelText('Begins').focus()
    type('09:00')
    expect(times()).toEqual(['09:00', '15:15'])
    type('23:50')
    expect(times()).toEqual(['23:50', '15:15'])
  })
})

describe('a date', () => {
  it('is the browser’s own field without JavaScript', () => {
    const html = renderToString(
      <Frame page={emptyPage}>
        <Control field={day} />
      </Frame>,
    )
    expect(html).toContain('type="date"')
    expect(html).not.toContain('<button')
  })

  it('is chosen from a calendar with the keyboard, and the focus returns to its button', async () => {
    const {user} = renderIn(<Control field={day} />)
    const button = screen.getByRole('button', {name: 'Open calendar for Day'})
    await user.click(button)
    const calendar = await screen.findByRole('dialog', {name: 'Choose a date for Day'})
    await waitFor(() => expect(document.activeElement?.textContent).toBe('10'))
    expect(calendar.querySelector('style')).toBeNull()
    await user.keyboard('{ArrowRight}{Enter}')
    expect(typed().value).toBe('2026-03-11')
    expect(screen.queryByRole('dialog')).toBeNull()
    await hasFocus(() => button)
  })

  it('names days in full, in the language of the page, and does not offer days before the first', async () => {
    const page = pageWith({screen: 'page', data: {heading: '', html: ''}}, 'de')
    const {user} = renderIn(<Control field={day} />, {page})
    await user.click(screen.getByRole('button', {name: 'Kalender öffnen: Day'}))
    const tenth = await screen.findByRole('button', {name: /Dienstag, 10\. März 2026/})
    expect(tenth).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', {name: /Mittwoch, 4\. März 2026/}).disabled).toBe(true)
    await user.click(screen.getByRole('button', {name: 'Nächster Monat'}))
    expect(await screen.findByText('April 2026')).toBeTruthy()
  })

  it('closes its calendar with Escape and a click outside, and keeps the date', async () => {
    const {user} = renderIn(<Control field={day} />)
    const button = screen.getByRole('button', {name: 'Open calendar for Day'})
    await user.click(button)
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(button)
    await screen.findByRole('dialog')
    await user.click(document.body)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(typed().value).toBe('2026-03-10')
  })
})

describe('a period', () => {
  it('D26: moves the last day with the first, when it is typed and when it is chosen', async () => {
    const {user} = renderIn(<Fields fields={[first, field('note'), last]} />)
    fireEvent.input(screen.getByLabelText('First'), {target: {value: '2026-03-10'}})
    expect(period()).toEqual(['2026-03-10', '2026-03-10'])
    await user.click(screen.getByRole('button', {name: 'Open calendar for First'}))
    await user.click(await march(16))
    expect(period()).toEqual(['2026-03-16', '2026-03-16'])
    expect(screen.getByRole('dialog', {name: 'Choose a date for Last'})).toBeTruthy()
    await user.click(await march(18))
    expect(period()).toEqual(['2026-03-16', '2026-03-18'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('restarts with a day before the first, and otherwise keeps an earlier end', async () => {
    const fields = [
      {...first, values: ['2026-03-10']},
      {...last, values: ['2026-03-20']},
    ]
    const {user} = renderIn(<Fields fields={fields} />)
    await user.click(screen.getByRole('button', {name: 'Open calendar for Last'}))
    await user.click(await march(5))
    expect(period()).toEqual(['2026-03-05', '2026-03-20'])
    await user.click(await march(6))
    expect(period()).toEqual(['2026-03-05', '2026-03-06'])
  })
})

function Form() {
  return (
    <ActionForm>
      <label htmlFor="secret">Secret</label>
      <PasswordInput id="secret" name="secret" className="input" />
      <input aria-label="Name" name="name" />
      <SubmitButton name="_action" value="save">
        Save
      </SubmitButton>
    </ActionForm>
  )
}

describe('a password', () => {
  const secret = () => screen.getByLabelText<HTMLInputElement>('Secret')

  it('is shown while its button is pressed', async () => {
    const {user} = renderIn(<Form />)
    await user.type(secret(), 'geheim')
    expect(secret().type).toBe('password')
    const reveal = screen.getByRole('button', {name: 'Show password'})
    await user.click(reveal)
    expect([secret().type, reveal.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
    await user.click(reveal)
    expect([secret().type, secret().value]).toEqual(['password', 'geheim'])
  })

  it('is cleared after a rejection, unlike everything else; a background refresh keeps it', async () => {
    const page = formPage(formData())
    const fake = new FakeRouter(page)
    fake.outcome = {kind: 'refused', page: {...page, status: 422}}
    const {user} = renderIn(<Form />, {page, router: fake.router})
    await user.type(secret(), 'geheim')
    await user.type(screen.getByLabelText('Name'), 'Ada')
    fake.show(formPage(formData(), {once: 'another'}))
    expect(secret().value).toBe('geheim')
    await user.click(screen.getByRole('button', {name: 'Save'}))
    await waitFor(() => expect(secret().value).toBe(''))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada')
  })
})
