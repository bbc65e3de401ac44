/** `call name`: one of the calls out of the application, which point 7 describes. */
import {finding} from '../../../document/finding.ts'
import {suggest} from '../../../document/near.ts'
import {textFrom} from '../../entities/expression.ts'
import type {EffectKind} from './effect-kind.ts'

export const call: EffectKind = {
  word: 'call',
  example: 'call name',
  read(text, {calls, findings}) {
    const named = textFrom(text, 'call'.length)
    if (calls.has(named.text)) return {kind: 'call', name: named.text}
    const message = `Point 7 has no call \`${named.text}\` out of the application.`
    const hint = suggest(named.text, [...calls], 'Add a row to its table: | Event | Method | URL | Sends |.')
    findings.push(finding('N421', named, {message, hint}))
    return null
  },
}
