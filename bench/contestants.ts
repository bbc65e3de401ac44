/**
 * The contestants: Nonet, Next.js, React Router and the floor, and Fastify for calls, each started and used as by its
 * own users and browsers.
 */
import {readFileSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {issueToken} from '../src/server/idempotency.ts'
import {token} from './fixture.ts'
import type {Ask, Unit} from './load.ts'
import type {Start} from './server.ts'

export type Name = 'nonet' | 'before' | 'next' | 'react-router' | 'floor' | 'fastify'

export interface Contestant {
  readonly name: Name
  readonly title: string
  /** Folders that a user has to install to run it. */
  readonly installed: readonly string[]
  /** Commands that build it, in its folder. */
  readonly build: readonly (readonly string[])[]
  readonly folder: string
  readonly starting: (at: Place) => Start
  /** The requests of a browser; some are only known when the server runs. */
  readonly asks: (origin: string) => Asks
}

export interface Place {
  readonly port: number
  readonly database: string
}

export interface Asks {
  readonly list: Ask
  readonly record: (number: number) => Ask
  readonly listData: Ask
  readonly recordData: (number: number) => Ask
  /** Rejects a request and gets its updated page, like the browser's code. */
  readonly action: (number: number) => Unit
}

const node = process.execPath
const peers = join(import.meta.dirname, 'peers')
const cookie = {cookie: `nonet=${token}`}
const html = {...cookie, accept: 'text/html'}
const formType = {'content-type': 'application/x-www-form-urlencoded'}
const answer = 'Not in these weeks: too many of us are away.'

const get = (url: string, headers: Readonly<Record<string, string>>): Ask => ({method: 'GET', url, headers})
const origin = ({port}: Place): string => `http://127.0.0.1:${port}`

function htmlAsks(at: string): Pick<Asks, 'list' | 'record'> {
  return {list: get(`${at}/requests`, html), record: number => get(`${at}/requests/${number}`, html)}
}

const nonet: Contestant = {
  name: 'nonet',
  title: 'Nonet',
  folder: join(import.meta.dirname, '..'),
  installed: ['dist', 'apps', 'docs'].map(name => join(import.meta.dirname, '..', name)),
  build: [[node, 'scripts/build.ts']],
  starting: place => ({
    command: [
      node,
      'dist/nonet.js',
      'run',
      'bench/planner/app.md',
      '--db',
      `sqlite:${place.database}`,
      '--port',
      `${place.port}`,
    ],
    folder: join(import.meta.dirname, '..'),
    env: {},
    url: `${origin(place)}/requests`,
    headers: html,
  }),
  asks: at => {
    const data = {...cookie, accept: 'application/vnd.nonet.page+json'}
    const sent = {...data, ...formType, 'sec-fetch-site': 'same-origin'}
    return {
      ...htmlAsks(at),
      listData: get(`${at}/requests?_data=bench`, data),
      recordData: number => get(`${at}/requests/${number}?_data=bench`, data),
      action: number => {
        const body = new URLSearchParams({
          _action: 'reject',
          _version: '1',
          _once: issueToken({secret: token}),
          answer,
        })
        return [{method: 'POST', url: `${at}/requests/${number}`, headers: sent, body: body.toString()}]
      },
    }
  },
}

const floor: Contestant = {
  name: 'floor',
  title: 'the floor',
  folder: join(peers, 'floor'),
  installed: [join(peers, 'floor'), join(peers, 'data')],
  build: [],
  starting: place => ({
    command: [node, 'server.ts'],
    folder: join(peers, 'floor'),
    env: {PORT: `${place.port}`, BENCH_DB: place.database},
    url: `${origin(place)}/requests`,
    headers: html,
  }),
  asks: at => {
    const data = {...cookie, accept: 'application/json'}
    const body = new URLSearchParams({version: '1', answer}).toString()
    return {
      ...htmlAsks(at),
      listData: get(`${at}/requests`, data),
      recordData: number => get(`${at}/requests/${number}`, data),
      action: number => [{method: 'POST', url: `${at}/requests/${number}`, headers: {...data, ...formType}, body}],
    }
  },
}

const reactRouter: Contestant = {
  name: 'react-router',
  title: 'React Router',
  folder: join(peers, 'react-router'),
  installed: [join(peers, 'react-router/node_modules'), join(peers, 'react-router/build')],
  build: [
    ['npm', 'install', '--no-audit', '--no-fund'],
    [node, 'node_modules/@react-router/dev/bin.cjs', 'build'],
  ],
  starting: place => ({
    command: [node, 'node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
    folder: join(peers, 'react-router'),
    env: {PORT: `${place.port}`, HOST: '127.0.0.1', BENCH_DB: place.database},
    url: `${origin(place)}/requests`,
    headers: html,
  }),
  asks: at => {
    const data = {...cookie, accept: '*/*'}
    const recordData = (number: number) => get(`${at}/requests/${number}.data`, data)
    const body = new URLSearchParams({version: '1', answer}).toString()
    return {
      ...htmlAsks(at),
      listData: get(`${at}/requests.data`, data),
      recordData,
      // Its response does not contain the updated page: the browser requests that next.
      action: number => [
        {method: 'POST', url: `${at}/requests/${number}.data`, headers: {...data, ...formType}, body},
        recordData(number),
      ],
    }
  },
}

/** The state of the browser's router, so that the server omits data the browser already has. */
function routerState(number: number): string {
  const page = ['__PAGE__', {}, null, null, 0]
  const record = [['number', `${number}`, 'd', null], {children: page}, null, null, 0]
  return encodeURIComponent(
    JSON.stringify(['', {children: ['requests', {children: record}, null, null, 0]}, null, null, 16]),
  )
}

const next: Contestant = {
  name: 'next',
  title: 'Next.js',
  folder: join(peers, 'next'),
  installed: [join(peers, 'next/node_modules'), join(peers, 'next/.next')],
  build: [
    ['npm', 'install', '--no-audit', '--no-fund'],
    [node, 'node_modules/next/dist/bin/next', 'build'],
  ],
  starting: place => ({
    command: [node, 'node_modules/next/dist/bin/next', 'start', '-p', `${place.port}`, '-H', '127.0.0.1'],
    folder: join(peers, 'next'),
    env: {BENCH_DB: place.database, NEXT_TELEMETRY_DISABLED: '1'},
    url: `${origin(place)}/requests`,
    headers: html,
  }),
  asks: at => {
    const data = (from: number) => ({
      ...cookie,
      accept: '*/*',
      rsc: '1',
      'next-router-state-tree': routerState(from),
      'next-url': `/requests/${from}`,
    })
    return {
      ...htmlAsks(at),
      // Next reveals the required key by its redirect without it: see `settled`.
      listData: get(`${at}/requests?_rsc=`, data(100_005)),
      recordData: number => get(`${at}/requests/${number}?_rsc=`, data(100_005)),
      action: number => [nextAction(at, number, actionId())],
    }
  },
}

function actionId(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(join(peers, 'next/.next/server/server-reference-manifest.json'), 'utf8'),
  )
  const actions = typeof manifest === 'object' && manifest !== null && 'node' in manifest ? manifest.node : null
  const [id] = Object.keys(actions ?? {})
  if (id === undefined) throw new Error('Next has no action.')
  return id
}

/** As its browser code writes the form of `useActionState`. */
function nextAction(at: string, number: number, id: string): Ask {
  const boundary = '----bench'
  const fields: readonly (readonly [string, string])[] = [
    ['_1_$ACTION_REF_1', ''],
    ['_1_$ACTION_1:0', JSON.stringify({id, bound: '$@1'})],
    ['_1_$ACTION_1:1', '[{"problem":null}]'],
    ['_1_number', `${number}`],
    ['_1_version', '1'],
    ['_1_answer', answer],
    ['0', '[{"problem":null},"$K1"]'],
  ]
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const headers = {
    ...cookie,
    accept: 'text/x-component',
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'next-action': id,
    'next-router-state-tree': routerState(number),
    origin: at,
  }
  return {method: 'POST', url: `${at}/requests/${number}`, headers, body: `${parts.join('')}--${boundary}--\r\n`}
}

/** Another checkout of Nonet, installed and built, that this one is compared with: `NONET_BENCH_BEFORE=../before`. */
const earlier = process.env['NONET_BENCH_BEFORE']
const before = (folder: string): Contestant => ({
  ...nonet,
  name: 'before',
  title: 'Nonet before',
  folder,
  installed: [],
  build: [],
  starting: place => ({...nonet.starting(place), folder}),
})

export const contestants: readonly Contestant[] = [
  nonet,
  ...(earlier === undefined ? [] : [before(resolve(earlier))]),
  next,
  reactRouter,
  floor,
]

/** The request of a program: the first page of requests as JSON, with a token in a header. */
export const callAt = (at: string): Ask => get(`${at}/api/requests`, {authorization: `Bearer ${token}`})

/** One record, and an action with its inputs, each as a program sends them. */
export const recordCallAt = (at: string, number: number): Ask =>
  get(`${at}/api/requests/${number}`, {authorization: `Bearer ${token}`})

export const actionCallAt = (at: string, number: number): Ask => ({
  method: 'POST',
  url: `${at}/api/requests/${number}/reject`,
  headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
  body: JSON.stringify({answer}),
})

/** It serves calls, and has no pages. */
const fastify: Contestant = {
  name: 'fastify',
  title: 'Fastify',
  folder: join(peers, 'fastify'),
  installed: [join(peers, 'fastify/node_modules'), join(peers, 'data')],
  build: [['npm', 'install', '--no-audit', '--no-fund']],
  starting: place => ({
    command: [node, 'server.ts'],
    folder: join(peers, 'fastify'),
    env: {PORT: `${place.port}`, BENCH_DB: place.database},
    url: callAt(origin(place)).url,
    headers: callAt(origin(place)).headers,
  }),
  asks: at => {
    const call = callAt(at)
    return {list: call, record: () => call, listData: call, recordData: () => call, action: () => [call]}
  },
}

export const callContestants: readonly Contestant[] = [nonet, fastify]
