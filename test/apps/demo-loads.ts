/**
 * Loads the demonstration of an application through the write path, with the clock at some day, into a new SQLite
 * database.
 */

import {readFileSync} from 'node:fs'
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {documentGrants, documentRules, loadDemo} from '../../src/screens/testing.ts'
import {documentOf} from '../kit/documents.ts'
import {engineFor} from '../kit/engine.ts'

export type DemoApp = 'time-off' | 'rooms'

/** `Request.csv:12 last_day NO_WORKING_TIME` for each row that is left out. */
export async function leftOutOn(app: DemoApp, at: string): Promise<string[]> {
  const folder = new URL(`../../apps/${app}/`, import.meta.url)
  const document = readFileSync(new URL('app.md', folder), 'utf8')
  const rules = documentRules(documentOf(document).specification)
  const place = await mkdtemp(join(tmpdir(), 'nonet-demo-'))
  const address = `sqlite:${join(place, 'records.sqlite')}`
  const {engine, store, clock} = await engineFor({document, address, grants: documentGrants, rules})
  clock.now = Date.parse(at)
  const {problems, loaded} = await loadDemo(engine, fileURLToPath(new URL('demo', folder)), engine.moment())
  await store.close()
  await rm(place, {recursive: true, force: true})
  return loaded ? problems.map(({line, column, code}) => `${column}:${line} ${code}`) : ['nothing was loaded']
}
