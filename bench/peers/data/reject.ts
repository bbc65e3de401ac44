/** The action: a decider rejects a request with an answer. One durable transaction with its history. */
import {randomUUID} from 'node:crypto'
import {first, run, transaction} from './database.ts'
import {mayReject} from './record.ts'
import {mayRead, type Viewer} from './viewer.ts'

export interface Sent {
  readonly number: number
  readonly version: number
  readonly answer: string
}

export type Outcome = {readonly ok: true} | {readonly ok: false; readonly status: number; readonly problem: string}

export function reject(viewer: Viewer, {number, version, answer}: Sent): Outcome {
  const text = answer.replaceAll('\r\n', '\n').trim()
  if (text.length < 1 || text.length > 2000) return refused(422, 'Please write an answer.')
  return transaction(() => {
    const {sql, values} = mayRead(viewer)
    const row = first(
      `select r.*, p.manager from request as r join user as p on p.id = r.person where r.number = ? and ${sql}`,
      number,
      ...values,
    )
    if (!row) return refused(404, 'Page not found.')
    if (row.version !== version) return refused(409, 'Someone else changed this record.')
    if (!mayReject(viewer, row)) return refused(403, 'This cannot be rejected.')
    const [id, now] = [String(row.id), new Date().toISOString()]
    const changed = run(
      `update request set status = 'rejected', answer = ?, decided_by = ?, decided_at = ?, updated = ?, updated_by = ?, version = version + 1
       where id = ? and version = ?`,
      text,
      viewer.id,
      now,
      now,
      viewer.id,
      id,
      version,
    )
    if (changed === 0) return refused(409, 'Someone else changed this record.')
    const changes = {status: [row.status, 'rejected'], answer: [row.answer, text], decided_by: [null, viewer.id]}
    run(
      `insert into nonet_history (id, entity, record, at, kind, person, action, version, changes) values (?, 'Request', ?, ?, 'person', ?, 'reject', ?, ?)`,
      randomUUID(),
      id,
      now,
      viewer.id,
      version + 1,
      JSON.stringify(changes),
    )
    run(
      `insert into nonet_notification (id, person, event, at, entity, record, action, by, seen) values (?, ?, ?, ?, 'Request', ?, 'reject', ?, null)`,
      randomUUID(),
      String(row.person),
      randomUUID(),
      now,
      id,
      viewer.id,
    )
    return {ok: true}
  })
}

function refused(status: number, problem: string): Outcome {
  return {ok: false, status, problem}
}
