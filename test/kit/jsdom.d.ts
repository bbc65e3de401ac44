/** The part of jsdom's types that tests use outside of its environment. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(text: string, options: {readonly contentType: string})
    readonly window: {readonly document: Document}
  }
}
