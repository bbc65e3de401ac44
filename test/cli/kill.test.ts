/**
 * A server that is killed while people save loses no acknowledged change. Hundreds of kills, on both databases, are in
 * test/long.
 */
import {expect, it} from 'vitest'
import {killServers} from '../kit/durability.ts'
import {sqlite} from '../kit/store-databases.ts'

it('a server killed under load keeps every acknowledged change', {timeout: 180_000}, async () => {
  expect(await killServers(await sqlite.make(), 2)).toBeGreaterThan(0)
})
