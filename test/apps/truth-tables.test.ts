/** Role × state × action of two documents, over HTTP: the results match the rows of the document. */
import {expect, test} from 'vitest'
import {sqlite, storesOfStories} from '../kit/store-databases.ts'
import {stages} from './truth-stages.ts'
import {truthOf} from './truth-table.ts'
import {truthsHold} from './truths.ts'

// The others, every attempt, and all of them on PostgreSQL, are in the long run.
truthsHold(
  stages.filter(({name}) => name === 'time off' || name === 'helpdesk'),
  storesOfStories,
  'each kind',
)

test('a changed row would be noticed', async () => {
  const {make} = sqlite
  const stage = await stages.find(({name}) => name === 'helpdesk')?.set(await make())
  if (!stage) throw new Error('there is no helpdesk')
  const records = stage.records.slice(0, 1)
  const otherwise = async (from: string, to: string) =>
    (await truthOf({...stage, records, document: stage.document.replace(from, to)})).wrong
  expect(await otherwise('', '')).toEqual([])
  const code = await otherwise('| ask back | open | waiting |', '| ask back | new | waiting |')
  expect(code[0]).toMatch(
    /ask_back Ticket new: said “You don’t have permission to do this. Nothing was changed.” for NOT_YOURS$/,
  )
  expect(await otherwise('| take | new, open | open |', '| take | new, open | waiting |')).toContain(
    'Abe (Agent) take Ticket new: led to open, not to waiting',
  )
  // Last, because an unexpected success is not reverted.
  const who = await otherwise('| take | new, open | open | Agent, Lead |', '| take | new, open | open | Lead |')
  expect(who.slice(0, 2)).toEqual([
    'Abe (Agent) take Ticket new: done, and should have been refused with FORBIDDEN',
    'Abe (Agent) take Ticket new: something was changed',
  ])
})
