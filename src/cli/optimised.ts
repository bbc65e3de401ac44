/** What V8 has learned of a server's requests. */
import {setFlagsFromString} from 'node:v8'

/**
 * When nobody asks for anything for some seconds, V8 collects all garbage to give memory back. The shapes of what requests are made of go with it, because no
 * request is there to use them, and so does all that was optimised for them: the next two thousand requests take up to a third longer. So it shall not. What was
 * compiled before belongs to other flags, and is kept before.
 */
export function keepOptimised(): void {
  // Another version may know it by another name, and would complain.
  if (process.versions.node.startsWith('24.')) setFlagsFromString('--memory-reducer-gc-count=0')
}
