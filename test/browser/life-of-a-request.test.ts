import {livesOfARequest} from '../kit/life-of-a-request.ts'

// Without JavaScript an employee and a meeting are lived; the others are in the long run.
livesOfARequest([{database: 'sqlite', script: true}])
