/** `nonet explain` names the lines that permit and reject, for a role, for one record and for one person. */

import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {checkPath} from '../../src/cli/document.ts'
import {explainCommand, explainIn} from '../../src/cli/explain.ts'
import {openEngine} from '../../src/cli/open-engine.ts'
import {operator} from '../../src/screens/testing.ts'
import {creating, done} from '../kit/engine.ts'
import {sqlite} from '../kit/store-databases.ts'
import {talking} from '../kit/talking.ts'

const path = 'apps/time-off/app.md'
const lines = readFileSync(path, 'utf8').split('\n')
/** The place of a line, as `file:line`. */
const at = (begins: string): string => `${path}:${lines.findIndex(line => line.startsWith(begins)) + 1}`

/** Checked once, because that takes longer than every question here. */
const checked = checkPath(path)

async function explain(...args: string[]): Promise<string> {
  const {io, said} = talking()
  expect(await explainIn((await checked).specification, [path, ...args], io)).toBe(0)
  return said.out
}

test('a document is checked and one question is answered', async () => {
  const {io, said} = talking()
  expect(await explainCommand.run([path, '--as', 'HR', '--do', 'update', '--on', 'Request'], io)).toBe(0)
  expect(said.out).toContain('HR may update Request: yes.')
})

test('a role gets the lines that permit it, with their places and texts', async () => {
  const text = await explain('--as', 'Employee', '--do', 'update', '--on', 'Request')
  expect(text).toContain('Employee may update Request: depends.')
  expect(text).toContain(`${at('| Employee | update | Request')} may allow it\n    | Employee | update | Request |`)
  expect(text).toContain('person = me and status = "draft": depends on the record and on the person')
  expect(text).toContain('only the fields kind, first_day')
  expect(await explain('--as', 'HR', '--do', 'update', '--on', 'Request')).toContain('HR may update Request: yes.')
})

test('without a grant it is rejected, and the other permissions of the role are listed', async () => {
  const text = await explain('--as', 'HR', '--do', 'delete', '--on', 'User')
  expect(text).toContain('HR may delete User: no.\nNo line of point 6 grants it')
  expect(text).toContain(`${at('| HR | create, read, update, export | User')}  | HR |`)
  const nobody = await explain('--as', 'everyone', '--do', 'read', '--on', 'Team')
  expect(nobody).toContain('A visitor who has not signed in may read Team: no.')
})

test('screens are open to the audience of their line', async () => {
  expect(await explain('--as', 'HR', '--do', 'open', '--on', '/figures')).toContain('HR may open /figures: yes.')
  const refused = await explain('--as', 'Employee', '--do', 'open', '--on', '/figures')
  expect(refused).toContain('Employee may open /figures: no.')
  expect(refused).toContain(`${at('| Overview |')} does not allow it`)
  expect(await explain('--as', 'HR', '--do', 'open', '--on', '/balances/abc')).toContain(
    at('| Allowance | /balances/:id'),
  )
  expect(await explain('--as', 'HR', '--do', 'open', '--on', '/nowhere')).toContain('No screen of point 2 answers')
})

test('calls are open to the audience of their line, with the permissions of the caller', async () => {
  const document = 'apps/articles/app.md'
  const written = readFileSync(document, 'utf8').split('\n')
  const line = (begins: string): string => `${document}:${written.findIndex(each => each.startsWith(begins)) + 1}`
  const {specification} = await checkPath(document)
  const about = async (...args: string[]): Promise<string> => {
    const {io, said} = talking()
    expect(await explainIn(specification, [document, ...args], io)).toBe(0)
    return said.out
  }
  const visitor = await about('--as', 'everyone', '--do', 'call', '--on', 'Write article')
  expect(visitor).toContain('A visitor who has not signed in may call Write article (POST /api/articles): no.')
  expect(visitor).toContain(`${line('| Write article |')} does not allow it`)
  const member = await about('--as', 'Member', '--do', 'call', '--on', 'PUT /api/articles/:slug')
  expect(member).toContain('Member may call Change article (PUT /api/articles/:slug): depends.')
  expect(member).toContain(`${line('| Member | create, update, delete | Article')} may allow it`)
  expect(await about('--as', 'everyone', '--do', 'call', '--on', '/api/tags')).toContain(
    'may call Tags (GET /api/tags): yes.\nIt answers with what they may read: see below.',
  )
  expect(await about('--as', 'everyone', '--do', 'call', '--on', 'Log in')).toContain('(POST /api/users/login): yes.')
  expect(await about('--as', 'Member', '--do', 'call', '--on', 'Favourite')).toContain(
    `${line('| favourite | Member')}`,
  )
  await expect(about('--as', 'Member', '--do', 'call', '--on', '/nowhere')).rejects.toThrow('No call of point 7')
})

test('outgoing calls are caused by people who may perform the actions that make them', async () => {
  const caused = await explain('--as', 'Employee', '--do', 'call', '--on', 'tell Slack')
  expect(caused).toContain('Employee may cause the call tell Slack: depends.')
  expect(caused).toContain(`${at('| tell Slack |')}: the application makes it after one of the actions below`)
  expect(caused).toContain('to no other hosts than hooks.slack.com')
  expect(caused).toContain('Employee may approve Request: depends.')
  expect(await explain('--as', 'everyone', '--do', 'call', '--on', 'tell Slack')).toContain(
    'A visitor who has not signed in may cause the call tell Slack: no.',
  )
})

test('invalid questions are reported plainly', async () => {
  const {specification} = await checked
  const wrong = (...args: string[]) => explainIn(specification, [path, ...args], talking().io)
  await expect(wrong('--as', 'Employe', '--do', 'read', '--on', 'Team')).rejects.toThrow('Did you mean `Employee`?')
  await expect(wrong('--as', 'HR', '--do', 'aprove', '--on', 'Request')).rejects.toThrow('approve')
  await expect(wrong('--as', 'HR', '--do', 'read', '--on', 'Tem')).rejects.toThrow('Team')
  await expect(wrong('--do', 'read', '--on', 'Team')).rejects.toThrow('Name the person or the role')
  await expect(wrong('--as', 'HR', '--do', 'read')).rejects.toThrow('Name the action and the entity')
})

test('conditions are evaluated for one record and the given person', async () => {
  const db = await sqlite.make()
  const engine = await openEngine((await checked).specification, {db, accept: undefined}, talking().io)
  const make = async (entity: string, fields: Parameters<typeof creating>[1]) =>
    done(await engine.change(operator, [creating(entity, fields)])).id
  const max = await make('User', {name: 'Max', email: 'max@example.com', roles: ['Employee']})
  const ada = await make('User', {name: 'Ada', email: 'ada@example.com', roles: ['Employee'], manager: max})
  await make('User', {name: 'Bo', email: 'bo@example.com', roles: ['Employee']})
  const kind = await make('Kind', {name: 'Holiday'})
  const request = await make('Request', {person: ada, kind, first_day: '2027-03-02', last_day: '2027-03-03'})
  await make('Remark', {request, author: ada, text: 'Sunny'})
  const draft = {person: ada, kind, first_day: '2027-04-06', last_day: '2027-04-07', status: 'submitted'}
  await make('Request', draft)
  await engine.store.close()

  const ask = (email: string, what: string, on: string) =>
    explain('--person', email, '--do', what, '--on', on, '--db', db)
  expect(await ask('ada@example.com', 'update', 'Request/1001')).toContain(
    'Ada (Employee) may update Request/1001: yes.',
  )
  const submitted = await ask('ada@example.com', 'update', 'Request/1002')
  expect(submitted).toContain('Ada (Employee) may update Request/1002: no.')
  expect(submitted).toContain('person = me and status = "draft": no')
  expect(await ask('bo@example.com', 'read', 'Request/1001')).toContain('may read Request/1001: no.')

  const approve = await ask('max@example.com', 'approve', 'Request/1002')
  expect(approve).toContain('Max (Employee) may approve Request/1002: yes.')
  expect(approve).toContain('they are the person that the line names: yes')
  expect(approve).toContain('Max (Employee) may read Request/1002: yes.')
  expect(await ask('max@example.com', 'approve', 'Request/1001')).toContain('the state is submitted: no')
  expect(await ask('ada@example.com', 'approve', 'Request/1002')).toContain('may approve Request/1002: no.')

  const unknown = explain('--as', 'Employee', '--do', 'update', '--on', 'Request/1002', '--db', db)
  expect(await unknown).toContain('Employee may update Request/1002: depends.')
  await expect(ask('zoe@example.com', 'read', 'Team')).rejects.toThrow('No person has the email')
  await expect(ask('ada@example.com', 'read', 'Request/9')).rejects.toThrow('There is no Request 9.')
})
