/** `call name`: an outgoing call of point 7. */
import {finding} from '../../../document/finding.ts'
import {suggestFor} from '../../../document/near.ts'
import {sliceOf} from '../../../document/raw.ts'
import type {EffectKind} from './effect-kind.ts'

export const call: EffectKind = {
  word: 'call',
  example: 'call name',
  read(text, {calls, findings}) {
    const named = sliceOf(text, 'call'.length)
    if (calls.has(named.text)) return {kind: 'call', name: named.text}
    const message = `Unknown call \`${named.text}\`.`
    const hint = 'Add it to point 7: `| Event | Method | URL | Sends |`.'
    findings.push(finding('N421', named, {message, ...suggestFor(named, [...calls], hint)}))
    return null
  },
}
