/** The column Who: roles, paths that lead to a person, or `system`. */
import {finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import type {Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'
import {type as typeText} from '../../feel/index.ts'
import {booleanType, type Type} from '../../feel/type.ts'
import {userEntity} from '../entities/own-fields.ts'
import {audiences} from '../roles/model.ts'
import type {RowWorld} from './action-world.ts'
import type {Who} from './model.ts'
import {splitText} from './split-text.ts'

export function readWho(cell: Text, world: RowWorld): readonly Who[] {
  if (cell.text === '') {
    const message = 'No one can do this action: Who is empty.'
    const hint = 'Name roles of point 6, fields that lead to a person, or `system`.'
    world.findings.push(finding('N411', cell, {message, hint}))
    return []
  }
  const who = splitText(cell, ',').flatMap(part => readOne(part, world))
  if (who.length > 1 && who.some(({kind}) => kind === 'system')) world.findings.push(systemAlone(cell))
  return who
}

function systemAlone(cell: Text) {
  return finding('N414', cell, {
    message: '`system` cannot share a row with people.',
    hint: 'Add a second row of the same name for people.',
  })
}

function readOne(part: Text, world: RowWorld): Who[] {
  const name = part.text
  if (name === 'system') return [{kind: 'system'}]
  if (world.roles.roles.has(name) || audiences.some(each => each === name)) return [{kind: 'role', role: name}]
  const isMe = /^[A-Z]/.test(name) ? null : personAt(part, world)
  if (isMe !== null) return [{kind: 'person', isMe}]
  world.findings.push(unknownWho(part, world))
  return []
}

const person: Type = {kind: 'reference', entity: userEntity}
const me: Core = {op: 'me', type: person}

export function isPerson(type: Type): boolean {
  return type.kind === 'reference' && type.entity === userEntity
}

/** Whether the person, or one of the people, at the path is `me`. */
function personAt(part: Text, {scope}: RowWorld): Core | null {
  const typing = /^[\w .]+$/.test(part.text) ? typeText(part.text, scope) : null
  if (!typing?.ok) return null
  const {core, type} = typing
  if (isPerson(type)) return {op: 'compare', by: '=', left: core, right: me, type: booleanType}
  if (type.kind !== 'list' || !isPerson(type.of)) return null
  const item: Core = {op: 'variable', name: 'somebody', type: person}
  const condition: Core = {op: 'compare', by: '=', left: item, right: me, type: booleanType}
  return {op: 'some', list: core, variable: item.name, condition, type: booleanType}
}

function unknownWho(part: Text, {roles, entity}: RowWorld) {
  const people = [...entity.fields.values()].filter(field => isPerson(field.type.type)).map(field => field.name)
  const known = [...roles.roles.keys(), ...audiences, 'system', ...people]
  return finding('N410', part, {
    message: part.text === '' ? 'A name is missing here.' : `Unknown role or person \`${part.text}\`.`,
    ...suggestFor(part, known, 'Name roles of point 6, fields that lead to a person, or `system`.'),
  })
}
