/**
 * Conditions as lists take them apart: what is joined by `and` one by one, and what a choice is not as what it then is,
 * because an index leads to words and not away from them.
 */
import {type Core, partsOf} from '../../feel/core.ts'
import {booleanType} from '../../feel/type.ts'
import {compared, valueCore} from '../core-build.ts'

export function conjuncts(core: Core): readonly Core[] {
  return core.op === 'and' ? core.items.flatMap(conjuncts) : [positive(core)]
}

/** `active`, `not(active)`, `status != "closed"` and `not(status in (…))`; anything else stays as it is. */
function positive(core: Core): Core {
  if (isFlag(core)) return compared(core, '=', valueCore(booleanType, true))
  if (core.op === 'not' && isFlag(core.of)) return compared(core.of, '=', valueCore(booleanType, false))
  const excluded = excludedWords(core)
  if (excluded === null || excluded.of.type.kind !== 'choice') return core
  const {of, words} = excluded
  const others = excluded.of.type.words.filter(word => !words.includes(word))
  // Nothing at all is none of the words either.
  const tests = [...others, null].map(word => ({test: 'equals', with: valueCore(of.type, word)}) as const)
  return {op: 'in', value: of, tests, type: booleanType}
}

const isFlag = (core: Core): boolean => core.op === 'field' && core.of.op === 'this' && core.type.kind === 'boolean'

function excludedWords(core: Core): {readonly of: Core; readonly words: readonly unknown[]} | null {
  if (core.op === 'compare' && core.by === '!=' && core.right.op === 'value' && core.right.value !== null)
    return {of: core.left, words: [core.right.value]}
  if (core.op !== 'not' || core.of.op !== 'in') return null
  const {value, tests} = core.of
  const words = tests.flatMap(test =>
    test.test === 'equals' && test.with.op === 'value' && test.with.value !== null ? [test.with.value] : [],
  )
  return words.length === tests.length ? {of: value, words} : null
}

/** Whether it is the same for every record: the actor, the clock, and what is made of them. */
export function isKnown(core: Core): boolean {
  const {op} = core
  if (op === 'this' || op === 'field' || op === 'relation' || op === 'all' || op === 'variable' || op === 'old')
    return false
  return partsOf(core).every(isKnown)
}
