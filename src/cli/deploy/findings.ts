/** What `nonet check --deploy` finds: the codes, a finding, and how findings are written. */

import type {CheckedDocument} from '../../points/specification.ts'
import {countedNoun} from '../document.ts'
import type {ServeOptions} from '../options.ts'

/** The codes, in the order of the checks. `docs/operations.md` lists them too. */
export const deployCodes = {
  O101: 'no public address is given',
  O102: 'the public address is not encrypted',
  O103: 'the people of the demo are on',
  O104: 'other machines reach the process directly',
  O105: 'every machine that reaches the process is trusted',
  O106: 'the proxy in front is not trusted',
  O107: 'no mail server is given',
  O108: 'mail may travel unencrypted',
  O109: 'no backups are named',
  O110: 'there is no recent backup',
  O111: 'backups are on the disk of the database',
  O112: 'others can read or change data',
  O113: 'a password is on the command line',
  O114: 'others can read a file with passwords',
  O115: 'the connection to the database is not encrypted',
  O116: 'a limit is weak',
  O117: 'the disk has less free space than files may use',
  O118: 'the process can be debugged',
  O119: 'certificates are not checked',
  O120: 'it runs as root',
  O121: 'every visitor can do everything',
  O122: 'everyone can sign up',
  O123: 'the document has warnings',
  O124: 'the environment lacks a value that a call needs',
  O125: 'calls may reach machines that are not public',
  O126: 'an option has no effect',
  O127: 'a role waits for a provider that is not there',
  O128: 'passwords work beside single sign-on',
  O129: 'the audit log is sent unencrypted',
  O130: 'a token of a directory is not needed',
} as const

export type DeployCode = keyof typeof deployCodes

export interface DeployFinding {
  readonly code: DeployCode
  /** Unsafe findings make the check fail; advice does not. */
  readonly severity: 'unsafe' | 'advice'
  /** The option, the variable, the file, or the line of the document. */
  readonly where: string
  readonly message: string
  readonly hint: string
}

/** The input of the checks. Time, user and environment are arguments, so that tests can set them. */
export interface Deployment {
  readonly options: ServeOptions
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly checked: CheckedDocument
  /** The folder with the backups, each in its own subfolder. */
  readonly backups: string | undefined
  readonly now: number
  /** Null on systems without user ids. */
  readonly user: number | null
}

export type Looked = DeployFinding[]

export const unsafe = (code: DeployCode, where: string, message: string, hint: string): DeployFinding => ({
  code,
  severity: 'unsafe',
  where,
  message,
  hint,
})

export const advice = (...parts: Parameters<typeof unsafe>): DeployFinding => ({
  ...unsafe(...parts),
  severity: 'advice',
})

export function deployText(findings: readonly DeployFinding[], colour: boolean): string {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  return findings
    .map(({code, severity, where, message, hint}) => {
      const tone = severity === 'unsafe' ? 31 : 33
      return `${paint(1, where)} ${paint(tone, severity)} ${code}  ${message}\n  ${paint(36, '→')} ${hint}\n\n`
    })
    .join('')
}

export function deploySummary(findings: readonly DeployFinding[]): string {
  const bad = findings.filter(({severity}) => severity === 'unsafe').length
  const advised = findings.length - bad
  const advices = advised > 0 ? `${advised === 1 ? '1 piece' : `${advised} pieces`} of advice` : ''
  if (bad === 0)
    return `Nothing unsafe was found${advices ? `; there ${advised === 1 ? 'is' : 'are'} ${advices}` : ''}.`
  return `${countedNoun(bad, 'unsafe setting')}${advices ? ` and ${advices}` : ''}.`
}
