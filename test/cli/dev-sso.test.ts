/** `nonet dev --sso`: single sign-on with a provider on this machine. */
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it, onTestFinished} from 'vitest'
import {newFolder, nonetHere, nonetServing} from '../kit/cli.ts'

const document = `# Desk

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Desk | /desk | page | Lead |

### Desk

The desk of leads.

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Lead | group "desk-leads" of company |
`

function desk(): string {
  const folder = newFolder()
  writeFileSync(join(folder, 'app.md'), document)
  return folder
}

const from = (response: Response, base: string) => new URL(response.headers.get('location') ?? '', base)

describe('nonet dev --sso', () => {
  it('lets anyone be any person of the application, with the groups of their roles', async () => {
    const cwd = desk()
    const running = await nonetServing(['dev', 'app.md', '--sso'], {
      cwd,
      env: {NONET_DB: `sqlite:${join(cwd, 'data.sqlite')}`},
    })
    onTestFinished(async () => void (await running.stop()))
    const printed = () => `${running.read().out}${running.read().err}`
    await expect.poll(printed).toMatch(/single sign-on: open http:\/\/127\.0\.0\.1:\d+\/sign-in and choose/)
    // The first person is set up by the link that it prints.
    const link = /http:\S+\/set-up\/\S+/
    await expect.poll(printed).toMatch(link)
    const setUp = link.exec(printed())?.[0] ?? ''
    const body = new URLSearchParams({
      _action: 'set up',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'staple-horse-lamp',
    })
    const headers = {'sec-fetch-site': 'same-origin'}
    expect((await fetch(setUp, {method: 'POST', body, headers, redirect: 'manual'})).status).toBe(303)
    const begin = await fetch(`${running.url}/_sso/company`, {redirect: 'manual'})
    const cookie = begin.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ')
    const asked = from(begin, running.url)
    const page = await (await fetch(asked)).text()
    expect(page).toContain('Ada Lovelace <small>ada@example.com · Lead</small>')
    const choice = /href="(\/authorize[^"]*)"/.exec(page)?.[1]?.replaceAll(/&(amp|#38);/g, '&') ?? ''
    const back = from(await fetch(new URL(choice, asked), {redirect: 'manual'}), running.url)
    const answer = await fetch(back, {redirect: 'manual', headers: {cookie}})
    // She has a password, and connects the two with it.
    expect(from(answer, running.url).pathname).toMatch(/^\/sign-in\/[\w-]{43}$/)
    // Only for this application, with the proof of its browser, and for a page of this machine.
    const other = new URL(asked)
    other.searchParams.set('redirect_uri', 'https://evil.example/')
    expect((await fetch(other)).status).toBe(400)
    const replayed = new URLSearchParams({grant_type: 'authorization_code', code: back.searchParams.get('code') ?? ''})
    expect((await fetch(new URL('/token', asked), {method: 'POST', body: replayed})).status).toBe(400)
  })

  it('is for this machine only, and for no other command', async () => {
    const cwd = desk()
    const reached = await nonetHere(['dev', 'app.md', '--sso', '--host', '0.0.0.0'], {cwd})
    expect([reached.code, reached.err]).toEqual([2, expect.stringContaining('for this machine only')])
    expect((await nonetHere(['run', 'app.md', '--sso'], {cwd})).code).toBe(2)
  })
})
