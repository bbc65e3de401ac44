/** A database that records its statements, with their values. */
import type {CompiledQuery} from 'kysely'
import type {Db} from '../../src/store/sql.ts'

export function watched(db: Db): {readonly run: Db; readonly ran: CompiledQuery[]} {
  const ran: CompiledQuery[] = []
  const known = new Map<string, CompiledQuery>()
  const run = db.withPlugin({
    transformQuery: ({node, queryId}) => {
      known.set(queryId.queryId, db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({result, queryId}) => {
      const statement = known.get(queryId.queryId)
      if (!statement) throw new Error('a statement was run that was never compiled')
      ran.push(statement)
      return result
    },
  })
  const execute = run.executeQuery.bind(run)
  // A compiled statement has its values only when it runs.
  run.executeQuery = query => {
    if ('queryId' in query) known.set(query.queryId.queryId, query)
    return execute(query)
  }
  return {run, ran}
}
