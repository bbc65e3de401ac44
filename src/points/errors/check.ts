/** Codes of the catalogue that nothing refuses with. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Across} from '../across-world.ts'
import {ownErrors} from './own.ts'

export function checkUnraised({errors, mentioned, open}: Across): Finding[] {
  // While nothing is said about actions and rules, the catalogue is ahead of them.
  if (open.includes(4) && open.includes(5)) return []
  return [...errors.declared.values()]
    .filter(({code}) => !Object.hasOwn(ownErrors, code) && mentioned.times(code, [4, 5, 7]) === 0)
    .map(entry => {
      const message = `The error ${entry.code} is not used.`
      return finding('N810', entry, {message, hint: 'Name it under Error of a rule or an action, or remove it.'})
    })
}
