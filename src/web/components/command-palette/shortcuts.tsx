/** The list of keyboard shortcuts: those of every page, and of the screen that is shown. */
import {useMessages} from '../../router/router-provider.tsx'
import {Dialog} from '../dialog.tsx'
import {useShownShortcuts} from './commands.tsx'

export function Shortcuts({onClose}: {onClose: () => void}) {
  const {shortcuts: messages} = useMessages()
  const {shell, done} = useMessages()
  const ofScreen = useShownShortcuts()
  const rows = [
    ['/', messages.find],
    [`${shell.control} K`, messages.palette],
    ['j', messages.next],
    ['k', messages.previous],
    ['Enter', messages.open],
    ['n', messages.create],
    ...ofScreen,
    ['z', done.undo],
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
