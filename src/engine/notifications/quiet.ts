/** Who wants no mail about what happens. Kept apart from their record, where a grant could show or change it. */
import {sql} from 'kysely'
import {type Db, instantAt} from '../../store/sql.ts'

export async function wantsMail(db: Db, person: string): Promise<boolean> {
  const {rows} = await sql`select 1 from nonet_quiet where person = ${person}`.execute(db)
  return rows.length === 0
}

export async function wishMail(db: Db, person: string, {wants, now}: {wants: boolean; now: number}): Promise<void> {
  if (wants) await sql`delete from nonet_quiet where person = ${person}`.execute(db)
  else
    await sql`insert into nonet_quiet (person, at) values (${person}, ${instantAt(now)})
      on conflict (person) do nothing`.execute(db)
}
