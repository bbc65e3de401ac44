/**
 * The list of kinds, and of what else an application is made of. `Page` follows from it: a union by `screen`. In the
 * folder of a kind, `document.ts` says how it is written (`points/screens/read.ts` reads and checks that), `server.ts`
 * loads and acts, and `screen.tsx` shows. Folders beside these are pages that every application has: about,
 * notifications, search, sent-mails, specification, style-guide.
 */
import type {
  AccountData,
  AuditData,
  EntryData,
  FailedCallsData,
  InvitationsData,
  SecurityData,
  SubscriptionsData,
} from '../accounts/data.ts'
import type {ApplicationParts, ServerKind} from '../engine/kind.ts'
import type {SearchData} from '../engine/page/search.ts'
import {board} from './board/index.ts'
import {calendar} from './calendar/index.ts'
import {code} from './code/index.ts'
import {dashboard} from './dashboard/index.ts'
import {formWith} from './form/index.ts'
import {gallery} from './gallery/index.ts'
import {inbox} from './inbox/index.ts'
import {list} from './list/index.ts'
import {messagesFor} from './messages.ts'
import type {NotificationsData} from './notifications/data.ts'
import {page} from './page/index.ts'
import {record} from './record/index.ts'
import {compileEditing} from './record/server.ts'
import {compileSearch, searchPath} from './search/server.ts'
import type {SentMailsData} from './sent-mails/data.ts'
import {settings} from './settings/index.ts'
import type {SpecificationData} from './specification/data.ts'
import {compileBook} from './specification/server.ts'
import type {StyleGuideData} from './style-guide/data.ts'
import {styleGuidePath, styleGuideScreen} from './style-guide/server.ts'
import {timeline} from './timeline/index.ts'

const form = formWith(compileEditing)

/** In the order in which messages list them. */
const declared = [
  page,
  dashboard,
  settings,
  list,
  gallery,
  record,
  form,
  inbox,
  board,
  calendar,
  timeline,
  code,
] as const

export const kinds: readonly ServerKind[] = declared

export const parts: ApplicationParts = {
  kinds,
  messages: messagesFor,
  search: {path: searchPath, compile: compileSearch},
  specification: compileBook,
  styleGuide: {path: styleGuidePath, open: styleGuideScreen},
}

type PagesOf<Each> = Each extends ServerKind<infer _, infer Pages> ? Pages : never
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

interface PagesOfDeclared extends Together<PagesOf<(typeof declared)[number]>> {}

interface PagesOfKinds extends PagesOfDeclared {
  readonly entry: EntryData
  readonly account: AccountData
  readonly invitations: InvitationsData
  readonly subscriptions: SubscriptionsData
  readonly audit: AuditData
  readonly 'failed-calls': FailedCallsData
  readonly security: SecurityData
  readonly notifications: NotificationsData
  readonly search: SearchData
  readonly 'sent-mails': SentMailsData
  readonly specification: SpecificationData
  readonly 'style-guide': StyleGuideData
}

declare module '../engine/page/frame.ts' {
  interface ScreenDataByName extends PagesOfKinds {}
}
