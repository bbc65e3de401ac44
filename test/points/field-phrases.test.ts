/** Messages about empty fields: never a phrase that reads wrongly. */
import {describe, expect, it} from 'vitest'
import {doneTo, withArticle} from '../../src/messages/en/nouns.ts'
import type {Control} from '../../src/points/entities/field-type.ts'
import {fieldMessage} from '../../src/points/errors/run.ts'

const required = (label: string, control: Control['control'] = 'line', language = 'en') =>
  fieldMessage({declared: new Map(), constants: {}, language}, {code: 'REQUIRED', values: {}}, {label, control}).message

describe('a required field that is empty', () => {
  it.each<[string, Control['control'], string]>([
    ['Title', 'line', 'Enter a title.'],
    ['Email', 'line', 'Enter an email address.'],
    ['Hours', 'line', 'Enter the number of hours.'],
    ['Start date', 'date', 'Enter a start date.'],
    ['Start', 'date and time', 'Enter a start time.'],
    ['End', 'time', 'Enter an end time.'],
    ['Date of birth', 'date', 'Enter a date of birth.'],
    ['First day', 'date', 'Enter the first day.'],
    ['Last date', 'date', 'Enter the last date.'],
    ['First name', 'line', 'Enter a first name.'],
    ['Current password', 'line', 'Enter the current password.'],
    ['New password', 'line', 'Enter a new password.'],
    ['Address', 'line', 'Enter an address.'],
    ['Status', 'choice', 'Choose a status.'],
    ['SKU', 'line', 'Enter an SKU.'],
    ['URL', 'line', 'Enter a URL.'],
    ['HR contact', 'record', 'Choose an HR contact.'],
    ['Unit', 'choice', 'Choose a unit.'],
    ['Hourly rate', 'number', 'Enter an hourly rate.'],
    ['Details', 'area', 'Enter details.'],
    ['Text', 'area', 'Enter text.'],
    ['Equipment', 'choices', 'Choose equipment.'],
    ['Weekdays', 'choices', 'Choose weekdays.'],
    ['Working days', 'choices', 'Choose working days.'],
    ['Attachments', 'file', 'Choose attachments.'],
    ['Building', 'record', 'Choose a building.'],
    ['Other room', 'record', 'Choose another room.'],
    ['Number of guests', 'number', 'Enter the number of guests.'],
    ['Total', 'number', 'Enter the total.'],
    ['Seats', 'number', 'Enter the number of seats.'],
    ['Extra days', 'number', 'Enter the number of extra days.'],
    ['Minimum notice (days)', 'number', 'Enter the minimum notice.'],
    ['Opens', 'time', 'Enter a time for “Opens”.'],
    ['Starts', 'date and time', 'Enter a date and time for “Starts”.'],
    ['Due', 'date', 'Enter a date for “Due”.'],
    ['Repeats', 'choice', 'Choose an option for “Repeats”.'],
    ['Rounding', 'choice', 'Choose an option for “Rounding”.'],
    ['Joiners and leavers', 'choice', 'Choose an option for “Joiners and leavers”.'],
    ['Booked by', 'record', 'Choose an option for “Booked by”.'],
    ['Max. away at once', 'number', 'Enter a number for “Max. away at once”.'],
    ['Repeat every (weeks)', 'number', 'Enter a number for “Repeat every (weeks)”.'],
    ['Reorder at', 'number', 'Enter a number for “Reorder at”.'],
    ['Why', 'line', 'Enter a value for “Why”.'],
    ['What happened?', 'area', 'Enter a value for “What happened?”.'],
    ['Bookable', 'yes/no', 'Choose yes or no for “Bookable”.'],
    ['', 'line', 'Enter a value.'],
  ])('%s (%s): %s', (label, control, message) => {
    expect(required(label, control)).toBe(message)
  })

  it('is named in quotes in German, where an article would need its gender', () => {
    expect(required('Titel', 'line', 'de')).toBe('Bitte füllen Sie „Titel“ aus.')
    expect(required('Art', 'choice', 'de')).toBe('Bitte wählen Sie „Art“ aus.')
  })
})

describe('a value that another record has', () => {
  const taken = (
    label: string,
    {language = 'en', values = {}}: {language?: string; values?: Record<string, string>} = {},
  ) => fieldMessage({declared: new Map(), constants: {}, language}, {code: 'NOT_UNIQUE', values}, {label}).message

  it.each([
    ['Name', 'This name is already in use.'],
    ['Email', 'This email is already in use.'],
    ['Covered by', 'This value is already in use.'],
    ['', 'This value is already in use.'],
  ])('is named by its label %s', (label, message) => expect(taken(label)).toBe(message))

  it('is a combination, if several fields are unique together', () => {
    const values = {fields: 'person, type and year'}
    expect(taken('Year', {values})).toBe('This combination of person, type and year is already in use.')
    expect(taken('Jahr', {language: 'de', values: {fields: 'Person und Jahr'}})).toBe(
      'Diese Kombination ist bereits vergeben: Person und Jahr.',
    )
  })
})

it.each([
  ['order', 'an order'],
  ['user', 'a user'],
  ['unit', 'a unit'],
  ['uninvited guest', 'an uninvited guest'],
  ['hour', 'an hour'],
  ['one-time code', 'a one-time code'],
  ['euro amount', 'a euro amount'],
  ['8-digit code', 'an 8-digit code'],
  ['10-digit code', 'a 10-digit code'],
])('the article of %s follows its sound', (noun, phrase) => {
  expect(withArticle(noun)).toBe(phrase)
})

it.each([
  ['Approve', '2 requests', 'Approve 2 requests'],
  ['Cancel booking', '2 bookings', 'Cancel 2 bookings'],
  ['Change dates', '2 requests', 'Change dates for 2 requests'],
])('%s is done to %s', (action, several, said) => {
  expect(doneTo(action, several)).toBe(said)
})
