/** Stories in every mode and on each database. */
import {afterAll} from 'vitest'
import {closeWindows} from '../kit/browser.ts'
import {everyLife} from '../kit/browser-life.ts'
import {livesOfAMeeting} from '../kit/life-of-a-meeting.ts'
import {livesOfARequest} from '../kit/life-of-a-request.ts'
import {livesOfATicket} from '../kit/life-of-a-ticket.ts'
import {livesOfAnEmployee} from '../kit/life-of-an-employee.ts'
import {english, german, mailsOfABooking, mailsOfARequest} from '../kit/lives-in-mails.ts'
import {withoutNavigation, withoutScript} from '../kit/modes.ts'
import {seesTheSame} from '../kit/same-pages.ts'

afterAll(closeWindows)
seesTheSame([withoutNavigation, withoutScript])
mailsOfARequest([english, german])
mailsOfABooking()
livesOfARequest(everyLife)
livesOfAnEmployee(everyLife)
livesOfAMeeting(everyLife)
livesOfATicket(everyLife)
