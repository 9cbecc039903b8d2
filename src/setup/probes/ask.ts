import { type Call, makeHttpClient, readJson } from '#src/core/outbound/outbound.ts'
import { answerOfStatus, type ServiceAnswer } from '../rules/setup-line.ts'

const outbound = makeHttpClient({ milliseconds: 4000 })

/** Makes one harmless call. Returns how the service answered, and the body. Never throws. */
export const ask = async (call: Call): Promise<{ answer: ServiceAnswer; status: number | null; text: string }> => {
  try {
    const { status, text } = await outbound(call)
    return { answer: answerOfStatus(status), status, text }
  } catch {
    return { answer: 'no_answer', status: null, text: '' }
  }
}

/** Like `ask`. A success whose body is not the service's own, like a page of a proxy, is unexpected. */
export const askFor = async (
  isRight: (body: Record<string, unknown> | null) => boolean,
  call: Call,
): Promise<ServiceAnswer> => {
  const { answer, text } = await ask(call)
  return answer === 'works' && !isRight(readJson(text)) ? 'unexpected' : answer
}
