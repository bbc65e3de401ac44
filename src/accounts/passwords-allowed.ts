/** Who may sign in with a password: everyone or, where a provider signs people in, those that the operator names. */
import type {Accounts} from './accounts.ts'

export function mayUsePassword({passwordsFor = null}: Pick<Accounts, 'passwordsFor'>, email: string): boolean {
  return passwordsFor === null || passwordsFor.includes(email.trim().toLowerCase())
}
