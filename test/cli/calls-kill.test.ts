import {expect, test} from 'vitest'
import {inOrder, killCalling} from '../kit/calls-kill.ts'
import {sqlite} from '../kit/store-databases.ts'

test('a server that is killed while it makes calls loses none, and sends again in order and under the same id', async () => {
  const killed = await killCalling(await sqlite.make(), 2)
  const {posted, wrong, left} = killed
  expect(Object.values(inOrder(killed))).toEqual([...posted].map(() => true))
  expect({wrong, left}).toEqual({wrong: 0, left: 0})
  expect([...posted.values()].flat()).toHaveLength(16)
})
