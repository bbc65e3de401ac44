/** What the product does and for whom, in the document's words. */

import {PageHead} from '../../web/components/top-bar.tsx'
import {useMessages} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'

export function AboutScreen({data}: ScreenProps<'about'>) {
  const messages = useMessages()
  const texts = useMessages().about
  return (
    <>
      <PageHead>
        <h1 tabIndex={-1}>{messages.shell.aboutProduct(data.product)}</h1>
      </PageHead>
      {data.html === '' && data.audiences.length === 0 ? (
        <p className="subtle">{texts.nothing}</p>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by markdown-it with html off, from the document
        <div className="prose" dangerouslySetInnerHTML={{__html: data.html}} />
      )}
      {data.audiences.length > 0 && (
        <section className="card plain with-table readable">
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">{texts.audience}</th>
                <th scope="col">{texts.wants}</th>
              </tr>
            </thead>
            <tbody>
              {data.audiences.map(({who, wants}) => (
                <tr key={who}>
                  <th scope="row">{who}</th>
                  <td>{wants}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}
