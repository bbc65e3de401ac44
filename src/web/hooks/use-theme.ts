/** Light, dark or system: changed immediately, and stored in a cookie so that the server renders it from then on. */
import {useState} from 'react'
import {type Theme, themeCookie} from '../../engine/page/common.ts'
import {usePage} from '../router/router-provider.tsx'

export function useTheme(): {readonly theme: Theme; readonly setTheme: (theme: Theme) => void} {
  const {shell} = usePage()
  const [chosen, setChosen] = useState<Theme | null>(null)
  const setTheme = (theme: Theme) => {
    setChosen(theme)
    const {dataset} = document.documentElement
    if (theme === 'system') delete dataset['theme']
    else dataset['theme'] = theme
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is asynchronous, and a page left at once must not lose it.
    document.cookie = themeCookie(theme)
  }
  return {theme: chosen ?? shell.theme ?? 'system', setTheme}
}
