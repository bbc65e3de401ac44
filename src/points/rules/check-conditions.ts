/** Rules that refuse everything, or nothing. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Across} from '../across-world.ts'
import {follows, neverTogether} from '../reason/judge.ts'
import type {Rule} from './model.ts'

export function checkRuleConditions(across: Across): Finding[] {
  return across.rules.rules.flatMap(rule => checkRule(rule, across))
}

function checkRule({when, must, entity}: Rule, {terms}: Across): Finding[] {
  const given = when ? [when.core] : []
  if (when && neverTogether(given, terms)) {
    const message = 'This is never true, so the rule never applies.'
    const hint = 'Check the types, choices and constants in it.'
    return [finding('N521', when.text, {message, hint})]
  }
  if (neverTogether([...given, must.core], terms)) {
    const message = `This is never true, so ${when ? `every such ${entity}` : `every ${entity}`} is refused.`
    const hint = 'Check the types, choices and constants in it.'
    return [finding('N520', must.text, {message, hint})]
  }
  if (!follows(must.core, terms, given)) return []
  const message = 'This is always true, so the rule never refuses anything.'
  const hint = 'Remove the rule if point 3 ensures this already, or correct the condition.'
  return [finding('N521', must.text, {message, hint})]
}
