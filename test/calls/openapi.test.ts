/**
 * The OpenAPI description is exact: every response of a run matches it, and requests are accepted and rejected
 * accordingly.
 */
import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import {describe, expect, test} from 'vitest'
import {schemaExample} from '../../src/engine/calls/api-page.ts'
import type {Json} from '../../src/feel/core.ts'
import {ApiClient, apiFixture, articles, type Exchange, password, registered} from '../kit/api.ts'
import {documentOf} from '../kit/documents.ts'
import {stores} from '../kit/store-databases.ts'

// biome-ignore lint/suspicious/noExplicitAny: the description is what the tests are about
type Description = any

/** Checks an exchange against the description. */
class Contract {
  readonly #description: Description
  readonly #ajv = new Ajv2020({strict: false, allErrors: true})

  constructor(description: Description) {
    this.#description = description
    addFormats.default(this.#ajv)
    this.#ajv.addSchema({...description, $id: 'api'})
  }

  operation(method: string, path: string): {operation: Description; pointer: string} {
    const [bare = ''] = path.split('?')
    const paths = Object.keys(this.#description.paths).toSorted((a, b) => a.split('{').length - b.split('{').length)
    const found = paths.find(each => new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(bare))
    const operation = found === undefined ? undefined : this.#description.paths[found][method.toLowerCase()]
    if (!operation) throw new Error(`the description has no ${method} ${path}`)
    const escaped = (found ?? '').replaceAll('~', '~0').replaceAll('/', '~1')
    return {operation, pointer: `api#/paths/${escaped}/${method.toLowerCase()}`}
  }

  #validate(pointer: string): ValidateFunction {
    const validate = this.#ajv.getSchema(encodeURI(pointer))
    if (!validate) throw new Error(`no schema at ${pointer}`)
    return validate
  }

  problemsOf({method, path, status, text, json, headers}: Exchange): readonly string[] {
    const {operation, pointer} = this.operation(method, path)
    const known = operation.responses[String(status)] ? String(status) : 'default'
    if (status < 400 && known === 'default') return [`${method} ${path}: unknown status ${status}`]
    const [type] = Object.keys(operation.responses[known].content ?? {})
    if (type === undefined) return text === '' ? [] : [`${method} ${path}: unexpected content`]
    if (!headers.get('content-type')?.startsWith(type)) return [`${method} ${path}: ${headers.get('content-type')}`]
    const escaped = type.replaceAll('/', '~1')
    const validate = this.#validate(`${pointer}/responses/${known}/content/${escaped}/schema`)
    return validate(json)
      ? []
      : (validate.errors ?? []).map(each => `${method} ${path} ${each.instancePath} ${each.message}`)
  }

  accepts(method: string, path: string, body: Json): boolean {
    const {pointer} = this.operation(method, path)
    return this.#validate(`${pointer}/requestBody/content/application~1json/schema`)(body)
  }

  example(method: string, path: string): Json {
    const {operation} = this.operation(method, path)
    return schemaExample(operation.requestBody.content['application/json'].schema, this.#description.components.schemas)
  }
}

const [store] = stores

describe('the description of articles', () => {
  let api: ApiClient
  let jake: ApiClient
  let contract: Contract

  const opened = async () => {
    const fixture = await apiFixture({document: articles, address: (await store?.make()) ?? ''})
    api = new ApiClient(fixture)
    jake = await registered(api, 'jake')
    contract = new Contract((await jake.get('/_api/openapi.json')).json)
  }

  test('is OpenAPI 3.1 of all calls that the holder of the token may make', async () => {
    await opened()
    const {json, headers} = await jake.get('/_api/openapi.json')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(json.openapi).toBe('3.1.0')
    const calls = Object.values<Description>(json.paths).flatMap(each => Object.keys(each))
    expect(calls).toHaveLength(documentOf(articles).specification.calls.calls.length)
    const visitor = (await api.get('/_api/openapi.json')).json
    expect(Object.keys(visitor.paths)).not.toContain('/api/user')
    expect(visitor.paths['/api/articles']).not.toHaveProperty('post')
    expect((await api.as('x'.repeat(43)).get('/_api/openapi.json')).status).toBe(401)
  })

  test('matches every response of a whole run', async () => {
    await opened()
    const anna = await registered(api, 'anna')
    const article = {title: 'Dragons', description: 'how', body: 'text', tagList: ['a', 'b']}
    await jake.post('/api/articles', {article})
    await jake.post('/api/articles', {article: {title: ''}})
    await anna.post('/api/profiles/jake/follow')
    await anna.get('/api/articles/feed')
    await anna.post('/api/articles/dragons/favorite')
    await anna.post('/api/articles/dragons/comments', {comment: {body: 'nice'}})
    await api.get('/api/articles?limit=1')
    await api.get('/api/articles?fields=slug')
    await api.get('/api/articles/dragons')
    await api.get('/api/articles/dragons/comments')
    await api.get('/api/tags')
    await api.get('/api/profiles/jake')
    await jake.put('/api/articles/dragons', {article: {body: 'more'}})
    await jake.put('/api/user', {user: {bio: 'a bio'}})
    await jake.get('/api/user')
    await api.post('/api/users/login', {user: {email: 'jake@example.com', password}})
    await api.post('/api/users/login', {user: {email: 'jake@example.com', password: 'wrong-horse'}})
    await anna.delete('/api/articles/dragons')
    await anna.delete('/api/articles/dragons/comments/1')
    await anna.delete('/api/articles/dragons/favorite')
    await anna.delete('/api/profiles/jake/follow')
    await jake.delete('/api/articles/dragons')
    await api.get('/api/articles/dragons')
    const answers = api.exchanges.filter(({path}) => path.startsWith('/api/'))
    expect(answers.length).toBeGreaterThan(22)
    expect(answers.flatMap(each => contract.problemsOf(each))).toEqual([])
  })

  test('allows every accepted request, and forbids every rejected one', async () => {
    await opened()
    const whole = {title: 'Dragons', description: 'how', body: 'text'}
    const bodies: Json[] = [
      {article: whole},
      {article: {...whole, tagList: ['x']}},
      {article: {...whole, tagList: null}},
      {article: {...whole, title: ''}},
      {article: {...whole, title: 7}},
      {article: {...whole, title: null}},
      {article: {...whole, title: 'x'.repeat(201)}},
      {article: {...whole, description: undefined as unknown as Json}},
      {article: {...whole, tagList: 'x'}},
      {article: {...whole, tagList: [1]}},
      {article: []},
      {},
    ]
    for (const body of bodies) {
      const sent = JSON.parse(JSON.stringify(body))
      const {status} = await jake.post('/api/articles', sent)
      expect([sent, status === 201]).toEqual([sent, contract.accepts('POST', '/api/articles', sent)])
    }
    const example = contract.example('POST', '/api/articles')
    expect(contract.accepts('POST', '/api/articles', example)).toBe(true)
    expect((await jake.post('/api/articles', example)).status).toBe(201)
  })

  test('is a page for people, with an example of every call', async () => {
    await opened()
    const page = await api.get('/_api')
    expect(page.status).toBe(200)
    expect(page.text).toContain('List articles')
    expect(page.text).toContain('/_api/openapi.json')
    expect(page.text).not.toContain('Current user')
  })
})
