/** `Kind[active]`: the condition in the brackets, on a record that a reference may lead to. */
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, type Text} from '../../document/raw.ts'
import {type as typeText} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
import {describeType} from '../../feel/type.ts'
import {findingsOf} from './expression.ts'
import type {Expression} from './model.ts'

interface TypedOffers {
  readonly result: Expression | null
  readonly findings: readonly Finding[]
}

/** `scope`: that of the records that are offered. The record that is filled in may not be there yet, so it cannot be named. */
export function typeOffers(text: Text, scope: Scope): TypedOffers {
  const wrong = (message: string, hint: string, at = 0): TypedOffers => ({
    result: null,
    findings: [finding('N323', placeIn(text, at), {message, hint})],
  })
  const outer = /(?<![\w.])this(?!\w)/.exec(text.text)
  if (outer)
    return wrong(
      '`this` is not available here: the record does not exist yet.',
      `Use fields of ${scope.entity} in the brackets. For what depends on the record itself, add a rule to point 5.`,
      outer.index,
    )
  const typing = typeText(text.text, scope)
  if (!typing.ok) return {result: null, findings: findingsOf(text, typing.problems)}
  if (typing.type.kind !== 'boolean')
    return wrong(
      `Expected a condition, found \`${describeType(typing.type)}\`.`,
      'Name a yes/no field, or compare something: `Kind[active]`.',
    )
  return {result: {text, core: typing.core, reads: typing.reads}, findings: []}
}
