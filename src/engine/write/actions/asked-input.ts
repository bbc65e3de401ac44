/** What an action asks for: judged like any input, and looked up among what the person sees. */
import type {Value} from '../../../feel/value.ts'
import type {Entity} from '../../../points/entities/model.ts'
import {isEmpty} from '../../../points/entities/run.ts'
import type {ActionInput, Transition} from '../../../points/states/model.ts'
import type {NewFile} from '../../files/record.ts'
import type {ReadContext} from '../../read-context.ts'
import type {Values} from '../../stored.ts'
import {type ChangeProblem, type Input, problem} from '../change.ts'
import {validateInput} from '../validate-input.ts'

type Problem = Omit<ChangeProblem, 'at'>

export interface AskedInput {
  readonly problems: readonly Problem[]
  readonly values: Values
  readonly files: readonly NewFile[]
}

export interface Given {
  readonly entity: Entity
  /** The rows that may be taken. */
  readonly rows: readonly Transition[]
  readonly inputs: ReadonlyMap<string, Input>
  readonly before: Values
}

/** Required is what every row that may be taken requires; the rest is decided with the row. */
export async function validateAsked(writing: ReadContext, {entity, rows, inputs, before}: Given): Promise<AskedInput> {
  const fields = new Map(rows.flatMap(row => row.asks.map(({field}) => [field.name, field] as const)))
  // Nothing else can be filled in here, also no field of the record that the action does not ask for.
  const unknown = [...inputs.keys()].filter(name => !fields.has(name)).map(name => problem('UNKNOWN_FIELD', name))
  const known = new Map([...inputs].filter(([name]) => fields.has(name)))
  const judged = await validateInput(writing, {...entity, fields}, {fields: known, before})
  const [first, ...others] = rows
  const needed = (first?.asks ?? []).filter(asked => others.every(row => requires(row, asked)))
  const missing = missingOf(needed, judged.values).filter(
    ({field}) => !judged.problems.some(each => each.field === field),
  )
  return {values: judged.values, files: judged.files, problems: [...unknown, ...judged.problems, ...missing]}
}

function requires(row: Transition, asked: ActionInput): boolean {
  return row.asks.some(({field, optional}) => field.name === asked.field.name && !optional)
}

export function missingOf(asks: readonly ActionInput[], values: ReadonlyMap<string, Value>): Problem[] {
  return asks
    .filter(({field, optional}) => !optional && isEmpty(values.get(field.name) ?? null))
    .map(({field}) => problem('REQUIRED', field.name))
}
