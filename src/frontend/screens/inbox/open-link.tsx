/** Opens another record beside the list: the list stays where it is. A phone shows the record instead of the list, as another page. */
import type {MouseEvent} from 'react'
import {isPlainClick, Link, type LinkProps} from '../../router/link.tsx'
import {useRouter} from '../../router/router-provider.tsx'

/** As in the style of the screen. */
const besideQuery = '(min-width: 60rem)'

export function useOpen(): (href: string) => void {
  const router = useRouter()
  return href => router.navigate(href, {keepPlace: matchMedia(besideQuery).matches})
}

export function OpenLink(props: LinkProps) {
  const router = useRouter()
  const open = useOpen()
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event) || !router.enabled) return
    event.preventDefault()
    open(props.href)
  }
  return <Link {...props} onClick={click} />
}
