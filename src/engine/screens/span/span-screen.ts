/** The frame of the screens that show records over time: a calendar and a timeline. Moving a bar is an action of both. */
import type {CalendarData} from '../../../contract/calendar.ts'
import type {ScreenContent} from '../../../contract/page.ts'
import type {Screen} from '../../../points/screens/model.ts'
import {screenProse} from '../../prose.ts'
import type {Narrowing} from '../../query/list-plan.ts'
import type {ListDefinition, Path} from '../../query/list-query.ts'
import type {ReadContext} from '../../read-context.ts'
import type {PageReply, Visit} from '../../reply.ts'
import {aboutOf, titleOf} from '../list/filters.ts'
import {listDefinition} from '../list/list-definition.ts'
import {noActions, type RecordContext, withRecords} from '../screen-context.ts'
import {moveActions, type RefusedMove} from './plan-changes.ts'
import {type SpanFields, spanFields, spanList} from './records-in-range.ts'
import {compileSpanFeed} from './span-feed.ts'

export interface SpanRequest {
  readonly screen: Screen
  readonly shown: ListDefinition
  readonly list: ListDefinition
  readonly narrowed: readonly Narrowing[]
  readonly fields: SpanFields
  readonly visit: Visit
  /** What is shown above the records. */
  readonly head: Pick<CalendarData, 'html' | 'heading' | 'back' | 'problems'>
}

type LoadSpan = (reader: ReadContext, request: SpanRequest, context: RecordContext) => Promise<ScreenContent>

/** `perOf`: the field whose records are the rows; null without rows. */
export const compileSpanScreen = (perOf: (screen: Screen) => Path | null, load: LoadSpan) =>
  withRecords((screen, context) => {
    const shown = listDefinition(screen, context.specification)
    const fields = spanFields(screen, context.specification)
    const list = spanList(screen, shown, fields)
    const per = perOf(screen)
    const above = screenProse(screen, context.specification)
    const entity = context.specification.entities.entities.get(shown.entity)
    const show = (visit: Visit, refused: RefusedMove | null): Promise<PageReply> =>
      context.engine.read(visit.actor, async reader => {
        const about = await aboutOf(reader, screen, {visit, context})
        const heading = titleOf(screen, about)
        const head = {...above(), heading, back: about.back, problems: refused?.problems ?? []}
        const content = await load(
          reader,
          {screen, shown, list, narrowed: about.narrowed, fields, visit, head},
          context,
        )
        return {kind: 'page', status: refused?.status ?? 200, title: heading, ...content}
      })
    return {
      load: visit => show(visit, null),
      actions: entity ? moveActions({entity, fields, per, context}, show) : noActions,
      ...compileSpanFeed({screen, shown, list, fields, per}, context),
    }
  })
