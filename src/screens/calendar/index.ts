/** Calendars. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import {placedScreen} from '../../features/collections/list-definition.ts'
import type {CalendarData} from '../../features/planning/calendar-data.ts'
import {calendarDocument} from './document.ts'
import {compileCalendar} from './server.ts'

export const calendar: ServerKind<'calendar', {readonly calendar: CalendarData}> = defineKind({
  document: calendarDocument,
  compile: compileCalendar,
  lists: placedScreen,
  page: 'calendar',
})
