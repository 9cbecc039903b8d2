import { useEffect } from 'react'
import type { ChatShown } from '#src/domain/help.ts'
import { island } from '../island.ts'
import { loadChat } from './load-chat.ts'

/** Draws nothing itself: the vendor's script puts its button in the corner of the window. */
const Chat = (chat: ChatShown) => {
  useEffect(() => loadChat(chat), [chat])
  return null
}

export default island('help/chat', Chat)
