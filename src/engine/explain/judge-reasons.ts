/** Whether what the lines ask holds for one record and one person; what cannot be known without them stays open. */
import type {Core} from '../../feel/core.ts'
import type {Actor} from '../actor.ts'
import {nobody} from '../actor.ts'
import type {Engine} from '../engine.ts'
import {holdsFor} from '../select.ts'
import {allOf, type Holds, type JudgedReason, mentionsMe, type Reason} from './reason.ts'

export interface Subject {
  readonly engine: Engine
  /** Null where nobody was named: then nothing is known of what speaks of `me`. */
  readonly person: Extract<Actor, {kind: 'person'}> | null
  readonly record: {readonly entity: string; readonly id: string} | null
}

export async function judgeReasons(
  reasons: readonly Reason[],
  subject: Subject | null,
): Promise<readonly JudgedReason[]> {
  const cores = reasons.flatMap(({asks}) => asks.flatMap(({is}) => (typeof is === 'boolean' ? [] : [is])))
  const answers = subject ? await answersOf(subject, cores) : new Map<Core, Holds>()
  return reasons.map(reason => {
    const judged = reason.asks.map(({said, is}) => ({
      said,
      holds: typeof is === 'boolean' ? is : (answers.get(is) ?? null),
      personal: typeof is !== 'boolean' && mentionsMe(is),
    }))
    return {...reason, judged, holds: allOf(judged.map(({holds}) => holds))}
  })
}

async function answersOf({engine, person, record}: Subject, cores: readonly Core[]): Promise<ReadonlyMap<Core, Holds>> {
  const known = record === null ? [] : cores.filter(core => person !== null || !mentionsMe(core))
  if (record === null || known.length === 0) return new Map()
  const held = await engine.read(person ?? nobody, reader => holdsFor(reader, record, known))
  return new Map(known.map((core, index) => [core, held[index] ?? false]))
}
