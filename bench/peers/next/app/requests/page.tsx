import type {Metadata} from 'next'
import Link from 'next/link'
import {askedIn, listRequests} from '../../../data/list.ts'
import {Filters} from '../../parts/filters.tsx'
import {Table} from '../../parts/table.tsx'
import {viewer} from '../../parts/viewer.ts'

export const metadata: Metadata = {title: 'All requests · Time off'}

export default async function Requests({searchParams}: {searchParams: Promise<Record<string, string>>}) {
  const query = new URLSearchParams(await searchParams)
  const listed = listRequests(await viewer(), askedIn(query))
  return (
    <>
      <div className="head">
        <h1>All requests</h1>
        <Link prefetch={false} className="button lead" href="/requests/new">
          Ask for time off
        </Link>
      </div>
      <Filters {...listed} />
      <Table rows={listed.rows} />
      <div className="foot">
        <span>{listed.count} requests</span>
        {listed.next && (
          <Link prefetch={false} className="button" href={`/requests?after=${listed.next}`}>
            Next
          </Link>
        )}
      </div>
    </>
  )
}
