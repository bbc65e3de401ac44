import {cookies} from 'next/headers'
import {redirect} from 'next/navigation'
import {cache} from 'react'
import {type Viewer, viewerOf} from '../../data/viewer.ts'

/** Once per request, for all components. */
export const viewer = cache(async (): Promise<Viewer> => {
  const found = viewerOf((await cookies()).get('nonet')?.value)
  if (!found) redirect('/sign-in')
  return found
})
