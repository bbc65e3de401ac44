/** The form for the chosen room and time. */
import {ActionForm, can, Notice, type ScreenProps} from 'nonet/screen'
import {type Room, stateOf} from './plan'
import {useTexts} from './texts'

interface BookRoomProps {
  readonly room: Room
  readonly actions: ScreenProps<'Floor plan'>['actions']
  /** In words. */
  readonly time: string
}

export function BookRoom({room, actions, time}: BookRoomProps) {
  const texts = useTexts()
  return (
    <section className="book" aria-labelledby="book-room">
      <h2 id="book-room">{texts.bookRoom(room.name, time)}</h2>
      {stateOf(room) === 'taken' ? (
        <Notice>{texts.isTaken(room.name)}</Notice>
      ) : (
        can(actions.book) && <ActionForm action={actions.book} fixed={{room: room.id}} />
      )}
      {can(actions.arrange, room) && <ActionForm action={actions.arrange} record={room} />}
    </section>
  )
}
