// @vitest-environment jsdom
/** Components that are loaded when needed: before, while and if they cannot be. */
import {act, cleanup, render, screen} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {afterEach, expect, it, vi} from 'vitest'
import {Enhanced, LazyPart, lazyWithPreload} from '../../src/web/lazy.tsx'

afterEach(cleanup)

const Picker = ({label}: {label: string}) => <input role="combobox" aria-label={label} aria-expanded={false} />

/** A script that arrives, or fails, when the test says so. */
function lateScript() {
  const requests: {arrive: () => void; fail: () => void}[] = []
  const Late = lazyWithPreload(
    () =>
      new Promise<typeof Picker>((resolve, reject) => {
        requests.push({arrive: () => resolve(Picker), fail: () => reject(new TypeError('no connection'))})
      }),
  )
  return {Late, requests}
}

it('renders what was loaded before at once, on the server as well', async () => {
  const Loaded = lazyWithPreload(async () => Picker)
  await Loaded.preload()
  expect(renderToString(<Loaded label="Room" />)).toContain('aria-label="Room"')
})

it('keeps a plain control, and what is typed into it, until the script is there', async () => {
  const {Late, requests} = lateScript()
  render(
    <Enhanced by={Late} plain={<input aria-label="Plain" />}>
      <Late label="Room" />
    </Enhanced>,
  )
  const plain = screen.getByRole<HTMLInputElement>('textbox', {name: 'Plain'})
  plain.value = 'Atri'
  expect(screen.getByRole('textbox', {name: 'Plain'})).toBe(plain)
  await act(async () => requests[0]?.arrive())
  expect(screen.getByRole('combobox', {name: 'Room'})).toBeTruthy()
  expect(requests).toHaveLength(1)
})

it('keeps a plain control if the script cannot be loaded, and tries again when it is next shown', async () => {
  const {Late, requests} = lateScript()
  const field = (
    <Enhanced by={Late} plain={<input aria-label="Plain" />}>
      <Late label="Room" />
    </Enhanced>
  )
  const first = render(field)
  const plain = screen.getByRole<HTMLInputElement>('textbox', {name: 'Plain'})
  plain.value = 'Atri'
  await act(async () => requests[0]?.fail())
  expect(screen.getByRole<HTMLInputElement>('textbox', {name: 'Plain'}).value).toBe('Atri')
  first.unmount()
  render(field)
  await act(async () => requests[1]?.arrive())
  expect(screen.getByRole('combobox', {name: 'Room'})).toBeTruthy()
})

it('shows what surrounds a part that cannot be loaded, and loads the part when it is opened again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const {Late, requests} = lateScript()
  const opened = (
    <LazyPart fallback="the comment">
      <Late label="Edit" />
    </LazyPart>
  )
  const first = render(opened)
  expect(screen.getByText('the comment')).toBeTruthy()
  await act(async () => requests[0]?.fail())
  expect(screen.getByText('the comment')).toBeTruthy()
  first.unmount()
  render(opened)
  await act(async () => requests[1]?.arrive())
  expect(screen.getByRole('combobox', {name: 'Edit'})).toBeTruthy()
})
