import {Link, redirect} from 'react-router'
import {askedIn, listRequests} from '../../../data/list.ts'
import {tokenIn, viewerOf} from '../../../data/viewer.ts'
import {Filters} from '../parts/filters.tsx'
import {Table} from '../parts/table.tsx'
import type {Route} from './+types/requests'

export const meta: Route.MetaFunction = () => [{title: 'All requests · Time off'}]

export function loader({request}: Route.LoaderArgs) {
  const viewer = viewerOf(tokenIn(request.headers.get('cookie')))
  if (!viewer) throw redirect('/sign-in')
  return listRequests(viewer, askedIn(new URL(request.url).searchParams))
}

export default function Requests({loaderData}: Route.ComponentProps) {
  const {rows, count, next} = loaderData
  return (
    <>
      <div className="head">
        <h1>All requests</h1>
        <Link className="button lead" to="/requests/new">
          Ask for time off
        </Link>
      </div>
      <Filters {...loaderData} />
      <Table rows={rows} />
      <div className="foot">
        <span>{count} requests</span>
        {next && (
          <Link className="button" to={`/requests?after=${next}`}>
            Next
          </Link>
        )}
      </div>
    </>
  )
}
