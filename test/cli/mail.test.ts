/** A running application notifies people by mail, from its own action to the mail server. */

import {once} from 'node:events'
import {writeFile} from 'node:fs/promises'
import {createServer} from 'node:net'
import {join} from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {operator} from '../../src/screens/testing.ts'
import {newFolder, nonetServing} from '../kit/cli.ts'
import {creating, done, engineOf} from '../kit/engine.ts'
import {mailServer} from '../kit/mail-server.ts'
import {sqlite} from '../kit/store-databases.ts'

const document = `# Desk

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Ticket | /tickets/:number | record of Ticket | signed in |

## 3. Entities and their fields

### Ticket

- named by: subject

| Field | Type | Required |
|---|---|---|
| number | serial from 7 | |
| subject | text 1..60 | yes |
| owner | User | |

## 4. States and transitions

### Ticket

| Action | Who | When | Then |
|---|---|---|---|
| remind | system | subject = "Printer" | notify owner |
`

/** A server with one person who is to get a mail. */
async function runsWith(smtp: string) {
  const address = await sqlite.make()
  const {engine, store} = await engineOf({document, address})
  const user = {name: 'Ada', email: 'ada@example.com', roles: ['Member']}
  const ada = done(await engine.change(operator, [creating('User', user)]))
  done(await engine.change(operator, [creating('Ticket', {subject: 'Printer', owner: ada.id})]))
  await store.close()
  const path = join(newFolder(), 'app.md')
  await writeFile(path, document)
  const mail = ['--smtp', smtp, '--mail-from', 'desk@example.com', '--origin', 'https://desk.example']
  return nonetServing(['run', path, '--db', address, ...mail])
}

test('nonet run mails the events of the system to the people concerned, once, and stops gracefully', async () => {
  const server = await mailServer()
  onTestFinished(() => server.close())
  const arrived = new Promise<void>(resolve => {
    server.took = async () => resolve()
  })
  const running = await runsWith(server.url)
  await arrived
  expect(await running.stop()).toBe(0)
  // Nothing that is loaded causes Node warnings, including the mail library.
  expect(running.read().err).not.toMatch(/^\(node:\d+\)/m)
  expect(server.received).toHaveLength(1)
  const [received] = server.received
  expect([received?.from, received?.to]).toEqual(['desk@example.com', ['ada@example.com']])
  expect(received?.headers.get('from')).toBe('Desk <desk@example.com>')
  expect(received?.headers.get('subject')).toBe('Remind: Printer')
  expect(received?.source).toContain('https://desk.example/tickets/7')
})

test('a mail server that never answers does not keep the process from stopping', {timeout: 60_000}, async () => {
  const connected = Promise.withResolvers<void>()
  const silent = createServer(socket => {
    socket.on('error', () => {})
    connected.resolve()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    silent.close()
  })
  await once(silent, 'listening')
  const bound = silent.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const running = await runsWith(`smtp://127.0.0.1:${port}`)
  await connected.promise
  expect(await running.stop()).toBe(0)
  expect(running.read().out).not.toContain('"level":"error"')
})
