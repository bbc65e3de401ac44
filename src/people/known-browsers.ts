/**
 * Browsers in which somebody has signed in before, by a cookie of their own. Other people's guesses at an account do not slow these down. The cookie
 * opens nothing: the password is still needed.
 */
import {sql} from 'kysely'
import type {Db} from '../store/database.ts'
import {digestOf} from './secret.ts'
import {day, instantAt} from './world.ts'

export const browserLength = 400 * day
const mostBrowsers = 20

export async function isKnownBrowser(db: Db, browser: string, person: string): Promise<boolean> {
  const {rows} = await sql`select person from nonet_browser where token = ${browser} and person = ${person}`.execute(db)
  return rows.length > 0
}

export interface KnownBrowser {
  readonly person: string
  /** The digest that the browser came with; null where it brought none. */
  readonly earlier: string | null
  /** The new secret: one that somebody may have planted is never kept. */
  readonly secret: string
}

/** Others who have signed in there are still known there. */
export async function rememberBrowser(db: Db, {person, earlier, secret}: KnownBrowser, now: number): Promise<void> {
  const token = digestOf(secret)
  const last = instantAt(now)
  await sql`delete from nonet_browser where last <= ${instantAt(now - browserLength)}`.execute(db)
  if (earlier !== null) {
    await sql`delete from nonet_browser where token = ${earlier} and person = ${person}`.execute(db)
    await sql`update nonet_browser set token = ${token} where token = ${earlier}`.execute(db)
  }
  await sql`insert into nonet_browser (token, person, last) values (${token}, ${person}, ${last})`.execute(db)
  await sql`delete from nonet_browser where person = ${person} and token not in
    (select token from nonet_browser where person = ${person} order by last desc, token limit ${sql.lit(mostBrowsers)})`.execute(
    db,
  )
}

/** After a new password, a browser that may be in other hands is not trusted with it. */
export async function forgetBrowsers(db: Db, person: string): Promise<void> {
  await sql`delete from nonet_browser where person = ${person}`.execute(db)
}
