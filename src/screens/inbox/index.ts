/** Inboxes. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import {inboxLists} from '../../features/approvals/lists.ts'
import {routedScreen} from '../../features/collections/list-definition.ts'
import type {InboxData} from './data.ts'
import {inboxDocument} from './document.ts'
import {compileInbox} from './server.ts'

export const inbox: ServerKind<'inbox', {readonly inbox: InboxData}> = defineKind({
  document: inboxDocument,
  compile: compileInbox,
  lists: (screen, specification) => [routedScreen(screen, specification), ...inboxLists(screen, specification)],
  page: 'inbox',
})
