// @vitest-environment jsdom
/** The small form that adds a related record, with the browser's router: its state after a response. */
import {cleanup, render, screen, waitFor} from '@testing-library/react'
import {userEvent} from '@testing-library/user-event'
import {beforeEach, expect, it, onTestFinished, vi} from 'vitest'
import type {Page} from '../../../src/engine/page/frame.ts'
import {messagesFor} from '../../../src/screens/messages.ts'
import {RecordScreen} from '../../../src/screens/record/screen.tsx'
import {BrowserRouter} from '../../../src/web/router/router.ts'
import {RouterProvider, usePage, usePageKey} from '../../../src/web/router/router-provider.tsx'
import {field} from '../../kit/forms.tsx'
import {recordData} from '../../kit/lists.ts'
import {pageWith} from '../../kit/render.tsx'

beforeEach(() => sessionStorage.clear())

const add = {
  several: 'Corrections',
  button: 'Add',
  label: 'Add a correction',
  action: 'add Correction',
  fields: [field('reason')],
  problems: [],
  open: false,
}
const related = {heading: 'Corrections', empty: 'No corrections yet.', columns: [], records: [], add, failed: null}
const page = (once: string): Page => ({
  ...pageWith({screen: 'record', data: recordData({related: [related]})}),
  url: location.pathname,
  once,
})

function CurrentScreen() {
  const shown = usePage()
  const key = usePageKey()
  return shown.screen === 'record' ? <RecordScreen key={key} data={shown.data} /> : null
}

it('is empty and closed after a success, and has no draft, so that a second click adds nothing', async () => {
  vi.stubGlobal('navigation', new EventTarget())
  const answers = [{redirect: location.pathname, page: page('second')}]
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_: string, {body}: RequestInit) => {
    sent.push(String(body))
    return new Response(JSON.stringify(answers.shift()), {headers: {'content-type': 'application/vnd.nonet.page+json'}})
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  onTestFinished(cleanup)
  const messages = messagesFor('en')
  const router = new BrowserRouter({
    page: page('first'),
    messages,
    loadMessages: async () => messages,
    loadScreen: async () => {},
  })
  render(
    <RouterProvider router={router}>
      <CurrentScreen />
    </RouterProvider>,
  )
  const user = userEvent.setup()
  const reason = () => screen.getByLabelText<HTMLInputElement>('Reason')
  await user.click(screen.getByText('Add a correction'))
  await user.type(reason(), 'Agreed')
  await user.click(screen.getByRole('button', {name: 'Add'}))
  await waitFor(() => expect(router.current().page.once).toBe('second'))
  await waitFor(() => expect(reason().value).toBe(''))
  expect(sent).toHaveLength(1)
  expect(reason().closest('details')?.open).toBe(false)
  expect(screen.queryByText('We restored your unsaved changes.')).toBeNull()
  expect(Object.keys(sessionStorage)).toEqual([])
})
