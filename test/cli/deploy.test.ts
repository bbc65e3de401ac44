/** `nonet check --deploy`: every unsafe setting is reported, and following the suggestion removes the finding. */
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {makeDirectory} from '../../src/accounts/scim/tokens.ts'
import {check} from '../../src/cli/check.ts'
import {parseOptions} from '../../src/cli/command.ts'
import {deployFindings} from '../../src/cli/deploy/deploy.ts'
import {type DeployFinding, deployCodes} from '../../src/cli/deploy/findings.ts'
import {checkPath} from '../../src/cli/document.ts'
import {serveOptions, serveOptionsOf} from '../../src/cli/options.ts'
import {newFolder} from '../kit/cli.ts'
import {engineOf} from '../kit/engine.ts'
import {sqlite} from '../kit/store-databases.ts'
import {talking} from '../kit/talking.ts'

const document = (limits = '| PAGE_SIZE | 20 |', joins = 'invitation') => `# Things

## 1. What the product does

Things are kept.

## 3. Entities

### Thing

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |

## 6. Roles

| Role | Joins by |
|---|---|
| Keeper | ${joins} |

| Role | May | On |
|---|---|---|
| Keeper | create, read, update, delete | Thing, User |

## 9. Limits

| Name | Value |
|---|---|
${limits}
`

interface Place {
  readonly path: string
  readonly data: string
  readonly files: string
  readonly backups: string
}

/** A folder set up by a careful operator. */
function carefully(text = document()): Place {
  const folder = newFolder()
  const path = join(folder, 'app.md')
  writeFileSync(path, text)
  const [data, files, backups] = ['data', 'files', 'backups'].map(name => join(folder, name))
  for (const each of [data, files, backups]) mkdirSync(each ?? '', {mode: 0o700})
  writeFileSync(join(data ?? '', 'data.sqlite'), '', {mode: 0o600})
  mkdirSync(join(backups ?? '', 'monday'))
  writeFileSync(join(backups ?? '', 'monday', 'manifest.json'), JSON.stringify({made: new Date().toISOString()}))
  return {path, data: join(data ?? '', 'data.sqlite'), files: files ?? '', backups: backups ?? ''}
}

const safeEnv = {NONET_SMTP: 'smtps://me:secret@mail.example.com', NONET_MAIL_FROM: 'desk@example.com'}

function safeArgs({path, data, files, backups}: Place): string[] {
  const where = ['--db', `sqlite:${data}`, '--files', files, '--backups', backups]
  return [path, '--deploy', '--origin', 'https://time.example.com', '--trust-proxy', ...where]
}

async function checked(args: readonly string[], env: Readonly<Record<string, string>> = safeEnv) {
  const {io, said} = talking({env})
  const code = await check.run([...args, '--json'], io)
  const {deploy} = JSON.parse(said.out) as {deploy: readonly DeployFinding[]}
  return {code, err: said.err, deploy}
}

/** The codes, without those that depend on the test machine. */
const codesOf = (deploy: readonly DeployFinding[]): string[] =>
  deploy.map(({code}) => code).filter(code => !['O111', 'O117', 'O120'].includes(code))

describe('nonet check --deploy', () => {
  it('finds nothing unsafe in a careful deployment', async () => {
    const {code, deploy} = await checked(safeArgs(carefully()))
    expect({code, codes: codesOf(deploy)}).toEqual({code: 0, codes: []})
    // The folders of a test are on one disk.
    expect(deploy.find(each => each.code === 'O111')?.severity).toBe('advice')
  })

  it('reports everything that a careless one leaves open, and fails', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'app.md'), document())
    const args = [
      join(folder, 'app.md'),
      '--deploy',
      '--demo',
      '--host',
      '0.0.0.0',
      '--db',
      `sqlite:${folder}/x.sqlite`,
    ]
    const {code, deploy} = await checked(args, {})
    expect({code, codes: codesOf(deploy)}).toEqual({code: 1, codes: ['O101', 'O103', 'O104', 'O107', 'O109']})
    for (const {where, message, hint} of deploy) {
      expect(where).not.toBe('')
      expect(message).toMatch(/^\S.+\.$/)
      expect(hint.length).toBeGreaterThan(10)
    }
  })

  it.each([
    ['an address that is not encrypted', ['--origin', 'http://time.example.com'], 'O102', '--origin'],
    ['a port that others reach', ['--host', '0.0.0.0'], 'O105', '--trust-proxy'],
    ['a password on the command line', ['--smtp', 'smtps://me:secret@mail.example.com'], 'O113', '--smtp'],
    ['the same with an equals sign', ['--smtp=smtps://me:secret@mail.example.com'], 'O113', '--smtp'],
    ['mail that may travel unencrypted', ['--smtp', 'smtp://mail.example.com'], 'O108', '--smtp'],
    ['a database far away', ['--db', 'postgres://app@db.example.com/app'], 'O115', '--db'],
    ['an audit log that is sent unencrypted', ['--audit-to', 'http://logs.example.com/'], 'O129', '--audit-to'],
    ['a folder without backups', ['--backups', '/nowhere/backups'], 'O110', '/nowhere/backups'],
  ])('reports %s', async (_, more, code, where) => {
    const {deploy} = await checked([...safeArgs(carefully()), ...more])
    expect(deploy.filter(each => each.code === code)).toMatchObject([{where}])
  })

  it('does not report them if the suggestion was followed', async () => {
    const far = ['--db', 'postgres://app@db.example.com/app?sslmode=verify-full']
    expect(codesOf((await checked([...safeArgs(carefully()), ...far])).deploy)).toEqual([])
    for (const to of ['stdout', 'https://logs.example.com/', 'http://127.0.0.1:8686/'])
      expect(codesOf((await checked([...safeArgs(carefully()), '--audit-to', to])).deploy)).toEqual([])
    const untrusted = safeArgs(carefully()).filter(word => word !== '--trust-proxy')
    expect(codesOf((await checked(untrusted)).deploy)).toEqual(['O106'])
    expect(codesOf((await checked([...untrusted, '--trust-proxy'])).deploy)).toEqual([])
  })

  it('reports files that others can read or folders that they can change, with a command that closes them', async () => {
    const place = carefully()
    for (const [path, mode] of [
      [place.data, 0o644],
      [place.files, 0o755],
      [place.backups, 0o750],
      [join(place.data, '..'), 0o777],
    ] as const)
      chmodSync(path, mode)
    const {code, deploy} = await checked(safeArgs(place))
    const found = deploy.filter(each => each.code === 'O112')
    expect(found.map(({severity}) => severity).toSorted()).toEqual(['advice', 'unsafe', 'unsafe', 'unsafe'])
    expect(code).toBe(1)
    for (const {hint} of found) {
      const [, recursive, what, path = ''] = /^chmod (-R )?(\S+) (\S+)$/.exec(hint) ?? []
      expect([what, recursive ?? '']).toEqual([expect.stringMatching(/^(600|go-rwx|go-w)$/), expect.anything()])
      chmodSync(path, what === '600' ? 0o600 : what === 'go-w' ? 0o755 : 0o700)
    }
    expect(codesOf((await checked(safeArgs(place))).deploy)).toEqual([])
  })

  it('reports a file of variables with passwords that others can read', async () => {
    const place = carefully()
    const env = join(place.path, '..', '.env')
    writeFileSync(env, 'NONET_SMTP=smtps://me:secret@mail.example.com\n', {mode: 0o644})
    expect(codesOf((await checked(safeArgs(place))).deploy)).toEqual(['O114'])
    chmodSync(env, 0o600)
    expect(codesOf((await checked(safeArgs(place))).deploy)).toEqual([])
  })

  it('reports an outdated backup', async () => {
    const place = carefully()
    const made = new Date(Date.now() - 3 * 86_400_000).toISOString()
    writeFileSync(join(place.backups, 'monday', 'manifest.json'), JSON.stringify({made}))
    expect(codesOf((await checked(safeArgs(place))).deploy)).toEqual(['O110'])
  })

  it.each([
    ['| SIGN_IN_ATTEMPTS | 500 |', 'O116'],
    ['| REQUESTS_PER_MINUTE | 20000 |', 'O116'],
    ['| SESSION_LENGTH | 365 days |', 'O116'],
    ['| MAX_UPLOAD | 2 GB |', 'O116'],
  ])('reports the weak limit %s with its line', async (limit, code) => {
    const {deploy} = await checked(safeArgs(carefully(document(limit))))
    const [found, ...more] = deploy.filter(each => each.code === code)
    expect(more).toEqual([])
    expect(found?.where).toMatch(/app\.md:\d+:\d+$/)
  })

  it('reports who can sign up, and that everyone may do everything without roles', async () => {
    const signUp = await checked(safeArgs(carefully(document('| PAGE_SIZE | 20 |', 'sign-up'))))
    expect([signUp.code, codesOf(signUp.deploy)]).toEqual([0, ['O122']])
    const some = await checked(safeArgs(carefully(document('| SIGN_UP_DOMAINS | "example.com" |', 'sign-up'))))
    expect([some.code, codesOf(some.deploy)]).toEqual([0, []])
    const open = document().replace(/## 6[\s\S]*(?=## 9)/, '')
    const without = await checked(safeArgs(carefully(open)))
    expect([without.code, codesOf(without.deploy).filter(code => code !== 'O123')]).toEqual([1, ['O121']])
  })

  it('reports warnings of the document', async () => {
    const screens =
      '## 2. Screens\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n| Help | /help | page | everyone |\n\n'
    const text = document().replace('## 3.', `${screens}## 3.`)
    const {code, deploy} = await checked(safeArgs(carefully(text)))
    expect([code, codesOf(deploy)]).toEqual([0, ['O123']])
  })

  it('reports missing environment variables of calls, never their values, and hosts inside the network', async () => {
    const calls = `## 4. States

### Thing

| Action | Who | Then |
|---|---|---|
| tell | Keeper | call hook; call chat |

## 7. Calls

- hosts: hooks.example.com

| Event | Method | URL | Sends |
|---|---|---|---|
| hook | POST | https://hooks.example.com/{env.HOOK_PATH} | name |
| chat | POST | {env.CHAT_URL} | name |

### hook

- secret: HOOK_SECRET

### chat

- optional: yes

## 9.`
    const args = safeArgs(carefully(document().replace('## 9.', calls)))
    const without = await checked(args)
    expect(
      without.deploy.filter(({code}) => code === 'O124').map(({severity, message}) => [severity, message]),
    ).toEqual([
      ['unsafe', 'The call "hook" cannot be made, because HOOK_PATH and HOOK_SECRET are not set.'],
      ['advice', 'The call "chat" is not made, because CHAT_URL is not set.'],
    ])
    const weak = {
      ...safeEnv,
      HOOK_PATH: 'hidden-path',
      HOOK_SECRET: 'hidden-secret',
      CHAT_URL: 'https://hidden.example.com',
    }
    const found = await checked(args, weak)
    expect([found.code, codesOf(found.deploy)]).toEqual([1, ['O124']])
    expect(JSON.stringify(found)).not.toContain('hidden')
    const strong = {...weak, HOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`}
    expect(codesOf((await checked(args, strong)).deploy)).toEqual([])
    const inside = await checked([...args, '--private-hosts', 'erp.internal,10.0.0.5'], strong)
    expect([inside.code, codesOf(inside.deploy)]).toEqual([0, ['O125', 'O125']])
  })

  it('reports unsafe settings of the process itself', async () => {
    const {path} = carefully(document().replace('Things are kept.', 'Things are kept.\n\nTODO: more.'))
    const options = serveOptionsOf(parseOptions([path], serveOptions, {}), 'check')
    const env = {NODE_OPTIONS: '--max-old-space-size=400 --inspect=0.0.0.0', NODE_TLS_REJECT_UNAUTHORIZED: '0'}
    const at = {options, args: [], env, checked: await checkPath(path), backups: undefined, now: 0, user: 0}
    const found = await deployFindings(at)
    expect(found.map(({code}) => code)).toEqual(expect.arrayContaining(['O118', 'O119', 'O120']))
    const fine = await deployFindings({...at, env: {}, user: 1000})
    expect(fine.map(({code}) => code)).not.toEqual(expect.arrayContaining(['O118']))
    const many = serveOptionsOf(parseOptions([path, '--connections', '20'], serveOptions, {}), 'check')
    expect((await deployFindings({...at, options: many})).map(({code}) => code)).toContain('O126')
    const big = await deployFindings({
      ...at,
      checked: await checkPath(carefully(document('| UPLOADS_IN_ALL | 10000 GB |')).path),
    })
    expect(big.map(({code}) => code)).toContain('O117')
  })

  it('reports tokens of directories that no one needs, and counts them as providers of groups', async () => {
    const text = document().replace(/\| Keeper \|[^\n]*/, '| Keeper | group "desk" of company |')
    const {path} = carefully(text)
    const db = await sqlite.make()
    const {engine} = await engineOf({document: text, address: db})
    const options = serveOptionsOf(parseOptions([path, '--db', db], serveOptions, {}), 'check')
    const at = {options, args: [], env: {}, checked: await checkPath(path), backups: undefined, user: 1}
    const day = 24 * 3_600_000
    const found = async (now: number) =>
      (await deployFindings({...at, now})).flatMap(({code, message}) => (/O127|O130/.test(code) ? [message] : []))
    expect(await found(0)).toEqual(['No one joins Keeper through company: NONET_SSO does not name it.'])
    await makeDirectory(engine, {provider: 'company', days: 200}, 0)
    expect(await found(89 * day)).toEqual([])
    expect(await found(91 * day)).toEqual(['The token of the directory company was not used for 90 days.'])
    await makeDirectory(engine, {provider: 'other', days: null}, 0)
    expect(await found(201 * day)).toEqual([
      'No one joins Keeper through company: NONET_SSO does not name it.',
      'The directory other brings people without a role: point 6 gives none through it.',
    ])
  })

  it('reports what point 6 expects of providers that are not there, and passwords beside them', async () => {
    const roles = '| Keeper | invitation, group "desk" of company |\n| Visitor | anyone of company |'
    const text = document().replace(/\| Keeper \|[^\n]*/, roles)
    expect(text).toContain('anyone of company')
    const {path} = carefully(text)
    const options = (env: Record<string, string>) =>
      serveOptionsOf(parseOptions([path], serveOptions, {}), 'check', env)
    const at = {args: [], env: {}, checked: await checkPath(path), backups: undefined, now: 0, user: 1}
    const found = async (env: Record<string, string>) =>
      (await deployFindings({...at, options: options(env)})).flatMap(({code, message}) =>
        code === 'O127' || code === 'O128' ? [message] : [],
      )
    expect(await found({})).toEqual([
      'No one joins Keeper through company: NONET_SSO does not name it.',
      'No one joins Visitor through company: NONET_SSO does not name it.',
    ])
    const company = {
      NONET_SSO: 'company',
      NONET_SSO_COMPANY_ISSUER: 'https://login.example.com',
      NONET_SSO_COMPANY_CLIENT_ID: 'id',
      NONET_SSO_COMPANY_CLIENT_SECRET: 'secret',
    }
    expect(await found(company)).toEqual([
      'No one joins Visitor as anyone of company: its domains are not named.',
      'People can still sign in with a password, without what the provider asks of them.',
    ])
    const whole = {...company, NONET_SSO_COMPANY_DOMAINS: 'example.com', NONET_PASSWORDS_FOR: 'admin@example.com'}
    expect(await found(whole)).toEqual([])
  })

  it('never prints a password', async () => {
    const args = [...safeArgs(carefully()), '--smtp', 'smtp://me:topsecret@mail.example.com']
    const db = ['--db', 'postgres://app:topsecret@db.example.com/app']
    expect(JSON.stringify((await checked([...args, ...db])).deploy)).not.toContain('topsecret')
  })

  it('has the same codes as docs/operations.md', () => {
    const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| (O\d+) \| (unsafe|advice)[^|]* \| ([^|]+) \|/gm)]
    expect(rows.map(([, code, , what]) => [code, what?.trim()])).toEqual(Object.entries(deployCodes))
  })
})
