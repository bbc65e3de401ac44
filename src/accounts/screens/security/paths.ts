/** The addresses of the security page and of the pages below it, and the reply that leads there. */
export const securityPath = '/account/security'
export const appSetupPath = '/account/security/app'
export const newPasskeyPath = '/account/security/passkey'

export const leadTo = (to: string) => ({kind: 'redirect', to}) as const
