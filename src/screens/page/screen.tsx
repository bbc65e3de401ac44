import {PageHead} from '../../web/components/top-bar.tsx'
import type {ScreenProps} from '../../web/screen.tsx'

export function PageScreen({data}: ScreenProps<'page'>) {
  return (
    <>
      <PageHead>
        <h1 tabIndex={-1}>{data.heading}</h1>
      </PageHead>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by markdown-it with html off, from the document */}
      <div className="prose" dangerouslySetInnerHTML={{__html: data.html}} />
    </>
  )
}
