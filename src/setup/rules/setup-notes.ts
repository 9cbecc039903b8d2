/** Notes of the setup page after a button was pressed. */
export const setupNotes = {
  sent: { tone: 'good', text: 'The mail server took the message. It should be in your inbox within a minute.' },
  refused: { tone: 'problem', text: 'The mail server refused your address.' },
  failed: { tone: 'problem', text: 'The message could not be sent. The log has the reason.' },
  'backed-up': { tone: 'good', text: 'The copy is in the folder backups of DATA_DIR. Move it to another machine.' },
} as const

export type SetupNote = keyof typeof setupNotes
