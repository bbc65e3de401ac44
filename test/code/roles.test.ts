/** The same own code for people with different roles: each page has what its person may read, and nothing else. */
import {describe, expect, it} from 'vitest'
import {type Actor, nobody} from '../../src/screens/testing.ts'
import {floorsOf} from '../kit/floors.ts'
import {ownServer} from '../kit/own-code.ts'
import {storesOfStories} from '../kit/store-databases.ts'

/** Shows all that it gets, and what it has seen before: its process is the same for everyone. */
const nosy = `import {Value} from 'nonet/screen'
const seen: string[] = []

export default function FloorPlan(props: any) {
  const now = JSON.stringify([props.data, props.address, props.actions])
  seen.push(now)
  return (
    <main>
      {props.data.rooms.rows.map((room: any) => <p key={room.id}><Value of={room} name="name" /> at {String(room.x)}</p>)}
      <pre>{JSON.stringify([...Object.keys(props), now])}</pre>
      <output>{seen.length}</output>
    </main>
  )
}
`

describe.each(storesOfStories)('own code, on $name', ({make}) => {
  it('gets rows and values that its person may read', async () => {
    const {engine, buildings, ada, gus} = await floorsOf(await make())
    let now: Actor = nobody
    const {app} = await ownServer({'screens/FloorPlan.tsx': nosy}, {engine, actorOf: async () => now})
    const pageFor = async (who: Actor, floor = 1) => {
      now = who
      const response = await app.request(`/floors/${buildings.main}/${floor}?day=2026-03-10`)
      return {status: response.status, html: await response.text()}
    }
    const own = await pageFor(ada)
    expect(own.html).toContain('<p>Aspen<!-- --> at <!-- -->10</p>')
    const guest = await pageFor(gus)
    expect(guest.html).toContain('<p>Aspen<!-- --> at <!-- -->null</p>')
    for (const secret of ['about Theirs', 'Hidden', '&quot;x&quot;:10']) expect(guest.html).not.toContain(secret)
    expect(own.html).not.toContain('Hidden')
    // What a person may not read is in no data of the page, so no code can show it.
    expect((await pageFor(gus, 4)).html).not.toContain('Elm')
    expect((await pageFor(ada, 4)).html).toContain('Elm')
    expect((await pageFor(nobody)).status).not.toBe(200)
  })
})
