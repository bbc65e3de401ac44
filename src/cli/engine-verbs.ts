/** Commands with verbs that work on the database of a document: `nonet key make PATH --db ADDRESS`. */
import type {Engine} from '../engine/engine.ts'
import {type Command, exit, type Io, onePath, type Parsed, parseOptions, unknownVerb} from './command.ts'
import {soundDocument} from './document.ts'
import {openEngine} from './open-engine.ts'
import {databaseFor} from './options.ts'

export interface EngineCall {
  readonly engine: Engine
  readonly options: Parsed
  readonly io: Io
}

interface VerbsOf {
  readonly verbs: Readonly<Record<string, (called: EngineCall) => Promise<void>>>
  readonly known: Parameters<typeof parseOptions>[1]
}

/** `name`: of the command. */
export function onEngine(name: string, {verbs, known}: VerbsOf): Command['run'] {
  return async (args: readonly string[], io: Io) => {
    const [verb = '', ...rest] = args
    const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    if (!run) throw unknownVerb(name, verb, Object.keys(verbs))
    const options = parseOptions(rest, known, io.env)
    const path = onePath(options.paths, `${name} ${verb}`)
    const db = databaseFor(path, options)
    const {specification} = await soundDocument(path, io)
    const engine = await openEngine(specification, {db, accept: undefined, fitting: true}, io)
    try {
      await run({engine, options, io})
      return exit.done
    } finally {
      await engine.store.close()
    }
  }
}
