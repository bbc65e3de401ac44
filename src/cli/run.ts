/** `nonet run`: serves a document. */
import {createApplication} from '../engine/application.ts'
import {differences, readSettings, SettledDocument} from '../engine/settings.ts'
import type {Command} from './command.ts'
import {build, checkOnce, findingsText, memoryPlace, tally} from './document.ts'
import {startServing, untilStopped} from './http-server.ts'
import {loadDemoData, openEngine} from './open-engine.ts'
import {readServeOptions, refuseUnsound, serveOptionsHelp} from './options.ts'

export const run: Command = {
  help: `nonet run PATH [options]

Serves a document as a web application. Prints one line "listening on http://…" when it is ready, then one line of JSON
for each request. Finishes requests in flight on SIGTERM. A document with errors does not start.

${serveOptionsHelp}`,
  async run(args, io) {
    const options = readServeOptions(args, 'run', io)
    const {checked, fits, remember} = await checkOnce(
      options.path,
      build === null ? null : {at: memoryPlace(options), build},
    )
    if (!checked.sound) {
      io.err(findingsText(checked, io))
      refuseUnsound(options.path, tally(checked))
    }
    if (checked.findings.length > 0) io.err(`${options.path} has ${tally(checked)}; \`nonet check\` shows them.\n`)
    let print = ''
    const fitted = (now: string) => {
      print = now
    }
    let address = options.origin ?? ''
    const engine = await openEngine(checked.specification, {...options, fits, fitted, address: () => address}, io)
    try {
      await loadDemoData(engine, options, io)
      const running = new SettledDocument(engine, (by, settings) =>
        createApplication(by.specification, {engine: by, settings}),
      )
      await running.follow(cause => io.err(`The settings could not be taken over: ${String(cause)}\n`))
      const changed = differences(checked.specification, await engine.store.glance(readSettings))
      if (changed.length > 0) io.err(`${changed.join('\n')}\n`)
      const listening = await startServing({
        application: () => running.application,
        engine: () => running.engine,
        options,
        io,
      })
      address ||= listening.url
      io.out(`listening on ${listening.url}\n`)
      const stopped = untilStopped(listening, () => running.stop())
      await remember(print)
      return await stopped
    } finally {
      await engine.store.close()
    }
  },
}
