/** A point of the document as it is written, with the lines in question marked, and the way to the other points. */
import type {BookData} from '../../../contract/specification.ts'
import {wordsFor} from '../../../messages/index.ts'
import type {ViewProps} from '../../view.ts'

export function Book({data, page}: ViewProps<BookData>) {
  const words = wordsFor(page.shell.language)
  return (
    <>
      <div className="head">
        <h1 tabIndex={-1}>{data.heading}</h1>
      </div>
      <div className="book">
        <nav aria-label={words.book.points}>
          <ol>
            {data.points.map(point => (
              <li key={point.number}>
                <a href={point.href} aria-current={point.current ? 'page' : undefined}>
                  <span className="num">{point.number}</span>
                  <span>
                    {point.title}
                    {point.open && <span className="quiet"> ({words.book.open})</span>}
                  </span>
                </a>
              </li>
            ))}
          </ol>
          {data.also.length > 0 && (
            <>
              <h2>{words.book.also}</h2>
              <ul>
                {data.also.map(({label, href}) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </nav>
        <div className="leaf">
          {data.html === '' ? (
            <p className="second">{words.book.nothing}</p>
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by markdown-it with html off, from the document
            <div className="prose" dangerouslySetInnerHTML={{__html: data.html}} />
          )}
        </div>
      </div>
    </>
  )
}
