/** The part of `nonet/testing` that runs documents; it is built with the command, whose files it shares. */
import {ownAddresses} from '../screens/code/addresses.ts'
import type {OwnAddresses} from '../screens/code/kit/href.ts'
import {soundSpecification} from './test-document.ts'

export {BlankPages} from './blank-page.ts'
export {startApp} from './start-app.ts'

/** For `href`. */
export const addressesOf = async (path: string): Promise<OwnAddresses> => ownAddresses(await soundSpecification(path))
