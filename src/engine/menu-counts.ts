/** The numbers beside entries of the menu: one statement for all of them, with what the viewer may read inside it. */
import {sql} from 'kysely'
import type {Screen} from '../points/screens/model.ts'
import {conditionsOf} from './query/conditions.ts'
import {countSql} from './query/page-query.ts'
import {PlanKind, type Statement} from './query/statement.ts'
import type {ReadContext} from './read-context.ts'
import {noSearch} from './search/match.ts'

/** Counting ends here: 99+. */
const mostInMenu = 99

const countsKind = new PlanKind<Statement>('menu counts')

/** For each screen, how many of its records the viewer sees; null where there are none. */
export async function menuCounts(reader: ReadContext, screens: readonly Screen[]): Promise<readonly (string | null)[]> {
  if (screens.length === 0) return []
  const {visibility} = reader
  const {plan, values} = reader.statements.plans(countsKind).bind(reader, visibility, {
    shape: screens.map(({name}) => name).join('\n'),
    make(context, write) {
      const counts = screens.map((screen, index) => {
        const {entity, cores} = countedBy(screen)
        const asked = [visibility.records(entity).where, ...cores.map(core => visibility.condition(core))]
        const conditions = conditionsOf(asked, noSearch, context)
        return sql`(${countSql(context, {entity, conditions, stop: mostInMenu})}) as ${sql.ref(`c${index}`)}`
      })
      return write(sql`select ${sql.join(counts)}`)
    },
  })
  const [row] = await plan.run(reader, values)
  return screens.map((_, index) => {
    const count = Number(row?.[index] ?? 0)
    return count === 0 ? null : count > mostInMenu ? `${mostInMenu}+` : String(count)
  })
}

function countedBy({shows, details, menuCount}: Screen) {
  const wheres = [details.where, menuCount?.where ?? null]
  return {
    entity: 'entity' in shows ? shows.entity : '',
    cores: wheres.flatMap(where => (where ? [where.core] : [])),
  }
}
