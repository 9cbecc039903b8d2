import { useEffect } from 'react'
import type { CaptchaNeed } from '#src/accounts/rules/captcha.ts'
import type { Problems } from '#src/core/rules/form.ts'
import { island } from '../island.ts'
import { useCaptcha } from '../ui/captcha.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Ask, type AskProps } from './ask.tsx'

type CheckedAskProps = Pick<AskProps, 'action' | 'email' | 'text'> & { problems: Problems; captcha: CaptchaNeed }

/** Help form with a captcha. It starts at once, because the fields are filled in already. */
const CheckedAsk = ({ captcha: need, problems, ...ask }: CheckedAskProps) => {
  const hydrated = useHydrated()
  const { form, part, passed, begin } = useCaptcha(need, { problem: problems.recaptcha_response })
  useEffect(() => {
    begin()
  }, [begin])
  return <Ask {...ask} problems={problems} form={form} captcha={part} waits={hydrated && !passed} />
}

export default island('help/checked-ask', CheckedAsk, ['ui', 'help'])
