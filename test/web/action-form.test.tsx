// @vitest-environment jsdom
/** Forms that send actions: their request, the pending state, and rejected actions. */
import {screen, waitFor} from '@testing-library/react'
import {useOptimistic, useState} from 'react'
import {describe, expect, it, vi} from 'vitest'
import type {Page} from '../../src/engine/page/frame.ts'
import {ActionForm, SubmitButton, useSubmitting} from '../../src/web/router/action-form.tsx'
import type {ActionOutcome, Submission} from '../../src/web/router/types.ts'
import {useAction} from '../../src/web/router/use-action.ts'
import {renderIn} from '../kit/dom.tsx'
import {pageWith} from '../kit/render.tsx'

/** A router whose actions the test answers. */
function answering() {
  const sent: Submission[] = []
  const answers: ((outcome: ActionOutcome) => void)[] = []
  const submit = vi.fn((submission: Submission) => {
    sent.push(submission)
    return new Promise<ActionOutcome>(resolve => answers.push(resolve))
  })
  return {router: {enabled: true, submit}, sent, answer: (outcome: ActionOutcome) => answers.shift()?.(outcome)}
}

const refused: Page = pageWith({
  screen: 'account',
  data: {
    version: 1,
    details: [],
    password: [],
    problems: [{field: 'name', message: 'Enter a name.'}],
    notice: null,
    security: {text: '', reminder: null, link: {label: 'Security', href: '/account/security'}},
    wantsMail: null,
    languages: [],
    mayInvite: false,
    keys: null,
  },
})

function Busy() {
  const {pending} = useSubmitting()
  return <p>{pending ? 'sending' : 'idle'}</p>
}

/** A form on a page whose token changes when it is refreshed. */
function Refreshed() {
  const [once, setOnce] = useState('first')
  return (
    <>
      <ActionForm>
        <input type="hidden" name="_once" value={once} readOnly />
        <SubmitButton>Say</SubmitButton>
      </ActionForm>
      <button type="button" onClick={() => setOnce('second')}>
        Refresh
      </button>
    </>
  )
}

describe('ActionForm', () => {
  it('sends its fields with the pressed button, to its own page', async () => {
    const {router, sent, answer} = answering()
    const {user} = renderIn(
      <ActionForm>
        <input name="name" defaultValue="Ada" aria-label="Name" />
        <SubmitButton name="_action" value="save">
          Save
        </SubmitButton>
      </ActionForm>,
      {router},
    )
    await user.click(screen.getByRole('button', {name: 'Save'}))
    expect([...(sent[0]?.form ?? [])]).toEqual([
      ['name', 'Ada'],
      ['_action', 'save'],
    ])
    expect(sent[0]?.url.pathname).toBe('/')
    answer({kind: 'done'})
  })

  it('code 7: keeps the token of an attempt without an answer, also on a page that was refreshed', async () => {
    const {router, sent, answer} = answering()
    const tokens = () => sent.map(submission => submission.form.get('_once'))
    const {user} = renderIn(<Refreshed />, {router})
    await user.click(screen.getByRole('button', {name: 'Say'}))
    answer({kind: 'unreachable'})
    await waitFor(() => expect(screen.getByRole('button', {name: 'Say'}).getAttribute('aria-disabled')).toBeNull())
    await user.click(screen.getByRole('button', {name: 'Refresh'}))
    sent[0]?.onRetry?.()
    await waitFor(() => expect(tokens()).toEqual(['first', 'first']))
    answer({kind: 'done'})
    await waitFor(() => expect(screen.getByRole('button', {name: 'Say'}).getAttribute('aria-disabled')).toBeNull())
    await user.click(screen.getByRole('button', {name: 'Say'}))
    expect(tokens()).toEqual(['first', 'first', 'second'])
    answer({kind: 'done'})
  })

  it('is sent once while it is pending, and shows that; its button is enabled again', async () => {
    const {router, sent, answer} = answering()
    const {user} = renderIn(
      <ActionForm>
        <SubmitButton>Save</SubmitButton>
        <Busy />
      </ActionForm>,
      {router},
    )
    const button = screen.getByRole('button', {name: 'Save'})
    await user.dblClick(button)
    expect(sent).toHaveLength(1)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('sending')).toBeTruthy()
    answer({kind: 'done'})
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
    await user.click(button)
    expect(sent).toHaveLength(2)
    answer({kind: 'done'})
  })

  it('leaves GET forms, and those that load a new document, to the browser', async () => {
    const {router, sent} = answering()
    const {user} = renderIn(
      <>
        <ActionForm reloadDocument onSubmit={event => setTimeout(() => event.preventDefault())}>
          <SubmitButton>Sign out</SubmitButton>
        </ActionForm>
        <ActionForm>
          <SubmitButton formMethod="get">Look up</SubmitButton>
        </ActionForm>
      </>,
      {router},
    )
    const natively = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
    await user.click(screen.getByRole('button', {name: 'Sign out'}))
    await user.click(screen.getByRole('button', {name: 'Look up'}))
    expect(sent).toEqual([])
    natively.mockRestore()
  })
})

function Counter() {
  const [count] = useState(1)
  const [shown, setShown] = useOptimistic(count)
  const {pending, problems, submit} = useAction()
  const add = () =>
    submit({
      url: new URL('/', location.href),
      form: new FormData(),
      optimistic: () => setShown(count + 1),
    })
  return (
    <>
      <button type="button" onClick={() => void add()}>
        Add
      </button>
      <output>{shown}</output>
      <p>{pending ? 'pending' : 'still'}</p>
      {problems.map(({message}) => (
        <p key={message}>{message}</p>
      ))}
    </>
  )
}

function Moves() {
  const [done, setDone] = useState(0)
  const [shown, add] = useOptimistic(done, (count: number, more: number) => count + more)
  const {submit} = useAction({inOrder: true})
  const move = async () => {
    const formOf = (count: number) => {
      const form = new FormData()
      form.set('_version', String(count))
      return form
    }
    const outcome = await submit({
      url: new URL(location.href),
      form: formOf(done),
      formNow: () => formOf(latest.done),
      optimistic: () => add(1),
    })
    if (outcome?.kind === 'done') setDone(count => count + 1)
  }
  return (
    <>
      <button type="button" onClick={() => void move()}>
        Move
      </button>
      <output>{shown}</output>
    </>
  )
}

/** What the page shows, as its data would say. */
const latest = {done: 0}

describe('actions in order', () => {
  it('code 12: are shown at once and sent one after the other, each about the page as it is then', async () => {
    const {router, sent, answer} = answering()
    const {user} = renderIn(<Moves />, {router})
    const button = screen.getByRole('button', {name: 'Move'})
    await user.dblClick(button)
    expect(sent).toHaveLength(1)
    expect(screen.getByRole('status').textContent).toBe('2')
    latest.done = 1
    answer({kind: 'done'})
    await waitFor(() => expect(sent.map(({form}) => form.get('_version'))).toEqual(['0', '1']))
    answer({kind: 'done'})
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2'))
  })

  it('code 12: are given up if one before them is refused', async () => {
    const {router, sent, answer} = answering()
    const {user} = renderIn(<Moves />, {router})
    await user.dblClick(screen.getByRole('button', {name: 'Move'}))
    expect(screen.getByRole('status').textContent).toBe('2')
    answer({kind: 'refused', page: refused})
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0'))
    expect(sent).toHaveLength(1)
  })
})

describe('useAction', () => {
  it('shows the expected result immediately, and reverts it with the reason when it is rejected', async () => {
    const {router, answer} = answering()
    const {user} = renderIn(<Counter />, {router})
    await user.click(screen.getByRole('button', {name: 'Add'}))
    expect(screen.getByRole('status').textContent).toBe('2')
    expect(screen.getByText('pending')).toBeTruthy()
    answer({kind: 'refused', page: refused})
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1'))
    expect(screen.getByText('Enter a name.')).toBeTruthy()
    expect(screen.getByText('still')).toBeTruthy()
  })
})
