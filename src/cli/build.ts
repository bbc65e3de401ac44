/** `nonet build`: bundles the own code of an application, for `nonet run`. */
import {stat} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {buildOwnCode, CannotBuild} from '../code/build/bundle.ts'
import {UnusableStyles} from '../code/build/own-styles.ts'
import {ownComponents} from '../screens/code/components.ts'
import {CannotRun, type Command, exit, type Io, onePath, parse} from './command.ts'
import {counted, build as engineBuild, soundDocument} from './document.ts'

/** What the build of the engine has made for own code. */
const codeFolder = join(import.meta.dirname, engineBuild === null ? '../../dist/code' : 'code')

/** Own code is in the folder of its document. */
async function folderOf(path: string): Promise<string> {
  return (await stat(path)).isDirectory() ? path : dirname(path)
}

const help = `nonet build PATH

Bundles the code of own screens, \`screens/NAME.tsx\`, for browsers and for the server, into .nonet/build beside the
document. \`nonet run\` serves what was built for its version and these files. Needs rolldown: npm install --save-dev
rolldown.

Exit code 0: built, or nothing to build. 1: the document or the code has errors. 2: wrong usage.
`

async function runBuild(args: readonly string[], io: Io): Promise<number> {
  const path = onePath(parse(args, {}, io.env).paths, 'build')
  const {specification} = await soundDocument(path, io)
  const folder = await folderOf(path)
  try {
    const {parts, files} = await buildOwnCode({
      folder,
      components: ownComponents(specification),
      engineFolder: codeFolder,
    })
    const names = Object.keys(parts)
    if (names.length === 0) io.out('No screen of the document has own code.\n')
    else io.out(`Built ${names.join(', ')}: ${counted(files.length, 'file')} for browsers.\n`)
    return exit.done
  } catch (error) {
    if (error instanceof CannotBuild || error instanceof UnusableStyles) throw new CannotRun(error.message)
    throw error
  }
}

export const build: Command = {help, run: runBuild}
