/** Raw point 7: the calls that the application serves, and those that it makes. */

import {placedNames, readBullets} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {type RawPoint, type RawSection, type RawTable, sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor, suggestWord} from '../../document/spelling.ts'
import {type Cells, type TableKind, tableKind, tableRows, unknownTable} from '../../document/table.ts'
import {type as typeText} from '../../feel/index.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {userEntity} from '../entities/own-fields.ts'
import {type FieldPath, readWhere} from '../screens/paths.ts'
import {readFor} from '../screens/read.ts'
import {readRoute} from '../screens/route.ts'
import type {OutgoingNames} from '../states/action-context.ts'
import type {Call, CallKey, Calls, Method, Operation} from './model.ts'
import {answerOf, callFields, neverValid, requestShape} from './read-bodies.ts'
import {
  callPaths,
  declaredErrorShape,
  detailKeys,
  readCallSettings,
  readErrorKeys,
  readListCall,
  readSets,
  readStatus,
  readThen,
  settingKeys,
} from './read-details.ts'
import {callersOf, type EventColumn, eventKeys, readEvent} from './read-event.ts'
import {effectKeys, effectsTable, readOwnEffects} from './read-own-effect.ts'
import {type CallReading, type CallsContext, fenceOf, sectionsOf} from './sections.ts'
import {checkShape} from './shapes.ts'

/* One call: a row of the table of calls with its details. */

type CallColumn = 'Call' | 'Method' | 'Path' | 'Does' | 'For'

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The methods allowed for each kind of call; reading never changes anything. */
const methodsOf = (operation: Operation): readonly Method[] =>
  operation.kind === 'list' || operation.kind === 'one' ? ['GET'] : ['POST', 'PUT', 'PATCH', 'DELETE']

function readCall(cells: Cells<CallColumn>, section: RawSection | undefined, context: CallReading): Call | null {
  const {findings} = context
  const {Call: name, Method: written, Path: path, Does: does, For: roles} = cells
  if (name.text === '') {
    findings.push(
      finding('N702', name, {message: 'This call has no name.', hint: 'Write one, such as `List articles`.'}),
    )
    return null
  }
  const route = readRoute(path.text)
  if (!route.ok) findings.push(finding('N706', path, {message: route.message, hint: route.hint}))
  const read = readDoes(does, context)
  const method = methods.find(each => each === written.text.toUpperCase())
  const whom = readFor(roles, [...context.roles.roles.keys()], findings)
  if (read && (!method || !methodsOf(read.operation).includes(method))) {
    const fitting = methodsOf(read.operation)
    const message = method ? `${method} does not fit \`${does.text}\`.` : `Unknown method \`${written.text}\`.`
    findings.push(finding('N705', written, {message, hint: `Use one of: ${fitting.join(', ')}.`}))
    return null
  }
  if (!read || !method || !route.ok || !whom) return null
  const {operation, entity} = read
  const parameters = route.route.segments.filter(segment => segment.kind === 'parameter').map(each => each.name)
  const keys = readKeys({parameters, by: read.by, entity, path}, context)
  if (keys === null) return null
  const where = read.where ? readWhere(read.where, entity, context, findings) : null
  const bullets = section ? readBullets(section, detailKeys, findings) : {}
  const own = isOwn(operation, keys)
  if (!own && needsKey(operation) && keys.length === 0) {
    const hint = 'Name it in the path: `/articles/:id`.'
    findings.push(finding('N709', path, {message: `The path does not say which ${entity.name}.`, hint}))
  }
  if (own && whom.kind === 'everyone') {
    const hint = 'Write `signed in`, or roles.'
    findings.push(finding('N709', roles, {message: 'Visitors have no record of their own.', hint}))
  }
  const fields = callFields({operation, entity, keys}, context)
  const request = requestShape({section, operation, fields, own, entity}, context)
  const sets = readSets(bullets.sets, {entity, fields, request}, context)
  const list = readListCall(bullets, entity, {operation, context})
  const call = {
    name: name.text,
    method,
    route: route.route,
    operation,
    for: whom,
    keys,
    own,
    where,
    list,
    sets,
    follows: readThen(bullets.then, {operation, entity}, context),
    status: readStatus(
      bullets.status,
      {operation, answers: section ? fenceOf(section, 'answer', []) !== null : false},
      findings,
    ),
    errorKeys: readErrorKeys(bullets.keys, context.errors, findings),
    request,
    derivesRequest: !section || fenceOf(section, 'request', []) === null,
    answer: answerOf({section, operation, entity, own, names: callPaths(bullets.fields, entity, context)}, context),
    source: {name, path, does, roles},
    file: name.file,
    line: name.line,
    column: name.column,
  }
  findings.push(...neverValid(call, entity))
  return call
}

const needsKey = ({kind}: Operation): boolean =>
  kind === 'one' || kind === 'update' || kind === 'delete' || kind === 'action'

function isOwn(operation: Operation, keys: readonly CallKey[]): boolean {
  return operation.entity === userEntity && needsKey(operation) && keys.length === 0
}

interface ReadDoes {
  readonly operation: Operation
  readonly entity: Entity
  readonly by: Text | null
  readonly where: Text | null
}

const forms =
  '`list of Article`, `one Article`, `create Article`, `update Article`, `delete Article`, `publish of Article`, `publish several Article`, `sign in`, `sign up`, `sign out`'

/** `one Comment by article.slug, number where not(hidden)` */
function readDoes(text: Text, context: CallReading): ReadDoes | null {
  const whole = text.text
  const whereAt = / where /.exec(whole)?.index ?? whole.length
  const byAt = / by /.exec(whole.slice(0, whereAt))?.index ?? whereAt
  const head = sliceOf(text, 0, byAt)
  const by = byAt < whereAt ? sliceOf(text, byAt + 4, whereAt) : null
  const where = whereAt < whole.length ? sliceOf(text, whereAt + 7) : null
  const operation = operationOf(head.text)
  if (!operation) {
    const message = head.text === '' ? 'This call does nothing.' : `Unknown purpose of a call: \`${head.text}\`.`
    context.findings.push(finding('N702', text, {message, hint: `Write one of: ${forms}.`}))
    return null
  }
  const entity = context.entities.entities.get(operation.entity)
  if (!entity) {
    const at = Math.max(0, head.text.lastIndexOf(operation.entity))
    const place = sliceOf(head, at, at + operation.entity.length)
    const message = `Unknown entity \`${operation.entity}\`.`
    const names = [...context.entities.entities.keys()]
    context.findings.push(finding('N703', place, {message, ...suggestFor(place, names, 'Declare it in point 3.')}))
    return null
  }
  if ((operation.kind === 'action' || operation.kind === 'several') && !isAction(operation, context)) {
    const names = [...(context.actions.actions.get(entity.name)?.keys() ?? [])]
    const message = `${entity.name} has no action \`${operation.action}\`.`
    context.findings.push(
      finding('N704', head, {message, hint: suggestWord(operation.action, names, 'Declare it in point 4.')}),
    )
    return null
  }
  return {operation, entity, by, where}
}

function isAction(operation: Extract<Operation, {action: string}>, {actions}: CallsContext): boolean {
  if (operation.kind === 'several' && operation.action === 'delete') return true
  return actions.actions.get(operation.entity)?.has(operation.action) === true
}

function operationOf(text: string): Operation | null {
  if (text === 'sign in' || text === 'sign up' || text === 'sign out') return {kind: text, entity: userEntity}
  const [, listed] = /^list of (\w+)$/.exec(text) ?? []
  if (listed !== undefined) return {kind: 'list', entity: listed}
  const [, several, onAll] = /^([a-z][\w ]*?) several (\w+)$/.exec(text) ?? []
  if (several !== undefined && onAll !== undefined)
    return {kind: 'several', entity: onAll, action: canonicalName(several)}
  const [, action, acted] = /^([a-z][\w ]*?) of (\w+)$/.exec(text) ?? []
  if (action !== undefined && acted !== undefined) return {kind: 'action', entity: acted, action: canonicalName(action)}
  const [, kind, entity] = /^(one|create|update|delete) (\w+)$/.exec(text) ?? []
  if (entity === undefined) return null
  const plain = (['one', 'create', 'update', 'delete'] as const).find(each => each === kind)
  return plain ? {kind: plain, entity} : null
}

// The meaning of the path parameters.

interface PathMeaning {
  readonly parameters: readonly string[]
  readonly by: Text | null
  readonly entity: Entity
  readonly path: Text
}

function readKeys({parameters, by, entity, path}: PathMeaning, context: CallReading): CallKey[] | null {
  const {findings} = context
  const named = by ? placedNames(by) : parameters.map(name => ({name, place: path}))
  if (named.length !== parameters.length) {
    const message = `The path has ${parameters.length} parameters, and \`by\` names ${named.length} fields.`
    findings.push(finding('N709', by ?? path, {message, hint: 'Name one field for each parameter, in their order.'}))
    return null
  }
  const keys: CallKey[] = []
  for (const [index, {name, place}] of named.entries()) {
    const parameter = parameters[index] ?? ''
    const found = keyOf({parameter, name}, entity, context)
    if (found) keys.push(found)
    else {
      const message = `The parameter \`:${parameter}\` does not name a field of ${entity.name}.`
      const hint = `Say what it means: \`${entity.name} by …\`, with a field, or a path to one: \`article.slug\`.`
      findings.push(finding('N709', place, {message, hint}))
    }
  }
  return keys.length === named.length ? keys : null
}

function keyOf(
  {parameter, name}: {readonly parameter: string; readonly name: string},
  entity: Entity,
  {scope, entities}: CallReading,
): CallKey | null {
  const path: FieldPath = name.split('.').map(canonicalName)
  const typing = typeText(path.join('.'), {...scope, entity: entity.name})
  if (!typing.ok || typing.type.kind === 'list') return null
  const [first = '', ...rest] = path
  const field = fieldOf(entity, first)
  const target = field?.type.type.kind === 'reference' ? entities.entities.get(field.type.type.entity) : undefined
  const at = rest.length > 0 && target ? typeText(rest.join('.'), {...scope, entity: target.name}) : null
  const through = target && at?.ok ? {field: first, entity: target.name, core: at.core} : null
  return {parameter, path, core: typing.core, type: typing.type, through}
}

const callsTable: TableKind<CallColumn> = {
  called: 'calls',
  required: ['Call', 'Method', 'Path', 'Does', 'For'],
  optional: [],
}

const eventsTable: TableKind<EventColumn> = {
  called: 'events',
  required: ['Event', 'Method', 'URL', 'Sends'],
  optional: ['Sets'],
}

export const callKeys = [...settingKeys, ...detailKeys, ...eventKeys, ...effectKeys] as const

/** Names of outgoing calls and of effects, which actions refer to before those themselves can be read. */
export function outgoingNames(point: RawPoint): OutgoingNames {
  const namesOf = <Column extends string>(kind: TableKind<Column>, column: Column): ReadonlySet<string> => {
    const tables = tablesOf(point).filter(table => tableKind<TableKind<string>>(table, callTables) === kind)
    const names = tables.flatMap(table => tableRows(table, kind, []).map(({cells}) => cells[column].text))
    return new Set(names.filter(name => name !== ''))
  }
  return {calls: namesOf(eventsTable, 'Event'), ownEffects: namesOf(effectsTable, 'Effect')}
}

export const callTables = [callsTable, eventsTable, effectsTable] as const

const tablesOf = ({sections}: RawPoint): RawTable[] =>
  sections.flatMap(({blocks}) => blocks).filter(block => block.kind === 'table')

export function readCalls(point: RawPoint, context: CallsContext, findings: Finding[]): Calls {
  const rows: Cells<CallColumn>[] = []
  const written: Cells<EventColumn>[] = []
  const coded: Parameters<typeof readOwnEffects>[0][number][] = []
  for (const table of tablesOf(point)) {
    const kind = tableKind<TableKind<string>>(table, callTables)
    if (kind === null) findings.push(unknownTable(table, callTables))
    if (kind === callsTable) rows.push(...tableRows(table, callsTable, findings).map(({cells}) => cells))
    if (kind === eventsTable) written.push(...tableRows(table, eventsTable, findings).map(({cells}) => cells))
    if (kind === effectsTable) coded.push(...tableRows(table, effectsTable, findings).map(({cells}) => cells))
  }
  const names = [
    ...rows.map(({Call: {text}}) => text),
    ...written.map(({Event: {text}}) => text),
    ...coded.map(({Effect: {text}}) => text),
  ]
  const sections = sectionsOf(point, names, findings)
  const shapes = {...context, shapes: sections.shapes, findings}
  for (const shape of sections.shapes.values()) checkShape(shape, shapes)
  const calls = rows.flatMap(cells => {
    const call = readCall(cells, sections.details.get(cells.Call.text), shapes)
    return call ? [call] : []
  })
  const settings = readCallSettings(point, context, findings)
  const events = written.flatMap(cells => {
    const event = readEvent(cells, sections.details.get(cells.Event.text), {...shapes, hosts: settings.hosts})
    return event ? [event] : []
  })
  const own = readOwnEffects(coded, sections.details, shapes)
  return {
    calls,
    settings,
    errors: sections.errors ? declaredErrorShape(sections.errors, context, findings) : null,
    events,
    effects: own.effects,
    uncaused: {
      call: written.flatMap(({Event: name}) =>
        callersOf({call: name.text}, context.actions).length > 0 ? [] : [name],
      ),
      run: own.uncaused,
    },
  }
}
