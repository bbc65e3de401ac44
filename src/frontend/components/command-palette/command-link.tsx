/** A link that the command palette offers as well. */
import {Link, type LinkProps} from '../../router/link.tsx'
import {useRouter} from '../../router/router-provider.tsx'
import {useCommand} from './commands.tsx'

export interface CommandLinkProps extends LinkProps {
  readonly label: string
}

/** It shows its label, or what it contains. */
export function CommandLink({label, children, ...props}: CommandLinkProps) {
  const router = useRouter()
  useCommand(label, () => router.navigate(props.href))
  return <Link {...props}>{children ?? label}</Link>
}
