/** A list of records: search, sortable headers, pages, bulk actions, and empty states. */

import {memo, useMemo} from 'react'
import {EmptyList} from '../../features/collections/components/empty-list.tsx'
import {FilterBar} from '../../features/collections/components/filter-bar.tsx'
import {addressKeeping, type ListData} from '../../features/collections/data.ts'
import {ErrorSummary} from '../../features/forms/components/error-summary.tsx'
import {Breadcrumbs} from '../../web/components/breadcrumbs.tsx'
import {useShortcuts} from '../../web/components/command-palette/commands.tsx'
import {Prose} from '../../web/components/prose.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {DeferredPage, useDeferredInPlace, useMessages, usePage, usePathname} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'
import {SelectableRecords} from './bulk-bar.tsx'
import {useListChanges} from './list-changes.ts'
import {ListTools, SavedViews} from './list-tools.tsx'
import {ListFoot, RecordTable} from './record-table.tsx'
import {WithPanel} from './side-panel.tsx'

export function ListScreen({data}: ScreenProps<'list'>) {
  const listed = useDeferredInPlace(data)
  useListShortcuts()
  return (
    <>
      <PageHead create={data.create}>
        <div>
          <Breadcrumbs back={data.back} />
          <h1 tabIndex={-1}>{data.heading}</h1>
        </div>
        <div className="buttons tools">
          <ListTools data={data} />
        </div>
      </PageHead>
      <WithPanel data={data}>
        <DeferredPage>
          <List data={listed} />
        </DeferredPage>
      </WithPanel>
    </>
  )
}

function useListShortcuts(): void {
  const {listScreen, shell} = useMessages()
  useShortcuts(
    useMemo(() => {
      const {move, edit, select, extend, filter} = listScreen.keys
      return [
        ['↑ ↓ ← →', move],
        ['F2', edit],
        ['x', select],
        [shell.shift, extend],
        ['f', filter],
      ]
    }, [listScreen, shell]),
  )
}

const List = memo(({data}: {data: ListData}) => {
  const path = usePathname()
  return (
    <>
      <Prose html={data.html} />
      <SavedViews data={data} />
      {(data.filtered || data.records.length > 0) && (
        <FilterBar
          filterBar={{...data, filtered: data.filtered && data.records.length > 0}}
          keep={data.keep}
          withChips
        />
      )}
      <ErrorSummary problems={data.problems} />
      {data.records.length === 0 ? (
        <EmptyList data={data} path={addressKeeping(path, data.keep)} />
      ) : (
        <Records data={data} />
      )}
    </>
  )
})

function Records({data}: {data: ListData}) {
  const {url} = usePage()
  const changes = useListChanges(data)
  // Another page of the list starts without a selection; opening a record beside it changes nothing.
  if (data.bulk.length > 0) return <SelectableRecords key={data.panel?.close ?? url} data={data} changes={changes} />
  return (
    <section className="card plain with-table">
      <RecordTable data={data} changes={changes} />
      <ListFoot data={data} />
    </section>
  )
}
