/**
 * Passwords are hashed with little memory in tests: with what the product uses, one takes as long as the rest of a sign-in. What is
 * compared is made in the same way, so that nothing else changes; the tests of hashing itself are left alone.
 */
import crypto from 'node:crypto'
import {syncBuiltinESMExports} from 'node:module'
import {expect} from 'vitest'

type Argon2 = typeof crypto.argon2

declare global {
  /** As Node has it: this file runs for each test file, and several share a process. */
  var realArgon2: Argon2 | undefined
}

globalThis.realArgon2 ??= crypto.argon2
const argon2 = globalThis.realArgon2

/** The least that it takes. */
const cheap: Argon2 = (algorithm, parameters, done) =>
  argon2(algorithm, {...parameters, memory: 8 * parameters.parallelism, passes: 1}, done)

crypto.argon2 = expect.getState().testPath?.includes('passwords') ? argon2 : cheap
syncBuiltinESMExports()
