import {describe, expect, test} from 'vitest'
import {inOrder, killCalling} from '../kit/calls-kill.ts'
import {stores} from '../kit/store-databases.ts'

/** `NONET_KILLS` makes it longer. */
const kills = Number(process.env.NONET_KILLS ?? 30)

describe.each(stores)('a server that is killed while it makes calls, on $name', ({make}) => {
  test('loses none and sends none under another id, and delivers the calls of each record in order', {
    timeout: 60 * 60_000,
  }, async () => {
    const killed = await killCalling(await make(), kills)
    const {posted, wrong, left, received} = killed
    const all = [...posted.values()].flat()
    console.log(`${kills} kills: ${all.length} calls caused, ${received} received`)
    expect(Object.values(inOrder(killed))).toEqual([...posted].map(() => true))
    expect({lost: all.filter(id => id === 'lost'), wrong, left}).toEqual({lost: [], wrong: 0, left: 0})
    expect(all.length).toBe(kills * 8)
    expect(received).toBeGreaterThan(all.length)
  })
})
