/** All messages of pages in German. */
import type {PageMessages} from '../en/all.ts'
import {forms} from './forms.ts'
import {inbox, panel} from './inbox.ts'
import {lists} from './lists.ts'
import {people} from './people.ts'
import {records} from './records.ts'
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
  people,
  records,
  done,
  shell,
  timelines,
}
