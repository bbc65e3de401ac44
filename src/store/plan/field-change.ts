/** The change of one field: added, changed in place, made required, or converted to another type. */

import {nearest} from '../../document/spelling.ts'
import {isList, type Value} from '../../feel/value.ts'
import type {Change, FieldUse, Locale} from '../../points/entities/field-type.ts'
import {isAmountOfMoney} from '../../points/entities/types/money.ts'
import {type EntitySchema, type FieldSchema, schemaTable, type TableCheck, type TableColumn} from '../schema.ts'
import {type ColumnChange, type Fill, match, type Renamable, type Rewrite, type Rewritten} from './change.ts'
import {
  calledNow,
  checked,
  countedRecords,
  destructive,
  type PlanStep,
  type Probe,
  type ProbedColumn,
  safe,
  safeCounted,
} from './steps.ts'
import type {Target} from './target.ts'

/* How stored values of an earlier type, or of an earlier choice, become values of the new one. */

// Values of a choice, a state or a list of roles: new, renamed or removed, and the effect on stored values.

interface WordChange {
  readonly added: readonly string[]
  /** Maps earlier words to later ones. */
  readonly renamed: ReadonlyMap<string, string>
  /** Maps removed words to their replacement; null for empty. */
  readonly gone: ReadonlyMap<string, string | null>
}

/** Null unless both are choices of the same kind. `instead` is called only if a word is gone. */
function wordChange(from: FieldUse, to: FieldUse, instead: () => string | null): WordChange | null {
  const [before, after] = [from.valueSet, to.valueSet]
  if (before.words === null || after.words === null || before.set !== after.set) return null
  const matches = match(named(from), named(to))
  const pairs = matches.flatMap(({from, to}) => (from && to && from.name !== to.name ? [[from.name, to.name]] : []))
  const goneWords = matches.flatMap(({from, to}) => (from && !to ? [from.name] : []))
  return {
    added: matches.flatMap(({from, to}) => (to && !from ? [to.name] : [])),
    renamed: new Map(pairs.map(([earlier = '', later = '']) => [earlier, later])),
    // A word that was merged into an existing one is declared with `(was …)`.
    gone: new Map(goneWords.map(word => [word, after.renamed.get(word) ?? instead()])),
  }
}

function named({valueSet}: FieldUse): Renamable[] {
  const was = new Map([...valueSet.renamed].map(([earlier, later]) => [later, earlier]))
  return (valueSet.words ?? []).map(name => ({name, was: was.get(name) ?? null}))
}

const changesValues = ({renamed, gone}: WordChange): boolean => renamed.size > 0 || gone.size > 0

function changeWords(value: Value, change: WordChange): Value {
  if (isList(value)) return [...new Set(value.map(item => changeWords(item, change)).filter(item => item !== null))]
  if (typeof value !== 'string') return value
  return change.renamed.get(value) ?? (change.gone.has(value) ? (change.gone.get(value) ?? null) : value)
}

// Values of an earlier type.

interface Rewriting {
  readonly from: FieldUse
  readonly to: FieldUse
  readonly locale: Locale
  /** The locale of the earlier document, which may have another currency. */
  readonly earlierLocale: Locale
}

type Convertible = Extract<Change, {readonly kind: 'widening' | 'narrowing'}>

/** Uses the types' own conversion. A value that would become empty does not fit, because it would be lost. */
function rewriteBy(change: Convertible, {from, to, locale, earlierLocale}: Rewriting): Rewrite {
  return (stored, database) => {
    const value = from.fromColumn(stored, database)
    const shown = from.toText(value, earlierLocale)
    const judged = change.convert(value, locale)
    if (!judged.ok) return {ok: false, shown, problem: judged.problems[0]?.code ?? ''}
    if (isEmpty(judged.value) && !isEmpty(value)) return {ok: false, shown, problem: 'REQUIRED'}
    return {ok: true, stored: to.toColumn(judged.value, database)}
  }
}

function rewriteWords(change: WordChange, required: boolean, {from, to, locale}: Rewriting): Rewrite {
  return (stored, database): Rewritten => {
    const value = from.fromColumn(stored, database)
    const changed = changeWords(value, change)
    if (required && isEmpty(changed) && !isEmpty(value))
      return {ok: false, shown: from.toText(value, locale), problem: 'REQUIRED'}
    return {ok: true, stored: to.toColumn(changed, database)}
  }
}

const isEmpty = (value: Value): boolean => value === null || (isList(value) && value.length === 0)

// Required or optional.

export const mayBeEmpty = (path: string): PlanStep => safe(`${path} may be empty now.`)

export function becomesRequired(path: string, probe: Probe): PlanStep {
  return checked(`${path} becomes required.`, probe, {
    counted: found =>
      found === 0 ? 'Every record has it.' : `${countedRecords(found, 'record has', 'records have')} none.`,
    advice: 'Fill it in first, or leave the field optional.',
  })
}

// New fields, and their values in existing records.

export interface Changed {
  readonly columns: readonly ColumnChange[]
  readonly steps: readonly PlanStep[]
}

interface AddedField {
  readonly entity: EntitySchema
  /** Its name before the migration. */
  readonly table: string
  readonly field: FieldSchema
  readonly column: TableColumn
}

export function fieldAdded(added: AddedField, target: Target): Changed {
  const {entity, field, column} = added
  // A default is for new records; existing ones get it only if the field is required.
  const fill: Fill = column.required ? target.fill(entity.name, field.name) : {kind: 'nothing', why: null}
  return {columns: [{kind: 'added', to: column, fill}], steps: [stepOf(added, fill)]}
}

function stepOf({entity, table, field, column}: AddedField, fill: Fill): PlanStep {
  const sentence = getsField(entity, field)
  const probe = {probe: 'rows', table} as const
  if (!column.required) return safe(sentence)
  if (fill.kind === 'value') return safeCounted(sentence, probe, rows => gets(rows, fill.shown))
  if (fill.kind === 'numbers') return safeCounted(sentence, probe, rows => gets(rows, `numbers from ${fill.from} on`))
  return needsValues({entity, field, table}, fill.why)
}

export function getsField({name}: EntitySchema, field: FieldSchema): string {
  return `${name} gets the field ${field.name} (\`${field.written}\`).`
}

/** It is required, and there is no value for existing records. */
export function needsValues({entity, field, table}: Omit<AddedField, 'column'>, why: string | null = null): PlanStep {
  return checked(
    getsField(entity, field),
    {probe: 'rows', table},
    {
      counted: rows =>
        rows === 0 ? '' : `It is required, and ${countedRecords(rows, 'record has', 'records have')} no value for it.`,
      advice: why ?? 'Give it a default, or make it optional.',
    },
  )
}

function gets(rows: number, what: string): string {
  return rows === 0 ? '' : `${countedRecords(rows, 'record gets', 'records get')} ${what}.`
}

// Fields of both documents: their columns and values.

/** A field of both documents that is a column in both. */
interface FieldPair {
  readonly entity: EntitySchema
  readonly table: string
  readonly from: {readonly field: FieldSchema; readonly column: TableColumn}
  readonly to: {readonly field: FieldSchema; readonly column: TableColumn}
  readonly settings: {readonly currency: string}
  readonly renamedEntities: ReadonlyMap<string, string>
}

export function fieldChange(pair: FieldPair, target: Target): Changed {
  const {entity, from, to} = pair
  const steps = from.field.name === to.field.name ? [] : [renamedStep(pair)]
  const use = target.use(entity.name, to.field.name)
  const earlier = target.earlierUse(from.field.written, pair.settings)
  if (earlier === null) return withSteps(replaced(pair, target, 'Its earlier type is not known any more.'), steps)
  const rewriting = {from: earlier, to: use, locale: target.locale, earlierLocale: {...target.locale, ...pair.settings}}
  const words = wordChange(earlier, use, () => instead(pair, target))
  const changed = words ? ofWords(pair, words, {rewriting, target}) : ofType(pair, rewriting, target)
  return withSteps(changed, [...steps, ...currencySteps(pair, rewriting, target), ...requiredSteps(pair, changed)])
}

const withSteps = ({columns, steps}: Changed, more: readonly PlanStep[]): Changed => ({
  columns,
  steps: [...more, ...steps],
})

const path = ({entity, to}: FieldPair): string => `${entity.name}.${to.field.name}`

function renamedStep({entity, from, to}: FieldPair): PlanStep {
  return safe(`${entity.name}.${from.field.name} is called ${to.field.name} now; its values stay.`)
}

/** The replacement of a removed choice if the field is required. */
function instead({entity, to}: FieldPair, target: Target): string | null {
  if (!to.field.required) return null
  const fill = target.fill(entity.name, to.field.name)
  return fill.kind === 'value' && typeof fill.stored.sqlite === 'string' ? fill.stored.sqlite : null
}

function ofType(pair: FieldPair, rewriting: Rewriting, target: Target): Changed {
  const {from, to} = pair
  const change = rewriting.to.changeFrom(rewriting.from, pair.renamedEntities)
  const sameColumn = from.column.sqlite === to.column.sqlite && from.column.postgres === to.column.postgres
  if (change.kind === 'impossible') return replaced(pair, target, change.why)
  if (change.kind === 'same' && sameColumn) return kept(pair, [])
  if (change.kind === 'same') throw new Error(`${path(pair)} stays the same in another column.`)
  const rewrite = rewriteBy(change, rewriting)
  const becomes = becomesText(pair, rewriting, target)
  // The database can check bounds of the same kind of values; stored values are already normalised.
  const unless = change.column === 'kept' && isSameKind(rewriting) ? checkOn(pair, target) : null
  const step =
    change.kind === 'widening' ? safe(`${becomes} Every value fits.`) : narrowed(becomes, pair, {rewrite, unless})
  if (change.column === 'kept' && sameColumn) return kept(pair, [step])
  return {columns: [{kind: 'converted', from: from.column, to: to.column, rewrite}], steps: [step]}
}

const isSameKind = ({from, to}: Rewriting): boolean => from.valueSet.set === to.valueSet.set

function checkOn({entity, to}: FieldPair, {schema}: Target): TableCheck | null {
  return schemaTable(schema, entity.table).checks.find(({column}) => column === to.column.name) ?? null
}

function becomesText(pair: FieldPair, rewriting: Rewriting, target: Target): string {
  const {from, to} = pair
  const [before, after] = isOtherMoney(pair, rewriting, target)
    ? [` in ${pair.settings.currency}`, ` in ${target.schema.settings.currency}`]
    : ['', '']
  return `${path(pair)}: \`${from.field.written}\`${before} becomes \`${to.field.written}\`${after}.`
}

function isOtherMoney({settings}: FieldPair, {from, to}: Rewriting, {schema}: Target): boolean {
  return settings.currency !== schema.settings.currency && isAmountOfMoney(from) && isAmountOfMoney(to)
}

/** The numbers are unchanged but change their meaning: only the author knows whether that is right. */
function currencySteps(pair: FieldPair, rewriting: Rewriting, target: Target): PlanStep[] {
  if (!isOtherMoney(pair, rewriting, target)) return []
  const [before, after] = [pair.settings.currency, target.schema.settings.currency]
  return [
    destructive(
      `${path(pair)} is in ${after} now; it was in ${before}.`,
      {probe: 'filled', table: pair.table, column: probed(pair)},
      found =>
        found === 0
          ? 'It holds no amounts.'
          : `${countedRecords(found, 'amount keeps its number and means', 'amounts keep their numbers and mean')} ${after}.`,
      `Leave CURRENCY at ${before}, or accept this if the amounts were in ${after} all along.`,
    ),
  ]
}

function narrowed(sentence: string, pair: FieldPair, judged: {rewrite: Rewrite; unless: TableCheck | null}): PlanStep {
  return checked(
    sentence,
    {probe: 'misfits', table: pair.table, column: probed(pair), ...judged},
    {
      counted: found =>
        found === 0 ? 'Every value fits.' : `${countedRecords(found, 'value does', 'values do')} not fit.`,
      advice: 'Change these values first, or leave the type as it is.',
    },
  )
}

function kept({from, to}: FieldPair, steps: readonly PlanStep[], rewrite: Rewrite | null = null): Changed {
  return {columns: [{kind: 'kept', from: from.column, to: to.column, rewrite}], steps}
}

/** No value can be converted: the old column is dropped and a new one added, only if it is empty. */
function replaced(pair: FieldPair, target: Target, why: string): Changed {
  const {entity, from, to, table} = pair
  const step = checked(
    `${path(pair)}: \`${from.field.written}\` becomes \`${to.field.written}\`.`,
    {probe: 'filled', table, column: probed(pair)},
    {
      counted: found =>
        found === 0 ? 'It holds no values.' : `${countedRecords(found, 'value')} cannot be carried over. ${why}`,
      advice: 'Give the new field another name, and remove the old one when its values are not needed any more.',
    },
  )
  const addition = fieldAdded({entity, table, ...to}, target)
  const removed: ColumnChange = {kind: 'removed', from: from.column}
  return {
    columns: [removed, ...addition.columns],
    steps: [step, ...addition.steps.filter(each => each.weight !== 'safe')],
  }
}

function ofWords(
  pair: FieldPair,
  change: WordChange,
  {rewriting, target}: {rewriting: Rewriting; target: Target},
): Changed {
  const {added, renamed, gone} = change
  const what = target.wordsOf(pair.entity.name, pair.to.field.name)
  const left = rewriting.to.valueSet.words ?? []
  const free = added.filter(word => ![...gone.values()].includes(word))
  const steps = [
    ...added.map(word => safe(`${path(pair)} gets the ${what} ${word}.`)),
    ...[...renamed].map(([before, after]) => safe(`In ${path(pair)}, ${before} is called ${after} now.`)),
    ...[...gone].map(([word, after]) => removedWord(pair, {word, after, what, added: free, left})),
  ]
  const {required} = pair.to.field
  const rewrite = changesValues(change) ? rewriteWords(change, required, rewriting) : null
  if (rewrite !== null && gone.size > 0 && required) steps.push(leftEmpty(pair, rewrite))
  return kept(pair, steps, rewrite)
}

interface RemovedWord {
  readonly word: string
  /** The replacement of its values. */
  readonly after: string | null
  readonly what: string
  /** The new words, and all remaining ones. */
  readonly added: readonly string[]
  readonly left: readonly string[]
}

function removedWord(pair: FieldPair, {word, after, what, added, left}: RemovedWord): PlanStep {
  const became = (found: number) => {
    if (after === null) return found === 1 ? 'loses it' : 'lose it'
    return `${found === 1 ? 'becomes' : 'become'} ${after}`
  }
  const probe = {probe: 'word', table: pair.table, column: probed(pair), word} as const
  return destructive(
    `${path(pair)} loses the ${what} ${word}.`,
    probe,
    found =>
      found === 0
        ? 'No record has it.'
        : `${countedRecords(found, 'record has', 'records have')} it and ${became(found)}.`,
    newName(word, {added, left}),
  )
}

/** Renamed, or replaced by one of the remaining words: both are declared with `(was …)`. */
function newName(word: string, {added, left}: {added: readonly string[]; left: readonly string[]}): string {
  const called = nearest(word, added) ?? added[0]
  if (called !== undefined) return calledNow(called, word, 'its records stay')
  const [other] = left
  return other === undefined
    ? ''
    : `To give its records another one, write for example \`${other} (was ${word})\` in the document.`
}

function leftEmpty(pair: FieldPair, rewrite: Rewrite): PlanStep {
  return checked(
    `${path(pair)} may not be empty.`,
    {probe: 'misfits', table: pair.table, column: probed(pair), rewrite, unless: null},
    {
      counted: found => (found === 0 ? '' : `${countedRecords(found, 'record')} would have no choice left.`),
      advice:
        'Say what the choice is called now with (was …), give the field a default, or change these records first.',
    },
  )
}

function requiredSteps(pair: FieldPair, {columns}: Changed): PlanStep[] {
  const {from, to, table} = pair
  if (from.column.required === to.column.required || columns.some(({kind}) => kind === 'added')) return []
  if (!to.column.required) return [mayBeEmpty(path(pair))]
  return [becomesRequired(path(pair), {probe: 'empty', table, column: probed(pair)})]
}

const probed = ({from}: FieldPair): ProbedColumn => ({name: from.column.name, holds: from.column.holds})
