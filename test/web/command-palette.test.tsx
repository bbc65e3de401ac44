// @vitest-environment jsdom
/** The command palette and the shortcuts of every page. */
import {fireEvent, screen, waitFor, within} from '@testing-library/react'
import {useRef} from 'react'
import {describe, expect, it, vi} from 'vitest'
import type {Page} from '../../src/engine/page/frame.ts'
import {CommandLink, CommandsProvider, useCommand} from '../../src/web/components/command-palette/commands.tsx'
import {SearchBox} from '../../src/web/components/command-palette/search-box.tsx'
import {Keyboard} from '../../src/web/components/keyboard.tsx'
import type {PageResult} from '../../src/web/router/client.ts'
import {recentRecords, rememberRecord} from '../../src/web/router/recent-records.ts'
import type {Submission} from '../../src/web/router/types.ts'
import {hasFocus, renderIn} from '../kit/dom.tsx'
import {recordData} from '../kit/lists.ts'
import {emptyPage, pageWith} from '../kit/render.tsx'

const page: Page = {
  ...emptyPage,
  shell: {
    ...emptyPage.shell,
    menu: [{title: null, items: [{label: 'Requests', href: '/requests', icon: 'list'}]}],
    search: {href: '/search', hint: ''},
  },
}

const found: PageResult = {
  kind: 'answer',
  answer: pageWith({
    screen: 'search',
    data: {
      query: 'ada',
      hint: '',
      all: null,
      create: [],
      languages: [],
      groups: [
        {
          heading: 'People',
          icon: 'people',
          records: [
            {id: '2', name: 'Ada Byron', href: '/people/2', about: 'Design', date: '', state: null, person: true},
          ],
          count: {exact: 1},
          more: null,
        },
        {
          heading: 'Requests',
          icon: 'list',
          records: [
            {
              id: '1',
              name: 'Ada’s holiday',
              href: '/requests/1',
              about: '1042',
              date: '3 May',
              state: {text: 'Approved', tone: 'good'},
              person: false,
            },
          ],
          count: {exact: 1},
          more: null,
        },
      ],
    },
  }),
}

function Approve({run}: {run: () => void}) {
  useCommand('Approve', run)
  return null
}

function Screen({approve = () => {}}: {approve?: () => void}) {
  const main = useRef<HTMLElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  return (
    <CommandsProvider>
      <input ref={searchField} aria-label="Search" />
      <main ref={main}>
        <Approve run={approve} />
        <CommandLink href="/requests/1?edit" label="Edit" />
        <dialog>
          <button type="button">Inside a closed dialog</button>
        </dialog>
        <table>
          <tbody>
            <tr>
              <td>
                <a href="/requests/1">First</a>
              </td>
            </tr>
            <tr>
              <td>
                <a href="/requests/2">Second</a>
              </td>
            </tr>
          </tbody>
        </table>
      </main>
      <Keyboard main={main} searchField={searchField} />
    </CommandsProvider>
  )
}

const groups = () =>
  screen.getAllByRole('group').map(group => [
    group.firstElementChild?.textContent,
    ...within(group)
      .getAllByRole('option')
      .map(({textContent}) => textContent),
  ])

const beginnings: PageResult = {
  kind: 'answer',
  answer: pageWith({
    screen: 'search',
    data: {
      query: '',
      hint: '',
      groups: [],
      all: null,
      create: [{label: 'New team', href: '/teams/new'}],
      languages: [
        {value: 'en', label: 'English', chosen: true},
        {value: 'de', label: 'Deutsch', chosen: false},
      ],
    },
  }),
}

describe('the command palette', () => {
  // First, because the other tests load it.
  it('gets the letters that were typed before it was loaded, which have no effect on the page', async () => {
    const pressed = vi.fn()
    document.addEventListener('keydown', pressed)
    renderIn(<Screen />, {page})
    fireEvent.keyDown(document.body, {key: 'k', ctrlKey: true})
    pressed.mockClear()
    for (const key of 'req') fireEvent.keyDown(document.body, {key})
    const field = await screen.findByRole<HTMLInputElement>('combobox')
    expect(field.value).toBe('req')
    expect(pressed).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, {key: 'x'})
    expect(pressed).toHaveBeenCalledOnce()
    document.removeEventListener('keydown', pressed)
  })

  it('D25: offers the actions of this page and the screens, and nothing of closed dialogs', async () => {
    const {user} = renderIn(<Screen />, {page})
    await user.keyboard('{Control>}k{/Control}')
    const dialog = await screen.findByRole('dialog', {hidden: false})
    await hasFocus(() => within(dialog).getByRole('combobox'))
    expect(groups()).toEqual([
      ['On this page', 'Approve', 'Edit'],
      ['Go to', 'Requests'],
      ['Settings', 'Theme: Light', 'Theme: Dark'],
    ])
  })

  it('runs the entry chosen with Enter, and closes', async () => {
    const approve = vi.fn()
    const {user} = renderIn(<Screen approve={approve} />, {page})
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await user.keyboard('appr{Enter}')
    expect(approve).toHaveBeenCalledOnce()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('does nothing when it is closed without a choice', async () => {
    const approve = vi.fn()
    const {user} = renderIn(<Screen approve={approve} />, {page})
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox')
    await user.keyboard('appr')
    field.blur()
    expect(approve).not.toHaveBeenCalled()
  })

  it('follows an entry, also with arrow keys', async () => {
    const navigate = vi.fn()
    const {user} = renderIn(<Screen />, {page, router: {navigate}})
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(navigate).toHaveBeenCalledWith('/requests')
  })

  it('finds records while a person types, people first, with their number', async () => {
    const load = vi.fn(async (url: string) => (url.endsWith('q=') ? beginnings : found))
    const {user} = renderIn(<Screen />, {page, router: {load}})
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await user.keyboard('ada')
    await waitFor(() =>
      expect(groups()).toEqual([
        ['People', 'ABAda Byron Design'],
        ['Requests', 'Ada’s holiday 1042 · 3 May Approved'],
        ['Search', 'Search everything for “ada”'],
      ]),
    )
    expect(load.mock.calls.map(([url]) => url)).toEqual(['/search?q=', '/search?q=ada'])
    expect(screen.getByText('3 results')).toBeTruthy()
  })

  it('creates records, changes the theme and the language, and signs out', async () => {
    const submit = vi.fn(async (_: Submission) => ({kind: 'done'}) as const)
    const person = {id: '1', name: 'Ada', is: '', href: '/account'}
    const signedIn = {...page, shell: {...page.shell, person}}
    const {user} = renderIn(<Screen />, {page: signedIn, router: {load: async () => beginnings, submit}})
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByText('New team')
    expect(groups().slice(-2)).toEqual([
      ['Create', 'New team'],
      ['Settings', 'Theme: Light', 'Theme: Dark', 'Language: Deutsch', 'Sign out'],
    ])
    await user.click(screen.getByRole('option', {name: 'Theme: Dark'}))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    await user.keyboard('{Control>}k{/Control}')
    await user.click(await screen.findByRole('option', {name: 'Language: Deutsch'}))
    await user.keyboard('{Control>}k{/Control}')
    await user.click(await screen.findByRole('option', {name: 'Sign out'}))
    const sent = submit.mock.calls.map(([{url, form}]) => [url.pathname, Object.fromEntries(form)])
    expect(sent).toEqual([
      ['/account', {_action: 'language', language: 'de', return: '/'}],
      ['/sign-out', {_action: 'sign out'}],
    ])
    delete document.documentElement.dataset['theme']
  })

  it('remembers the records of a person in this browser until they sign out', () => {
    const person = {id: '1', name: 'Ada', is: '', href: '/account'}
    const record: Page = {...pageWith({screen: 'record', data: recordData()}), remembered: true}
    const open = rememberRecord
    open({...record, url: '/requests/1', title: 'First', shell: {...record.shell, person}})
    open({...record, url: '/requests/2', title: 'Second', shell: {...record.shell, person}})
    expect(recentRecords('1').map(({label}) => label)).toEqual(['Second', 'First'])
    expect(recentRecords('2')).toEqual([])
    open(emptyPage)
    expect(recentRecords('1')).toEqual([])
  })
})

function Box() {
  const field = useRef<HTMLInputElement>(null)
  return <SearchBox ref={field} search={{href: '/search', hint: 'Search requests'}} />
}

describe('the search box', () => {
  const searchPage: Page = {...page, shell: {...page.shell, search: {href: '/search', hint: 'Search requests'}}}

  it('suggests people, records and screens while a person types, by keyboard, with their number', async () => {
    const navigate = vi.fn()
    const load = vi.fn(async () => found)
    const {user} = renderIn(<Box />, {page: searchPage, router: {load, navigate}})
    await user.click(screen.getByRole('searchbox', {name: 'Search'}))
    const field = await screen.findByRole('combobox', {name: 'Search'})
    await user.type(field, 'ada')
    await screen.findByText('2 results')
    await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('true'))
    expect(groups().map(([title]) => title)).toEqual(['People', 'Requests', 'Search'])
    expect(load).toHaveBeenCalledOnce()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const option = screen.getByRole('option', {selected: true})
    expect([option.id, option.textContent]).toEqual([
      field.getAttribute('aria-activedescendant'),
      'Ada’s holiday 1042 · 3 May Approved',
    ])
    await user.keyboard('{Enter}')
    expect(navigate).toHaveBeenCalledWith('/requests/1')
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('offers screens by their names, and closes with Escape and on blur', async () => {
    const {user} = renderIn(<Box />, {page: searchPage, router: {load: async () => found}})
    const field = screen.getByRole('searchbox', {name: 'Search'})
    await user.click(field)
    await screen.findByRole('combobox')
    await user.type(field, 'req')
    expect(groups()[0]).toEqual(['Go to', 'Requests'])
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('option')).toBeNull()
    await user.type(field, 'u')
    expect(screen.getAllByRole('option').length).toBeGreaterThan(0)
    await user.tab()
    expect(screen.queryByRole('option')).toBeNull()
  })
})

describe('shortcuts', () => {
  it('move from record to record, and focus the search', async () => {
    const {user} = renderIn(<Screen />, {page})
    await user.keyboard('j')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('First'))
    await user.keyboard('j')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'))
    await user.keyboard('k')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('First'))
    await user.keyboard('/')
    await hasFocus(() => screen.getByLabelText('Search'))
  })

  it('do nothing while a person types', async () => {
    const {user} = renderIn(<Screen />, {page})
    const field = screen.getByLabelText('Search')
    await user.type(field, 'j?k/')
    expect((field as HTMLInputElement).value).toBe('j?k/')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are listed by a question mark', async () => {
    const {user} = renderIn(<Screen />, {page})
    await user.keyboard('?')
    expect(await screen.findByText('Ctrl K')).toBeTruthy()
    await user.click(screen.getByRole('button', {name: 'Close'}))
    expect(screen.queryByText('Ctrl K')).toBeNull()
  })
})
