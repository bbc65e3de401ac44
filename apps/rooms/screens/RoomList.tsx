/** The same rooms as a list, with the bookings of the day. One's own can be moved by dragging, and with a form. */
import {ActionForm, ButtonLink, can, type ScreenProps, Submit, useFormat, Value} from 'nonet/screen'
import {type Booking, placeOf, type Room, stateOf} from './plan'
import {useTexts} from './texts'

type Actions = ScreenProps<'Floor plan'>['actions']

interface RoomListProps {
  readonly rooms: readonly Room[]
  readonly actions: Actions
  readonly hrefOf: (room: Room) => string
  readonly dragged: Booking | null
  readonly onDrag: (booking: Booking | null) => void
}

export function RoomList({rooms, actions, hrefOf, dragged, onDrag}: RoomListProps) {
  const texts = useTexts()
  const isMovable = rooms.some(({bookings}) => bookings.rows.some(booking => can(actions.move, booking)))
  return (
    <section aria-labelledby="rooms">
      <h2 id="rooms">{texts.rooms}</h2>
      {isMovable && <p className="hint-to-drag">{texts.drag}</p>}
      <ul className="rooms">
        {rooms.map(room => (
          <li key={room.id}>
            <div className="room-line">
              <div>
                <strong>{room.name}</strong>
                <span className="facts">
                  {texts.floor(room.floor)} · {texts.seats(room.seats)}
                  {placeOf(room) === null && ` · ${texts.noPlace}`}
                </span>
              </div>
              <span className={`availability ${stateOf(room)}`}>{texts[stateOf(room)]}</span>
              {stateOf(room) !== 'taken' && can(actions.book) && (
                <ButtonLink href={hrefOf(room)} keepPlace aria-label={`${texts.book}: ${room.name}`}>
                  {texts.book}
                </ButtonLink>
              )}
            </div>
            {room.bookings.rows.length > 0 && (
              <ul className="bookings">
                {room.bookings.rows.map(booking => (
                  <BookingLine
                    key={booking.id}
                    booking={booking}
                    actions={actions}
                    isDragged={booking === dragged}
                    onDrag={onDrag}
                  />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface BookingLineProps {
  readonly booking: Booking
  readonly actions: Actions
  readonly isDragged: boolean
  readonly onDrag: (booking: Booking | null) => void
}

function BookingLine({booking, actions, isDragged, onDrag}: BookingLineProps) {
  const {date} = useFormat()
  const time = (at: string) => date(at, {hour: '2-digit', minute: '2-digit'})
  const isMovable = can(actions.move, booking)
  return (
    <li
      className={isDragged ? 'dragged' : undefined}
      draggable={isMovable}
      onDragStart={event => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', booking.id)
        onDrag(booking)
      }}
      onDragEnd={() => onDrag(null)}
    >
      <span className="time">
        {time(booking.starts)}–{time(booking.ends)}
      </span>
      <span>
        <Value of={booking} name="door_title" />
        {!booking.mine && (
          <>
            {' '}
            · <Value of={booking} name="person" />
          </>
        )}
      </span>
      {isMovable && <ActionForm action={actions.move} record={booking} />}
      {can(actions.cancel, booking) && (
        <ActionForm action={actions.cancel} record={booking}>
          <Submit action={actions.cancel} />
        </ActionForm>
      )}
    </li>
  )
}
