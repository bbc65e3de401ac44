/** An authenticator app, for tests: it reads the QR code of the page, as a phone does. */
import {decodeQR} from 'qr/decode.js'
import {stepAt, totpAt} from '../../src/accounts/factors/totp.ts'
import type {Client, PeopleFixture} from './people.ts'

const pixels = 4

/** The text of the code that an SVG shows. */
export function readQr(html: string): string {
  const [, size = '0'] = /viewBox="0 0 (\d+) \d+" shape-rendering="crispEdges"/.exec(html) ?? []
  const side = Number(size) * pixels
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x = '', y = ''] of html.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < pixels; row += 1)
      for (let column = 0; column < pixels; column += 1) {
        const at = ((Number(y) * pixels + row) * side + Number(x) * pixels + column) * 4
        data.fill(0, at, at + 3)
      }
  return decodeQR({width: side, height: side, data}, {timeLimit: 5000})
}

/** On a phone whose clock may differ. */
export class AuthenticatorApp {
  private readonly fixture: PeopleFixture
  readonly secret: string

  constructor(fixture: PeopleFixture, html: string) {
    this.fixture = fixture
    this.secret = new URL(readQr(html)).searchParams.get('secret') ?? ''
  }

  /** What it shows now, or this many steps later. */
  code(later = 0): string {
    return totpAt(this.secret, stepAt(this.fixture.clock.now) + later)
  }
}

const security = '/account/security'
const minute = 60_000

/** Sets up an app in this browser, right after signing in. A code after it belongs to a later step. */
export async function withApp(
  fixture: PeopleFixture,
  client: Client,
): Promise<{readonly app: AuthenticatorApp; readonly codes: readonly string[]}> {
  await client.post(security, {_action: 'set up app'})
  const app = new AuthenticatorApp(fixture, await (await client.get(`${security}/app`)).text())
  const answer = await client.post(`${security}/app`, {_action: 'confirm app', code: app.code()})
  const codes = [...(await answer.text()).matchAll(/<code>([a-z2-7]{4}(?:-[a-z2-7]{4}){5})<\/code>/g)]
  fixture.clock.now += minute
  return {app, codes: codes.map(([, code = '']) => code)}
}

/** What the page after the password sends back with the code. */
export async function stepOf(response: Response): Promise<string> {
  return /name="_step" value="([^"]*)"/.exec(await response.text())?.[1] ?? ''
}
