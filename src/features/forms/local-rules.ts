/** Rules that the browser can check while a person types: those that read only the form and constants. */

import {constantTexts} from '../../engine/display/error-message.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {canEvaluate} from '../../feel/browser.ts'
import type {Core} from '../../feel/core.ts'
import type {Type} from '../../feel/type.ts'
import type {Field} from '../../points/entities/model.ts'
import {fill} from '../../points/errors/run.ts'
import {placeholdersIn} from '../../points/rules/check.ts'
import {coresOf, type Rule} from '../../points/rules/model.ts'
import type {LocalRules} from './data.ts'

/** Null if there are none. The server checks the others, and all of them again when the form is sent. */
export function localRules(reader: ReadContext, rules: readonly Rule[], fields: readonly Field[]): LocalRules | null {
  const {errors, limits} = reader.specification
  const known = new Map(fields.flatMap(field => (isPlain(field) ? [[field.name, field.type.type] as const] : [])))
  const isLocal = (rule: Rule) => coresOf(rule).every(core => readsOnly(core, known))
  const local = rules.filter(isLocal).flatMap(rule => {
    const message = errors.declared.get(rule.error)?.message ?? ''
    const names = placeholdersIn(message)
    if (message === '' || names.some(name => !limits.constants.has(name))) return []
    const {field, when, must} = rule
    return [{field, when: when?.core ?? null, must: must.core, message: fill(message, constantTexts(reader, names))}]
  })
  const {zone, workingWeek} = reader.moment
  return local.length === 0 ? null : {types: Object.fromEntries(known), rules: local, zone, workingWeek}
}

/** True for fields whose text in the form can be parsed without other data. */
function isPlain({type}: Field): boolean {
  const {kind} = type.type
  if (type.control.control === 'file') return false
  return ['date', 'time', 'number', 'boolean', 'text', 'choice', 'reference'].includes(kind)
}

const foreign = ['me', 'old', 'all', 'relation', 'input', 'this']

/** Core is plain JSON, so a walk over it only needs to know the operations that read other data. */
function readsOnly(core: Core, known: ReadonlyMap<string, Type>): boolean {
  const walk = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.every(walk)
    if (typeof node !== 'object' || node === null) return true
    if ('op' in node && node.op === 'field') return isOwnField(node, known)
    if ('op' in node && foreign.includes(String(node.op))) return false
    return Object.entries(node).every(([key, value]) => key === 'type' || walk(value))
  }
  return canEvaluate(core) && walk(core)
}

function isOwnField(node: object, known: ReadonlyMap<string, Type>): boolean {
  const of = 'of' in node ? node.of : null
  const isThis = typeof of === 'object' && of !== null && 'op' in of && of.op === 'this'
  return isThis && 'field' in node && known.has(String(node.field))
}
