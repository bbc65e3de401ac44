import {existsSync} from 'node:fs'
import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {userCommand} from '../../src/cli/access/user.ts'
import {CannotRun, WrongUsage} from '../../src/cli/command.ts'
import {Client, desk, peopleFixture} from '../kit/people.ts'
import {makeFolder, sqlite, storesOfStories} from '../kit/store-databases.ts'
import {talking} from '../kit/talking.ts'

const password = 'staple-horse-lamp'

/** The command as operators call it, on one database. */
async function commandOn(db: string) {
  const path = join(await makeFolder(), 'app.md')
  await writeFile(path, desk)
  return async (verb: string, options: readonly string[] = [], input = '') => {
    const {io, said} = talking({input})
    const code = await userCommand([verb, path, '--db', db, ...options], io)
    return {code, ...said}
  }
}

const finn = ['--email', 'finn@example.com', '--name', 'Finn Ott']

describe.each(storesOfStories)('nonet user on $name', ({make}) => {
  test('adds people with a password, lists them, and changes take effect with their next request', async () => {
    const db = await make()
    const user = await commandOn(db)
    const added = await user(
      'add',
      [...finn, '--role', 'Finder', '--role', 'Lead', '--password-stdin'],
      `${password}\n`,
    )
    expect(added).toMatchObject({code: 0, out: 'Added finn@example.com.\n'})
    expect((await user('list')).out).toBe('finn@example.com\tFinn Ott\tFinder, Lead\tactive\n')
    const fixture = await peopleFixture({address: db})
    const client = new Client(fixture)
    fixture.clock.now = Date.now()
    expect((await client.signIn('finn@example.com', password)).status).toBe(303)
    expect((await client.get('/desk')).status).toBe(200)
    await user('set-role', ['--email', 'finn@example.com', '--role', 'Finder'])
    expect((await client.get('/desk')).status).toBe(404)
    await user('set-password', ['--email', 'finn@example.com', '--password-stdin'], 'moss-and-thunder')
    expect((await client.get('/mine')).status).toBe(302)
    expect((await client.signIn('finn@example.com', 'moss-and-thunder')).status).toBe(303)
    await user('deactivate', ['--email', 'FINN@example.com'])
    expect((await client.get('/mine')).status).toBe(302)
    expect((await user('list')).out).toContain('\tdeactivated\n')
    expect((await user('activate', ['--email', 'finn@example.com'])).out).toBe('finn@example.com can sign in again.\n')
    expect((await client.signIn('finn@example.com', 'moss-and-thunder')).status).toBe(303)
  })

  test('sends an invitation if no password is given, also for a role that nobody can join', async () => {
    const db = await make()
    const user = await commandOn(db)
    const {out} = await user('add', [...finn, '--role', 'Auditor', '--origin', 'https://lost.example'])
    expect(out).toContain('valid for 60 days')
    const path = /https:\/\/lost\.example(\/invitations\/[\w-]{43})/.exec(out)?.[1] ?? ''
    expect((await user('list')).out).toBe('finn@example.com\tFinn Ott\tAuditor\tno password\n')
    const fixture = await peopleFixture({address: db})
    fixture.clock.now = Date.now()
    const client = new Client(fixture)
    expect((await client.post(path, {_action: 'accept', password})).status).toBe(303)
    expect((await client.get('/mine')).status).toBe(200)
  })
})

describe('nonet user', () => {
  const command = async () => commandOn(await sqlite.make())

  test('explains what it rejects in one sentence, and changes nothing', async () => {
    const user = await command()
    const role = ['--role', 'Finder']
    const refusals: [() => Promise<unknown>, RegExp][] = [
      [() => user('add', [...finn, '--role', 'Findr']), /no role "Findr".*Finder/],
      [
        () => user('add', [...finn, ...role, '--password-stdin'], 'password'),
        /password: This password is too easy to guess/,
      ],
      [() => user('add', [...finn, ...role, '--password-stdin'], ''), /password: Enter a password/],
      [() => user('add', ['--email', 'finn', '--name', 'F', ...role]), /email: Enter an email address/],
      [() => user('set-role', ['--email', 'gwen@example.com', ...role]), /No person has the email/],
    ]
    for (const [run, message] of refusals) {
      const error = await run().catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(CannotRun)
      expect(String(error)).toMatch(message)
    }
    expect((await user('list')).out).toBe('')
  })

  test('warns when no one has a role any more, and about a password of a deactivated person', async () => {
    const user = await command()
    await user('add', [...finn, '--role', 'Finder', '--role', 'Lead', '--password-stdin'], password)
    const eve = ['--email', 'eve@example.com', '--name', 'Eve']
    await user('add', [...eve, '--role', 'Finder', '--password-stdin'], password)
    const warning = 'Warning: no one who can sign in has the role Lead now.\n'
    expect((await user('set-role', ['--email', 'finn@example.com', '--role', 'Finder'])).err).toBe(warning)
    await user('set-role', ['--email', 'finn@example.com', '--role', 'Lead'])
    expect((await user('deactivate', ['--email', 'finn@example.com'])).err).toBe(warning)
    const given = await user('set-password', ['--email', 'finn@example.com', '--password-stdin'], 'moss-and-thunder')
    expect(given.out).toContain('They are deactivated: `nonet user activate` lets them sign in.')
  })

  test('creates no database by mistake', async () => {
    const file = join(await makeFolder(), 'typo.sqlite')
    const user = await commandOn(`sqlite:${file}`)
    for (const [verb, options] of [
      ['list', []],
      ['set-role', ['--email', 'finn@example.com', '--role', 'Finder']],
      ['deactivate', ['--email', 'finn@example.com']],
    ] as const)
      await expect(user(verb, options)).rejects.toThrow(`There is no database sqlite:${file}.`)
    expect(existsSync(file)).toBe(false)
    expect((await user('add', [...finn, '--role', 'Finder'])).err).toContain(`Created the database sqlite:${file}.`)
    expect((await user('add', ['--email', 'eve@example.com', '--name', 'Eve', '--role', 'Finder'])).err).toBe('')
  })

  test('prints its usage', async () => {
    const user = await command()
    const wrong = [['ad'], ['add', '--name', 'F'], ['add', ...finn], ['set-password', ...finn]] as const
    for (const [verb, ...options] of wrong) await expect(user(verb, options)).rejects.toBeInstanceOf(WrongUsage)
  })
})
