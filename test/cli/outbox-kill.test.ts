import {expect, test} from 'vitest'
import {killDelivering} from '../kit/outbox-kill.ts'
import {sqlite} from '../kit/store-databases.ts'

test('a server that is killed while it delivers mails loses none, and sends again under the same id', async () => {
  const {posted, arrived, left} = await killDelivering(await sqlite.make(), 1)
  expect([...arrived.keys()].toSorted()).toEqual(posted.toSorted())
  for (const ids of arrived.values()) expect(new Set(ids).size).toBe(1)
  expect([...arrived.values()].some(ids => ids.length > 1)).toBe(true)
  expect(left).toBe(0)
})
