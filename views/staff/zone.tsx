import { zoneName } from '#src/domain/business-day.ts'

/** Whose clock the times of a page are by: said once. */
export const Zone = ({ timezone }: { timezone: string }) => <p className="soft">{`Times are ${zoneName(timezone)}.`}</p>
