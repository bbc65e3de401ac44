/** `nonet recompute`: a field that a function sets, computed again for all records. */
import {recompute} from '../engine/recompute.ts'
import {canonicalName} from '../points/entities/names.ts'
import type {Specification} from '../points/specification.ts'
import {CannotRun, type Command, exit, type Io, parseOptions, WrongUsage} from './command.ts'
import {countedNoun, soundDocument} from './document.ts'
import {openEngine} from './open-engine.ts'
import {databaseFor} from './options.ts'
import {startedFunctions} from './served-code.ts'

const help = `nonet recompute PATH ENTITY.FIELD [--db ADDRESS]

Computes a field with a function under \`Set by\` again for every record, such as Booking.price: after the function or
the records that it depends on have changed. Each record that gets another value is written like any other, with its
rules and its history. Can be run beside the application.

  --db      sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)

Exit code 0: computed. 1: rules refuse some of the values, the function fails for some records, or it could not be done. 2: wrong usage.
`

async function run(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, {db: {type: 'string'}}, io.env)
  const [path, named, ...more] = options.paths
  if (path === undefined || named === undefined || more.length > 0)
    throw new WrongUsage('Name the document and the field: nonet recompute PATH Booking.price')
  const {specification} = await soundDocument(path, io)
  const {entity, field} = fieldNamed(specification, named)
  const code = await startedFunctions(path, specification, io)
  try {
    const functions = code?.functions
    if (!functions) throw new CannotRun(`${named} has no code.`)
    const opening = {db: databaseFor(path, options), accept: undefined, fitting: true, functions: () => functions}
    const engine = await openEngine(specification, opening, io)
    try {
      const {records, changed, refused} = await recompute(engine, {entity, field, functions})
      for (const {id, code: refusal} of refused) io.err(`${entity.name} ${id}: ${refusal}\n`)
      io.out(`${countedNoun(changed, 'record')} of ${records} changed.\n`)
      return refused.length === 0 ? exit.done : exit.failed
    } finally {
      await engine.store.close()
    }
  } finally {
    code?.stop()
  }
}

function fieldNamed({entities}: Specification, named: string) {
  const [name = '', written = ''] = named.split('.')
  const entity = entities.entities.get(name)
  const field = entity?.fields.get(canonicalName(written))
  if (entity && field?.setBy) return {entity, field}
  const known = [...entities.entities.values()].flatMap(each =>
    [...each.fields.values()].flatMap(one => (one.setBy ? [`${each.name}.${one.name}`] : [])),
  )
  const hint = known.length === 0 ? 'The document has none.' : `There are ${known.join(', ')}.`
  throw new WrongUsage(`"${named}" is not a field that a function sets. ${hint}`)
}

export const recomputeCommand: Command = {help, run}
