/**
 * Light, dark or as the system says is kept in a cookie, so that the first paint is right and nothing flashes. It is not secret and harms
 * nobody: with script the browser writes it itself, at once, and a person who leaves the page in the next moment keeps what they chose.
 */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const name = 'nonet-theme'
/** As long as browsers keep one at most. */
const longest = 400 * 86_400

export function themeCookie(theme: Theme): string {
  return `${name}=${theme}; Path=/; Max-Age=${theme === 'system' ? 0 : longest}; SameSite=Lax`
}

export function themeIn(cookies: string): 'light' | 'dark' | null {
  const found = /(?:^|;\s*)nonet-theme=(light|dark)(?:;|$)/.exec(cookies)?.[1]
  return found === 'light' || found === 'dark' ? found : null
}
