import { zoneName } from '#src/core/rules/business-day.ts'

export const TimeZoneNote = ({ timezone }: { timezone: string }) => (
  <p className="soft">{`Times are in ${zoneName(timezone)}.`}</p>
)
