/**
 * Bulk selection and actions: those available for some of the selected records, with their number (“Approve 3 of 4”). Actions that need confirmation or input use a
 * dialog; without JavaScript a separate page.
 */

import {type MouseEvent, useEffect, useRef, useState} from 'react'
import {withQuery} from '../../engine/page/address.ts'
import type {Problem} from '../../engine/page/common.ts'
import {allKey, type BulkAction, type EveryRecord, type ListData} from '../../features/collections/data.ts'
import {useHandler} from '../../web/hooks/use-handler.ts'
import {useHydrated} from '../../web/hooks/use-hydrated.ts'
import {type RowSelection, useSelection} from '../../web/hooks/use-selection.ts'
import {useWhenIdle} from '../../web/hooks/use-when-idle.ts'
import {LazyPart, lazyWithPreload} from '../../web/lazy.tsx'
import {ActionForm, IdempotencyKey, SubmitButton} from '../../web/router/action-form.tsx'
import {pageIn, problemsOfPage} from '../../web/router/client.ts'
import {useLocale, useMessages, usePage, useRouter} from '../../web/router/router-provider.tsx'
import type {ActionOutcome} from '../../web/router/types.ts'
import {expectedOf, type ListChanges} from './list-changes.ts'
import {ListFoot, RecordTable, sumText} from './record-table.tsx'
import {SelectionSum, SelectionTools} from './selection-tools.tsx'

export interface SelectableRecordsProps {
  readonly data: ListData
  readonly changes: ListChanges
}

export function SelectableRecords({data, changes}: SelectableRecordsProps) {
  const {lists: messages} = useMessages()
  const form = useRef<HTMLFormElement>(null)
  const ids = changes.records.map(({id}) => id)
  const selection = useSelection(ids, form)
  const [asked, setAsked] = useState<BulkAction | null>(null)
  const chosen = data.records.filter(({id}) => selection.selected.has(id))
  const fitting = chosen.filter(({actions}) => asked && actions.includes(asked.name))
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const every = useEvery(selection.every)
  useSumAhead(data)
  const onOutcome = (outcome: ActionOutcome) => {
    setProblems(outcome.kind === 'refused' ? problemsOfPage(outcome.page) : [])
    if (outcome.kind === 'done') selection.clear()
  }
  const expect = (sent: FormData) => {
    const action = data.bulk.find(({name}) => name === sent.get('_action'))
    if (action) changes.expect(expectedOf(action, selection.selected, data))
  }
  return (
    <>
      <ActionForm
        ref={form}
        className="card plain with-table picking"
        refusedInPlace
        staysOnPage
        optimistic={expect}
        onOutcome={onOutcome}
      >
        <IdempotencyKey scope="several" />
        {selection.every && <input type="hidden" name={allKey} value="yes" />}
        <RecordTable
          data={data}
          changes={changes}
          select={{one: messages.select, all: messages.selectAll, selection}}
        />
        <BulkBar data={data} selection={selection} every={every} problems={problems} onAsk={setAsked} />
        <ListFoot data={data} />
      </ActionForm>
      {asked && (
        <LazyPart>
          <BulkDialog
            data={data}
            action={asked}
            selected={fitting}
            every={selection.every ? (every?.count ?? 0) : null}
            onExpect={() => changes.expect(expectedOf(asked, new Set(fitting.map(({id}) => id)), data))}
            onDone={selection.clear}
            onClose={() => setAsked(null)}
          />
        </LazyPart>
      )}
    </>
  )
}

/** The first number takes a browser longer to write than a tick takes it to render: more than half of 160 ms, on a slow phone. */
function useSumAhead({columns, records}: ListData): void {
  const language = useLocale()
  useWhenIdle(
    useHandler(async () => sumText(columns, records, language)),
    true,
  )
}

interface BulkBarProps {
  readonly data: ListData
  readonly selection: RowSelection
  readonly every: EveryRecord | null
  readonly problems: readonly Problem[]
  readonly onAsk: (action: BulkAction) => void
}

/** Before hydration everything is offered as soon as a record is ticked, and the server refuses what is not possible. */
function BulkBar({data, selection, every, problems, onAsk}: BulkBarProps) {
  const {lists: messages, listScreen} = useMessages()
  const hydrated = useHydrated()
  const router = useRouter()
  const isUsed = selection.state !== 'none'
  const chosen = data.records.filter(({id}) => selection.selected.has(id))
  const count = selection.every ? (every?.count ?? null) : chosen.length
  const fittingFor = (name: string) => chosen.filter(({actions}) => actions.includes(name)).length
  // Of several records, what is possible for some of them is done with those, once the person has seen which.
  const fits = (name: string) => (selection.every ? every?.actions.includes(name) === true : fittingFor(name) > 0)
  const fitting = hydrated ? data.bulk.filter(({name}) => fits(name)) : data.bulk
  const isPartial = (name: string) => !selection.every && fittingFor(name) < chosen.length
  const labelOf = ({name, label}: BulkAction) => {
    if (!hydrated || count === null || count < 2) return label
    if (isPartial(name)) return listScreen.onSome(label, fittingFor(name), count)
    return messages.onCount(label, count, data.entityName.several)
  }
  const ask = (action: BulkAction) => (event: MouseEvent) => {
    if (!hydrated || !router.enabled || (!action.asks && !selection.every && !isPartial(action.name))) return
    event.preventDefault()
    onAsk(action)
  }
  return (
    <div className={isUsed ? 'bulk some' : 'bulk'}>
      <span className="count" aria-live="polite">
        {hydrated && count !== null ? messages.selected(count) : messages.withSelected}
      </span>
      {isUsed && <SelectionSum data={data} chosen={chosen} every={selection.every ? every : null} />}
      {fitting.map(action => (
        <SubmitButton
          key={action.name}
          className={action.tone === 'danger' ? 'button danger' : 'button'}
          name="_action"
          value={action.name}
          onClick={ask(action)}
        >
          {labelOf(action)}
        </SubmitButton>
      ))}
      {isUsed && fitting.length === 0 && (!selection.every || every) && (
        <span className="small">{listScreen.nothingFits}</span>
      )}
      {problems.length > 0 && (
        <span className="problem small" role="alert">
          {problems.map(({message}) => message).join(' ')}
        </span>
      )}
      {isUsed && <SelectionTools data={data} selection={selection} />}
    </div>
  )
}

const BulkDialog = lazyWithPreload(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

/** The actions available for all results: requested once they are selected. */
function useEvery(wanted: boolean): EveryRecord | null {
  const router = useRouter()
  const {url} = usePage()
  const [every, setEvery] = useState<{readonly url: string; readonly found: EveryRecord | null}>({url, found: null})
  useEffect(() => {
    if (!wanted) return
    const request = new AbortController()
    const load = async () => {
      const result = await router.load(withQuery(url, `${allKey}=yes`), request.signal)
      const page = pageIn(result)
      if (request.signal.aborted || !page) return
      setEvery({url, found: 'every' in page.data ? (page.data.every ?? null) : null})
    }
    void load()
    return () => request.abort()
  }, [wanted, url, router])
  return wanted && every.url === url ? every.found : null
}
