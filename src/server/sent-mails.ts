/**
 * The page of sent mails, for demos and `nonet dev` only, because mails contain links that act for their recipients. The HTML of a mail is shown in a
 * sandboxed frame.
 */
import {accountsIn, instantAt} from '../accounts/accounts.ts'
import {exactText, whenText} from '../engine/display/dates.ts'
import type {SentMailsData} from '../screens/sent-mails/data.ts'
import type {HandlerRoute, RequestContext} from './context.ts'
import {missing} from './fallback-pages.ts'
import {policyWith} from './middleware/security-headers.ts'
import {respond} from './page-response.ts'
import {BufferedResponse} from './response.ts'
import {route} from './routes.ts'
import {mayReadMails, sentMailsPath} from './shell.ts'

export const sentMailRoutes: readonly HandlerRoute[] = [
  route('GET', sentMailsPath, context => page(context, null)),
  route('GET', `${sentMailsPath}/:id`, (context, {id = ''}) => page(context, id)),
  route('GET', `${sentMailsPath}/:id/html`, (context, {id = ''}) => mailHtml(context, id)),
]

async function page(context: RequestContext, id: string | null): Promise<Response> {
  const {sentMails, accounts} = context.server
  const shown = id === null ? null : (sentMails?.find(id) ?? null)
  if (!sentMails || !accounts || !mayReadMails(context) || (id !== null && !shown))
    return respond(context, missing(context))
  const moment = accountsIn(accounts, context.application.look.language).engine().moment()
  const words = context.application.words.people.sentMails
  const data: SentMailsData = {
    title: words.title,
    intro: words.intro,
    none: words.none,
    mails: sentMails.list().map(({id: each, subject, to, at}) => ({
      id: each,
      subject,
      to,
      at: instantAt(at),
      when: whenText(instantAt(at), moment),
      href: `${sentMailsPath}/${each}`,
      current: each === id,
    })),
    shown: shown && {
      subject: shown.subject,
      lines: [
        {label: words.from, text: shown.from},
        {label: words.to, text: shown.to},
        {label: words.sent, text: exactText(instantAt(shown.at), moment)},
      ],
      frame: `${sentMailsPath}/${shown.id}/html`,
      textLabel: words.asText,
      text: shown.text,
    },
  }
  const response = await respond(context, {
    ...{kind: 'page', status: 200, screen: 'sent-mails', data},
    title: shown?.subject ?? words.title,
  })
  response.headers.set('content-security-policy', policyWith("frame-src 'self'"))
  return response
}

/** It may use its own styles; scripts, forms and external content are blocked, and links open a new tab. */
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  // The company's logo.
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

function mailHtml(context: RequestContext, id: string): Response | Promise<Response> {
  const mail = mayReadMails(context) ? context.server.sentMails?.find(id) : null
  if (!mail) return respond(context, missing(context))
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': mailPolicy,
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'private, no-store',
  }
  return new BufferedResponse(mail.html, {headers})
}
