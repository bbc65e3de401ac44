/**
 * The preview of a form while it is filled in: computed values, broken rules, and whether the change would be allowed.
 */

import {EntityReads} from '../../engine/base/entity-reads.ts'
import {declaredScreens} from '../../engine/base/screens-that.ts'
import {type HypotheticalRecord, holdsOn} from '../../engine/query/hypothetical-record.ts'
import type {Cell} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {cellsAt} from '../../engine/query/record-values.ts'
import {readStored} from '../../engine/query/stored.ts'
import {abilities} from '../../engine/records/abilities.ts'
import type {Input} from '../../engine/transaction/change.ts'
import {withOwnFields} from '../../engine/write/create.ts'
import {validateInput} from '../../engine/write/validate-input.ts'
import {type Core, partsOf} from '../../feel/core.ts'
import {isComputedList} from '../../points/entities/lookup.ts'
import type {Entity, Field, Span} from '../../points/entities/model.ts'
import {isEmptyValue} from '../../points/entities/run.ts'
import {coresOf, type Rule} from '../../points/rules/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {fields as fieldsBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {Action, ActionInput} from '../../points/states/model.ts'
import {applies} from './bullets.ts'
import type {HintsData} from './data.ts'
import {localRules} from './local-rules.ts'
import {RuleChecks} from './rule-checks.ts'
import {noParts, type PartChangesOfForm, recordToCreate, unwrittenParts} from './unwritten-records.ts'

// Computed fields and broken rules, from the values of the form. Nothing is written, and sums and counts do not include
// the change yet, so the result is preliminary.

/** Changes nothing: requests the preview. */
export const previewAction = '_preview'

export interface Hinted {
  readonly entity: Entity
  /** The fields of the form that this person may fill in. */
  readonly fields: readonly Field[]
  /** The actions of its buttons, besides creating. */
  readonly actions: readonly string[]
  /** The record to change; null for a new one. */
  readonly id: string | null
  /** Fields of a new record that have no default here. */
  readonly leftEmpty?: ReadonlySet<string>
  /** Its lists of parts, and what is changed in them. */
  readonly parts?: PartChangesOfForm
  /** The fields are inputs of an action that the person may perform now, so their update permission does not matter. */
  readonly asked?: boolean
}

/** The initial, empty hints; null if this form has none. */
export function hintsOf(reader: ReadContext, hinted: Hinted): HintsData | null {
  const {entity, fields} = hinted
  const computed = computedFrom(reader, readsIn(reader, entity), hinted)
  const facts = computed.map(({name, label, meaning}) => ({key: name, label, help: meaning, text: ''}))
  const rules = rulesOfForm(reader, hinted)
  if (facts.length + rules.length === 0) return null
  const local = localRules(reader, rules, fields)
  return {facts, after: lastRead(readsIn(reader, entity), fields, computed), problems: [], ...(local ? {local} : {})}
}

function readsIn({reads}: ReadContext, entity: Entity): EntityReads {
  return reads.get(entity.name) ?? new EntityReads(entity, [])
}

/** Those that the page of a record shows: others, such as a part of another formula, mean nothing to the person. */
function computedFrom(
  {specification}: ReadContext,
  reads: EntityReads,
  {entity, fields, parts = noParts}: Pick<Hinted, 'entity' | 'fields' | 'parts'>,
): Field[] {
  const shown = declaredScreens(specification.screens.screens, 'showOne', entity.name)
  const pages = shown.filter(({details}) => bulletOf({details}, fieldsBullet).length > 0)
  const onPages = new Set(pages.flatMap(({details}) => bulletOf({details}, fieldsBullet).map(([name]) => name)))
  return [...entity.fields.values()].filter(field => {
    const core = field.computed?.core
    if (!core || isComputedList(field) || (pages.length > 0 && !onPages.has(field.name))) return false
    const {fields: read} = reads.of(core)
    return (
      isKnown(reads, core, parts) && [...fields.map(({name}) => name), ...parts.keys()].some(name => read.has(name))
    )
  })
}

/** A value is shown once everything it depends on is filled in. */
function lastRead(reads: EntityReads, fields: readonly Field[], computed: readonly Field[]): string | null {
  const cores = computed.flatMap(each => each.computed?.core ?? [])
  return fields.findLast(({name}) => cores.some(core => reads.of(core).fields.has(name)))?.name ?? null
}

export const noHints: HintsData = {facts: [], after: null, problems: []}

/** The record as it would be; null for people who may not create or change such a record, so that nothing is revealed to them. */
export async function filledRecord(
  reader: ReadContext,
  hinted: Hinted,
  inputs: ReadonlyMap<string, Input>,
): Promise<FilledRecord | null> {
  const {entity, fields, id, asked = false, leftEmpty = new Set<string>(), parts = noParts} = hinted
  const typed = new Set(fields.filter(({type}) => type.control.control !== 'file').map(({name}) => name))
  const given = new Map([...inputs].filter(([name]) => typed.has(name)))
  const before = id === null ? null : await readStored(reader, entity, id, reader.visibility.records(entity.name))
  const {values} = await validateInput(reader, entity, {fields: given, before})
  // Rules may refer to the creation time and author of a record.
  const made = async () => {
    const created = new Map(await recordToCreate(reader, entity, values))
    for (const name of leftEmpty) if (!values.has(name)) created.set(name, null)
    return withOwnFields(reader, created)
  }
  // What cannot be read counts as empty: rules would otherwise be evaluated for a default or a value of before.
  const unread = new Map([...given.keys()].flatMap(name => (values.has(name) ? [] : [[name, null]])))
  const record = new Map([...(before ? [...before, ...values] : await made()), ...unread])
  const alone = {entity, id: id ?? reader.newId(), record, before}
  const beside = await unwrittenParts(reader, alone, parts)
  if (!beside) return null
  const would = {...alone, ...(beside.length > 0 ? {beside} : {})}
  // Checked again when the form is sent.
  const may = asked ? null : await abilities(reader, entity.name).on(would, id === null ? 'create' : 'update')
  if (may && !(may.any && [...given.keys()].every(may.covers))) return null
  // Files are uploaded when the form is saved; until then their field counts as empty.
  const reads = readsIn(reader, entity)
  const names = [...fields.map(({name}) => name), ...parts.keys()]
  return {...would, names: new Set(names), parts, reads, rules: new RuleChecks(reader, would)}
}

export interface FilledRecord extends HypotheticalRecord {
  /** Of the form: its fields and lists of parts. */
  readonly names: ReadonlySet<string>
  readonly parts: PartChangesOfForm
  readonly reads: EntityReads
  /** The rules evaluated for it. */
  readonly rules: RuleChecks
}

/**
 * Whether all fields of the form that an expression reads are filled in. A field that the expression compares with null
 * may be empty.
 */
export function isFilledFor(
  {entity, record, before, names, parts, reads}: FilledRecord,
  core: Core | null | undefined,
  mayBeEmpty: ReadonlySet<string> = new Set(),
): boolean {
  if (!core) return true
  const {fields, whetherEmptyThrough} = reads.of(core)
  // An empty list counts as filled in.
  const isFilled = (name: string) =>
    !names.has(name) ||
    mayBeEmpty.has(name) ||
    whetherEmptyThrough.has(name) ||
    (parts.has(name)
      ? before !== null || parts.get(name)?.length !== 0
      : entity.fields.get(name)?.type.type.kind === 'list' || !isEmptyValue(record.get(name) ?? null))
  return [...fields].every(isFilled)
}

/** The fields whose condition does not hold. */
export async function fieldsWithout(
  reader: ReadContext,
  screen: Screen,
  filled: FilledRecord,
): Promise<readonly string[]> {
  const conditional = bulletOf(screen, applies)
  const conditions = conditional.map(({condition}) => condition.core)
  const held = await holdsOn(reader, filled, conditions, {owner: conditional, name: 'applies'})
  return conditional.filter((_, index) => !held[index]).map(({field}) => field)
}

/** The spans whose end is before their start: values computed from both are meaningless. */
export function reversedSpans(entity: Entity, {record}: Pick<FilledRecord, 'record'>): Span[] {
  const textOf = (name: string) => {
    const value = record.get(name) ?? null
    return value === null ? null : (entity.fields.get(name)?.type.toJson(value) ?? null)
  }
  return [...entity.spans.values()].filter(({from, to}) => {
    const [first, last] = [textOf(from), textOf(to)]
    return typeof first === 'string' && typeof last === 'string' && last < first
  })
}

function readsReversed(filled: FilledRecord, core: Core): boolean {
  const {fields} = filled.reads.of(core)
  return reversedSpans(filled.entity, filled).some(({from, to}) => fields.has(from) && fields.has(to))
}

/** Whether a rule can be evaluated. A field that its `When` compares with null may be empty. */
export function isFilledForRule(filled: FilledRecord, {must, when}: Rule): boolean {
  return (
    isFilledFor(filled, must.core) &&
    isFilledFor(filled, when?.core, when ? filled.reads.of(when.core).whetherEmpty : undefined)
  )
}

/** Parts of the page that need the same database queries as the hints. */
export interface HintsBeside {
  /** Rules that a summary needs too. */
  readonly rules: readonly Rule[]
  /** The summary shows computed fields. */
  readonly facts: boolean
}

/** Ignores fields that are not filled in yet, or never will be. */
export async function hintsFor(
  reader: ReadContext,
  hinted: Hinted,
  filled: FilledRecord,
  beside: HintsBeside,
): Promise<HintsData> {
  const isFilled = (core: Core | null | undefined) => isFilledFor(filled, core)
  const isKnown = (rule: Rule) => isFilledForRule(filled, rule)
  const isInOrder = (core: Core | null | undefined) => !core || !readsReversed(filled, core)
  const computed = beside.facts
    ? computedFrom(reader, filled.reads, hinted).filter(({computed: by}) => isFilled(by?.core) && isInOrder(by?.core))
    : []
  const cells = await cellsAt(reader, filled, {paths: computed.map(({name}) => [name])})
  const textOf = (cell: Cell | undefined) => (cell === undefined || cell.value === false ? '' : cell.text)
  const rules = rulesOfForm(reader, hinted).filter(isKnown)
  // Evaluated together: one statement for the outcomes, one for the messages.
  const broken = await filled.rules.broken([...rules, ...beside.rules.filter(isKnown)])
  await filled.rules.messages(broken)
  const own = await filled.rules.broken(rules)
  const messages = await filled.rules.messages(own)
  return {
    facts: computed.map(({name, label, meaning}) => ({key: name, label, help: meaning, text: textOf(cells.get(name))})),
    after: null,
    problems: own.map(({field}, index) => ({field, message: messages[index] ?? ''})),
  }
}

/** The rules about the record, or about an action of the form, whose outcome is known before it is sent. */
export function rulesOfForm(
  reader: ReadContext,
  {entity, actions, id, parts = noParts}: Pick<Hinted, 'entity' | 'actions' | 'id' | 'parts'>,
): Rule[] {
  const declared = reader.specification.actions.actions.get(entity.name)
  const performed = actions.map(name => declared?.get(name))
  const isAbout = ({on}: Rule) => on === null || (on.kind === 'create' ? id === null : actions.includes(on.action))
  const reads = readsIn(reader, entity)
  return reader.specification.rules.rules.filter(
    rule =>
      rule.entity === entity.name &&
      isAbout(rule) &&
      isKnownBefore(reads, rule, parts) &&
      !waitsForInput(reads, rule, performed),
  )
}

/** Whether the outcome is known before the record is written, by a form with these lists of parts. */
export const isKnownBefore = (reads: EntityReads, rule: Rule, parts: {has(list: string): boolean} = noParts): boolean =>
  coresOf(rule).every(core => isKnown(reads, core, parts))

/**
 * Whether a rule depends on fields that each of these actions sets from its inputs, as in `set granted = amount`: its
 * outcome is not known before they are typed.
 */
export function waitsForInput(reads: EntityReads, rule: Rule, actions: readonly (Action | undefined)[]): boolean {
  const read = new Set(coresOf(rule).flatMap(core => [...reads.of(core).fields]))
  return actions.length > 0 && actions.every(action => fieldsFromInputs(action).some(name => read.has(name)))
}

const fieldsFromInputs = (action: Action | undefined): string[] =>
  (action?.rows ?? []).flatMap(({effects}) =>
    effects.flatMap(effect => (effect.kind === 'set' && readsInput(effect.value) ? [effect.field] : [])),
  )

const readsInput = (core: Core): boolean => core.op === 'input' || partsOf(core).some(readsInput)

function isKnown(reads: EntityReads, core: Core, parts: {has(list: string): boolean}): boolean {
  const {wholeRecord, lists} = reads.of(core)
  return !wholeRecord && [...lists].every(name => parts.has(name))
}

/** Whether a rule reads records of another entity, including through computed fields. */
export const readsEntity = (reads: EntityReads, rule: Rule, other: string): boolean =>
  coresOf(rule).some(core => reads.of(core).entities.has(other))

/** Whether a rule depends on one of these fields, including through computed fields. */
export function dependsOn({reads}: FilledRecord, rule: Rule, names: readonly string[]): boolean {
  return coresOf(rule).some(core => names.some(name => reads.of(core).fields.has(name)))
}

/** Both dates of a span of the record. */
export function asksForPeriod({spans}: Entity, asks: readonly ActionInput[]): boolean {
  const names = new Set(asks.flatMap(({own, field}) => (own ? [] : [field.name])))
  return [...spans.values()].some(({from, to}) => names.has(from) && names.has(to))
}
