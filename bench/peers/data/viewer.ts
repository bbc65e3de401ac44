/** The viewer: cookie → hashed token → session → person and roles. */
import {createHash} from 'node:crypto'
import {first} from './database.ts'

export interface Viewer {
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
}

const sessionLength = 14 * 24 * 3600 * 1000

export function viewerOf(token: string | null | undefined): Viewer | null {
  if (!token) return null
  const digest = createHash('sha256').update(token).digest('base64url')
  const since = new Date(Date.now() - sessionLength).toISOString()
  const row = first(
    `select u.id, u.name, u.roles from nonet_session as s join user as u on u.id = s.person
     where s.token = ? and s.seen > ? and u.active`,
    digest,
    since,
  )
  return row && {id: String(row.id), name: String(row.name), roles: JSON.parse(String(row.roles))}
}

export function tokenIn(cookies: string | null | undefined): string | null {
  for (const pair of (cookies ?? '').split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === 'nonet' && value) return value
  }
  return null
}

/** The requests a person may read, as a condition on `r` and the person `p`, and its values. */
export function mayRead(viewer: Viewer): {readonly sql: string; readonly values: readonly string[]} {
  if (viewer.roles.includes('HR')) return {sql: '1', values: []}
  return {sql: '(r.person = ? or p.manager = ?)', values: [viewer.id, viewer.id]}
}
