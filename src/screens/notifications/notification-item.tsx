/** A notification: who, what, when, and the actions available now. On the page and in the popover of the bell. */
import type {ReactNode} from 'react'
import type {Problem} from '../../engine/page/common.ts'
import {Avatar} from '../../web/components/avatar.tsx'
import {Icon, IconPath} from '../../web/components/icon.tsx'
import {OptionalLink} from '../../web/components/optional-link.tsx'
import {ActionForm, SubmitButton} from '../../web/router/action-form.tsx'
import {Link} from '../../web/router/link.tsx'
import {useMessages} from '../../web/router/router-provider.tsx'
import type {ActionOutcome} from '../../web/router/types.ts'
import type {NotificationData} from './data.ts'

const againIcon =
  'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5'

export interface NotificationListProps {
  readonly items: readonly NotificationData[]
  /** The target of its forms, and the one-time token of its page. */
  readonly action?: string
  readonly once: string
  /** The page an action leads back to; by default the notifications page. */
  readonly back?: string
  /** Shown as read immediately. */
  readonly onRead: (id: string) => void
  readonly onOutcome?: (outcome: ActionOutcome) => void
}

/** Grouped by day. */
export function NotificationList(props: NotificationListProps) {
  const days = Map.groupBy(props.items, ({day}) => day)
  return [...days].map(([day, items]) => (
    <section key={day} className="told">
      <h2>{day}</h2>
      <ul className="card plain">
        {items.map(item => (
          <li key={item.id} className={item.unread ? 'new' : undefined}>
            <NotificationItem {...props} item={item} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function NotificationItem({item, ...props}: NotificationListProps & {item: NotificationData}) {
  const {notifications: messages} = useMessages()
  return (
    <>
      <OptionalLink className="it" href={item.href}>
        {item.by ? <Avatar id={item.by.id} name={item.by.name} /> : <Self />}
        <span className="what">
          <span>{item.happened}</span>
          <span className="small muted">
            {item.name} · <time dateTime={item.at}>{item.when}</time>
          </span>
          {item.outcome && (
            <span>
              <span className={`state ${item.outcome.tone}`}>{item.outcome.label}</span>
            </span>
          )}
        </span>
        {item.unread && (
          <span className="dot">
            <span className="sr-only">{messages.unread}</span>
          </span>
        )}
      </OptionalLink>
      {item.unread && (
        <ItemForm {...props} id={item.id} optimistic={() => props.onRead(item.id)}>
          <SubmitButton
            className="button ghost icon"
            name="_action"
            value="read"
            aria-label={messages.markOneRead(item.name)}
            title={messages.markRead}
          >
            <Icon name="check" />
          </SubmitButton>
        </ItemForm>
      )}
      {item.actions.length > 0 && <Actions {...props} item={item} />}
    </>
  )
}

/** An action that needs input links to the page with its form. */
function Actions({item, once, ...props}: NotificationListProps & {item: NotificationData}) {
  const {shell} = useMessages()
  return (
    <ItemForm {...props} className="buttons" id={item.id} refusedInPlace>
      <input type="hidden" name="_once" value={`${once}-${item.id}`} />
      <input type="hidden" name="_version" value={item.version ?? ''} />
      {item.actions.map(({name, label, tone, href}) =>
        href === null ? (
          <SubmitButton
            key={name}
            className={tone === 'primary' ? 'button primary' : 'button'}
            name="_action"
            value={name}
          >
            {label}
          </SubmitButton>
        ) : (
          <Link key={name} className="button" href={href} prefetch={false}>
            {shell.asksMore(label)}
          </Link>
        ),
      )}
    </ItemForm>
  )
}

interface ItemFormProps extends Pick<NotificationListProps, 'action' | 'back' | 'onOutcome'> {
  readonly id: string
  readonly className?: string
  readonly optimistic?: () => void
  readonly refusedInPlace?: boolean
  readonly children: ReactNode
}

function ItemForm({
  id,
  action,
  back,
  className,
  optimistic,
  refusedInPlace = false,
  onOutcome,
  children,
}: ItemFormProps) {
  return (
    <ActionForm
      noValidate
      {...(action === undefined ? {} : {action})}
      {...(className === undefined ? {} : {className})}
      {...(optimistic ? {optimistic} : {})}
      {...(onOutcome ? {onOutcome} : {})}
      refusedInPlace={refusedInPlace}
      staysOnPage={back !== undefined}
    >
      <input type="hidden" name="id" value={id} />
      {back !== undefined && <input type="hidden" name="return" value={back} />}
      {children}
    </ActionForm>
  )
}

/** Why an action was refused. */
export function Refusal({problems}: {problems: readonly Problem[]}) {
  if (problems.length === 0) return null
  return (
    <p className="problem" role="alert">
      {problems.map(({message}) => message).join(' ')}
    </p>
  )
}

function Self() {
  return (
    <span className="avatar self" aria-hidden="true">
      <IconPath path={againIcon} />
    </span>
  )
}

/** The notifications after one of them, or all, were marked as read. */
export function withRead(items: readonly NotificationData[], read: string): readonly NotificationData[] {
  return items.map(item => (read === 'all' || item.id === read ? {...item, unread: false} : item))
}
