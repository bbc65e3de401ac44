/** `set resolved_at = now()` */
import {finding} from '../../../document/finding.ts'
import {suggest} from '../../../document/near.ts'
import {placeIn, type Text} from '../../../document/raw.ts'
import {textFrom} from '../../entities/expression.ts'
import {canonicalName} from '../../entities/names.ts'
import {type RowWorld, typed} from '../action-world.ts'
import {isWritable} from '../read-asks.ts'
import {type EffectKind, fieldName} from './effect-kind.ts'

const pattern = new RegExp(`^set\\s+(${fieldName})\\s*=`)

export const set: EffectKind = {
  word: 'set',
  example: 'set resolved_at = now()',
  read(text, world) {
    const match = pattern.exec(text.text)
    const name = canonicalName(match?.[1] ?? '')
    if (!match) return unread(text, world)
    const {entity, findings} = world
    const field = entity.fields.get(name)
    if (entity.unread.has(name)) return null
    if (field && isWritable(field)) {
      const value = typed(textFrom(text, match[0].length), world, field.type.type)
      return value && {kind: 'set', field: name, value: value.core}
    }
    const known = [...entity.fields.values()].filter(isWritable).map(each => each.name)
    const message = field?.state
      ? `\`${name}\` is the state, which the column To sets.`
      : field
        ? `\`${name}\` cannot be set: it follows from something else.`
        : `${entity.name} has no field \`${name}\` that could be set.`
    const hint = suggest(name, known, `Name a field of ${entity.name} that people could fill in.`)
    findings.push(finding('N418', placeIn(text, match[0].indexOf(match[1] ?? '')), {message, hint}))
    return null
  },
}

function unread(text: Text, {findings}: RowWorld): null {
  const message = 'It cannot be read what is set to what.'
  findings.push(finding('N417', text, {message, hint: 'Write it like this: `set resolved_at = now()`.'}))
  return null
}
