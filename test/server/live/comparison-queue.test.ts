/** The order in which open pages are computed again. */
import {expect, it} from 'vitest'
import {ComparisonQueue, type Queued} from '../../../src/server/live/comparison-queue.ts'

interface Page extends Queued {
  readonly name: string
}

const page = (name: string): Page => ({name, due: null, isBusy: false})

function queue() {
  const seen: string[] = []
  const open: (() => void)[] = []
  const made = new ComparisonQueue<Page>(
    ({name}) => name,
    async group => {
      seen.push(group.map(({name}) => name).join('+'))
      await new Promise<void>(resolve => open.push(resolve))
      for (const each of group) each.isBusy = false
    },
  )
  const add = (name: string, reason: Parameters<typeof made.add>[1]) => {
    const each = page(name)
    made.all.add(each)
    made.add(each, reason)
    return each
  }
  const next = async () => {
    open.shift()?.()
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  return {made, seen, add, next}
}

it('two pages are computed at a time, those of the person who made the change first', async () => {
  const {seen, add, next} = queue()
  add('running 1', 'concerned')
  add('running 2', 'concerned')
  await next()
  add('unknown', 'unknown')
  add('other', 'concerned')
  add('own', 'own')
  expect(seen).toEqual(['running 1', 'running 2'])
  for (let n = 0; n < 4; n++) await next()
  expect(seen).toEqual(['running 1', 'running 2', 'own', 'other', 'unknown'])
})

it('tabs with the same page are computed once, and a page that was closed not at all', async () => {
  const {made, seen, add, next} = queue()
  add('running 1', 'concerned')
  add('running 2', 'concerned')
  await next()
  add('same', 'concerned')
  add('same', 'own')
  made.all.delete(add('closed', 'own'))
  for (let n = 0; n < 4; n++) await next()
  expect(seen).toEqual(['running 1', 'running 2', 'same+same'])
})

it('a page that changes while it is computed is computed again', async () => {
  const {made, seen, add, next} = queue()
  const changing = add('changing', 'own')
  await Promise.resolve()
  await Promise.resolve()
  made.add(changing, 'own')
  expect(seen).toEqual(['changing'])
  await next()
  expect(seen).toEqual(['changing', 'changing'])
})
