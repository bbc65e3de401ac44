/** Rows of a file that match existing records by their unique fields: an email, or person, type and year. */

import type {Entity} from '../../points/entities/model.ts'
import {isEmptyValue} from '../../points/entities/run.ts'
import {recordNames} from '../query/names.ts'
import type {ReadContext} from '../query/read-context.ts'
import {type FieldValues, readStored} from '../query/stored.ts'
import {abilities} from '../records/abilities.ts'
import type {ChangeRequest, Input} from '../transaction/change.ts'
import {isSame} from '../transaction/history.ts'
import {recordWith, uniquesOf} from '../transaction/unique.ts'
import {uncovered} from '../write/update.ts'
import {validateInput} from '../write/validate-input.ts'
import type {ImportedRow, RowProblems} from './import-batches.ts'

/** What to do with existing records. */
export const existingChoices = ['update', 'skip'] as const
export type ExistingChoice = (typeof existingChoices)[number]

/** The maximum number of rows listed. */
const mostListed = 100

interface MatchedRecord {
  readonly id: string
  readonly before: FieldValues
  /** The unique fields that have the values of the row. */
  readonly same: ReadonlySet<string>
}

export class ExistingRecords {
  private readonly context: ReadContext
  private readonly entity: Entity
  private readonly defaults: ReadonlyMap<string, Input>
  private readonly keys: ReadonlySet<string>
  private readonly found: {readonly line: number; readonly id: string}[] = []
  readonly choice: ExistingChoice
  total = 0

  /** `defaults`: values of a new record for fields missing in its row; existing records keep theirs. */
  constructor(
    context: ReadContext,
    entity: Entity,
    {choice, defaults}: {choice: ExistingChoice; defaults: ReadonlyMap<string, Input>},
  ) {
    this.context = context
    this.entity = entity
    this.choice = choice
    this.defaults = defaults
    this.keys = new Set(uniquesOf(entity).flat())
  }

  /** Null if the row is a new record, or matches one by values that the person may not read. */
  async of(row: ImportedRow): Promise<MatchedRecord | null> {
    const {context, entity} = this
    const given = new Map([...row.fields].filter(([name]) => this.keys.has(name)))
    if (given.size === 0) return null
    const {values} = await validateInput(context, entity, {fields: given, before: null})
    const id = await recordWith(context, entity, values)
    const before = id === null ? null : await readStored(context, entity, id, context.visibility.records(entity.name))
    if (id === null || !before) return null
    const isKept = (name: string) => isSame(values.get(name) ?? null, before.get(name) ?? null)
    const same = new Set([...given.keys()].filter(isKept))
    const {covers} = await abilities(context, entity.name).on(id, 'read')
    const isSeen = (name: string) => !isEmptyValue(values.get(name) ?? null) && isKept(name) && covers(name)
    const isFound = uniquesOf(entity).some(names => names.every(isSeen))
    return isFound ? {id, before, same} : null
  }

  note({line}: ImportedRow, {id}: MatchedRecord): void {
    this.total += 1
    if (this.found.length < mostListed) this.found.push({line, id})
  }

  /** Empty cells change nothing. */
  changeOf({fields}: ImportedRow, {id, before, same}: MatchedRecord): ChangeRequest {
    const filled = [...fields].filter(([name, input]) => {
      const isSaid = this.defaults.get(name) !== input && !('csv' in input && input.csv.trim() === '')
      return isSaid && !same.has(name)
    })
    const version = Number(before.get('version'))
    return {kind: 'update', entity: this.entity.name, id, version, fields: new Map(filled)}
  }

  /** The problems of the change. */
  async problemsOf(row: ImportedRow, existing: MatchedRecord): Promise<RowProblems> {
    if (this.choice === 'skip') return []
    const {context, entity} = this
    const {id, before} = existing
    const {fields} = this.changeOf(row, existing)
    const forbidden = uncovered(await abilities(context, entity.name).on(id, 'update'), [...fields.keys()])
    if (forbidden.length > 0) return forbidden
    const {values, problems} = await validateInput(context, entity, {fields, before})
    if (problems.length > 0) return problems
    const pending = new Map([...before, ...values])
    return context.rules(context, {kind: 'update', entity: entity.name, id, action: 'update', before, pending})
  }

  /** The first of them, by name. */
  async listed(): Promise<{line: number; name: string}[]> {
    const {context, entity, found} = this
    const names = await recordNames(context, context.visibility, {entity: entity.name, ids: found.map(({id}) => id)})
    return found.map(({line, id}) => ({line, name: names.get(id) ?? ''}))
  }
}
