/** The texts of the security page, in the language of the document. */
import type {Messages} from '../../../messages/index.ts'
import type {Accounts} from '../../accounts.ts'

export type SecurityMessages = Messages['security']

export function securityMessages(accounts: Accounts): SecurityMessages {
  return accounts.messages(accounts.engine().specification.limits.settings.LANGUAGE).security
}
