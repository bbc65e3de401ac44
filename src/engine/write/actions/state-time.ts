/** Since when a record is in its state. Kept when an action moves it; a record that no action has moved is in it since it was created. */
import {sql} from 'kysely'
import {toMillis} from '../../../feel/calendar.ts'
import type {Sql} from '../../../feel/sql/to-sql.ts'
import {columnName} from '../../../points/entities/table-names.ts'
import type {Transition} from '../../../points/states/model.ts'
import {instantAt, queryRows} from '../../../store/sql.ts'
import {runNamed} from '../../query/statement.ts'
import type {WriteContext} from '../context.ts'

export interface EnteredState {
  readonly entity: string
  readonly id: string
  readonly state: string
}

export async function noteState(context: WriteContext, entered: EnteredState): Promise<void> {
  const {entity, id, state} = entered
  const since = instantAt(toMillis(context.moment.now))
  await queryRows(
    context.db,
  )`insert into nonet_state (entity, record, state, since) values (${entity}, ${id}, ${state}, ${since})
    on conflict (entity, record) do update set state = excluded.state, since = excluded.since`
  const again = repeatableActions(context, entered)
  if (again.length === 0) return
  await runNamed(context, {
    key: `acted ${again.length}`,
    values: [entity, id, ...again],
    written: ([of, record, ...actions]) =>
      sql`delete from nonet_acted where entity = ${of} and record = ${record} and action in (${sql.join(actions)})`,
  })
}

/** What the system did because of the state before, and may do again in this one. */
function repeatableActions({specification}: WriteContext, {entity, state}: EnteredState): string[] {
  const actions = [...(specification.actions.actions.get(entity)?.values() ?? [])]
  return actions.filter(({rows}) => rows.some(row => endsStay(row, state))).map(({name}) => name)
}

function endsStay({who, from, after}: Transition, state: string): boolean {
  return who.some(({kind}) => kind === 'system') && from !== null && (after !== null || !from.includes(state))
}

/** For the row `r`. An operator may have set the state by hand: then it holds since the last change. */
export function stateSince(entity: string, field: string): Sql {
  const state = sql.ref(`r.${columnName(field)}`)
  const kept = sql`select case when s.state = ${state} then s.since else r.updated end from nonet_state as s where s.entity = ${entity} and s.record = r.id`
  return sql`coalesce((${kept}), r.created)`
}
