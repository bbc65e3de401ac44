import {livesOfAnEmployee} from '../kit/life-of-an-employee.ts'

// With JavaScript a request is lived (life-of-a-request); the others are lived in the long run.
livesOfAnEmployee([{database: 'postgres', script: false}])
