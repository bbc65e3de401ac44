import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {startInterval} from '../../src/engine/jobs/interval-jobs.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a job that keeps failing is tried less and less often, at most every 30 seconds, and as before once it works', async () => {
  const started = Date.now()
  const runs: number[] = []
  const failures: string[] = []
  let isDown = true
  const job = startInterval({
    every: 2000,
    after: 0,
    async work() {
      runs.push((Date.now() - started) / 1000)
      if (isDown) throw new Error('down')
      return false
    },
    failed: cause => failures.push(String(cause)),
  })
  await vi.advanceTimersByTimeAsync(100_000)
  expect(runs).toEqual([0, 4, 12, 28, 58, 88])
  expect(failures).toHaveLength(6)
  isDown = false
  await vi.advanceTimersByTimeAsync(24_000)
  expect(runs.slice(6)).toEqual([118, 120, 122, 124])
  await job.stop()
})
