/** Calls on more records than are counted with a page. */
import {describe, expect, it} from 'vitest'
import {document, fill} from '../engine/list-desk.ts'
import {ApiClient, apiFixture} from '../kit/api.ts'
import {stores} from '../kit/store-databases.ts'

const records = 12_000

describe.each(stores)('a list of twelve thousand records on $name', ({make}) => {
  it('Y1: is counted to the end, whole, filtered and searched', async () => {
    const fixture = await apiFixture({document, address: await make()})
    const {store} = fixture.engine
    await store.transaction(db => fill(db, store.database, records))
    const api = new ApiClient(fixture)
    const counted = async (query: string) => {
      const {status, json} = await api.get(`/api/tickets?${query}`)
      return [status, json.tickets?.length, json.count]
    }
    expect(await counted('')).toEqual([200, 10, records])
    expect(await counted('status=open')).toEqual([200, 10, records / 10])
    // Topics 1, 10 to 19 and 100 to 199 of 997: a search is for the beginning of a word.
    expect(await counted('q=topic1')).toEqual([200, 10, 1343])
    expect(await counted('q=topic17')).toEqual([200, 10, 133])
  })
})
