/** `nonet build`: bundles the own code of an application, for `nonet run`. */
import {join} from 'node:path'
import {buildOwnCode, buildState, CannotBuild} from '../code/build/bundle.ts'
import {buildFolder, ownApi} from '../code/build/own-files.ts'
import {UnusableStyles} from '../code/build/own-styles.ts'
import {effectFile} from '../points/calls/read-own-effect.ts'
import type {Specification} from '../points/specification.ts'
import {ownAddresses} from '../screens/code/addresses.ts'
import {ownComponents, ownEffectFiles, ownFunctions} from '../screens/code/components.ts'
import type {OwnFiles} from '../server/assets.ts'
import {CannotRun, type Command, exit, type Io, onePath, parseOptions} from './command.ts'
import {countedNoun, documentFolder, build as engineBuild, soundDocument} from './document.ts'
import {writeTypes} from './types.ts'

/** What the build of the engine has made for own code. */
export const codeFolder = join(import.meta.dirname, engineBuild === null ? '../../dist/code' : 'code')

/** What is built, of which document. */
export async function authorCode(path: string, specification: Specification) {
  return {
    folder: await documentFolder(path),
    components: ownComponents(specification),
    functions: ownFunctions(specification),
    effects: ownEffectFiles(specification),
    addresses: ownAddresses(specification),
    engineFolder: codeFolder,
  }
}

/** What `nonet run` serves: null without own code. */
export async function builtCode(path: string, specification: Specification): Promise<OwnFiles | null> {
  const state = await buildState(await authorCode(path, specification))
  if (state.kind !== 'differs') {
    const code = state.kind === 'none' ? null : state
    refuseUncoded(specification, code)
    return code
  }
  throw new CannotRun(
    `The own code of ${path} ${state.why}. Run nonet build ${path}, or serve the document without it: --no-code.`,
  )
}

/** Each write would empty the field without a word, and each effect would fail. */
function refuseUncoded({entities, calls}: Specification, code: OwnFiles | null): void {
  const uncoded = calls.effects.find(({name}) => !Object.hasOwn(code?.manifest.effects ?? {}, effectFile(name)))
  if (uncoded)
    throw new CannotRun(
      `The effect "${uncoded.name}" has no code: there is no file effects/${effectFile(uncoded.name)}.ts beside the document. Add it and run nonet build. With --no-code, effects wait in the outbox.`,
    )
  for (const {name, fields} of entities.entities.values())
    for (const {name: field, setBy} of fields.values())
      if (setBy && !Object.hasOwn(code?.manifest.functions ?? {}, setBy.name))
        throw new CannotRun(
          `${name}.${field} is set by a function without code: there is no file functions/${setBy.name}.ts beside the document. Add it and run nonet build. With --no-code, each write leaves the field empty.`,
        )
}

/** What `nonet dev` serves; null if the code has errors, which does not keep the document from being served. */
export async function freshCode(
  path: string,
  {specification, io}: {readonly specification: Specification; readonly io: Io},
): Promise<OwnFiles | null> {
  await writeTypes(path, specification)
  try {
    const code = await authorCode(path, specification)
    return {folder: buildFolder(code.folder, 'dev'), manifest: await buildOwnCode({...code, debugged: true})}
  } catch (error) {
    if (!(error instanceof CannotBuild || error instanceof UnusableStyles)) throw error
    io.err(`${error.message}\n`)
    return null
  }
}

const help = `nonet build PATH

Bundles own code, \`screens/NAME.tsx\`, \`functions/NAME.ts\` and \`effects/NAME.ts\`, for browsers and for the server, into
.nonet/build beside the document. \`nonet run\` serves what was built for its version and these files. Needs rolldown: npm install --save-dev
rolldown. What \`nonet/screen\` and \`nonet/code\` offer has version ${ownApi}.

Exit code 0: built, or nothing to build. 1: the document or the code has errors. 2: wrong usage.
`

async function runBuild(args: readonly string[], io: Io): Promise<number> {
  const path = onePath(parseOptions(args, {}, io.env).paths, 'build')
  const {specification} = await soundDocument(path, io)
  await writeTypes(path, specification)
  try {
    const {parts, functions, effects, files} = await buildOwnCode(await authorCode(path, specification))
    const names = [...Object.keys(parts), ...Object.keys(functions), ...Object.keys(effects)]
    if (names.length === 0) io.out('Nothing of the document has own code.\n')
    else io.out(`Built ${names.join(', ')}: ${countedNoun(files.length, 'file')} for browsers.\n`)
    return exit.done
  } catch (error) {
    if (error instanceof CannotBuild || error instanceof UnusableStyles) throw new CannotRun(error.message)
    throw error
  }
}

export const build: Command = {help, run: runBuild}
