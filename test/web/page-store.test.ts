// @vitest-environment jsdom
/** Where the focus is after fresh data: what the person was on, or, if that is gone, what the page begins with. */
import {screen} from '@testing-library/react'
import {afterEach, expect, it} from 'vitest'
import {messagesFor} from '../../src/screens/messages.ts'
import {PageStore} from '../../src/web/router/page-store.ts'
import {emptyPage} from '../kit/render.tsx'

afterEach(() => {
  document.body.innerHTML = ''
})

/** Shows the same page again; `render` does what React would do. */
async function refreshed(render: () => void): Promise<string | undefined> {
  const messages = messagesFor('en')
  const store = new PageStore({
    page: emptyPage,
    messages,
    loadScreen: async () => {},
    loadMessages: async () => messages,
  })
  store.subscribe(current => {
    render()
    store.committed(current)
  })
  await store.show(emptyPage, {same: true, urgent: () => true, isWanted: () => true})
  return document.activeElement?.textContent
}

function open(): void {
  document.body.innerHTML = '<main><h1 tabindex="-1">Approvals</h1><button>Cem</button><button>Ada</button></main>'
}

it('stays where it was', async () => {
  open()
  screen.getByRole('button', {name: 'Ada'}).focus()
  expect(await refreshed(() => screen.getByRole('button', {name: 'Cem'}).remove())).toBe('Ada')
})

it('goes to the heading if what had it is gone', async () => {
  open()
  const ada = screen.getByRole('button', {name: 'Ada'})
  ada.focus()
  expect(await refreshed(() => ada.remove())).toBe('Approvals')
})

it('is not taken if nothing on the page had it', async () => {
  open()
  await refreshed(() => screen.getByRole('button', {name: 'Ada'}).remove())
  expect(document.activeElement === document.body).toBe(true)
})
