/**
 * Decodes a JWT's header and claims without verifying them; null when it is not a JWT. Use the result only to refuse
 * the token or to show it to its sender.
 */
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
