/** How much of a page a browser styles and lays out, from its trace: counts, which are the same on a busy machine. */
import type {CDPSession, Page} from 'playwright-core'

export interface Rendering {
  /** Elements whose style was calculated. */
  readonly styled: number
  /** Boxes that were laid out. */
  readonly laidOut: number
  /** Layouts of nearly the whole page. */
  readonly wholeLayouts: number
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly args: {
    readonly elementCount?: number
    readonly beginData?: {readonly dirtyObjects?: number; readonly totalObjects?: number}
  }
}

/** Smaller pages are done at once. */
const largePage = 300
const nearlyAll = 0.7

export async function renderingOf(page: Page, act: () => Promise<void>): Promise<Rendering> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({value}: {value: unknown[]}) => events.push(...(value as TraceEvent[])))
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline']
  await session.send('Tracing.start', {transferMode: 'ReportEvents', traceConfig: {includedCategories}})
  await act()
  await stop(session)
  const pid = busiest(events)
  const own = events.filter(event => event.pid === pid)
  const layouts = own.flatMap(({name, args}) => (name === 'Layout' && args.beginData ? [args.beginData] : []))
  const sum = (numbers: readonly (number | undefined)[]) => numbers.reduce<number>((all, each = 0) => all + each, 0)
  return {
    styled: sum(own.flatMap(({name, args}) => (name === 'UpdateLayoutTree' ? [args.elementCount] : []))),
    laidOut: sum(layouts.map(({dirtyObjects}) => dirtyObjects)),
    wholeLayouts: layouts.filter(
      ({dirtyObjects = 0, totalObjects = 0}) => totalObjects > largePage && dirtyObjects > nearlyAll * totalObjects,
    ).length,
  }
}

async function stop(session: CDPSession): Promise<void> {
  const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
}

/** The process of the page: a trace is of the whole browser. */
function busiest(events: readonly TraceEvent[]): number {
  const counts = new Map<number, number>()
  for (const {name, pid} of events) if (name === 'UpdateLayoutTree') counts.set(pid, (counts.get(pid) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}
