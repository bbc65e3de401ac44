/** `nonet dev`: serves a document while it is being written. A version with errors leaves the last good one running. */
import {watch} from 'node:fs'
import {type Application, createApplication} from '../engine/application.ts'
import type {CheckedDocument} from '../points/specification.ts'
import {Changes} from '../server/changes.ts'
import type {ShownFinding} from '../ui/page.ts'
import {CannotRun, type Command, type Io} from './command.ts'
import {checkPath, findingsText, tally} from './document.ts'
import {readServeOptions, refuseUnsound, serveOptionsHelp} from './options.ts'
import {startServing, untilStopped} from './serving.ts'

export const dev: Command = {
  help: `nonet dev PATH [options]

Serves a document and follows it: on saving, it is checked and swapped in, and open pages refresh themselves. While it has
errors, its last good version keeps running; the findings show in the terminal and on the page.

${serveOptionsHelp}`,
  async run(args, io) {
    const options = readServeOptions(args, 'dev', io)
    const first = await checkPath(options.path)
    io.err(findingsText(first, io))
    if (!first.sound) refuseUnsound(options.path, tally(first))
    const document = new FollowedDocument(first, io)
    const changes = new Changes()
    const watching = watchPath(options.path, () => void document.follow(options.path).then(() => changes.happened()))
    const listening = await startServing({
      application: () => document.application,
      dev: path => changes.respond(path),
      options,
      io,
    })
    io.out(`listening on ${listening.url}\n`)
    return untilStopped(listening, () => {
      watching.close()
      changes.end()
    })
  },
}

class FollowedDocument {
  application: Application
  private good: CheckedDocument
  private readonly io: Io

  constructor(first: CheckedDocument, io: Io) {
    this.good = first
    this.io = io
    this.application = createApplication(first.specification)
  }

  async follow(path: string): Promise<void> {
    try {
      this.take(await checkPath(path))
    } catch (error) {
      // Editors replace files: for a moment there may be none. The next change tells.
      if (!(error instanceof CannotRun)) throw error
      this.io.err(`${error.message}\n`)
    }
  }

  private take(checked: CheckedDocument): void {
    this.io.err(findingsText(checked, this.io))
    if (checked.sound) this.good = checked
    this.application = createApplication(this.good.specification, checked.sound ? [] : shown(checked))
    this.io.err(
      checked.sound
        ? 'The new version is running.\n'
        : `It has ${tally(checked)}: the last good version keeps running.\n`,
    )
  }
}

function shown({findings}: CheckedDocument): ShownFinding[] {
  const errors = findings.filter(found => found.severity === 'error')
  return errors.map(({severity, file, line, column, code, message, hint}) => ({
    severity,
    where: `${file}:${line}:${column}`,
    code,
    message,
    hint,
  }))
}

/** Saving is several events; they are one change. */
function watchPath(path: string, changed: () => void): {close: () => void} {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(path, {recursive: false}, (event, name) => {
    if (name !== null && event === 'change' && !name.endsWith('.md') && !path.endsWith(name)) return
    clearTimeout(timer)
    timer = setTimeout(changed, 60)
  })
  return {
    close: () => {
      clearTimeout(timer)
      watcher.close()
    },
  }
}
