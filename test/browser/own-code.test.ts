/** An own screen in a browser: hydrated, with fresh data, with and without JavaScript. */
import {afterEach, describe, expect, it} from 'vitest'
import type {OpenScreen, Visit} from '../../src/engine/reply.ts'
import type {CodeData} from '../../src/screens/code/data.ts'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, type Visitor} from '../kit/browser.ts'
import {hydrated, violations} from '../kit/browser-judge.ts'
import {type Mode, visitorIn, withoutScript, withScript} from '../kit/modes.ts'
import {floorPlan, ownServer} from '../kit/own-code.ts'

const component = `import {useOptimistic, useState} from 'react'
import {ActionForm, can, Link, useAction, useAddress, Value} from 'nonet/screen'

export default function FloorPlan({data, actions}: {data: any; actions: any}) {
  const [count, setCount] = useState(0)
  const [address, change] = useAddress()
  const [rooms, place] = useOptimistic(data.rooms.rows, (rows: any[], at: any) =>
    rows.map(row => (row.id === at.id ? {...row, name: at.name} : row)))
  const rename = useAction(actions.rename)
  return (
    <section style={{outlineColor: 'rgb(1, 2, 3)'}}>
      <h1>Rooms</h1>
      <button onClick={() => setCount(count + 1)}>Counted {count}</button>
      <label>Note <input name="note" /></label>
      <p>Floor {String(address.floor)}</p>
      <button onClick={() => change({floor: 3})}>Third floor</button>
      <ul>
        {rooms.map((room: any, at: number) => (
          <li key={room.id}>
            <Value of={data.rooms.rows[at]} name="name" /> is {room.name}
            {can(actions.rename, room) && (
              <>
                <ActionForm action={actions.rename} record={room} fixed={{name: 'Loft'}}>
                  <button>Rename {room.name}</button>
                </ActionForm>
                <button
                  onClick={() => rename.submit(room, {name: 'Refused'}, {optimistic: () => place({id: room.id, name: 'Soon'})})}
                >
                  Refuse
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      <output>{rename.problems.map(({message}: any) => message)}</output>
      <p>Or go <Link href="/plain">Away</Link> from here.</p>
    </section>
  )
}
`

const stopping: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

/** A screen whose rooms can be renamed, but not to "Refused", which is answered when it is let go. */
function renaming() {
  let name = 'Attic'
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const data = ({query}: Visit): CodeData => ({
    ...floorPlan,
    address: {floor: Number(query.get('floor') ?? 2)},
    data: {rooms: {rows: [{id: 'r1', version: 1, can: ['rename'], shown: {}, name}], more: false}},
  })
  const actions: OpenScreen['actions'] = new Map([
    [
      'rename',
      async (visit, form) => {
        const wanted = form.text('name') ?? ''
        if (wanted !== 'Refused') {
          name = wanted
          return {kind: 'redirect', to: visit.url}
        }
        await held
        const problems = [{field: 'name', message: 'This name is taken.'}]
        return {
          kind: 'page',
          status: 422,
          title: 'Floor plan',
          screen: 'code',
          data: {...data(visit), problems},
        }
      },
    ],
  ])
  return {data, actions, release: () => release()}
}

async function opened(
  mode: Mode,
  files: Readonly<Record<string, string>>,
  {path = '/floors', parts = renaming()} = {},
) {
  const {app, failures} = await ownServer(files, parts)
  const {url, stop} = await listen(app, {port: 0, host: '127.0.0.1'})
  const v = await visitorIn(await sharedBrowser(), mode)
  stopping.push(
    () => v.context.close(),
    () => stop(100),
  )
  await v.page.goto(`${url}${path}`)
  if (mode.script) await v.page.evaluate(hydrated)
  return {v, url, failures, release: parts.release}
}

const files = {
  'screens/FloorPlan.tsx': component,
  'screens/FloorPlan.css': 'ul { list-style: square }',
}
const press = ({page}: Visitor, name: string) => page.getByRole('button', {name}).click()
const text = ({page}: Visitor) => page.locator('main').textContent()
const shows = (v: Visitor, what: string) => v.page.getByText(what).first().waitFor()

describe('an own screen', () => {
  it('is hydrated without a warning, with its styles and those of its attributes', async () => {
    const {v} = await opened(withScript, files)
    await press(v, 'Counted 0')
    await shows(v, 'Counted 1')
    const styles = await v.page.evaluate(`[
      getComputedStyle(document.querySelector('main section')).outlineColor,
      getComputedStyle(document.querySelector('main ul')).listStyleType,
    ]`)
    expect(styles).toEqual(['rgb(1, 2, 3)', 'square'])
    expect(v.complaints).toEqual([])
  })

  it('has classes of its own, whatever those of the product are called', async () => {
    const named = component.replace(
      '<h1>Rooms</h1>',
      '<h1 className="sr-only card">Rooms</h1><p className="state">Open</p>',
    )
    const {v} = await opened(withScript, {...files, 'screens/FloorPlan.tsx': named})
    const styles = await v.page.evaluate(`['h1.sr-only', 'p.state', 'a.skip'].map(each => {
      const {position, borderTopWidth, display} = getComputedStyle(document.querySelector(each))
      return [position, borderTopWidth, display].join(' ')
    })`)
    expect(styles).toEqual(['static 0px block', 'static 0px block', 'absolute 0px block'])
    expect(v.complaints).toEqual([])
  })

  it('does not move when it is hydrated, and is accessible', async () => {
    const {v} = await opened(withScript, files)
    const shifts = await v.page.evaluate(`new Promise(resolve => {
      new PerformanceObserver(list => resolve(list.getEntries().length)).observe({type: 'layout-shift', buffered: true})
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
    })`)
    expect(shifts).toBe(0)
    expect(await violations(v.page)).toEqual([])
  })

  it('acts without JavaScript', async () => {
    const {v} = await opened(withoutScript, files)
    expect(await text(v)).toContain('Attic is Attic')
    await press(v, 'Rename Attic')
    await shows(v, 'Loft is Loft')
  })

  it('gets fresh data after an action, and keeps its state, what was typed and the focus', async () => {
    const {v} = await opened(withScript, files)
    await press(v, 'Counted 0')
    await v.page.getByLabel('Note').fill('by the window')
    await v.page.evaluate('window.marked = true')
    await press(v, 'Rename Attic')
    await shows(v, 'Loft is Loft')
    expect(await text(v)).toContain('Counted 1')
    expect(await v.page.getByLabel('Note').inputValue()).toBe('by the window')
    expect(await v.page.evaluate('window.marked')).toBe(true)
    expect(v.complaints).toEqual([])
  })

  it('gets fresh data for other values of its address, and keeps its state', async () => {
    const {v} = await opened(withScript, files)
    await press(v, 'Counted 0')
    await press(v, 'Third floor')
    await shows(v, 'Floor 3')
    expect(v.page.url()).toMatch(/\/floors\?floor=3$/)
    expect(await text(v)).toContain('Counted 1')
  })

  it('takes back what it has shown in advance when it is refused', async () => {
    const {v, release} = await opened(withScript, files)
    await press(v, 'Refuse')
    await shows(v, 'Attic is Soon')
    release()
    await shows(v, 'This name is taken.')
    await shows(v, 'Attic is Attic')
    expect(v.complaints).toEqual([])
  })

  it('is opened from another page without loading a document, with its styles', async () => {
    const {v} = await opened(withScript, files, {path: '/plain'})
    await v.page.evaluate(`window.marked = true; void navigation.navigate('/floors')`)
    await press(v, 'Counted 0')
    await shows(v, 'Counted 1')
    expect(await v.page.evaluate(`getComputedStyle(document.querySelector('main ul')).listStyleType`)).toBe('square')
    expect(await v.page.evaluate('window.marked')).toBe(true)
    await v.page.getByRole('link', {name: 'Away'}).click()
    await v.page.waitForURL('**/plain')
    expect(v.complaints).toEqual([])
  })

  it('that needs a browser replaces the tables of its data', async () => {
    const {v} = await opened(withScript, {
      'screens/FloorPlan.client.tsx': `const {width} = window.screen\nexport default () => <p>Width {width}</p>`,
    })
    await shows(v, 'Width ')
    expect(v.complaints).toEqual([])
    const plain = await opened(withoutScript, {'screens/FloorPlan.client.tsx': `export default () => <p>Width</p>`})
    expect(await text(plain.v)).toContain('Attic')
  })

  it('that fails in a browser is a message, and the rest of the page works', async () => {
    const {v} = await opened(withScript, {
      'screens/FloorPlan.tsx': `import {useHydrated} from 'nonet/screen'
export default function FloorPlan() { if (useHydrated()) throw new Error('floor 13'); return <p>Fine</p> }`,
    })
    await shows(v, 'This section couldn’t be loaded.')
    expect(await v.page.locator('#main').isVisible()).toBe(true)
    expect(v.complaints.join()).toContain('floor 13')
    v.complaints.length = 0
  })

  it('leads elsewhere in a browser, too', async () => {
    const {v} = await opened(
      withScript,
      {
        'screens/FloorPlan.tsx': `import {redirect} from 'nonet/screen'
export default function FloorPlan() { return redirect('/plain?from=floors') }`,
      },
      {path: '/plain'},
    )
    await v.page.evaluate(`void navigation.navigate('/floors')`)
    await v.page.waitForURL('**/plain?from=floors')
    v.complaints.length = 0
  })
})
