/** Links to the pages before and after this one; nothing if there is a single page. */
import {Link} from '../../../web/router/link.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {ListData} from '../data.ts'

export function PageLinks({page: {previous, next}}: Pick<ListData, 'page'>) {
  const {lists} = useMessages()
  if (!previous && !next) return null
  return (
    <nav aria-label={lists.pages}>
      {previous && (
        <Link className="button" href={previous} rel="prev">
          {lists.previous}
        </Link>
      )}
      {next && (
        <Link className="button" href={next} rel="next">
          {lists.next}
        </Link>
      )}
    </nav>
  )
}
