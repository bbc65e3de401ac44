// @vitest-environment jsdom
/** The command palette and the keys of every page. */
import {screen, waitFor, within} from '@testing-library/react'
import {useRef} from 'react'
import {describe, expect, it, vi} from 'vitest'
import type {Page} from '../../src/contract/page.ts'
import {CommandLink} from '../../src/frontend/components/command-palette/command-link.tsx'
import {CommandsProvider, useCommand} from '../../src/frontend/components/command-palette/commands.tsx'
import {Keyboard} from '../../src/frontend/components/keyboard.tsx'
import type {PageResult} from '../../src/frontend/router/client.ts'
import {renderIn} from '../kit/dom.tsx'
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
      groups: [
        {
          heading: 'Requests',
          records: [{id: '1', name: 'Ada, 3 May', href: '/requests/1', about: '', state: null, person: false}],
          count: {exact: 1},
          more: null,
        },
        {
          heading: 'People',
          records: [{id: '2', name: 'Ada Byron', href: '/people/2', about: 'Design', state: null, person: true}],
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

const options = () => screen.getAllByRole('option').map(({textContent}) => textContent)

describe('the command palette', () => {
  it('offers what this page can do and the screens, and nothing of closed dialogs', async () => {
    const {user} = renderIn(<Screen />, {page})
    await user.keyboard('{Control>}k{/Control}')
    const dialog = await screen.findByRole('dialog', {hidden: false})
    expect(within(dialog).getByRole('combobox')).toBe(document.activeElement)
    expect(options()).toEqual(['On this pageApprove', 'Edit', 'ScreensRequests'])
  })

  it('runs what Enter chooses, and closes', async () => {
    const approve = vi.fn()
    const {user} = renderIn(<Screen approve={approve} />, {page})
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await user.keyboard('appr{Enter}')
    expect(approve).toHaveBeenCalledOnce()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('does nothing when it is left without a choice', async () => {
    const approve = vi.fn()
    const {user} = renderIn(<Screen approve={approve} />, {page})
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox')
    await user.keyboard('appr')
    field.blur()
    expect(approve).not.toHaveBeenCalled()
  })

  it('goes where an entry leads, by arrow keys too', async () => {
    const navigate = vi.fn()
    const {user} = renderIn(<Screen />, {page, router: {navigate}})
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(navigate).toHaveBeenCalledWith('/requests')
  })

  it('finds records while one types, people first, and says how many there are', async () => {
    const load = vi.fn(async () => found)
    const {user} = renderIn(<Screen />, {page, router: {load}})
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await user.keyboard('ada')
    await waitFor(() =>
      expect(options()).toEqual(['PeopleAda ByronDesign', 'RequestsAda, 3 May', 'SearchSearch everything for “ada”']),
    )
    expect(load).toHaveBeenCalledOnce()
    expect(screen.getByText('3 results')).toBeTruthy()
  })
})

describe('keys', () => {
  it('move from record to record, and lead to the search', async () => {
    const {user} = renderIn(<Screen />, {page})
    await user.keyboard('j')
    expect(document.activeElement?.textContent).toBe('First')
    await user.keyboard('j')
    expect(document.activeElement?.textContent).toBe('Second')
    await user.keyboard('k')
    expect(document.activeElement?.textContent).toBe('First')
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByLabelText('Search'))
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
