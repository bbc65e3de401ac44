// @vitest-environment jsdom
/** Comments on a record: edited in place, and deleted after a dialog. */
import {screen, waitFor, within} from '@testing-library/react'
import {describe, expect, it, vi} from 'vitest'
import {ActivityFeed} from '../../../src/features/records/components/activity-feed.tsx'
import type {HistoryData} from '../../../src/features/records/data.ts'
import {renderIn} from '../../kit/dom.tsx'
import {FakeRouter, field, formData, formPage, sentBy} from '../../kit/forms.tsx'
import {emptyPage} from '../../kit/render.tsx'

const comment = (more: Partial<HistoryData>): HistoryData => ({
  id: 'c1',
  at: '2026-05-06T10:00:00Z',
  when: 'today',
  exact: '6 May 2026, 10:00',
  who: {id: 'a', name: 'Ada'},
  by: 'Ada',
  what: 'wrote',
  state: null,
  comment: 'Hello',
  ...more,
})

describe('a comment', () => {
  it('shows a person twice who is mentioned twice', () => {
    const said = vi.spyOn(console, 'error')
    const bo = {id: 'b', name: 'Bo'}
    renderIn(<ActivityFeed entries={[comment({parts: [bo, ' and ', bo]})]} />)
    expect(screen.getAllByText('@Bo')).toHaveLength(2)
    expect(said).not.toHaveBeenCalled()
    said.mockRestore()
  })

  it('is edited in place: Edit opens it, a rejection shows the reason, saving sends the form of its page', async () => {
    const fake = new FakeRouter(emptyPage)
    const data = formData({
      fields: [field('text', {control: 'area', values: ['Hello']})],
      version: 3,
      actions: [{name: 'change Remark', label: 'Save', tone: 'primary'}],
    })
    fake.loaded = {kind: 'answer', answer: formPage(data)}
    const edit = '/tickets/1?change=Remark&record=c1'
    const {user} = renderIn(<ActivityFeed entries={[comment({edit})]} />, {router: fake.router})
    const link = screen.getByRole('link', {name: 'Edit'})
    expect(link.getAttribute('href')).toBe(edit)
    await user.click(link)
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', {name: /Text/})
    expect([box.value, fake.loads]).toEqual(['Hello', [edit]])
    const problems = [{field: 'text', message: 'Too long.'}]
    fake.outcome = {kind: 'refused', page: formPage(formData({...data, problems}))}
    await user.type(box, ' there')
    await user.click(screen.getByRole('button', {name: 'Save'}))
    expect((await screen.findByRole('alert')).textContent).toContain('Too long.')
    expect([box.getAttribute('aria-invalid'), box.getAttribute('aria-describedby')]).toEqual([
      'true',
      expect.stringContaining('-problem'),
    ])
    expect(document.getElementById(`${box.id}-problem`)?.textContent).toBe('Too long.')
    fake.outcome = {kind: 'done'}
    await user.type(box, '{Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(fake.sent.map(({url}) => `${url.pathname}${url.search}`)).toEqual([edit, edit])
    expect(Object.fromEntries(sentBy(fake.sent[1]))).toMatchObject({
      _action: 'change Remark',
      _version: '3',
      text: 'Hello there',
    })
  })

  it('is unchanged after Cancel', async () => {
    const fake = new FakeRouter(emptyPage)
    const fields = [field('text', {control: 'area', values: ['Hello']})]
    fake.loaded = {kind: 'answer', answer: formPage(formData({fields, version: 3}))}
    const {user} = renderIn(<ActivityFeed entries={[comment({edit: '/e'})]} />, {router: fake.router})
    await user.click(screen.getByRole('link', {name: 'Edit'}))
    await user.type(await screen.findByRole('textbox', {name: /Text/}), '!')
    await user.click(screen.getByRole('button', {name: 'Cancel'}))
    expect(screen.getByText('Hello')).toBeTruthy()
    expect(fake.sent).toEqual([])
  })

  it('is deleted after a dialog that names it, which shows why that is not possible', async () => {
    const fake = new FakeRouter(emptyPage)
    const actions = [{name: 'remove Remark', label: 'Delete', tone: 'danger'} as const]
    const data = formData({heading: 'Delete Hello?', intro: 'Gone for good.', fields: [], version: 3, actions})
    fake.loaded = {kind: 'answer', answer: formPage(data)}
    const remove = '/tickets/1?remove=Remark&record=c1'
    const {user} = renderIn(<ActivityFeed entries={[comment({remove})]} />, {router: fake.router})
    await user.click(screen.getByRole('link', {name: 'Delete'}))
    const dialog = within(await screen.findByRole('dialog', {name: 'Delete Hello?'}))
    expect([dialog.getByText('Gone for good.'), screen.getByText('Hello')].every(Boolean)).toBe(true)
    const problems = [{field: null, message: 'It was answered.'}]
    fake.outcome = {kind: 'refused', page: formPage(formData({...data, problems}))}
    await user.click(dialog.getByRole('button', {name: 'Delete'}))
    expect(await dialog.findByText('It was answered.')).toBeTruthy()
    fake.outcome = {kind: 'done'}
    await user.click(dialog.getByRole('button', {name: 'Delete'}))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fake.sent.map(({url}) => `${url.pathname}${url.search}`)).toEqual([remove, remove])
    expect(Object.fromEntries(sentBy(fake.sent[1]))).toMatchObject({_action: 'remove Remark', _version: '3'})
  })
})
