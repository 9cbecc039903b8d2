import { useEffect } from 'react'
import type { ChatShown } from '#src/messages/rules/help.ts'
import { island } from '../island.ts'
import { loadChat } from './load-chat.ts'

/** Loads the help chat. Renders nothing: the vendor's script adds its own button. */
const Chat = (chat: ChatShown) => {
  useEffect(() => loadChat(chat), [chat])
  return null
}

export default island('help/chat', Chat)
