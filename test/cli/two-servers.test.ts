/**
 * Two servers of one application at once: the second of two conflicting writes is rejected, on either server, and
 * nothing is lost.
 */
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import {newFolder, nonet, nonetServing} from '../kit/cli.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Counters

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Counters | /counters | list of Counter | Keeper |
| New counter | /counters/new | form for Counter | Keeper |
| Counter | /counters/:number | record of Counter | Keeper |

## 3. Entities

### Counter

| Field | Type | Default |
|---|---|---|
| number | serial | |
| count | number | 0 |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Keeper | counts | invitation |

| Role | May | On |
|---|---|---|
| Keeper | all | Counter |
| everyone | read | Counter |

## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| All counters | GET | /api/counters | list of Counter | everyone |

## 9. Limits

| Name | Value |
|---|---|
| REQUESTS_PER_MINUTE | 10000 |
`

const writers = 20

interface Signed {
  readonly url: string
  readonly cookie: string
}

/** One connection per request: a server closes idle ones after seconds, which a busy machine may take. */
const once = {connection: 'close'}

async function signIn(url: string): Promise<Signed> {
  const body = new URLSearchParams({_action: 'sign in', email: 'kim@example.com', password: 'staple-horse-lamp'})
  const answer = await fetch(`${url}/sign-in`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: {...once, 'sec-fetch-site': 'same-origin'},
  })
  expect(answer.status).toBe(303)
  return {url, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? ''}
}

async function recordOf({url, cookie}: Signed): Promise<RecordData> {
  const answer = await fetch(`${url}/counters/1?_data=x`, {headers: {...once, accept: pageMediaType, cookie}})
  return ((await answer.json()) as {data: RecordData}).data
}

async function statusOf({url, cookie}: Signed, path: string): Promise<number> {
  return (await fetch(`${url}${path}`, {headers: {...once, cookie}, redirect: 'manual'})).status
}

async function post({url, cookie}: Signed, path: string, fields: Record<string, string>): Promise<number> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: {...once, 'sec-fetch-site': 'same-origin', cookie},
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Twenty people edit one record, at both servers in turn. */
async function editAtOnce(first: Signed, second: Signed): Promise<void> {
  expect(await post(first, '/counters/new', {_action: 'create', count: '0'})).toBe(303)
  const statuses = await Promise.all(
    Array.from({length: writers}, async (_, index) => {
      const at = index % 2 === 0 ? first : second
      const {version} = await recordOf(at)
      return post(at, '/counters/1?edit', {_action: 'update', _version: String(version), count: String(index + 1)})
    }),
  )
  const accepted = statuses.filter(status => status === 303).length
  expect(accepted).toBeGreaterThan(0)
  expect(statuses.filter(status => status !== 303 && status !== 409)).toEqual([])
  for (const at of [first, second]) {
    const {version, history} = await recordOf(at)
    expect(version).toBe(accepted + 1)
    expect(history).toHaveLength(accepted + 1)
  }
}

describe.each(stores)('two servers on one $name', ({make}) => {
  test('apply every change once, and report a conflict to the second writer; after a change of the document the earlier one says that it must be restarted', {
    timeout: 180_000,
  }, async () => {
    const [path, next] = [join(newFolder(), 'app.md'), join(newFolder(), 'app.md')]
    writeFileSync(path, document)
    writeFileSync(next, document.replaceAll('| count |', '| total (was count) |'))
    const db = await make()
    const kim = ['--email', 'kim@example.com', '--name', 'Kim', '--role', 'Keeper', '--password-stdin']
    const added = await nonet(['user', 'add', path, '--db', db, ...kim], {input: 'staple-horse-lamp\n'})
    expect(added.code).toBe(0)
    const earlier = await nonetServing(['run', path, '--db', db])
    try {
      const first = await signIn(earlier.url)
      const other = await nonetServing(['run', path, '--db', db])
      try {
        await editAtOnce(first, await signIn(other.url))
      } finally {
        await other.stop()
      }

      expect((await fetch(`${earlier.url}/_health`, {headers: once})).status).toBe(200)
      const list = await nonet(['user', 'list', next, '--db', db])
      expect([list.code, list.err]).toEqual([1, expect.stringContaining('those of another version of this document')])
      expect(await post(first, '/counters/new', {_action: 'create'})).toBe(303)
      for (const path of ['/counters', '/api/counters']) expect(await statusOf(first, path)).toBe(200)
      await (await nonetServing(['run', next, '--db', db])).stop()
      expect((await fetch(`${earlier.url}/_health`, {headers: once})).status).toBe(503)
      for (const path of ['/counters', '/api/counters']) expect(await statusOf(first, path)).toBe(503)
      await expect.poll(() => earlier.read().out).toContain('Restart this process with that document.')
    } finally {
      await earlier.stop()
    }
  })
})
