/** Stories in every mode and on each database. */
import {afterAll} from 'vitest'
import {closeWindows} from '../kit/browser.ts'
import {lifeOfARequest} from '../kit/life-of-a-request.ts'
import {everyEmployeeLife, livesOfAnEmployee} from '../kit/life-of-an-employee.ts'
import {english, german, mailsOfARequest} from '../kit/mails-of-a-request.ts'
import {withoutNavigation, withoutScript} from '../kit/modes.ts'
import {seesTheSame} from '../kit/same-pages.ts'

afterAll(closeWindows)
seesTheSame([withoutNavigation, withoutScript])
mailsOfARequest([english, german])
for (const script of [true, false]) lifeOfARequest(script)
livesOfAnEmployee(everyEmployeeLife)
