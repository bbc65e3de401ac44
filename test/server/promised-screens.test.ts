/**
 * Records, forms and their content, as promised by the language: Markdown, files of line items, comments, public forms.
 */

import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import type {ProseData} from '../../src/engine/page/frame.ts'
import type {ListData} from '../../src/features/collections/data.ts'
import type {FormScreenData} from '../../src/features/forms/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import {type Actor, checkWhole, documentGrants, openFolder, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {type Got, pagesOf} from '../kit/pages.ts'
import {stores, storesOfStories} from '../kit/store-databases.ts'

const articles = `# Articles

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Articles | / | list of Article | everyone |
| Article | /articles/:number | record of Article | everyone |
| New article | /articles/new | form for Article | Member |

### Articles

- columns: title, body
- filters: topic

### Article

- with: Comment by article

### New article

Write **plainly**; we answer within {ANSWER_WITHIN}.

- fields: title, body, topic, pictures

## 3. Entities and their fields

### Article

- named by: title

| Field | Type | Required |
|---|---|---|
| number | serial from 1 | |
| title | text | yes |
| body | rich text | |
| topic | Topic | |
| comments | list of Comment by article | |
| pictures | list of Picture by article | |

### Topic

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text | yes |

### Picture

- part of: Article

| Field | Type | Required |
|---|---|---|
| article | Article | yes |
| caption | text | yes |
| topic | Topic | |
| proof | file | |

### Comment

- part of: Article

| Field | Type | Required | Default |
|---|---|---|---|
| article | Article | yes | |
| author | User | yes | me |
| text | rich text | yes | |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Member | sign-up |

| Role | May | On | Where |
|---|---|---|---|
| everyone | read | Article, Comment, Picture, User, Topic | |
| Member | create, update | Article, Picture | |
| Member | create | Comment | |
| Member | delete | Comment | author = me |

## 9. Business constants and limits

| Name | Value |
|---|---|
| ANSWER_WITHIN | 2 days |
`

const nobody: Actor = {kind: 'nobody'}

describe.each(storesOfStories)('on $name', ({make}) => {
  const world = async () => {
    const {engine} = await engineOf({document: articles, address: await make(articles), grants: documentGrants})
    const add = async (entity: string, fields: Record<string, string>) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const [ann, bob] = [
      await add('User', {name: 'Ann', email: 'ann@example.org'}),
      await add('User', {name: 'Bob', email: 'bob@example.org'}),
    ]
    return {engine, add, pages: pagesOf(engine), ann: person(ann.id, 'Member'), bob: person(bob.id, 'Member')}
  }

  test('L9: Markdown of a record is rendered, and shortened to plain text in lists', async () => {
    const {add, pages} = await world()
    const body = '## What you do\n\nMany **things**, see [this](https://example.org/?a=1&b=2).\n\n- one\n- two'
    await add('Article', {title: 'Plain', body})
    const {data} = await pages.get<RecordData>(nobody, '/articles/1')
    const cell = data.cells[data.fields.findIndex(({key}) => key === 'body')]
    expect(cell?.rich).toEqual([
      {tag: 'h3', children: ['What you do']},
      {
        tag: 'p',
        children: [
          'Many ',
          {tag: 'strong', children: ['things']},
          ', see ',
          {tag: 'a', href: 'https://example.org/?a=1&b=2', children: ['this']},
          '.',
        ],
      },
      {
        tag: 'ul',
        children: [
          {tag: 'li', children: ['one']},
          {tag: 'li', children: ['two']},
        ],
      },
    ])
    const html = await pages.html(nobody, '/articles/1')
    expect(html).toContain('<h3>What you do</h3>')
    expect(html).toContain('<strong>things</strong>')
    expect(html).toContain('rel="nofollow noopener noreferrer ugc"')
    const list = await pages.get<ListData>(nobody, '/')
    expect(list.data.records[0]?.cells[1]?.text).toBe('What you do Many things, see this. one two')
  })

  test('L9: no text of people becomes a script, a style, an external image or an unsafe link', async () => {
    const {add, pages} = await world()
    const evil = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[a](javascript:alert(1))',
      '[b](JaVaScRiPt:alert(1))',
      '[c](data:text/html,<script>alert(1)</script>)',
      '[d](vbscript:x)',
      '[e](//evil.example/x)',
      '[f](/\\evil.example)',
      '[g](&#106;avascript:alert(1))',
      '[h](java\tscript:alert(1))',
      '![p](https://evil.example/pixel.png)',
      '![q](javascript:alert(1))',
      '[r][s]\n\n[s]: javascript:alert(1) "t\\" onmouseover=alert(1)"',
      '[t](https://example.org/"onmouseover="alert(1))',
      '`<b>` <style>*{display:none}</style>',
      '<javascript:alert(1)>',
    ]
    await add('Article', {title: 'Evil', body: evil.join('\n\n')})
    const html = await pages.html(nobody, '/articles/1')
    const shown = html.slice(html.indexOf('class="prose rich"'), html.indexOf('</dl>'))
    const elements = [...shown.matchAll(/<([a-z][a-z0-9]*)((?:\s[^>]*)?)>/g)].map(([, tag, more]) => `${tag}${more}`)
    expect(new Set(elements.map(each => each.split(' ')[0]))).toEqual(new Set(['p', 'a', 'code']))
    const hrefs = [...shown.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)
    for (const href of hrefs) expect(href).toMatch(/^(?:https?:\/\/(?:evil\.example|example\.org)\/|\/%5C)/)
    expect(elements.filter(each => /\son|style|src/.test(each))).toEqual([])
  })

  test('L9: a comment is Markdown too; L15: people who may delete a comment have the button next to it', async () => {
    const {pages, add, ann, bob} = await world()
    await add('Article', {title: 'Plain'})
    await pages.post(ann, '/articles/1', {_action: 'add Comment', text: 'I **agree**.'})
    const mine = await pages.get<RecordData>(ann, '/articles/1')
    const comment = mine.data.history.find(({comment}) => comment !== null)
    expect(comment).toMatchObject({comment: 'I agree.', rich: [{tag: 'p'}]})
    const remove = comment?.remove ?? ''
    expect(await pages.html(ann, '/articles/1')).toContain(`href="${remove.replaceAll('&', '&amp;')}"`)
    for (const other of [bob, nobody]) {
      const seen = await pages.get<RecordData>(other, '/articles/1')
      expect(seen.data.history.flatMap(({remove}) => remove ?? [])).toEqual([])
      expect((await pages.get(other, remove)).status).toBe(404)
      const sent = await pages.post(other, remove, {_action: 'remove Comment', _version: '1'})
      expect(sent.status).toBe(404)
    }
    const page = await pages.get<FormScreenData>(ann, remove)
    expect(page.data).toMatchObject({
      heading: 'Delete “I agree.”?',
      actions: [{name: 'remove Comment', tone: 'danger'}],
    })
    const gone = await pages.post(ann, remove, {_action: 'remove Comment', _version: String(page.data.version)})
    expect(gone.redirect).toBe('/articles/1')
    expect((await pages.get<RecordData>(ann, '/articles/1')).data.history.map(({comment}) => comment)).toEqual([null])
    expect((await pages.get(ann, remove)).status).toBe(404)
  })

  test('L16: the document’s text under a form’s heading is shown above the form', async () => {
    const {pages, ann} = await world()
    const html = await pages.html(ann, '/articles/new')
    expect(html).toContain('<p>Write <strong>plainly</strong>; we answer within 2 days.</p>')
  })

  test('L10: files of line items are chosen in the rows of their owner, with and without others', async () => {
    const {engine, ann} = await world()
    const folder = await mkdtemp(join(tmpdir(), 'nonet-rows-'))
    onTestFinished(() => rm(folder, {recursive: true}))
    const pages = pagesOf(engine, await openFolder(folder))
    const form = await pages.get<FormScreenData>(ann, '/articles/new')
    const shown = form.data.lineItems[0]?.rows[0]?.fields.map(({name, control}) => `${name} ${control}`)
    expect(shown).toContain('pictures.0.proof file')
    expect(await pages.html(ann, '/articles/new')).toContain('multipart/form-data')
    // As sent by a browser without JavaScript: two rows, the second with only a file that lacks its caption.
    const body = new globalThis.FormData()
    const all = {_action: 'create', title: 'With proof', '_part.pictures.0': '', 'pictures.0.caption': 'first'}
    for (const [name, value] of Object.entries(all)) body.append(name, value)
    body.append('pictures.0.proof', '_none')
    body.append('pictures.0.proof', new File(['one'], 'one.txt'))
    body.append('_part.pictures.1', '')
    body.append('pictures.1.caption', '')
    body.append('pictures.1.proof', '_none')
    body.append('pictures.1.proof', new File([], ''))
    expect((await pages.post(ann, '/articles/new', body)).redirect).toBe('/articles/1')
    const edit = await pages.get<FormScreenData>(ann, '/articles/1?edit')
    const rows = edit.data.lineItems[0]?.rows ?? []
    expect(rows.filter(({id}) => id !== '')).toHaveLength(1)
    const [row] = rows
    const proof = row?.fields.find(({name}) => name === 'pictures.0.proof')
    expect(proof?.files).toMatchObject([{text: 'one.txt'}])

    // Unchanged: nothing is written. Unticked: it is removed. A new file replaces it.
    const send = async (files: readonly (string | File)[], version: number) => {
      const sent = new globalThis.FormData()
      const latest = await pages.get<FormScreenData>(ann, '/articles/1?edit')
      sent.append('_action', 'update')
      sent.append('_version', String(latest.data.version))
      sent.append('title', 'With proof')
      sent.append('_part.pictures.0', `${row?.id} ${version}`)
      sent.append('pictures.0.caption', 'first')
      for (const file of ['_none', ...files]) sent.append('pictures.0.proof', file)
      expect((await pages.post(ann, '/articles/1?edit', sent)).redirect).toBe('/articles/1')
      const after = await pages.get<FormScreenData>(ann, '/articles/1?edit')
      const [first] = after.data.lineItems[0]?.rows ?? []
      const names = first?.fields.find(({name}) => name === 'pictures.0.proof')?.files?.map(({text}) => text)
      return {version: first?.version ?? 0, names}
    }
    const version = row?.version ?? 0
    expect(await send([proof?.files?.[0]?.id ?? ''], version)).toEqual({version, names: ['one.txt']})
    const other = await send([new File(['two'], 'two.txt')], version)
    expect(other.names).toEqual(['two.txt'])
    // An image has a thumbnail from its own address; an SVG may contain scripts, so it has none.
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const thumbnail = async () => {
      const {data} = await pages.get<FormScreenData>(ann, '/articles/1?edit')
      const field = data.lineItems[0]?.rows[0]?.fields.find(({name}) => name === 'pictures.0.proof')
      return field?.files?.[0]?.thumbnail ?? null
    }
    const drawn = await send([new File(['<svg/>'], 'b.svg', {type: 'image/svg+xml'})], other.version)
    expect([drawn.names, await thumbnail()]).toEqual([['b.svg'], null])
    const painted = await send([new File([png], 'a.png', {type: 'image/png'})], drawn.version)
    expect([painted.names, await thumbnail()]).toEqual([['a.png'], expect.stringMatching(/^\/_nonet\/file\/Picture\//)])
    expect((await send([], painted.version)).names).toEqual([])
  })

  test('B1, B5: with more than 200 records, the others are kept in rows, found and filtered by', async () => {
    const {engine, pages, add, ann} = await world()
    const names = Array.from({length: 230}, (_, index) => `Topic ${String(index + 1).padStart(3, '0')}`)
    const made = await engine.change(
      operator,
      names.map(name => creating('Topic', {name})),
    )
    if (!made.ok) throw new Error('there are topics')
    const last = made.records.at(-1)?.id ?? ''
    const article = await add('Article', {title: 'With pictures', topic: last})
    await add('Article', {title: 'Another', topic: made.records[0]?.id ?? ''})
    await add('Picture', {article: article.id, caption: 'one', topic: last})
    const edit = await pages.get<FormScreenData>(ann, '/articles/1?edit')
    const row = edit.data.lineItems[0]?.rows[0]
    const field = row?.fields.find(({name}) => name.endsWith('.topic'))
    expect(field).toMatchObject({options: null, chosen: {value: last, label: 'Topic 230'}, values: [last]})
    const offered = await pages.get<FormScreenData>(ann, `${field?.lookup}&q=topic 22`)
    expect(offered.data.fields[0]?.options?.map(({label}) => label)).toEqual(names.slice(219, 229))
    // As sent by a browser without JavaScript: the name, and the record it refers to.
    const sent = {
      _action: 'update',
      _version: String(edit.data.version),
      title: 'With pictures',
      [`_part.${row?.key}`]: `${row?.id} ${row?.version}`,
      [`${row?.key}.caption`]: 'one',
      [`${row?.key}.topic`]: 'Topic 230',
      [`_picked.${row?.key}.topic`]: `${last} Topic 230`,
    }
    expect((await pages.post(ann, '/articles/1?edit', sent)).redirect).toBe('/articles/1')
    const after = await pages.get<FormScreenData>(ann, '/articles/1?edit')
    expect(after.data.lineItems[0]?.rows[0]).toMatchObject({version: row?.version})

    const list = await pages.get<ListData>(nobody, '/')
    const filter = list.data.filters.find(({key}) => key === 'topic')
    expect(filter).toMatchObject({control: 'text', lookup: '/?_lookup=topic'})
    const found = await pages.get<ListData>(nobody, `${filter?.lookup}&q=topic 230`)
    expect(found.data.filters).toMatchObject([{key: 'topic', options: [{value: last, label: 'Topic 230'}]}])
    const titles = ({data}: Got<ListData>) => data.records.map(({cells}) => cells[0]?.text)
    expect(titles(await pages.get(nobody, `/?topic=${last}`))).toEqual(['With pictures'])
    expect(titles(await pages.get(nobody, '/?topic=topic 230'))).toEqual(['With pictures'])
    const chosen = await pages.get<ListData>(nobody, `/?topic=${last}`)
    expect(chosen.data.filters[0]?.options[0]).toEqual({value: last, label: 'Topic 230'})
  })
})

const applying = `# Applying

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Apply | /apply | form for Application | everyone |
| Ask | /ask | form for Question | everyone |
| Applications | / | list of Application | Recruiter |
| Application | /applications/:number | record of Application | Recruiter |

### Apply

- actions: send
- thanks: We answer within {ANSWER_WITHIN}, **promised**.

## 3. Entities and their fields

### Application

- named by: name

| Field | Type | Required |
|---|---|---|
| number | serial from 1 | |
| name | text | yes |

### Question

| Field | Type | Required |
|---|---|---|
| words | text | yes |

## 4. States and transitions

### Application

- starts: new
- final: sent

| Action | From | To | Who |
|---|---|---|---|
| send | new | sent | everyone |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Recruiter | invitation |

| Role | May | On | Fields |
|---|---|---|---|
| everyone | create | Application | name |
| everyone | create | Question | words |
| Recruiter | read | Application, Question | |

## 9. Business constants and limits

| Name | Value |
|---|---|
| ANSWER_WITHIN | 2 days |
`

describe.each(storesOfStories)('a public form, on $name', ({make}) => {
  test('L11: ends on a thank-you page; L12: the person who creates a record may perform its action in the same step', async () => {
    const {engine} = await engineOf({document: applying, address: await make(applying), grants: documentGrants})
    const pages = pagesOf(engine)
    const sent = await pages.post(nobody, '/apply', {_action: 'send', name: 'Ada'})
    expect(sent.redirect).toBe('/apply?sent')
    const thanks = await pages.get<ProseData>(nobody, '/apply?sent')
    expect(thanks).toMatchObject({status: 200, screen: 'page', data: {heading: 'Thank you'}})
    expect(thanks.data.html).toContain('<p>We answer within 2 days, <strong>promised</strong>.</p>')
    const recruiter = person('01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf', 'Recruiter')
    const {data} = await pages.get<RecordData>(recruiter, '/applications/1')
    expect(data.cells.map(({text}) => text)).toContain('Sent')
    const asked = await pages.post(nobody, '/ask', {_action: 'create', words: 'Why?'})
    expect(asked.redirect).toBe('/ask?sent')
    expect(await pages.html(nobody, '/ask?sent')).toContain('We have received your answers.')
    // The action gives no other access: they cannot find the record.
    expect((await pages.get(nobody, '/applications/1')).status).toBe(404)
  })

  test('L12: the check accepts that the form permits it', () => {
    const {findings} = checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(applying)}])
    expect(findings.map(({code}) => code)).not.toContain('N435')
    const without = applying.replace('- actions: send\n', '')
    const told = checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(without)}]).findings
    expect(told.map(({code, message}) => `${code} ${message}`)).toContainEqual(expect.stringMatching(/^N435 .*`send`/))
  })
})

const receipts = `# Receipts

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Receipts | / | list of Receipt | Member |
| New receipt | /new | form for Receipt | Member |
| Receipt | /receipts/:number | record of Receipt | Member |

## 3. Entities and their fields

### Receipt

- named by: title

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial from 1 | | |
| title | text | yes | |
| net | decimal 2 | yes | |
| tax | decimal 2 | yes | 0 |
| pieces | number | yes | 1 |
| gross | = net + tax | | |
| all | = gross * pieces | | |
| share | = gross / 3 | | |
| seen_at | date | | |
| checks | number | | 0 |
| proof | file | | |

## 4. States and transitions

### Receipt

- starts: draft
- final: paid, refused

| Action | From | To | Who | Then |
|---|---|---|---|---|
| submit | draft | submitted | Member | set seen_at = today(); set checks = count(Receipt[status = "submitted"]); set note = "counted" |
| approve | submitted | approved | Member | |
| pay | approved | paid | Member | |
| refuse | submitted | refused | Member | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| a proof | Receipt.proof | proof != null | NO_PROOF |
| not too dear | Receipt.net | net <= 1000 | TOO_DEAR |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| NO_PROOF | 422 | Please add a proof. |
| TOO_DEAR | 422 | That is too dear. |
`.replace('| proof | file | | |', '| note | text | | |\n| proof | file | | |')

describe.each(storesOfStories)('small promises, on $name', ({make}) => {
  test('L19: a chosen but unsent file is not required while the form is filled in', async () => {
    const {engine} = await engineOf({document: receipts, address: await make(receipts), grants: documentGrants})
    const pages = pagesOf(engine)
    const member = person('01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf', 'Member')
    const {data} = await pages.get<FormScreenData>(member, '/new')
    expect(data.hints?.local?.rules.map(({message}) => message)).toEqual(['That is too dear.'])
    const told = await pages.post<FormScreenData>(member, '/new', {_action: '_preview', title: 'Pens', net: '2000'})
    expect(told.data.hints?.problems).toEqual([{field: 'net', message: 'That is too dear.'}])
  })

  test('L25: computed decimals are written like decimals, and one action is one history entry', async () => {
    const {engine} = await engineOf({document: receipts, address: await make(receipts), grants: documentGrants})
    const pages = pagesOf(engine)
    done(await engine.change(operator, [creating('Receipt', {title: 'Pens', net: 80, tax: 9.9, pieces: 2})]))
    const user = done(await engine.change(operator, [creating('User', {name: 'Ann', email: 'ann@example.org'})]))
    const member = person(user.id, 'Member')
    const before = await pages.get<RecordData>(member, '/receipts/1')
    const texts = Object.fromEntries(before.data.fields.map(({key}, at) => [key, before.data.cells[at]?.text]))
    expect(texts).toMatchObject({gross: '89.9', all: '179.8', share: '29.967'})
    const sent = {_action: 'submit', _version: String(before.data.version)}
    expect((await pages.post(member, '/receipts/1', sent)).redirect).toBe('/receipts/1')
    const {data} = await pages.get<RecordData>(member, '/receipts/1')
    // Nothing else leads to “Submitted”, so the state alone is shown.
    expect(data.history.filter(({state}) => state?.label === 'Submitted').map(({what}) => what)).toEqual([''])
    const tones = data.fields.find(({key}) => key === 'status')?.tones ?? {}
    expect(new Set(['draft', 'submitted', 'approved'].map(state => tones[state])).size).toBe(3)
  })
})

const wordsOnScreens = `# Words

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Visits | / | list of Visit | Member |
| Visit | /visits/:id | record of Visit | Member |
| Edit | /visits/:id/change | form for Visit | Member |
| Kinds | /kinds | board of Visit by kind | Member |
| Days | /days | calendar of Visit by day | Member |
| Rooms | /rooms | timeline of Visit by day per kind | Member |

${['Visits', 'Visit', 'Edit', 'Kinds', 'Days', 'Rooms']
  .map(name => `### ${name}\n\nThe words of ${name}: at most **{MOST}**, <b>raw</b>.\n\n- columns: kind\n`)
  .join('\n')
  .replaceAll(/(### (?:Visit|Edit)\n\n.*\n\n)- columns/g, '$1- fields')}
## 3. Entities and their fields

### Visit

| Field | Type | Required |
|---|---|---|
| day | date | yes |
| kind | one of short, long | yes |

## 9. Business constants and limits

| Name | Value |
|---|---|
| MOST | 20 |
`

test('L16: text under the heading of any screen is shown below it, with constants and without raw HTML', async () => {
  const [sqlite] = stores
  const {engine} = await engineOf({
    document: wordsOnScreens,
    address: (await sqlite?.make()) ?? '',
    grants: documentGrants,
  })
  const made = done(await engine.change(operator, [creating('Visit', {day: '2026-03-12', kind: 'long'})]))
  const pages = pagesOf(engine)
  const member = person('01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf', 'Member')
  const at = `/visits/${made.id}`
  const screens = {
    '/': 'Visits',
    [at]: 'Visit',
    [`${at}/change`]: 'Edit',
    '/kinds': 'Kinds',
    '/days': 'Days',
    '/rooms': 'Rooms',
  }
  for (const [path, name] of Object.entries(screens)) {
    const html = await pages.html(member, path)
    const said = `<p>The words of ${name}: at most <strong>20</strong>, &lt;b&gt;raw&lt;/b&gt;.</p>`
    expect(html.split(said), path).toHaveLength(2)
    expect(html.indexOf(said), path).toBeGreaterThan(html.indexOf('<h1'))
  }
  // The form that edits a record at its own address is not a screen of the document.
  expect(await pages.html(member, `${at}?edit`)).not.toContain('The words of Visit')
})
