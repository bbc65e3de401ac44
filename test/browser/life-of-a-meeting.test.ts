import {twoLives} from '../kit/browser-life.ts'
import {livesOfAMeeting} from '../kit/life-of-a-meeting.ts'

// The others are in the long run.
livesOfAMeeting(twoLives)
