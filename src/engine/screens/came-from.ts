/** The page that a form was opened from: it stands in the form's address, so that Cancel leads back there, with and without JavaScript. */
import {cameFromKey} from '../../contract/page.ts'
import type {Visit} from '../reply.ts'

const nowhere = 'http://nowhere.invalid'
const longest = 1000

/** Null where nothing is said, or something that is no page of this application: the address may have been written by anybody. */
export function cameFrom({query, path}: Pick<Visit, 'query' | 'path'>): string | null {
  const said = query.get(cameFromKey)
  if (said === null || said.length > longest || !/^\/(?![/\\])/.test(said)) return null
  const url = URL.parse(said, nowhere)
  if (url === null || url.origin !== nowhere || url.pathname === path) return null
  // As the browser would read it, so that nothing means two things.
  return `${url.pathname}${url.search}` === said ? said : null
}
