/** A link that the command palette offers as well. */
import {Link, type LinkProps} from '../../router/link.tsx'
import {useRouter} from '../../router/router-provider.tsx'
import {Icon} from '../icon.tsx'
import {useCommand} from './commands.tsx'

export interface CommandLinkProps extends Omit<LinkProps, 'children'> {
  readonly label: string
  readonly icon?: string
}

export function CommandLink({label, icon, ...props}: CommandLinkProps) {
  const router = useRouter()
  useCommand(label, () => router.navigate(props.href))
  return (
    <Link {...props}>
      {icon !== undefined && <Icon name={icon} />}
      {label}
    </Link>
  )
}
