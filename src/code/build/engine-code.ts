/** What a build of own code has to know of the engine, which the engine's own build has written. */
import {readFile} from 'node:fs/promises'
import {join} from 'node:path'

export interface EngineCode {
  /** Changes with everything that own code runs with. */
  readonly build: string
  /** The file that own code imports in a browser. */
  readonly kit: string
  /** The same under `nonet dev`. */
  readonly devKit: string
  /** The names that it exports, by the namespaces of the kit. */
  readonly exports: Readonly<Record<string, readonly string[]>>
}

export async function readEngineCode(folder: string): Promise<EngineCode> {
  return JSON.parse(await readFile(join(folder, 'engine.json'), 'utf8')) as EngineCode
}
