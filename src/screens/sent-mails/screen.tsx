/** Sent mails: the list, and one mail as its recipient sees it. Links load a new document, because the frame needs its own policy. */

import {PageHead} from '../../web/components/top-bar.tsx'
import {Link} from '../../web/router/link.tsx'
import type {ScreenProps} from '../../web/screen.tsx'
import type {ShownMail} from './data.ts'

export function SentMailsScreen({data: {title, intro, none, mails, shown}}: ScreenProps<'sent-mails'>) {
  return (
    <>
      <PageHead>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="subtle">{intro}</p>
        </div>
      </PageHead>
      {mails.length === 0 && <p className="card subtle">{none}</p>}
      {shown && <MailView mail={shown} />}
      {mails.length > 0 && (
        <section className="told">
          <ul className="card plain">
            {mails.map(({id, subject, to, when, at, href, current}) => (
              <li key={id} className={current ? 'new' : undefined}>
                <Link className="it" href={href} reloadDocument aria-current={current ? 'page' : undefined}>
                  <span className="what">
                    <b>{subject}</b>
                    <span className="subtle">{to}</span>
                  </span>
                  <time dateTime={at} className="small muted">
                    {when}
                  </time>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function MailView({mail: {subject, lines, frame, textLabel, text}}: {mail: ShownMail}) {
  return (
    <section className="card">
      <h2>{subject}</h2>
      <dl className="facts">
        {lines.map(line => (
          <div key={line.label}>
            <dt>{line.label}</dt>
            <dd>{line.text}</dd>
          </div>
        ))}
      </dl>
      <iframe
        title={subject}
        src={frame}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        width="100%"
        height={900}
      />
      <details>
        <summary>{textLabel}</summary>
        <textarea className="input" aria-label={textLabel} rows={16} readOnly defaultValue={text} />
      </details>
    </section>
  )
}
