/**
 * Toasts: what the person has just done, with Undo, and that someone else has changed what is being edited. Before
 * hydration and without JavaScript, a plain message with a plain form.
 */
import {useEffect, useEffectEvent, useRef, useState} from 'react'
import type {DoneData} from '../../engine/page/frame.ts'
import {useHotkeys} from '../hooks/use-hotkeys.ts'
import {useHydrated} from '../hooks/use-hydrated.ts'
import {ActionForm, SubmitButton} from '../router/action-form.tsx'
import {Link} from '../router/link.tsx'
import {useMessages, usePage, useRouter} from '../router/router-provider.tsx'
import type {ActionOutcome} from '../router/types.ts'
import {Icon, IconPath} from './icon.tsx'

/** Milliseconds that a message without Undo is shown. */
const shownFor = 5000

const circle = 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0z'
const doneIcon = `${circle} M9 12l2 2 4-4`
const refusedIcon = `${circle} M12 8v4 M12 16h.01`
const changedIcon =
  'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5'

export function PageNotices({overtaken}: {overtaken: boolean}) {
  const {failures} = useMessages()
  // Both versions are shown, so that nothing is left to announce.
  const isConflict = usePage().status === 409
  return (
    <>
      {overtaken && !isConflict && (
        <p className="overtaken">
          <IconPath path={changedIcon} />
          {failures.overtaken}
        </p>
      )}
      <DoneNotice />
    </>
  )
}

function DoneNotice() {
  const {done, status} = usePage()
  // It outlives its page, so that navigation does not remove it; a refusal does, which is about something newer.
  const [shown, setShown] = useState(done)
  const [last, setLast] = useState(done)
  if (done !== last) {
    setLast(done)
    if (done) setShown(done)
  } else if (shown && !done && status >= 400) setShown(undefined)
  return shown && <Toast key={shown.id} done={shown} onClose={() => setShown(undefined)} />
}

interface Countdown {
  readonly millis: number
  readonly paused: boolean
  readonly onEnd: () => void
}

/** Starts again with another text; after a pause, with what was left. */
function useCountdown(text: string, {millis, paused, onEnd}: Countdown): void {
  const end = useEffectEvent(onEnd)
  const left = useRef(millis)
  const restart = useEffectEvent(() => {
    left.current = millis
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text restarts it
  useEffect(() => restart(), [text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text restarts it
  useEffect(() => {
    if (paused) return
    const started = performance.now()
    const timer = setTimeout(() => end(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - started
    }
  }, [paused, text])
}

/** The countdown pauses while the pointer or the focus is on it; the server has the last word. */
function Toast({done, onClose}: {done: DoneData; onClose: () => void}) {
  const {done: messages, shell} = useMessages()
  const {url} = usePage()
  const router = useRouter()
  const hydrated = useHydrated()
  const [held, setHeld] = useState(false)
  const [said, setSaid] = useState<{readonly text: string; readonly isRefusal: boolean} | null>(null)
  useCountdown(said?.text ?? done.text, {
    millis: said ? shownFor : (done.undo ?? shownFor),
    paused: held || said?.isRefusal === true,
    onEnd: onClose,
  })
  const answered = (outcome: ActionOutcome) => {
    const {page} = outcome.kind === 'refused' ? outcome : {page: null}
    const refusal = page && 'message' in page.data ? page.data.message : null
    if (outcome.kind === 'done') setSaid({text: messages.undone, isRefusal: false})
    else if (refusal !== null) setSaid({text: refusal, isRefusal: true})
    else if (outcome.kind === 'refused') void router.refresh()
  }
  const button = useRef<HTMLButtonElement>(null)
  const undo = () => button.current?.click()
  useHotkeys({z: undo, 'mod+z': undo})
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only holds the time that is left
    <div
      className={said?.isRefusal ? 'toast bad' : 'toast'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <IconPath path={said?.isRefusal ? refusedIcon : doneIcon} />
      <span>{said?.text ?? done.text}</span>
      {!said && done.href !== null && <Link href={done.href}>{messages.view}</Link>}
      {!said && done.undo !== null && (
        <ActionForm action="/_undo" staysOnPage onOutcome={answered}>
          <input type="hidden" name="id" value={done.id} />
          <input type="hidden" name="return" value={url} />
          <SubmitButton ref={button} className="button" name="_action" value="undo" aria-keyshortcuts="Z">
            {messages.undo}
          </SubmitButton>
        </ActionForm>
      )}
      {hydrated && (
        <button type="button" className="button ghost icon" aria-label={shell.close} onClick={onClose}>
          <Icon name="remove" />
        </button>
      )}
      {hydrated && !said && done.undo !== null && <span className={held ? 'left held' : 'left'} aria-hidden="true" />}
    </div>
  )
}
