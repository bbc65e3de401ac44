/**
 * Tests hash passwords with little memory: with the product's parameters, one hash takes as long as the rest of a
 * sign-in. Stored hashes are made in the same way, so nothing else changes; tests of hashing itself are unaffected.
 */
import crypto from 'node:crypto'
import {syncBuiltinESMExports} from 'node:module'
import {expect} from 'vitest'

type Argon2 = typeof crypto.argon2

declare global {
  /** Node's implementation: this file runs for each test file, and several share a process. */
  var realArgon2: Argon2 | undefined
}

globalThis.realArgon2 ??= crypto.argon2
const argon2 = globalThis.realArgon2

/** The minimum parameters. */
const cheap: Argon2 = (algorithm, parameters, done) =>
  argon2(algorithm, {...parameters, memory: 8 * parameters.parallelism, passes: 1}, done)

crypto.argon2 = expect.getState().testPath?.includes('passwords') ? argon2 : cheap
syncBuiltinESMExports()
