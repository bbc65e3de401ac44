/** The list of keyboard shortcuts: those of every page, and of the screen that is shown. */
import {useMessages, usePage} from '../../router/router-provider.tsx'
import {Dialog} from '../dialog.tsx'

export function Shortcuts({onClose}: {onClose: () => void}) {
  const {shortcuts: messages} = useMessages()
  const {shell, done, listScreen} = useMessages()
  const page = usePage()
  const lists = page.screen === 'list' ? listScreen.keys : null
  const decisions = page.screen === 'inbox' ? (page.data.selected?.actions ?? []) : []
  const rows = [
    ['/', messages.find],
    [`${shell.control} K`, messages.palette],
    ['j', messages.next],
    ['k', messages.previous],
    ['Enter', messages.open],
    ...decisions.flatMap(({hotkey, label}) => (hotkey === null ? [] : [[hotkey, label]])),
    ['n', messages.create],
    ...(lists
      ? [
          ['↑ ↓ ← →', lists.move],
          ['F2', lists.edit],
          ['x', lists.select],
          [shell.shift, lists.extend],
          ['f', lists.filter],
        ]
      : []),
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
