/** Role × state × action of a document, over HTTP: the results match the rows of the document. */
import {describe, expect, test} from 'vitest'
import type {StorePlace} from '../kit/store-databases.ts'
import {actionRows} from './truth-document.ts'
import type {stages as all} from './truth-stages.ts'
import {type Share, truthOf} from './truth-table.ts'

export function truthsHold(stages: typeof all, stores: readonly StorePlace[], share?: Share): void {
  describe.each(stages)('$name', ({document, set, entities, cases}) => {
    test.each(stores)(
      'permits exactly what its rows permit and rejects the rest with the right code, changing nothing, on $name',
      async ({make}) => {
        const stage = await set(await make(document))
        const {tried, allowed, refused, states, wrong} = await truthOf(stage, share)
        expect(wrong).toEqual([])
        expect([tried, allowed]).toEqual(cases)
        for (const code of ['NOT_FOUND', 'FORBIDDEN']) expect(refused.get(code) ?? 0, code).toBeGreaterThan(0)
        for (const entity of entities)
          for (const {from, to, error, who} of actionRows(stage.document, entity)) {
            for (const state of [...from, to].filter(each => each !== '' && each !== 'nothing'))
              expect(states).toContain(`${entity} ${state}`)
            if (error !== '' && who.join() !== 'system') expect(refused.get(error) ?? 0, error).toBeGreaterThan(0)
          }
      },
      30 * 60_000,
    )
  })
}
