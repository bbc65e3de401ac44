/** A list with nothing in it: what is true, and what to do next. */
import {openedFrom} from '../../../engine/page/frame.ts'
import {Icon} from '../../../web/components/icon.tsx'
import {Link} from '../../../web/router/link.tsx'
import {useMessages, usePage} from '../../../web/router/router-provider.tsx'
import type {ListData} from '../data.ts'

export interface EmptyListData
  extends Pick<ListData, 'filtered' | 'filteredBy' | 'entityName' | 'empty' | 'create'>,
    Partial<Pick<ListData, 'importLabel' | 'importHref'>> {}

/** `path`: the address of the list without its search and filters. */
export function EmptyList({data, path}: {data: EmptyListData; path: string}) {
  const {url} = usePage()
  const messages = useMessages()
  // Ready-made records come before a form for one of them.
  const ready = data.importLabel && data.importHref ? {label: data.importLabel, href: data.importHref} : null
  const first = ready ?? data.create
  return (
    <section className="card nothing empty">
      <Icon name={data.filtered ? 'search' : 'file'} />
      <p>{data.filtered ? messages.lists.noneMatch(data.entityName.several) : data.empty}</p>
      {data.filteredBy && <p className="muted">{data.filteredBy.join(' · ')}</p>}
      {data.filtered ? (
        <Link className="button" href={path}>
          {messages.lists.clearSearch}
        </Link>
      ) : (
        first && (
          <Link className="button" href={openedFrom(first.href, url)}>
            {first.label}
          </Link>
        )
      )}
    </section>
  )
}
