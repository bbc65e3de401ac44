/** Counts the statements of a read. */
import type {Engine} from '../../src/screens/testing.ts'

/** The same engine, with every statement of a read counted. */
export function counting(engine: Engine): {engine: Engine; counted: () => number} {
  let count = 0
  const transformResult = async <Result>({result}: {result: Result}) => {
    count += 1
    return result
  }
  const spied: Engine = Object.create(engine, {
    read: {
      value: ((actor, work) =>
        engine.read(actor, reader =>
          work({...reader, db: reader.db.withPlugin({transformQuery: ({node}) => node, transformResult})}),
        )) satisfies Engine['read'],
    },
  })
  const counted = () => {
    const all = count
    count = 0
    return all
  }
  return {engine: spied, counted}
}
