/** The two readable parts of a JWT as they say, unverified: enough to refuse it or to show it to its sender, never to believe it. */
export const readJwt = (jwt: string): { head: Record<string, unknown>; claims: Record<string, unknown> } | null => {
  const [head, claims] = jwt.split('.').map(readPart)
  return head && claims ? { head, claims } : null
}

const readPart = (part: string): Record<string, unknown> | null => {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
