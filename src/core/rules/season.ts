import { dayOf } from './business-day.ts'

export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

/** Season of the north by month, January first. In the south it is the one of half a year later. */
const NORTH: Season[] = [
  'winter',
  'winter',
  'spring',
  'spring',
  'spring',
  'summer',
  'summer',
  'summer',
  'autumn',
  'autumn',
  'autumn',
  'winter',
]

/** Time zones south of the equator where schools may be. Others count as north. */
const SOUTH =
  /^(Australia|Antarctica)\/|^Pacific\/(Auckland|Chatham|Fiji|Tongatapu|Apia)$|^Africa\/(Johannesburg|Harare|Maputo|Windhoek|Lusaka)$|^America\/(Sao_Paulo|Argentina\/.+|Buenos_Aires|Santiago|Montevideo|Asuncion|La_Paz|Lima)$/

/** Returns the season of an instant where the clock shows this time zone. */
export const seasonAt = (now: Date, timezone: string): Season => {
  const month = Number(dayOf(now, timezone).slice(5, 7)) - 1
  return NORTH[(month + (SOUTH.test(timezone) ? 6 : 0)) % 12] ?? 'spring'
}
