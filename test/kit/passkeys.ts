/** A device with passkeys, for tests without a browser: it signs what a browser would, and also what none would. */
import {createHash, generateKeyPairSync, type KeyObject, randomBytes, sign} from 'node:crypto'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import type {Client} from './people.ts'

interface DeviceManner {
  readonly origin?: string
  readonly rpId?: string
  /** Whether the device has checked who it is. */
  readonly isVerified?: boolean
  readonly counter?: number
  readonly challenge?: string
}

interface Options {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: {readonly id: string}
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** CBOR, as far as it is needed: from 24 bytes up to 64 KB, in the shortest form. */
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ])
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

export class PasskeyDevice {
  readonly id = randomBytes(16)
  private readonly keys: {readonly publicKey: KeyObject; readonly privateKey: KeyObject}
  private readonly origin: string
  counter = 0

  constructor(origin: string) {
    this.origin = origin
    this.keys = generateKeyPairSync('ec', {namedCurve: 'P-256'})
  }

  /** The answer to being asked for a new passkey. */
  create(options: Options, manner: DeviceManner = {}): string {
    const {x = '', y = ''} = this.keys.publicKey.export({format: 'jwk'})
    const point = (text: string) => cborBytes(Buffer.from(text, 'base64url'))
    const key = Buffer.concat([
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
      point(x),
      Buffer.from([0x22]),
      point(y),
    ])
    const length = Buffer.from([0, this.id.length])
    const data = this.authData(options, {manner, flags: 0x40, more: [Buffer.alloc(16), length, this.id, key]})
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(data)],
    ])
    const client = this.clientData('webauthn.create', options, manner)
    const response = {clientDataJSON: base64(client), attestationObject: base64(attestation), transports: ['internal']}
    return this.written(response)
  }

  /** The answer to being asked to sign in. */
  get(options: Options, manner: DeviceManner = {}): string {
    this.counter += 1
    const data = this.authData(options, {manner, flags: 0, more: []})
    const client = this.clientData('webauthn.get', options, manner)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.keys.privateKey)
    return this.written({
      clientDataJSON: base64(client),
      authenticatorData: base64(data),
      signature: base64(signature),
    })
  }

  private written(response: Readonly<Record<string, unknown>>): string {
    const id = base64(this.id)
    return JSON.stringify({id, rawId: id, type: 'public-key', clientExtensionResults: {}, response})
  }

  private clientData(type: string, {challenge}: Options, manner: DeviceManner): string {
    const {origin = this.origin} = manner
    return JSON.stringify({type, challenge: manner.challenge ?? challenge, origin, crossOrigin: false})
  }

  private authData(
    {rpId, rp}: Options,
    {manner, flags, more}: {manner: DeviceManner; flags: number; more: readonly Buffer[]},
  ): Buffer {
    const {isVerified = true, counter = this.counter} = manner
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flag = Buffer.from([1 | (isVerified ? 4 : 0) | flags])
    return Buffer.concat([sha256(manner.rpId ?? rpId ?? rp?.id ?? ''), flag, count, ...more])
  }
}

export interface Question {
  readonly options: Options
  readonly secret: string
}

interface PageWithQuestion {
  readonly data: {readonly passkey?: Question; readonly newPasskey?: Question | null}
}

/** The data of a page, as the browser gets it. */
async function dataOf(response: Response): Promise<PageWithQuestion['data']> {
  const text = await response.text()
  const json = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(text)?.[1] ?? text
  return (JSON.parse(json) as PageWithQuestion).data
}

/** What a page asks passkeys. */
export async function questionIn(response: Response): Promise<Question> {
  const {passkey, newPasskey} = await dataOf(response)
  const question = passkey ?? newPasskey
  if (!question) throw new Error('the page asks for no passkey')
  return question
}

export const questionAt = async (client: Client, path: string): Promise<Question> =>
  questionIn(await client.get(`${path}${path.includes('?') ? '&' : '?'}_data=x`, {headers: {accept: pageMediaType}}))

const adding = '/account/security/passkey'

/** Creates a passkey in this browser, right after signing in. */
export async function withPasskey(
  client: Client,
  device: PasskeyDevice,
  manner: DeviceManner = {},
): Promise<{readonly response: Response; readonly codes: readonly string[]}> {
  const {options, secret} = await questionAt(client, adding)
  const answer = {_action: 'create passkey', name: 'Laptop', passkey: device.create(options, manner), question: secret}
  const response = await client.post(adding, answer)
  const codes = [...(await response.clone().text()).matchAll(/<code>([a-z2-7-]{29})<\/code>/g)]
  return {response, codes: codes.map(([, code = '']) => code)}
}
