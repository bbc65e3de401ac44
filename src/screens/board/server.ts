/** The board screen: columns by state or choice, and cards that can be moved. The server decides every move. */

import {screenProse} from '../../engine/base/prose.ts'
import {confirmedOptions} from '../../engine/links/confirmation.ts'
import {type Form, type PageReply, Refused, type Reply, type Visit} from '../../engine/reply.ts'
import {type RecordContext, withRecords} from '../../engine/screen-context.ts'
import type {Outcome} from '../../engine/transaction/change.ts'
import {aboutOf, titleOf} from '../../features/collections/filters.ts'
import {listDefinition} from '../../features/collections/list-definition.ts'
import {formInputs, problemsFor, versionIn} from '../../features/forms/form-input.ts'
import {askedElsewhere} from '../../features/records/action-link.ts'
import {actionNames, performSent} from '../../features/records/actions.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {ScreenOf} from '../../points/screens/model.ts'
import {type Board, type BoardVisit, boardBy, boardData, boardFacts, boardList, boardRecords} from './load.ts'

export const compileBoard = withRecords<ScreenOf<'board'>>((screen, context) => {
  const by = boardBy(screen, context.specification)
  const entity = context.specification.entities.entities.get(by.entity)
  if (!entity) throw new Error(`there is no entity for the board ${screen.name}`)
  const shown = listDefinition(screen, context.specification)
  const facts = boardFacts({screen, entity, by})
  const board: Board = {
    screen,
    above: screenProse(screen, context.specification),
    entity,
    by,
    shown,
    list: boardList(shown),
    facts,
    cards: boardRecords(screen, {entity, facts}, context),
  }
  const names = by.path.length > 1 ? [] : by.field.state ? actionNames(context.engine, entity.name) : ['update']
  return {
    load: visit => showBoard(board, {visit, problems: []}, context),
    actions: new Map(names.map(action => [action, (visit, form) => move(board, {visit, action, form}, context)])),
  }
})

async function showBoard(board: Board, at: BoardVisit, context: RecordContext, status = 200): Promise<PageReply> {
  const data = await context.engine.read(at.visit.actor, async reader => {
    const about = await aboutOf(reader, board.screen, at.visit)
    const {narrowed} = about
    const heading = titleOf(board.screen, about)
    return {...board.above(), ...(await boardData(reader, board, {...at, narrowed, context})), heading}
  })
  return {kind: 'page', status, title: data.heading, screen: 'board', data}
}

interface CardMove {
  readonly visit: Visit
  readonly action: string
  readonly form: Form
}

async function move(board: Board, {visit, action, form}: CardMove, context: RecordContext): Promise<Reply> {
  const id = readId(form.text('_record') ?? '')
  if (id === null) throw new Refused('NOT_FOUND')
  const asking = board.by.field.state ? await askedElsewhere(board.entity, {id, action, visit}, context) : null
  if (asking !== null) return {kind: 'redirect', to: asking}
  const {entity} = board
  const outcome = board.by.field.state
    ? await performSent(context.engine, visit, {entity, locate: async () => id, action, form, to: visit.url})
    : await setWord(board, {id, visit, form}, context)
  if (outcome.ok) return {kind: 'redirect', to: visit.url}
  if (outcome.code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  const {problems, status} = problemsFor(context.specification, entity, outcome)
  // A board has no fields to show a problem at.
  return showBoard(board, {visit, problems: problems.map(each => ({...each, field: null}))}, context, status)
}

interface MovedCard {
  readonly id: string
  readonly visit: Visit
}

/** Sets only the board's field and ignores everything else in the request. */
function setWord(
  {entity, by}: Board,
  {id, visit, form}: MovedCard & {readonly form: Form},
  {engine}: RecordContext,
): Promise<Outcome> {
  const fields = new Map([...formInputs(form)].filter(([name]) => name === by.field.name))
  const change = {kind: 'update', entity: entity.name, id, version: versionIn(form), fields} as const
  return engine.change(visit.actor, [change], confirmedOptions(visit, visit.url))
}
