/** All messages of pages in German. */
import type {PageMessages} from '../en/all.ts'
import {forms} from './forms.ts'
import {lists} from './lists.ts'
import {inbox, panel, records} from './records.ts'
import {boards, calendars, dashboards, notifications, specification, timelines} from './screens.ts'
import {done, failures, shell} from './shell.ts'

export const messages: PageMessages = {
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
  records,
  done,
  shell,
  timelines,
}
