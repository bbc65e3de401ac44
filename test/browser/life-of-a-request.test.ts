import {livesOfARequest} from '../kit/life-of-a-request.ts'

// Without JavaScript an employee lives (life-of-an-employee); the others are lived in the long run.
livesOfARequest([{database: 'sqlite', script: true}])
