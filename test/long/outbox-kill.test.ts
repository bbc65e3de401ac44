import {describe, expect, test} from 'vitest'
import {killDelivering} from '../kit/outbox-kill.ts'
import {stores} from '../kit/store-databases.ts'

/** `NONET_KILLS` makes it longer. */
const kills = Number(process.env.NONET_KILLS ?? 15)

describe.each(stores)('a server that is killed while it delivers mails, on $name', ({make}) => {
  test('loses none, and sends repetitions under the same id', {timeout: 20 * 60_000}, async () => {
    const {posted, arrived, left} = await killDelivering(await make(), kills)
    expect([...arrived.keys()].toSorted()).toEqual(posted.toSorted())
    for (const ids of arrived.values()) expect(new Set(ids).size).toBe(1)
    const all = [...arrived.values()].flat()
    // Each kill leaves at least one mail that had arrived and was not acknowledged.
    expect(all.length).toBeGreaterThanOrEqual(posted.length + kills)
    expect(new Set(all).size).toBe(posted.length)
    expect(left).toBe(0)
  })
})
