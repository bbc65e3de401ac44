/** A page of prose. The HTML was made from the document's Markdown, in which raw HTML is text. */
import type {ProseData} from '../../../contract/page.ts'
import type {ViewProps} from '../../view.ts'

export function Prose({data}: ViewProps<ProseData>) {
  return (
    <>
      <div className="head">
        <h1 tabIndex={-1}>{data.heading}</h1>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by markdown-it with html off, from the document */}
      <div className="prose" dangerouslySetInnerHTML={{__html: data.html}} />
    </>
  )
}
