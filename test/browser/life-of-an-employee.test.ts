import {livesOfAnEmployee} from '../kit/life-of-an-employee.ts'

// With JavaScript: life-of-a-request; the others are in the long run.
livesOfAnEmployee([{database: 'sqlite', script: false}])
