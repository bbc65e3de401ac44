/** A measured plan for people: what changes, how much it touches, what does not fit, and what to do next. */
import type {MeasuredPlan, MeasuredStep} from './measure.ts'
import type {Weight} from './steps.ts'
import type {PlanWork} from './table-work.ts'

const marks: Readonly<Record<Weight, string>> = {
  safe: '  ',
  checked: '  ',
  destructive: '! ',
  refused: 'x ',
}

export interface TextOptions {
  readonly notes?: readonly string[]
  /** Rules that records break. */
  readonly breaks?: readonly string[]
  /** With what changes about indexes, too. */
  readonly technical?: boolean
}

export function planText(
  {steps, id, weight}: MeasuredPlan,
  {notes = [], breaks = [], technical = false}: TextOptions = {},
): string {
  const below = breaks.length === 0 ? [] : ['', ...breaks]
  if (steps.length === 0)
    return [
      ...notes,
      breaks.length === 0
        ? 'Nothing changes: the database fits the document.'
        : 'No record changes: the database fits the document.',
      ...below,
    ].join('\n')
  const lines = steps.filter(step => technical || !step.technical).flatMap(stepLines)
  const told = lines.length > 0 ? lines : ['    Only indexes and tables of the engine change.']
  return [`Plan ${id}`, ...notes, '', ...told, '', summary(steps, weight), ...below].join('\n')
}

function stepLines({weight, text, examples, advice}: MeasuredStep): string[] {
  const more = examples.map(example => `      ${example}`)
  return [`  ${marks[weight]}${text}`, ...more, ...(advice === '' ? [] : [`      → ${advice}`])]
}

function summary(steps: readonly MeasuredStep[], weight: Weight): string {
  const number = (which: Weight) => steps.filter(step => step.weight === which).length
  if (weight === 'refused') return `${howMany(number('refused'))} cannot be done (x) with the data that is there.`
  if (weight === 'destructive') return `${howMany(number('destructive'))} would lose data (!).`
  return 'Nothing is lost.'
}

const howMany = (count: number): string => (count === 1 ? 'One step' : `${count} steps`)

/** What stopped it, and how it goes on. */
export function stoppedText(measured: MeasuredPlan, told: TextOptions): string {
  const {weight, id} = measured
  const next =
    weight === 'refused'
      ? 'Nothing was changed. Change the document or the data, and start again.'
      : `Nothing was changed. To do exactly this, start again with --accept ${id}`
  return `${planText(measured, told)}\n${next}`
}

export function workText(work: readonly PlanWork[]): string {
  return work.map(each => (each.kind === 'sql' ? `${each.text};` : rewriteText(each))).join('\n')
}

function rewriteText({table, from, to}: Extract<PlanWork, {readonly kind: 'rewrite'}>): string {
  return `-- each value of "${table}"."${from.name}" (${from.type}) becomes one of "${to.name}" (${to.type})`
}
