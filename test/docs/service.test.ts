/** The service file in the documentation: administrators copy it, so it keeps the process to what it needs. */
import {readFileSync} from 'node:fs'
import {expect, it} from 'vitest'

const operations = readFileSync('docs/operations.md', 'utf8')

/** The lines of a section, by name; a name that occurs twice has both values. */
function section(name: string): ReadonlyMap<string, readonly string[]> {
  const [, text = ''] = new RegExp(`^    \\[${name}\\]\\n((?:    [^[].*\\n)*)`, 'm').exec(operations) ?? []
  const lines = text.split('\n').flatMap(line => /^ {4}(\w+)=(.*)$/.exec(line)?.slice(1, 3) ?? [])
  const found = new Map<string, readonly string[]>()
  for (let at = 0; at < lines.length; at += 2)
    found.set(lines[at] ?? '', [...(found.get(lines[at] ?? '') ?? []), lines[at + 1] ?? ''])
  return found
}

it('O11: the documented service may only write its data, and gains no rights', () => {
  const service = section('Service')
  const enabled = [...service].filter(([, values]) => values.join() === 'yes').map(([name]) => name)
  expect(enabled.toSorted()).toEqual([
    'LockPersonality',
    'NoNewPrivileges',
    'PrivateDevices',
    'PrivateTmp',
    'ProtectClock',
    'ProtectControlGroups',
    'ProtectHome',
    'ProtectHostname',
    'ProtectKernelLogs',
    'ProtectKernelModules',
    'ProtectKernelTunables',
    'RemoveIPC',
    'RestrictNamespaces',
    'RestrictRealtime',
    'RestrictSUIDSGID',
  ])
  expect(Object.fromEntries(service)).toMatchObject({
    User: ['nonet'],
    UMask: ['0077'],
    CapabilityBoundingSet: [''],
    ProtectSystem: ['strict'],
    ReadWritePaths: ['/srv/nonet'],
    ProtectProc: ['invisible'],
    RestrictAddressFamilies: ['AF_INET AF_INET6 AF_UNIX'],
    SystemCallArchitectures: ['native'],
    SystemCallFilter: ['@system-service', '~@privileged'],
  })
  // V8 compiles at run time, so its memory must be executable.
  expect([...service.keys()]).not.toContain('MemoryDenyWriteExecute')
})

it('O11: everything that the documented service writes is where it may write', () => {
  const settings = [...operations.matchAll(/^ {4}(NONET_DB|NONET_FILES)=(?:sqlite:)?(\S+)$/gm)].map(
    ([, , path]) => path,
  )
  expect(settings).toHaveLength(2)
  for (const path of settings) expect(path).toMatch(/^\/srv\/nonet\//)
})
