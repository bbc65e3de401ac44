/** Entries of the audit log that a request writes have its network address. */
import type {Middleware} from '../context.ts'

export const auditOrigin: Middleware = (context, next) => {
  const audit = context.server.accounts?.engine().audit
  return audit ? audit.during({address: context.sender.address}, next) : next()
}
