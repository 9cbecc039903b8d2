/** The address that a code was sent to, kept in this tab, so that a reload stays at the step that asks for the code. */
const keyOf = (token: string): string => `signbook-sign-up ${token}`

export const keepSentTo = (token: string, email: string): void => {
  try {
    sessionStorage.setItem(keyOf(token), email)
  } catch {
    // The browser stores nothing here. After a reload the person starts again.
  }
}

export const forgetSentTo = (token: string): void => {
  try {
    sessionStorage.removeItem(keyOf(token))
  } catch {
    // Nothing was stored.
  }
}

export const readSentTo = (token: string): string | null => {
  try {
    return sessionStorage.getItem(keyOf(token))
  } catch {
    return null
  }
}
