/** The same one-time token twice has one effect and the first answer: also across processes and restarts, for a day. */
import {hash} from 'node:crypto'
import {toMillis} from '../feel/calendar.ts'
import {asked} from '../store/asked.ts'
import type {ChangedRecord} from './change.ts'
import type {Writing} from './writing.ts'

const day = 24 * 60 * 60 * 1000

/** Tokens of different people never meet; what is stored tells nobody the token. */
function keyOf({actor}: Writing, token: string): string {
  const who = actor.kind === 'person' ? actor.id : actor.kind
  return hash('sha256', `${who} ${token}`, 'base64url')
}

export async function recallAnswer(writing: Writing, token: string): Promise<readonly ChangedRecord[] | null> {
  const since = new Date(toMillis(writing.moment.now) - day).toISOString()
  const key = keyOf(writing, token)
  const [row] = await asked(writing.db)`select answer from nonet_once where token = ${key} and at > ${since}`
  return row ? (JSON.parse(String(row[0])) as ChangedRecord[]) : null
}

export async function rememberAnswer(
  writing: Writing,
  token: string,
  records: readonly ChangedRecord[],
): Promise<void> {
  const now = toMillis(writing.moment.now)
  const at = new Date(now).toISOString()
  const ask = asked(writing.db)
  await ask`delete from nonet_once where at <= ${new Date(now - day).toISOString()}`
  await ask`insert into nonet_once (token, at, answer) values (${keyOf(writing, token)}, ${at}, ${JSON.stringify(records)})`
}
