/** Light, dark or as the system says: changed at once, and kept in a cookie so that the server renders it from then on. */
import {useState} from 'react'
import {lookCookie, type Look as Theme} from '../../contract/theme.ts'
import {usePage} from '../router/router-provider.tsx'

export function useTheme(): {readonly theme: Theme; readonly setTheme: (theme: Theme) => void} {
  const {shell} = usePage()
  const [chosen, setChosen] = useState<Theme | null>(null)
  const setTheme = (theme: Theme) => {
    setChosen(theme)
    const {dataset} = document.documentElement
    if (theme === 'system') delete dataset['look']
    else dataset['look'] = theme
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is asynchronous, and a page left at once must not lose it.
    document.cookie = lookCookie(theme)
  }
  return {theme: chosen ?? shell.look ?? 'system', setTheme}
}
