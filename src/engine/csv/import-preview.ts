/** Checks an import without writing anything: what would happen, and what is wrong with each row. */
import {isReference, type Value} from '../../feel/value.ts'
import {targetOf} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {position} from '../../points/entities/own-fields.ts'
import {isEmpty} from '../../points/entities/run.ts'
import {yes} from '../core-build.ts'
import {keyFields} from '../lookup.ts'
import {grantedFieldsAs} from '../permissions/granted-fields.ts'
import {holdsFor} from '../query/select.ts'
import type {FieldValues} from '../query/stored.ts'
import type {ReadContext} from '../read-context.ts'
import {problem} from '../write/change.ts'
import {neverCreated, withOwnFields} from '../write/create.ts'
import {takenUniques, uniquesOf} from '../write/unique.ts'
import {validateInput} from '../write/validate-input.ts'
import type {ImportedRow, RowProblems} from './import-batches.ts'

interface WaitingPreview<Row> {
  readonly row: Row
  /** What they refer to: a record of this file, or nothing. */
  readonly problems: RowProblems
}

export class ImportPreview<Row extends ImportedRow> {
  private readonly reader: ReadContext
  private readonly entity: Entity
  /** What records of the file can be called by. */
  private readonly keys = new Set<string>()
  private readonly uniques = new Set<string>()
  private readonly waiting: WaitingPreview<Row>[] = []

  constructor(reader: ReadContext, entity: Entity) {
    this.reader = reader
    this.entity = entity
  }

  /** Null where it is known only at the end. */
  async judge(row: Row): Promise<RowProblems | null> {
    const {reader, entity} = this
    const names = [...row.fields.keys()]
    if (reader.visibility.granted('create', entity.name).length === 0) return [problem('FORBIDDEN')]
    const never = neverCreated(reader, entity, names)
    if (never.length > 0) return never.map(name => problem('FORBIDDEN', name))
    const judged = await validateInput(reader, entity, {fields: row.fields, before: null})
    const takenId = await this.takenId(judged.values)
    if (takenId.length > 0) return takenId
    const taken = [
      ...(await takenUniques(reader, entity, {values: judged.values, id: null})),
      ...this.repeated(judged.values),
    ]
    this.note(judged.values)
    const late = judged.problems.filter(each => this.mayCome(each))
    const problems = [...judged.problems.filter(each => !late.includes(each)), ...taken]
    if (problems.length > 0) return [...late, ...problems]
    if (late.length > 0) {
      this.waiting.push({row, problems: late})
      return null
    }
    return this.permittedAndSound(names, judged.values)
  }

  /** The rows that refer to other rows: what is still missing now never comes. */
  finish(): {readonly row: Row; readonly problems: RowProblems}[] {
    return this.waiting.map(({row, problems}) => ({
      row,
      problems: problems.filter(({values}) => !this.keys.has(values['value'] ?? '')),
    }))
  }

  private async permittedAndSound(names: readonly string[], given: FieldValues): Promise<RowProblems> {
    const {reader, entity} = this
    const values = standIns(entity, withOwnFields(reader, given))
    const record = {entity: entity.name, id: String(values.get('id')), values}
    const {any, covers} = await grantedFieldsAs(reader, 'create', record)
    if (!any) return [problem('FORBIDDEN')]
    const uncovered = names.filter(name => !covers(name))
    if (uncovered.length > 0) return uncovered.map(name => problem('FORBIDDEN', name))
    const change = {kind: 'create', entity: entity.name, id: record.id, action: 'create', before: null} as const
    return reader.rules(reader, {...change, pending: values})
  }

  /** Only operators say which id a record gets. */
  private async takenId(values: FieldValues): Promise<RowProblems> {
    const id = values.get('id')
    if (typeof id !== 'string') return []
    const [there] = await holdsFor(this.reader, {entity: this.entity.name, id}, [yes])
    return there || this.keys.has(id) ? [problem('NOT_UNIQUE', 'id')] : []
  }

  private mayCome({field, code}: RowProblems[number]): boolean {
    const known = field === null ? undefined : this.entity.fields.get(field)
    return code === 'NO_SUCH_RECORD' && known !== undefined && targetOf(known) === this.entity.name
  }

  private note(values: FieldValues): void {
    const id = values.get('id')
    if (typeof id === 'string') this.keys.add(id)
    for (const {name} of keyFields(this.entity)) {
      const value = values.get(name) ?? null
      if (value !== null) this.keys.add(String(value))
    }
  }

  /** What an earlier row of the file has already. */
  private repeated(values: FieldValues): RowProblems {
    return uniquesOf(this.entity).flatMap(names => {
      const fields = names.flatMap(name => this.entity.fields.get(name) ?? [])
      const stored = fields.map(({name, type}) => type.toColumn(values.get(name) ?? null, this.reader.database))
      if (stored.every(each => each === null)) return []
      const key = JSON.stringify([names, stored.map(each => (each === null ? null : String(each)))])
      const known = this.uniques.has(key)
      this.uniques.add(key)
      return known ? [problem('NOT_UNIQUE', names.at(-1) ?? null)] : []
    })
  }
}

/** Numbers that the import gives: some number, so that no rule misses one. */
function standIns(entity: Entity, values: Map<string, Value>): FieldValues {
  for (const field of entity.fields.values()) {
    const first = firstNumber(field)
    if (first !== null && isEmpty(values.get(field.name) ?? null)) values.set(field.name, first)
  }
  const owner = entity.partOf ? (values.get(entity.partOf.field) ?? null) : null
  if (owner !== null && isReference(owner) && !values.has(position.name)) values.set(position.name, 1)
  return values
}

const firstNumber = ({type}: Field): number | null => (type.storage.kind === 'column' ? type.storage.counter : null)
