/** After how many milliseconds a passing notice goes away by itself (spec §9). */
export const toastMs = { pay: 2500, login: 5000 } as const
