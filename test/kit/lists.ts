/** Data of lists and records for component tests. */

import type {ListData, ListedRecord} from '../../src/features/collections/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'

export const listedRecord = (id: string, texts: readonly string[], actions: readonly string[] = []): ListedRecord => ({
  id,
  version: 1,
  href: `/orders/${id}`,
  cells: texts.map(text => ({text})),
  actions,
  group: null,
})

export function listOf(more: Partial<ListData>): ListData {
  return {
    heading: 'Orders',
    back: null,
    keep: [],
    columns: [{key: 'name', label: 'Name', help: '', display: 'text', sort: null}],
    records: [],
    groups: null,
    filters: [],
    page: {next: null, previous: null},
    count: {exact: more.records?.length ?? 0},
    entityName: {one: 'order', several: 'orders'},
    search: null,
    empty: '',
    filtered: false,
    create: null,
    viewOptions: {columns: [], sizes: [], size: 25, usualSize: 25, compact: false, keep: []},
    bulk: [],
    views: [],
    total: null,
    maySaveView: false,
    exportHref: null,
    importHref: null,
    problems: [],
    opens: null,
    panel: null,
    ...more,
  }
}

export function recordData(more: Partial<RecordData> = {}): RecordData {
  return {
    heading: 'Order 1',
    version: 1,
    actions: [],
    edit: null,
    remove: null,
    deletion: {heading: 'Delete order “1”?', warning: '', isPossible: true},
    problems: [],
    back: null,
    path: [],
    fields: [],
    cells: [],
    related: [],
    history: [],
    historyFailed: null,
    addComments: [],
    ...more,
  }
}
