/** The bullets of point 7: those of a call, and those for all calls. */

import {placedNames, readBullets, splitOnce, splitText} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import type {Bullet, RawPoint, RawSection, Text} from '../../document/raw.ts'
import {suggestFor, suggestWord} from '../../document/spelling.ts'
import {type as typeText} from '../../feel/index.ts'
import type {Type} from '../../feel/type.ts'
import {findingsOf, typedExpression} from '../entities/expression.ts'
import type {Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import type {Errors} from '../errors/model.ts'
import {ownErrors} from '../errors/own.ts'
import type {Limits} from '../limits/model.ts'
import type {For} from '../screens/model.ts'
import {type FieldPath, readScreenPath, readSorting} from '../screens/paths.ts'
import {readFor} from '../screens/read.ts'
import {readErrorShape} from './error-shape.ts'
import type {
  CallFilter,
  CallList,
  CallSettings,
  ErrorShape,
  Operation,
  Paging,
  RequestField,
  RequestShape,
  SetValue,
} from './model.ts'
import {isHostPattern} from './read-address.ts'
import {fieldsIn, isEmptyAnswer} from './read-bodies.ts'
import {type CallReading, type CallsContext, fenceOf, wrongSetting} from './sections.ts'

/* Settings for all calls: the bullets under the heading of point 7, and `### Errors`. */

export const settingKeys = ['token scheme', 'origins', 'unknown keys', 'hosts', 'failed calls'] as const
const errorKeys = ['status', 'keys', 'messages'] as const

export function readCallSettings(point: RawPoint, {roles}: CallsContext, findings: Finding[]): CallSettings {
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
    hosts: readHosts(bullets.hosts, findings),
    failures: readFailures(bullets['failed calls'], [...roles.roles.keys()], findings),
  }
}

function readOrigins(bullet: Bullet | undefined, findings: Finding[]): CallSettings['origins'] {
  if (!bullet) return []
  if (bullet.value.text === 'any') return 'any'
  return placedNames(bullet.value).flatMap(({name, place}) => {
    if (URL.canParse(name) && new URL(name).origin === name) return [name]
    const hint = 'Write the scheme and the host, without a path: `https://app.example.com`, or `any`.'
    findings.push(wrongSetting(place, `\`${name}\` is not the origin of a site.`, hint))
    return []
  })
}

function readHosts(bullet: Bullet | undefined, findings: Finding[]): string[] {
  return (bullet ? placedNames(bullet.value) : []).flatMap(({name, place}) => {
    if (isHostPattern(name)) return [name.toLowerCase()]
    const hint = 'Write names alone: `hooks.example.com`, `*.example.com`, or with a port `erp.example.com:8443`.'
    findings.push(wrongSetting(place, `\`${name}\` is not the name of a host.`, hint))
    return []
  })
}

function readFailures(bullet: Bullet | undefined, roles: readonly string[], findings: Finding[]): For | null {
  const whom = bullet ? readFor(bullet.value, roles, findings) : null
  for (const {name, place} of bullet && whom?.kind === 'roles' ? placedNames(bullet.value) : [])
    if (!roles.includes(name)) {
      const hint = 'Add it to the table of roles in point 6.'
      findings.push(finding('N210', place, {message: `Unknown role \`${name}\`.`, ...suggestFor(place, roles, hint)}))
    }
  if (!bullet || whom?.kind !== 'everyone') return whom
  findings.push(wrongSetting(bullet.value, 'Visitors do not see which calls failed.', 'Name roles of point 6.'))
  return null
}

export function declaredErrorShape(
  section: RawSection,
  {errors}: CallsContext,
  findings: Finding[],
): ErrorShape | null {
  const bullets = readBullets(section, errorKeys, findings)
  const fence = fenceOf(section, null, findings)
  const shape = fence && readErrorShape(fence, findings)
  const status = codePairs(bullets.status, errors, findings).flatMap(({code, value, place}): [string, number][] => {
    if (/^[45]\d\d$/.test(value)) return [[code, Number(value)]]
    findings.push(wrongSetting(place, `\`${value}\` is not the status of a refusal.`, 'Write 400 to 599.'))
    return []
  })
  return (
    shape && {
      shape,
      status: new Map(status),
      keys: readErrorKeys(bullets.keys, errors, findings),
      messages: readErrorKeys(bullets.messages, errors, findings),
    }
  )
}

/** `NOT_FOUND {entity}, SIGN_IN_FAILED credentials`: keys of messages that belong to no field; and messages of codes. */
export function readErrorKeys(
  bullet: Bullet | undefined,
  errors: Errors,
  findings: Finding[],
): ReadonlyMap<string, string> {
  return new Map(codePairs(bullet, errors, findings).map(({code, value}) => [code, value]))
}

function codePairs(bullet: Bullet | undefined, errors: Errors, findings: Finding[]) {
  const codes = [...Object.keys(ownErrors), ...errors.declared.keys()]
  return (bullet ? placedNames(bullet.value) : []).flatMap(({name, place}) => {
    const [code = '', ...rest] = name.split(/\s+/)
    if (codes.includes(code) && rest.length > 0) return [{code, value: rest.join(' '), place}]
    const hint = suggestWord(code, codes, 'Write a code and its value: `NOT_UNIQUE 409`.')
    findings.push(wrongSetting(place, `\`${name}\` does not name an error code.`, hint))
    return []
  })
}

/* The bullets of a call: the query of a list, values to set, the next action, and the status of the response. */

export const detailKeys = [
  'filters',
  'sort',
  'search',
  'fields',
  'paging',
  'size',
  'sets',
  'then',
  'status',
  'keys',
] as const

type CallBullets = Partial<Record<(typeof detailKeys)[number], Bullet>>

export function callPaths(bullet: Bullet | undefined, entity: Entity, context: CallReading): readonly string[] {
  return (bullet ? placedNames(bullet.value) : []).flatMap(name => {
    const path = readScreenPath(name, entity, context, context.findings)
    return path ? [path.join('.')] : []
  })
}

const mostOnPage = 200

export function readListCall(
  bullets: CallBullets,
  entity: Entity,
  {operation, context}: {readonly operation: Operation; readonly context: CallReading},
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
      const path = readScreenPath({name: text.text, place: text}, entity, context, findings)
      if (path) filters.push(path)
    }
  }
  const search = (bullets.search ? placedNames(bullets.search.value) : []).flatMap(name => {
    const path = readScreenPath(name, entity, context, findings)
    return path ? [path] : []
  })
  const size = readSize(bullets.size, limits, findings)
  return {
    sort: (bullets.sort ? placedNames(bullets.sort.value) : []).flatMap(name =>
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

function equalsOf([key, path]: readonly [Text, Text], entity: Entity, context: CallReading): CallFilter[] {
  const {findings, scope, sqlCheck} = context
  const typing = typedExpression(path, {findings, sqlCheck, scope: {...scope, entity: entity.name}})
  if (!/^[a-z][\w-]*$/i.test(key.text) || reservedKeys.has(key.text)) {
    const hint = 'Choose another name: `tag = tags.name`.'
    findings.push(wrongSetting(key, `\`${key.text}\` cannot be the name of a filter.`, hint))
    return []
  }
  if (!typing) return []
  const several = typing.type.kind === 'list'
  const type: Type = typing.type.kind === 'list' ? typing.type.of : typing.type
  return [{key: key.text, core: typing.core, type, several, text: path}]
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

/** `20..100`: the page size, and the maximum that may be requested. */
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

export function readThen(
  bullet: Bullet | undefined,
  {operation, entity}: {readonly operation: Operation; readonly entity: Entity},
  {actions, findings}: CallReading,
): string | null {
  if (!bullet) return null
  const name = canonicalName(bullet.value.text)
  const known = actions.actions.get(entity.name)
  if (known?.has(name) && (operation.kind === 'create' || operation.kind === 'update')) return name
  const hint = known?.has(name)
    ? 'Use it with `create` or `update`.'
    : suggestWord(name, [...(known?.keys() ?? [])], 'Declare the action in point 4.')
  findings.push(wrongSetting(bullet.value, `\`${bullet.value.text}\` cannot follow here.`, hint))
  return null
}

interface Answering {
  readonly operation: Operation
  /** A block of its own. */
  readonly answers: boolean
}

export function readStatus(bullet: Bullet | undefined, {operation, answers}: Answering, findings: Finding[]): number {
  const isCreating = operation.kind === 'create' || operation.kind === 'sign up'
  const usual = isCreating ? 201 : isEmptyAnswer(operation) && !answers ? 204 : 200
  if (!bullet) return usual
  if (/^2\d\d$/.test(bullet.value.text)) return Number(bullet.value.text)
  const hint = 'Write 200 to 299; refusals have the status of their code.'
  findings.push(wrongSetting(bullet.value, `\`${bullet.value.text}\` is not the status of an answer.`, hint))
  return usual
}

interface SetsContext {
  readonly entity: Entity
  readonly fields: ReadonlyMap<string, RequestField>
  readonly request: RequestShape | null
}

/** `name = username; kind = "plain"`: values of the request may be used. */
export function readSets(
  bullet: Bullet | undefined,
  {entity, fields, request}: SetsContext,
  context: CallReading,
): SetValue[] {
  if (!bullet) return []
  const {scope, findings} = context
  const brought = new Map<string, Type>(fieldsIn(request).map(({field}) => [field.name, field.type.type]))
  return splitText(bullet.value, ';').flatMap(text => {
    const [name, expression] = splitOnce(text, '=') ?? []
    const field = name && fields.get(canonicalName(name.text))
    if (!name || !expression || !field) {
      const hint = suggestWord(name?.text ?? '', [...fields.keys()], 'Write a field and its value: `name = username`.')
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
