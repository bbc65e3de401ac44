/** A point of the document as written, with the relevant lines marked, and links to the other points. */

import {PageHead} from '../../web/components/top-bar.tsx'
import {Link} from '../../web/router/link.tsx'
import {useMessages} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'

export function SpecificationScreen({data}: ScreenProps<'specification'>) {
  const messages = useMessages()
  return (
    <>
      <PageHead>
        <h1 tabIndex={-1}>{data.heading}</h1>
      </PageHead>
      <div className="book">
        <nav aria-label={messages.specification.points}>
          <ol>
            {data.points.map(point => (
              <li key={point.number}>
                <Link href={point.href} aria-current={point.current ? 'page' : undefined}>
                  <span className="num">{point.number}</span>
                  <span>
                    {point.title}
                    {point.open && <span className="muted"> ({messages.specification.open})</span>}
                  </span>
                </Link>
              </li>
            ))}
          </ol>
          {data.also.length > 0 && (
            <>
              <h2>{messages.specification.also}</h2>
              <ul>
                {data.also.map(({label, href}) => (
                  <li key={href}>
                    <Link href={href}>{label}</Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </nav>
        <div className="leaf">
          {data.html === '' ? (
            <p className="subtle">{messages.specification.nothing}</p>
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by markdown-it with html off, from the document
            <div className="prose" lang={data.language} dangerouslySetInnerHTML={{__html: data.html}} />
          )}
          {data.settings.map(({heading, settings}) => (
            <section key={heading} className="explained">
              <h2>{heading}</h2>
              <dl lang="en">
                {settings.map(({key, meaning}) => (
                  <div key={key}>
                    <dt>
                      <code>{key}</code>
                    </dt>
                    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by markdown-it from a declaration */}
                    <dd className="prose" dangerouslySetInnerHTML={{__html: meaning}} />
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
