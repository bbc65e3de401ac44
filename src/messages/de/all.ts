/** The same words in German. */
import type {Messages} from '../en/all.ts'
import {boards} from './boards.ts'
import {calendars} from './calendars.ts'
import {dashboards} from './dashboards.ts'
import {failures} from './failures.ts'
import {forms} from './forms.ts'
import {imports} from './imports.ts'
import {lists} from './lists.ts'
import {notifications} from './notifications.ts'
import {people} from './people.ts'
import {records} from './records.ts'
import {search} from './search.ts'
import {shell} from './shell.ts'
import {shortcuts} from './shortcuts.ts'
import {specification} from './specification.ts'
import {styleGuide} from './style-guide.ts'
import {timelines} from './timelines.ts'

export const messages: Messages = {
  styleGuide,
  shortcuts,
  specification,
  boards,
  calendars,
  dashboards,
  failures,
  forms,
  imports,
  lists,
  notifications,
  people,
  records,
  search,
  shell,
  timelines,
}
