/**
 * The actions that the system has performed and does not repeat as long as their condition holds (`nonet_acted`): a
 * person is reminded once, or once per period.
 */
import {sql} from 'kysely'
import {toMillis} from '../../feel/calendar.ts'
import {instantAt, instantIn, queryRows} from '../../store/sql.ts'
import {runNamed} from '../query/statement.ts'
import type {WriteContext} from '../transaction/context.ts'
import type {EntryOf, SideEffect} from '../transaction/journal.ts'
import {nothing} from '../transaction/journal.ts'

type ActionOnRecord = Omit<EntryOf<'performed'>, 'kind' | 'at'>

export async function notePerformed(context: WriteContext, {entity, id, action}: ActionOnRecord): Promise<void> {
  const {db, journal, moment} = context
  if (journal.delay > 0) {
    const [earlier] = await queryRows(db)`
      select at from nonet_acted where entity = ${entity} and record = ${id} and action = ${action}`
    journal.add({kind: 'performed', entity, id, action, at: earlier ? instantIn(earlier[0]) : null})
  }
  await writePerformed(context, {entity, id, action, at: instantAt(toMillis(moment.now))})
}

/** The actions can be performed again. */
export async function forgetPerformed(
  context: WriteContext,
  {entity, id}: Omit<ActionOnRecord, 'action'>,
  actions: readonly string[],
): Promise<void> {
  if (actions.length === 0) return
  const rows = await runNamed(context, {
    key: `acted ${actions.length}`,
    values: [entity, id, ...actions],
    written: ([of, record, ...names]) =>
      sql`delete from nonet_acted where entity = ${of} and record = ${record} and action in (${sql.join(names)})
        returning action, at`,
  })
  for (const [action, at] of rows)
    context.journal.add({kind: 'performed', entity, id, action: String(action), at: instantIn(at)})
}

export const performedActions: SideEffect<'performed'> = {
  async undo(context, entries) {
    for (const {at, ...on} of entries)
      if (at !== null) await writePerformed(context, {...on, at})
      else
        await queryRows(context.db)`
          delete from nonet_acted where entity = ${on.entity} and record = ${on.id} and action = ${on.action}`
  },
  complete: nothing,
}

async function writePerformed(
  {db}: Pick<WriteContext, 'db'>,
  {entity, id, action, at}: ActionOnRecord & {readonly at: string},
): Promise<void> {
  await queryRows(db)`insert into nonet_acted (entity, record, action, at) values (${entity}, ${id}, ${action}, ${at})
    on conflict (entity, record, action) do update set at = excluded.at`
}
