import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {createConnection, createServer} from 'node:net'
import {join, resolve} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {describe, expect, it} from 'vitest'
import {ended, newFolder, nonet, nonetHere, nonetServing} from '../kit/cli.ts'
import {handbook, ninePoints} from '../kit/documents.ts'

function folderWith(files: Record<string, string>): string {
  const folder = newFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

describe('nonet check', () => {
  it('seed: exits 0 for open points and lists all nine', async () => {
    const cwd = folderWith({'app.md': ninePoints})
    const ran = await nonetHere(['check', 'app.md'], {cwd})
    expect(ran).toMatchObject({code: 0, err: ''})
    expect(ran.out).toContain('The document can run.')
    expect(ran.out).toContain('9 points are open: 1 (purpose), 2 (screens), 3 (entities)')
  })

  it('prints the same as JSON', async () => {
    const cwd = folderWith({'app.md': ninePoints})
    const ran = await nonetHere(['check', 'app.md', '--json'], {cwd})
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.out)).toEqual({findings: [], open: [1, 2, 3, 4, 5, 6, 7, 8, 9], accepted: []})
  })

  it('exits 1 for errors and shows each with its line', async () => {
    const cwd = folderWith({'app.md': handbook.replace('| page | Staff |', '| pgae | Staff |')})
    const ran = await nonet(['check', 'app.md'], {cwd})
    expect(ran.code).toBe(1)
    // One stream, so that a pipe shows findings before their summary.
    expect(ran.err).toBe('')
    expect(ran.out).toMatch(
      /^app\.md:19:.* error N201 {2}Unknown screen type `pgae`\.\n[\s\S]*\n\nThe document cannot run: 1 error/,
    )
    const json = await nonetHere(['check', '.', '--json'], {cwd})
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out).findings).toMatchObject([{code: 'N201', file: 'app.md', severity: 'error'}])
  })

  it('applies fixes with --fix, including those revealed by another one, and prints their number', async () => {
    const wrong = handbook.replace('| page | Staff |', '| pgae | Stfaf |')
    const cwd = folderWith({'app.md': wrong})
    const ran = await nonetHere(['check', 'app.md', '--fix'], {cwd})
    expect(ran).toMatchObject({code: 0, err: ''})
    expect(ran.out).toContain('Applied 2 fixes.\nThe document can run.')
    expect(readFileSync(join(cwd, 'app.md'), 'utf8')).toBe(handbook)
  })

  it('combines the files of a folder', async () => {
    const cwd = folderWith({
      '1.md': '# T\n\n## 9. L\n\n| Name | Value |\n|---|---|\n| A | 1 |\n',
      '2.md': '## 9. M\n\n| Name | Value |\n|---|---|\n| A | 2 |\n',
      'notes.txt': 'no',
    })
    const ran = await nonetHere(['check', cwd])
    expect(ran.code).toBe(1)
    expect(ran.out).toContain(`${join(cwd, '2.md')}:5:3 error N902`)
  })

  it('counts accepted warnings, and lists them in JSON with their reasons', async () => {
    const page = '## 2. S\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n| Start | / | page | everyone |\n'
    const cwd = folderWith({'app.md': `# T\n\n## 1. P\n\n- accept: N206 because its words come later.\n\n${page}`})
    const ran = await nonetHere(['check', 'app.md'], {cwd})
    expect(ran).toMatchObject({code: 0, err: ''})
    expect(ran.out).toContain('The document can run.\n1 warning accepted.')
    const {findings, accepted} = JSON.parse((await nonetHere(['check', 'app.md', '--json'], {cwd})).out)
    expect(findings).toEqual([])
    expect(accepted).toMatchObject([{code: 'N206', line: 11, because: 'its words come later.'}])
  })

  it('lists every limit with its value and origin, and the defaults of open points', async () => {
    const limits = '## 9. L\n\n| Name | Value |\n|---|---|\n| MAX_UPLOAD | 5 MB |\n'
    const cwd = folderWith({'app.md': `# T\n\n${limits}`})
    const {out} = await nonetHere(['check', 'app.md', '--defaults'], {cwd})
    expect(out).toMatch(/MAX_UPLOAD +5 MB +app.md:7 +of one file/)
    expect(out).toMatch(/SESSION_LENGTH +14 days +by default/)
    expect(out).toMatch(/form fields +2000 fields +always/)
    expect(out).toContain('Point 6 is open: one role, Member, who signs up and may do all.')
    const json = JSON.parse((await nonetHere(['check', 'app.md', '--defaults', '--json'], {cwd})).out)
    expect(json.limits).toContainEqual(
      expect.objectContaining({name: 'PAGE_SIZE', value: 25, unit: 'records', from: 'default'}),
    )
    expect(json.openDefaults.map(({point}: {point: number}) => point)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('accepts the time-off planner', async () => {
    const ran = await nonetHere(['check', 'apps/time-off', '--json'], {cwd: resolve('.')})
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.out).open).toEqual([])
  })
})

describe('the command line', () => {
  const folder = folderWith({'app.md': ninePoints})
  mkdirSync(join(folder, 'empty'))

  it.each([
    [[], 2, /nonet COMMAND PATH/, 'out'],
    [['--help'], 0, /run\s+serve a document/, 'out'],
    [['check', '--help'], 0, /nonet check PATH \[--fix\] \[--json\] \[--defaults\]/, 'out'],
    [['run', '--help'], 0, /--port 3000/, 'out'],
    [['chek', 'app.md'], 2, /There is no command "chek"\. Did you mean `check`\?/, 'err'],
    [['check'], 2, /Name the document: nonet check PATH/, 'err'],
    [['check', 'a', 'b'], 2, /Name one document, not 2/, 'err'],
    [['check', 'app.md', '--jsn'], 2, /There is no option --jsn\. Did you mean `--json`\?/, 'err'],
    [['run', 'app.md', '--port', 'many'], 2, /--port must be a number from 0 to 65535/, 'err'],
    [['run', 'app.md', '--port'], 2, /--port/, 'err'],
    [['run', 'app.md', '--db', 'mysql://x'], 2, /--db must be sqlite:FILE or postgres/, 'err'],
    [['run', 'app.md', '--origin', 'time.example.com'], 2, /--origin must be an address/, 'err'],
    [['check', 'nothing.md'], 1, /There is no file or folder nothing\.md\./, 'err'],
    [['check', 'empty'], 1, /empty holds no \*\.md file/, 'err'],
    [
      ['run', 'app.md', '--host', '203.0.113.7', '--port', '0'],
      1,
      /203\.0\.113\.7 is no address of this machine/,
      'err',
    ],
  ] as const)('%j', async (args, code, text, where) => {
    // What opens a port ends with its process.
    const command = args.some(each => each === '--host') || args.length === 0 ? nonet : nonetHere
    const ran = await command(args, {cwd: folder})
    expect(ran[where]).toMatch(text)
    expect(ran.code).toBe(code)
    const lines = ran.err.trim().split('\n')
    if (where === 'err') expect(lines).toHaveLength(1)
  })

  it.each([
    ['run', '--host', '0.0.0.0'],
    ['run', '--host', '::'],
    ['dev', '--origin', 'https://demo.example.com'],
  ])('S29: does not open a demonstration to everyone by accident: %s %s %s', async (command, option, value) => {
    const ran = await nonetHere([command, 'app.md', '--demo', option, value], {cwd: folder})
    expect(ran.err).toMatch(/^nonet: --demo lets every visitor .* add --public-demo.*\n$/)
    expect(ran.code).toBe(2)
  })

  it('reports an unreadable file in one line', async () => {
    chmodSync(join(folder, 'app.md'), 0o644)
    const secret = join(folder, 'empty', 'secret')
    mkdirSync(secret)
    const ran = await nonetHere(['check', join(secret, 'app.md', 'deeper')])
    expect(ran.code).toBe(1)
    expect(ran.err.trim().split('\n')).toHaveLength(1)
  })

  it('reports a port in use in one line', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise(done => server.on('listening', done))
    const address = server.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const ran = await Promise.all(['run', 'dev'].map(word => nonet([word, join(folder, 'app.md'), '--port', port])))
    server.close()
    const err = `nonet: Port ${port} is already in use. Choose another with --port.\n`
    expect(ran).toEqual([
      {code: 1, out: '', err},
      {code: 1, out: '', err},
    ])
  })
})

describe('nonet new', () => {
  it('writes a document that runs without findings', async () => {
    const cwd = newFolder()
    const made = await nonet(['new', 'my-shop'], {cwd})
    expect(made.code).toBe(0)
    expect(readFileSync(join(cwd, 'my-shop', 'app.md'), 'utf8')).toMatch(/^# My shop\n/)
    const checked = await nonetHere(['check', 'my-shop', '--json'], {cwd})
    expect(JSON.parse(checked.out)).toMatchObject({findings: [], open: [7]})
    const running = await nonetServing(['run', 'my-shop', '--demo', '--port', '0'], {cwd})
    await expect.poll(() => running.read().err).toContain('Loaded 10 demo records.')
    expect(await (await fetch(`${running.url}/sign-in`)).text()).toContain('Eda Aksoy')
    expect(await running.stop()).toBe(0)
  })

  it('never overwrites a file', async () => {
    const cwd = folderWith({'app.md': 'mine'})
    const ran = await nonetHere(['new', '.'], {cwd})
    expect(ran).toMatchObject({code: 1, err: 'nonet: . is not empty; nothing was written.\n'})
    expect(readFileSync(join(cwd, 'app.md'), 'utf8')).toBe('mine')
  })
})

describe('nonet run', () => {
  it('responds to an unknown address with the fallback page, as HTML and as data', async () => {
    const cwd = folderWith({'app.md': ninePoints})
    const running = await nonetServing(['run', 'app.md'], {cwd})
    for (const path of ['/anything', '/anything/at?all=1']) {
      const html = await fetch(running.url + path)
      expect(html.status).toBe(404)
      expect(await html.text()).toContain('This page doesn’t exist')
      const data = await fetch(`${running.url}${path}${path.includes('?') ? '&' : '?'}_data=x`, {
        headers: {accept: 'application/vnd.nonet.page+json'},
      })
      expect(data.status).toBe(404)
      expect(await data.json()).toMatchObject({status: 404, screen: 'missing', url: path})
    }
    expect(await running.stop()).toBe(0)
    const lines = running.read().out.trim().split('\n')
    expect(lines[0]).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/)
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/anything',
      status: 404,
      kind: 'page',
    })
  })

  it('S17: warns if other machines can reach it unencrypted, and not otherwise', async () => {
    const cwd = folderWith({'app.md': ninePoints})
    const warned = async (...more: string[]) => {
      const running = await nonetServing(['run', 'app.md', ...more], {cwd})
      await running.stop()
      return running.read().err
    }
    expect(await warned('--host', '0.0.0.0')).toMatch(/^Warning: No --origin is given/m)
    expect(await warned('--origin', 'http://time.example.com')).toMatch(
      /^Warning: http:\/\/time.example.com is not enc/m,
    )
    expect(await warned('--host', '0.0.0.0', '--origin', 'https://time.example.com')).not.toContain('Warning')
    expect(await warned()).not.toContain('Warning')
  })

  it('reads its options from the environment', async () => {
    const cwd = folderWith({'app.md': ninePoints})
    const ran = await nonetHere(['run', 'app.md'], {cwd, env: {NONET_PORT: 'many'}})
    expect(ran).toMatchObject({code: 2})
  })

  it('does not start with an error in the document', async () => {
    const cwd = folderWith({'app.md': '## 1. A\n'})
    const ran = await nonetHere(['run', 'app.md'], {cwd})
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('N009')
    expect(ran.err).toContain('app.md has 1 error, so it does not start.')
  })

  it('checks the request line itself, so that dots and backslashes reach no page', async () => {
    const cwd = folderWith({'app.md': handbook})
    const running = await nonetServing(['run', 'app.md'], {cwd})
    const {port} = new URL(running.url)
    for (const target of ['/x/../plain', '/./plain', '/%2e/plain', '//plain', '/a\\b', '/%'])
      expect(await rawStatus(Number(port), target)).toBe(400)
    expect(await rawStatus(Number(port), '/plain')).toBe(200)
    await running.stop()
  })

  it('S26: ends soon after SIGTERM even while clients keep sending on open connections', async () => {
    const cwd = folderWith({'app.md': ninePoints})
    const running = await nonetServing(['run', 'app.md'], {cwd})
    const answered = [0, 0, 0, 0]
    const asking = answered.map(async (_, client) => {
      for (;;) {
        const ok = await fetch(running.url).then(
          response => response.text(),
          () => null,
        )
        if (ok === null) return
        answered[client] = (answered[client] ?? 0) + 1
      }
    })
    await expect.poll(() => answered.every(count => count > 0), {timeout: 20_000}).toBe(true)
    const started = performance.now()
    expect(await running.stop()).toBe(0)
    expect(performance.now() - started).toBeLessThan(5000)
    await Promise.all(asking)
  })

  it('finishes requests in flight on SIGTERM', async () => {
    const cwd = folderWith({'app.md': handbook})
    const running = await nonetServing(['run', 'app.md'], {cwd})
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('_action=x&a='))
        await new Promise(done => setTimeout(done, 300))
        running.child.kill('SIGTERM')
        await new Promise(done => setTimeout(done, 300))
        controller.enqueue(new TextEncoder().encode('done'))
        controller.close()
      },
    })
    const init = {method: 'POST', body, duplex: 'half', headers: {'content-type': 'application/x-www-form-urlencoded'}}
    const response = await fetch(`${running.url}/plain`, init as RequestInit)
    expect(response.status).toBe(405)
    expect(await ended(running.child)).toBe(0)
  })
})

function rawStatus(port: number, target: string): Promise<number> {
  return new Promise((done, failed) => {
    const socket = createConnection(port, '127.0.0.1')
    let text = ''
    socket.on('connect', () => socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`))
    socket.on('data', data => {
      text += String(data)
    })
    socket.on('end', () => done(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])))
    socket.on('error', failed)
  })
}

describe('a start that fails', () => {
  it('after it listens ends the process: nothing is served without a database', async () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'app.md'), handbook)
    await (await nonetServing(['run', 'app.md', '--db', 'sqlite:a.sqlite'], {cwd})).stop()
    const database = new DatabaseSync(join(cwd, 'a.sqlite'))
    database.exec(`create trigger full before insert on nonet_token begin select raise(abort, 'no room'); end`)
    database.close()
    const ran = await nonet(['run', 'app.md', '--db', 'sqlite:a.sqlite', '--port', '0'], {cwd})
    expect([ran.code, ran.out]).toEqual([1, ''])
    expect(ran.err).toContain('no room')
  })
})

describe('a plan', () => {
  const document = (fields: string) =>
    `# Notes\n\n## 2. S\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n| Notes | / | list of Note | everyone |\n\n### Notes\n\n- columns: title\n- sort: title\n- search: title\n\n## 3. E\n\n### Note\n\n| Field | Type | Required |\n|---|---|---|\n| title | text 1..40 | yes |\n${fields}\n`

  it('that would lose data stops the start; the plan shown by nonet plan is the one that is accepted', async () => {
    const cwd = folderWith({'app.md': document('| extra | text | |'), 'n.csv': 'title,extra\nFirst,kept?\n'})
    await (await nonetServing(['run', 'app.md'], {cwd})).stop()
    expect(await nonetHere(['import', 'app.md', 'Note', 'n.csv'], {cwd})).toMatchObject({code: 0})
    writeFileSync(join(cwd, 'app.md'), document(''))
    const shown = await nonetHere(['plan', 'app.md', '--json'], {cwd})
    const {plan, weight} = JSON.parse(shown.out)
    expect(weight).toBe('destructive')
    const stopped = await nonet(['run', 'app.md', '--port', '0'], {cwd})
    expect(stopped).toMatchObject({code: 1})
    expect(stopped.err).toContain(`--accept ${plan}`)
    const running = await nonetServing(['run', 'app.md', '--accept', plan], {cwd})
    await expect.poll(() => running.read().err).toContain('A backup was taken first')
    await running.stop()
    const exported = await nonetHere(['export', 'app.md', 'Note'], {cwd})
    expect(exported.out).toContain('First')
    expect(exported.out).not.toContain('kept?')
  })
})
