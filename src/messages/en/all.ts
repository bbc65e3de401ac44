/** All messages of pages, by screen. Texts of the document itself are not among them. */

import {forms} from './forms.ts'
import {inbox, panel} from './inbox.ts'
import {lists} from './lists.ts'
import {people} from './people.ts'
import {records} from './records.ts'
import {boards, calendars, dashboards, notifications, specification, timelines} from './screens.ts'
import {done, failures, shell} from './shell.ts'

export const messages = {
  specification,
  boards,
  calendars,
  dashboards,
  failures,
  forms,
  inbox,
  lists,
  notifications,
  panel,
  people,
  records,
  done,
  shell,
  timelines,
}

export type PageMessages = typeof messages
