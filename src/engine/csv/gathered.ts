/** Rows that are taken in many at a time where that may be; a batch with something wrong in it goes row by row, which tells what. */
import type {Entity} from '../../points/entities/model.ts'
import type {WriteContext} from '../write/context.ts'
import {mayCreateMany, mostAtOnce} from '../write/create.ts'
import {createMany} from '../write/write.ts'
import type {Incoming} from './intake.ts'

export interface GatheredOptions<Row> {
  /** One row, in its turn. */
  take(row: Row): Promise<void>
  accepted(row: Row): void
}

export class Gathered<Row extends Incoming> {
  private readonly writing: WriteContext
  private readonly entity: Entity
  private readonly options: GatheredOptions<Row>
  private readonly most: number
  private rows: Row[] = []

  constructor(writing: WriteContext, entity: Entity, options: GatheredOptions<Row>) {
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
