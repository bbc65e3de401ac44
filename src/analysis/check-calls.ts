/** Calls against grants: what an answer names that none of its callers may read, and what a call writes that none of them may write; and against actions, events that none of them causes. */
import {type Finding, finding} from '../document/finding.ts'
import type {Text} from '../document/raw.ts'
import type {Core} from '../feel/core.ts'
import type {Call, Shape} from '../points/calls/model.ts'
import {fieldsIn} from '../points/calls/read-bodies.ts'
import type {CrossCheckContext} from './context.ts'
import {hiddenReads, nameOfAudience, type Reach, type RoleOrEveryone} from './reach.ts'

export function checkCallAnswers({calls, reach}: CrossCheckContext): Finding[] {
  return calls.calls.flatMap(call => {
    if (!call.answer) return []
    const people = audienceOf(call, reach)
    return valuesIn(call.answer, call.operation.entity).flatMap(({core, text, entity}) => {
      const hidden = people.map(role => hiddenReads(core, role, {reach, at: entity}))
      if (people.length === 0 || hidden.some(names => names.length === 0)) return []
      const names = [...new Set(hidden.flat())].join(', ')
      const whom = people.map(nameOfAudience).join(', ')
      const message = `"${call.name}" never shows \`${text.text}\`: ${whom} may not read ${names}.`
      const hint = 'Grant it in point 6, or leave it out of the answer.'
      return [finding('N714', text.pieces.length > 0 ? text : call.source.does, {message, hint})]
    })
  })
}

/** What a call changes that none of its callers may change: the record, or a field that its request or `sets` names. */
export function checkCallWrites({calls, reach, roles}: CrossCheckContext): Finding[] {
  if (roles.open) return []
  return calls.calls.flatMap(call => {
    const {kind, entity} = call.operation
    if (kind !== 'create' && kind !== 'update' && kind !== 'delete') return []
    const people = audienceOf(call, reach)
    const whom = people.map(nameOfAudience).join(', ')
    const able = people.filter(role => reach.may(role, kind, entity))
    if (able.length === 0) {
      const message = `"${call.name}" is always refused: ${whom} may not ${kind} ${entity}.`
      return [finding('N723', call.source.does, {message, hint: `Grant \`${kind}\` on ${entity} in point 6.`})]
    }
    if (kind === 'delete') return []
    const refused = (field: string) => able.every(role => !reach.mayField(role, kind, {entity, field}))
    const byDocument = new Set(call.sets.map(({field}) => field))
    const named = [...byDocument, ...writtenFields(call)]
    return [...new Set(named)].filter(refused).map(field => {
      const how = byDocument.has(field) ? 'sets' : 'takes'
      const message = `"${call.name}" ${how} \`${field}\`, which ${whom} may not ${kind}.`
      const hint = `Add \`${field}\` to the Fields of their grant in point 6, or leave it out of the call.`
      return finding('N723', call.source.does, {message, hint})
    })
  })
}

/** What an author has named; a derived request takes what each caller may write. */
const writtenFields = ({request, derivesRequest}: Call): string[] =>
  derivesRequest ? [] : fieldsIn(request).map(({field}) => field.name)

export function checkUncaused({calls}: CrossCheckContext): Finding[] {
  return calls.uncaused.map(name => {
    const hint = `Write \`call ${name.text}\` into the column Then of an action, or remove the row.`
    return finding('N721', name, {message: 'No action makes this call.', hint})
  })
}

/** The person who has just signed in or up is one of those who have. */
function audienceOf({for: whom, operation: {kind}}: Call, reach: Reach): readonly RoleOrEveryone[] {
  if (kind === 'sign in' || kind === 'sign up' || whom.kind === 'signed in') return reach.everybody
  return whom.kind === 'everyone' ? [null] : whom.roles
}

interface ShownValue {
  readonly core: Core
  readonly text: Text
  readonly entity: string
}

function valuesIn(shape: Shape, entity: string): ShownValue[] {
  switch (shape.kind) {
    case 'value':
      // A derived shape shows what each caller may read.
      return shape.text.pieces.length === 0 ? [] : [{core: shape.core, text: shape.text, entity}]
    case 'object':
      return shape.entries.flatMap(([, each]) => valuesIn(each, entity))
    case 'array':
      return shape.items.flatMap(each => valuesIn(each, entity))
    case 'text':
      return shape.pieces.flatMap(piece => (typeof piece === 'string' ? [] : valuesIn(piece, entity)))
    case 'nested':
      return [{core: shape.core, text: shape.text, entity}, ...valuesIn(shape.shape, shape.entity)]
    case 'records':
      return valuesIn(shape.each, entity)
    default:
      return []
  }
}
