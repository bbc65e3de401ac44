/** A field that may not be empty any more, or may be empty now. */
import {checked, count, type Probe, type Step, safe} from './step.ts'

export const mayBeEmpty = (path: string): Step => safe(`${path} may be empty now.`)

export function becomesRequired(path: string, probe: Probe): Step {
  return checked(`${path} becomes required.`, probe, {
    counted: found => (found === 0 ? 'Every record has it.' : `${count(found, 'record has', 'records have')} none.`),
    advice: 'Fill it in first, or leave the field optional.',
  })
}
