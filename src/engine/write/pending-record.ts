/**
 * The record that an action changes. Its state, inputs and assignments are collected and written as one version at the
 * end, or earlier if an effect queries the database.
 */

import type {Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {HypotheticalRecord} from '../query/hypothetical-record.ts'
import type {FieldValues} from '../query/stored.ts'
import {type Input, rejected} from '../transaction/change.ts'
import type {ChangeContext} from '../transaction/context.ts'
import {changeRecord} from './change-record.ts'

export class PendingRecord {
  readonly entity: Entity
  readonly id: string
  private readonly action: string
  private readonly context: ChangeContext
  private values: Map<string, Value>
  /** The stored values, without pending changes. */
  private known: FieldValues
  private changes = new Map<string, Value>()
  private readonly before: FieldValues
  /** The record before the change that the action follows. */
  private readonly old: FieldValues | null

  constructor(
    context: ChangeContext,
    at: {entity: Entity; id: string; action: string; values: FieldValues; old: FieldValues | null},
  ) {
    this.context = context
    this.entity = at.entity
    this.id = at.id
    this.action = at.action
    this.values = new Map(at.values)
    this.known = at.values
    this.before = at.values
    this.old = at.old
  }

  get version(): number {
    return Number(this.values.get('version'))
  }

  set(field: string, value: Value): void {
    this.values.set(field, value)
    this.changes.set(field, value)
  }

  /**
   * For expressions, including pending changes. `old` is the record before the action, or before the change that made an
   * action of the system due.
   */
  wouldBe(readsOld: boolean): HypotheticalRecord {
    const before = this.old ?? (readsOld ? this.before : null)
    return {entity: this.entity, id: this.id, record: this.values, before}
  }

  stored(): FieldValues {
    return this.values
  }

  async flush(): Promise<void> {
    if (this.changes.size === 0) return
    const fields = new Map<string, Input>([...this.changes].map(([name, value]) => [name, {value}]))
    const {entity, id, action, version, known} = this
    const request = {kind: 'update', entity: entity.name, id, version, action, fields} as const
    const step = await changeRecord(this.context, request, {known, partOfAction: true})
    if (!step.ok) throw rejected(step.problems)
    this.changes = new Map()
    // Values set by effects may have been rounded to fit their field.
    this.known = step.value.values ?? known
    this.values = new Map(this.known)
  }

  /** Writes one history entry for the action, even if the record itself did not change; notifications refer to it. */
  async finish(event: string, {onlyNotifies}: {readonly onlyNotifies: boolean}): Promise<void> {
    await this.flush()
    const {entity, id, action, version, before, known: after, context} = this
    context.unit.history.push({entry: event, entity, id, action, version, before, after, onlyNotifies})
  }

  /** Erases the previous values of its personal fields at the end of the change. */
  forgets(): void {
    this.context.unit.forgotten.push({entity: this.entity, id: this.id})
  }
}
