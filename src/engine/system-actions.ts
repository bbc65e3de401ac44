/**
 * Actions of the system. A sweep finds records by the guard, in the database, and performs each in a transaction of
 * its own that asks the guard again: so several processes act once, and a restart or a pause is simply caught up with.
 */
import {DeferredRules} from './actions/deferred-rules.ts'
import {type Duty, dueRecords, forget, isDue, outdated, rememberDone} from './actions/due.ts'
import {undone} from './actions/pending-record.ts'
import {performDeferring} from './actions/perform.ts'
import {engineItself} from './actor.ts'
import type {Engine} from './engine.ts'
import {type Repeating, repeat} from './repeating.ts'

export interface Sweep {
  readonly performed: number
  /** Rules may forbid what the guard allows; the record is tried again with the next sweep. */
  readonly refused: readonly {entity: string; id: string; action: string; code: string}[]
  /** Where to go on, by the place of a duty; empty when everything was looked at. */
  readonly rest: ReadonlyMap<number, string>
}

export interface SweepOptions {
  /** Records looked at for each row of the document. */
  readonly most?: number
  /** What an earlier sweep left. */
  readonly rest?: ReadonlyMap<number, string>
}

export async function runSystemActions(
  engine: Engine,
  {most = 500, rest = new Map()}: SweepOptions = {},
): Promise<Sweep> {
  const duties = dutiesOf(engine)
  const refused: Sweep['refused'][number][] = []
  const left = new Map<number, string>()
  let performed = 0
  await forgetOutdated(engine, duties)
  for (const [place, duty] of duties.entries()) {
    const past = rest.get(place) ?? null
    const ids = await engine.read(engineItself, reader => dueRecords(reader, duty, {past, most}))
    for (const id of ids) {
      const code = await act(engine, duty, id)
      if (code === 'performed') performed += 1
      else if (code !== null) refused.push({entity: duty.action.entity, id, action: duty.action.name, code})
    }
    const last = ids.at(-1)
    if (ids.length === most && last !== undefined) left.set(place, last)
  }
  return {performed, refused, rest: left}
}

function dutiesOf({specification}: Engine): Duty[] {
  return [...specification.actions.actions.values()].flatMap(actions =>
    [...actions.values()].flatMap(action =>
      action.rows.filter(row => row.who.some(({kind}) => kind === 'system')).map(row => ({action, row})),
    ),
  )
}

async function forgetOutdated(engine: Engine, duties: readonly Duty[]): Promise<void> {
  for (const [action, rows] of Map.groupBy(duties, duty => duty.action)) {
    const ids = await engine.read(engineItself, reader => outdated(reader, rows))
    if (ids.length === 0) continue
    await engine.within(engineItself, async writing => {
      // Asked again, because it may apply once more by now.
      const now = new Set(await outdated(writing, rows))
      const gone = ids.filter(id => now.has(id))
      if (gone.length > 0) await forget(writing, action, gone)
      return []
    })
  }
}

/** Null where somebody else has done it meanwhile, or there is nothing to do any more. */
async function act(engine: Engine, duty: Duty, id: string): Promise<string | null> {
  const {entity, name: action} = duty.action
  const outcome = await engine.within(engineItself, async writing => {
    if (!(await isDue(writing, duty, id))) return []
    const request = {entity, id, action, inputs: new Map()}
    const step = await performDeferring(writing, request, {rules: new DeferredRules(writing), only: duty.row})
    if (step.record === null) throw undone(step.problems)
    await rememberDone(writing, duty, id)
    return [step.record]
  })
  if (!outcome.ok) return outcome.code
  return outcome.records.length > 0 ? 'performed' : null
}

export interface SystemSchedule {
  readonly every: number
  readonly after?: number
  readonly tell: (sweep: Sweep | {readonly failed: unknown}) => void
}

/** Sweeps again and again; what goes wrong is told and tried again. The engine is asked for each time, because it may be swapped. */
export function scheduleSystemActions(engine: () => Engine, {tell, ...times}: SystemSchedule): Repeating {
  let rest: Sweep['rest'] = new Map()
  return repeat({
    ...times,
    async work() {
      const done = await runSystemActions(engine(), {rest})
      rest = done.rest
      tell(done)
      return rest.size > 0
    },
    failed: failed => tell({failed}),
  })
}
