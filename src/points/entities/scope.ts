/** The names available in expressions of a document: entities with all their fields, and the constants of point 9. */
import type {Json} from '../../feel/core.ts'
import {parseNum} from '../../feel/decimal.ts'
import {encodeValue} from '../../feel/format.ts'
import type {ConstantScope, FieldScope, Scope} from '../../feel/scope.ts'
import type {Trees} from '../../feel/syntax/trees.ts'
import {daysType, listOf, monthsType, numberType, type Type, textType} from '../../feel/type.ts'
import {DaysDuration, MonthsDuration, type Value} from '../../feel/value.ts'
import type {Constant, ConstantValue, Limits} from '../limits/model.ts'
import type {Entities, Entity, Field} from './model.ts'
import {engineEntities, ownFields, ownFieldsOf, userEntity} from './own-fields.ts'

/** For typed entities; the caller that types an expression adds the current entity, `old` and inputs. */
export function scopeOf({entities, functions}: Entities, limits: Limits, trees: Trees): Scope {
  const declared = [...entities.values()].map(entity => [entity.name, fieldScopes(entity)] as const)
  const all = new Map([...declared, ...engineScopes])
  return {entities: all, constants: constantScopes(limits), me: userEntity, trees, functions}
}

export const engineScopes: ReadonlyMap<string, ReadonlyMap<string, FieldScope>> = new Map(
  [...engineEntities].map(([name, fields]) => [name, scopesOf([...ownFields.values(), ...fields.values()])]),
)

function fieldScopes(entity: Entity): ReadonlyMap<string, FieldScope> {
  // A wrong computed field has no type, so no expression can name it.
  return scopesOf(allFields(entity).filter(field => field.computed === null || field.computed.core !== null))
}

function scopesOf(fields: readonly Field[]): ReadonlyMap<string, FieldScope> {
  return new Map(fields.map(field => [field.name, fieldScope(field)]))
}

export function fieldScope({type}: Field): FieldScope {
  const relation = type.storage.kind === 'pairs' || type.storage.kind === 'other side'
  return relation ? {type: type.type, relation} : {type: type.type}
}

export function allFields(entity: Pick<Entity, 'fields' | 'partOf'>): readonly Field[] {
  return [...ownFieldsOf(entity).values(), ...entity.fields.values()]
}

export function constantScopes({constants}: Limits): ReadonlyMap<string, ConstantScope> {
  return new Map([...constants.values()].map(constant => [constant.name, constantScope(constant)]))
}

function constantScope({value}: Constant): ConstantScope {
  const {type, value: json} = typedConstant(value)
  return {type, value: json}
}

function typedConstant(value: ConstantValue): {type: Type; value: Json} {
  switch (value.kind) {
    case 'number':
      return constant(numberType, parseNum(value.number))
    case 'duration':
      return constant(daysType, new DaysDuration(value.seconds))
    case 'months':
      return constant(monthsType, new MonthsDuration(value.months))
    case 'size':
      return constant(numberType, value.bytes)
    case 'rate':
      return constant(numberType, value.count)
    case 'text':
      return constant(textType, value.text)
    case 'words':
      return constant(listOf(textType), value.words)
  }
}

function constant(type: Type, value: Value): {type: Type; value: Json} {
  return {type, value: encodeValue(value)}
}
