// @vitest-environment jsdom
/** Selecting records of a list, and the bulk actions for them. */
import {screen, within} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {describe, expect, it} from 'vitest'
import {ListScreen} from '../../../src/screens/list/screen.tsx'
import {renderIn} from '../../kit/dom.tsx'
import {FakeRouter, sentBy} from '../../kit/forms.tsx'
import {listedRecord, listOf} from '../../kit/lists.ts'
import {Frame, pageWith} from '../../kit/render.tsx'

const record = (id: string, actions: readonly string[]) => listedRecord(id, [`Order ${id}`], actions)

const data = listOf({
  records: [record('1', ['approve', 'delete']), record('2', ['approve']), record('3', ['delete'])],
  bulk: [
    {name: 'approve', label: 'Approve', tone: 'primary', asks: false},
    {name: 'delete', label: 'Delete', tone: 'danger', asks: true},
  ],
})
const page = pageWith({screen: 'list', data})

const boxes = () => screen.getAllByRole('checkbox', {name: /Order/})
const actions = () =>
  screen
    .getAllByRole('button', {name: /^(?:Approve|Delete)(?: \d+ (?:orders|of \d+))?$/})
    .map(button => button.textContent)

describe('a list', () => {
  it('P25: offers actions that apply to some of the selected records, and shows to how many', async () => {
    const {user} = renderIn(<ListScreen data={data} />, {page})
    const [first, second, third] = boxes()
    await user.click(first as HTMLElement)
    expect(actions()).toEqual(['Approve', 'Delete'])
    await user.click(second as HTMLElement)
    expect(screen.getByText('2 selected')).toBeTruthy()
    expect(actions()).toEqual(['Approve 2 orders', 'Delete 1 of 2'])
    await user.click(third as HTMLElement)
    expect(actions()).toEqual(['Approve 2 of 3', 'Delete 2 of 3'])
    await user.click(second as HTMLElement)
    expect(actions()).toEqual(['Approve 1 of 2', 'Delete 2 orders'])
  })

  it('selects the whole page with one checkbox, which is mixed while some are selected', async () => {
    const {user} = renderIn(<ListScreen data={data} />, {page})
    const all = screen.getByRole('checkbox', {name: /^Select all/}) as HTMLInputElement
    await user.click(boxes()[1] as HTMLElement)
    expect(all.indeterminate).toBe(true)
    await user.click(all)
    expect(boxes().map(box => (box as HTMLInputElement).checked)).toEqual([true, true, true])
    await user.click(all)
    expect(boxes().map(box => (box as HTMLInputElement).checked)).toEqual([false, false, false])
  })

  it('selects a range with Shift, by mouse', async () => {
    const {user} = renderIn(<ListScreen data={data} />, {page})
    const [first, , third] = boxes()
    await user.click(first as HTMLElement)
    await user.keyboard('{Shift>}')
    await user.click(third as HTMLElement)
    await user.keyboard('{/Shift}')
    expect(boxes().map(box => (box as HTMLInputElement).checked)).toEqual([true, true, true])
  })

  it('is selectable by keyboard', async () => {
    const {user} = renderIn(<ListScreen data={data} />, {page})
    boxes()[0]?.focus()
    await user.keyboard(' ')
    expect(screen.getByText('1 selected')).toBeTruthy()
  })

  it('offers everything as plain buttons on the server, without the checkbox for all', () => {
    const html = renderToString(
      <Frame page={page}>
        <ListScreen data={data} />
      </Frame>,
    )
    const view = document.createElement('div')
    view.innerHTML = html
    expect(within(view).getAllByRole('checkbox')).toHaveLength(3)
    const bulk = within(view).getAllByRole('button', {name: /Approve|Delete/})
    expect(bulk.map(button => button.getAttribute('name'))).toEqual(['_action', '_action'])
  })

  it('performs an action on one record at the end of its row, and shows there why it was rejected', async () => {
    const router = new FakeRouter(page)
    const problems = [{field: null, message: 'The order is closed.'}]
    router.outcome = {kind: 'refused', page: pageWith({screen: 'list', data: {...data, problems}})}
    const {user} = renderIn(<ListScreen data={data} />, {
      page,
      router: router.router,
    })
    const [approve] = await screen.findAllByRole('button', {name: /^Approve: /})
    // Actions that must be confirmed are not done by one click.
    expect(screen.queryByRole('button', {name: 'Delete: Order 1'})).toBeNull()
    approve?.focus()
    await user.keyboard('{Enter}')
    const [record] = data.records
    expect(Object.fromEntries(sentBy(router.sent[0]))).toMatchObject({
      _action: 'approve',
      _record: `${record?.id}:${record?.version}`,
    })
    expect(router.sent[0]?.refusedInPlace).toBe(true)
    expect((await screen.findByRole('alert')).textContent).toBe('The order is closed.')
  })
})
