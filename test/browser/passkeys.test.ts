/** Passkeys in a browser: created, used without typing, by a button and as a second factor; with Chromium's own devices. */
import {once} from 'node:events'
import {createServer} from 'node:http'
import net from 'node:net'
import type {Browser, CDPSession} from 'playwright-core'
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, type Visitor, visitor} from '../kit/browser.ts'
import {button, field, heading, link} from '../kit/find.ts'
import {kept} from '../kit/kept.ts'
import {questionIn} from '../kit/passkeys.ts'
import {type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

let browser: Browser
let assets: string

beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

const password = 'staple-horse-lamp'
const email = 'finn@example.com'

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

interface Device {
  readonly cdp: CDPSession
  readonly id: string
}

/** A device in the computer itself, such as a fingerprint reader, that says yes at once. */
async function deviceOf(
  {context, page}: Visitor,
  {isUserVerified = true, transport = 'internal'}: {isUserVerified?: boolean; transport?: 'internal' | 'usb'} = {},
): Promise<Device> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable', {enableUI: false})
  const {authenticatorId: id} = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{protocol: 'ctap2', transport, hasResidentKey: true, hasUserVerification: true},
      ...{isUserVerified, automaticPresenceSimulation: true},
    },
  })
  return {cdp, id}
}

/** Whether its person touches the device as soon as it asks. */
async function isPresent({cdp, id}: Device, enabled: boolean): Promise<void> {
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', {authenticatorId: id, enabled})
}

async function open(javaScriptEnabled = true): Promise<{fixture: PeopleFixture; v: Visitor; url: string}> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const fixture = await peopleFixture({address: await sqlite.make(), assets, origin: url})
  const listening = await listen(fixture.app, {port, host: '127.0.0.1'})
  const v = await visitor(browser, {javaScriptEnabled})
  onTestFinished(async () => {
    expect(v.complaints).toEqual([])
    await v.context.close()
    await listening.stop(100)
  })
  await v.page.goto(`${url}/sign-up`)
  await field(v.page, 'Name').fill('Finn Ott')
  await field(v.page, 'Email').fill(email)
  await field(v.page, 'Password').fill(password)
  await button(v.page, 'Sign up').click()
  await v.page.getByText('The secret start page.').waitFor()
  return {fixture, v, url}
}

async function addPasskey({page}: Visitor, url: string): Promise<void> {
  await page.goto(`${url}/account/security`)
  await button(page, 'Add a passkey').click()
  await heading(page, 'Add a passkey').waitFor()
  await field(page, 'Name of the passkey').fill('My laptop')
  await button(page, 'Create passkey').click()
  await page.getByRole('heading', {name: 'Your recovery codes'}).waitFor()
}

async function signOut({page}: Visitor, url: string): Promise<void> {
  await page.goto(`${url}/sign-out`)
  await button(page, 'Sign out').click()
}

describe('a passkey', () => {
  it('signs in without typing, where the browser offers it', async () => {
    const {v, url} = await open()
    await deviceOf(v)
    await addPasskey(v, url)
    expect(await v.page.getByText('My laptop').count()).toBeGreaterThan(0)
    await signOut(v, url)
    // Chromium's device accepts what the field offers at once.
    await v.page.getByText('The secret start page.').waitFor()
  })

  it('is the second factor after a password, with a button', async () => {
    const {v, url} = await open()
    const device = await deviceOf(v)
    await addPasskey(v, url)
    await isPresent(device, false)
    await signOut(v, url)
    await field(v.page, 'Email').fill(email)
    await field(v.page, 'Password').fill(password)
    await button(v.page, 'Sign in').click()
    await heading(v.page, 'Enter your code').waitFor()
    await isPresent(device, true)
    await button(v.page, 'Use a passkey').click()
    await v.page.getByText('The secret start page.').waitFor()
  })

  it.each([
    ['an account shares among its devices', 'internal'],
    ['a security key carries', 'usb'],
  ] as const)('that %s signs in on another computer', async (_, transport) => {
    const {v, url} = await open()
    const {cdp, id} = await deviceOf(v, {transport})
    await addPasskey(v, url)
    const {credentials} = await cdp.send('WebAuthn.getCredentials', {authenticatorId: id})
    const [credential] = credentials
    if (!credential) throw new Error('the device has no passkey')
    const other = await visitor(browser)
    onTestFinished(() => other.context.close())
    const elsewhere = await deviceOf(other, {transport})
    await elsewhere.cdp.send('WebAuthn.addCredential', {authenticatorId: elsewhere.id, credential})
    await other.page.goto(url)
    // Browsers offer the passkeys of the account at once, and look for a security key when they are asked to.
    if (transport === 'usb') await button(other.page, 'Use a passkey').click()
    await other.page.getByText('The secret start page.').waitFor()
    expect(other.complaints).toEqual([])
  })

  it('is not created by a device that does not know who uses it, and the page says so', async () => {
    const {v, url} = await open()
    await deviceOf(v, {isUserVerified: false})
    await v.page.goto(`${url}/account/security/passkey`)
    await button(v.page, 'Create passkey').click()
    await v.page.getByText('No passkey was created.').waitFor()
  })

  it('does not sign in when its counter has been copied', async () => {
    const {v, url} = await open()
    const {cdp, id} = await deviceOf(v)
    await addPasskey(v, url)
    await signOut(v, url)
    await v.page.getByText('The secret start page.').waitFor()
    const {credentials} = await cdp.send('WebAuthn.getCredentials', {authenticatorId: id})
    const [credential] = credentials
    if (!credential) throw new Error('the device has no passkey')
    await cdp.send('WebAuthn.removeCredential', {authenticatorId: id, credentialId: credential.credentialId})
    await cdp.send('WebAuthn.addCredential', {authenticatorId: id, credential: {...credential, signCount: 0}})
    await signOut(v, url)
    await v.page.getByText('This passkey didn’t work.').waitFor()
  })

  it('answers for no other origin: neither on another port of its host, nor under another name', async () => {
    const {v, url} = await open()
    const {cdp, id} = await deviceOf(v)
    await addPasskey(v, url)
    const server = createServer((_request, response) => response.end('<!doctype html><title>Elsewhere</title>'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => new Promise(resolve => void server.close(() => resolve(undefined)).closeAllConnections()))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    // A page that passes on what the application asks, as one does that pretends to be it.
    const {options, secret} = await questionIn(
      await fetch(`${url}/sign-in?_data=x`, {headers: {accept: pageMediaType}}),
    )
    const answer = `navigator.credentials
      .get({publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)})})
      .then(found => JSON.stringify(found.toJSON()), error => error.name)`
    await v.page.goto(`http://127.0.0.1:${port}`)
    expect(await v.page.evaluate(answer)).toBe('SecurityError')
    await v.page.goto(`http://localhost:${port}`)
    const passkey = String(await v.page.evaluate(answer))
    const {response} = JSON.parse(passkey)
    expect(Buffer.from(response.clientDataJSON, 'base64url').toString()).toContain(`http://localhost:${port}`)
    const entered = await fetch(`${url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: {'sec-fetch-site': 'same-origin', origin: url},
      body: new URLSearchParams({_action: 'passkey', passkey, question: secret}),
    })
    expect([entered.status, await entered.text()]).toEqual([422, expect.stringContaining('This passkey didn’t work.')])
    const {credentials} = await cdp.send('WebAuthn.getCredentials', {authenticatorId: id})
    expect(credentials.map(({rpId}) => rpId)).toEqual(['localhost'])
    expect((await v.page.goto(url.replace('localhost', '127.0.0.1')))?.status()).toBe(421)
  })

  it('needs JavaScript, which its page says', async () => {
    const {v, url} = await open(false)
    await v.page.goto(`${url}/account/security`)
    await button(v.page, 'Add a passkey').click()
    await v.page.getByText('Creating a passkey needs JavaScript.').waitFor()
    await link(v.page, 'Security').first().click()
    await v.page.getByRole('heading', {name: 'Devices'}).waitFor()
  })
})
