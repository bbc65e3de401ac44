/** `for each k in Kind[active]: create Allowance(kind: k, …)` */
import {finding} from '../../../document/finding.ts'
import {sliceOf, type Text} from '../../../document/raw.ts'
import {splitOnce} from '../../../document/split-cell.ts'
import {describeType} from '../../../feel/type.ts'
import {fieldOf} from '../../entities/lookup.ts'
import {canonicalName} from '../../entities/names.ts'
import {whyReserved} from '../../entities/own-fields.ts'
import {type RowContext, typed} from '../action-context.ts'
import {type EffectKind, fieldName} from './effect-kind.ts'

const head = new RegExp(`^for\\s+each\\s+(${fieldName})\\s+in\\s`)

export const forEach: EffectKind = {
  word: 'for each',
  example: 'for each k in Kind[active]: create Allowance(kind: k, person: this)',
  read(text, context, readEffect) {
    const split = splitOnce(text, ':')
    const match = split && head.exec(split[0].text)
    if (!split || !match) return unread(text, context)
    const name = canonicalName(match[1] ?? '')
    const list = typed(sliceOf(split[0], match[0].length), context)
    if (list === null || isTaken(text, name, context)) return null
    if (list.type.kind !== 'list' || list.type.of.kind !== 'reference') {
      const message = `Expected a list of records, found \`${describeType(list.type)}\`.`
      const hint = 'Name an entity, with a condition in brackets: `Kind[active]`.'
      context.findings.push(finding('N422', sliceOf(split[0], match[0].length), {message, hint}))
      return null
    }
    const inputs = new Map([...(context.scope.inputs ?? []), [name, list.type.of] as const])
    const effect = readEffect(split[1], {...context, scope: {...context.scope, inputs}})
    return effect && {kind: 'for each', variable: name, list: list.core, effect}
  },
}

function isTaken(text: Text, name: string, {entity, scope, findings}: RowContext): boolean {
  const taken = fieldOf(entity, name) !== null || scope.inputs?.has(name) === true
  if (!taken && whyReserved(name) === null) return false
  const message = `The name \`${name}\` is taken.`
  findings.push(finding('N422', text, {message, hint: 'Choose another name: `for each k in …`.'}))
  return true
}

function unread(text: Text, {findings}: RowContext): null {
  const message = 'This `for each` cannot be read.'
  const hint = 'Write it like this: `for each k in Kind[active]: create Allowance(kind: k)`.'
  findings.push(finding('N417', text, {message, hint}))
  return null
}
