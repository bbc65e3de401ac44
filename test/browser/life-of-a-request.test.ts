import {livesOfARequest} from '../kit/life-of-a-request.ts'

// Without JavaScript a ticket and a meeting are lived; the others are in the long run.
livesOfARequest([{database: 'sqlite', script: true}])
