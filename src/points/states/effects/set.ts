/** `set resolved_at = now()` */
import {type Finding, finding} from '../../../document/finding.ts'
import {suggestFor} from '../../../document/near.ts'
import {replacing, sliceOf, type Text} from '../../../document/raw.ts'
import {targetOf} from '../../entities/lookup.ts'
import {canonicalName} from '../../entities/names.ts'
import {type RowContext, typed} from '../action-context.ts'
import {isWritable} from '../read-columns.ts'
import {type EffectKind, fieldName} from './effect-kind.ts'

const pattern = new RegExp(`^set\\s+(${fieldName})\\s*=`)

export const set: EffectKind = {
  word: 'set',
  example: 'set resolved_at = now()',
  read(text, context) {
    const match = pattern.exec(text.text)
    const name = canonicalName(match?.[1] ?? '')
    if (!match) return unread(text, context)
    const {entity, findings} = context
    const field = entity.fields.get(name)
    if (entity.unread.has(name)) return null
    if (field && isWritable(field)) {
      const value = typed(sliceOf(text, match[0].length), context, field.type.type)
      return value && {kind: 'set', field: name, value: value.core}
    }
    const known = [...entity.fields.values()].filter(isWritable).map(each => each.name)
    const from = match[0].indexOf(match[1] ?? '', 'set'.length)
    const at = sliceOf(text, from, from + (match[1]?.length ?? 0))
    if (field?.state) {
      const message = `\`${name}\` is the state, which the column To sets.`
      findings.push(finding('N418', at, {message, hint: 'Remove this effect.', fix: replacing(text, '')}))
      return null
    }
    const message = field
      ? `\`${name}\` cannot be set, because it is computed or built in.`
      : `${entity.name} has no field \`${name}\`.`
    const hint = `Fields of ${entity.name}: ${known.join(', ')}.`
    findings.push(finding('N418', at, {message, ...suggestFor(at, known, hint)}))
    return null
  },
}

function unread(text: Text, {entity, entities, scope, findings}: RowContext): null {
  findings.push(otherRecord(text, {entity, entities, scope}) ?? otherSign(text) ?? unreadable(text))
  return null
}

const unreadable = (text: Text): Finding =>
  finding('N417', text, {message: 'This `set` cannot be read.', hint: 'Write it like this: `set resolved_at = now()`.'})

/** `set note := "x"`, `set note to "x"` */
function otherSign(text: Text): Finding | null {
  const match = new RegExp(`^(set\\s+${fieldName}?)\\s*(:=|==|:|\\bto\\b)\\s*(?=\\S)`).exec(text.text)
  const [whole = '', before = '', sign = ''] = match ?? []
  if (!match) return null
  const place = sliceOf(text, whole.indexOf(sign, before.trimEnd().length))
  const fix = replacing(text, ' = ', before.trimEnd().length, whole.length)
  return finding('N417', place, {message: `\`${sign}\` does not set a field.`, hint: 'Write `=`.', fix})
}

/** `set other.field = …` */
function otherRecord(
  text: Text,
  {entity, entities, scope}: Pick<RowContext, 'entity' | 'entities' | 'scope'>,
): Finding | null {
  const [, first = ''] = /^set\s+([a-z]\w*)\.[a-z]/.exec(text.text) ?? []
  if (first === '' || first === 'this') return null
  const field = entity.fields.get(first)
  const type = scope.inputs?.get(first)
  const target = field ? targetOf(field) : type?.kind === 'reference' ? type.entity : null
  const other = target !== null && entities.entities.has(target) ? target : null
  return finding('N417', text, {
    message: '`set` changes the record of the action itself, not another record.',
    hint: other
      ? `Let ${other} change itself: add a row for \`system\` under \`### ${other}\`.`
      : 'Write the name of a field alone: `set resolved_at = now()`.',
  })
}
