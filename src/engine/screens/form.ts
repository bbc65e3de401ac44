/** A form that makes a new record: what is refused comes back with everything typed. */
import type {Entity, Field} from '../../points/entities/model.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {Problem} from '../../ui/page.ts'
import type {FormData} from '../../ui/records.ts'
import {actOnNew} from '../actions/act.ts'
import type {ChangeRequest, Outcome} from '../change.ts'
import type {Reader} from '../engine.ts'
import {defaultValue} from '../judge.ts'
import {list} from '../list/list.ts'
import {nothingAsked} from '../list/request.ts'
import {localeOf} from '../lookup.ts'
import type {Form, PageReply, Reply, Visit} from '../reply.ts'
import {hasId} from '../stored.ts'
import {formFields, wordLabel} from './form-fields.ts'
import {problemsFor} from './problems.ts'
import {recordLink, screenOf} from './record-links.ts'
import {inputsOf, typedIn} from './sent.ts'
import {type RecordWorld, withRecords} from './world.ts'

export const compileForm = withRecords((screen, world) => {
  const entity = world.specification.entities.entities.get('entity' in screen.shows ? screen.shows.entity : '')
  if (!entity) throw new Error(`there is no entity for the form ${screen.name}`)
  const fields = fieldsOf(screen, entity)
  const form: FormWorld = {screen, world, entity, fields}
  return {
    load: visit => showForm(form, visit, null),
    actions: new Map(
      ['create', ...screen.details.actions].map(name => [name, (visit, sent) => create(form, visit, {sent, name})]),
    ),
  }
})

interface FormWorld {
  readonly screen: Screen
  readonly world: RecordWorld
  readonly entity: Entity
  readonly fields: readonly Field[]
}

/** What people can fill in: of what the document names, or of everything. */
function fieldsOf({details}: Screen, entity: Entity): Field[] {
  const named = details.fields.flatMap(([name = '']) => entity.fields.get(name) ?? [])
  const all = named.length > 0 ? named : [...entity.fields.values()]
  return all.filter(field => !field.state && field.computed === null && field.type.control.control !== 'none')
}

interface Refused {
  readonly typed: ReadonlyMap<string, readonly string[]>
  readonly problems: readonly Problem[]
  readonly status: number
}

async function showForm(
  {screen, world, entity, fields}: FormWorld,
  visit: Visit,
  refused: Refused | null,
): Promise<PageReply> {
  const back = screenOf(world.screens, 'list', {entity: entity.name, actor: visit.actor})
  const shown = await world.engine.read(visit.actor, async reader => {
    const values = refused?.typed ?? new Map(fields.map(field => [field.name, initial(reader, field)]))
    const mayWrite = (field: Field) =>
      reader
        .grants(reader.actor, 'create', entity.name)
        .some(grant => grant.fields === null || grant.fields.has(field.name))
    return formFields(reader, fields.filter(mayWrite), values)
  })
  const data: FormData = {
    heading: screen.name,
    fields: shown,
    problems: refused?.problems ?? [],
    // Create and act in one step; plain saving stays beside it.
    actions: [
      ...screen.details.actions.map(name => ({name, label: wordLabel(name)})),
      {name: 'create', label: world.words.forms.save},
    ],
    cancel: back?.route.path ?? '/',
  }
  return {kind: 'page', status: refused?.status ?? 200, title: screen.name, screen: 'form', data}
}

function initial(reader: Reader, field: Field): readonly string[] {
  const value = defaultValue(reader, field)
  return value === null ? [] : field.type.toForm(value, localeOf(reader.moment))
}

interface SentForm {
  readonly sent: Form
  /** `create`, or an action to perform on the new record in the same step. */
  readonly name: string
}

async function create(form: FormWorld, visit: Visit, {sent, name}: SentForm): Promise<Reply> {
  const {world, entity} = form
  const typed = typedIn(
    form.fields.map(field => field.name),
    sent,
  )
  const request: ChangeRequest = {kind: 'create', entity: entity.name, fields: inputsOf(sent)}
  const once = sent.text('_once')
  const outcome =
    name === 'create'
      ? await world.engine.change(visit.actor, [request], once ? {once} : {})
      : await actOnNew(world.engine, visit.actor, {
          create: request,
          action: name,
          inputs: new Map(),
          ...(once ? {once} : {}),
        })
  if (!outcome.ok) return showForm(form, visit, refusedWith(form, outcome, typed))
  return {kind: 'redirect', to: await targetOf(form, visit, outcome.records[0]?.id ?? '')}
}

function refusedWith(
  {world, entity}: FormWorld,
  outcome: Extract<Outcome, {ok: false}>,
  typed: Refused['typed'],
): Refused {
  return {typed, ...problemsFor(world.specification, entity, outcome)}
}

/** The new record by itself where somebody may see that, else the list. */
async function targetOf({world, entity}: FormWorld, visit: Visit, id: string): Promise<string> {
  const link = recordLink(world.screens, entity.name, visit.actor)
  const listed = screenOf(world.screens, 'list', {entity: entity.name, actor: visit.actor})
  const otherwise = listed?.route.path ?? '/'
  if (!link) return otherwise
  if (link.key === 'id') return link.href(id)
  const key = await keyOf(world, {entity, id, key: link.key}, visit)
  return key === null ? otherwise : link.href(key)
}

async function keyOf(
  world: RecordWorld,
  {entity, id, key}: {entity: Entity; id: string; key: string},
  visit: Visit,
): Promise<string | null> {
  return world.engine.read(visit.actor, async reader => {
    const screen = {
      entity: entity.name,
      where: hasId(entity.name, id),
      columns: [[key]],
      sort: [],
      filters: [],
      search: [],
      groupBy: null,
      size: 1,
    }
    const {rows} = await list(reader, reader.sight, {screen, asked: nothingAsked})
    const value = rows[0]?.cells[0]?.value
    return value === null || value === undefined ? null : String(value)
  })
}
