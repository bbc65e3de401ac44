/**
 * `nonet check --deploy`: finds unsafe settings of a deployment. It takes the options and the environment of `nonet
 * run` and inspects the files they name. Every finding has a code, the option or file concerned, and what to do.
 */

import {directories, directoryTokens, document, limits} from './document.ts'
import type {DeployFinding, Deployment} from './findings.ts'
import {backups, modes, room, runtime, secrets} from './machine.ts'
import {auditLog, database, lookAtCalls, mail, proxy, publicAddress} from './network.ts'

export async function deployFindings(deployment: Deployment): Promise<DeployFinding[]> {
  const tokens = await directoryTokens(deployment)
  const found = [
    ...publicAddress(deployment),
    ...proxy(deployment),
    ...mail(deployment),
    ...(await backups(deployment)),
    ...(await modes(deployment)),
    ...(await secrets(deployment)),
    ...lookAtCalls(deployment),
    ...database(deployment),
    ...limits(deployment),
    ...(await room(deployment)),
    ...runtime(deployment),
    ...document(deployment, tokens),
    ...auditLog(deployment),
    ...directories(deployment, tokens),
  ]
  return found.toSorted((one, other) => one.code.localeCompare(other.code))
}
