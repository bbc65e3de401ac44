/** What a booking is charged to the department: large rooms cost more, and long meetings less for each hour. */
import type {Fn} from 'nonet/code'

const wholeDay = 6
const cents = (amount: number) => Math.round(amount * 100) / 100

const price: Fn<'price'> = ({hours, seats}) => {
  const hourly = 4 + seats * 0.75
  const usual = Math.min(hours, wholeDay) * hourly
  const beyond = Math.max(0, hours - wholeDay) * hourly * 0.5
  return cents(usual + beyond)
}

export default price
