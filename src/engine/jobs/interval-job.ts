/** Work that is repeated at an interval, one run at a time, until it is stopped. */
export interface IntervalJob {
  /** Resolves when the work at hand is over, or after so many milliseconds. */
  stop(patience?: number): Promise<void>
}

export interface IntervalOptions {
  /** Milliseconds from one end to the next beginning. */
  readonly every: number
  /** Milliseconds before the first run; none by default. */
  readonly after?: number
  /** True where more is waiting: then there is no pause. */
  readonly work: () => Promise<boolean>
  readonly failed: (cause: unknown) => void
}

export function startInterval({every, after, work, failed}: IntervalOptions): IntervalJob {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  async function once(): Promise<void> {
    const more = await work().catch(cause => {
      failed(cause)
      return false
    })
    if (!stopped) timer = setTimeout(next, more ? 0 : every).unref()
  }
  let running = Promise.resolve()
  function next(): void {
    running = once()
  }
  if (after === undefined) next()
  else timer = setTimeout(next, after).unref()
  return {
    async stop(patience) {
      stopped = true
      clearTimeout(timer)
      if (patience === undefined) return running
      await Promise.race([running, new Promise(resolve => setTimeout(resolve, patience).unref())])
    },
  }
}
