// @vitest-environment jsdom
/** A record on a display, readable from a distance. */
import {act, screen} from '@testing-library/react'
import {afterEach, describe, expect, it, vi} from 'vitest'
import type {ShownField} from '../../../src/engine/page/cells.ts'
import type {DisplayData} from '../../../src/features/records/data.ts'
import {DisplayScreen} from '../../../src/screens/record/display-screen.tsx'
import {renderIn} from '../../kit/dom.tsx'

const field = (key: string, more: Partial<ShownField> = {}): ShownField => ({
  key,
  label: key,
  help: '',
  display: 'text',
  ...more,
})

const data: DisplayData = {
  heading: 'Elbe',
  tone: 'hue hue-red',
  fields: [field('name', {isName: true}), field('Now'), field('Meeting')],
  cells: [{text: 'Elbe'}, {text: 'Busy'}, {text: ''}],
  related: [
    {
      heading: 'Bookings',
      empty: 'No bookings yet.',
      columns: [field('Title'), field('Time', {display: 'span'})],
      records: [{id: 'a', href: null, cells: [{text: 'Sync'}, {text: '14:00', value: '14:00/15:00'}]}],
      add: null,
      failed: null,
    },
  ],
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a display', () => {
  it('shows its name once, its state, and the next records with the time first, in one colour', () => {
    renderIn(<DisplayScreen data={data} />)
    expect(screen.getByRole('heading', {level: 1}).textContent).toBe('Elbe')
    expect(screen.getByRole('article').className).toContain('hue-red')
    expect(screen.getAllByRole('term').map(({textContent}) => textContent)).toEqual(['Now'])
    expect(screen.getByRole('definition').textContent).toBe('Busy')
    expect(screen.getByRole('listitem').textContent).toBe('14:00Sync')
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('does not claim anything while the server cannot be reached', async () => {
    vi.useFakeTimers({now: new Date('2026-03-10T09:00:30Z')})
    let isReached = false
    renderIn(<DisplayScreen data={data} />, {router: {refresh: async () => isReached}})
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(screen.getByRole('alert').textContent).toBe('Can’t reach the server')
    expect(screen.getByRole('article').className).toBe('display')
    expect(screen.queryByText('Busy')).toBeNull()
    isReached = true
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('article').className).toContain('hue-red')
  })

  it('refreshes its data each minute until it is closed', () => {
    vi.useFakeTimers({now: new Date('2026-03-10T09:00:30Z')})
    const refresh = vi.fn(async () => true)
    const {unmount} = renderIn(<DisplayScreen data={data} />, {router: {refresh}})
    vi.advanceTimersByTime(31_000)
    expect(refresh).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_000)
    expect(refresh).toHaveBeenCalledTimes(2)
    unmount()
    vi.advanceTimersByTime(120_000)
    expect(refresh).toHaveBeenCalledTimes(2)
  })
})
