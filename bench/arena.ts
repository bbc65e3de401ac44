/**
 * All contestants run at once, each on its own copy of the database, and are measured in turn, so that noise affects
 * all alike.
 */
import {copyFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {partsHeader} from '../src/engine/page/frame.ts'
import {type Asks, type Contestant, contestants, type Name} from './contestants.ts'
import {type Ask, Client} from './load.ts'
import {freePort, type Running, start} from './server.ts'

export interface Runner {
  readonly contestant: Contestant
  readonly server: Running
  readonly asks: Asks
  readonly client: Client
}

export interface Entering {
  readonly names: readonly Name[]
  /** The eligible contestants; by default those with pages. */
  readonly among?: readonly Contestant[]
}

export async function enter(
  database: string,
  folder: string,
  {names, among = contestants}: Entering,
): Promise<Runner[]> {
  const runners: Runner[] = []
  for (const contestant of among) {
    if (!names.includes(contestant.name)) continue
    const own = join(folder, `${contestant.name}.sqlite`)
    for (const each of [own, `${own}-wal`, `${own}-shm`]) rmSync(each, {force: true})
    copyFileSync(database, own)
    const port = await freePort()
    const server = await start(contestant.starting({port, database: own}))
    const asks = contestant.asks(`http://127.0.0.1:${port}`)
    const runner = {contestant, server, asks, client: new Client()}
    runners.push({...runner, asks: await settled(runner)})
  }
  return runners
}

export async function leave(runners: readonly Runner[]): Promise<void> {
  for (const {server, client} of runners) {
    client.close()
    await server.stop()
  }
}

/** What a browser knows from the page before: React Router needs nothing. */
async function settled(runner: Pick<Runner, 'contestant' | 'asks'>): Promise<Asks> {
  if (runner.contestant.name === 'next') return settledNext(runner)
  return runner.contestant.name === 'nonet' ? settledNonet(runner) : runner.asks
}

/** It names the shell, which every page has, so that it is not sent again. */
async function settledNonet({asks}: Pick<Runner, 'asks'>): Promise<Asks> {
  const response = await fetch(asks.listData.url, {headers: asks.listData.headers})
  const {parts = {}}: {parts?: Readonly<Record<string, string>>} = await response.json()
  const known = {[partsHeader]: `shell.${parts['shell']}`}
  const knowing = (ask: Ask): Ask => ({...ask, headers: {...ask.headers, ...known}})
  return {
    ...asks,
    listData: knowing(asks.listData),
    recordData: number => knowing(asks.recordData(number)),
    action: number => asks.action(number).map(knowing),
  }
}

/** Next serves data only at an address with a digest of the headers, and redirects to it. */
async function settledNext({asks}: Pick<Runner, 'asks'>): Promise<Asks> {
  const known = new Map<string, string>()
  const follow = async (ask: Ask): Promise<void> => {
    const response = await fetch(ask.url, {headers: ask.headers, redirect: 'manual'})
    await response.text()
    known.set(ask.url, new URL(response.headers.get('location') ?? ask.url, ask.url).href)
  }
  await follow(asks.listData)
  const key = new URL(known.get(asks.listData.url) ?? asks.listData.url).search
  const found = (ask: Ask): Ask => ({...ask, url: ask.url.replace('?_rsc=', key)})
  return {...asks, listData: found(asks.listData), recordData: number => found(asks.recordData(number))}
}
