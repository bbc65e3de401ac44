/**
 * The record that an action changes: its state, the fields it asks for and those it sets are gathered and written at
 * once, as one version with one entry of history; sooner only where an effect looks at records in the database.
 */
import type {Binding} from '../../../feel/sql/to-sql.ts'
import type {Value} from '../../../feel/value.ts'
import type {Entity} from '../../../points/entities/model.ts'
import type {Values} from '../../stored.ts'
import {ChangeRejected, type Input} from '../change.ts'
import {changeRecord} from '../change-record.ts'
import type {WriteContext} from '../context.ts'
import {joinHistory, writeHistory} from '../history.ts'
import {forgetPersonal} from '../personal-data.ts'

export class PendingRecord {
  readonly entity: Entity
  readonly id: string
  private readonly action: string
  private readonly writing: WriteContext
  private values: Map<string, Value>
  /** As it is stored, without what is not written yet. */
  private kept: Values
  private changes = new Map<string, Value>()
  private readonly first: number
  private flushes = 0
  private forgetting = false

  constructor(writing: WriteContext, at: {entity: Entity; id: string; action: string; values: Values}) {
    this.writing = writing
    this.entity = at.entity
    this.id = at.id
    this.action = at.action
    this.values = new Map(at.values)
    this.kept = at.values
    this.first = this.version
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

  stored(): Values {
    return this.values
  }

  async flush(): Promise<void> {
    if (this.changes.size === 0) return
    this.flushes += 1
    const fields = new Map<string, Input>([...this.changes].map(([name, value]) => [name, {value}]))
    const {entity, id, action, version} = this
    const request = {kind: 'update', entity: entity.name, id, version, action, fields} as const
    const step = await changeRecord(this.writing, request, this.kept)
    if (step.problems.length > 0) throw undone(step.problems)
    this.changes = new Map()
    // What effects set may have been rounded to what its field takes.
    this.kept = step.values ?? this.kept
    this.values = new Map(this.kept)
  }

  /** History tells every action, also one that changed nothing of the record itself. */
  async finish(): Promise<void> {
    await this.flush()
    const {entity, id, action, version} = this
    if (this.flushes > 1) await joinHistory(this.writing, {entity: entity.name, id, action, since: this.first})
    if (this.version === this.first)
      await writeHistory(this.writing, [{entity, id, action, version, before: null, after: null}])
    if (this.forgetting) await forgetPersonal(this.writing, entity, id)
  }

  /** What its personal fields held is forgotten at the end, this action's own entry included. */
  forgets(): void {
    this.forgetting = true
  }
}

/** `at`: which of several requests it was. */
export function undone(
  problems: readonly Omit<ConstructorParameters<typeof ChangeRejected>[1][number], 'at'>[],
  at = 0,
): ChangeRejected {
  const code = problems.find(each => each.field === null)?.code ?? problems[0]?.code ?? 'BAD_INPUT'
  return new ChangeRejected(
    code,
    problems.map(each => ({...each, at})),
  )
}
