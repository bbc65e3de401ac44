/** Optimistic changes of list records: an edited cell, another state, a row that leaves. A refusal reverts it and explains why at its record. */
import {useOptimistic, useState} from 'react'
import type {ShownCell} from '../../engine/page/cells.ts'
import type {Problem} from '../../engine/page/common.ts'
import type {BulkAction, ListData, ListedRecord, StateTarget} from '../../features/collections/data.ts'
import {problemsOfPage} from '../../web/router/client.ts'
import {usePage} from '../../web/router/router-provider.tsx'
import type {ActionOutcome} from '../../web/router/types.ts'
import {useAction} from '../../web/router/use-action.ts'

/** The expected effect of an action on some records. */
export type ExpectedChange =
  | {readonly kind: 'cell'; readonly id: string; readonly key: string; readonly cell: ShownCell}
  | {readonly kind: 'state'; readonly ids: ReadonlySet<string>; readonly to: StateTarget | null}
  | {readonly kind: 'gone'; readonly ids: ReadonlySet<string>}

export interface ListChanges {
  readonly records: readonly ListedRecord[]
  /** Records whose change is pending. */
  readonly pending: ReadonlySet<string>
  /** Why the last action on a record was refused. */
  readonly refused: ReadonlyMap<string, readonly Problem[]>
  readonly expect: (change: ExpectedChange) => void
  readonly act: (record: ListedRecord, action: BulkAction) => Promise<void>
  readonly saveCell: (sent: CellSubmission) => Promise<readonly Problem[]>
}

export interface CellSubmission {
  readonly record: Pick<ListedRecord, 'id'>
  readonly version: number
  readonly key: string
  /** The fields of the form. */
  readonly form: FormData
  readonly cell: ShownCell
}

interface OptimisticRecords {
  readonly records: readonly ListedRecord[]
  readonly pending: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

export function useListChanges(data: ListData): ListChanges {
  const {url, once = ''} = usePage()
  const {submit} = useAction({several: true})
  const [refused, setRefused] = useState<ListChanges['refused']>(new Map())
  const [shown, expect] = useOptimistic<OptimisticRecords, ExpectedChange>(
    {records: data.records, pending: none},
    (before, change) => changed(before, change, data),
  )
  const send = async (id: string, form: FormData, change: ExpectedChange): Promise<readonly Problem[]> => {
    const outcome = await submit({
      url: new URL(url, location.href),
      form,
      refusedInPlace: true,
      staysOnPage: true,
      onRetry: () => void sendAndTell(id, form, change),
      optimistic: () => expect(change),
    })
    return outcome ? reasonsIn(outcome) : []
  }
  /** A refusal is shown at the record. */
  const sendAndTell = async (id: string, form: FormData, change: ExpectedChange): Promise<void> => {
    setRefused(before => new Map([...before].filter(([each]) => each !== id)))
    const problems = await send(id, form, change)
    if (problems.length > 0) setRefused(before => new Map([...before, [id, problems]]))
  }
  return {
    ...shown,
    refused,
    expect,
    act(record, action) {
      const {name} = action
      const form = new FormData()
      form.set('_action', name)
      form.set('_record', `${record.id}:${record.version}`)
      form.set('_once', `${once}-${name}-${record.id}`)
      return sendAndTell(record.id, form, expectedOf(action, new Set([record.id]), data))
    },
    saveCell({record, version, key, form, cell}) {
      form.set('_action', 'update')
      form.set('_record', `${record.id}:${version}`)
      form.set('_once', `${once}-${record.id}-${key}-${Date.now().toString(36)}`)
      return send(record.id, form, {kind: 'cell', id: record.id, key, cell})
    },
  }
}

function reasonsIn(outcome: ActionOutcome): readonly Problem[] {
  return outcome.kind === 'refused' ? problemsOfPage(outcome.page) : []
}

/** Records leave if they are deleted, or get a state that the list's filters exclude. */
export function expectedOf(
  {name, to = null}: Pick<BulkAction, 'name' | 'to'>,
  ids: ReadonlySet<string>,
  {columns, filters}: ListData,
): ExpectedChange {
  const state = columns.find(({display}) => display === 'state')?.key
  const filter = filters.find(({key, value}) => key === state && value !== '')
  const leaves = name === 'delete' || (to && filter && !filter.value.split(',').includes(to.word))
  return leaves ? {kind: 'gone', ids} : {kind: 'state', ids, to}
}

function changed(
  {records, pending}: OptimisticRecords,
  change: ExpectedChange,
  {columns}: ListData,
): OptimisticRecords {
  if (change.kind === 'gone') return {records: records.filter(({id}) => !change.ids.has(id)), pending}
  const ids = change.kind === 'cell' ? new Set([change.id]) : change.ids
  const at = columns.findIndex(({key, display}) => (change.kind === 'cell' ? key === change.key : display === 'state'))
  const cell = change.kind === 'cell' ? change.cell : change.to && {text: change.to.label, value: change.to.word}
  return {
    records: cell ? records.map(record => (ids.has(record.id) ? withCell(record, at, cell) : record)) : records,
    pending: new Set([...pending, ...ids]),
  }
}

const withCell = (record: ListedRecord, at: number, cell: ShownCell): ListedRecord => ({
  ...record,
  cells: record.cells.map((each, index) => (index === at ? cell : each)),
})
