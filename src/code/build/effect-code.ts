/** `nonet/code` at run time, as a module: in effects, where it is built into them, and in the tests of their authors. */
export const effectModule = `/** What an effect throws so that it is not tried again. */
export class GiveUp extends Error {
  get name() {
    return 'GiveUp'
  }
}
`
