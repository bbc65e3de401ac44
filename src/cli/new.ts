/** `nonet new`: writes a small application to start from. Never over something that is there. */
import {mkdir, readdir, writeFile} from 'node:fs/promises'
import {basename, join, resolve} from 'node:path'
import {CannotRun, type Command, exit, onePath, parse} from './command.ts'
import {starter} from './starter.ts'

export const create: Command = {
  help: `nonet new DIR

Writes DIR/app.md, a small application in all nine points to start from, and DIR/demo, people and records to try it with.
Then: nonet dev DIR --demo
`,
  async run(args, io) {
    const folder = onePath(parse(args, {}, {}).paths, 'new')
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
    throw new CannotRun(`${folder} cannot be made: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function titleFor(folder: string): string {
  const words = basename(resolve(folder))
    .replace(/[-_]+/g, ' ')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()
  return words === '' ? 'My product' : words[0]?.toUpperCase() + words.slice(1)
}
