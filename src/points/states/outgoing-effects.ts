/** Effects that leave the application: `notify` and `call`. */

import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import {replacing, sliceOf, type Text} from '../../document/raw.ts'
import {describeType, type Type} from '../../feel/type.ts'
import {userEntity} from '../entities/own-fields.ts'
import {readSentence} from '../template.ts'
import {type EffectKind, type RowContext, typed} from './action-context.ts'
import {isPerson} from './read-columns.ts'

/* `notify requester`, `notify requester "Your {kind} was approved."` */

export const notify: EffectKind = {
  word: 'notify',
  example: 'notify requester',
  read(text, context) {
    const {path, said} = splitNotify(text)
    const wrong = wrongPeople(path, context)
    if (wrong) context.findings.push(wrong)
    const people = wrong ? null : typed(path, context)
    if (people === null) return null
    const sentence = said && readSentence(said, 'N428', context)
    if (arePeople(people.type)) return {kind: 'notify', people: people.core, text: sentence}
    const message = `\`${path.text}\` is not a person: it is \`${describeType(people.type)}\`.`
    context.findings.push(finding('N420', path, {message, hint: 'Name a field that leads to User.'}))
    return null
  },
}

/** A common mistake: a role instead of people. */
function wrongPeople(path: Text, {roles, entities}: RowContext): Finding | null {
  if (roles.roles.has(path.text) && !entities.entities.has(path.text)) {
    const write = `${userEntity}[list contains(roles, "${path.text}")]`
    const message = `\`${path.text}\` is a role, and \`notify\` takes people.`
    return finding('N420', path, {message, hint: `Write \`notify ${write}\`.`, fix: replacing(path, write)})
  }
  return null
}

/** The people, and the text in quotation marks after them. */
function splitNotify(text: Text): {path: Text; said: Text | null} {
  const rest = sliceOf(text, 'notify'.length)
  const [, people = '', word = '', quoted] = /^(.*?)(\s+(?:with\s+|that\s+)?)"([^"]*)"$/s.exec(rest.text) ?? []
  if (quoted === undefined || isOpen(people)) return {path: rest, said: null}
  const from = people.length + word.length + 1
  return {path: sliceOf(rest, 0, people.length), said: sliceOf(rest, from, from + quoted.length)}
}

/** Whether the quotation marks belong to an expression: `User[list contains(roles, "HR")]`. */
function isOpen(people: string): boolean {
  const count = (sign: string) => people.split(sign).length
  return count('[') !== count(']') || count('(') !== count(')') || /[=<>,]$/.test(people)
}

function arePeople(type: Type): boolean {
  return isPerson(type) || (type.kind === 'list' && isPerson(type.of))
}

/* `call name`: an outgoing call of point 7. */

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
