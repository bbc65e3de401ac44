/** A client for the calls of a document, for tests: JSON in, JSON out, with its token. */
import {readFileSync} from 'node:fs'
import type {Json} from '../../src/feel/core.ts'
import {documentRules} from '../../src/screens/testing.ts'
import {documentOf} from './documents.ts'
import {type PeopleFixture, type PeopleFixtureOptions, peopleFixture} from './people.ts'

/** As it ships: those who try it, and test collections, may choose easy passwords. */
export const easyArticles = readFileSync(new URL('../../apps/articles/app.md', import.meta.url), 'utf8')

export const articles = easyArticles.replace('| EASY_PASSWORDS | "accepted" |\n', '')

export function apiFixture(options: PeopleFixtureOptions & {readonly document: string}): Promise<PeopleFixture> {
  const rules = documentRules(documentOf(options.document).specification)
  return peopleFixture({records: true, searches: true, rules, ...options})
}

export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about
  readonly json: any
}

export interface Sent {
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

/** The requests and responses of a test run, for checks over all of them. */
export interface Exchange extends ApiResponse {
  readonly method: string
  readonly path: string
  readonly body: Json | undefined
}

export class ApiClient {
  readonly exchanges: Exchange[] = []
  readonly #fixture: Pick<PeopleFixture, 'app'>
  readonly #scheme: string
  #token: string | null = null

  constructor(fixture: Pick<PeopleFixture, 'app'>, scheme = 'Token') {
    this.#fixture = fixture
    this.#scheme = scheme
  }

  as(token: string | null): ApiClient {
    const client = new ApiClient(this.#fixture, this.#scheme)
    client.#token = token
    client.exchanges.push = (...items) => this.exchanges.push(...items)
    return client
  }

  async call(method: string, path: string, {body, headers = {}}: Sent = {}): Promise<ApiResponse> {
    const authorization: Record<string, string> =
      this.#token === null ? {} : {authorization: `${this.#scheme} ${this.#token}`}
    const sent: Record<string, string> = body === undefined ? {} : {'content-type': 'application/json'}
    const response = await this.#fixture.app.request(path, {
      method,
      headers: {...sent, ...authorization, ...headers},
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      json: /json/.test(type) && text !== '' ? JSON.parse(text) : null,
    }
    this.exchanges.push({method, path, body, ...answer})
    return answer
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.call('GET', path, {headers})
  }

  post(path: string, body?: Json, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.call('POST', path, body === undefined ? {headers} : {body, headers})
  }

  put(path: string, body: Json, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.call('PUT', path, {body, headers})
  }

  delete(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.call('DELETE', path, {headers})
  }
}

export const password = 'staple-horse-lamp'

/** Registers a person through the call of `articles`, and returns their client. */
export async function registered(api: ApiClient, username: string): Promise<ApiClient> {
  const user = {username, email: `${username}@example.com`, password}
  const {status, json, text} = await api.post('/api/users', {user})
  if (status !== 201) throw new Error(`not registered: ${status} ${text}`)
  return api.as(json.user.token)
}
