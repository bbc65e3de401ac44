import {livesOfARequest} from '../kit/life-of-a-request.ts'

// Without JavaScript: life-of-an-employee; the others are in the long run.
livesOfARequest([{database: 'sqlite', script: true}])
