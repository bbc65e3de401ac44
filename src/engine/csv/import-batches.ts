/**
 * Rows that become records, in batches where possible. Rows may refer to one another in any order and in circles: a
 * row that names a missing record waits for it, and a circle is linked after all of its records exist.
 */
import {fieldOf, targetOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {ChangedRecord, ChangeRequest, Input, StepResult, WriteProblem} from '../write/change.ts'
import type {WriteContext} from '../write/context.ts'
import {mayCreateMany, mostAtOnce} from '../write/create.ts'
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
/** A chain in the wrong order grows by a link each time; after this many it is treated as a circle. */
const mostRounds = 30

export class Intake<Row extends ImportedRow> {
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

  /** When all rows were given. */
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
    const target = field ? targetOf(field) : null
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
   * The rows of one entity begin without the links that they wait for: of the one with the fewest, so that few are touched twice, among
   * those that need none of these links.
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

// Batches. If a batch has a problem, its rows are taken one by one, which finds the row.

interface BatchOptions<Row> {
  /** One row, in its turn. */
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
    this.most = mayCreateMany(writing, entity) ? mostAtOnce(entity) : 1
  }

  async add(row: Row): Promise<void> {
    this.rows.push(row)
    if (this.rows.length >= this.most) await this.settle()
  }

  /** Everything that was added has been judged then. */
  async settle(): Promise<void> {
    const {rows} = this
    this.rows = []
    const together = rows.length > 1 && (await this.createAll(rows)).ok
    for (const row of rows)
      if (together) this.options.accepted(row)
      else await this.options.take(row)
  }

  private createAll(rows: readonly Row[]) {
    return createMany(
      this.writing,
      this.entity,
      rows.map(({fields}) => fields),
    )
  }
}
