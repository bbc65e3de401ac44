/**
 * SCIM 2.0 at `/_scim/v2`: the directory of a company creates, changes and deactivates people, with a token of its own.
 * No cookie is read. Without a token in the database, there is nothing at these addresses.
 */

import {ScimError} from '../../accounts/scim/scim-error.ts'
import {answerScim, errorJson, type ScimAnswer} from '../../accounts/scim/service.ts'
import {type Directory, directoryOf, hasDirectories} from '../../accounts/scim/tokens.ts'
import {Refused} from '../../engine/reply.ts'
import type {Json} from '../../feel/core.ts'
import {refusal as ownRefusal} from '../../points/errors/run.ts'
import {logFailure, type Middleware, type RequestContext} from '../context.ts'
import {decodeText, readBody} from '../form.ts'
import {BufferedResponse} from '../response.ts'
import {parsed} from './calls.ts'
import {refusalFor, storageCodes} from './error-handler.ts'
import {publicOriginOf} from './host.ts'
import {matches} from './not-modified.ts'

const scimPath = '/_scim/v2'
const largestBody = 1024 * 1024

export const scim: Middleware = async (context, next) => {
  const {accounts} = context.server
  const {path} = context.address
  if (!accounts || !path.startsWith(`${scimPath}/`) || !(await hasDirectories(accounts))) return next()
  context.kind = 'call'
  try {
    return responseOf(await answerOf(context))
  } catch (error) {
    const {scimError, headers} = await errorOf(context, error)
    return responseOf({status: scimError.status, json: errorJson(scimError), headers})
  }
}

async function answerOf(context: RequestContext): Promise<ScimAnswer> {
  const {request, server, address, sender} = context
  const {accounts} = server
  if (!accounts) throw new Refused('NOT_FOUND')
  const directory = await directoryIn(context)
  if (!directory) {
    // Guessed tokens count as requests of their network address.
    count(context, sender.address)
    const audit = accounts.engine().audit
    await audit?.reportRefusal({kind: 'directory', by: {kind: 'nobody'}, details: {what: 'unknown token'}})
    throw new Unauthorized(401, null, 'The token is missing, wrong, or has ended.')
  }
  count(context, `directory ${directory.id}`)
  const body = ['POST', 'PUT', 'PATCH'].includes(request.method) ? await jsonBody(request) : null
  const ifMatch = request.headers.get('if-match')
  const scimRequest = {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path: address.path
      .slice(scimPath.length + 1)
      .split('/')
      .map(decodeURIComponent),
    ...{query: address.query, body, base: `${publicOriginOf(request, server.origin)}${scimPath}`},
    isMatch: (version: string) => ifMatch === null || matches(ifMatch, version),
    isKnown: (version: string) => matches(request.headers.get('if-none-match'), version),
  }
  const work = () => answerScim({accounts, directory}, scimRequest)
  const {audit} = accounts.engine()
  return audit ? audit.during({address: sender.address, through: 'directory'}, work) : work()
}

class Unauthorized extends ScimError {}

function directoryIn({request, server: {accounts}}: RequestContext): Promise<Directory | null> {
  const [, token = ''] = /^bearer ([\w-]+)$/i.exec(request.headers.get('authorization')?.trim() ?? '') ?? []
  return accounts && token !== '' ? directoryOf(accounts, token) : Promise.resolve(null)
}

class TooOften extends ScimError {
  readonly seconds: number

  constructor(seconds: number) {
    super(429, null, 'Too many requests.')
    this.seconds = seconds
  }
}

function count({server, application}: RequestContext, client: string): void {
  const wait = server.rateLimiter?.wait(client, application.requestsPerMinute) ?? 0
  if (wait > 0) throw new TooOften(Math.ceil(wait / 1000))
}

async function jsonBody(request: Request): Promise<Json> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/scim+json' && type !== 'application/json')
    throw new ScimError(415, null, 'The body must be application/scim+json or application/json.')
  const text = decodeText(await readBody(request, largestBody))
  return parsed(text)
}

interface AnsweredError {
  readonly scimError: ScimError
  readonly headers: Readonly<Record<string, string>>
}

async function errorOf(context: RequestContext, error: unknown): Promise<AnsweredError> {
  if (error instanceof Unauthorized) return {scimError: error, headers: {'www-authenticate': 'Bearer'}}
  if (error instanceof TooOften) return {scimError: error, headers: {'retry-after': String(error.seconds)}}
  if (error instanceof ScimError) return {scimError: error, headers: {}}
  const refused = error instanceof URIError ? new Refused('BAD_ADDRESS') : await refusalFor(context, error)
  const {accounts} = context.server
  if (!accounts) throw error
  const {errors} = accounts.engine().specification
  if (refused) {
    if (storageCodes.has(refused.code)) context.log.failure('storage', refused.cause ?? error)
    const {status, message} = ownRefusal(errors, refused.code, refused.values)
    const scimType = refused.code === 'BAD_INPUT' ? 'invalidSyntax' : null
    return {scimError: new ScimError(status, scimType, message), headers: {}}
  }
  const reference = logFailure(context, error)
  const {status, message} = ownRefusal(errors, 'FAILURE', {reference})
  return {scimError: new ScimError(status, null, message), headers: {}}
}

function responseOf({status, json, headers}: ScimAnswer): Response {
  return new BufferedResponse(json === null ? null : `${JSON.stringify(json)}\n`, {
    status,
    headers: {
      ...headers,
      ...(json === null ? {} : {'content-type': 'application/scim+json; charset=utf-8'}),
      'cache-control': 'no-store',
    },
  })
}
