// @vitest-environment jsdom
/** Charts along time: values by keyboard, by name and as a table; and sections that fail without their page. */
import {act, screen, within} from '@testing-library/react'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {AlongTime} from '../../../src/features/charts/components/chart-time.tsx'
import type {CardBody} from '../../../src/screens/dashboard/data.ts'
import {PageBoundary, SectionBoundary} from '../../../src/web/components/boundaries.tsx'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter} from '../../kit/forms.tsx'
import {emptyPage} from '../../kit/render.tsx'

type Columns = Extract<CardBody, {as: 'columns'}>

const months = ['Jan', 'Feb', 'Mar']
const chart: Columns = {
  as: 'columns',
  unit: 'days',
  groups: months.map((label, index) => ({
    label,
    text: `${index + 1} days`,
    value: index + 1,
    href: `/?month=${label}`,
  })),
  drawing: {
    width: 300,
    height: 100,
    lines: [{y: 80, text: '0'}],
    labels: months.map((text, index) => ({x: index * 100 + 50, text})),
    marks: months.map((_, index) => ({x: index * 100, y: 50, width: 80, height: 30, now: index === 2})),
    path: '',
    area: '',
  },
}

function Broken(): never {
  throw new Error('broken')
}

describe('a chart along time', () => {
  it('is named after its card and period, and every value has a name', () => {
    renderIn(<AlongTime body={chart} name="Days away" />)
    const drawn = within(screen.getByRole('group', {name: 'Days away, Jan – Mar'}))
    expect(drawn.getAllByRole('link').map(link => link.getAttribute('aria-label'))).toEqual([
      'Jan: 1 days',
      'Feb: 2 days',
      'Mar: 3 days',
    ])
  })

  it('is one tab stop; the arrow keys move between its values and stop at the ends', async () => {
    const {user} = renderIn(<AlongTime body={chart} name="Days away" />)
    await user.tab()
    const value = (name: string) => screen.getByRole('link', {name})
    await hasFocus(() => value('Mar: 3 days'))
    await user.keyboard('{ArrowRight}')
    await hasFocus(() => value('Mar: 3 days'))
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    await hasFocus(() => value('Jan: 1 days'))
    await user.tab()
    expect(document.activeElement?.closest('svg') === null).toBe(true)
  })

  it('can be read as a table', () => {
    renderIn(<AlongTime body={chart} name="Days away" />)
    const rows = screen.getAllByRole('row', {hidden: true})
    expect(rows.map(row => row.textContent)).toEqual(['Jan1 days', 'Feb2 days', 'Mar3 days'])
  })

  it('without values says so', () => {
    renderIn(<AlongTime body={{...chart, groups: []}} name="Days away" />)
    expect(screen.queryByRole('group')).toBeNull()
    expect(document.body.textContent).not.toBe('')
  })
})

describe('a part that cannot be drawn', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('is replaced by a message, while the rest of the page stays', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    renderIn(
      <>
        <h1>Home</h1>
        <SectionBoundary>
          <Broken />
        </SectionBoundary>
      </>,
    )
    expect(screen.getByRole('heading', {name: 'Home'})).toBeTruthy()
    expect(within(screen.getByRole('alert')).getByRole('link').getAttribute('href')).toBe('/')
  })

  it('as a whole page is replaced by the error page, until another page is shown', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const fake = new FakeRouter({...emptyPage, url: '/broken'})
    renderIn(
      <PageBoundary>
        {page => (page.url === '/broken' && page.screen !== 'failure' ? <Broken /> : <h1>{page.screen}</h1>)}
      </PageBoundary>,
      {router: fake.router},
    )
    expect(screen.getByRole('heading').textContent).toBe('failure')
    act(() => fake.show({...emptyPage, url: '/orders'}))
    expect(screen.getByRole('heading').textContent).toBe('page')
  })
})
