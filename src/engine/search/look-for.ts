/** A list that no screen shows: nothing narrowed, sorted or grouped but what is asked of it. */
import type {ListScreen} from '../list/request.ts'

export function lookFor(asked: Pick<ListScreen, 'entity' | 'columns'> & Partial<ListScreen>): ListScreen {
  return {where: null, sort: [], filters: [], search: [], groupBy: null, size: 1, ...asked}
}
