/**
 * `nonet new`: writes a small starter application in all nine points, with demonstration people. It never overwrites a
 * file.
 */
import {mkdir, readdir, writeFile} from 'node:fs/promises'
import {basename, dirname, join, resolve} from 'node:path'
import {CannotRun, type Command, exit, onePath, parseOptions} from './command.ts'
import {starter} from './starter.ts'
import {codeFiles, withCode} from './starter-code.ts'

export const create: Command = {
  help: `nonet new FOLDER [--code]

Writes FOLDER/app.md, a small application with all nine points to start from, and FOLDER/demo, with people and records
to try it out.
Then: nonet dev FOLDER --demo

  --code   also a screen and a function in TypeScript, with their tests, as a project of npm
`,
  async run(args, io) {
    const options = parseOptions(args, {code: {type: 'boolean'}}, {})
    const folder = onePath(options.paths, 'new', 'folder')
    const hasCode = options.flag('code')
    await makeEmpty(folder)
    for (const [name, text] of Object.entries(hasCode ? project(folder) : starter(titleFor(folder)))) {
      await mkdir(dirname(join(folder, name)), {recursive: true})
      await writeFile(join(folder, name), text, {flag: 'wx'})
    }
    const next = hasCode ? `cd ${folder} && npm install && npm test && npm run dev` : `nonet dev ${folder} --demo`
    io.out(`Wrote ${join(folder, 'app.md')}. Next: ${next}\n`)
    return exit.done
  },
}

/** With own code, which is developed with npm. */
function project(folder: string): Readonly<Record<string, string>> {
  const {'app.md': document = '', ...others} = starter(titleFor(folder))
  return {'app.md': withCode(document), ...others, ...codeFiles(packageName(folder))}
}

const packageName = (folder: string): string =>
  basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'my-product'

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
