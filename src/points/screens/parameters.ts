/**
 * The meaning of route parameters: the record that a screen shows or edits, or a filter on the records it lists. A
 * parameter without a meaning is an error, and so is a record screen whose route identifies no record.
 */
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, replacing, type Text} from '../../document/raw.ts'
import {entityReferredTo} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {capitalised} from '../entities/names.ts'
import {userEntity} from '../entities/own-fields.ts'
import type {Route, RouteFilter, ScreenAddress, ScreenKind} from './model.ts'
import type {Shows} from './shows.ts'

/** A screen whose route parameters are resolved. */
export interface Addressed {
  readonly name: string
  readonly route: Route
  readonly shows: Shows
  readonly kind: Pick<ScreenKind, 'can' | 'own'>
}

interface ParameterContext {
  readonly written: Text
  readonly entities: Entities
  /** All screens of the document: the beginning of a longer route may be the route of another screen. */
  readonly screens: readonly Addressed[]
}

type RouteParameter = {readonly name: string; readonly at: number}

const plainAddress: ScreenAddress = {kind: 'plain'}

export function addressOf(screen: Addressed, context: ParameterContext, findings: Finding[]): ScreenAddress {
  const {shows, route, kind} = screen
  const parameters = parametersIn(route)
  const entity = 'entity' in shows ? context.entities.entities.get(shows.entity) : undefined
  if (entity && (kind.can.showOne || kind.can.edit))
    return recordAddress({screen, entity, parameters}, context, findings)
  // The parameters of own code have the types of its address.
  if (parameters.length === 0 || kind.own) return plainAddress
  if (entity) return listAddress({screen, entity, parameters}, context, findings)
  // An unknown entity already has its finding.
  if (!('entity' in shows)) findings.push(...parameters.map(each => withoutMeaning(each, screen, context)))
  return plainAddress
}

export function parametersIn({segments}: Route): RouteParameter[] {
  return segments.flatMap((segment, at) => (segment.kind === 'parameter' ? [{name: segment.name, at}] : []))
}

interface NamedParameter {
  readonly screen: Addressed
  readonly entity: Entity
  readonly parameters: readonly RouteParameter[]
}

/**
 * One parameter identifies the record. Without one, a form creates a record, and a record screen of User shows the
 * acting person.
 */
function recordAddress(
  {screen, entity, parameters}: NamedParameter,
  context: ParameterContext,
  findings: Finding[],
): ScreenAddress {
  const [parameter, ...others] = parameters
  if (!parameter) {
    if (screen.kind.can.create) return plainAddress
    if (entity.name === userEntity) return {kind: 'me'}
    findings.push(withoutRecord(screen, entity, context))
    return plainAddress
  }
  if (!isKey(entity, parameter.name)) findings.push(noKey(parameter, entity, context))
  findings.push(...others.map(each => oneIsEnough(each, {screen, entity}, context)))
  return {kind: 'record', key: parameter.name}
}

function isKey(entity: Entity, name: string): boolean {
  return name === 'id' || entity.fields.get(name)?.unique === true
}

const keysOf = (entity: Entity): string[] => ['id', ...[...entity.fields.keys()].filter(name => isKey(entity, name))]

const parameterPlace = ({name}: RouteParameter, {written}: ParameterContext) =>
  placeIn(written, Math.max(0, written.text.indexOf(`:${name}`)))

function noKey(parameter: RouteParameter, entity: Entity, context: ParameterContext): Finding {
  const message = `\`:${parameter.name}\` does not identify one ${entity.name}: it is not a unique field.`
  const hint = `Use one of: ${keysOf(entity)
    .map(key => `:${key}`)
    .join(', ')}.`
  return finding('N215', parameterPlace(parameter, context), {message, hint})
}

function oneIsEnough(
  parameter: RouteParameter,
  {screen, entity}: Omit<NamedParameter, 'parameters'>,
  context: ParameterContext,
): Finding {
  const message = `\`:${parameter.name}\` is one parameter too many: one names the ${entity.name} of "${screen.name}".`
  const hint = `Remove one of them: \`${without(screen.route, [parameter.at])}\`.`
  return finding('N215', parameterPlace(parameter, context), {message, hint})
}

function withoutMeaning(parameter: RouteParameter, screen: Addressed, context: ParameterContext): Finding {
  const message = `\`:${parameter.name}\` has no meaning on a ${screen.shows.kind}.`
  const all = parametersIn(screen.route).map(({at}) => at)
  return finding('N215', parameterPlace(parameter, context), {
    message,
    hint: `Write \`${without(screen.route, all)}\`.`,
    fix: replacing(context.written, without(screen.route, all)),
  })
}

function withoutRecord({name, route}: Addressed, entity: Entity, {written}: ParameterContext): Finding {
  const message = `The route of "${name}" does not say which ${entity.name} it shows.`
  const start = route.path === '/' ? '' : route.path
  const routes = keysOf(entity).map(key => `\`${start}/:${key}\``)
  return finding('N225', written, {message, hint: `Write ${routes.join(' or ')}.`})
}

function without({segments}: Route, left: readonly number[]): string {
  const kept = segments.filter((_, index) => !left.includes(index))
  return `/${kept.map(segment => (segment.kind === 'word' ? segment.word : `:${segment.name}`)).join('/')}`
}

/**
 * Each parameter filters the records: by one of their fields, or by the record that the beginning of the route
 * identifies.
 */
function listAddress(
  {screen, entity, parameters}: NamedParameter,
  context: ParameterContext,
  findings: Finding[],
): ScreenAddress {
  const filters = parameters.flatMap((parameter): RouteFilter[] => {
    const filter = filterOf(parameter, {screen, entity}, context)
    if ('code' in filter) findings.push(filter)
    return 'code' in filter ? [] : [filter]
  })
  return {kind: 'some', filters}
}

function filterOf(
  parameter: RouteParameter,
  at: Omit<NamedParameter, 'parameters'>,
  context: ParameterContext,
): RouteFilter | Finding {
  const {entity} = at
  const own = entity.fields.get(parameter.name)
  const owner = ownerOf(parameter, at, context)
  if (owner && isKey(owner, parameter.name)) {
    const leading = [...entity.fields.values()].filter(field => leadsTo(field, owner.name))
    const [only, ...more] = leading
    if (only && more.length === 0)
      return {parameter: parameter.name, field: only.name, of: {entity: owner.name, key: parameter.name}}
    if (only) return ambiguous(parameter, {...at, owner, leading}, context)
  }
  if (own && leadsToOne(own)) {
    const target = entityReferredTo(own) ?? ''
    return {parameter: parameter.name, field: own.name, of: {entity: target, key: 'id'}}
  }
  if (own && isCompared(own) && !isKey(entity, own.name)) return {parameter: parameter.name, field: own.name, of: null}
  return noFilter(parameter, {...at, owner}, context)
}

/** `/kinds/:id` is the route of a record screen of Kind, or starts with the plural of Kind. */
function ownerOf(
  {at}: RouteParameter,
  {screen}: Omit<NamedParameter, 'parameters'>,
  {screens, entities}: ParameterContext,
): Entity | null {
  const start = {segments: screen.route.segments.slice(0, at + 1), path: ''}
  const path = without(start, [])
  const record = screens.find(({kind, route}) => kind.can.showOne && route.path === path)
  const named = record && 'entity' in record.shows ? entities.entities.get(record.shows.entity) : undefined
  if (named) return named
  const before = screen.route.segments[at - 1]
  const word = before?.kind === 'word' ? before.word : ''
  return [...entities.entities.values()].find(entity => addressWords(entity).includes(word)) ?? null
}

/** The name of an entity in addresses. */
export function addressWords({plural, label}: Pick<Entity, 'plural' | 'label'>): string[] {
  return [plural, label].map(word =>
    word
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  )
}

const leadsToOne = ({type}: Field): boolean => type.type.kind === 'reference'

function leadsTo(field: Field, entity: string): boolean {
  const {kind} = field.type.storage
  return entityReferredTo(field) === entity && (leadsToOne(field) || kind === 'pairs')
}

/** Values that can be written in an address. */
function isCompared({type}: Field): boolean {
  return ['choice', 'text', 'number'].includes(type.type.kind) && type.filter.filter !== 'none'
}

interface Ambiguous extends Omit<NamedParameter, 'parameters'> {
  readonly owner: Entity
  readonly leading: readonly Field[]
}

function ambiguous(parameter: RouteParameter, {entity, owner, leading}: Ambiguous, context: ParameterContext): Finding {
  const names = leading.map(({name}) => `\`${name}\``).join(' and ')
  const message = `\`:${parameter.name}\` is ambiguous: ${names} of ${entity.name} lead to ${owner.name}.`
  const choices = leading.filter(leadsToOne).map(({name}) => `:${name}`)
  return finding('N215', parameterPlace(parameter, context), {
    message,
    hint: `Name the field: ${choices.join(' or ')}.`,
  })
}

function noFilter(
  parameter: RouteParameter,
  {screen, entity, owner}: Omit<NamedParameter, 'parameters'> & {readonly owner: Entity | null},
  context: ParameterContext,
): Finding {
  const message =
    owner && owner.name !== entity.name
      ? `\`:${parameter.name}\` has no meaning here: no field of ${entity.name} leads to ${owner.name}.`
      : `\`:${parameter.name}\` does not say which records "${screen.name}" shows.`
  const fields = [...entity.fields.values()].filter(
    field => leadsToOne(field) || (isCompared(field) && !isKey(entity, field.name)),
  )
  const names = fields.slice(0, 5).map(({name}) => `:${name}`)
  const plain = `write \`${without(screen.route, [parameter.at])}\``
  const hint =
    names.length === 0 ? capitalised(`${plain}.`) : `Name a field of ${entity.name}: ${names.join(', ')}, or ${plain}.`
  return finding('N215', parameterPlace(parameter, context), {message, hint})
}
