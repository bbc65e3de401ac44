/** Scenarios of one request and its expected response, as data. */
import {expect} from 'vitest'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import type {Fixture} from './fixture.ts'

export interface Scenario {
  readonly name: string
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
  readonly status: number
  readonly has?: readonly (string | RegExp)[]
  readonly lacks?: readonly (string | RegExp)[]
  readonly header?: Readonly<Record<string, string | RegExp | null>>
}

export const asData = {accept: pageMediaType}
export const sameOrigin = {'sec-fetch-site': 'same-origin'}
export const urlencoded = {'content-type': 'application/x-www-form-urlencoded'}

export function request(fixture: Fixture, path: string, init: RequestInit = {}): Promise<Response> {
  return Promise.resolve(fixture.app.request(path, init))
}

export async function play(fixture: Fixture, scenario: Scenario): Promise<void> {
  const {method = 'GET', path, headers = {}, body} = scenario
  const response = await request(fixture, path, {method, headers, ...(body === undefined ? {} : {body})})
  const text = await response.text()
  expect(response.status).toBe(scenario.status)
  for (const wanted of scenario.has ?? [])
    expect(text).toMatch(typeof wanted === 'string' ? new RegExp(RegExp.escape(wanted)) : wanted)
  for (const unwanted of scenario.lacks ?? [])
    expect(text).not.toMatch(typeof unwanted === 'string' ? new RegExp(RegExp.escape(unwanted)) : unwanted)
  for (const [name, value] of Object.entries(scenario.header ?? {})) {
    const actual = response.headers.get(name)
    if (value === null) expect(actual).toBeNull()
    else expect(actual).toMatch(typeof value === 'string' ? new RegExp(`^${RegExp.escape(value)}$`) : value)
  }
}

/** All headers except the request id, which differs each time. */
export function headersOf({headers}: Response): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id'))
}

export async function pageFrom(response: Response) {
  expect(response.headers.get('content-type')).toBe(pageMediaType)
  return response.json()
}
