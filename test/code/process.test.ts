/** Pages with own code are rendered in a process of their own, which can be stopped and cannot reach anything. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {CodeStopped} from '../../src/code/process/code-process.ts'
import {ownProcesses, showsRooms} from '../kit/own-code.ts'

const endless = '() => { for (;;); }'

async function htmlOf(answer: ReturnType<ReturnType<typeof ownProcesses>['render']>): Promise<string> {
  const got = await answer
  if (got.kind !== 'html') throw new Error(JSON.stringify(got))
  return got.html
}

describe('a page with own code', () => {
  it('is rendered with the shell around it', async () => {
    const {render} = ownProcesses({Rooms: showsRooms})
    const html = await htmlOf(render('Rooms'))
    expect(html).toContain('<ul><li>Attic</li><li>Cellar</li></ul>')
    expect(html).toContain('id="main"')
  })

  it('uses the hooks of the one React', async () => {
    const hooks = '() => { const id = react.useId(); const [n] = react.useState(() => 7); return h("p", {id}, n) }'
    const {render} = ownProcesses({Hooks: hooks})
    expect(await htmlOf(render('Hooks'))).toMatch(/<p id="[^"]+">7<\/p>/)
  })

  it('escapes what people have written', async () => {
    const {render} = ownProcesses({Rooms: `({data}) => h('p', null, '<script>alert(1)</script>')`})
    expect(await htmlOf(render('Rooms'))).toContain('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')
  })

  it('that throws shows a message with the reference, and reports the cause', async () => {
    const {render} = ownProcesses({Broken: '() => { throw new Error("no such floor") }'})
    const answer = await render('Broken')
    expect(answer).toMatchObject({kind: 'html', html: expect.stringContaining('<code>TEST-0001</code>')})
    expect(answer).toMatchObject({failures: [expect.stringMatching(/^Error: no such floor\n.*Broken\.mjs/)]})
  })

  it.each([
    ['null', 'null'],
    ['what has no text', '{toString() { throw 1 }}'],
  ])('that throws %s is only broken itself', async (_, thrown) => {
    const {render} = ownProcesses({Broken: `() => { throw ${thrown} }`, Rooms: showsRooms})
    expect((await render('Broken')).kind).toBe('html')
    expect(await htmlOf(render('Rooms'))).toContain('Attic')
  })

  it('leads elsewhere, or to the missing page', async () => {
    const {render} = ownProcesses({
      Away: '() => screen.redirect("/rooms")',
      None: '() => screen.notFound()',
    })
    expect(await render('Away')).toEqual({kind: 'redirect', to: '/rooms'})
    expect(await render('None')).toEqual({kind: 'missing'})
  })

  it('that is too large is not sent, and the next one is', async () => {
    const {render} = ownProcesses({Large: `() => h('p', null, 'x'.repeat(9 * 1024 * 1024))`, Rooms: showsRooms})
    expect(await render('Large')).toMatchObject({
      kind: 'failed',
      cause: expect.stringMatching(/^Its page is too large/),
    })
    expect(await htmlOf(render('Rooms'))).toContain('Attic')
  })

  it('that cannot be loaded says so', async () => {
    const {render} = ownProcesses({})
    expect(await render('Gone')).toMatchObject({kind: 'failed', cause: expect.stringContaining('Gone.mjs')})
  })
})

describe('a code process', () => {
  it('that never answers is stopped and replaced', async () => {
    const {render} = ownProcesses({Endless: endless, Rooms: showsRooms}, {deadline: 1500, most: 1})
    await expect(render('Endless')).rejects.toThrow('It took longer than 1500 ms.')
    expect(await htmlOf(render('Rooms'))).toContain('Attic')
  })

  it('whose page waits for what never comes is stopped and replaced', async () => {
    const waits = '() => react.use(new Promise(() => {}))'
    const {render} = ownProcesses({Waits: waits, Rooms: showsRooms}, {deadline: 1500, most: 1})
    await expect(render('Waits')).rejects.toThrow('It took longer than 1500 ms.')
    expect(await htmlOf(render('Rooms'))).toContain('Attic')
  })

  it('that never answers keeps no other page waiting', async () => {
    const {processes, render} = ownProcesses({Endless: endless, Rooms: showsRooms}, {patience: 10_000})
    await render('Rooms')
    const order: string[] = []
    const never = render('Endless').catch(() => order.push('stopped'))
    order.push((await render('Rooms')).kind, (await render('Rooms')).kind)
    processes.stop()
    await never
    expect(order).toEqual(['html', 'html', 'stopped'])
  })

  it('that is taken lets pages wait for a limited time', async () => {
    const {render} = ownProcesses({Endless: endless, Rooms: showsRooms}, {deadline: 2000, patience: 50, most: 1})
    await render('Rooms')
    const never = render('Endless').catch(cause => cause)
    await expect(render('Rooms')).rejects.toThrow('Other pages with own code took too long.')
    expect(await never).toBeInstanceOf(CodeStopped)
  })

  it('renders pages one after the other if there is no second one', async () => {
    const {render} = ownProcesses({Rooms: showsRooms}, {most: 1, patience: 20_000})
    const answers = await Promise.all(Array.from({length: 8}, () => htmlOf(render('Rooms'))))
    expect(new Set(answers).size).toBe(1)
  })

  it('that keeps too much in memory ends, and is replaced', async () => {
    const greedy = '() => { const kept = []; for (;;) kept.push(new Array(100_000).fill({})) }'
    const {render} = ownProcesses({Greedy: greedy, Rooms: showsRooms}, {deadline: 60_000, memory: 64})
    await expect(render('Greedy')).rejects.toThrow(/Its process has ended/)
    expect(await htmlOf(render('Rooms'))).toContain('Attic')
  })

  it('that was stopped renders nothing more', async () => {
    const {processes, render} = ownProcesses({Rooms: showsRooms})
    await processes.start()
    processes.stop()
    await expect(render('Rooms')).rejects.toBeInstanceOf(CodeStopped)
  })

  it('without its build says what is missing', async () => {
    await expect(ownProcesses({}, {engine: 'dist/nowhere'}).processes.start()).rejects.toThrow(/nowhere/)
  })
})

describe('own code on the server', () => {
  const outside = join(tmpdir(), `nonet-outside-${process.pid}.mjs`)

  beforeAll(() => writeFileSync(outside, 'export default "outside"'))
  afterAll(() => rmSync(outside))

  /** What each attempt could find out, as text: its part tries it when it is loaded. */
  async function tried(attempts: readonly (readonly [name: string, attempt: string])[]) {
    const {folder, render} = ownProcesses({})
    const found: Record<string, string> = {}
    for (const [at, [name, attempt]] of attempts.entries()) {
      const code = `let found
try { found = await (async () => { ${attempt} })() } catch (cause) { found = 'refused: ' + cause.message }
export default () => react.createElement('output', null, String(found))`
      writeFileSync(join(folder, `Try${at}.mjs`), `import {react} from 'nonet:kit'\n${code}`)
      const html = await htmlOf(render(`Try${at}`))
      found[name] = /<output>([\s\S]*)<\/output>/.exec(html)?.[1] ?? html
    }
    return found
  }

  it('can tell what it has found, so that the tests below can fail', async () => {
    const found = await tried([
      ['a result', 'return 6 * 7'],
      ['a failure', 'throw new Error("no")'],
    ])
    expect(found).toEqual({'a result': '42', 'a failure': 'refused: no'})
  })

  it('does not find the process, the network and the modules of Node', async () => {
    const found = await tried([
      ['the process', 'return typeof process'],
      ['the process by the global object', 'return typeof globalThis.process'],
      ['requests', 'return typeof fetch'],
      ['sockets', 'return typeof WebSocket'],
      ['modules in the way of CommonJS', 'return typeof require'],
    ])
    expect(Object.keys(found)).toHaveLength(5)
    expect(Object.entries(found).filter(([, text]) => text !== 'undefined')).toEqual([])
  })

  it('is refused imports and code that is made of text', async () => {
    const found = await tried([
      ['files', `const {readFileSync} = await import('node:fs'); return readFileSync('/etc/hostname', 'utf8')`],
      ['files, by another name', `return (await import('fs')).readFileSync('/etc/hostname', 'utf8')`],
      ['the environment', `return (await import('node:process')).env`],
      ['other processes', `return (await import('node:child_process')).execSync('id')`],
      ['threads', `return new (await import('node:worker_threads')).Worker('1', {eval: true})`],
      ['the network', `return (await import('node:net')).connect(80, '127.0.0.1')`],
      ['virtual machines', `return (await import('node:vm')).runInThisContext('process')`],
      ['module loading', `return (await import('node:module')).createRequire('/')('fs')`],
      ['code made of text', `return new Function('return typeof process')()`],
      ['code made of text by eval', `return (0, eval)('typeof process')`],
      ['code made of text by a constructor', `return (async () => {}).constructor('return import("node:fs")')()`],
      ['addresses with code', `return (await import('data:text/javascript,export default 1')).default`],
      ['packages of the engine', `return (await import('react')).default`],
      [
        'files of the engine',
        `return (await import('${new URL('../../dist/code/process.mjs', import.meta.url)}')).default`,
      ],
      ['files outside its folder', `return (await import('file://${outside}')).default`],
      ['files beside its folder', `return (await import('../${outside.split('/').at(-1)}')).default`],
      ['encoded paths', `return (await import('./%2e%2e/${outside.split('/').at(-1)}')).default`],
    ])
    expect(Object.keys(found)).toHaveLength(17)
    const refusal = /^refused: (?:Own code cannot import|Code generation from strings)/
    expect(Object.entries(found).filter(([, text]) => !refusal.test(text))).toEqual([])
  })
})

describe('the process itself', () => {
  const attempts = {
    files: `readFileSync('/etc/hostname')`,
    'files of the server': `readFileSync(${JSON.stringify(join(import.meta.dirname, '../../package.json'))})`,
    'files of the system, as links': `readFileSync('/proc/self/cwd/../package.json')`,
    'its environment in the files of the system': `readFileSync('/proc/self/environ')`,
    'the environment of the server': `readFileSync('/proc/' + process.ppid + '/environ')`,
    writing: `writeFileSync(import.meta.filename, '')`,
    'other processes': `execFileSync('id')`,
    threads: `new Worker('1', {eval: true})`,
    addons: `process.dlopen({exports: {}}, '/lib/none.node')`,
  }

  it('is refused by Node what own code is refused by its imports', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-engine-'))
    const tries = Object.entries(attempts).map(
      ([name, attempt]) => `try { ${attempt}; found[${JSON.stringify(name)}] = 'done' }
catch (cause) { found[${JSON.stringify(name)}] = cause.code }`,
    )
    const code = `import {readFileSync, rmSync, writeFileSync} from 'node:fs'
import {execFileSync} from 'node:child_process'
import {Worker} from 'node:worker_threads'
const found = {environment: Object.keys(process.env).join()}
${tries.join('\n')}
process.on('message', () => process.send({kind: 'html', html: JSON.stringify(found), failures: []}))
process.send('ready')
`
    writeFileSync(join(folder, 'process.mjs'), code)
    const answer = await ownProcesses({}, {engine: folder}).render('Any')
    const refused = Object.keys(attempts).map(name => [name, 'ERR_ACCESS_DENIED'])
    expect(answer.kind === 'html' && JSON.parse(answer.html)).toEqual({
      // The time zone is the same on every server.
      environment: 'TZ',
      ...Object.fromEntries(refused),
      addons: 'ERR_DLOPEN_DISABLED',
    })
    expect(readFileSync(join(folder, 'process.mjs'), 'utf8')).toBe(code)
  })

  it('that answers with something else than a page is stopped', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-engine-'))
    const answers = ['1', 'null', '{"kind": "html", "html": 1}', '{"kind": "html", "html": "", "failures": [1]}', '{}']
    for (const answer of answers) {
      writeFileSync(
        join(folder, 'process.mjs'),
        `process.on('message', () => process.send(${answer}))\nprocess.send('ready')\n`,
      )
      await expect(ownProcesses({}, {engine: folder}).render('Any')).rejects.toThrow('something else than a page')
    }
  })
})
