/** The document's introduction to a screen, under its heading. */

export function Prose({html}: {html: string | undefined}) {
  if (html === undefined || html === '') return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by markdown-it with html off, from the document
  return <div className="prose" dangerouslySetInnerHTML={{__html: html}} />
}
