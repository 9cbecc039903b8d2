import type { MeanAnswerTimes } from '#src/reports/store/answer-times.ts'
import { answerTimesPoint, answerTimeText, serviceNames } from '#src/setup/rules/answer-times.ts'
import { RowsFigure } from '../figures/rows-figure.tsx'

const countText = (calls: number): string => (calls === 1 ? '1 call' : `${calls.toLocaleString('en-US')} calls`)

/** Answer times of the outside services in the last 30 days. The bar ends at the slowest call. */
export const AnswerTimes = ({ times }: { times: MeanAnswerTimes[] }) => (
  <RowsFigure
    title="Answer times in 30 days"
    point={answerTimesPoint(times)}
    head={['Service', 'Average, slowest']}
    rows={times.map(({ service, calls, mean, slowest }) => ({
      key: service,
      name: `${serviceNames[service]}, ${countText(calls)}`,
      value: mean,
      of: slowest,
      text: `${answerTimeText(mean)}, ${answerTimeText(slowest)}`,
    }))}
  />
)
