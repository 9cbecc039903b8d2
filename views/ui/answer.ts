import { createContext, useContext } from 'react'
import { type Answered, posted, shownOnce } from '../answer.ts'

/** The answer to the action before, for the parts of a page that the server draws. Not for islands. */
export const AnswerOfPage = createContext<Answered | null>(null)

export const useAnswer = (): Answered | null => useContext(AnswerOfPage)

/** The form of a button as it was sent, and what is wrong with it. Empty unless it was just refused. */
export const usePosted = (...intents: string[]) => posted(useAnswer(), ...intents)

/** What the action left to show once, such as a new secret. */
export const useShownOnce = <T extends object>(): Partial<T> => shownOnce<T>(useAnswer())
