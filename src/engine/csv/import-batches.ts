/**
 * Creates records from rows, in batches if possible. Rows may refer to one another in any order and in circles: a row
 * that names a missing record waits for it, and a circle is linked after all of its records exist.
 */

import {sql} from 'kysely'
import {isReference, type Value} from '../../feel/value.ts'
import {entityReferredTo, fieldOf} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {position} from '../../points/entities/own-fields.ts'
import {isEmptyValue} from '../../points/entities/run.ts'
import {yes} from '../base/core-build.ts'
import {keyFields} from '../query/lookup.ts'
import type {ReadContext} from '../query/read-context.ts'
import {holdsFor} from '../query/row-questions.ts'
import type {FieldValues} from '../query/stored.ts'
import {abilities} from '../records/abilities.ts'
import {
  type ChangedRecord,
  type ChangeRequest,
  type Input,
  problem,
  type StepResult,
  type WriteProblem,
} from '../transaction/change.ts'
import type {WriteContext} from '../transaction/context.ts'
import {notUnique, takenUniques, uniquesOf} from '../transaction/unique.ts'
import {mayCreateMany, mostRowsAtOnce, neverCreated, withOwnFields} from '../write/create.ts'
import {uncovered} from '../write/update.ts'
import {validateInput} from '../write/validate-input.ts'
import {createMany} from '../write/write.ts'

// Rows that refer to one another.

export interface ImportedRow {
  readonly entity: Entity
  readonly line: number
  readonly fields: ReadonlyMap<string, Input>
}

export type RowProblems = readonly WriteProblem[]

interface IntakeOptions<Row extends ImportedRow> {
  /** The entities whose records are still to come. */
  readonly coming: ReadonlySet<string>
  change(row: Row, request: ChangeRequest): Promise<StepResult<ChangedRecord>>
  accepted(row: Row, id: string): void
  refused(row: Row, problems: RowProblems): void | Promise<void>
}

interface WaitingRow<Row> {
  readonly row: Row
  readonly problems: RowProblems
}

/** Beyond this many waiting rows, missing references are reported at once; otherwise at the end. */
const mostWaiting = 50_000
/** A chain in the wrong order resolves one link per round; after this many rounds it is treated as a circle. */
const mostRounds = 30

export class RowImporter<Row extends ImportedRow> {
  private readonly options: IntakeOptions<Row>
  private waiting: WaitingRow<Row>[] = []
  private readonly late: {readonly row: Row; readonly record: ChangedRecord; readonly names: ReadonlySet<string>}[] = []

  constructor(options: IntakeOptions<Row>) {
    this.options = options
  }

  async take(row: Row): Promise<void> {
    const step = await this.options.change(row, creating(row, row.fields))
    if (step.ok) this.options.accepted(row, step.value.id)
    else if (this.mayWait(row, step.problems)) this.waiting.push({row, problems: step.problems})
    else await this.options.refused(row, step.problems)
  }

  /** Call after all rows were added. */
  async finish(): Promise<void> {
    while (this.waiting.length > 0) {
      await this.settle()
      await this.openCircle()
    }
    for (const {row, record, names} of this.late) await this.link(row, record, names)
  }

  private mayWait({entity}: Row, problems: RowProblems): boolean {
    const missing = problems.every(({field, code}) => code === 'NO_SUCH_RECORD' && this.isComing(entity, field))
    return missing && this.waiting.length < mostWaiting
  }

  private isComing(entity: Entity, name: string | null): boolean {
    const field = name === null ? null : fieldOf(entity, name)
    const target = field ? entityReferredTo(field) : null
    return target !== null && this.options.coming.has(target)
  }

  private async settle(): Promise<void> {
    for (let round = 0; round < mostRounds; round++) {
      const before = this.waiting
      this.waiting = []
      for (const {row} of before) await this.take(row)
      if (this.waiting.length === before.length || this.waiting.length === 0) return
    }
  }

  /**
   * Creates the rows of one entity without the links they wait for: the entity with the fewest rows that requires none
   * of these links, so that few records are written twice.
   */
  private async openCircle(): Promise<void> {
    const groups = [...Map.groupBy(this.waiting, ({row}) => row.entity).values()]
    const optional = groups.filter(group => group.every(({row, problems}) => !needsLinks(row, problems)))
    const [chosen = []] = (optional.length > 0 ? optional : groups).toSorted((a, b) => a.length - b.length)
    this.waiting = this.waiting.filter(({row}) => row.entity !== chosen[0]?.row.entity)
    for (const each of chosen) await this.begin(each)
  }

  private async begin({row, problems: missing}: WaitingRow<Row>): Promise<void> {
    if (needsLinks(row, missing)) return this.options.refused(row, missing)
    const names = new Set(missing.flatMap(({field}) => field ?? []))
    const without = new Map([...row.fields].filter(([name]) => !names.has(name)))
    const step = await this.options.change(row, creating(row, without))
    if (!step.ok) return this.options.refused(row, step.problems)
    this.options.accepted(row, step.value.id)
    this.late.push({row, record: step.value, names})
  }

  private async link(row: Row, {entity, id, version}: ChangedRecord, names: ReadonlySet<string>): Promise<void> {
    const fields = new Map([...row.fields].filter(([name]) => names.has(name)))
    const step = await this.options.change(row, {kind: 'update', entity, id, version, fields})
    if (!step.ok) await this.options.refused(row, step.problems)
  }
}

const needsLinks = ({entity}: ImportedRow, missing: RowProblems): boolean =>
  missing.some(({field}) => field !== null && fieldOf(entity, field)?.required)

function creating({entity}: ImportedRow, fields: ReadonlyMap<string, Input>): ChangeRequest {
  return {kind: 'create', entity: entity.name, fields}
}

// Batches. If a batch has a problem, its rows are written one by one to find the row.

interface BatchOptions<Row> {
  /** Handles one row, in order. */
  take(row: Row): Promise<void>
  accepted(row: Row): void
}

export class RowBatches<Row extends ImportedRow> {
  private readonly writing: WriteContext
  private readonly entity: Entity
  private readonly options: BatchOptions<Row>
  private readonly most: number
  private rows: Row[] = []

  constructor(writing: WriteContext, entity: Entity, options: BatchOptions<Row>) {
    this.writing = writing
    this.entity = entity
    this.options = options
    this.most = mayCreateMany(writing, entity) ? mostRowsAtOnce(entity) : 1
  }

  async add(row: Row): Promise<void> {
    this.rows.push(row)
    if (this.rows.length >= this.most) await this.settle()
  }

  /** Resolves when all added rows are handled. */
  async settle(): Promise<void> {
    const {rows} = this
    this.rows = []
    const together = rows.length > 1 && (await this.createAll(rows))
    for (const row of rows)
      if (together) this.options.accepted(row)
      else await this.options.take(row)
  }

  /** What is refused when the rows are written leaves none of them. */
  private async createAll(rows: readonly Row[]): Promise<boolean> {
    const {db} = this.writing
    const inputs = rows.map(({fields}) => fields)
    await sql`savepoint nonet_batch`.execute(db)
    const {ok} = await createMany(this.writing, this.entity, inputs)
    if (!ok) await sql`rollback to savepoint nonet_batch`.execute(db)
    await sql`release savepoint nonet_batch`.execute(db)
    return ok
  }
}

/* Checks an import without writing anything: the result, and the problems of each row. */

interface WaitingPreview<Row> {
  readonly row: Row
  /** Unresolved references, to a record of this file or to nothing, and its other problems. */
  readonly problems: RowProblems
}

export class ImportPreview<Row extends ImportedRow> {
  private readonly reader: ReadContext
  private readonly entity: Entity
  /** The keys of the records in the file. */
  private readonly keys = new Set<string>()
  private readonly uniques = new Set<string>()
  private readonly waiting: WaitingPreview<Row>[] = []

  constructor(reader: ReadContext, entity: Entity) {
    this.reader = reader
    this.entity = entity
  }

  /** Null if the result is known only at the end. */
  async judge(row: Row): Promise<RowProblems | null> {
    const {reader, entity} = this
    const names = [...row.fields.keys()]
    if (!abilities(reader, entity.name).ever('create')) return [problem('FORBIDDEN')]
    const never = neverCreated(reader, entity, names)
    if (never.length > 0) return never.map(name => problem('FORBIDDEN', name))
    const judged = await validateInput(reader, entity, {fields: row.fields, before: null})
    const takenId = await this.takenId(judged.values)
    if (takenId.length > 0) return takenId
    // A value that cannot be read is not one that others have.
    const unread = new Set(judged.problems.flatMap(({field}) => field ?? []))
    const taken = [
      ...(await takenUniques(reader, entity, {values: judged.values, id: null})),
      ...this.repeated(judged.values, unread),
    ].filter(({field}) => field === null || !unread.has(field))
    this.note(judged.values)
    const late = judged.problems.filter(each => this.mayCome(each))
    const problems = [...judged.problems.filter(each => !late.includes(each)), ...taken]
    if (late.length > 0) {
      this.waiting.push({row, problems: [...late, ...problems]})
      return null
    }
    if (problems.length > 0) return problems
    return this.permittedAndSound(names, judged.values)
  }

  /** Rows that refer to other rows: references still missing now are problems. */
  finish(): {readonly row: Row; readonly problems: RowProblems}[] {
    return this.waiting.map(({row, problems}) => ({
      row,
      problems: problems.filter(each => !this.mayCome(each) || !this.keys.has(each.values['value'] ?? '')),
    }))
  }

  private async permittedAndSound(names: readonly string[], given: FieldValues): Promise<RowProblems> {
    const {reader, entity} = this
    const values = standIns(entity, withOwnFields(reader, given))
    const record = {entity, id: String(values.get('id')), record: values, before: null}
    const forbidden = uncovered(await abilities(reader, entity.name).on(record, 'create'), names)
    if (forbidden.length > 0) return forbidden
    const change = {kind: 'create', entity: entity.name, id: record.id, action: 'create', before: null} as const
    return reader.rules(reader, {...change, pending: values})
  }

  /** Only operators may choose the id of a record. */
  private async takenId(values: FieldValues): Promise<RowProblems> {
    const id = values.get('id')
    if (typeof id !== 'string') return []
    const [there] = await holdsFor(this.reader, {entity: this.entity.name, id}, [yes])
    return there || this.keys.has(id) ? [problem('NOT_UNIQUE', 'id')] : []
  }

  private mayCome({field, code}: RowProblems[number]): boolean {
    const known = field === null ? undefined : this.entity.fields.get(field)
    return code === 'NO_SUCH_RECORD' && known !== undefined && entityReferredTo(known) === this.entity.name
  }

  private note(values: FieldValues): void {
    const id = values.get('id')
    if (typeof id === 'string') this.keys.add(id)
    for (const {name} of keyFields(this.entity)) {
      const value = values.get(name) ?? null
      if (value !== null) this.keys.add(String(value))
    }
  }

  /** Unique values that an earlier row of the file already has. */
  private repeated(values: FieldValues, unread: ReadonlySet<string>): RowProblems {
    return uniquesOf(this.entity).flatMap(names => {
      if (names.some(name => unread.has(name))) return []
      const fields = names.flatMap(name => this.entity.fields.get(name) ?? [])
      const stored = fields.map(({name, type}) => type.toColumn(values.get(name) ?? null, this.reader.database))
      if (stored.every(each => each === null)) return []
      const key = JSON.stringify([names, stored.map(each => (each === null ? null : String(each)))])
      const known = this.uniques.has(key)
      this.uniques.add(key)
      return known ? [notUnique(fields, this.reader)] : []
    })
  }
}

/** Placeholders for numbers that the import will assign, so that rules can be evaluated. */
function standIns(entity: Entity, values: Map<string, Value>): FieldValues {
  for (const field of entity.fields.values()) {
    const first = firstNumber(field)
    if (first !== null && isEmptyValue(values.get(field.name) ?? null)) values.set(field.name, first)
  }
  const owner = entity.partOf ? (values.get(entity.partOf.field) ?? null) : null
  if (owner !== null && isReference(owner) && !values.has(position.name)) values.set(position.name, 1)
  return values
}

const firstNumber = ({type}: Field): number | null => (type.storage.kind === 'column' ? type.storage.counter : null)
