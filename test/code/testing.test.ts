/** `nonet/testing` and `nonet/vitest`, in the tests of an author. */
import {expect, it} from 'vitest'
import {authorTests, installedFolder} from '../kit/author-tests.ts'

const document = `# Desk

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Jobs | /jobs/:kind | code Jobs | Clerk |
| Away | /away | code Away | everyone |
| Chart | /chart | code Chart | everyone |

### Jobs

- address: kind: text; open: yes/no = true

| Data | Shows |
|---|---|
| jobs | list of Job where kind = address.kind sort title limit 50 columns title, hours, price, status, sent_as |
| newest | one Job or none sort -title columns title |
| total | count of Job |

| Action | Does | Fields |
|---|---|---|
| add | create Job | title, hours |
| send | send of Job | |

### Away

| Data | Shows |
|---|---|
| total | count of Job |

### Chart

| Data | Shows |
|---|---|
| total | count of Job |

## 3. Entities

### Functions

| Function | Takes | Gives |
|---|---|---|
| price | hours: number | number |

### Job

- named by: title

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| title | text 1..40 | yes | | |
| kind | text 1..40 | yes | "paint" | |
| hours | number 0..100 | yes | | |
| price | number | | | price(hours) |
| sent_as | text 1..40 | | | engine |

## 4. States

### Job

- starts: draft
- final: sent

| Action | From | To | Who | Then |
|---|---|---|---|---|
| send | draft | sent | Clerk | run send job |

## 6. Roles

| Role | Joins by |
|---|---|
| Clerk | invitation |
| Guest | invitation |

| Role | May | On |
|---|---|---|
| Clerk | all | Job |

## 7. Calls

- hosts: api.example.com

| Effect | Of | Sends | Sets |
|---|---|---|---|
| send job | Job | title, price | sent_as |

### send job

- secrets: API_KEY
`

const source = {
  'app.md': document,
  'package.json': '{"type": "module"}',
  'vitest.config.ts': `import nonet from 'nonet/vitest'
import {defineConfig} from 'vitest/config'
export default defineConfig({plugins: [nonet()]})
`,
  'screens/Jobs.tsx': `import {ActionForm, can, href, useAddress, usePerson, Value} from 'nonet/screen'
import {useState} from 'react'
import dot from './dot.svg'

export default function Jobs({data, actions, address}) {
  const [open, setOpen] = useState(false)
  const [, change] = useAddress()
  const person = usePerson()
  if (data.total === 13) throw new Error('thirteen jobs')
  return (
    <section>
      <h1><img src={dot} alt="" />{address.kind} of {person.name}</h1>
      <a href={href('Jobs', {kind: 'paint', open: false})}>paint</a>
      <button type="button" onClick={() => setOpen(!open)}>{open ? 'Close' : 'Open'}</button>
      <button type="button" onClick={() => change({open: false})}>All</button>
      <p>{data.newest === null ? 'none' : data.newest.title}: {data.total}</p>
      <ul>
        {data.jobs.rows.map(job => (
          <li key={job.id}>
            <Value of={job} name="title" />
            {can(actions.send, job) && <ActionForm action={actions.send} record={job} />}
          </li>
        ))}
      </ul>
      {can(actions.add) && <ActionForm action={actions.add} />}
    </section>
  )
}
`,
  'screens/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'screens/Away.tsx': `import {notFound, redirect} from 'nonet/screen'
export default function Away({data}) {
  if (data.total > 1) notFound()
  redirect('/jobs/paint')
}
`,
  'screens/Chart.client.tsx': `const {width} = window.screen
export default () => <p>As wide as {width}: {Math.random() < 2 && typeof window}</p>
`,
  'functions/price.ts': 'export default ({hours}) => hours * 40\n',
  'effects/sendJob.ts': `import {GiveUp} from 'nonet/code'
export default async function sendJob({record, key, secrets, fetch}) {
  const headers = {Authorization: secrets.API_KEY, 'Idempotency-Key': key}
  const answer = await fetch('https://api.example.com/jobs', {method: 'POST', headers, body: JSON.stringify(record)})
  if (answer.status === 422) throw new GiveUp('It is not wanted.')
  if (!answer.ok) throw new Error('It answered ' + answer.status)
  return {sent_as: (await answer.json()).id}
}
`,
}

const screens = `// @vitest-environment jsdom
import {render, screen, waitFor} from '@testing-library/react'
import {userEvent} from '@testing-library/user-event'
import {renderScreen} from 'nonet/testing'
import {href} from 'nonet/screen'
import {expect, test} from 'vitest'

const paint = {address: {kind: 'paint'}, data: {jobs: [{title: 'Paint'}], total: 1}}

test('a screen is rendered, hydrated and given fresh data, with one React', async () => {
  render(<p>One React</p>)
  const user = userEvent.setup()
  const {html, update, sent, visited} = await renderScreen('Jobs', {...paint, can: {send: true}, person: {name: 'Ann', roles: ['Clerk']}})
  expect(html).toContain('paint<!-- --> of <!-- -->Ann')
  expect(html).toContain('href="/jobs/paint?open=false"')
  expect(href('Jobs', {kind: 'a b'})).toBe('/jobs/a%20b')
  await user.click(screen.getByRole('button', {name: 'Open'}))
  await update({data: {jobs: [{title: 'Sand', id: 'j7'}], newest: {title: 'Sand'}}})
  expect(screen.getByText('Sand: 1')).toBeTruthy()
  expect(screen.getByRole('button', {name: 'Close'})).toBeTruthy()
  await user.click(screen.getByRole('button', {name: 'Send'}))
  expect(sent).toEqual([{action: 'send', record: 'j7', input: {}}])
  await user.click(screen.getByRole('button', {name: 'All'}))
  expect(visited).toEqual(['/jobs/-?open=false'])
})

test('a refusal keeps what was typed', async () => {
  const user = userEvent.setup()
  const {sent} = await renderScreen('Jobs', {...paint, onAction: () => ({refused: [{field: 'title', message: 'Too plain.'}]})})
  await user.type(screen.getByRole('textbox', {name: /Title/}), 'Paint')
  await user.type(screen.getByRole('spinbutton', {name: /Hours/}), '3')
  await user.click(screen.getByRole('button', {name: 'Add'}))
  expect((await screen.findAllByText('Too plain.')).length).toBeGreaterThan(0)
  expect(sent).toEqual([{action: 'add', record: null, input: {title: 'Paint', hours: '3'}}])
  expect(screen.getByRole('textbox', {name: /Title/}).value).toBe('Paint')
})

test('what own code throws, and what differs on both sides, fails the test', async () => {
  await expect(renderScreen('Jobs', {data: {total: 13}})).rejects.toThrow('thirteen jobs')
  const {update} = await renderScreen('Jobs', paint)
  await expect(update({data: {total: 13}})).rejects.toThrow('thirteen jobs')
})

test('what the document does not have is an error', async () => {
  await expect(renderScreen('Job')).rejects.toThrow('no own screen "Job": there are "Jobs", "Away", "Chart"')
  await expect(renderScreen('Jobs', {data: {job: []}})).rejects.toThrow('no job in its data: there is jobs, newest, total')
  await expect(renderScreen('Jobs', {can: {post: true}})).rejects.toThrow('no post in its actions: there is add, send')
  await expect(renderScreen('Jobs', {person: {roles: ['Boss']}})).rejects.toThrow('no role Boss')
  await expect(renderScreen('Jobs', {person: {roles: ['Guest']}})).rejects.toThrow('with Guest may not open "Jobs"')
  await expect(renderScreen('Jobs', {person: null})).rejects.toThrow('A visitor may not open "Jobs"')
})

test('leaving the page is an outcome', async () => {
  expect(await renderScreen('Away')).toMatchObject({status: 302, redirect: '/jobs/paint'})
  expect(await renderScreen('Away', {data: {total: 2}})).toMatchObject({status: 404, redirect: null})
})

test('a screen for browsers is tables on the server', async () => {
  const {html, container} = await renderScreen('Chart', {data: {total: 7}})
  expect(html).toContain('<h2>Total</h2>')
  await waitFor(() => expect(container.textContent).toContain('object'))
})
`

const application = `import {GiveUp} from 'nonet/code'
import {startApp} from 'nonet/testing'
import {expect, test} from 'vitest'
import sendJob from '../effects/sendJob'

test('an effect is called directly, though it imports GiveUp', async () => {
  const fetch = async () => new Response('', {status: 422})
  const given = {record: {id: '1', title: 'a', price: 1}, key: 'k', secrets: {API_KEY: 'x'}, fetch}
  await expect(sendJob(given)).rejects.toThrow(GiveUp)
})

test('people open pages and act, functions set fields, and effects run', async () => {
  const requests = []
  let status = 500
  const fetch = async request => {
    requests.push([request.method, request.url, request.headers.get('authorization'), await request.json()])
    return Response.json({id: 'X-1'}, {status})
  }
  const app = await startApp({environment: {API_KEY: 'secret'}, fetch, now: '2026-03-11T09:00:00Z'})
  const ann = await app.person({name: 'Ann Lee', roles: ['Clerk']})
  const page = await ann.open('Jobs', {kind: 'paint'})
  expect(page).toMatchObject({status: 200, url: '/jobs/paint', address: {kind: 'paint', open: true}})
  expect((await page.act('add', null, {title: '', hours: 3})).problems).toMatchObject([{field: 'title'}])
  const added = await page.act('add', null, {title: 'Paint', hours: 3})
  const [job] = added.page.data.jobs.rows
  expect(job).toMatchObject({title: 'Paint', price: 120})
  expect(await page.html()).toContain('Ann Lee')
  expect(await ann.html('/jobs/paint')).toContain('data-own="Jobs"')

  const ben = await app.person({name: 'Ben', roles: ['Guest']})
  expect((await ben.open('Jobs', {kind: 'paint'})).status).toBe(404)
  expect(added.page.can('send', job)).toBe(true)
  expect(await added.page.act('send', job)).toMatchObject({ok: true})
  expect(await added.page.act('send', job)).toMatchObject({ok: false})
  expect(await app.runEffects()).toEqual([{effect: 'send job', gaveUp: false, problem: 'It answered 500'}])
  status = 200
  app.advance(60_000)
  expect(await app.runEffects()).toEqual([])
  expect(requests).toHaveLength(2)
  expect(requests[1]).toMatchObject(['POST', 'https://api.example.com/jobs', 'secret', {title: 'Paint', price: 120}])
  expect(await app.records.find('Job', job.id)).toMatchObject({status: 'sent', sent_as: 'X-1'})
  await expect(app.records.create('Job', {title: 'x'})).rejects.toThrow('hours')
  const again = await app.signedIn('ann.lee@example.com')
  expect((await again.open('/jobs/paint')).data.jobs.rows).toHaveLength(1)
})
`

it('render screens and start the application, in the author’s Vitest', async () => {
  const folder = installedFolder({...source, 'test/screens.test.jsx': screens, 'test/application.test.js': application})
  const {code, out} = await authorTests(folder)
  expect(out).toMatch(/Tests\s+8 passed/)
  // React has nothing to say but the error that a test has thrown.
  expect(out).not.toMatch(/Detected|act\(|Warning/)
  expect(code).toBe(0)
})

it('say what is missing: the plugin, React, and a document', async () => {
  const test = (body: string) => ({'test/one.test.jsx': `import {expect, test} from 'vitest'\n${body}`})
  const plain = installedFolder({
    ...source,
    'vitest.config.ts': 'export default {}',
    ...test(`test('x', async () => { await import('nonet/testing') })`),
  })
  expect((await authorTests(plain)).out).toContain('plugins: [nonet()]')
  const inNode = installedFolder({
    ...source,
    ...test(`import {renderScreen} from 'nonet/testing'
test('x', async () => { await renderScreen('Away') })`),
  })
  expect((await authorTests(inNode)).out).toContain('// @vitest-environment jsdom')
  const wrong = installedFolder({
    ...source,
    'app.md': document.replace('list of Job where', 'list of Jobb where'),
    ...test(`import {startApp} from 'nonet/testing'
test('x', async () => { await startApp() })`),
  })
  expect((await authorTests(wrong)).out).toContain('Jobb')
})
