/** The same words in German. */
import type {Words} from '../en/all.ts'
import {boards} from './boards.ts'
import {book} from './book.ts'
import {calendars} from './calendars.ts'
import {dashboards} from './dashboards.ts'
import {failing} from './failing.ts'
import {forms} from './forms.ts'
import {imports} from './imports.ts'
import {keys} from './keys.ts'
import {lists} from './lists.ts'
import {notifications} from './notifications.ts'
import {parts} from './parts.ts'
import {people} from './people.ts'
import {records} from './records.ts'
import {search} from './search.ts'
import {shell} from './shell.ts'
import {timelines} from './timelines.ts'

export const words: Words = {
  parts,
  keys,
  book,
  boards,
  calendars,
  dashboards,
  failing,
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
