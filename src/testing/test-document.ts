/** The document of an author's tests, and its engine on a database that ends with the test. */
import {existsSync, rmSync} from 'node:fs'
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {Readable} from 'node:stream'
import type {Io} from '../cli/command.ts'
import {checkPath, findingsText} from '../cli/document.ts'
import {engineOn} from '../cli/open-engine.ts'
import type {Engine} from '../engine/engine.ts'
import type {CallFunctions} from '../engine/transaction/context.ts'
import type {Specification} from '../points/specification.ts'
import {openStore} from '../store/open.ts'

/** What the engine has to say is part of the message of a failed test. */
const quiet: Io = {
  out: () => {},
  err: () => {},
  env: {},
  stdin: Readable.from([]),
  colour: false,
}

/** Refused with its findings if it has errors. */
export async function soundSpecification(path: string): Promise<Specification> {
  const checked = await checkPath(path)
  if (!checked.sound) throw new Error(`${path} has errors:\n${findingsText(checked, quiet)}`)
  return checked.specification
}

export interface TestEngine {
  readonly engine: Engine
  /** For files beside the database. */
  readonly folder: string
  readonly stop: () => Promise<void>
}

interface TestEngineOptions {
  readonly clock?: () => number
  readonly functions?: () => CallFunctions | null
  readonly address?: () => string
}

/** In memory, where the system has such a folder. */
const memory = '/dev/shm'

export async function testEngine(specification: Specification, options: TestEngineOptions = {}): Promise<TestEngine> {
  const folder = await mkdtemp(join(existsSync(memory) ? memory : tmpdir(), 'nonet-test-'))
  // A test may end without stopping it.
  const atExit = () => rmSync(folder, {recursive: true, force: true})
  process.once('exit', atExit)
  const remove = async () => {
    process.removeListener('exit', atExit)
    await rm(folder, {recursive: true, force: true})
  }
  try {
    const db = `sqlite:${join(folder, 'test.db')}`
    const store = await openStore(db)
    try {
      // What an action causes is delivered when the test asks for it, not when it could no longer be undone.
      const opening = {db, accept: undefined, collector: null, undoWindow: 0, ...options}
      const engine = await engineOn(store, specification, {...opening, io: quiet})
      const stop = async () => {
        await store.close()
        await remove()
      }
      return {engine, folder, stop}
    } catch (cause) {
      await store.close()
      throw cause
    }
  } catch (cause) {
    await remove()
    throw cause
  }
}
