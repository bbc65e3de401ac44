/**
 * What would follow from what stands in a form, said before it happens: computed fields, and rules that would refuse. Worked out of
 * the values alone by reading, nothing is written; sums and counts do not contain the record yet, so the gate has the last word.
 */
import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {isEmpty} from '../../points/entities/run.ts'
import {fill} from '../../points/errors/run.ts'
import {placeholdersIn} from '../../points/rules/check.ts'
import type {Rule} from '../../points/rules/model.ts'
import type {Problem} from '../../ui/page.ts'
import type {HintsData} from '../../ui/records.ts'
import {constantTexts} from '../actions/fill-message.ts'
import type {Input} from '../change.ts'
import type {Reader} from '../engine.ts'
import {judgeInput} from '../judge.ts'
import {cellPlan} from '../list/cells.ts'
import {ColumnSet} from '../list/column-set.ts'
import {localeOf} from '../lookup.ts'
import {contextOf} from '../select.ts'
import {readsOf} from './form-reads.ts'
import {localRules} from './form-rules.ts'
import {mayMake, wouldBe} from './may-make.ts'

export interface Hinted {
  readonly entity: Entity
  /** On the form, and for this person to fill in. */
  readonly fields: readonly Field[]
  /** What its buttons do besides creating. */
  readonly actions: readonly string[]
}

/** Computed fields that depend on the form; null where there is nothing to say on it. */
export function hintsOf(reader: Reader, hinted: Hinted): HintsData | null {
  const {entity, fields} = hinted
  const facts = computedFrom(entity, fields).map(({name, label, meaning}) => ({
    key: name,
    label,
    help: meaning,
    text: '',
  }))
  const rules = rulesFor(reader, hinted)
  if (facts.length + rules.length === 0) return null
  const local = localRules(reader, rules, fields)
  return {facts, problems: [], ...(local ? {local} : {})}
}

function computedFrom(entity: Entity, fields: readonly Field[]): Field[] {
  const names = new Set(fields.map(({name}) => name))
  return [...entity.fields.values()].filter(
    ({computed}) => computed?.core && [...readsOf(entity, computed.core)].some(name => names.has(name)),
  )
}

/** For somebody who may not make such a record there is nothing to find out. */
export async function workOutHints(
  reader: Reader,
  hinted: Hinted,
  inputs: ReadonlyMap<string, Input>,
): Promise<HintsData> {
  const {entity, fields} = hinted
  const names = new Set(fields.filter(({type}) => type.control.control !== 'file').map(({name}) => name))
  const given = new Map([...inputs].filter(([name]) => names.has(name)))
  const {values} = await judgeInput(reader, entity, {fields: given, before: null})
  const covers = await mayMake(reader, entity, values)
  if (!covers || [...given.keys()].some(name => !covers(name))) return {facts: [], problems: []}
  const record = wouldBe(reader, entity, values)
  const context = contextOf(reader, {
    this: {entity: entity.name, id: reader.newId(), fields: record},
    old: {entity: entity.name, id: null},
  })
  const isFilled = (core: Core) =>
    [...readsOf(entity, core)].every(name => !names.has(name) || !isEmpty(record.get(name) ?? null))
  const computed = computedFrom(entity, fields).filter(field => field.computed?.core && isFilled(field.computed.core))
  const texts = await textsAt(
    reader,
    {entity, context},
    computed.map(({name}) => [name]),
  )
  const rules = rulesFor(reader, hinted).filter(
    rule => isFilled(rule.must.core) && isFilled(rule.when?.core ?? rule.must.core),
  )
  return {
    facts: computed.map(({name, label, meaning}) => ({key: name, label, help: meaning, text: texts.get(name) ?? ''})),
    problems: await problemsOf(reader, {entity, context}, await broken(reader, context, rules)),
  }
}

function rulesFor({specification}: Reader, {entity, actions}: Hinted): Rule[] {
  return specification.rules.rules.filter(
    ({entity: name, on}) =>
      name === entity.name && (on === null || on.kind === 'create' || actions.includes(on.action)),
  )
}

async function broken(reader: Reader, context: SqlContext, rules: readonly Rule[]): Promise<Rule[]> {
  if (rules.length === 0) return []
  const columns = rules.map(({when, must}, index) => {
    const holds = sql`case when ${toPredicate(must.core, context)} then 0 else 1 end`
    const judged = when === null ? holds : sql`case when ${toPredicate(when.core, context)} then ${holds} else 0 end`
    return sql`${judged} as ${sql.ref(`c${index}`)}`
  })
  const {rows} = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(reader.db)
  return rules.filter((_, index) => Number(rows[0]?.[`c${index}`] ?? 0) === 1)
}

interface WouldBe {
  readonly entity: Entity
  readonly context: SqlContext
}

async function problemsOf(reader: Reader, at: WouldBe, rules: readonly Rule[]): Promise<Problem[]> {
  const {errors, limits} = reader.specification
  const messages = rules.map(({error}) => errors.declared.get(error)?.message ?? '')
  const names = messages.flatMap(message => placeholdersIn(message)).filter(name => !limits.constants.has(name))
  const texts = await textsAt(
    reader,
    at,
    [...new Set(names)].map(name => name.split('.')),
  )
  const constants = constantTexts(reader, messages.flatMap(placeholdersIn))
  return rules.map(({field}, index) => ({
    field,
    message: fill(messages[index] ?? '', {...Object.fromEntries(texts), ...constants}),
  }))
}

/** What the record would show at some paths, as far as the person would see it. */
async function textsAt(
  reader: Reader,
  {entity, context}: WouldBe,
  paths: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map()
  const columns = new ColumnSet(context)
  const cells = paths.map(path => cellPlan({sight: reader.sight, columns, context}, entity.name, path))
  const selected = columns.columns.map((column, index) => sql`${column.sql} as ${sql.ref(`c${index}`)}`)
  const {rows} = await sql<Record<string, unknown>>`select ${sql.join([sql`1 as there`, ...selected])}`.execute(
    reader.db,
  )
  const values: Value[] = columns.columns.map((column, index) => column.read(rows[0]?.[`c${index}`]))
  const locale = localeOf(reader.moment)
  return new Map(paths.map((path, index) => [path.join('.'), cells[index]?.(values, locale).text ?? '']))
}
