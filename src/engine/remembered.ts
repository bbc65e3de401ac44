/** The same one-time token twice has one effect and the first answer: also across processes and restarts, for a day. */
import {hash} from 'node:crypto'
import {toMillis} from '../feel/calendar.ts'
import {asked} from '../store/asked.ts'
import {instantAt} from '../store/instant.ts'
import type {ChangedRecord} from './change.ts'
import type {Writing} from './writing.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** Tokens of different people never meet; what is stored tells nobody the token. */
function keyOf({actor}: Writing, token: string): string {
  const who = actor.kind === 'person' ? actor.id : actor.kind
  return hash('sha256', `${who} ${token}`, 'base64url')
}

export async function recallAnswer(writing: Writing, token: string): Promise<readonly ChangedRecord[] | null> {
  const since = instantAt(toMillis(writing.moment.now) - day)
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
  await forgetOld(writing, now)
  await asked(
    writing.db,
  )`insert into nonet_once (token, at, answer) values (${keyOf(writing, token)}, ${instantAt(now)}, ${JSON.stringify(records)})`
}

const forgotten = new WeakMap<Writing['schema'], number>()

/** Now and then: what is older than a day is not asked for anyway. */
async function forgetOld({db, schema}: Writing, now: number): Promise<void> {
  if (Math.abs(now - (forgotten.get(schema) ?? 0)) < minute) return
  forgotten.set(schema, now)
  await asked(db)`delete from nonet_once where at <= ${instantAt(now - day)}`
}
