/**
 * The specification: the document as written, with the lines behind a page highlighted, for the roles that the document
 * names.
 */

import {describe, expect, test} from 'vitest'
import type {Visit} from '../../../src/engine/reply.ts'
import {columns} from '../../../src/points/screens/bullets/shared.ts'
import type {SpecificationData} from '../../../src/screens/specification/data.ts'
import {type Actor, type Application, checkDocument, createApplication, nobody} from '../../../src/screens/testing.ts'
import {documentOf, ninePoints} from '../../kit/documents.ts'
import {person} from '../../kit/engine.ts'

const lines = [
  '# Desk',
  '',
  '## 1. What it does',
  '',
  'Answers <script>alert(1)</script> questions.',
  '',
  '- shows its specification: Lead',
  '',
  '## 2. Screens',
  '',
  '| Screen | Route | Shows | For |',
  '|---|:-:|---|---|',
  '| Queue | /queue | list of Ticket | Agent, Lead |',
  '| Words | /words | page | everyone |',
  '',
  '### Queue',
  '',
  '- columns: subject',
  '',
  '### Words',
  '',
  'At most {MAX} words.',
  '',
  '## 3. Entities',
  '',
  '### Ticket',
  '',
  '| Field | Type |',
  '|---|---|',
  '| subject | text |',
  '',
  '## 6. Roles',
  '',
  '| Role | Meaning |',
  '|---|---|',
  '| Agent | answers |',
  '| Lead | leads |',
  '',
  '| Role | May | On |',
  '|---|---|---|',
  '| Agent | read | Ticket |',
  '| Lead | all | Ticket |',
  '',
  '## 9. Limits',
  '',
  '| Name | Value |',
  '|---|---|',
  '| MAX | 20 |',
]

const specificationOf = (text: string) => documentOf(text).specification
const specificationOfFiles = (files: Readonly<Record<string, string>>) =>
  checkDocument(Object.entries(files).map(([file, text]) => ({file, bytes: new TextEncoder().encode(text)})))
    .specification
const desk = createApplication(specificationOf(lines.join('\n')))
const lead = person('l', 'Lead')
const agent = person('a', 'Agent')

async function read(application: Application, url: string, actor: Actor): Promise<SpecificationData | null> {
  const {pathname, search, searchParams: query} = new URL(url, 'http://localhost')
  const opened = application.open(pathname, actor)
  const visit: Visit = {
    path: pathname,
    query,
    url: pathname + search,
    parameters: {},
    actor,
    failed: () => '',
    idempotency: null,
    sender: {address: '192.0.2.1', agent: '', session: null, browser: null},
  }
  const reply = await opened?.screen.load(visit)
  return reply?.kind === 'page' && reply.screen === 'specification' ? reply.data : null
}

const markedIn = (html: string) => [...html.matchAll(/<\w+ id="([^"]+)" class="marked"/g)].map(match => match[1])

describe('the link at the foot of a page', () => {
  test('leads to the row of the screen and to the section under its heading', async () => {
    const queue = desk.behind('/queue', 'list', lead)
    expect(queue).toBe('/_book/2?lines=13,16-18#line-13')
    expect((await read(desk, queue ?? '', lead))?.also).toEqual([
      {label: 'Ticket: fields', href: '/_book/3?lines=26-30#line-26'},
      {label: 'Ticket: permissions', href: '/_book/6?lines=41,42#line-41'},
    ])
    const words = desk.behind('/words', 'page', lead)
    expect(words).toBe('/_book/2?lines=14,20-22#line-14')
    const data = await read(desk, words ?? '', lead)
    expect(markedIn(data?.html ?? '')).toEqual(['line-14', 'line-20', 'line-22'])
  })

  test('leads to the relevant point for pages of the engine', () => {
    const at = (path: string, screen: string) => desk.behind(path, screen, lead)
    expect([
      at('/about', 'about'),
      at('/x', 'missing'),
      at('/account', 'account'),
      at('/_book/1', 'specification'),
    ]).toEqual(['/_book/1', '/_book/8', '/_book/6', null])
  })
})

describe('a page of the specification', () => {
  test('shows the point as written, escaped, with the values of constants and without styles', async () => {
    const data = await read(desk, '/_book/2?lines=13', lead)
    expect(data?.html).toContain('At most 20 words.')
    expect(data?.html).not.toContain('style=')
    expect(data?.html).toContain('class="at-center"')
    expect(data?.html).toContain('<tr id="line-13" class="marked">')
    // Headings start below the page's own, and a scrolling table is reachable by keyboard.
    expect(data?.html).toContain('<h2 id="line-')
    expect(data?.html).not.toContain('<h3')
    expect(data?.html).toContain('<table tabindex="0">')
    expect((await read(desk, '/_book', lead))?.html).toContain('&lt;script&gt;')
    expect(data?.points.map(({number, open}) => `${number}${open ? ' open' : ''}`)).toEqual([
      '1',
      '2',
      '3',
      '4 open',
      '5 open',
      '6',
      '7 open',
      '8 open',
      '9',
    ])
    expect((await read(desk, '/_book/4', lead))?.html).toBe('')
  })

  test('ignores invalid lines', async () => {
    for (const asked of ['x', '9-', '-1', '99999999', '../etc:1', '1;2', '0'])
      expect([asked, markedIn((await read(desk, `/_book/2?lines=${asked}`, lead))?.html ?? '')]).toEqual([asked, []])
  })

  test('names the lines of other files by their file', async () => {
    const files = {
      'a.md': '# A\n\n## 1. Why\n\nBecause.\n\n- shows its specification: everyone\n',
      'b.md': '## 3. Things\n\nProse.\n',
    }
    const specification = specificationOfFiles(files)
    const html = (await read(createApplication(specification), '/_book/3?lines=b.md:3', nobody))?.html
    expect(html).toContain('<p id="line-2-3" class="marked">Prose.</p>')
  })
})

test('in another language, it shows the document as written, and its settings', async () => {
  const german = [
    '## 2. Screens',
    ...['', '| Text | Translation |', '|---|---|', '| Queue | Warteschlange |', ''],
    '## 9. Limits',
    ...['', '| Text | Translation |', '|---|---|', '| 20 hours | 20 Stunden |', ''],
  ]
  const english = lines.join('\n').replace('| MAX | 20 |', '| MAX | 20 hours |')
  const translated = createApplication(specificationOfFiles({'app.md': english, 'app.de.md': german.join('\n')})).in(
    'de',
  )
  const queue = translated.behind('/queue', 'list', lead)
  expect(queue).toBe(desk.behind('/queue', 'list', lead))
  const data = await read(translated, queue ?? '', lead)
  expect(data?.settings.map(({heading}) => heading)).toEqual(['Einstellungen von Queue'])
  expect(data).toMatchObject({language: 'en', html: expect.stringContaining('At most 20 hours words.')})
  expect(data?.points.filter(({open}) => open).map(({title}) => title)).toEqual([
    'Zustände und Übergänge',
    'Prüfregeln',
    'Aufrufe',
    'Fehlerkatalog',
  ])
})

test('the style guide exists only while a document is being edited', () => {
  expect(desk.open('/_parts', lead)).toBeNull()
  expect(createApplication(specificationOf(lines.join('\n')), {dev: true}).open('/_parts', nobody)).not.toBeNull()
})

describe('access', () => {
  const none = createApplication(specificationOf(lines.filter(line => !line.startsWith('- shows')).join('\n')))
  const written = createApplication(specificationOf(lines.join('\n')), {dev: true})

  test('is for the roles that the document names, and under dev for everyone', () => {
    const may = (application: Application, actor: Actor) =>
      application.behind('/words', 'page', actor) !== null && application.open('/_book/2', actor) !== null
    expect([may(desk, lead), may(desk, agent), may(desk, nobody)]).toEqual([true, false, false])
    expect([may(none, lead), may(none, nobody)]).toEqual([false, false])
    expect([may(written, agent), may(written, nobody)]).toEqual([true, true])
  })

  test('without permission there is neither a link nor a page', () => {
    for (const actor of [agent, nobody])
      for (const path of ['/_book', '/_book/1', '/_book/9', '/_book/0', '/_book/2/3'])
        expect(desk.open(path, actor)).toBeNull()
    expect(desk.open('/_book/10', lead)).toBeNull()
  })

  test('seed: names all nine points open', async () => {
    const written = createApplication(specificationOf(ninePoints), {dev: true})
    const data = await read(written, '/_book', nobody)
    expect(data?.points.filter(({open}) => open).map(({number}) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(data?.html).toContain('The purpose and the audience are not shown.')
  })

  test('explains the settings of the highlighted screen, as its kind declares them', async () => {
    const shown = await read(desk, '/_book/2?lines=13,16-18', lead)
    expect(shown?.settings).toEqual([
      {
        heading: 'Settings of Queue',
        settings: [{key: 'columns', meaning: expect.stringContaining(columns.describe.slice(0, 12))}],
      },
    ])
    expect((await read(desk, '/_book/2', lead))?.settings).toEqual([])
  })

  test('L17: is for everyone while the document is being edited, also if all of it is open', () => {
    const written = createApplication(specificationOf(ninePoints), {dev: true})
    expect(written.open('/_book', nobody)).not.toBeNull()
    expect(written.behind('/x', 'missing', nobody)).toMatch(/^\/_book\/8/)
    const running = createApplication(specificationOf(ninePoints))
    expect(running.open('/_book', nobody)).toBeNull()
  })
})
