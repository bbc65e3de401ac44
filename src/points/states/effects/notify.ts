/** `notify requester` */
import {type Finding, finding} from '../../../document/finding.ts'
import {replacing, sliceOf, type Text} from '../../../document/raw.ts'
import {describeType, type Type} from '../../../feel/type.ts'
import {userEntity} from '../../entities/own-fields.ts'
import {type RowContext, typed} from '../action-context.ts'
import {isPerson} from '../read-columns.ts'
import type {EffectKind} from './effect-kind.ts'

export const notify: EffectKind = {
  word: 'notify',
  example: 'notify requester',
  read(text, context) {
    const path = sliceOf(text, 'notify'.length)
    const wrong = wrongPeople(path, context)
    if (wrong) context.findings.push(wrong)
    const people = wrong ? null : typed(path, context)
    if (people === null) return null
    if (arePeople(people.type)) return {kind: 'notify', people: people.core}
    const message = `\`${path.text}\` is not a person: it is \`${describeType(people.type)}\`.`
    context.findings.push(finding('N420', path, {message, hint: 'Name a field that leads to User.'}))
    return null
  },
}

/** Common mistakes: a role instead of people, or a text behind them. */
function wrongPeople(path: Text, {roles, entities}: RowContext): Finding | null {
  if (roles.roles.has(path.text) && !entities.entities.has(path.text)) {
    const write = `${userEntity}[list contains(roles, "${path.text}")]`
    const message = `\`${path.text}\` is a role, and \`notify\` takes people.`
    return finding('N420', path, {message, hint: `Write \`notify ${write}\`.`, fix: replacing(path, write)})
  }
  const [whole, people = ''] = /^([a-z][\w.]*)\s+(?:with\s+|that\s+|about\s+)?"[^"]*"$/s.exec(path.text) ?? []
  if (whole === undefined) return null
  const message = '`notify` takes no text: people read the name of the action.'
  const hint = `Write \`notify ${people}\`, and name the action as people should read it.`
  return finding('N420', path, {message, hint, fix: replacing(path, people)})
}

function arePeople(type: Type): boolean {
  return isPerson(type) || (type.kind === 'list' && isPerson(type.of))
}
