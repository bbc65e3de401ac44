/** Raw point 7: the calls that the application answers. Outgoing calls are checked for their columns, but are not sent yet. */
import {readBullets} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {suggest, suggestFor} from '../../document/near.ts'
import type {Bullet, Fence, RawPoint, RawSection, RawTable, Text} from '../../document/raw.ts'
import {sliceOf} from '../../document/raw.ts'
import {namesIn, splitOnce, splitText} from '../../document/split-cell.ts'
import {type Cells, kindOf, readRows, type TableKind, unknownTable} from '../../document/table.ts'
import {type as typeText} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
import {sqlProblemsOfAny} from '../../feel/sql/problems.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import type {Type} from '../../feel/type.ts'
import {findingsOf} from '../entities/expression.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {userEntity} from '../entities/own-fields.ts'
import type {Errors} from '../errors/model.ts'
import {ownErrors} from '../errors/own.ts'
import type {Limits} from '../limits/model.ts'
import type {Roles} from '../roles/model.ts'
import {readPath, readSorting, readWhere} from '../screens/details.ts'
import type {FieldPath} from '../screens/model.ts'
import {readFor} from '../screens/read.ts'
import {readRoute} from '../screens/route.ts'
import type {Actions} from '../states/model.ts'
import type {
  Call,
  CallFilter,
  CallKey,
  CallList,
  CallSettings,
  Calls,
  ErrorShape,
  Method,
  Operation,
  Paging,
  RequestField,
  RequestShape,
  SetValue,
  Shape,
} from './model.ts'
import {
  checkShape,
  type DeclaredShape,
  derivedAnswer,
  readAnswer,
  readErrorShape,
  readRequest,
  type ShapeContext,
} from './shapes.ts'

type CallColumn = 'Call' | 'Method' | 'Path' | 'Does' | 'For'
export const callsTable: TableKind<CallColumn> = {
  called: 'calls',
  required: ['Call', 'Method', 'Path', 'Does', 'For'],
  optional: [],
}

type EventColumn = 'Event' | 'Method' | 'URL' | 'Sends'
export const eventsTable: TableKind<EventColumn> = {
  called: 'events',
  required: ['Event', 'Method', 'URL', 'Sends'],
  optional: [],
}

const settingKeys = ['token scheme', 'origins', 'unknown keys'] as const
const detailKeys = ['filters', 'sort', 'search', 'fields', 'paging', 'size', 'sets', 'then', 'status'] as const
const errorKeys = ['status', 'keys'] as const
export const callKeys = [...settingKeys, ...detailKeys, 'keys'] as const

/** Names of outgoing calls, which actions name before the calls themselves can be read. */
export function eventNames(point: RawPoint): ReadonlySet<string> {
  const events = tablesOf(point).filter(table => kindOf<TableKind<string>>(table, bothTables) === eventsTable)
  const rows = events.flatMap(table => readRows(table, eventsTable, []))
  return new Set(rows.map(({cells}) => cells.Event.text).filter(name => name !== ''))
}

const bothTables = [callsTable, eventsTable] as const

const tablesOf = ({sections}: RawPoint): RawTable[] =>
  sections.flatMap(({blocks}) => blocks).filter(block => block.kind === 'table')

export interface CallsContext {
  readonly entities: Entities
  readonly scope: Scope
  readonly tables: Tables
  readonly roles: Roles
  readonly errors: Errors
  readonly limits: Limits
  readonly actions: Actions
}

export function readCalls(point: RawPoint, context: CallsContext, findings: Finding[]): Calls {
  const rows: Cells<CallColumn>[] = []
  for (const table of tablesOf(point)) {
    const kind = kindOf<TableKind<string>>(table, bothTables)
    if (kind === null) findings.push(unknownTable(table, bothTables))
    if (kind === callsTable) rows.push(...readRows(table, callsTable, findings).map(({cells}) => cells))
    if (kind === eventsTable) {
      readRows(table, eventsTable, findings)
      findings.push(notSent(table))
    }
  }
  const names = rows.map(({Call: {text}}) => text)
  const sections = sectionsOf(point, names, findings)
  const shapes = {...context, shapes: sections.shapes, findings}
  for (const shape of sections.shapes.values()) checkShape(shape, shapes)
  const calls = rows.flatMap(cells => {
    const call = readCall(cells, sections.details.get(cells.Call.text), shapes)
    return call ? [call] : []
  })
  return {
    calls,
    settings: readSettings(point, findings),
    errors: sections.errors ? readErrors(sections.errors, context, findings) : null,
    events: eventNames(point),
  }
}

function notSent({header}: RawTable): Finding {
  return finding('N701', header, {
    message: 'These calls are not sent yet.',
    hint: 'Remove the table, or accept this warning until a later version supports it.',
  })
}

// Subsections: details of calls, named shapes, and the shape of refusals.

interface Sections {
  readonly details: ReadonlyMap<string, RawSection>
  readonly shapes: ReadonlyMap<string, DeclaredShape>
  readonly errors: RawSection | null
}

const shapeHeading = /^Shape (\w+) of (\w+)$/

function sectionsOf(point: RawPoint, names: readonly string[], findings: Finding[]): Sections {
  const details = new Map<string, RawSection>()
  const shapes = new Map<string, DeclaredShape>()
  let errors: RawSection | null = null
  for (const section of point.sections) {
    const {heading} = section
    if (heading === null) continue
    const [, shape, entity] = shapeHeading.exec(heading.text) ?? []
    const twice = shape === undefined ? details.has(heading.text) : shapes.has(shape)
    if (twice || (heading.text === 'Errors' && errors)) findings.push(duplicateHeading(heading))
    else if (shape !== undefined && entity !== undefined) {
      const fence = fenceOf(section, null, findings)
      if (fence) shapes.set(shape, {name: shape, entity, fence})
    } else if (heading.text === 'Errors' && !names.includes('Errors')) errors = section
    else if (names.includes(heading.text)) details.set(heading.text, section)
    else findings.push(unknownHeading(heading, names))
  }
  return {details, shapes, errors}
}

function duplicateHeading(heading: Text): Finding {
  return finding('N717', heading, {
    message: `"${heading.text}" is described above already.`,
    hint: 'Put both parts under one heading.',
  })
}

function unknownHeading(heading: Text, names: readonly string[]): Finding {
  return finding('N717', heading, {
    message: `Unknown call "${heading.text}".`,
    ...suggestFor(
      heading,
      [...names, 'Errors'],
      'Add a row for it to the table of calls, or write `### Shape Name of Entity`.',
    ),
  })
}

const jsonInfo = /^json(?:\s+(request|answer))?$/

/** The fenced block of this purpose; `null`: the one there is. */
function fenceOf(section: RawSection, purpose: 'request' | 'answer' | null, findings: Finding[]): Fence | null {
  const fences = section.blocks.filter(block => block.kind === 'fence')
  const fits = (fence: Fence): boolean => {
    const [, named] = jsonInfo.exec(fence.info.trim()) ?? []
    return purpose === null || (named ?? 'answer') === purpose
  }
  const [found = null, second] = fences.filter(fits)
  if (second) {
    const hint = 'Mark one with ```` ```json request ```` and the other with ```` ```json answer ````.'
    findings.push(finding('N710', second, {message: 'There is such a block above already.', hint}))
  }
  if (purpose === null && !found) {
    const at = section.heading ?? section
    findings.push(finding('N710', at, {message: 'This shape has no JSON.', hint: 'Add a block ```` ```json ````.'}))
  }
  return found
}

// Settings of all calls.

function readSettings(point: RawPoint, findings: Finding[]): CallSettings {
  const [own] = point.sections.filter(({heading}) => heading === null)
  const bullets = own ? readBullets(own, settingKeys, findings) : {}
  const scheme = bullets['token scheme']?.value
  if (scheme && !/^[A-Za-z][A-Za-z0-9-]{0,30}$/.test(scheme.text))
    findings.push(wrongSetting(scheme, 'A token scheme is one word.', 'Write it like this: `- token scheme: Token`.'))
  const keys = bullets['unknown keys']?.value
  if (keys && keys.text !== 'ignored' && keys.text !== 'refused')
    findings.push(wrongSetting(keys, 'Unknown keys are `ignored` or `refused`.', 'Write `ignored` or `refused`.'))
  return {
    scheme: scheme?.text ?? 'Bearer',
    origins: readOrigins(bullets.origins, findings),
    ignoresUnknownKeys: keys?.text === 'ignored',
  }
}

function readOrigins(bullet: Bullet | undefined, findings: Finding[]): CallSettings['origins'] {
  if (!bullet) return []
  if (bullet.value.text === 'any') return 'any'
  return namesIn(bullet.value).flatMap(({name, place}) => {
    if (URL.canParse(name) && new URL(name).origin === name) return [name]
    const hint = 'Write the scheme and the host, without a path: `https://app.example.com`, or `any`.'
    findings.push(wrongSetting(place, `\`${name}\` is not the origin of a site.`, hint))
    return []
  })
}

function wrongSetting(place: Text, message: string, hint: string): Finding {
  return finding('N716', place, {message, hint})
}

function readErrors(section: RawSection, {errors}: CallsContext, findings: Finding[]): ErrorShape | null {
  const bullets = readBullets(section, errorKeys, findings)
  const fence = fenceOf(section, null, findings)
  const shape = fence && readErrorShape(fence, findings)
  const codes = [...Object.keys(ownErrors), ...errors.declared.keys()]
  const pairs = (bullet: Bullet | undefined) =>
    (bullet ? namesIn(bullet.value) : []).flatMap(({name, place}) => {
      const [code = '', ...rest] = name.split(/\s+/)
      if (codes.includes(code) && rest.length > 0) return [{code, value: rest.join(' '), place}]
      const hint = suggest(code, codes, 'Write a code and its value: `NOT_UNIQUE 409`.')
      findings.push(wrongSetting(place, `\`${name}\` does not name an error code.`, hint))
      return []
    })
  const status = pairs(bullets.status).flatMap(({code, value, place}): [string, number][] => {
    if (/^[45]\d\d$/.test(value)) return [[code, Number(value)]]
    findings.push(wrongSetting(place, `\`${value}\` is not the status of a refusal.`, 'Write 400 to 599.'))
    return []
  })
  const keys = pairs(bullets.keys).map(({code, value}): [string, string] => [code, value])
  return shape && {shape, status: new Map(status), keys: new Map(keys)}
}

// One call.

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The methods that a call of each kind may have; reading never changes anything. */
const methodsOf = (operation: Operation): readonly Method[] =>
  operation.kind === 'list' || operation.kind === 'one' ? ['GET'] : ['POST', 'PUT', 'PATCH', 'DELETE']

type ReadContext = ShapeContext & CallsContext

function readCall(cells: Cells<CallColumn>, section: RawSection | undefined, context: ReadContext): Call | null {
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
  const fields = fieldsOf({operation, entity, keys}, context)
  const request = requestOf({section, operation, fields, own, entity}, context)
  const sets = readSets(bullets.sets, {entity, fields, request}, context)
  const list = readList(bullets, entity, {operation, context})
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
    status: readStatus(bullets.status, operation, findings),
    request,
    answer: answerOf({section, operation, entity, own, names: pathsOf(bullets.fields, entity, context)}, context),
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
function readDoes(text: Text, context: ReadContext): ReadDoes | null {
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
      finding('N704', head, {message, hint: suggest(operation.action, names, 'Declare it in point 4.')}),
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

// What the parameters of the path mean.

interface PathMeaning {
  readonly parameters: readonly string[]
  readonly by: Text | null
  readonly entity: Entity
  readonly path: Text
}

function readKeys({parameters, by, entity, path}: PathMeaning, context: ReadContext): CallKey[] | null {
  const {findings} = context
  const named = by ? namesIn(by) : parameters.map(name => ({name, place: path}))
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
  {scope, entities}: ReadContext,
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

// Bullets.

type Bullets = Partial<Record<(typeof detailKeys)[number], Bullet>>

function pathsOf(bullet: Bullet | undefined, entity: Entity, context: ReadContext): readonly string[] {
  return (bullet ? namesIn(bullet.value) : []).flatMap(name => {
    const path = readPath(name, entity, context, context.findings)
    return path ? [path.join('.')] : []
  })
}

const mostOnPage = 200

function readList(
  bullets: Bullets,
  entity: Entity,
  {operation, context}: {readonly operation: Operation; readonly context: ReadContext},
): CallList {
  const {findings, limits} = context
  if (operation.kind !== 'list')
    for (const key of ['filters', 'sort', 'search', 'paging', 'size'] as const) {
      const bullet = bullets[key]
      if (bullet) findings.push(wrongSetting(bullet.key, `\`${key}\` can only be used with a list.`, 'Remove it.'))
    }
  const filters: FieldPath[] = []
  const equals: CallFilter[] = []
  for (const text of bullets.filters ? splitText(bullets.filters.value, ',') : []) {
    const renamed = splitOnce(text, '=')
    if (renamed) equals.push(...equalsOf(renamed, entity, context))
    else {
      const path = readPath({name: text.text, place: text}, entity, context, findings)
      if (path) filters.push(path)
    }
  }
  const search = (bullets.search ? namesIn(bullets.search.value) : []).flatMap(name => {
    const path = readPath(name, entity, context, findings)
    return path ? [path] : []
  })
  const size = readSize(bullets.size, limits, findings)
  return {
    sort: (bullets.sort ? namesIn(bullets.sort.value) : []).flatMap(name =>
      readSorting(name, entity, context, findings),
    ),
    filters,
    equals,
    search,
    paging: readPaging(bullets.paging, findings),
    ...size,
  }
}

const reservedKeys = new Set(['sort', 'q', 'after', 'before', 'size', 'fields', 'limit', 'offset'])

function equalsOf([key, path]: readonly [Text, Text], entity: Entity, context: ReadContext): CallFilter[] {
  const {findings, scope, tables} = context
  const typing = typeText(path.text, {...scope, entity: entity.name})
  if (!typing.ok) {
    findings.push(...findingsOf(path, typing.problems))
    return []
  }
  const problems = sqlProblemsOfAny(typing.core, tables, path.text)
  findings.push(...findingsOf(path, problems))
  if (!/^[a-z][\w-]*$/i.test(key.text) || reservedKeys.has(key.text)) {
    const hint = 'Choose another name: `tag = tags.name`.'
    findings.push(wrongSetting(key, `\`${key.text}\` cannot be the name of a filter.`, hint))
    return []
  }
  const several = typing.type.kind === 'list'
  const type: Type = typing.type.kind === 'list' ? typing.type.of : typing.type
  return problems.length > 0 ? [] : [{key: key.text, core: typing.core, type, several}]
}

function readPaging(bullet: Bullet | undefined, findings: Finding[]): Paging {
  const text = bullet?.value.text.replace(/\s*,\s*/g, ', ')
  if (bullet === undefined || text === 'cursor') return 'cursor'
  if (text === 'limit, offset') return 'offset'
  if (text === 'none') return 'none'
  const hint = 'Write `cursor`, `limit, offset` or `none`.'
  findings.push(wrongSetting(bullet.value, `Unknown way of paging: \`${text}\`.`, hint))
  return 'cursor'
}

/** `20..100`: records on a page, and the most that may be asked for. */
function readSize(
  bullet: Bullet | undefined,
  {settings}: Limits,
  findings: Finding[],
): Pick<CallList, 'size' | 'largest'> {
  const usual = {size: settings.PAGE_SIZE, largest: mostOnPage}
  if (!bullet) return usual
  const [, first, last = String(mostOnPage)] = /^(\d+)(?:\.\.(\d+))?$/.exec(bullet.value.text) ?? []
  const [size, largest] = [Number(first), Number(last)]
  if (first !== undefined && size >= 1 && size <= largest && largest <= 1000) return {size, largest}
  const hint = 'Write how many there are usually, and at most: `20..100`. The most is 1000.'
  findings.push(wrongSetting(bullet.value, `\`${bullet.value.text}\` is not a size of a page.`, hint))
  return usual
}

function readThen(
  bullet: Bullet | undefined,
  {operation, entity}: {readonly operation: Operation; readonly entity: Entity},
  {actions, findings}: ReadContext,
): string | null {
  if (!bullet) return null
  const name = canonicalName(bullet.value.text)
  const known = actions.actions.get(entity.name)
  if (known?.has(name) && (operation.kind === 'create' || operation.kind === 'update')) return name
  const hint = known?.has(name)
    ? 'Use it with `create` or `update`.'
    : suggest(name, [...(known?.keys() ?? [])], 'Declare the action in point 4.')
  findings.push(wrongSetting(bullet.value, `\`${bullet.value.text}\` cannot follow here.`, hint))
  return null
}

function readStatus(bullet: Bullet | undefined, operation: Operation, findings: Finding[]): number {
  const usual = operation.kind === 'create' || operation.kind === 'sign up' ? 201 : isEmptyAnswer(operation) ? 204 : 200
  if (!bullet) return usual
  if (/^2\d\d$/.test(bullet.value.text)) return Number(bullet.value.text)
  const hint = 'Write 200 to 299; refusals have the status of their code.'
  findings.push(wrongSetting(bullet.value, `\`${bullet.value.text}\` is not the status of an answer.`, hint))
  return usual
}

const isEmptyAnswer = ({kind}: Operation): boolean => kind === 'delete' || kind === 'several' || kind === 'sign out'

interface SetsContext {
  readonly entity: Entity
  readonly fields: ReadonlyMap<string, RequestField>
  readonly request: RequestShape | null
}

/** `name = username; kind = "plain"`: what the request brought may be named. */
function readSets(
  bullet: Bullet | undefined,
  {entity, fields, request}: SetsContext,
  context: ReadContext,
): SetValue[] {
  if (!bullet) return []
  const {scope, findings} = context
  const brought = new Map<string, Type>(fieldsIn(request).map(({field}) => [field.name, field.type.type]))
  return splitText(bullet.value, ';').flatMap(text => {
    const [name, expression] = splitOnce(text, '=') ?? []
    const field = name && fields.get(canonicalName(name.text))
    if (!name || !expression || !field) {
      const hint = suggest(name?.text ?? '', [...fields.keys()], 'Write a field and its value: `name = username`.')
      findings.push(wrongSetting(text, `\`${text.text}\` sets no field of ${entity.name}.`, hint))
      return []
    }
    const typing = typeText(expression.text, {...scope, inputs: brought}, field.field.type.type)
    if (!typing.ok) {
      findings.push(...findingsOf(expression, typing.problems))
      return []
    }
    return [{field: field.field.name, core: typing.core}]
  })
}

// Requests and answers.

/** What a call may fill in: fields of the record, or what its action asks for. */
function fieldsOf(
  {operation, entity, keys}: Pick<Call, 'operation' | 'keys'> & {readonly entity: Entity},
  {actions}: ReadContext,
): ReadonlyMap<string, RequestField> {
  const found = new Map<string, RequestField>()
  const add = (field: Field, required: boolean) =>
    found.set(field.name, {kind: 'field', field, required, by: null, creates: false})
  if (operation.kind === 'action' || operation.kind === 'several') {
    const rows = actions.actions.get(entity.name)?.get(operation.action)?.rows ?? []
    for (const row of rows)
      for (const {field, optional} of row.asks) {
        const always = rows.every(each => each.asks.some(asked => asked.field.name === field.name && !asked.optional))
        add(field, always && !optional)
      }
    return found
  }
  if (operation.kind === 'list' || operation.kind === 'one' || operation.kind === 'delete') return found
  if (operation.kind === 'sign in' || operation.kind === 'sign out') {
    const email = entity.fields.get('email')
    if (email && operation.kind === 'sign in') add(email, true)
    return found
  }
  const creates = operation.kind === 'create' || operation.kind === 'sign up'
  const led = new Set(keys.map(({path: [first = '']}) => first))
  for (const field of entity.fields.values())
    if (isFilledIn(field) && !(creates && led.has(field.name)) && !(operation.kind === 'sign up' && !isOwnWord(field)))
      add(field, creates && field.required && field.default === null)
  return found
}

function isFilledIn({computed, state, setByEngine, type: {keeps, control}}: Field): boolean {
  if (computed !== null || state || setByEngine || control.control === 'file') return false
  return keeps.kind === 'pairs' || (keeps.kind === 'column' && keeps.counter === null)
}

/** What people say about themselves when they sign up: no roles, and nothing about other records. */
function isOwnWord({name, type}: Field): boolean {
  const item = type.type.kind === 'list' ? type.type.of : type.type
  return name !== 'roles' && name !== 'active' && item.kind !== 'reference'
}

interface RequestSource {
  readonly section: RawSection | undefined
  readonly operation: Operation
  readonly fields: ReadonlyMap<string, RequestField>
  readonly own: boolean
  readonly entity: Entity
}

function requestOf(
  {section, operation, fields, own, entity}: RequestSource,
  context: ReadContext,
): RequestShape | null {
  const signs = operation.kind === 'sign in' || operation.kind === 'sign up'
  const password = signs || (own && operation.kind === 'update')
  const fence = section ? fenceOf(section, 'request', context.findings) : null
  if (fence) return readRequest(fence, {...context, fields, entity: entity.name, password})
  if (operation.kind === 'several')
    return {
      kind: 'object',
      entries: [['records', {kind: 'records'}], ...[...fields.values()].map(each => [each.field.name, each] as const)],
    }
  // Signing up asks for no more than it needs, unless the document says so.
  const asked = [...fields.values()].filter(each => operation.kind !== 'sign up' || each.required)
  const entries = asked.map((each): readonly [string, RequestShape] => [each.field.name, each])
  if (signs) entries.push(['password', {kind: 'password'}])
  return entries.length === 0 ? null : {kind: 'object', entries}
}

export function fieldsIn(shape: RequestShape | null): RequestField[] {
  if (shape?.kind === 'field') return [shape]
  return shape?.kind === 'object' ? shape.entries.flatMap(([, each]) => fieldsIn(each)) : []
}

interface AnswerSource {
  readonly section: RawSection | undefined
  readonly operation: Operation
  readonly entity: Entity
  readonly own: boolean
  readonly names: readonly string[]
}

function answerOf({section, operation, entity, own, names}: AnswerSource, context: ReadContext): Shape | null {
  const signs = operation.kind === 'sign in' || operation.kind === 'sign up'
  const fence = section ? fenceOf(section, 'answer', context.findings) : null
  if (fence)
    return readAnswer(fence, {entity: entity.name, list: operation.kind === 'list', token: signs || own}, context)
  if (isEmptyAnswer(operation)) return null
  const record = derivedAnswer(entity, {names, context})
  if (operation.kind === 'list')
    return {
      kind: 'object',
      entries: [
        ['items', {kind: 'records', each: record}],
        ['count', {kind: 'own', name: 'count'}],
        ['next', {kind: 'own', name: 'next'}],
        ['previous', {kind: 'own', name: 'previous'}],
      ],
    }
  if (!signs) return record
  return {
    kind: 'object',
    entries: [
      ['token', {kind: 'own', name: 'token'}],
      ['user', record],
    ],
  }
}

/** A new record needs what nothing brings. */
function neverValid(call: Omit<Call, 'source'> & Pick<Call, 'source'>, entity: Entity): Finding[] {
  if (call.operation.kind !== 'create' && call.operation.kind !== 'sign up') return []
  const brought = new Set([
    ...fieldsIn(call.request).map(({field}) => field.name),
    ...call.sets.map(({field}) => field),
    ...call.keys.map(({path: [first = '']}) => first),
    ...(call.operation.kind === 'sign up' ? ['roles', 'active'] : []),
  ])
  const missing = [...entity.fields.values()].filter(
    field => field.required && field.default === null && isFilledIn(field) && !brought.has(field.name),
  )
  if (missing.length === 0) return []
  const names = missing.map(({name}) => `\`${name}\``).join(', ')
  return [
    finding('N713', call.source.does, {
      message: `This call never succeeds: ${entity.name} requires ${names}, which the request does not bring.`,
      hint: 'Add it to the request, or give it a value: `- sets: name = username`.',
    }),
  ]
}
