/** The rooms of a building as they lie: free or taken at a time. A room is booked by choosing it, and a booking is moved by dragging it. */
import {
  AddressForm,
  DateField,
  href,
  Notice,
  PageHead,
  type ScreenProps,
  SelectField,
  TimeField,
  useAction,
  useFormat,
} from 'nonet/screen'
import {useOptimistic, useState} from 'react'
import {BookRoom} from './BookRoom'
import {FloorDrawing} from './FloorDrawing'
import {type Booking, floorsOf, type Room, sizeOf, withMoved} from './plan'
import {RoomList} from './RoomList'
import {useTexts} from './texts'

export default function FloorPlan({data, actions, address}: ScreenProps<'Floor plan'>) {
  const texts = useTexts()
  const format = useFormat()
  const [rooms, place] = useOptimistic(data.rooms.rows, withMoved)
  const [dragged, setDragged] = useState<Booking | null>(null)
  const move = useAction(actions.move)
  const {day, from, until} = address
  const building = address.building ?? data.buildings.rows.find(({mine}) => mine) ?? null
  const chosen = rooms.find(({id}) => id === address.room?.id) ?? null
  const size = sizeOf(rooms)
  const hrefOf = (room: Room) => href('Floor plan', {building, day, from, until, room})
  const moveTo = (to: Room) => {
    if (dragged) void move.submit(dragged, {room: to.id}, {optimistic: () => place({booking: dragged, to})})
    setDragged(null)
  }
  return (
    <>
      <PageHead>
        <h1 tabIndex={-1}>{texts.title}</h1>
      </PageHead>
      <AddressForm submitOnChange className="when-and-where">
        <SelectField
          label={texts.building}
          name="building"
          value={building?.id ?? null}
          options={data.buildings.rows.map(({id, name}) => ({value: id, label: name}))}
        />
        <DateField label={texts.day} name="day" value={day} />
        <TimeField label={texts.from} name="from" value={from} />
        <TimeField label={texts.until} name="until" value={until} />
      </AddressForm>
      {move.problems.length > 0 && <Notice tone="bad">{move.problems.map(({message}) => message).join(' ')}</Notice>}
      {building === null && <p>{texts.chooseBuilding}</p>}
      {building !== null && rooms.length === 0 && <p>{texts.none}</p>}
      <div className="plan">
        <div className="floors">
          {floorsOf(rooms).map(({floor, rooms: some}) => (
            <FloorDrawing
              key={floor}
              name={texts.floor(floor)}
              rooms={some}
              size={size}
              chosen={chosen}
              hrefOf={hrefOf}
              isTarget={room => dragged !== null && !room.bookings.rows.includes(dragged)}
              onDrop={moveTo}
            />
          ))}
        </div>
        <div className="beside">
          {chosen && (
            <BookRoom
              key={chosen.id}
              room={chosen}
              actions={actions}
              time={`${format.date(day)}, ${clock(from)}–${clock(until)}`}
            />
          )}
          {rooms.length > 0 && (
            <RoomList rooms={rooms} actions={actions} hrefOf={hrefOf} onDrag={setDragged} dragged={dragged} />
          )}
        </div>
      </div>
    </>
  )
}

const clock = (time: string | null) => time?.slice(0, 5) ?? ''
