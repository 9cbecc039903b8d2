/** Milliseconds after which a toast hides. */
export const toastMs = { pay: 2500, login: 5000 } as const
