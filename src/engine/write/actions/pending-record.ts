/**
 * The record that an action changes: its state, the fields it asks for and those it sets are gathered and written at
 * once, as one version; sooner only where an effect looks at records in the database.
 */
import type {Binding} from '../../../feel/sql/to-sql.ts'
import type {Value} from '../../../feel/value.ts'
import type {Entity} from '../../../points/entities/model.ts'
import type {FieldValues} from '../../query/stored.ts'
import {type Input, rejected} from '../change.ts'
import {changeRecord} from '../change-record.ts'
import type {ChangeContext} from '../context.ts'

export class PendingRecord {
  readonly entity: Entity
  readonly id: string
  private readonly action: string
  private readonly context: ChangeContext
  private values: Map<string, Value>
  /** As it is stored, without what is not written yet. */
  private known: FieldValues
  private changes = new Map<string, Value>()
  private readonly before: FieldValues

  constructor(context: ChangeContext, at: {entity: Entity; id: string; action: string; values: FieldValues}) {
    this.context = context
    this.entity = at.entity
    this.id = at.id
    this.action = at.action
    this.values = new Map(at.values)
    this.known = at.values
    this.before = at.values
  }

  get version(): number {
    return Number(this.values.get('version'))
  }

  set(field: string, value: Value): void {
    this.values.set(field, value)
    this.changes.set(field, value)
  }

  /** As expressions know it: with what is not written yet. */
  binding(): Binding {
    return {entity: this.entity.name, id: this.id, fields: this.values}
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
    // What effects set may have been rounded to what its field takes.
    this.known = step.value.values ?? known
    this.values = new Map(this.known)
  }

  /** One entry of history for the action, also where it changed nothing of the record itself. */
  async finish(): Promise<void> {
    await this.flush()
    const {entity, id, action, version, before, known: after, context} = this
    context.unit.history.push({entry: context.newId(), entity, id, action, version, before, after})
  }

  /** What its personal fields held is forgotten at the end. */
  forgets(): void {
    this.context.unit.forgotten.push({entity: this.entity, id: this.id})
  }
}
