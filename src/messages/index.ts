/**
 * The messages in the language of the document. The browser loads one language only, and only the messages of its
 * components.
 */

import {accounts as germanAccounts, failedCalls as germanFailedCalls, feeds as germanFeeds} from './de/accounts.ts'
import {messages as germanPages} from './de/all.ts'
import {formReplies as germanFormReplies} from './de/forms.ts'
import {importReplies as germanImportReplies} from './de/imports.ts'
import {account as germanAccount, imports as germanImports, reasons as germanReasons} from './de/later.ts'
import {listReplies as germanListReplies} from './de/lists.ts'
import {inboxReplies as germanInboxReplies, recordReplies as germanRecordReplies} from './de/records.ts'
import {
  api as germanApi,
  dashboardReplies as germanDashboardReplies,
  offline as germanOffline,
  searchReplies as germanSearchReplies,
  settings as germanSettings,
  spanReplies as germanSpanReplies,
  specificationReplies as germanSpecificationReplies,
  styleGuide as germanStyleGuide,
} from './de/screens.ts'
import {accounts as englishAccounts, failedCalls as englishFailedCalls, feeds as englishFeeds} from './en/accounts.ts'
import {messages as englishPages, type PageMessages} from './en/all.ts'
import {formReplies as englishFormReplies} from './en/forms.ts'
import {importReplies as englishImportReplies} from './en/imports.ts'
import {account as englishAccount, imports as englishImports, reasons as englishReasons} from './en/later.ts'
import {listReplies as englishListReplies} from './en/lists.ts'
import {inboxReplies as englishInboxReplies, recordReplies as englishRecordReplies} from './en/records.ts'
import {
  api as englishApi,
  dashboardReplies as englishDashboardReplies,
  offline as englishOffline,
  searchReplies as englishSearchReplies,
  settings as englishSettings,
  spanReplies as englishSpanReplies,
  specificationReplies as englishSpecificationReplies,
  styleGuide as englishStyleGuide,
} from './en/screens.ts'

export type {PageMessages}

const english = {
  ...englishPages,
  api: englishApi,
  failedCalls: englishFailedCalls,
  feeds: englishFeeds,
  offline: englishOffline,
  styleGuide: englishStyleGuide,
  calendars: {...englishPages.calendars, ...englishSpanReplies.calendars},
  timelines: {...englishPages.timelines, ...englishSpanReplies.timelines},
  imports: {...englishImports, ...englishImportReplies},
  inbox: {...englishPages.inbox, ...englishInboxReplies, ...englishReasons},
  dashboards: {...englishPages.dashboards, ...englishDashboardReplies},
  forms: {...englishPages.forms, ...englishFormReplies},
  settings: englishSettings,
  specification: {...englishPages.specification, ...englishSpecificationReplies},
  lists: {...englishPages.lists, ...englishListReplies},
  records: {...englishPages.records, ...englishRecordReplies},
  search: englishSearchReplies,
  people: {...englishAccount, ...englishAccounts},
}
const german: typeof english = {
  ...germanPages,
  api: germanApi,
  failedCalls: germanFailedCalls,
  feeds: germanFeeds,
  offline: germanOffline,
  styleGuide: germanStyleGuide,
  calendars: {...germanPages.calendars, ...germanSpanReplies.calendars},
  timelines: {...germanPages.timelines, ...germanSpanReplies.timelines},
  imports: {...germanImports, ...germanImportReplies},
  inbox: {...germanPages.inbox, ...germanInboxReplies, ...germanReasons},
  dashboards: {...germanPages.dashboards, ...germanDashboardReplies},
  forms: {...germanPages.forms, ...germanFormReplies},
  settings: germanSettings,
  specification: {...germanPages.specification, ...germanSpecificationReplies},
  lists: {...germanPages.lists, ...germanListReplies},
  records: {...germanPages.records, ...germanRecordReplies},
  search: germanSearchReplies,
  people: {...germanAccount, ...germanAccounts},
}

/** All messages; those of `PageMessages` are in the browser as well. */
export type Messages = typeof english

/** English for every other language. */
export function messagesFor(language: string): Messages {
  return language.split('-')[0] === 'de' ? german : english
}
