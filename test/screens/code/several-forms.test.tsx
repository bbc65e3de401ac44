// @vitest-environment jsdom
/** Several forms of one action on a page: a refusal is shown where it was sent from, and each label is of its own field. */
import {screen} from '@testing-library/react'
import {renderToStaticMarkup} from 'react-dom/server'
import {expect, it} from 'vitest'
import type {CodeData} from '../../../src/screens/code/data.ts'
import {ActionForm} from '../../../src/screens/code/kit/index.ts'
import {type OwnProps, OwnScreen} from '../../../src/screens/code/own-screen.tsx'
import {renderIn} from '../../kit/dom.tsx'
import {floorsOf} from '../../kit/floors.ts'
import {Frame, pageWith} from '../../kit/render.tsx'
import {stores} from '../../kit/store-databases.ts'

/** One for each room that may be booked. */
function Sections({actions: {book}}: OwnProps) {
  const options = book?.fields.find(({name}) => name === 'room')?.options ?? []
  return options.map(({value}) => (
    <section key={value} aria-label={value}>
      {book && <ActionForm action={{...book, of: null}} fixed={{room: value}} />}
    </section>
  ))
}

const sectionOf = (element: Element | null) => element?.closest('section')?.getAttribute('aria-label')

const refusedAt = async (room: 'aspen' | 'birch') => {
  const [store] = stores
  if (!store) throw new Error('there is no store')
  const {pages, ada, rooms, buildings} = await floorsOf(await store.make())
  const sent = {_action: 'book', room: rooms[room], title: 'Typed here', starts: 'soon'}
  const {data, status} = await pages.post<CodeData>(ada, `/floors/${buildings.main}/1`, sent)
  expect(status).toBe(422)
  const page = {...pageWith({screen: 'code', data}), status, once: 'token'}
  return {rooms, page, content: <OwnScreen data={data} componentOf={() => Sections} />}
}

it.each(['aspen', 'birch'] as const)('a refusal is in the form that was sent, without JavaScript: %s', async at => {
  const {rooms, page, content} = await refusedAt(at)
  const body = document.createElement('div')
  body.innerHTML = renderToStaticMarkup(<Frame page={page}>{content}</Frame>)
  const titles = [...body.querySelectorAll<HTMLInputElement>('[name=title]')]
  expect(titles.length).toBeGreaterThan(1)
  expect([...body.querySelectorAll('[role=alert]')].map(sectionOf)).toEqual([rooms[at]])
  expect(titles.filter(({value}) => value !== '').map(each => [sectionOf(each), each.value])).toEqual([
    [rooms[at], 'Typed here'],
  ])
})

it('each has its own ids, and its own one-time token', async () => {
  const {page, content} = await refusedAt('birch')
  const {container} = renderIn(content, {page})
  const forms = [...container.querySelectorAll('form')]
  expect(forms.length).toBeGreaterThan(1)
  const ids = [...container.querySelectorAll('[id]')].map(({id}) => id)
  expect(ids.length).toBeGreaterThan(forms.length)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(screen.getAllByLabelText(/^Title/).map(each => each.closest('form') === null)).toEqual(forms.map(() => false))
  const tokens = [...container.querySelectorAll<HTMLInputElement>('[name=_once]')].map(({value}) => value)
  expect(new Set(tokens).size).toBe(forms.length)
  const links = [...container.querySelectorAll<HTMLAnchorElement>('[role=alert] a')]
  expect(links.length).toBeGreaterThan(0)
  expect(links.map(({hash}) => sectionOf(container.querySelector(hash)))).toEqual(links.map(sectionOf))
})
