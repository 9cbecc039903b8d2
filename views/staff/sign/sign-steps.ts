/** What became of an entry of the dictionary after a step with it. */
export const signSteps = {
  saved: 'Saved. The change waits for a reviewer.',
  added: 'Saved. The new entry waits for a reviewer.',
  approved: 'Approved. The dictionary follows.',
  sent_back: 'The change was sent back.',
  discarded: 'The change was discarded.',
} as const
