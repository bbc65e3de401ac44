/**
 * `nonet new`: writes a small starter application in all nine points, with demonstration people. It never overwrites a
 * file.
 */
import {mkdir, readdir, writeFile} from 'node:fs/promises'
import {basename, join, resolve} from 'node:path'
import {CannotRun, type Command, exit, onePath, parseOptions} from './command.ts'
import {starter} from './starter.ts'

export const create: Command = {
  help: `nonet new FOLDER

Writes FOLDER/app.md, a small application with all nine points to start from, and FOLDER/demo, with people and records
to try it out.
Then: nonet dev FOLDER --demo
`,
  async run(args, io) {
    const folder = onePath(parseOptions(args, {}, {}).paths, 'new', 'folder')
    await makeEmpty(folder)
    await mkdir(join(folder, 'demo'))
    for (const [name, text] of Object.entries(starter(titleFor(folder))))
      await writeFile(join(folder, name), text, {flag: 'wx'})
    io.out(`Wrote ${join(folder, 'app.md')}. Next: nonet dev ${folder} --demo\n`)
    return exit.done
  },
}

async function makeEmpty(folder: string): Promise<void> {
  try {
    await mkdir(folder, {recursive: true})
    const there = await readdir(folder)
    if (there.length > 0) throw new CannotRun(`${folder} is not empty; nothing was written.`)
  } catch (error) {
    if (error instanceof CannotRun) throw error
    throw new CannotRun(`${folder} could not be created: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function titleFor(folder: string): string {
  const words = basename(resolve(folder))
    .replace(/[-_]+/g, ' ')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()
  return words === '' ? 'My product' : words[0]?.toUpperCase() + words.slice(1)
}
