// @vitest-environment jsdom
/** Actions of a record: immediate ones, ones with a dialog for inputs, and deleting, which asks for confirmation. */
import {act, fireEvent, screen, waitFor, within} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import {ActionButton, DeleteButton} from '../../../src/features/forms/components/action-button.tsx'
import {useUnsavedChanges} from '../../../src/features/forms/components/use-unsaved-changes.ts'
import type {ActionData} from '../../../src/features/forms/data.ts'
import {renderIn} from '../../kit/dom.tsx'
import {FakeRouter, field, formData, formPage, sentBy} from '../../kit/forms.tsx'
import {emptyPage, Frame} from '../../kit/render.tsx'

const reject: ActionData = {
  name: 'reject',
  label: 'Reject',
  tone: 'danger',
  href: '/orders/1?action=reject',
  inputs: [field('answer')],
  problems: [],
  open: false,
}
const shown = (action: ActionData) => <ActionButton action={action} version={4} />

beforeEach(() => sessionStorage.clear())

const link = () => screen.getByRole('link', {name: 'Reject…'})
const dialog = () => screen.queryByRole('dialog', {name: 'Reject'})

describe('an action without inputs', () => {
  it('is sent immediately, with version and token', async () => {
    const fake = new FakeRouter(emptyPage)
    const {user} = renderIn(shown({...reject, inputs: []}), {router: fake.router})
    await user.click(screen.getByRole('button', {name: 'Reject'}))
    expect(sentBy(fake.sent[0])).toEqual([
      ['_once', 'token-reject'],
      ['_version', '4'],
      ['_action', 'reject'],
    ])
  })
})

describe('an action with inputs', () => {
  it('is a link to its page without JavaScript, and a dialog in the page that rejected it', () => {
    const page = (action: ActionData) => renderToString(<Frame page={emptyPage}>{shown(action)}</Frame>)
    expect(page(reject)).toContain('href="/orders/1?action=reject"')
    expect(page(reject)).not.toContain('<dialog')
    expect(page({...reject, open: true})).toMatch(/<dialog[^>]* open=""/)
  })

  it('has a button to go back that is not called like the action', () => {
    renderIn(shown({...reject, label: 'Cancel booking', open: true}))
    expect(screen.getByRole('button', {name: 'Back'})).toBeTruthy()
    expect(screen.queryByRole('button', {name: 'Cancel'})).toBeNull()
  })

  it('opens with a plain click or Enter; other clicks follow the link', async () => {
    const {user} = renderIn(shown(reject))
    link().focus()
    await user.keyboard('{Enter}')
    expect(dialog()).not.toBeNull()
    expect(within(dialog() as HTMLElement).getByLabelText('Answer')).toBeTruthy()
    await user.click(screen.getByRole('button', {name: 'Cancel'}))
    act(() => (dialog() as HTMLDialogElement | null)?.close())
    await waitFor(() => expect(dialog()).toBeNull())
    let follows = false
    const leave = (event: Event) => {
      follows = !event.defaultPrevented
      // jsdom cannot navigate.
      event.preventDefault()
    }
    window.addEventListener('click', leave, {once: true})
    fireEvent.click(link(), {ctrlKey: true})
    expect(follows).toBe(true)
    expect(dialog()).toBeNull()
  })

  it('stays open with its problems after a rejection, and when data is refreshed', async () => {
    const fake = new FakeRouter(emptyPage)
    const refused = {...emptyPage, status: 422}
    fake.outcome = {kind: 'refused', page: refused}
    const problems = [{field: 'answer', label: 'Answer', message: 'Enter an answer.'}]
    const {user, rerender} = renderIn(shown(reject), {router: fake.router})
    await user.click(link())
    await user.click(screen.getByRole('button', {name: 'Reject'}))
    await waitFor(() => expect(fake.sent).toHaveLength(1))
    await act(async () =>
      rerender(
        <Frame router={fake.router} page={refused}>
          {shown({...reject, problems, open: true})}
        </Frame>,
      ),
    )
    const alert = await within(dialog() as HTMLElement).findByRole('alert')
    expect(alert.textContent).toContain('Answer: Enter an answer.')
    await act(async () =>
      rerender(
        <Frame router={fake.router} page={emptyPage}>
          {shown(reject)}
        </Frame>,
      ),
    )
    expect(dialog()).not.toBeNull()
  })

  it('keeps the input when it is closed, and not when it is cancelled', async () => {
    const {user} = renderIn(shown(reject))
    await user.click(link())
    await user.type(screen.getByLabelText('Answer'), 'Not now')
    act(() => (dialog() as HTMLDialogElement).close())
    await waitFor(() => expect(dialog()).toBeNull())
    await user.click(link())
    expect(screen.getByLabelText<HTMLInputElement>('Answer').value).toBe('Not now')
    expect(screen.getByText('We restored your unsaved changes.')).toBeTruthy()
    await user.click(screen.getByRole('button', {name: 'Cancel'}))
    expect(Object.keys(sessionStorage)).toEqual([])
  })
})

describe('deleting a record', () => {
  const remove = {
    href: '/orders/1?delete',
    deletion: {heading: 'Delete order “1”?', warning: 'Gone for good.', isPossible: true},
    version: 4,
  }

  it('asks for confirmation, naming the record, and sends nothing before', async () => {
    const fake = new FakeRouter(emptyPage)
    const {user} = renderIn(<DeleteButton {...remove} />, {router: fake.router})
    await user.click(screen.getByRole('link', {name: 'Delete'}))
    expect(fake.sent).toEqual([])
    const asking = within(screen.getByRole('dialog', {name: 'Delete order “1”?'}))
    await user.click(asking.getByRole('button', {name: 'Delete'}))
    expect(sentBy(fake.sent[0])).toEqual([
      ['_once', 'token-delete'],
      ['_version', '4'],
      ['_action', 'delete'],
    ])
  })

  it('says why a record cannot be deleted, without a button for it', async () => {
    const deletion = {heading: '“1” can’t be deleted', warning: 'It still has 2 invoices.', isPossible: false}
    const {user} = renderIn(<DeleteButton {...remove} deletion={deletion} />)
    await user.click(screen.getByRole('link', {name: 'Delete'}))
    const dialog = within(screen.getByRole('dialog', {name: '“1” can’t be deleted'}))
    expect(dialog.getByText('It still has 2 invoices.')).toBeTruthy()
    expect(dialog.getAllByRole('button').map(button => button.textContent)).toEqual(['Close'])
  })

  it('shows the reason of a rejection in the dialog, which stays open; closing it clears the reason', async () => {
    const fake = new FakeRouter(emptyPage)
    const problems = [{field: null, message: 'Two invoices refer to it.'}]
    fake.outcome = {kind: 'refused', page: formPage(formData({problems}), {status: 422})}
    const {user} = renderIn(<DeleteButton {...remove} />, {router: fake.router})
    await user.click(screen.getByRole('link', {name: 'Delete'}))
    const asking = within(screen.getByRole('dialog', {name: 'Delete order “1”?'}))
    await user.click(asking.getByRole('button', {name: 'Delete'}))
    expect((await asking.findByRole('alert')).textContent).toContain('Two invoices refer to it.')
    expect(fake.sent[0]?.refusedInPlace).toBe(true)
    await user.click(asking.getByRole('button', {name: 'Delete'}))
    expect(fake.sent).toHaveLength(2)
    const dialog = screen.getByRole('dialog')
    dialog.dispatchEvent(new Event('close'))
    await user.click(screen.getByRole('link', {name: 'Delete'}))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

function Blocking({unkept}: {unkept: boolean}) {
  useUnsavedChanges(unkept)
  return null
}

/** Confirms leaving, like the page around a form. */
function Leaving() {
  const {isAsking, leave} = useUnsavedChanges(true)
  return isAsking ? (
    <button type="button" onClick={leave}>
      Leave
    </button>
  ) : (
    'nothing is asked'
  )
}

describe('leaving a form', () => {
  const isStopped = () => !window.dispatchEvent(new Event('beforeunload', {cancelable: true}))

  it('is stopped only while input would be lost that no draft keeps', () => {
    const {rerender} = renderIn(<Blocking unkept />)
    expect(isStopped()).toBe(true)
    rerender(
      <Frame>
        <Blocking unkept={false} />
      </Frame>,
    )
    expect(isStopped()).toBe(false)
  })

  it('is confirmed once: a person who decides to leave gets there', async () => {
    const traversed: string[] = []
    const navigation = Object.assign(new EventTarget(), {traverseTo: (key: string) => void traversed.push(key)})
    Object.assign(globalThis, {navigation})
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'navigation'))
    /** Whether the navigation proceeds. */
    const goTo = (url: string, key = '') => {
      const event = Object.assign(new Event('navigate', {cancelable: true}), {
        hashChange: false,
        downloadRequest: null,
        formData: null,
        navigationType: key === '' ? 'push' : 'traverse',
        destination: {url, key},
      })
      return navigation.dispatchEvent(event)
    }
    const visited: [string, boolean][] = []
    const router = {enabled: true, navigate: (url: string) => void visited.push([url, goTo(url)])}
    const {user, unmount} = renderIn(<Leaving />, {router})
    let went = true
    act(() => {
      went = goTo('http://localhost/orders')
    })
    expect(went).toBe(false)
    await user.click(screen.getByRole('button', {name: 'Leave'}))
    expect(visited).toEqual([['http://localhost/orders', true]])
    expect([isStopped(), screen.queryByRole('button')]).toEqual([false, null])
    unmount()

    // Back adds nothing to the history.
    renderIn(<Leaving />, {router})
    act(() => void goTo('http://localhost/before', 'entry 1'))
    await user.click(screen.getByRole('button', {name: 'Leave'}))
    expect([traversed, visited.length]).toEqual([['entry 1'], 1])
  })
})
