/** A plan on the records that are there: how much each step touches, which weight it has then, and the plan's id. */
import {createHash} from 'node:crypto'
import type {DatabaseName, Db} from './database.ts'
import type {Found} from './found.ts'
import type {Plan} from './plan.ts'
import {look} from './probe.ts'
import type {Step, Weight} from './step.ts'

export interface MeasuredStep {
  readonly weight: Weight
  /** The whole of it, for people. */
  readonly text: string
  readonly count: number | null
  readonly examples: readonly string[]
  readonly advice: string
  /** Only of interest to those who look at the tables. */
  readonly technical: boolean
}

export interface MeasuredPlan {
  readonly plan: Plan
  readonly steps: readonly MeasuredStep[]
  /** Of exactly these steps on exactly these numbers. */
  readonly id: string
  /** The heaviest of its steps. */
  readonly weight: Weight
}

/** Without a database there is nothing to count yet. */
export async function measure(plan: Plan, db: Db | null, database: DatabaseName): Promise<MeasuredPlan> {
  const steps: MeasuredStep[] = []
  for (const step of plan.steps) {
    const found = step.probe && db ? await look(db, database, step.probe, plan.naming) : null
    steps.push(measured(step, found))
  }
  return {plan, steps, id: idOf(plan, steps), weight: heaviest(steps)}
}

function measured(step: Step, found: Found | null): MeasuredStep {
  const count = found?.count ?? null
  const text = [step.sentence, count === null ? '' : step.counted(count)].filter(part => part !== '').join(' ')
  const weight = weightOf(step, count ?? 0)
  return {
    weight,
    text,
    count,
    examples: found?.examples ?? [],
    advice: weight === 'refused' || weight === 'destructive' ? step.advice : '',
    technical: step.technical ?? false,
  }
}

function weightOf({weight}: Step, count: number): Weight {
  if (weight === 'checked') return count > 0 ? 'refused' : 'checked'
  return weight === 'destructive' && count === 0 ? 'safe' : weight
}

const order: readonly Weight[] = ['safe', 'checked', 'destructive', 'refused']

function heaviest(steps: readonly MeasuredStep[]): Weight {
  return order.findLast(weight => steps.some(step => step.weight === weight)) ?? 'safe'
}

/** Numbers count where something would be lost or broken; a new record elsewhere does not make it another plan. */
function idOf({from, to}: Plan, steps: readonly MeasuredStep[]): string {
  const shape = steps.map(({weight, text, count}, index) =>
    weight === 'destructive' || weight === 'refused' ? [weight, text, count] : [weight, index],
  )
  return createHash('sha256')
    .update(JSON.stringify([from, to, shape]))
    .digest('hex')
    .slice(0, 12)
}
