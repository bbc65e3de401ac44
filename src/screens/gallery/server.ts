/** The gallery screen: the records of a list as cards, and the actions of a card. */
import {screenProse} from '../../engine/base/prose.ts'
import {CompiledList} from '../../engine/lists/list-plan.ts'
import {type Form, type PageReply, Refused, type Reply, type Visit} from '../../engine/reply.ts'
import {PerRoles, type RecordContext, withRecords} from '../../engine/screen-context.ts'
import {actionsOfButton, bulkProblems, performBulk, selectedIn} from '../../features/collections/bulk.ts'
import {aboutOf, titleOf} from '../../features/collections/filters.ts'
import {listDefinition} from '../../features/collections/list-definition.ts'
import {askedElsewhere} from '../../features/records/action-link.ts'
import {actionNames} from '../../features/records/actions.ts'
import type {ScreenOf} from '../../points/screens/model.ts'
import {type Gallery, type GalleryVisit, galleryData, galleryFacts, galleryRecords} from './load.ts'

export const compileGallery = withRecords<ScreenOf<'gallery'>>((screen, context) => {
  const shown = {...listDefinition(screen, context.specification), columns: [], groupBy: null}
  const entity = context.specification.entities.entities.get(shown.entity)
  if (!entity) throw new Error(`there is no entity for the gallery ${screen.name}`)
  const shownOnCards = {picture: screen.details.picture, facts: galleryFacts(screen, entity)}
  const gallery: Gallery = {
    screen,
    above: screenProse(screen, context.specification),
    entity,
    ...shownOnCards,
    actions: screen.details.actions,
    shown,
    list: new CompiledList(shown),
    cards: galleryRecords(entity, shownOnCards),
    offers: new PerRoles(),
  }
  return {
    load: visit => showGallery(gallery, {visit, problems: []}, context),
    actions: new Map(
      actionNames(context.engine, entity.name).map(name => [name, (visit, form) => act(gallery, visit, form, context)]),
    ),
  }
})

async function showGallery(
  gallery: Gallery,
  at: GalleryVisit,
  context: RecordContext,
  status = 200,
): Promise<PageReply> {
  const data = await context.engine.read(at.visit.actor, async reader => {
    const {screen, above} = gallery
    const about = await aboutOf(reader, screen, at.visit)
    const {narrowed, back} = about
    return {
      ...above(),
      ...(await galleryData(reader, gallery, {...at, narrowed, context})),
      back,
      heading: titleOf(screen, about),
    }
  })
  return {kind: 'page', status, title: data.heading, screen: 'gallery', data}
}

/** Performs the action of one card. */
async function act(gallery: Gallery, visit: Visit, form: Form, context: RecordContext): Promise<Reply> {
  const {entity, actions: named} = gallery
  const action = form.text('_action') ?? ''
  const selected = selectedIn(form, visit)
  const [record, ...others] = selected
  if (!record || others.length > 0) throw new Refused('BAD_INPUT')
  const asking = await askedElsewhere(entity, {id: record.id, action, visit}, context)
  if (asking !== null) return {kind: 'redirect', to: asking}
  const buttonActions = await context.engine.read(visit.actor, async reader =>
    actionsOfButton(reader, {entity, action, named, context}),
  )
  const outcome = await performBulk(context, visit, {
    form,
    entity,
    action,
    selected,
    actions: buttonActions,
    to: visit.url,
  })
  if (outcome.ok) return {kind: 'redirect', to: visit.url}
  const {problems, status} = await context.engine.read(visit.actor, reader =>
    bulkProblems(reader, {entity, selected, outcome}, context),
  )
  // A card has no fields to show a problem at.
  return showGallery(gallery, {visit, problems: problems.map(each => ({...each, field: null}))}, context, status)
}
