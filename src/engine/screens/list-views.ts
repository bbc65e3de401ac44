/** Views of lists that a person keeps for themselves: a name for what stands in the address. */
import {sql} from 'kysely'
import {asked} from '../../store/asked.ts'
import type {Db} from '../../store/database.ts'
import {newId} from '../../store/id.ts'
import {instantAt} from '../../store/instant.ts'

export interface SavedView {
  readonly id: string
  readonly name: string
  readonly query: string
}

/** Whose, and of which screen. */
export interface Owned {
  readonly person: string
  readonly screen: string
}

const mostViews = 30
const longestName = 60
const longestQuery = 4000

export async function savedViews(db: Db, {person, screen}: Owned): Promise<SavedView[]> {
  const rows = await asked(db)`
    select id, name, query from nonet_view where person = ${person} and screen = ${screen} order by id`
  return rows.map(([id, name, query]) => ({id: String(id), name: String(name), query: String(query)}))
}

/** The same name again takes the place of the earlier one. False where there is no room for another, or nothing to keep. */
export async function saveView(
  db: Db,
  owned: Owned,
  {name, query, now}: {name: string; query: string; now: number},
): Promise<boolean> {
  const called = name.normalize('NFC').trim().slice(0, longestName)
  if (called === '' || query.length > longestQuery) return false
  const known = await savedViews(db, owned)
  const same = known.find(view => view.name === called)
  if (same) await sql`update nonet_view set query = ${query} where id = ${same.id}`.execute(db)
  else if (known.length >= mostViews) return false
  else
    await sql`insert into nonet_view (id, person, screen, name, query, at)
      values (${newId()}, ${owned.person}, ${owned.screen}, ${called}, ${query}, ${instantAt(now)})`.execute(db)
  return true
}

export async function forgetView(db: Db, {person, screen}: Owned, id: string): Promise<void> {
  await sql`delete from nonet_view where id = ${id} and person = ${person} and screen = ${screen}`.execute(db)
}
