import {lifeOfARequest} from '../kit/life-of-a-request.ts'

// Without JavaScript it is lived in the long run: an employee and a ticket have the same forms and buttons without it.
lifeOfARequest(true)
