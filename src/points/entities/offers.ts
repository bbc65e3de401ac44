/** `Kind[active]`: the condition in the brackets, on a record that a reference may lead to. */
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, type Text} from '../../document/raw.ts'
import {type as typeText} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
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
      '`this` cannot be named here: the record that is filled in is not there yet.',
      `Names in the brackets are fields of ${scope.entity}. What depends on the record itself is a rule of point 5.`,
      outer.index,
    )
  if (text.text === '')
    return wrong(
      'There is no condition between the brackets.',
      'Write one, such as `Kind[active]`, or leave the brackets out.',
    )
  const typing = typeText(text.text, scope)
  if (!typing.ok) return {result: null, findings: findingsOf(text, typing.problems)}
  if (typing.type.kind !== 'boolean')
    return wrong(
      'This is no condition: it is not true or false for a record.',
      'Name a yes/no field, or compare something: `Kind[active]`.',
    )
  return {result: {text, core: typing.core, reads: typing.reads}, findings: []}
}
