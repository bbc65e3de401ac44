/** The actions an actor may perform now, and the cells they may edit: one statement for all records of a page. */
import type {Core} from '../../feel/core.ts'
import type {Action, ActionInput, Transition} from '../../points/states/model.ts'
import {both, no} from '../base/core-build.ts'
import {entityOf, type ReadContext} from '../query/read-context.ts'
import {holdsForAll} from '../query/select.ts'
import {conditionsOf} from './conditions.ts'

export interface OfferedAction {
  readonly name: string
  readonly label: string
  /** An input is optional if every row that could apply makes it optional. */
  readonly asks: readonly ActionInput[]
  /** The possible target states: one, unless inputs decide. Empty if the state does not change. */
  readonly to: readonly string[]
}

export async function actionsFor(context: ReadContext, entity: string, id: string): Promise<readonly OfferedAction[]> {
  return (await actionsForAll(context, entity, [id])).get(id) ?? []
}

/** Keyed by id. A hidden record offers no actions. */
export async function actionsForAll(
  context: ReadContext,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly OfferedAction[]>> {
  const {actions, rows, conditions} = rowsOf(context, entity)
  if (rows.length === 0 || ids.length === 0) return new Map()
  const held = await holdsForAll(context, {entity, ids, conditions, held: {owner: context.visibility, name: 'offered'}})
  return new Map(
    [...held].map(([id, [visible, ...holds]]) => {
      const open = visible ? rows.filter((_, index) => holds[index]) : []
      return [
        id,
        actions.flatMap(action =>
          offered(
            action,
            open.filter(each => each.action === action),
          ),
        ),
      ]
    }),
  )
}

export interface FittingRequest {
  readonly ids: readonly string[]
  /** Names of actions, and `delete`. */
  readonly names: readonly string[]
  readonly edits: readonly EditableColumn[]
}

/** A column that can be edited in place: one field, or the two dates of a span. */
export interface EditableColumn {
  readonly key: string
  readonly fields: readonly string[]
}

export interface Fitting {
  readonly actions: readonly string[]
  readonly edits: readonly string[]
}

/**
 * For each record of a list, in one statement: the actions that may be performed on it now, `delete` if it may be
 * deleted, and the fields that the actor may both see and change.
 */
export async function fittingFor(
  context: ReadContext,
  entity: string,
  {ids, names, edits}: FittingRequest,
): Promise<ReadonlyMap<string, Fitting>> {
  if (names.length + edits.length === 0 || ids.length === 0) return new Map()
  const {visibility} = context
  const {rows, conditions} = rowsOf(context, entity)
  const asked = rows.flatMap(({action}, index) => (names.includes(action.name) ? [{name: action.name, index}] : []))
  const mayDelete = names.includes('delete') ? [visibility.records(entity, 'delete').where] : []
  const conditionsOfAsked = () => {
    const [, ...ofRows] = conditions()
    const mayEdit = edits.map(({fields}) =>
      both(
        fields.flatMap(field => [visibility.seesField(entity, field), visibility.seesField(entity, field, 'update')]),
      ),
    )
    return [...asked.map(({index}) => ofRows[index] ?? no), ...mayDelete, ...mayEdit]
  }
  const held = await holdsForAll(context, {
    entity,
    ids,
    conditions: conditionsOfAsked,
    held: {owner: visibility, name: `fitting ${JSON.stringify([names, edits])}`},
  })
  const namesAsked = [...asked.map(({name}) => name), ...mayDelete.map(() => 'delete')]
  return new Map(
    [...held].map(([id, holds]) => {
      const open = new Set(namesAsked.filter((_, index) => holds[index]))
      return [
        id,
        {
          actions: names.filter(name => open.has(name)),
          edits: edits.flatMap(({key}, index) => (holds[namesAsked.length + index] ? [key] : [])),
        },
      ]
    }),
  )
}

interface ActionRows {
  readonly actions: readonly Action[]
  readonly rows: readonly {readonly action: Action; readonly row: Transition}[]
  /** The visibility of the record, followed by one condition per row. */
  readonly conditions: () => readonly Core[]
}

/** Depends on the actor's roles only. */
function rowsOf(context: ReadContext, entity: string): ActionRows {
  const actions = [...(context.specification.actions.actions.get(entity)?.values() ?? [])]
  const rows = actions.flatMap(action => action.rows.map(row => ({action, row})))
  const {visibility} = context
  const conditionOf = (row: Transition) => {
    const {who, from, when} = conditionsOf(row, entityOf(context, entity), visibility.actor)
    // Conditions on inputs are evaluated when the inputs are sent.
    return both(row.when?.readsInputs ? [who, from] : [who, from, when])
  }
  return {actions, rows, conditions: () => [visibility.records(entity).where, ...rows.map(({row}) => conditionOf(row))]}
}

/** The first row that holds would be used, unless it depends on inputs. */
function offered({name, label}: Action, open: readonly {row: Transition}[]): OfferedAction[] {
  const [first] = open
  if (!first) return []
  const end = open.findIndex(({row}) => !row.when?.readsInputs)
  const possible = open.slice(0, end < 0 ? open.length : end + 1).map(({row}) => row)
  const asks = new Map<string, ActionInput>()
  for (const row of possible)
    for (const asked of row.asks) {
      const everywhere = possible.every(each =>
        each.asks.some(({field, optional}) => field.name === asked.field.name && !optional),
      )
      asks.set(asked.field.name, {...asked, optional: !everywhere})
    }
  const to = new Set(possible.flatMap(row => row.to ?? []))
  return [{name, label, asks: [...asks.values()], to: [...to]}]
}
