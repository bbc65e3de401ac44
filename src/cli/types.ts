/** `nonet types`: writes the types of own screens beside the document. */
import {mkdir, readFile, writeFile} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {appTypes} from '../code/types/screen-types.ts'
import type {Specification} from '../points/specification.ts'
import {hasOwnCode} from '../screens/code/components.ts'
import {type Command, exit, onePath, parseOptions} from './command.ts'
import {documentFolder, soundDocument} from './document.ts'

const help = `nonet types PATH

Writes .nonet/app.d.ts beside the document: the data, actions and addresses of its own screens as types of TypeScript,
and those of \`nonet/screen\`. \`nonet dev\` and \`nonet build\` write it, too. List it under "include" of tsconfig.json.

Exit code 0: written, or no screen has own code. 1: the document has errors. 2: wrong usage.
`

/** The file, if the document has own screens; it is written only if it differs, so that editors do not start again. */
export async function writeTypes(path: string, specification: Specification): Promise<string | null> {
  if (!hasOwnCode(specification)) return null
  const file = join(await documentFolder(path), '.nonet', 'app.d.ts')
  const text = appTypes(specification)
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return file
  await mkdir(dirname(file), {recursive: true})
  await writeFile(file, text)
  return file
}

export const types: Command = {
  help,
  async run(args, io) {
    const path = onePath(parseOptions(args, {}, io.env).paths, 'types')
    const {specification} = await soundDocument(path, io)
    const file = await writeTypes(path, specification)
    io.out(file === null ? 'No screen of the document has own code.\n' : `Wrote ${file}.\n`)
    return exit.done
  },
}
