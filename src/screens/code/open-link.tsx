/** Leads to the form of an action with the values of its record. */
import {Link} from '../../web/router/link.tsx'
import {usePage} from '../../web/router/router-provider.tsx'
import type {CodeAction, CodeRow} from './data.ts'

/** The form of a record opens on a page of its own, with the values of the record. */
export function OpenFormLink({action, row, label}: {action: CodeAction; row: CodeRow; label: string}) {
  const {url} = usePage()
  const [path = '', query = ''] = url.split('?')
  const asked = new URLSearchParams(query)
  asked.set('_open', action.name)
  asked.set('_record', row.id)
  return (
    <Link className="button" href={`${path}?${asked}`}>
      {label}
    </Link>
  )
}
