/** `notify requester` */
import {finding} from '../../../document/finding.ts'
import {describeType, type Type} from '../../../feel/type.ts'
import {textFrom} from '../../entities/expression.ts'
import {typed} from '../action-world.ts'
import {isPerson} from '../read-who.ts'
import type {EffectKind} from './effect-kind.ts'

export const notify: EffectKind = {
  word: 'notify',
  example: 'notify requester',
  read(text, world) {
    const path = textFrom(text, 'notify'.length)
    const people = typed(path, world)
    if (people === null) return null
    if (arePeople(people.type)) return {kind: 'notify', people: people.core}
    const message = `\`${path.text}\` leads to nobody: it is “${describeType(people.type)}”.`
    world.findings.push(finding('N420', path, {message, hint: 'Name a field that leads to a User.'}))
    return null
  },
}

function arePeople(type: Type): boolean {
  return isPerson(type) || (type.kind === 'list' && isPerson(type.of))
}
