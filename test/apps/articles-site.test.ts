/** The site of the articles, as forms without a script send it. Its calls are tested by the tests of calls. */
import {describe, expect, it} from 'vitest'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import type {CodeData, CodeRow} from '../../src/screens/code/data.ts'
import {articlesSite} from '../kit/articles-site.ts'
import {Client} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const password = 'a long enough secret'
const minute = 60_000

type Row = CodeRow & {readonly [column: string]: unknown}

describe.each(storesOfStories)('the site of the articles on $name', ({make}) => {
  async function opened() {
    const fixture = await articlesSite(await make())
    const visitor = () => {
      const client = new Client(fixture)
      const data = async (path: string): Promise<CodeData> =>
        (
          await (
            await client.get(`${path}${path.includes('?') ? '&' : '?'}_data=x`, {headers: {accept: pageMediaType}})
          ).json()
        ).data
      return {
        client,
        data,
        html: async (path: string) => (await client.get(path)).text(),
        row: async (path: string, name: string) => (await data(path)).data[name] as Row,
        leads: async (path: string, form: Readonly<Record<string, string>>) =>
          (await client.post(path, form)).headers.get('location'),
      }
    }
    const member = async (username: string) => {
      const person = visitor()
      const form = {_action: 'join', username, email: `${username}@example.com`, password}
      expect(await person.leads('/register', form)).toBe('/')
      return person
    }
    return {fixture, visitor, member}
  }

  const on = ({id, version}: CodeRow) => ({_record: id, _version: String(version)})
  const written = {_action: 'publish', title: 'On Rain', description: 'Wet', body: '## Drops\n\nand *more* <b>'}

  it('publishes with tags by their names, of which some are new', async () => {
    const {member} = await opened()
    const {client, data, html, leads, row} = await member('ada')
    const form = new URLSearchParams({...written, tags: 'rain, weather'})
    form.append('tags', 'slow')
    const answer = await client.post('/editor', {}, {body: form.toString()})
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/article/on-rain'])
    const page = await html('/article/on-rain')
    for (const tag of ['rain', 'weather', 'slow']) expect(page).toContain(`href="/tag/${tag}"`)
    // Rich text of a single record is formatted, and never HTML.
    expect(page).toMatch(/<h2>Drops<\/h2><p>and <em>more<\/em> &lt;b&gt;<\/p>/)
    expect(await html('/tag/slow')).toContain('On Rain')
    const article = await row('/editor/on-rain', 'article')
    const edited = {...written, ...on(article), title: 'On Snow', tags: 'snow'}
    expect(await leads('/editor/on-rain', edited)).toBe('/article/on-snow')
    expect((await row('/article/on-snow', 'article')).tags).toEqual([{id: expect.any(String), name: 'snow'}])
    expect(await html('/article/on-snow')).not.toContain('href="/tag/rain"')
    // Without own code, the form of a record begins with the names.
    const {actions} = await data(`/editor/on-snow?_open=publish&_record=${article.id}`)
    expect(actions.publish?.refused?.fields.find(({name}) => name === 'tags')?.values).toEqual(['snow'])
    expect(await html('/editor/on-snow')).toMatch(/type="checkbox"[^>]*value="snow"|value="snow"[^>]*type="checkbox"/)
  })

  it('keeps what was typed when an article is refused, its tags too', async () => {
    const {member} = await opened()
    const {client} = await member('ada')
    const refused = await client.post('/editor', {...written, title: '', tags: 'a, b'})
    const page = await refused.text()
    expect(refused.status).toBe(422)
    expect(page).toContain('<ul class="error-messages" role="alert"')
    expect(page).toContain('value="Wet"')
    expect(page).toMatch(/value="a"[\s\S]*value="b"/)
  })

  it('shows who is signed in on every page, as they are now', async () => {
    const {member} = await opened()
    const {html, leads, row} = await member('ada')
    expect(await html('/login')).toMatch(/href="\/profile\/ada"[^>]*><img[^>]*src="\/default-avatar\.svg"/)
    const account = await row('/settings', 'account')
    const form = {
      ...on(account),
      _action: 'save',
      username: 'ada2',
      email: 'ada@example.com',
      bio: 'Rain',
      image: 'https://pictures.example/ada.png',
      password: '',
    }
    expect(await leads('/settings', form)).toBe('/profile/ada2')
    expect(await html('/nowhere')).toMatch(
      /href="\/profile\/ada2"[^>]*><img[^>]*src="https:\/\/pictures\.example\/ada\.png"/,
    )
  })

  it('changes a password with the other settings, which signs out everywhere else', async () => {
    const {fixture, member, visitor} = await opened()
    const here = await member('ada')
    const there = visitor()
    const enter = {_action: 'enter', email: 'ada@example.com', password}
    expect(await there.leads('/login', enter)).toBe('/')
    const form = async (given: string) => ({
      ...on(await here.row('/settings', 'account')),
      _action: 'save',
      username: 'ada',
      email: 'ada@example.com',
      bio: '',
      image: '',
      password: given,
    })
    const short = await here.client.post('/settings', await form('short'))
    expect([short.status, await short.text()]).toEqual([422, expect.stringContaining('error-messages')])
    expect(await here.leads('/settings', await form('quite another secret'))).toBe('/profile/ada')
    expect(await here.html('/')).toContain('/profile/ada')
    expect(await there.html('/')).not.toContain('/profile/ada')
    expect((await visitor().client.post('/login', enter)).status).toBe(422)
    expect(await visitor().leads('/login', {...enter, password: 'quite another secret'})).toBe('/')
    // Nothing asks for the present one: later, people prove first that it is them.
    fixture.clock.now += 11 * minute
    const late = await here.client.post('/settings', await form('a third secret of hers'))
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('type="password"')])
    expect((await visitor().client.post('/login', {...enter, password: 'a third secret of hers'})).status).toBe(422)
    // An empty field changes nothing, and asks for nothing.
    expect(await here.leads('/settings', await form(''))).toBe('/profile/ada')
  })

  it('sets no password of someone else, and no field that the page does not have', async () => {
    const {member, visitor} = await opened()
    const ada = await member('ada')
    await member('bo')
    const bo = await ada.row('/profile/bo', 'profile')
    const forged = {...on(bo), _action: 'save', username: 'bo', email: 'bo@example.com', bio: '', image: ''}
    expect((await ada.client.post('/settings', {...forged, password: 'taken over by ada'})).status).toBe(403)
    expect((await ada.client.post('/settings', forged)).status).toBeGreaterThanOrEqual(400)
    expect((await ada.client.post('/settings', {...forged, roles: 'Member'})).status).toBeGreaterThanOrEqual(400)
    expect(await visitor().leads('/login', {_action: 'enter', email: 'bo@example.com', password})).toBe('/')
  })

  it('refuses a known address, where what else was filled in would be lost', async () => {
    const {member, visitor} = await opened()
    await member('ada')
    const again = {_action: 'join', username: 'eve', email: 'ada@example.com', password}
    const refused = await visitor().client.post('/register', again)
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('error-messages')])
  })

  it('likes, follows, comments and deletes, and leads visitors to sign in', async () => {
    const {member, visitor} = await opened()
    const [ada, bo, anyone] = [await member('ada'), await member('bo'), visitor()]
    await ada.leads('/editor', {...written, tags: ''})
    const at = '/article/on-rain'
    expect(await bo.leads(at, {...on(await bo.row(at, 'article')), _action: 'like'})).toBe(at)
    expect(await bo.leads(at, {...on(await bo.row(at, 'author')), _action: 'follow'})).toBe(at)
    expect(await bo.html(at)).toMatch(/Unfollow(?: <!-- -->)?[\s\S]*Unfavorite/)
    expect(await bo.html('/?feed=following')).toContain('On Rain')
    expect(await bo.html('/profile/bo/favorites')).toContain('On Rain')
    const {id} = await bo.row(at, 'article')
    expect(await bo.leads(at, {_action: 'comment', article: id, body: 'Yes.'})).toBe(at)
    expect(await anyone.html(at)).toMatch(/<p class="card-text"[^>]*>Yes\.<\/p>/)
    expect(await anyone.html(at)).toContain('<form action="/login">')
    expect((await anyone.client.get('/?feed=following')).headers.get('location')).toBe('/login')
    expect(
      (await anyone.client.post(at, {_action: 'comment', article: id, body: 'No.'})).status,
    ).toBeGreaterThanOrEqual(400)
    expect((await bo.client.get('/editor/on-rain')).status).toBe(404)
    expect((await bo.client.post(at, {...on(await bo.row(at, 'article')), _action: 'removeArticle'})).status).toBe(403)
    expect(await ada.leads(at, {...on(await ada.row(at, 'article')), _action: 'removeArticle'})).toBe('/')
    expect((await ada.client.get(at)).status).toBe(404)
  })
})
