/** What the floor plan says, in the languages of the document. */
import {useFormat} from 'nonet/screen'

const en = {
  title: 'Floor plan',
  building: 'Building',
  day: 'Day',
  from: 'From',
  until: 'To',
  floor: (floor: number) => (floor < 0 ? 'Basement' : floor === 0 ? 'Ground floor' : `Floor ${floor}`),
  seats: (seats: number) => `${seats} seats`,
  free: 'Free',
  onRequest: 'Needs approval',
  taken: 'Taken',
  rooms: 'Rooms',
  book: 'Book',
  bookRoom: (room: string, time: string) => `Book ${room}, ${time}`,
  noPlace: 'Not on the plan',
  none: 'No rooms in this building yet.',
  chooseBuilding: 'Choose a building to see its rooms.',
  isTaken: (room: string) => `${room} is taken at this time. Choose another room or another time.`,
  drag: 'Drag one of your bookings onto another room to move it, or use Move.',
}

const de: typeof en = {
  title: 'Grundriss',
  building: 'Gebäude',
  day: 'Tag',
  from: 'Von',
  until: 'Bis',
  floor: floor => (floor < 0 ? 'Untergeschoss' : floor === 0 ? 'Erdgeschoss' : `${floor}. Etage`),
  seats: seats => `${seats} Plätze`,
  free: 'Frei',
  onRequest: 'Mit Genehmigung',
  taken: 'Belegt',
  rooms: 'Räume',
  book: 'Buchen',
  bookRoom: (room, time) => `${room} buchen, ${time}`,
  noPlace: 'Nicht im Grundriss',
  none: 'In diesem Gebäude gibt es noch keine Räume.',
  chooseBuilding: 'Wählen Sie ein Gebäude, um dessen Räume zu sehen.',
  isTaken: room => `${room} ist zu dieser Zeit belegt. Wählen Sie einen anderen Raum oder eine andere Zeit.`,
  drag: 'Ziehen Sie eine Ihrer Buchungen auf einen anderen Raum, um sie zu verlegen, oder nutzen Sie „Verlegen“.',
}

export const useTexts = (): typeof en => (useFormat().language === 'de' ? de : en)
