/** The list of keyboard shortcuts. */
import {laterMessagesFor} from '../../../messages/later.ts'
import {useLocale, useMessages} from '../../router/router-provider.tsx'
import {Dialog} from '../dialog.tsx'

export function Shortcuts({onClose}: {onClose: () => void}) {
  const {shortcuts: messages} = laterMessagesFor(useLocale())
  const {shell} = useMessages()
  const rows = [
    ['/', messages.find],
    ['Ctrl K', messages.palette],
    ['j', messages.next],
    ['k', messages.previous],
    ['Enter', messages.open],
    ['?', messages.help],
    ['Esc', messages.close],
  ]
  return (
    <Dialog className="keys" label={messages.heading} onClose={onClose}>
      <h2>{messages.heading}</h2>
      <dl>
        {rows.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button className="button" type="button" onClick={onClose}>
        {shell.close}
      </button>
    </Dialog>
  )
}
