/**
 * The public test collections of the RealWorld specification, applied to the articles document: every request that
 * distinguishes implementations, with its status, the types of its fields and the texts of its errors.
 */
import {describe, expect, test} from 'vitest'
import type {Json} from '../../src/feel/core.ts'
import {ApiClient, type ApiResponse, apiFixture, easyArticles} from '../kit/api.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const password = 'password123'

/** With a fraction of the second, which the older collection requires. */
const instant = expect.stringMatching(/^\d{4,}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d+(?:[+-][0-2]\d:[0-5]\d|Z)$/)

const anyProfile = {
  username: expect.any(String),
  bio: null,
  image: null,
  following: expect.any(Boolean),
}

/** In lists without `body`. */
const anySummary = {
  slug: expect.any(String),
  title: expect.any(String),
  description: expect.any(String),
  tagList: expect.any(Array),
  createdAt: instant,
  updatedAt: instant,
  favorited: expect.any(Boolean),
  favoritesCount: expect.any(Number),
  author: anyProfile,
}

const anyArticle = {...anySummary, body: expect.any(String)}

function expectRefusal({status, json, headers}: ApiResponse, expected: number, errors: Json | null = null): void {
  expect(status).toBe(expected)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(json).toEqual(errors === null ? {errors: expect.any(Object)} : {errors})
}

describe.each(storesOfStories)('the public collection on $name', ({make}) => {
  async function opened(document = easyArticles) {
    const fixture = await apiFixture({document, address: await make(document)})
    const api = new ApiClient(fixture)
    const register = async (username: string) => {
      const user = {username, email: `${username}@test.com`, password}
      const made = await api.post('/api/users', {user})
      expect(made.status).toBe(201)
      return api.as(made.json.user.token)
    }
    const tick = () => {
      fixture.clock.now += 7
    }
    return {api, register, tick}
  }

  test('registers, signs in, and stores the profile, empty texts as null', async () => {
    const {api, register} = await opened()
    await register('auth')
    const blank = {username: 'auth', email: 'auth@test.com', bio: null, image: null, token: expect.stringMatching(/.+/)}
    const entered = await api.post('/api/users/login', {user: {email: 'auth@test.com', password}})
    expect([entered.status, entered.json]).toEqual([200, {user: blank}])
    const self = api.as(entered.json.user.token)
    expect((await self.get('/api/user')).json).toEqual({user: blank})
    const change = async (user: Json, shown: object) => {
      const {status, json} = await self.put('/api/user', {user})
      expect([status, json]).toEqual([200, {user: {...blank, ...shown}}])
      expect((await self.get('/api/user')).json.user).toEqual({...blank, ...shown})
    }
    await change({bio: 'Updated bio'}, {bio: 'Updated bio'})
    await change({bio: ''}, {})
    await change({bio: 'Temporary bio'}, {bio: 'Temporary bio'})
    await change({bio: null}, {})
    await change({image: 'https://example.com/photo.jpg'}, {image: 'https://example.com/photo.jpg'})
    await change({image: ''}, {})
    await change({image: 'https://example.com/photo.jpg'}, {image: 'https://example.com/photo.jpg'})
    await change({image: null}, {})
    await change({username: 'auth_upd', email: 'auth_upd@test.com'}, {username: 'auth_upd', email: 'auth_upd@test.com'})
    // Fields managed by the server cannot be set by clients.
    await change({token: 'forged', admin: true, id: 1}, {username: 'auth_upd', email: 'auth_upd@test.com'})
  })

  test('reports blank, taken, wrong and missing values of registering and signing in', async () => {
    const {api, register} = await opened()
    const blank = ["can't be blank"]
    const user = {username: 'dup', email: 'dup@test.com', password}
    for (const field of ['username', 'email', 'password'] as const)
      expectRefusal(await api.post('/api/users', {user: {...user, [field]: ''}}), 422, {[field]: blank})
    const self = await register('dup')
    const taken = ['has already been taken']
    expectRefusal(await api.post('/api/users', {user: {...user, email: 'dup2@test.com'}}), 409, {username: taken})
    expectRefusal(await api.post('/api/users', {user: {...user, username: 'dup2'}}), 409, {email: taken})
    const login = (body: Json) => api.post('/api/users/login', {user: body})
    expectRefusal(await login({email: '', password}), 422, {email: blank})
    expectRefusal(await login({email: 'dup@test.com', password: ''}), 422, {password: blank})
    expectRefusal(await login({}), 422, {email: blank, password: blank})
    expectRefusal(await login({email: 'dup@test.com', password: 'wrongpassword'}), 401, {credentials: ['invalid']})
    expectRefusal(await login({email: 'nobody@test.com', password}), 401, {credentials: ['invalid']})
    const missing = {token: ['is missing']}
    expectRefusal(await api.get('/api/user'), 401, missing)
    expectRefusal(await api.put('/api/user', {user: {bio: 'test'}}), 401, missing)
    expectRefusal(await api.as('abc').get('/api/user'), 401)
    expectRefusal(await api.as('a.b.c').get('/api/user'), 401)
    for (const field of ['username', 'email', 'password'])
      for (const value of ['', null])
        expectRefusal(await self.put('/api/user', {user: {[field]: value}}), 422, {[field]: expect.any(Array)})
    await register('other')
    expectRefusal(await self.put('/api/user', {user: {username: 'other'}}), 409, {username: taken})
    expectRefusal(await self.put('/api/user', {user: {email: 'other@test.com'}}), 409, {email: taken})
  })

  test('shows and follows profiles, and names a missing profile', async () => {
    const {api, register} = await opened()
    const self = await register('prof')
    await register('celeb')
    const shown = (following: boolean) => ({profile: {username: 'celeb', bio: null, image: null, following}})
    expect((await api.get('/api/profiles/celeb')).json).toEqual(shown(false))
    expect((await self.get('/api/profiles/celeb')).json).toEqual(shown(false))
    const followed = await self.post('/api/profiles/celeb/follow')
    expect([followed.status, followed.json]).toEqual([200, shown(true)])
    expect((await self.get('/api/profiles/celeb')).json).toEqual(shown(true))
    const left = await self.delete('/api/profiles/celeb/follow')
    expect([left.status, left.json]).toEqual([200, shown(false)])
    expect((await self.get('/api/profiles/celeb')).json).toEqual(shown(false))
    const unknown = {profile: ['not found']}
    expectRefusal(await api.get('/api/profiles/unknown'), 404, unknown)
    expectRefusal(await self.post('/api/profiles/unknown/follow'), 404, unknown)
    expectRefusal(await self.delete('/api/profiles/unknown/follow'), 404, unknown)
    expectRefusal(await api.post('/api/profiles/unknown/follow'), 401, {token: ['is missing']})
    expectRefusal(await api.delete('/api/profiles/unknown/follow'), 401, {token: ['is missing']})
  })

  test('writes, lists, changes and removes an article with its tags and its comments', async () => {
    const {api, register, tick} = await opened()
    const self = await register('art')
    const article = {title: 'Test Article', description: 'Test description', body: 'Test body content'}
    const made = await self.post('/api/articles', {article: {...article, tagList: ['d_tag', 't_tag']}})
    expect(made.status).toBe(201)
    expect(made.json).toEqual({
      article: {
        ...anyArticle,
        ...article,
        tagList: ['d_tag', 't_tag'],
        favorited: false,
        favoritesCount: 0,
        author: {username: 'art', bio: null, image: null, following: false},
      },
    })
    const {slug, createdAt, updatedAt} = made.json.article
    for (const query of ['', '?author=art', '?tag=d_tag'])
      for (const client of [api, self]) {
        const listed = await client.get(`/api/articles${query}`)
        expect([listed.status, listed.json]).toEqual([200, {articles: [anySummary], articlesCount: 1}])
        expect(listed.json.articles[0]).toMatchObject({tagList: ['d_tag', 't_tag'], author: {username: 'art'}})
      }
    tick()
    const path = `/api/articles/${slug}`
    const changed = await self.put(path, {article: {body: 'Updated body content'}})
    expect(changed.status).toBe(200)
    expect(changed.json.article).toEqual({
      ...made.json.article,
      body: 'Updated body content',
      updatedAt: instant,
    })
    expect(changed.json.article.createdAt).toBe(createdAt)
    expect(changed.json.article.updatedAt).not.toBe(updatedAt)
    expect((await api.get(path)).json).toEqual(changed.json)
    const tags = async (value: Json) => self.put(path, {article: {tagList: value}})
    expect((await tags([])).json.article.tagList).toEqual([])
    expect((await api.get(path)).json.article.tagList).toEqual([])
    expectRefusal(await tags(null), 422, {tagList: expect.any(Array)})
    expectRefusal(await tags('one'), 422, {tagList: expect.any(Array)})
    const forged = {slug: 'hijacked', favoritesCount: 9, favorited: true, createdAt: 'now', author: {username: 'x'}}
    const safe = await self.put(path, {article: {...forged, body: 'Still mine'}})
    expect(safe.json.article).toMatchObject({
      slug,
      favoritesCount: 0,
      favorited: false,
      createdAt,
      author: {username: 'art'},
    })
    await self.post(`${path}/comments`, {comment: {body: 'It goes with the article'}})
    const removed = await self.delete(path)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expectRefusal(await api.get(path), 404, {article: ['not found']})
    expect((await api.get('/api/tags')).json).toEqual({tags: expect.arrayContaining(['d_tag', 't_tag'])})
  })

  test('reports blank, missing, unknown and foreign articles', async () => {
    const {api, register} = await opened()
    const token = {token: ['is missing']}
    const article = {title: 'Mine', description: 'test', body: 'test'}
    expectRefusal(await api.post('/api/articles', {article}), 401, token)
    expectRefusal(await api.put('/api/articles/some-slug', {article: {body: 'test'}}), 401, token)
    expectRefusal(await api.delete('/api/articles/some-slug'), 401, token)
    expectRefusal(await api.get('/api/articles/feed'), 401, token)
    expectRefusal(await api.post('/api/articles/some-slug/favorite'), 401, token)
    expectRefusal(await api.delete('/api/articles/some-slug/favorite'), 401, token)
    const [self, other] = [await register('self'), await register('other')]
    for (const field of ['title', 'description', 'body'])
      expectRefusal(await self.post('/api/articles', {article: {...article, [field]: ''}}), 422, {
        [field]: ["can't be blank"],
      })
    const [first, second] = [await self.post('/api/articles', {article}), await self.post('/api/articles', {article})]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json.article.slug).not.toBe(first.json.article.slug)
    const unknown = {article: ['not found']}
    expectRefusal(await api.get('/api/articles/unknown'), 404, unknown)
    expectRefusal(await self.put('/api/articles/unknown', {article: {body: 'test'}}), 404, unknown)
    expectRefusal(await self.delete('/api/articles/unknown'), 404, unknown)
    expectRefusal(await self.post('/api/articles/unknown/favorite'), 404, unknown)
    expectRefusal(await self.delete('/api/articles/unknown/favorite'), 404, unknown)
    const path = `/api/articles/${first.json.article.slug}`
    expectRefusal(await other.delete(path), 403, {article: ['forbidden']})
    expectRefusal(await other.put(path, {article: {body: 'hijacked'}}), 403, {article: ['forbidden']})
    expect((await api.get(path)).json.article.body).toBe('test')
  })

  test('comments on articles, and names a missing or foreign article or comment', async () => {
    const {api, register} = await opened()
    const [self, other] = [await register('cmt'), await register('other')]
    const article = {title: 'Comment Article', description: 'For comments', body: 'Article body'}
    const {slug} = (await self.post('/api/articles', {article})).json.article
    const path = `/api/articles/${slug}/comments`
    const made = await self.post(path, {comment: {body: 'Test comment body'}})
    const comment = {
      id: expect.any(Number),
      createdAt: instant,
      updatedAt: instant,
      body: 'Test comment body',
      author: {...anyProfile, username: 'cmt'},
    }
    expect([made.status, made.json]).toEqual([201, {comment}])
    expect(Number.isInteger(made.json.comment.id)).toBe(true)
    for (const client of [api, self]) expect((await client.get(path)).json).toEqual({comments: [made.json.comment]})
    expectRefusal(await other.delete(`${path}/${made.json.comment.id}`), 403, {comment: ['forbidden']})
    expect((await self.delete(`${path}/${made.json.comment.id}`)).status).toBe(204)
    expect((await api.get(path)).json).toEqual({comments: []})
    const first = await self.post(path, {comment: {body: 'First comment'}})
    await self.post(path, {comment: {body: 'Second comment'}})
    expect((await api.get(path)).json.comments).toHaveLength(2)
    await self.delete(`${path}/${first.json.comment.id}`)
    expect((await api.get(path)).json.comments).toMatchObject([{body: 'Second comment'}])
    const token = {token: ['is missing']}
    expectRefusal(await api.post(path, {comment: {body: 'test'}}), 401, token)
    expectRefusal(await api.delete(`${path}/1`), 401, token)
    expectRefusal(await self.post(path, {comment: {body: ''}}), 422, {body: ["can't be blank"]})
    const unknown = '/api/articles/unknown/comments'
    expectRefusal(await self.post(unknown, {comment: {body: 'orphan'}}), 404, {article: ['not found']})
    expectRefusal(await api.get(unknown), 404, {article: ['not found']})
    expectRefusal(await self.delete(`${unknown}/99999`), 404, {article: ['not found']})
    expectRefusal(await self.delete(`${path}/99999`), 404, {comment: ['not found']})
    expect((await self.delete(`/api/articles/${slug}`)).status).toBe(204)
  })

  test('favourites, feeds and pages of articles', async () => {
    const {api, register, tick} = await opened()
    const [self, celeb] = [await register('main'), await register('celeb')]
    expect((await self.get('/api/articles/feed')).json).toEqual({articles: [], articlesCount: 0})
    await self.post('/api/profiles/celeb/follow')
    const slugs: string[] = []
    for (const title of ['Feed Article 1', 'Feed Article 2']) {
      tick()
      const {json} = await celeb.post('/api/articles', {article: {title, description: 'Feed test', body: 'Feed body'}})
      slugs.push(json.article.slug)
    }
    const feed = await self.get('/api/articles/feed')
    expect(feed.json).toEqual({articles: [anySummary, anySummary], articlesCount: 2})
    expect(feed.json.articles[0].author).toEqual({username: 'celeb', bio: null, image: null, following: true})
    for (const path of ['/api/articles/feed', '/api/articles?author=celeb']) {
      const [and] = path.includes('?') ? ['&'] : ['?']
      const page = async (query: string) => {
        const {json} = await self.get(`${path}${and}${query}`)
        return [json.articlesCount, json.articles.map(({slug}: {slug: string}) => slug)]
      }
      expect(await page('limit=1')).toEqual([2, [slugs[1]]])
      expect(await page('limit=1&offset=1')).toEqual([2, [slugs[0]]])
      expect(await page('limit=20&offset=5')).toEqual([2, []])
    }
    const path = `/api/articles/${slugs[0]}`
    const favoured = await self.post(`${path}/favorite`)
    expect(favoured.status).toBe(200)
    expect(favoured.json.article).toEqual({...anyArticle, favorited: true, favoritesCount: 1})
    expect((await self.get(path)).json.article).toMatchObject({favorited: true, favoritesCount: 1})
    for (const client of [api, self]) {
      const {json} = await client.get('/api/articles?favorited=main')
      expect(json).toEqual({articles: [{...anySummary, favoritesCount: 1}], articlesCount: 1})
    }
    const left = await self.delete(`${path}/favorite`)
    expect([left.status, left.json.article]).toEqual([200, {...anyArticle, favorited: false, favoritesCount: 0}])
    expect((await self.get(path)).json.article).toMatchObject({favorited: false, favoritesCount: 0})
    expect((await api.get("/api/articles?tag=x'%20or%201=1--")).json).toEqual({articles: [], articlesCount: 0})
  })

  test('responds to unreadable, too large and unknown requests in its own shape, and never with a failure', async () => {
    const {api, register} = await opened()
    const self = await register('sec')
    const headers = {authorization: 'none', 'content-type': 'application/json'}
    expectRefusal(await api.call('POST', '/api/users', {body: [1], headers}), 401)
    const types: Json[] = [1, true, ['a'], {a: 1}]
    for (const title of types) {
      const {status} = await self.post('/api/articles', {article: {title, description: 'd', body: 'b'}})
      expect(status).toBe(422)
    }
    for (const body of ['text', [], {user: 'x'}, {user: [1]}] as Json[])
      expect((await api.post('/api/users/login', body)).status).toBe(422)
    const large = await self.post('/api/articles', {article: {title: 't', description: 'd', body: 'x'.repeat(2 ** 21)}})
    expectRefusal(large, 413)
    expectRefusal(await api.get('/api/nowhere'), 404)
    expect((await api.get('/api/tags')).headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('returns errors in the shape of the older specification, if the document has it', async () => {
    const older = easyArticles.replace('{"errors": "{messages by field}"}', '{"errors": {"body": "{messages}"}}')
    const {api, register} = await opened(older)
    const self = await register('jake')
    expectRefusal(await api.get('/api/articles/unknown'), 404, {body: ['not found']})
    expectRefusal(await self.post('/api/articles', {article: {title: '', description: '', body: 'x'}}), 422, {
      body: ["can't be blank", "can't be blank"],
    })
  })
})
