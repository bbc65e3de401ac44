/** First steps in an installation without records: the screens with a `first run` text, until their step is done. */

import {sql} from 'kysely'
import {toPredicate} from '../../feel/sql/to-sql.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {publicHolidays, starter} from '../../points/screens/bullets/starting-records.ts'
import {empty, firstRun, firstRun as firstRunBullet} from '../../points/screens/bullets/texts.ts'
import type {Screen} from '../../points/screens/model.ts'
import {mayOpen} from '../../points/screens/run.ts'
import {limitTo} from '../../store/sql.ts'
import {personOf} from '../base/actor.ts'
import {withConstants} from '../base/prose.ts'
import {screenThat} from '../base/screens-that.ts'
import type {FirstSteps} from '../page/common.ts'
import type {ReadContext} from '../query/read-context.ts'
import {PlanKind, type Statement, tableOfEntity} from '../query/statement.ts'
import type {RecordContext} from '../screen-context.ts'

const anyKind = new PlanKind<Statement>('any records')

/** Whether the viewer sees any record of the entity. */
export async function anyRecord(reader: ReadContext, entity: string): Promise<boolean> {
  const [first] = await anyRecords(reader, [entity])
  return first ?? false
}

/** Checks several entities in one statement. `least`: the minimum number of records. */
async function anyRecords(
  reader: ReadContext,
  entities: readonly string[],
  least: (entity: string) => 1 | 2 = () => 1,
): Promise<readonly boolean[]> {
  if (entities.length === 0) return []
  const {visibility} = reader
  const {plan, values} = reader.statements.plans(anyKind).bind(reader, visibility, {
    shape: entities.map(entity => `${entity} ${least(entity)}`).join(' '),
    make(context, write) {
      const each = entities.map(
        (entity, index) => sql`(select count(*) from (select 1 from ${sql.table(tableOfEntity(context, entity))} as r
          where ${toPredicate(visibility.records(entity).where, context)} ${limitTo(least(entity))}) as f) as ${sql.ref(`c${index}`)}`,
      )
      return write(sql`select ${sql.join(each)}`)
    },
  })
  const [row] = await plan.run(reader, values)
  return entities.map((entity, index) => Number(row?.[index] ?? 0) >= least(entity))
}

/** The text of an empty screen: the usual one, or the first step if the entity has no records at all. */
export async function emptyText(reader: ReadContext, {shows, details}: Screen, usual: string): Promise<string> {
  const first = bulletOf({details}, firstRun) !== null && 'entity' in shows && !(await anyRecord(reader, shows.entity))
  const own = (first ? bulletOf({details}, firstRun) : null) ?? bulletOf({details}, empty)
  return own === null ? usual : withConstants(own, reader.specification.limits.constants)
}

/** The first steps that the viewer may take; empty if all of them are done. */
export async function firstSteps(
  reader: ReadContext,
  {screens, engine, words, specification}: RecordContext,
): Promise<FirstSteps | null> {
  const {actor} = reader
  const steps = screens.flatMap(screen => {
    const {shows, details} = screen
    const form = 'entity' in shows ? screenThat(screens, 'create', {entity: shows.entity, actor}) : null
    if (
      bulletOf({details}, firstRunBullet) === null ||
      !form ||
      !('entity' in shows) ||
      !mayOpen(screen, personOf(actor))
    )
      return []
    return engine.abilities(actor, shows.entity).ever('create') ? [{screen, form, entity: shows.entity}] : []
  })
  // The first person is the one who sets up the application.
  const there = await anyRecords(
    reader,
    steps.map(({entity}) => entity),
    entity => (entity === userEntity ? 2 : 1),
  )
  if (there.every(Boolean)) return null
  return {
    heading: words.lists.firstSteps,
    steps: steps.map(({screen, form}, index) => ({
      name: screen.name,
      text: withConstants(bulletOf(screen, firstRun) ?? '', specification.limits.constants),
      href: screen.route.path,
      done: there[index] ?? false,
      create: startOf(screen, {label: form.name, href: form.route.path}, words),
    })),
  }
}

/** Links to ready-made records if the screen offers them, otherwise to its form. */
function startOf(
  {details, route}: Screen,
  form: FirstSteps['steps'][number]['create'],
  {imports}: RecordContext['words'],
): FirstSteps['steps'][number]['create'] {
  const label =
    bulletOf({details}, starter)?.label ?? (bulletOf({details}, publicHolidays) ? imports.addHolidays : null)
  return label === null ? form : {label, href: `${route.path}?_import`}
}
