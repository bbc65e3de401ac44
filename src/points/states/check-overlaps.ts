/** Rows of one action that hold at the same time: the first is taken, and nobody sees from the second that it is not. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Core} from '../../feel/core.ts'
import type {Across} from '../across-world.ts'
import {exampleOf} from '../reason/example.ts'
import {neverTogether} from '../reason/judge.ts'
import {shownExample} from '../reason/shown-example.ts'
import {fromOf} from './given.ts'
import type {Action, Transition, Who} from './model.ts'

/** Each row is compared with so many before it: the work grows with the document, not with its square. */
const mostCompared = 60

export function checkOverlaps(across: Across): Finding[] {
  return [...across.actions.actions.values()].flatMap(named =>
    [...named.values()].flatMap(action =>
      action.rows.flatMap(
        (row, index) =>
          overlap(row, action.rows.slice(Math.max(0, index - mostCompared), index), {action, across}) ?? [],
      ),
    ),
  )
}

interface Around {
  readonly action: Action
  readonly across: Across
}

function overlap(row: Transition, earlier: readonly Transition[], around: Around): Finding | null {
  for (const before of earlier) {
    if (!shareWho(before, row) || before.after !== null) continue
    const found = together(before, row, around)
    if (found) return found
  }
  return null
}

/** A row without a guard after rows with one means: otherwise. */
function together(before: Transition, row: Transition, {action: {entity, name}, across}: Around): Finding | null {
  const from = [...fromOf(before, entity, across), ...fromOf(row, entity, across)]
  if (before.when !== null && row.when === null) return null
  const guards = [before.when, row.when].flatMap(when => (when ? [when.core] : []))
  if (guards.includes(null)) return null
  const conditions: Core[] = [...from, ...guards.filter(core => core !== null)]
  if (neverTogether(conditions, across.terms)) return null
  const example = exampleOf(conditions, entity, across.terms)
  if (example === null) return null
  const message = `${shownExample(example)}both this row of \`${name.replaceAll('_', ' ')}\` and the one at line ${before.line} apply. The earlier one is used.`
  const hint = 'Make their conditions exclude each other. Only a last row without When means "otherwise".'
  return finding('N434', row, {message: sentence(message), hint})
}

const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/** Only where the very same people are named is it sure that both rows are theirs. */
function shareWho(a: Transition, b: Transition): boolean {
  const keys = new Set(a.who.map(keyOf))
  return b.who.some(who => keys.has(keyOf(who)))
}

const keyOf = (who: Who): string => JSON.stringify(who)
