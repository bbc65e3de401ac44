/** Settings of the network: the public address, the proxy in front, mail, calls, and the database. */

import {variablesOf} from '../../points/calls/read-address.ts'
import {isLoopback} from '../../server/middleware/host.ts'
import {databaseAddress} from '../../store/open.ts'
import {isSigningSecret} from '../../webhooks/send.ts'
import {isOwnMachine} from '../options.ts'
import {advice, type Deployment, type Looked, unsafe} from './findings.ts'

const sayOrigin =
  'Put a proxy with TLS in front and set --origin to the public address, for example --origin https://time.example.com.'

export function publicAddress({options}: Deployment): Looked {
  const {origin, demo} = options
  const found: Looked = []
  if (origin === null)
    found.push(
      unsafe(
        'O101',
        '--origin',
        'No public address is given: requests for every host name are answered, links in mails lead to this machine, and browsers are not told to stay with https.',
        sayOrigin,
      ),
    )
  else if (origin.startsWith('http:') && !isLoopback(origin))
    found.push(
      unsafe('O102', '--origin', `${origin} is not encrypted: passwords and pages can be read on the way.`, sayOrigin),
    )
  if (demo)
    found.push(
      unsafe(
        'O103',
        '--demo',
        'Every visitor can sign in as any person of the demo, with all their permissions.',
        'Remove --demo and NONET_DEMO, and start with a new database: the demo data stays in this one.',
      ),
    )
  return found
}

export function proxy({options}: Deployment): Looked {
  const {host, origin, trustProxy} = options
  if (!isOwnMachine(host) && !trustProxy)
    return [
      unsafe(
        'O104',
        '--host',
        `With --host ${host} other machines reach this process directly, unencrypted and past the proxy.`,
        'Set --host 127.0.0.1. If the proxy is on another machine or in another container, let only the proxy reach the port and set --trust-proxy.',
      ),
    ]
  if (!isOwnMachine(host))
    return [
      advice(
        'O105',
        '--trust-proxy',
        `With --host ${host} every machine that reaches the port can forge X-Forwarded-For and get around the limits per address.`,
        'Let only the proxy reach the port, with a firewall or a network of its own; or set --host 127.0.0.1 if it is on this machine.',
      ),
    ]
  if (origin === null || isLoopback(origin) || trustProxy) return []
  return [
    unsafe(
      'O106',
      '--trust-proxy',
      `Requests for ${origin} come through a proxy that is not trusted: all visitors share one address, and one of them can use up the sign-in attempts of all.`,
      'Set --trust-proxy, and let the proxy set X-Forwarded-For.',
    ),
  ]
}

export function mail({options}: Deployment): Looked {
  if (!options.mail)
    return [
      unsafe(
        'O107',
        '--smtp',
        'No mail server is given: links to set a password are only printed to the terminal and its log.',
        'Set NONET_SMTP=smtps://USER:PASSWORD@HOST in the environment, with --mail-from and --origin.',
      ),
    ]
  const {protocol, hostname} = new URL(options.mail.server)
  if (protocol === 'smtps:' || isOwnMachine(hostname)) return []
  return [
    advice(
      'O108',
      '--smtp',
      `Mail goes to ${hostname} encrypted only where the server offers it, and an attacker on the way can hide the offer.`,
      `Use smtps://${hostname} if the server accepts connections on port 465.`,
    ),
  ]
}

/** The environment variables of outgoing calls and effects; their values are not shown. */
export function lookAtCalls({checked, env, options}: Deployment): Looked {
  const {events, effects} = checked.specification.calls
  const withoutSecrets = effects.flatMap(({name, secrets, file, line}) => {
    const names = secrets.filter(each => !env[each])
    if (names.length === 0) return []
    const list = names.join(' and ')
    const message = `The effect "${name}" cannot be run, because ${list} ${names.length > 1 ? 'are' : 'is'} not set.`
    return [unsafe('O124', `${file}:${line}`, message, `Set ${list} in the environment of \`nonet run\`.`)]
  })
  const missing = events.flatMap(event => {
    const names = variablesOf(event).filter(name => !env[name])
    if (names.length === 0) return []
    const list = names.join(' and ')
    const are = names.length > 1 ? 'are' : 'is'
    const where = `${event.file}:${event.line}`
    return event.optional
      ? [
          advice(
            'O124',
            where,
            `The call "${event.name}" is not made, because ${list} ${are} not set.`,
            `Set ${list} if this call is to be made.`,
          ),
        ]
      : [
          unsafe(
            'O124',
            where,
            `The call "${event.name}" cannot be made, because ${list} ${are} not set.`,
            `Set ${list} in the environment of \`nonet run\`.`,
          ),
        ]
  })
  const unfit = events.flatMap(({secret, name}) => {
    const value = secret === null ? undefined : env[secret]
    if (secret === null || !value || isSigningSecret(value)) return []
    const hint = 'Set it to whsec_ and 24 to 64 random bytes in base64: `echo "whsec_$(openssl rand -base64 32)"`.'
    return [unsafe('O124', secret, `${secret} cannot sign the call "${name}".`, hint)]
  })
  const inside = options.privateHosts.map(host =>
    advice(
      'O125',
      '--private-hosts',
      `Calls may reach ${host} inside your network, also without TLS.`,
      'Remove it, if the document makes no calls there.',
    ),
  )
  return [...missing, ...withoutSecrets, ...unfit, ...inside]
}

export function database({options}: Deployment): Looked {
  const address = databaseAddress(options.db)
  if (address.database === 'sqlite') {
    const message = 'The database is a SQLite file, which has no connections.'
    return options.connections === undefined
      ? []
      : [advice('O126', '--connections', message, 'Leave out --connections, or name a PostgreSQL database with --db.')]
  }
  const {hostname, searchParams} = new URL(address.url)
  const mode = searchParams.get('sslmode') ?? ''
  if (hostname === '' || isOwnMachine(hostname) || ['require', 'verify-ca', 'verify-full'].includes(mode)) return []
  const message = `Records and the password travel to ${hostname} unencrypted, or encrypted only where the server insists.`
  return [unsafe('O115', '--db', message, 'Add ?sslmode=verify-full to the address of the database.')]
}

/** Where the audit log is sent. */
export function auditLog({options: {collector}}: Deployment): Looked {
  if (!collector || collector.to === 'stdout') return []
  const {protocol, hostname} = collector.to
  if (protocol === 'https:' || isOwnMachine(hostname)) return []
  const message = `The audit log goes to ${hostname} unencrypted: it can be read and changed on the way, with what authorizes it.`
  return [unsafe('O129', '--audit-to', message, `Use https://${hostname}, or a collector on this machine.`)]
}
