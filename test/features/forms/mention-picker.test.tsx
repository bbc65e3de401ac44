// @vitest-environment jsdom
/** People are suggested while a name is typed after an @. */
import {fireEvent, screen} from '@testing-library/react'
import {useRef, useState} from 'react'
import {describe, expect, it} from 'vitest'
import {MentionPicker} from '../../../src/features/forms/components/mention-picker.tsx'
import {renderIn} from '../../kit/dom.tsx'
import {FakeRouter, field, formData} from '../../kit/forms.tsx'
import {emptyPage, pageWith} from '../../kit/render.tsx'

/** `late`: a button adds the picker, like the script that is loaded after the page. */
function Box({late}: {late: boolean}) {
  const box = useRef<HTMLTextAreaElement>(null)
  const [loaded, setLoaded] = useState(!late)
  return (
    <form>
      <textarea ref={box} aria-label="Comment" />
      <button type="button" onClick={() => setLoaded(true)}>
        Load
      </button>
      {loaded && <MentionPicker href="/tickets/1?mentions=Remark" field={box} />}
    </form>
  )
}

function open({late = false} = {}) {
  const fake = new FakeRouter(emptyPage)
  const options = [
    {value: '1', label: 'Nadia Benali'},
    {value: '2', label: 'Nadja Kern'},
    {value: '3', label: 'Nadja Kern'},
  ]
  fake.loaded = {
    kind: 'answer',
    answer: pageWith({screen: 'form', data: formData({fields: [field('mentions', {options})]})}),
  }
  return {fake, ...renderIn(<Box late={late} />, {router: fake.router})}
}

describe('typing an @', () => {
  it('suggests people, by keyboard, and inserts the chosen name', async () => {
    const {user, fake} = open()
    const box = screen.getByLabelText<HTMLTextAreaElement>('Comment')
    await user.type(box, 'Hello @na')
    await screen.findByText('3 people')
    expect(fake.loads.at(-1)).toBe('/tickets/1?mentions=Remark&q=na')
    expect(screen.getByRole('option', {selected: true}).id).toBe(box.getAttribute('aria-activedescendant'))
    await user.keyboard('{Enter}')
    expect(box.value).toBe('Hello @Nadia Benali ')
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('suggests people for a name that was started before the picker was loaded', async () => {
    const {user} = open({late: true})
    const box = screen.getByLabelText<HTMLTextAreaElement>('Comment')
    await user.type(box, 'Hello @na')
    fireEvent.click(screen.getByRole('button', {name: 'Load'}))
    await screen.findByText('3 people')
    await user.keyboard('{Enter}')
    expect(box.value).toBe('Hello @Nadia Benali ')
  })

  it('distinguishes two people with the same name', async () => {
    const {user} = open()
    const box = screen.getByLabelText<HTMLTextAreaElement>('Comment')
    await user.type(box, '@nad')
    await screen.findByText('3 people')
    await user.keyboard('{ArrowDown}{Tab}')
    expect(box.value).toBe('@[Nadja Kern](2) ')
  })

  it('suggests nobody in an email address, and nothing more after Escape', async () => {
    const {user, fake} = open()
    const box = screen.getByLabelText<HTMLTextAreaElement>('Comment')
    await user.type(box, 'a@na')
    expect(fake.loads).toEqual([])
    await user.type(box, ' @na')
    await screen.findByText('3 people')
    fireEvent.keyDown(box, {key: 'Escape'})
    expect(screen.queryByRole('option')).toBeNull()
  })
})
