/** Every command responds to invalid input with one plain line that explains what to do, and exit code 1 or 2. */

import {mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {runCommand} from '../../src/cli/main.ts'
import {handbook} from '../kit/documents.ts'
import {talking} from '../kit/talking.ts'
import {oddWords} from '../kit/words.ts'

async function nonet(...args: string[]): Promise<{code: number; out: string; err: string}> {
  const {io, said} = talking()
  return {code: await runCommand(args, io), ...said}
}

const overview = (await nonet('--help')).out
const commands = [...overview.matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, name = '']) => name)

describe('nonet', () => {
  test('lists its commands, and suggests one for a misspelt name', async () => {
    expect(commands.length).toBeGreaterThan(15)
    expect(await nonet('chekc', 'app.md')).toEqual({
      ...{code: 2, out: ''},
      err: 'nonet: There is no command "chekc". Did you mean `check`?\n',
    })
  })

  test('names its version, and the help of a command by both ways', async () => {
    for (const asked of ['--version', '-v', 'version'])
      expect((await nonet(asked)).out).toMatch(/^Nonet \d+\.\d+\.\d+ \(/)
    expect(await nonet('help', 'user')).toEqual(await nonet('user', '--help'))
  })

  test('does not start without a folder for uploaded files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-usage-'))
    const document = join(folder, 'app.md')
    writeFileSync(document, handbook)
    const data = ['--db', `sqlite:${join(folder, 'a.sqlite')}`, '--files', join(document, 'files')]
    const {code, err} = await nonet('run', document, '--port', '0', ...data)
    expect(code).toBe(1)
    expect(err).toMatch(
      /^nonet: Uploaded files cannot be kept in [^\n]+ENOTDIR[^\n]+ Choose another folder with --files/m,
    )
  })

  test('takes an empty variable of the environment for a missing one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-usage-'))
    writeFileSync(join(folder, 'app.md'), handbook)
    const {io, said} = talking({env: {NONET_SMTP: '', NONET_ORIGIN: '', NONET_MAIL_FROM: '', NONET_DB: ''}})
    await runCommand(['check', join(folder, 'app.md'), '--deploy'], io)
    expect(said.err).not.toMatch(/--smtp must|--origin must/)
  })

  test('says what to do about a database, on a second line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-usage-'))
    writeFileSync(join(folder, 'app.md'), handbook)
    writeFileSync(join(folder, 'bad.sqlite'), 'This is a text, and no database at all.'.repeat(100))
    const {code, err} = await nonet('plan', join(folder, 'app.md'), '--db', `sqlite:${join(folder, 'bad.sqlite')}`)
    expect(code).toBe(1)
    expect(err).toMatch(/^nonet: The database file is damaged [^\n]+\n {2}→ Check the address\. [^\n]+\n$/)
  })

  test.each(commands)('%s has help in plain English', async name => {
    const {code, out} = await nonet(name, '--help')
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^nonet ${name}\\b`))
    expect(oddWords(name, out)).toEqual([])
  })

  test.each(commands.filter(name => name !== 'feel'))('%s says in one line what is wrong with its use', async name => {
    for (const args of [[], ['--nope', 'x'], ['a', 'b', 'c', 'd', 'e']]) {
      const {code, out, err} = await nonet(name, ...args)
      expect([1, 2]).toContain(code)
      expect(out).toBe('')
      expect(err).toMatch(/^nonet: [A-Z"][^\n]+\n$/)
      expect(oddWords(name, err)).toEqual([])
    }
  })

  test.each([
    [['check', 'nowhere.md'], 1, /nowhere\.md/],
    [['run', 'app.md', '--port', 'x'], 2, /--port must be a number from 0 to 65535, not "x"/],
    [['run', 'app.md', '--origin', 'x'], 2, /--origin must be an address such as/],
    [['run', 'app.md', '--db', 'x'], 2, /--db must be sqlite:FILE or postgres:/],
    [['run', 'app.md', '--connections', 'many'], 2, /--connections must be a number from 2 to 200, not "many"/],
    [['run', 'app.md', '--connections', '1'], 2, /--connections must be a number from 2 to 200, not "1"/],
    [['key', 'mkae', 'app.md'], 2, /Use one of: nonet key make \| list \| revoke\. Did you mean `make`\?/],
    [['user', 'frob'], 2, /deactivate \| activate \| remove-second-factor\.$/m],
    [['backup'], 2, /Name the folder: nonet backup FOLDER/],
    [['frobnicate'], 2, /There is no command "frobnicate"\. Run `nonet --help` for a list\./],
    [['user', 'add', 'app.md', '--db', 'sqlite:x'], 2, /Add --|Use|email/],
    [['outbox', 'drop', '12', '--db', 'sqlite:x'], 2, /"12" is not an id/],
    [['translate', 'app.md', 'German'], 2, /"German" is not a language such as de or pt-BR/],
  ] as const)('%j: exit code %i', async (args, code, err) => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-usage-'))
    writeFileSync(join(folder, 'app.md'), handbook)
    const places: Readonly<Record<string, string>> = {
      'app.md': join(folder, 'app.md'),
      'sqlite:x': `sqlite:${join(folder, 'x')}`,
    }
    const answer = await nonet(...args.map(each => places[each] ?? each))
    expect([answer.code, answer.err]).toEqual([code, expect.stringMatching(err)])
    expect(readdirSync(folder), 'nothing is made').toEqual(['app.md'])
  })
})

describe('nonet translate', () => {
  test('writes a row for every text, keeps filled ones, and reports when nothing is missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-translate-'))
    const [document, german] = [join(folder, 'app.md'), join(folder, 'app.de.md')]
    writeFileSync(document, handbook)
    const first = await nonet('translate', document, 'de')
    expect([first.code, first.out]).toEqual([0, expect.stringMatching(/^Added \d+ rows to .*app\.de\.md\.\n$/)])
    const rows = readFileSync(german, 'utf8').split('\n')
    expect(rows).toContain('| Text | Translation |')
    const empty = rows.findIndex(row => /^\| [^|]+ \| +\|$/.test(row))
    const filled = rows.map((row, index) => (index === empty ? row.replace(/\| +\|$/, '| Übersetzt |') : row))
    writeFileSync(german, filled.join('\n'))
    expect((await nonet('translate', document, 'de')).out).toMatch(/has a row for every text\.\n$/)
    expect(readFileSync(german, 'utf8')).toContain('| Übersetzt |')
    expect(await nonet('translate', document, 'en')).toMatchObject({
      code: 1,
      err: 'nonet: The document itself is in this language: LANGUAGE is "en".\n',
    })
  })
})
