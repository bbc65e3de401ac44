/** The same one-time token twice has one effect and the first answer: also across processes and restarts, for a day. */
import {createHash} from 'node:crypto'
import {sql} from 'kysely'
import {toMillis} from '../feel/calendar.ts'
import type {ChangedRecord} from './change.ts'
import type {Writing} from './writing.ts'

const day = 24 * 60 * 60 * 1000

/** Tokens of different people never meet; what is stored tells nobody the token. */
function keyOf({actor}: Writing, token: string): string {
  const who = actor.kind === 'person' ? actor.id : actor.kind
  return createHash('sha256').update(`${who} ${token}`).digest('base64url')
}

export async function recallAnswer(writing: Writing, token: string): Promise<readonly ChangedRecord[] | null> {
  const since = new Date(toMillis(writing.moment.now) - day).toISOString()
  const {rows} = await sql<{
    answer: unknown
  }>`select answer from nonet_once where token = ${keyOf(writing, token)} and at > ${since}`.execute(writing.db)
  return rows[0] ? (JSON.parse(String(rows[0].answer)) as ChangedRecord[]) : null
}

export async function rememberAnswer(
  writing: Writing,
  token: string,
  records: readonly ChangedRecord[],
): Promise<void> {
  const now = toMillis(writing.moment.now)
  const at = new Date(now).toISOString()
  await sql`delete from nonet_once where at <= ${new Date(now - day).toISOString()}`.execute(writing.db)
  await sql`insert into nonet_once (token, at, answer) values (${keyOf(writing, token)}, ${at}, ${JSON.stringify(records)})`.execute(
    writing.db,
  )
}
