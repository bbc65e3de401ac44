/** Timelines. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import {placedScreen} from '../../features/collections/list-definition.ts'
import type {TimelineData} from '../../features/planning/timeline-data.ts'
import {timelineDocument} from './document.ts'
import {compileTimeline} from './server.ts'

export const timeline: ServerKind<'timeline', {readonly timeline: TimelineData}> = defineKind({
  document: timelineDocument,
  compile: compileTimeline,
  lists: placedScreen,
  page: 'timeline',
})
