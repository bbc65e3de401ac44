/** The pages of a long list, as links. */
import {Link} from '../../web/router/link.tsx'
import {usePage} from '../../web/router/router-provider.tsx'
import type {CodePage} from './data.ts'

export function Pages({page, pages}: CodePage) {
  const {url} = usePage()
  const at = (number: number) => {
    const [path = '', query = ''] = url.split('?')
    const asked = new URLSearchParams(query)
    asked.set('page', String(number))
    return `${path}?${asked}`
  }
  if (pages < 2) return null
  return (
    <nav className="pages">
      {page > 1 && <Link href={at(page - 1)}>{page - 1}</Link>}
      <span aria-current="page">{page}</span>
      {page < pages && <Link href={at(page + 1)}>{page + 1}</Link>}
    </nav>
  )
}
