/**
 * `npm run bench`: Nonet and its peers on the same pages of the same application, in one run on one machine. The servers share
 * one core, this process keeps to the other, and the contestants take turns.
 */
import {execFileSync, spawnSync} from 'node:child_process'
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {cpus, tmpdir} from 'node:os'
import {join} from 'node:path'
import {enter, leave, type Runner} from './arena.ts'
import {judge} from './bounds.ts'
import {actionCallAt, callAt, callContestants, contestants, type Name, recordCallAt} from './contestants.ts'
import type {Measured} from './figures.ts'
import {firstNumber, makeDatabase} from './fixture.ts'
import type {Ask, Unit} from './load.ts'
import {readOptions, type Section} from './options.ts'
import {circumstances, judgedText, replaceFigures, tableOf} from './report.ts'
import {checkSameCalls, checkSameRows} from './same-rows.ts'
import {inBrowser} from './sections/browser.ts'
import {bytes} from './sections/bytes.ts'
import {interactionToPaint} from './sections/interaction.ts'
import {soak} from './sections/soak.ts'
import {starting} from './sections/starting.ts'
import {flooded} from './sections/throughput.ts'
import {canPin} from './server.ts'

const options = readOptions(process.argv.slice(2))
const usual = 60_000
const [few, many] = [1000, 1_000_000]
const callSizes = [10_000, 100_000]
const wants = (...names: readonly Section[]): boolean => names.some(name => options.only.includes(name))

if (!canPin) throw new Error('The benchmarks need Linux with taskset: they count seconds of processor.')
if (cpus().length > 1) execFileSync('taskset', ['-p', '-c', '1', `${process.pid}`], {stdio: 'ignore'})
if (!options.built) build()

const folder = mkdtempSync(join(tmpdir(), 'nonet-bench-'))
const measured: Measured[] = []
const remarks: string[] = []
let failed = false
try {
  await contest()
  if (wants('interaction')) add(await interactionToPaint(folder, options.rounds))
  if (wants('call')) await calls()
  if (wants('growth')) await growth()
  if (wants('soak')) await soaked()
  if (wants('feel')) alone('expressions', ['bench/feel.ts'])
  if (wants('lists')) alone('growth of lists', ['bench/lists.ts', 'sqlite'])
  finish()
} finally {
  rmSync(folder, {recursive: true, force: true})
}

function build(): void {
  const others = wants('call') ? callContestants.filter(each => !contestants.includes(each)) : []
  for (const {name, folder: at, build: commands} of [...contestants, ...others]) {
    if (!options.names.includes(name) && !others.some(each => each.name === name)) continue
    for (const [command = '', ...args] of commands) {
      if (command === 'npm' && existsSync(join(at, 'node_modules'))) continue
      const {status} = spawnSync(command, args, {cwd: at, stdio: ['ignore', 'ignore', 'inherit']})
      if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${at}.`)
    }
  }
}

async function contest(): Promise<void> {
  if (!wants('list', 'record', 'data', 'action', 'bytes', 'browser', 'start')) return
  const database = join(folder, 'usual.sqlite')
  await makeDatabase(database, usual)
  const runners = await enter(database, folder, options)
  try {
    await checkSameRows(runners)
    if (wants('list'))
      await flood(runners, 'list page', ({asks}) => () => [asks.list])
    if (wants('list'))
      await flood(runners, 'list page, compressed', ({asks}) => () => [compressed(asks.list)])
    if (wants('record'))
      await flood(runners, 'record page', ({asks}) => () => [asks.record(firstNumber)])
    if (wants('data'))
      await flood(runners, 'list data', ({asks}) => () => [asks.listData])
    if (wants('data'))
      await flood(runners, 'record data', ({asks}) => () => [asks.recordData(firstNumber)])
    if (wants('action')) await flood(runners, 'action', ({asks}) => rejecting(asks.action))
    if (wants('list', 'action')) add([memory(runners)])
    if (wants('bytes')) add(await bytes(runners))
    if (wants('browser')) add(await inBrowser(runners, options.rounds))
  } finally {
    await leave(runners)
  }
  if (wants('start')) {
    const databaseOf = ({name}: {name: string}) => join(folder, `${name}.sqlite`)
    add(await starting(databaseOf, {rounds: options.rounds, names: options.names}))
  }
}

/** A call compared with a hand-written one; and calls for lists, records and actions, with few and with many records. */
async function calls(): Promise<void> {
  await listCall()
  for (const requests of callSizes) await callsWith(requests)
}

async function callsWith(requests: number): Promise<void> {
  const database = join(folder, `calls-${requests}.sqlite`)
  await makeDatabase(database, requests)
  const entered = await enter(database, folder, {names: ['nonet', 'before']})
  const originOf = ({asks}: Runner) => new URL(asks.list.url).origin
  // The planner of an earlier checkout may lack a call.
  const answers = await Promise.all(entered.map(each => each.client.ask(recordCallAt(originOf(each), firstNumber))))
  const runners = entered.filter((_, at) => answers[at]?.status === 200)
  const size = requests.toLocaleString('en')
  try {
    await flood(runners, `call: list of ${size}`, runner => () => [callAt(originOf(runner))])
    await flood(runners, `call: record of ${size}`, runner => () => [recordCallAt(originOf(runner), firstNumber)])
    await flood(runners, `call: action with ${size}`, runner =>
      rejecting(number => [actionCallAt(originOf(runner), number)]),
    )
  } finally {
    await leave(entered)
  }
  rmSync(database)
}

async function listCall(): Promise<void> {
  const database = join(folder, 'calls.sqlite')
  await makeDatabase(database, usual)
  const names = callContestants.map(({name}) => name)
  const runners = await enter(database, folder, {names, among: callContestants})
  try {
    await checkSameCalls(runners)
    await flood(runners, 'call', ({asks}) => () => [callAt(new URL(asks.list.url).origin)])
  } finally {
    await leave(runners)
  }
}

/** Every second request waits for a decision; each is rejected once. The first is kept for the record page. */
function rejecting(action: (number: number) => Unit): () => Unit {
  let number = firstNumber
  return () => {
    number += 2
    return action(number)
  }
}

async function flood(runners: readonly Runner[], what: string, next: (runner: Runner) => () => Unit): Promise<void> {
  const milliseconds = options.seconds * 1000
  add(await flooded(runners, {what, rounds: options.rounds, milliseconds, next, waits: true}))
}

/** As browsers ask without a proxy that compresses; the floor does not. */
function compressed(ask: Ask): Ask {
  return {...ask, headers: {...ask.headers, 'accept-encoding': 'gzip'}}
}

function memory(runners: readonly Runner[]): Measured {
  const by: Partial<Record<Name, number[]>> = {}
  for (const {contestant, server} of runners) by[contestant.name] = [server.peakMemory()]
  return {what: 'peak memory', unit: 'MB', more: false, by}
}

/** The same lists with few and with very many records. */
async function growth(): Promise<void> {
  for (const requests of [few, many]) {
    const database = join(folder, `${requests}.sqlite`)
    await makeDatabase(database, requests)
    const runners = await enter(database, folder, options)
    try {
      await checkSameRows(runners)
      const size = requests.toLocaleString('en')
      const common = {rounds: options.rounds, milliseconds: options.seconds * 500, waits: false}
      const list = await flooded(runners, {
        ...common,
        what: `list page of ${size}`,
        next:
          ({asks}) =>
          () => [asks.list],
      })
      const data = {
        ...common,
        what: `list data of ${size}`,
        next:
          ({asks}: Runner) =>
          () => [asks.listData],
      }
      add([...list, ...(await flooded(runners, data))])
    } finally {
      await leave(runners)
    }
    rmSync(database)
  }
}

async function soaked(): Promise<void> {
  const database = join(folder, 'soak.sqlite')
  await makeDatabase(database, 200_000)
  const [runner] = await enter(database, folder, {names: ['nonet']})
  if (!runner) return
  const {asks} = runner
  const act = rejecting(asks.action)
  const units = [() => [asks.list], () => [asks.listData], () => [asks.record(firstNumber)], act]
  let turn = 0
  try {
    const found = await soak(runner, () => units[turn++ % units.length]?.() ?? [], options.soak * 60)
    const {answers, seconds, early, late, held} = found
    remarks.push(
      `Soak: ${answers.toLocaleString('en')} requests in ${seconds} s, reading and acting mixed, no error; memory ${early.toFixed(0)} MB after the first third, ${late.toFixed(0)} MB at the end${held ? '' : ': **it grows**'}.`,
    )
    if (!held) failed = true
  } finally {
    await leave([runner])
  }
}

/** A separate benchmark with its own checks. */
function alone(title: string, args: readonly string[]): void {
  const {status, stdout} = spawnSync(process.execPath, args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit']})
  remarks.push(`${title}${status === 0 ? '' : ' (**not held**)'}:\n\n\`\`\`\n${stdout.trim()}\n\`\`\``)
  if (status !== 0) failed = true
}

function add(some: readonly Measured[]): void {
  measured.push(...some)
  console.log(`${tableOf(some)}\n`)
}

function finish(): void {
  const judged = judge(measured)
  const figures = [circumstances(), judgedText(judged), tableOf(measured), ...remarks].join('\n\n')
  console.log(figures)
  if (options.write) {
    const page = 'docs/benchmarks.md'
    writeFileSync(page, replaceFigures(readFileSync(page, 'utf8'), figures))
  }
  if (options.check && (failed || judged.some(({held}) => !held))) process.exitCode = 1
}
