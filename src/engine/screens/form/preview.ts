/**
 * The preview of a form while it is filled in: computed values, broken rules, and whether the change would be allowed.
 */
import {sql} from 'kysely'
import type {HintsData, PeriodCalendarData, SummaryData} from '../../../contract/form.ts'
import type {Core} from '../../../feel/core.ts'
import {type Sql, type SqlContext, toPredicate} from '../../../feel/sql/to-sql.ts'
import type {Value} from '../../../feel/value.ts'
import {isComputedList} from '../../../points/entities/lookup.ts'
import type {Entity, Field, Span} from '../../../points/entities/model.ts'
import {isEmpty} from '../../../points/entities/run.ts'
import {columnName} from '../../../points/entities/table-names.ts'
import {fill} from '../../../points/errors/run.ts'
import {placeholdersIn} from '../../../points/rules/check.ts'
import type {Rule} from '../../../points/rules/model.ts'
import type {Screen} from '../../../points/screens/model.ts'
import {placeholderPath} from '../../../points/template.ts'
import {yes} from '../../core-build.ts'
import {localeOf} from '../../lookup.ts'
import type {GrantedAct} from '../../permissions/grants.ts'
import {ColumnSet, cellPlan} from '../../query/cells.ts'
import type {Cell} from '../../query/list-query.ts'
import {contextOf, tableOf} from '../../query/select.ts'
import {columnFields, type FieldValues, readStored} from '../../query/stored.ts'
import type {ReadContext} from '../../read-context.ts'
import type {Visit} from '../../reply.ts'
import type {Input} from '../../write/change.ts'
import {withOwnFields} from '../../write/create.ts'
import {constantTexts, mentionedFigures} from '../../write/error-message.ts'
import {outcomeIn, outcomeSql, type RuleOutcome} from '../../write/rules.ts'
import {defaultValue, validateInput} from '../../write/validate-input.ts'
import {
  askedWhetherEmpty,
  fieldOfThis,
  isListOfReferences,
  localRules,
  looksBack,
  readsOf,
  readsThrough,
} from './rule-reads.ts'

// Whether a record could be created or changed with these values. Checked again when the form is sent.

/** The fields that may be filled in; null if the change is not allowed at all. */
export async function wouldBeAllowed(
  reader: ReadContext,
  entity: Entity,
  record: () => Promise<FieldValues>,
  {act = 'create', id}: {readonly act?: GrantedAct; readonly id?: string} = {},
): Promise<((field: string) => boolean) | null> {
  const grants = reader.visibility.granted(act, entity.name)
  if (grants.length === 0) return null
  if (grants.some(({where, fields}) => where === null && fields === null)) return () => true
  const context = contextOf(reader, {this: {entity: entity.name, id: id ?? reader.newId(), fields: await record()}})
  const columns = grants.map(
    ({where}, index) =>
      sql`case when ${toPredicate(where ?? yes, context)} then 1 else 0 end as ${sql.ref(`c${index}`)}`,
  )
  const {rows} = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(reader.db)
  const holding = grants.filter((_, index) => Number(rows[0]?.[`c${index}`] ?? 0) === 1)
  if (holding.length === 0) return null
  return field => holding.some(grant => grant.fields === null || grant.fields.has(field))
}

/** A new record as it would be stored: the given values, and defaults for the rest. */
export async function recordToCreate(
  reader: ReadContext,
  entity: Entity,
  given: ReadonlyMap<string, Value>,
): Promise<FieldValues> {
  const kept = [...entity.fields.values()].filter(
    ({computed, type}) => computed === null && type.storage.kind === 'column',
  )
  const lists = [...entity.fields.values()].filter(isListOfReferences)
  const values = new Map<string, Value>(lists.map(({name}) => [name, given.get(name) ?? []]))
  for (const field of kept) values.set(field.name, given.get(field.name) ?? (await defaultValue(reader, field)))
  return values
}

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
  /** The fields are inputs of an action that the person may perform now, so their update permission does not matter. */
  readonly asked?: boolean
}

/** The initial, empty hints; null if this form has none. */
export function hintsOf(reader: ReadContext, hinted: Hinted): HintsData | null {
  const {entity, fields} = hinted
  const computed = computedFrom(entity, fields)
  const facts = computed.map(({name, label, meaning}) => ({key: name, label, help: meaning, text: ''}))
  const rules = rulesFor(reader, hinted)
  if (facts.length + rules.length === 0) return null
  const local = localRules(reader, rules, fields)
  return {facts, after: lastRead(entity, fields, computed), problems: [], ...(local ? {local} : {})}
}

function computedFrom(entity: Entity, fields: readonly Field[]): Field[] {
  const names = new Set(fields.map(({name}) => name))
  return [...entity.fields.values()].filter(field => {
    const core = field.computed?.core
    return (
      core &&
      !isComputedList(field) &&
      !looksBack(entity, core) &&
      [...readsOf(entity, core)].some(name => names.has(name))
    )
  })
}

/** A value is shown once everything it depends on is filled in. */
function lastRead(entity: Entity, fields: readonly Field[], computed: readonly Field[]): string | null {
  const reads = new Set(computed.flatMap(each => (each.computed?.core ? [...readsOf(entity, each.computed.core)] : [])))
  return fields.findLast(({name}) => reads.has(name))?.name ?? null
}

export const noHints: HintsData = {facts: [], after: null, problems: []}

/** The record as it would be; null for people who may not create or change such a record, so that nothing is revealed to them. */
export async function filledRecord(
  reader: ReadContext,
  hinted: Hinted,
  inputs: ReadonlyMap<string, Input>,
): Promise<FilledRecord | null> {
  const {entity, fields, id, asked = false} = hinted
  const names = new Set(fields.filter(({type}) => type.control.control !== 'file').map(({name}) => name))
  const given = new Map([...inputs].filter(([name]) => names.has(name)))
  const before = id === null ? null : await readStored(reader, entity, id, reader.visibility.records(entity.name))
  const {values} = await validateInput(reader, entity, {fields: given, before})
  // Rules may refer to the creation time and author of a record.
  const made = async () => withOwnFields(reader, await recordToCreate(reader, entity, values))
  const record = before ? new Map([...before, ...values]) : await made()
  const allowed = () => wouldBeAllowed(reader, entity, async () => record, id === null ? {} : {act: 'update', id})
  const covers = asked ? () => true : await allowed()
  if (!covers || [...given.keys()].some(name => !covers(name))) return null
  const at = id ?? reader.newId()
  const old = before ? {entity: entity.name, id, fields: before} : {entity: entity.name, id: null}
  const as = (other: FieldValues) => contextOf(reader, {this: {entity: entity.name, id: at, fields: other}, old})
  const context = as(record)
  // Files are stored when the form is saved; until then a chosen file counts as missing.
  return {
    id: at,
    record,
    context,
    names: new Set(fields.map(({name}) => name)),
    as,
    rules: new RuleChecks(reader, {entity, context}),
  }
}

export interface FilledRecord {
  /** The id of the record to change; a unique one for a new record. */
  readonly id: string
  readonly record: FieldValues
  readonly context: SqlContext
  /** The fields of the form. */
  readonly names: ReadonlySet<string>
  /** The same record with other values. */
  readonly as: (record: FieldValues) => SqlContext
  /** The rules evaluated for it. */
  readonly rules: RuleChecks
}

/**
 * The rules of point 5 for one prospective record. Each is evaluated once, however many parts of the page need its
 * outcome.
 */
export class RuleChecks {
  readonly #reader: ReadContext
  readonly #at: WouldBe
  readonly #outcomes = new Map<Rule, RuleOutcome>()
  /** The values that rule messages mention, by path. */
  readonly #cells = new Map<string, Cell>()

  constructor(reader: ReadContext, at: WouldBe) {
    this.#reader = reader
    this.#at = at
  }

  /** Null if a rule does not apply. */
  async outcomes(rules: readonly Rule[]): Promise<readonly RuleOutcome[]> {
    const missing = [...new Set(rules)].filter(rule => !this.#outcomes.has(rule))
    if (missing.length > 0) {
      const columns = missing.map(
        (rule, index) => sql`${outcomeSql(rule, this.#at.context)} as ${sql.ref(`c${index}`)}`,
      )
      const {rows} = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(this.#reader.db)
      for (const [index, rule] of missing.entries())
        this.#outcomes.set(rule, outcomeIn(Number(rows[0]?.[`c${index}`] ?? 0)))
    }
    return rules.map(rule => this.#outcomes.get(rule) ?? null)
  }

  async broken(rules: readonly Rule[]): Promise<Rule[]> {
    const outcomes = await this.outcomes(rules)
    return rules.filter((_, index) => outcomes[index] === 'broken')
  }

  /** The message of each rule if it is broken. */
  async messages(rules: readonly Rule[]): Promise<readonly string[]> {
    await this.#readCells(rules)
    const names = rules.flatMap(rule => this.#namesIn(rule))
    const texts = names.map(name => [name, this.#cells.get(placeholderPath(name).join('.'))?.text ?? ''])
    const values = {...Object.fromEntries(texts), ...constantTexts(this.#reader, names)}
    return rules.map(rule => fill(this.#messageOf(rule), values))
  }

  /** The numbers and dates that its message mentions, with their labels. */
  async figures(rules: readonly Rule[]): Promise<readonly (readonly {label: string; text: string}[])[]> {
    const mentioned = rules.map(({error}) => mentionedFigures(this.#reader, this.#at.entity.name, error))
    await this.#readCells(rules.filter((_, index) => (mentioned[index] ?? []).length > 0))
    return mentioned.map(figures =>
      figures.map(({path, label}) => ({label, text: this.#cells.get(path.join('.'))?.text ?? ''})),
    )
  }

  #messageOf({error}: Rule): string {
    return this.#reader.specification.errors.declared.get(error)?.message ?? ''
  }

  #namesIn(rule: Rule): readonly string[] {
    return placeholdersIn(this.#messageOf(rule))
  }

  async #readCells(rules: readonly Rule[]): Promise<void> {
    const {constants} = this.#reader.specification.limits
    const names = [...new Set(rules.flatMap(rule => this.#namesIn(rule)))].filter(name => !constants.has(name))
    const missing = names.map(placeholderPath).filter(path => !this.#cells.has(path.join('.')))
    for (const [path, cell] of await cellsAt(this.#reader, this.#at, missing)) this.#cells.set(path, cell)
  }
}

/** The summary that a form shows of the record as it would be, compiled from the document. */
export interface FormSummary {
  /** The screen that defines the summary. */
  readonly screen: Screen
  readonly rules: readonly Rule[]
  readonly data: (reader: ReadContext, request: SummaryRequest) => Promise<SummaryData>
  readonly calendar: (reader: ReadContext, request: CalendarRequest) => Promise<PeriodCalendarData>
  /** Whether closed days cannot be chosen. */
  readonly blocksDays: (filled: FilledRecord) => Promise<boolean>
}

/** The months around a day, in which the dates of a record are chosen. */
export interface CalendarRequest {
  readonly span: Span
  /** Null if no other records are shown. */
  readonly filled: FilledRecord | null
  readonly around: number
  /** The address for other months. */
  readonly lookup: string
  readonly visit: Visit
  /** The record whose dates are changed: they are the current selection. */
  readonly changed?: string
}

export interface SummaryRequest {
  readonly filled: FilledRecord
  readonly visit: Visit
}

/**
 * Whether all fields of the form that an expression reads are filled in. A field that the expression compares with null
 * may be empty.
 */
export function isFilledFor(
  entity: Entity,
  {record, names}: Pick<FilledRecord, 'record' | 'names'>,
  core: Core | null | undefined,
  mayBeEmpty: ReadonlySet<string> = new Set(),
): boolean {
  if (!core) return true
  const {reads, computed} = readsThrough(entity, core)
  const optional = new Set([...mayBeEmpty, ...computed.flatMap(each => [...askedWhetherEmpty(each)])])
  // An empty list counts as filled in.
  const isFilled = (name: string) =>
    !names.has(name) ||
    optional.has(name) ||
    isListOfReferences(entity.fields.get(name)) ||
    !isEmpty(record.get(name) ?? null)
  return [...reads].every(isFilled)
}

/** The fields whose condition does not hold. */
export async function fieldsWithout(
  reader: ReadContext,
  {details: {applies}}: Screen,
  {context}: FilledRecord,
): Promise<readonly string[]> {
  const columns = applies.map(
    ({condition}, index) =>
      sql`case when ${toPredicate(condition.core, context)} then 1 else 0 end as ${sql.ref(`c${index}`)}`,
  )
  const {rows} = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(reader.db)
  return applies.filter((_, index) => Number(rows[0]?.[`c${index}`]) === 0).map(({field}) => field)
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

function readsReversed(entity: Entity, filled: FilledRecord, core: Core): boolean {
  const reversed = reversedSpans(entity, filled)
  const reads = reversed.length > 0 ? readsOf(entity, core) : new Set<string>()
  return reversed.some(({from, to}) => reads.has(from) && reads.has(to))
}

/** Whether a rule can be evaluated. A field that its `When` compares with null may be empty. */
export function isFilledForRule(
  entity: Entity,
  filled: Pick<FilledRecord, 'record' | 'names'>,
  {must, when}: Rule,
): boolean {
  return (
    isFilledFor(entity, filled, must.core) &&
    isFilledFor(entity, filled, when?.core, when ? askedWhetherEmpty(when.core) : undefined)
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
  beside: HintsBeside = {rules: [], facts: true},
): Promise<HintsData> {
  const {entity, fields} = hinted
  const {context} = filled
  const isFilled = (core: Core | null | undefined) => isFilledFor(entity, filled, core)
  const isKnown = (rule: Rule) => isFilledForRule(entity, filled, rule)
  const isInOrder = (core: Core | null | undefined) => !core || !readsReversed(entity, filled, core)
  const computed = beside.facts
    ? computedFrom(entity, fields).filter(({computed: by}) => isFilled(by?.core) && isInOrder(by?.core))
    : []
  const cells = await cellsAt(
    reader,
    {entity, context},
    computed.map(({name}) => [name]),
  )
  const textOf = (cell: Cell | undefined) => (cell === undefined || cell.value === false ? '' : cell.text)
  const rules = rulesFor(reader, hinted).filter(isKnown)
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

function rulesFor({specification}: ReadContext, {entity, actions, id}: Hinted): Rule[] {
  const isAbout = ({on}: Rule) => on === null || (on.kind === 'create' ? id === null : actions.includes(on.action))
  return specification.rules.rules.filter(
    rule => rule.entity === entity.name && isAbout(rule) && isKnownBefore(entity, rule),
  )
}

/** Whether the outcome is known before the record is written. */
export function isKnownBefore(entity: Entity, {must, when}: Rule): boolean {
  return ![must, ...(when ? [when] : [])].some(({core}) => looksBack(entity, core))
}

/** Whether a rule reads records of another entity, including through computed fields. */
export function readsRecords(entity: Entity, {must, when}: Rule, other: string): boolean {
  const seen = new Set<string>()
  const walk = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.some(walk)
    if (typeof node !== 'object' || node === null) return false
    if ('op' in node && node.op === 'all' && 'entity' in node && node.entity === other) return true
    const name = fieldOfThis(node)
    const computed = name === null || seen.has(name) ? null : entity.fields.get(name)?.computed?.core
    if (name !== null) seen.add(name)
    return (computed && walk(computed)) || Object.entries(node).some(([key, value]) => key !== 'type' && walk(value))
  }
  return [must, ...(when ? [when] : [])].some(({core}) => walk(core))
}

/** Whether a rule depends on one of these fields, including through computed ones. */
export function dependsOn(entity: Entity, {must, when}: Rule, names: readonly string[]): boolean {
  return [must, ...(when ? [when] : [])].some(({core}) => names.some(name => readsOf(entity, core).has(name)))
}

export interface WouldBe {
  readonly entity: Entity
  readonly context: SqlContext
}

/** The cells of the prospective record at some paths that the person would see. */
export async function cellsAt(
  reader: ReadContext,
  {entity, context}: WouldBe,
  paths: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, Cell>> {
  const [cells = new Map()] = await cellsIn(reader, {entity, context, from: null}, paths)
  return cells
}

/** The cells of several records. */
export async function cellsIn(
  reader: ReadContext,
  {entity, context, from}: WouldBe & {readonly from: Sql | null},
  paths: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, Cell>[]> {
  if (paths.length === 0) return []
  const columns = new ColumnSet(context)
  const cells = paths.map(path => cellPlan({visibility: reader.visibility, columns, context}, entity.name, path))
  const selected = columns.columns.map((column, index) => sql`${column.sql} as ${sql.ref(`c${index}`)}`)
  const statement = sql<
    Record<string, unknown>
  >`select ${sql.join([sql`1 as there`, ...selected])} ${from ? sql`${from} order by r.place` : sql``}`
  const {rows} = await statement.execute(reader.db)
  const locale = localeOf(reader.moment)
  return rows.map(row => {
    const values: Value[] = columns.columns.map((column, index) => column.read(row[`c${index}`]))
    return new Map(
      paths.flatMap((path, index) => {
        const cell = cells[index]?.(values, locale)
        return cell ? [[path.join('.'), cell]] : []
      }),
    )
  })
}

// Several prospective records as rows of one statement, so that queries on them are compiled and planned once.

export interface WouldBeRows {
  readonly context: SqlContext
  /** Each row has its `place` among the records. */
  readonly from: Sql
}

const listsIn = (entity: Entity, record: FieldValues): FieldValues =>
  new Map([...record].filter(([name]) => isListOfReferences(entity.fields.get(name))))

export function rowsOf(
  reader: ReadContext,
  {entity, filled}: {readonly entity: Entity; readonly filled: FilledRecord},
  records: readonly FieldValues[],
): WouldBeRows {
  const fields = columnFields(entity)
  const names = fields.map(({name}) => sql.ref(columnName(name)))
  const row = (values: FieldValues, place: number) =>
    sql`select ${sql.lit(place)}, ${sql.join(fields.map(({name, type}) => sql`${type.toColumn(values.get(name) ?? type.empty, reader.database)}`))}`
  // Selects no rows of the table: its columns give the values of the rows their types.
  const none = sql`select 0 as place, ${sql.join(names)} from ${sql.table(tableOf(reader, entity.name))} where 1 = 0`
  const all = sql.join([none, ...records.map(row)], sql` union all `)
  // Materialized, so that SQLite does not repeat the subquery for each row.
  return {
    context: {...filled.context, this: {alias: 'r'}, lists: listsIn(entity, filled.record)},
    from: sql`from (with would_be as materialized (${all}) select * from would_be) as r`,
  }
}
