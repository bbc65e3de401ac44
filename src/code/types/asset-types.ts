/** Pictures and fonts that own code imports: a build makes an address of each. */

export const assetEndings = ['avif', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'webp', 'woff2']

export const assetTypes = assetEndings
  .map(ending => `declare module '*.${ending}' {\n  const address: string\n  export default address\n}\n`)
  .join('')
